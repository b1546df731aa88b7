import { compilerOf } from '../../type-utils/compiler.ts';
import { isInside } from '../../type-utils/declarations.ts';
import { calledName, callsIn, functionsIn } from '../../type-utils/function-index.ts';
import {
  type FunctionLike,
  isCallExpression,
  isPropertyAccessExpression,
  withoutAssertions,
} from '../../type-utils/syntax.ts';
import { type AgentFact, type AgentFacts, nodeOf } from '../agents/agents.ts';
import { readAt } from '../agents/guards.ts';
import type { Call } from '../agents/models.ts';
import type { GivenTool } from '../agents/tools.ts';
import { optionsOf } from '../values.ts';

/** A step from one agent to another. No SDK takes anything away from the second for it. */
export interface Delegation {
  readonly from: AgentFact;
  readonly to: AgentFact;
  /** The tool by which it is run: one that the SDK makes of it, or one whose handler runs it, of which the SDK knows nothing. */
  readonly through: GivenTool | undefined;
}

/** Methods by which the agents of the SDKs are run. */
const running = new Set(
  'asyncRun generate generateLegacy invoke network run runAsync stream streamEvents streamLegacy'.split(' '),
);

/** The steps from an agent to those that it runs or hands over to, directly. */
export function delegationsFrom(from: AgentFact, facts: AgentFacts): readonly Delegation[] {
  const children = from.children.flatMap(({ agent }): readonly Delegation[] => {
    const to = facts.factAt(agent);
    const through = from.tools.find(
      ({ tool }) => tool.kind === 'agent' && optionsOf(tool.agent).some((option) => nodeOf(option) === agent),
    );
    return to ? [{ from, to, through }] : [];
  });
  const inTools = from.tools.flatMap((through) => {
    const run = through.tool.kind === 'tool' && through.tool.handler ? agentsRunIn(through.tool.handler, facts) : [];
    return run.filter((to) => to !== from).map((to): Delegation => ({ from, to, through }));
  });
  return [...children, ...inTools];
}

/** The agents that a function runs, itself or by functions that it calls. */
function agentsRunIn(fn: FunctionLike, facts: AgentFacts, seen = new Set<FunctionLike>()): readonly AgentFact[] {
  if (seen.has(fn)) return [];
  seen.add(fn);
  const names = runningNamesOf(facts);
  const calls = callsIn(fn.getSourceFile(), (name) => names.has(name)).filter((call) => isInside(call, fn));
  const found = calls.flatMap((call): readonly AgentFact[] => {
    const run = agentsRunBy(call, facts);
    if (run.length > 0 || !isCallExpression(call)) return run;
    const called = compilerOf(facts.program).functionCalledBy(call)?.fn;
    return called?.body ? agentsRunIn(called, facts, seen) : [];
  });
  return [...new Set(found)];
}

const namesOf = new WeakMap<AgentFacts, ReadonlySet<string>>();

/** The names of what runs agents, and of the program's functions that come to a call by such a name. */
function runningNamesOf(facts: AgentFacts): ReadonlySet<string> {
  const known = namesOf.get(facts);
  if (known) return known;
  const { matcher } = facts;
  const names = new Set([...running, ...matcher.runningNames]);
  const functions = [...matcher.files].flatMap((file) => functionsIn(file));
  for (let size = -1; size !== names.size;) {
    size = names.size;
    for (const { names: own, calls, original } of functions) {
      const comesToRun =
        original !== undefined ? names.has(original) : [...calls.keys()].some((name) => names.has(name));
      if (comesToRun) for (const name of own) names.add(name);
    }
  }
  namesOf.set(facts, names);
  return names;
}

function agentsRunBy(call: Call, facts: AgentFacts): readonly AgentFact[] {
  const { matcher, evaluator } = facts;
  // `generateText({ … })` is an agent by itself, and `agent.generate(text, { toolsets })` one beside the other.
  const own = facts.agentAt(call);
  const run = matcher.at('run', call);
  const callee = withoutAssertions(call.expression);
  const isMethod = isPropertyAccessExpression(callee) && running.has(calledName(call) ?? '');
  const value = run ? readAt(evaluator.valueOf(call), run.agent) : undefined;
  const agents = value ?? (isMethod ? evaluator.valueOf(callee.expression) : undefined);
  const nodes = (agents ? optionsOf(agents) : []).flatMap((option) => nodeOf(option) ?? []);
  const named = nodes.flatMap((node) => facts.factAt(node) ?? []);
  return own ? [own, ...named] : named;
}
