import { existsSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import type { Batch } from '../findings/programs.ts';

/** Programs as a worker takes them. */
export interface WrittenBatch {
  /** The path of the configuration: one of the texts, or on disk. */
  readonly config: string;
  readonly texts: readonly (readonly [path: string, text: string])[];
  readonly linted: readonly { readonly id: string; readonly file: string }[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A batch as a worker takes it, with a configuration that has its files. */
export function written({ folder, options, rootNames, texts, linted, settings }: Batch): WrittenBatch {
  const config = join(folder, 'tsconfig.compared.json');
  const base = join(folder, 'tsconfig.json');
  const text = JSON.stringify({
    ...(existsSync(base) ? { extends: './tsconfig.json' } : { compilerOptions: namedOptions(options) }),
    files: rootNames,
    include: [],
    exclude: [],
    references: [],
  });
  return {
    config,
    texts: [[config, text], ...texts],
    linted: linted.map(({ id, file }) => ({ id, file })),
    settings,
  };
}

/** Options as a `tsconfig.json` has them: by name. */
function namedOptions({
  target,
  module,
  moduleResolution,
  moduleDetection,
  jsx,
  lib,
  ...rest
}: ts.CompilerOptions): object {
  const nameIn = (names: object, value: number | undefined): string | undefined =>
    value === undefined
      ? undefined
      : Object.entries(names)
          .find(([, each]) => each === value)?.[0]
          .toLowerCase();
  const { configFilePath: _path, ...others } = rest;
  return {
    ...others,
    target: nameIn(ts.ScriptTarget, target),
    module: nameIn(ts.ModuleKind, module),
    moduleResolution: nameIn(ts.ModuleResolutionKind, moduleResolution),
    moduleDetection: nameIn(ts.ModuleDetectionKind, moduleDetection),
    jsx: jsx === ts.JsxEmit.Preserve ? 'preserve' : jsx === ts.JsxEmit.ReactJSX ? 'react-jsx' : undefined,
    lib: lib?.map((each) => each.replace(/^lib\.|\.d\.ts$/g, '')),
  };
}
