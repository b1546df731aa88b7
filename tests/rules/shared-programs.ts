import * as typescriptParser from '@typescript-eslint/parser';
import ts from 'typescript';

/**
 * The parser of typescript-eslint over programs in which the linted text stands for its file on disk. All other files are
 * shared by the programs: parsing the SDKs anew for each would be most of the cost of a small test.
 */
export function parserOver(configFile: string): typeof typescriptParser {
  const { options, fileNames } = readConfig(configFile);
  const host = ts.createCompilerHost(options, true);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  let oldProgram: ts.Program | undefined;

  const sharing: ts.CompilerHost = {
    ...host,
    getSourceFile: (name, version, onError) => {
      if (!parsed.has(name)) parsed.set(name, host.getSourceFile(name, version, onError));
      return parsed.get(name);
    },
  };

  const programOf = (path: string, text: string): ts.Program => {
    const withText: ts.CompilerHost = {
      ...sharing,
      readFile: (name) => (name === path ? text : host.readFile(name)),
      getSourceFile: (name, ...rest) =>
        name === path ? ts.createSourceFile(name, text, rest[0], true) : sharing.getSourceFile(name, ...rest),
    };
    const rootNames = fileNames.includes(path) ? fileNames : [...fileNames, path];
    oldProgram = ts.createProgram({ rootNames, options, host: withText, oldProgram });
    return oldProgram;
  };

  return {
    ...typescriptParser,
    parseForESLint: (code, parserOptions) => {
      const text = typeof code === 'string' ? code : code.text;
      const program = programOf(parserOptions?.filePath ?? '', text);
      return typescriptParser.parseForESLint(code, { ...parserOptions, project: null, programs: [program] });
    },
  };
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
