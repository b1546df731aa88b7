import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import ts from 'typescript';
import plugin from '../../src/index.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';
import { exampleFolder } from './file-manager.ts';

/** How the file manager is compiled; programs that are checked here lie, in memory, beside its files. */
export const { options, fileNames: exampleFiles } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(exampleFolder, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config,
  ts.sys,
  exampleFolder,
);

const onDisk = sharingDeclarations(ts.createCompilerHost(options, true));
// The file manager's own files are the same for all programs too.
const parsed = new Map<string, ts.SourceFile | undefined>();

let program: ts.Program | undefined;

/** The program of the file manager as it is. */
export function exampleProgram(): ts.Program {
  program ??= ts.createProgram(exampleFiles, options, onDisk);
  return program;
}

/** A program of one file that is in memory, which it answers with, and of all that it imports. */
export function programOf(text: string, name = 'program.ts'): { program: ts.Program; source: ts.SourceFile } {
  const file = path.join(exampleFolder, name);
  const source = ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.ES2023 }, true);
  source.impliedNodeFormat = ts.ModuleKind.ESNext;
  const host: ts.CompilerHost = {
    ...onDisk,
    fileExists: (asked) => asked === file || onDisk.fileExists(asked),
    readFile: (asked) => (asked === file ? text : onDisk.readFile(asked)),
    getSourceFile: (asked, how) => {
      if (asked === file) return source;
      if (!parsed.has(asked)) parsed.set(asked, onDisk.getSourceFile(asked, how));
      return parsed.get(asked);
    },
  };
  return { program: ts.createProgram([file], options, host), source };
}

/** What the compiler says about a program, with the lines of its file, counted from 1. */
export function diagnosticsOf({ program, source }: ReturnType<typeof programOf>): { line: number; message: string }[] {
  return ts.getPreEmitDiagnostics(program, source).map(({ start = 0, code, messageText }) => ({
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    message: `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
  }));
}

/** What the strict rules say about a program's file. */
export function findingsOf({ program, source }: ReturnType<typeof programOf>): {
  line: number;
  rule: string;
  message: string;
}[] {
  const messages = new Linter().verify(
    source.text,
    {
      files: ['**/*.ts'],
      plugins: { 'agent-safety': plugin },
      languageOptions: { parser, parserOptions: { programs: [program] } },
      rules: plugin.configs.strict.rules ?? {},
    },
    { filename: source.fileName },
  );
  return messages.map(({ line, ruleId, message }) => ({
    line,
    rule: (ruleId ?? 'fatal').replace('agent-safety/', ''),
    message,
  }));
}
