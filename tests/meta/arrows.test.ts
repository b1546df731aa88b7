import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesUnder, textOf } from './repository.ts';

// Lint forbids the same imports while one types; this reads what is there, so that a disable comment cannot hide it.
const folders: Record<string, { readonly ours: readonly string[]; readonly packages: readonly (string | RegExp)[] }> = {
  analysis: { ours: [], packages: [] },
  models: { ours: [], packages: [] },
  'type-utils': {
    ours: [],
    packages: ['typescript', 'typescript7', 'jsonc-parser', 'semver', /^node:/],
  },
  config: { ours: ['models'], packages: ['ajv', 'canonicalize', 'jsonc-parser', 'semver', /^node:/] },
  program: { ours: ['analysis', 'models', 'type-utils'], packages: [/^node:/] },
  facts: {
    ours: ['program', 'config', 'analysis', 'models', 'type-utils'],
    packages: ['semver', /^node:/],
  },
  rules: {
    ours: ['facts', 'program', 'config', 'analysis', 'models', 'type-utils'],
    packages: [/^node:/],
  },
  hosts: {
    ours: ['rules', 'facts', 'config', 'type-utils'],
    packages: ['eslint', '@typescript-eslint/utils', /^node:/],
  },
  internal: { ours: ['rules', 'facts', 'program', 'config', 'analysis', 'models', 'type-utils'], packages: [] },
};

interface Import {
  readonly file: string;
  readonly specifier: string;
}

const imports = filesUnder('src', '.ts').flatMap(importsOf);

describe.each(Object.entries(folders))('src/%s', (folder, { ours, packages }) => {
  const own = imports.filter(({ file }) => file.startsWith(`src/${folder}/`));

  it('imports only folders that its arrow points to', () => {
    const wrong = own.filter(({ file, specifier }) => {
      // The package's own manifest is no module of a folder.
      if (!specifier.startsWith('.') || specifier.endsWith('/package.json')) return false;
      const [, target = ''] = path.posix.join(path.posix.dirname(file), specifier).split('/');
      const isHelper = ['memo.ts', 'multimap.ts'].includes(target) && packages.length > 0;
      return target !== folder && !isHelper && !ours.includes(target);
    });

    expect(wrong).toEqual([]);
  });

  it('imports only packages that it may know', () => {
    const wrong = own.filter(({ specifier }) => {
      if (specifier.startsWith('.')) return false;
      const name = specifier.startsWith('node:') ? specifier : packageNameOf(specifier);
      return !packages.some((allowed) => (typeof allowed === 'string' ? allowed === name : allowed.test(name)));
    });

    expect(wrong).toEqual([]);
  });
});

it('the command imports the plugin by its name, and what its own package.json has', () => {
  const { dependencies } = JSON.parse(textOf('packages/cli/package.json')) as { readonly dependencies: object };
  const wrong = filesUnder('packages/cli/src', '.ts')
    .flatMap(importsOf)
    .filter(({ file, specifier }) => {
      if (specifier.startsWith('.'))
        return !path.posix.join(path.posix.dirname(file), specifier).startsWith('packages/cli/');
      return !specifier.startsWith('node:') && !(packageNameOf(specifier) in dependencies);
    });

  expect(wrong).toEqual([]);
});

it('every folder of src is in the map', () => {
  const found = new Set(filesUnder('src', '.ts').map((file) => file.split('/')[1] ?? ''));
  for (const file of ['api.ts', 'index.ts', 'memo.ts', 'multimap.ts', 'oxlint.ts', 'plugin.ts']) found.delete(file);

  expect([...found].filter((folder) => !(folder in folders))).toEqual([]);
});

it('the compiler has one entrance, for types too', () => {
  const outside = imports.filter(({ file }) => !file.startsWith('src/type-utils/'));
  // What is checked before the compiler is loaded cannot come through what loads it.
  const past = outside.filter(
    ({ specifier }) =>
      specifier === 'typescript' || /\/type-utils\/(?!(?:index|supported-compiler)\.ts$)/.test(specifier),
  );

  expect(past).toEqual([]);
});

it('no files import each other in a circle', () => {
  const files = ['src', 'packages/cli/src', 'packages/runtime/src'].flatMap((folder) => filesUnder(folder, '.ts'));
  const importedBy = new Map(
    files.map((file) => [
      file,
      importsOf(file).flatMap(({ specifier }) =>
        specifier.startsWith('.') ? [path.posix.join(path.posix.dirname(file), specifier)] : [],
      ),
    ]),
  );

  expect(circlesOf(importedBy)).toEqual([]);
});

describe('the size of what there is', () => {
  const linesOf = (file: string) => textOf(file).split('\n').length - 1;
  const sizes = new Map(filesUnder('src', '.ts').map((file) => [file, linesOf(file)]));

  /** Files above the bound, each with the reason. */
  const long: Record<string, string> = {
    'src/program/flow/expressions.ts': 'one visitor over one grammar: a case for each kind of expression',
  };

  it('no file has more than 600 lines without a reason', () => {
    expect([...sizes].flatMap(([file, lines]) => (lines > 600 ? [file] : []))).toEqual(Object.keys(long));
  });

  it('no folder has more than 20 % of the lines', () => {
    const lines = new Map<string, number>();
    for (const [file, size] of sizes) {
      const [, floor = '', room = ''] = file.split('/');
      const folder = room.endsWith('.ts') ? floor : `${floor}/${room}`;
      lines.set(folder, (lines.get(folder) ?? 0) + size);
    }
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);

    expect([...lines].filter(([, size]) => size > all / 5)).toEqual([]);
  });
});

/** Files that reach themselves over imports, as the shortest path from each back to it. */
function circlesOf(imported: ReadonlyMap<string, readonly string[]>): string[] {
  return [...imported.keys()].flatMap((start) => {
    const cameFrom = new Map<string, string>();
    const waiting = [start];
    for (const file of waiting) {
      for (const next of imported.get(file) ?? []) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, file);
        waiting.push(next);
      }
    }
    if (!cameFrom.has(start)) return [];
    const circle = [start];
    for (let file = cameFrom.get(start); file !== start && file !== undefined; file = cameFrom.get(file))
      circle.unshift(file);
    return [[start, ...circle].join(' → ')];
  });
}

function importsOf(file: string): Import[] {
  const found: Import[] = [];
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest));
  return found;

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      add(node.moduleSpecifier);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal);
    } else if (ts.isCallExpression(node) && (isDynamicImport(node) || isRequire(node)) && node.arguments[0]) {
      add(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  }

  function add(specifier: ts.Node): void {
    if (ts.isStringLiteral(specifier)) found.push({ file, specifier: specifier.text });
  }
}

function isDynamicImport(call: ts.CallExpression): boolean {
  return call.expression.kind === ts.SyntaxKind.ImportKeyword;
}

/** `require(…)`, and `createRequire(…)(…)`. */
function isRequire({ expression }: ts.CallExpression): boolean {
  const callee = ts.isCallExpression(expression) ? expression.expression : expression;
  return ts.isIdentifier(callee) && (callee.text === 'require' || callee.text === 'createRequire');
}

function packageNameOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
