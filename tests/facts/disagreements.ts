import { type AgentToolReport, factsReportOf, placeTextOf } from '../../packages/cli/src/facts/report.ts';
import { graphReportOf } from '../../packages/cli/src/graph/report.ts';
import type { Analysis } from '../../src/facts/analysis.ts';
import { rules } from '../../src/rules/index.ts';
import { type Finding, findingsOf, type Witness } from '../../src/rules/rule.ts';
import type { ts } from '../../src/type-utils/index.ts';

/** What two hosts say of the same files. */
export interface Comparison {
  /** What is said by one and not by the other, with who says it. */
  readonly disagreements: readonly string[];
  /** How many verdicts were compared. */
  readonly count: number;
}

const ofDelegations = ['no-scope-widening', 'no-lethal-combination', 'no-disallowed-capability'];
const isReported = ({ verdict }: Pick<AgentToolReport, 'verdict'>): boolean =>
  verdict === 'unguarded' || verdict === 'unknown';

/** Compares `facts` with `require-guardrail` in `strict`, and `graph` with the rules about delegations. */
export function comparisonOf(analysis: Analysis, root: string, files: readonly ts.SourceFile[]): Comparison {
  const isWanted = (file: ts.SourceFile): boolean => files.includes(file);
  const facts = factsReportOf(analysis, root, isWanted);
  const guardrails = found('require-guardrail', { checkUnknown: true, minImpact: 'low' });
  const unguarded = guardrails.filter(({ messageId }) => messageId.startsWith('unguarded'));
  const compared = [
    compare(
      'calls',
      facts.invocations.filter(isReported).map(({ at }) => at),
      guardrails.filter(({ messageId }) => messageId === 'invoked').map(({ node }) => at(node)),
    ),
    // One definition is one finding, whatever it makes and whichever agents have it.
    compare(
      'tools of agents',
      distinct(facts.agents.flatMap(({ tools }) => tools.filter(isReported).map((tool) => tool.at))),
      distinct(unguarded.flatMap((finding) => witnessesOf(finding, 'tool'))),
    ),
    compare(
      'agents with such tools',
      distinct(facts.agents.flatMap((agent) => (agent.tools.some(isReported) ? [agent.at] : []))),
      distinct(unguarded.flatMap((finding) => witnessesOf(finding, 'agent'))),
    ),
    compare(
      'delegations',
      graphReportOf(analysis, root, isWanted).findings.flatMap(({ rule, at: place, message }) =>
        rule === 'policy' ? [] : [`${rule} ${String(place)} ${message}`],
      ),
      ofDelegations.flatMap((rule) => found(rule, {}).map(({ node, message }) => `${rule} ${at(node)} ${message}`)),
    ),
  ];
  return {
    disagreements: compared.flatMap(({ disagreements }) => disagreements),
    count: compared.reduce((sum, { count }) => sum + count, 0),
  };

  function found(rule: string, options: object): readonly Finding[] {
    return files.flatMap((file) => [...findingsOf(rules[rule]!, file, analysis, options)]);
  }

  function at(node: ts.Node): string {
    return placeTextOf(node, root);
  }

  function witnessesOf({ witnesses = [] }: Finding, role: Witness['role']): readonly string[] {
    return witnesses.filter((witness) => witness.role === role).map(({ node }) => at(node));
  }
}

function distinct(places: readonly string[]): readonly string[] {
  return [...new Set(places)];
}

/** What only one of two lists has, each as often as there. */
function compare(what: string, reported: readonly string[], found: readonly string[]): Comparison {
  const without = (list: readonly string[], other: readonly string[]): readonly string[] => {
    const left = [...other];
    return list.filter((entry) => {
      const index = left.indexOf(entry);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  };
  return {
    disagreements: [
      ...without(reported, found).map((entry) => `${what}: only the command: ${entry}`),
      ...without(found, reported).map((entry) => `${what}: only the rule: ${entry}`),
    ],
    count: found.length,
  };
}
