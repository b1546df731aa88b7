import path from 'node:path/posix';
import * as typescriptParser from '@typescript-eslint/parser';
import ts from 'typescript';
import { sharingDeclarations } from '../parsed-declarations.ts';

/** What the tester of typescript-eslint calls the file of a test that names none. */
const unnamedFile = 'file.ts';

/** A parser, and the texts that it will be given, which it puts into one program. */
export interface ParserOverProject {
  readonly parser: typeof typescriptParser;
  /** Of a test that names no file: the name of one can be what a rule looks at. */
  readonly expect: (text: string) => void;
}

/**
 * The parser of typescript-eslint over programs in which the linted text stands for its file on disk. Texts that were
 * announced are in one program, each as a file of its own beside the one that it stands for: making a checker for each,
 * and checking the SDKs' types with it, would be most of the cost of a small test.
 */
export function parserOver(configFile: string): ParserOverProject {
  const { options, fileNames } = readConfig(configFile);
  const host = sharingDeclarations(ts.createCompilerHost(options, true));
  const folder = path.dirname(configFile);
  let batch = new Batch();
  let apart: ts.Program | undefined;

  const programOf = (texts: ReadonlyMap<string, string>, oldProgram?: ts.Program): ts.Program => {
    const withTexts: ts.CompilerHost = {
      ...host,
      readFile: (name) => texts.get(name) ?? host.readFile(name),
      getSourceFile: (name, ...rest) => {
        const text = texts.get(name);
        return text === undefined ? host.getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0], true);
      },
    };
    return ts.createProgram({
      rootNames: [...new Set([...fileNames, ...texts.keys()])],
      options,
      host: withTexts,
      oldProgram,
    });
  };

  return {
    parser: {
      ...typescriptParser,
      parseForESLint: (code, parserOptions) => {
        const text = typeof code === 'string' ? code : code.text;
        const filePath = parserOptions?.filePath ?? '';
        const together = batch.placeOf(filePath, text);
        const program =
          together === undefined
            ? (apart = programOf(new Map([[filePath, text]]), apart))
            : (batch.program ??= programOf(batch.texts));
        return typescriptParser.parseForESLint(code, {
          ...parserOptions,
          filePath: together ?? filePath,
          project: null,
          programs: [program],
        });
      },
    },
    expect: (text) => {
      // Tests are run after all of their file are known: what has a program belongs to an earlier file.
      if (batch.program) batch = new Batch();
      batch.add(path.join(folder, unnamedFile), text);
    },
  };
}

/** Texts that share a program. */
class Batch {
  readonly texts = new Map<string, string>();
  readonly #places = new Map<string, string>();
  program: ts.Program | undefined;

  add(file: string, text: string): void {
    const key = keyOf(file, text);
    if (this.#places.has(key) || !canShare(file, text)) return;
    const place = path.join(path.dirname(file), `case${String(this.#places.size)}.${path.basename(file)}`);
    this.#places.set(key, place);
    this.texts.set(place, text);
  }

  /** Where a text is in the program; undefined where it has to have one of its own. */
  placeOf(file: string, text: string): string | undefined {
    return this.#places.get(keyOf(file, text));
  }
}

function keyOf(file: string, text: string): string {
  return `${file}\n${text}`;
}

/** Whether a file declares nothing that others in its program see without an import. */
function canShare(file: string, text: string): boolean {
  return (
    ts.isExternalModule(ts.createSourceFile(file, text, ts.ScriptTarget.Latest)) &&
    !/\bdeclare\s+(?:global|module)\b/.test(text)
  );
}

function readConfig(configFile: string): ts.ParsedCommandLine {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  return ts.getParsedCommandLineOfConfigFile(configFile, {}, host)!;
}
