import type { UnresolvedReason } from '../facts/setup/unresolved-sdks.ts';
import { defineRule } from './rule.ts';

export const noUnresolvedSdk = defineRule<UnresolvedReason>({
  name: 'no-unresolved-sdk',
  docs: {
    description: 'Disallow imports of agent SDKs that are not installed, have no types, or are of an unknown version',
    layer: 'setup',
    presets: { recommended: 'warn', strict: 'warn' },
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
    otherVersion:
      '`{{package}}` {{version}} is installed, and the `package.json` of {{files}} asks for {{range}}, so findings may be wrong or missing. Install what it asks for.',
  },
  *check(file, { unresolvedSdks }) {
    for (const { reason, specifier, files, ...sdk } of unresolvedSdks)
      if (specifier.getSourceFile() === file)
        yield {
          node: specifier,
          messageId: reason,
          data: {
            package: sdk.package,
            specifier: specifier.text,
            version: sdk.version ?? '',
            range: sdk.range ?? '',
            files: files === 1 ? '1 file' : `${String(files)} files`,
          },
        };
  },
});
