import { unresolvedModulesOf, unresolvedSdksOf } from 'eslint-plugin-agent-safety/internal/analysis';
import type {
  ts,
  UnresolvedModule,
  UnresolvedReason,
  UnresolvedSdk,
} from 'eslint-plugin-agent-safety/internal/analysis';
import { pathIn } from './paths.ts';
import { counted } from './texts.ts';

/**
 * The SDKs of which a command sees nothing, or may be wrong, a sentence each: the answer is incomplete if there are any.
 *
 * @param folder what the paths of files are relative to
 */
export function unresolvedNotes(program: ts.Program, folder: string): readonly string[] {
  return unresolvedSdksOf(program).map((sdk) => `${firstPlace(sdk, folder)}: ${texts[sdk.reason](sdk)}`);
}

/** How many modules are named each on its own. */
const MAX_NAMED = 10;

/**
 * The other modules that do not resolve, a sentence each. The answer is complete all the same: what is called of them is in it,
 * as unknown.
 */
export function unresolvedModuleNotes(program: ts.Program, folder: string): readonly string[] {
  const modules = unresolvedModulesOf(program);
  const named = modules.slice(0, MAX_NAMED).map((each) => {
    const { name } = each;
    const how = 'does not resolve, or has no declarations, and what is called of it is unknown';
    return `${firstPlace(each, folder)}: \`${name}\` ${how} (${filesText(each)}). ${/^[./]/.test(name) ? 'Correct the path' : 'Install it, or its types'}.`;
  });
  const others = modules.slice(MAX_NAMED).map(({ name }) => name);
  return others.length === 0
    ? named
    : [...named, `${others.join(', ')}: these do not resolve either, or have no declarations.`];
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
  otherVersion: (sdk) =>
    `\`${sdk.package}\` ${sdk.version ?? ''} is installed, and the \`package.json\` asks for ${sdk.range ?? ''}: what is seen of it may be wrong (${filesText(sdk)}). Install what it asks for.`,
};

function filesText({ files }: UnresolvedModule | UnresolvedSdk): string {
  return counted(files, 'file');
}

function firstPlace({ specifier }: UnresolvedModule | UnresolvedSdk, folder: string): string {
  const file = specifier.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(specifier.getStart(file));
  return `${pathIn(folder, file)}:${String(line + 1)}`;
}
