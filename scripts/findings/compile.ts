import { dirname } from 'node:path';
import type ts from 'typescript';
import type { Batch } from './programs.ts';

/** Makes programs that share what they read from the disk: parsing the SDKs is most of the cost of a small program. */
export function programsIn(compiler: typeof ts): (batch: Batch) => ts.Program {
  const parsed = new Map<string, ts.SourceFile | undefined>();
  const disk = onceEach(compiler.createCompilerHost({}, true));
  return ({ options, texts, rootNames, folder }) => {
    const host = compiler.createCompilerHost(options, true);
    const folders = new Set([...texts.keys()].flatMap(ancestorsOf));
    const key = (name: string): string =>
      `${String(options.target)} ${String(options.module)} ${String(options.moduleDetection)} ${name}`;
    return compiler.createProgram({
      rootNames,
      options,
      host: {
        ...host,
        getCurrentDirectory: () => folder,
        fileExists: (name) => texts.has(name) || disk.fileExists(name),
        readFile: (name) => texts.get(name) ?? host.readFile(name),
        directoryExists: (name) => folders.has(name) || disk.directoryExists(name),
        realpath: (name) => (texts.has(name) ? name : disk.realpath(name)),
        getSourceFile: (name, ...rest) => {
          const text = texts.get(name);
          if (text !== undefined) return compiler.createSourceFile(name, text, rest[0], true);
          if (!parsed.has(key(name))) parsed.set(key(name), host.getSourceFile(name, ...rest));
          return parsed.get(key(name));
        },
      },
    });
  };
}

/** What the disk says of each path, looked up once. */
function onceEach(host: ts.CompilerHost) {
  return {
    fileExists: remembered((name) => host.fileExists(name)),
    directoryExists: remembered((name) => host.directoryExists?.(name) === true),
    realpath: remembered((name) => host.realpath?.(name) ?? name),
  };
}

function remembered<T>(lookUp: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    if (!known.has(name)) known.set(name, lookUp(name));
    return known.get(name) as T;
  };
}

function ancestorsOf(file: string): string[] {
  const parent = dirname(file);
  return parent === file ? [] : [parent, ...ancestorsOf(parent)];
}
