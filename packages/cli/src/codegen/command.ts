import { existsSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';
import writeFileAtomic from 'write-file-atomic';
import { connectionOf } from '../tools/live/connection.ts';
import { type LiveOptions, timeoutOf } from '../tools/options.ts';
import type { CommandOutput } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { shapesOf } from './generate.ts';
import { csharp } from './languages/csharp.ts';
import type { Language } from './languages/language.ts';
import { rust } from './languages/rust.ts';
import { typescript } from './languages/typescript.ts';
import { toolsInFile } from './sources/file.ts';
import type { ToolSource } from './sources/source.ts';

/** The options of `agent-safety codegen`. */
export interface CodegenOptions extends Omit<LiveOptions, 'server'> {
  readonly lang?: string;
  readonly out?: string;
  /** The server's name, where it is not the one that the source has. */
  readonly name?: string;
}

const languages = { ts: typescript, rust, csharp } as const satisfies Readonly<Record<string, Language>>;
type LanguageName = keyof typeof languages;
const languageNames = Object.keys(languages) as LanguageName[];

const languageOfExtension: Readonly<Record<string, LanguageName>> = { '.ts': 'ts', '.rs': 'rust', '.cs': 'csharp' };

/** Notes that are printed before the rest is counted. */
const shownNotes = 20;

/**
 * Generates the types of the tools of a server.
 *
 * @param source a manifest of tools or a registry, as a JSON file; undefined where the options name a live server
 * @throws UsageError where the command line is wrong
 * @throws Error where the source cannot be read, or has what no types can be made of: with the file, a JSON pointer and
 * what to do
 */
export async function codegenCommand(source: string | undefined, options: CodegenOptions): Promise<CommandOutput> {
  const language = languageOf(options);
  const out = options.out === undefined ? undefined : fileToWrite(options.out);
  return generated(renamed(await toolsFrom(source, options), options.name), languages[language], out);
}

async function toolsFrom(source: string | undefined, options: CodegenOptions): Promise<ToolSource> {
  const connection = connectionOf(options);
  if (!connection) {
    if (options.timeout !== undefined) throw new UsageError('`--timeout` is for a server with `--stdio` or `--url`.');
    if (source === undefined)
      throw new UsageError('Name a manifest of tools or a registry, or a live server with --stdio or --url.');
    return toolsInFile(source);
  }
  if (source !== undefined)
    throw new UsageError(
      `\`${source}\` and \`--${connection.kind === 'http' ? 'url' : 'stdio'}\` both name tools. Leave one out, or put the command of the server in quotes.`,
    );
  const timeout = timeoutOf(options);
  const { toolsOfServer } = await import('./sources/server.ts');
  return await toolsOfServer(connection, timeout);
}

function generated(source: ToolSource, language: Language, out: string | undefined): CommandOutput {
  const { shapes, notes } = shapesOf(source);
  const text = language.emit(shapes);
  const { isComplete } = source;
  const shown =
    notes.length > shownNotes
      ? [...notes.slice(0, shownNotes), `${String(notes.length - shownNotes)} more notes.`]
      : notes;
  if (out === undefined) return { text, notes: shown, isComplete };
  writeFileAtomic.sync(out, text);
  const { length } = shapes.tools;
  return {
    text: '',
    notes: [...shown, `Wrote ${out}: the types of ${String(length)} tool${length === 1 ? '' : 's'}.`],
    isComplete,
  };
}

function renamed(source: ToolSource, name: string | undefined): ToolSource {
  if (name?.trim() === '') throw new UsageError('`--name` is empty. Give the name of the server.');
  return name === undefined ? source : { ...source, server: name };
}

function languageOf({ lang, out }: CodegenOptions): LanguageName {
  if (lang !== undefined) {
    const known = languageNames.find((each) => each === lang);
    if (known) return known;
    const nearest = nearestOf(languageNames, lang);
    throw new UsageError(
      `There is no language \`${lang}\`. ${nearest === undefined ? `Choose ${listed(languageNames)}.` : `Did you mean \`${nearest}\`?`}`,
    );
  }
  const guessed = out === undefined ? undefined : languageOfExtension[extname(out).toLowerCase()];
  if (guessed) return guessed;
  throw new UsageError(`Name the language with --lang: ${listed(languageNames)}.`);
}

/** Checked before the work begins, so that none is wasted. */
function fileToWrite(out: string): string {
  const file = resolve(out);
  if (isFolder(file)) throw new Error(`${file} is a folder. Name a file in it with --out.`);
  if (!isFolder(dirname(file)))
    throw new Error(`There is no folder ${dirname(file)}. Make it first, or name another file with --out.`);
  return file;
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}
