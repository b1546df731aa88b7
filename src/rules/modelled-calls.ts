import { ESLintUtils, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import type { ts } from '../type-utils/index.ts';
import type { AgentFact } from '../facts/agents/agents.ts';
import { type Guardrails, guardrailsOf } from '../facts/guardrails/guardrails.ts';
import type { ModelledCall } from '../facts/agents/modelled-calls.ts';
import { agentSettingsOf } from '../config/settings/agent-sdks.ts';
import { policyOf } from '../config/settings/policy.ts';
import type { Policy } from '../config/policy/policy.ts';

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The guardrails of the program that a file belongs to, with the settings of the file. */
export function guardrailsFor(context: Context): Guardrails {
  return guardrailsOf(ESLintUtils.getParserServices(context).program, agentSettingsOf(context.settings));
}

/** Looks at each agent that is made or run in the file, in the order of the text. */
export function eachAgent(
  context: Context,
  guardrails: Guardrails,
  check: (agent: AgentFact) => void,
): TSESLint.RuleListener {
  return eachModelledCall(context, guardrails, ({ call, kinds }) => {
    if (kinds.includes('agent')) guardrails.facts.agentsAt(call).forEach(check);
  });
}

/** The policy that holds for the file, looked for on disk when it is first asked for. */
export function policyFor({ physicalFilename, settings, cwd }: Context): () => Policy | undefined {
  let found: { readonly policy: Policy | undefined } | undefined;
  return () => (found ??= { policy: policyOf(physicalFilename, settings, cwd) }).policy;
}

/** Looks at each call of something modelled in the file, in the order of the text. */
export function eachModelledCall(
  context: Context,
  { facts }: Guardrails,
  check: (modelled: ModelledCall) => void,
): TSESLint.RuleListener {
  const { esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
  return {
    Program(node: TSESTree.Program) {
      const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
      facts.calls.in(file).forEach(check);
    },
  };
}
