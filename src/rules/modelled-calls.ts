import { ESLintUtils, type TSESLint, type TSESTree } from '@typescript-eslint/utils';
import type ts from 'typescript';
import { type Guardrails, guardrailsOf } from '../facts/agents/guardrails.ts';
import type { ModelledCall } from '../facts/agents/modelled-calls.ts';
import { agentSettingsOf } from '../facts/agents/settings.ts';

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The guardrails of the program that a file belongs to, with the settings of the file. */
export function guardrailsFor(context: Context): Guardrails {
  return guardrailsOf(ESLintUtils.getParserServices(context).program, agentSettingsOf(context.settings));
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
