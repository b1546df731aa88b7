import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsReportOf, placeTextOf } from '../../packages/cli/src/facts/report.ts';
import { graphReportOf } from '../../packages/cli/src/graph/report.ts';
import { Analysis } from '../../src/facts/analysis.ts';
import { rules } from '../../src/rules/index.ts';
import { type Finding, findingsOf } from '../../src/rules/rule.ts';
import { openProject, type ts } from '../../src/type-utils/index.ts';

// One verdict, whoever prints it: what `facts` calls unguarded is what `require-guardrail` reports, and the findings of the
// graph are those of the rules.
const root = path.join(import.meta.dirname, '../..');
const { program } = openProject(path.join(root, 'examples'));
const analysis = new Analysis(program);
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${root}/examples/`));
const isOwn = (file: ts.SourceFile): boolean => own.includes(file);

function found(rule: string, options: object): readonly Finding[] {
  return own.flatMap((file) => [...findingsOf(rules[rule]!, file, analysis, options)]);
}

const placesOf = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ node }) => placeTextOf(node, root)).sort();

describe('facts and require-guardrail', () => {
  const facts = factsReportOf(analysis, root, isOwn);
  const strict = found('require-guardrail', { checkUnknown: true });

  it('agree about calls that run a tool by themselves', () => {
    const unguarded = facts.invocations.filter(({ verdict }) => verdict === 'unguarded' || verdict === 'unknown');

    expect(facts.invocations.length).toBeGreaterThan(unguarded.length);
    expect(placesOf(strict.filter(({ messageId }) => messageId === 'invoked'))).toEqual(
      unguarded.map(({ at }) => at).sort(),
    );
  });

  it('agree about the tools of agents', () => {
    const guarded = new Set(
      facts.agents.flatMap(({ at: agent, tools }) =>
        tools.filter((tool) => tool.isGuarded).map(({ at }) => agent + at),
      ),
    );
    const reported = strict.filter(
      ({ messageId }) => messageId.startsWith('unguarded') && messageId !== 'unguardedServer',
    );

    expect(reported.length).toBeGreaterThan(0);
    for (const { witnesses = [] } of reported)
      for (const { node } of witnesses.filter(({ role }) => role === 'tool'))
        expect([...guarded].filter((pair) => pair.endsWith(placeTextOf(node, root)))).toEqual([]);
  });
});

it('the graph has the findings of the rules about delegations', () => {
  const graph = graphReportOf(analysis, root, isOwn).findings.filter(({ rule }) => rule !== 'policy');
  const ofRules = ['no-scope-widening', 'no-lethal-combination', 'no-disallowed-capability'].flatMap((rule) =>
    found(rule, {}),
  );

  expect(ofRules.length).toBeGreaterThan(0);
  expect(graph.map(({ rule, at, message }) => [rule, at, message])).toEqual(
    expect.arrayContaining(ofRules.map(({ rule, node, message }) => [rule, placeTextOf(node, root), message])),
  );
  expect(graph).toHaveLength(ofRules.length);
});

it('no placeholder of a message is left open', () => {
  const messages = Object.keys(rules).flatMap((rule) => found(rule, {}).map(({ message }) => message));

  expect(messages.length).toBeGreaterThan(20);
  expect(messages.filter((message) => message.includes('{{'))).toEqual([]);
});
