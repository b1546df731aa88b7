import { dirname, resolve } from 'node:path';
import type { TSESLint } from '@typescript-eslint/utils';
import { isRegistryPath } from '../../config/registry/registry-file.ts';
import { registryPathsOf } from '../../config/settings/settings.ts';
import type { Rule } from '../../rules/rule.ts';

type Context<MessageId extends string> = Readonly<TSESLint.RuleContext<MessageId, readonly object[]>>;

/** Whether ESLint lints a JSON file, in the language of `@eslint/json`: the root of its tree is a `Document`. */
export function isJsonDocument({ sourceCode }: Pick<Context<string>, 'sourceCode'>): boolean {
  return (sourceCode.ast as { readonly type: string }).type === 'Document';
}

/** The visitor of a rule in a registry document or a review. Other JSON files concern no rule. */
export function jsonListener<MessageId extends string, Options extends object>(
  { checkJson }: Pick<Rule<MessageId, Options>, 'checkJson'>,
  context: Context<MessageId>,
): TSESLint.RuleListener {
  const path = resolve(context.cwd, context.filename);
  if (!checkJson || !isOfRegistry(path, context)) return {};
  return {
    Document() {
      for (const { line, column, messageId, data } of checkJson(context.sourceCode.text, path))
        context.report({ loc: { line, column }, messageId, data });
    },
  };
}

/** By its name, or by a setting that names it or its folder. */
function isOfRegistry(path: string, { settings, cwd }: Pick<Context<string>, 'cwd' | 'settings'>): boolean {
  const named = registryPathsOf(settings['agent-safety'], cwd);
  return isRegistryPath(path) || named.has(path) || named.has(dirname(path));
}
