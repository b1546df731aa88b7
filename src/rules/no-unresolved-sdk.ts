import type { MissingOwnModules } from '../facts/setup/unresolved-modules.ts';
import type { UnresolvedReason, UnresolvedSdk } from '../facts/setup/unresolved-sdks.ts';
import { defineRule, type Report } from './rule.ts';

type MessageId = UnresolvedReason | 'missingFile' | 'missingPackage';

export const noUnresolvedSdk = defineRule<MessageId>({
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
    missingFile:
      '`{{specifier}}`{{others}} in {{files}} with an agent SDK, so nothing that comes from there is checked. Generate what is generated (`nuxt prepare`, `svelte-kit sync`, `prisma generate`) before linting, or correct the path.',
    missingPackage:
      '`{{specifier}}`{{others}} in {{files}} with an agent SDK, so nothing that comes from there is checked. Build the packages of the workspace before linting.',
  },
  *check(file, { unresolvedSdks, missingOwnModules }) {
    const reports = [...unresolvedSdks.map(sdkReport), ...missingOwnModules.map(moduleReport)];
    yield* reports.filter(({ node }) => node.getSourceFile() === file);
  },
});

function sdkReport({ reason, specifier, files, ...sdk }: UnresolvedSdk): Report<MessageId> {
  return {
    node: specifier,
    messageId: reason,
    data: {
      package: sdk.package,
      specifier: specifier.text,
      version: sdk.version ?? '',
      range: sdk.range ?? '',
      files: filesText(files),
    },
  };
}

function moduleReport({ kind, specifier, modules, files }: MissingOwnModules): Report<MessageId> {
  return {
    node: specifier,
    messageId: kind === 'file' ? 'missingFile' : 'missingPackage',
    data: { specifier: specifier.text, others: othersText(modules - 1), files: filesText(files) },
  };
}

function filesText(count: number): string {
  return count === 1 ? '1 file' : `${String(count)} files`;
}

function othersText(count: number): string {
  if (count === 0) return ' does not resolve';
  return ` and ${count === 1 ? '1 other module' : `${String(count)} other modules`} of the project do not resolve`;
}
