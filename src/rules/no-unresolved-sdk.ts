import { ESLintUtils } from '@typescript-eslint/utils';
import type { ts } from '../type-utils/index.ts';
import { agentSettingsOf } from '../config/settings/agent-sdks.ts';
import { protocolsOf } from '../config/settings/protocols.ts';
import { type UnresolvedReason, type UnresolvedSdk, unresolvedSdksOf } from '../facts/setup/unresolved-sdks.ts';
import { createRule } from './create-rule.ts';
import { locationOf } from './texts/places.ts';

export const noUnresolvedSdk = createRule<[], UnresolvedReason>({
  name: 'no-unresolved-sdk',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow imports of agent SDKs that are not installed, have no types, or are of an unknown version',
      layer: 'setup',
      presets: { recommended: 'warn', strict: 'warn' },
      requiresTypeChecking: true,
    },
    messages: {
      notInstalled:
        '`{{package}}` is imported in {{files}} and is not installed, so nothing of it is checked. Install it before linting.',
      untyped:
        '`{{package}}` is imported in {{files}} and has no type declarations, so nothing of it is checked. Install a version with types, and remove `declare module` without a body.',
      unresolvedPath:
        '`{{package}}` is installed, but `{{specifier}}` does not resolve in {{files}}, so nothing of it is checked. Set `moduleResolution` to `bundler` or `nodenext`.',
      missingPath:
        '`{{package}}` {{version}} is installed, but `{{specifier}}` does not resolve in {{files}}, so nothing of it is checked. Correct the path, or the installation.',
      outOfRange:
        '`{{package}}` {{version}} is outside of the known versions ({{range}}), so findings in {{files}} may be wrong or missing. Install a version in that range.',
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);
    const { sdks } = agentSettingsOf(context.settings);
    const unresolved = unresolvedSdksOf(program, sdks, protocolsOf(context.settings));

    return unresolved.length === 0
      ? {}
      : {
          Program(node) {
            const file: ts.SourceFile = esTreeNodeToTSNodeMap.get(node);
            for (const each of unresolved) if (each.specifier.getSourceFile() === file) report(each);
          },
        };

    function report({ reason, specifier, files, ...sdk }: UnresolvedSdk): void {
      context.report({
        loc: locationOf(specifier),
        messageId: reason,
        data: {
          package: sdk.package,
          specifier: specifier.text,
          version: sdk.version ?? '',
          range: sdk.range ?? '',
          files: files === 1 ? '1 file' : `${String(files)} files`,
        },
      });
    }
  },
});
