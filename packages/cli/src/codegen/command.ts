import { extname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { oneOf } from '../arguments.ts';
import { fileToWrite } from '../out-file.ts';
import { liveServerOf } from '../tools/live/connection.ts';
import { type LiveOptions, timeoutOf } from '../tools/options.ts';
import type { CommandOutput } from '../output.ts';
import { counted, listed } from '../texts.ts';
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
  const connection = liveServerOf(options);
  if (!connection) {
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
  return {
    text: '',
    notes: [...shown, `Wrote ${out}: the types of ${counted(shapes.tools.length, 'tool')}.`],
    isComplete,
  };
}

function renamed(source: ToolSource, name: string | undefined): ToolSource {
  if (name?.trim() === '') throw new UsageError('`--name` is empty. Give the name of the server.');
  return name === undefined ? source : { ...source, server: name };
}

function languageOf({ lang, out }: CodegenOptions): LanguageName {
  if (lang !== undefined) return oneOf(languageNames, 'language', lang);
  const guessed = out === undefined ? undefined : languageOfExtension[extname(out).toLowerCase()];
  if (guessed) return guessed;
  throw new UsageError(`Name the language with --lang: ${listed(languageNames)}.`);
}
