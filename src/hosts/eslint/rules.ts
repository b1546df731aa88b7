import type { JSONSchema, TSESLint } from '@typescript-eslint/utils';
import {
  docsUrlOf,
  failureMessages,
  type FailureMessageId,
  findingsOf,
  type Report,
  type Rule,
  type RuleDocs,
} from '../../rules/rule.ts';
import { rules } from '../../rules/index.ts';
import { isJsonDocument, jsonListener } from './json-document.ts';
import { lintedFile } from './linted-file.ts';
import { locationOf } from './locations.ts';

type Properties = Readonly<Record<string, JSONSchema.JSONSchema4>>;
type EslintDocs = RuleDocs & { readonly requiresTypeChecking: true };

/** Any rule of this plugin as ESLint takes it, for code that treats rules alike. */
export type AgentSafetyRule = TSESLint.RuleModule<string, readonly unknown[], EslintDocs>;

/** Every rule of the plugin by its name. */
export const eslintRules: Readonly<Record<string, AgentSafetyRule>> = Object.fromEntries(
  Object.entries(rules).map(([name, rule]) => [name, eslintRuleOf(rule)]),
);

/** Makes an ESLint rule of a rule: it takes the file from a program, and renders findings as reports. */
export function eslintRuleOf<MessageId extends string, Options extends object>(
  rule: Rule<MessageId, Options>,
): TSESLint.RuleModule<MessageId | FailureMessageId, readonly Options[], EslintDocs> {
  const { name, docs, messages, hasSuggestions, options } = rule;
  return {
    meta: {
      type: 'problem',
      // Every rule takes the program.
      docs: { ...docs, requiresTypeChecking: true, url: docsUrlOf(name) },
      messages: { ...messages, ...failureMessages },
      schema: options
        ? [{ type: 'object', additionalProperties: false, properties: options.properties as Properties }]
        : [],
      ...(options ? { defaultOptions: [options.defaults] } : {}),
      ...(hasSuggestions ? { hasSuggestions } : {}),
    },
    create: (context) => {
      if (isJsonDocument(context)) return jsonListener(rule, context);
      const linted = lintedFile(context);
      if (!linted) return {};
      const { file, analysis } = linted;
      return {
        Program() {
          for (const finding of findingsOf(rule, file, analysis, context.options[0]))
            context.report(descriptorOf(finding));
        },
      };
    },
  };
}

function descriptorOf<MessageId extends string>({
  messageId,
  data,
  node,
  suggestions = [],
}: Report<MessageId>): TSESLint.ReportDescriptor<MessageId> {
  const file = node.getSourceFile();
  return {
    loc: locationOf(node.getStart(file), node.end, file),
    messageId,
    data,
    suggest: suggestions.map(({ edits, ...suggestion }) => ({
      ...suggestion,
      fix: (fixer) => edits.map(({ start, end, text }) => fixer.replaceTextRange([start, end], text)),
    })),
  };
}
