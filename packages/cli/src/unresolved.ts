import { relative } from 'node:path';
import { unresolvedSdksOf } from 'eslint-plugin-agent-safety/internal/analysis';
import type { ts, UnresolvedReason, UnresolvedSdk } from 'eslint-plugin-agent-safety/internal/analysis';

/**
 * The SDKs of which a command sees nothing, or may be wrong, a sentence each: the answer is incomplete if there are any.
 *
 * @param folder what the paths of files are relative to
 */
export function unresolvedNotes(program: ts.Program, folder: string): readonly string[] {
  return unresolvedSdksOf(program).map((sdk) => `${firstPlace(sdk, folder)}: ${texts[sdk.reason](sdk)}`);
}

const texts: Readonly<Record<UnresolvedReason, (sdk: UnresolvedSdk) => string>> = {
  notInstalled: (sdk) =>
    `\`${sdk.package}\` is not installed, and nothing of it is seen (${filesText(sdk)}). Install it.`,
  untyped: (sdk) =>
    `\`${sdk.package}\` has no type declarations, and nothing of it is seen (${filesText(sdk)}). Install a version with types.`,
  unresolvedPath: (sdk) =>
    `\`${sdk.specifier.text}\` does not resolve, and nothing of it is seen (${filesText(sdk)}). Set \`moduleResolution\` to \`bundler\` or \`nodenext\`.`,
  missingPath: (sdk) =>
    `\`${sdk.specifier.text}\` does not resolve, and nothing of it is seen (${filesText(sdk)}). Correct the path, or the installation.`,
  outOfRange: (sdk) =>
    `\`${sdk.package}\` ${sdk.version ?? ''} is outside of the known versions (${sdk.range ?? ''}): what is seen of it may be wrong (${filesText(sdk)}).`,
};

function filesText({ files }: UnresolvedSdk): string {
  return files === 1 ? '1 file' : `${String(files)} files`;
}

function firstPlace({ specifier }: UnresolvedSdk, folder: string): string {
  const file = specifier.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(specifier.getStart(file));
  return `${relative(folder, file.fileName)}:${String(line + 1)}`;
}
