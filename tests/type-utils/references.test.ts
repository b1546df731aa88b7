import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { declarationOf, usesOf } from '../../src/type-utils/references.ts';
import { programOf } from './in-memory-program.ts';

const declaring = 'export function erase(): void {}\nexport class Eraser { erase(): void {} }\nerase();';

/** Ways in which a file can name `erase` of `erase.ts`, each in files of its own. */
const ways: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['an import', { 'use.ts': "import { erase } from './erase.js'; erase();" }],
  ['an import by another name', { 'use.ts': "import { erase as remove } from './erase.js'; remove();" }],
  ['a namespace', { 'use.ts': "import * as files from './erase.js'; files.erase();" }],
  ['an import at run time', { 'use.ts': "(await import('./erase.js')).erase();" }],
  ['the type of an import', { 'use.ts': "declare const files: typeof import('./erase.js'); files.erase();" }],
  ['`export *`', { 'all.ts': "export * from './erase.js';", 'use.ts': "import { erase } from './all.js'; erase();" }],
  [
    'two files that export it again',
    {
      'one.ts': "export { erase as remove } from './erase.js';",
      'two.ts': "import { remove } from './one.js'; export { remove };",
      'use.ts': "import { remove } from './two.js'; remove();",
    },
  ],
  [
    'a default export',
    {
      'one.ts': "import { erase } from './erase.js';\nexport default erase;",
      'use.ts': "import erase from './one.js'; erase();",
    },
  ],
  [
    'a namespace that another file hands on',
    {
      'one.ts': "import * as files from './erase.js';\nexport const api = { files };",
      'two.ts': "import { api } from './one.js';\nexport function run() { return api.files.erase(); }",
    },
  ],
  [
    'an exported namespace',
    { 'one.ts': "export * as files from './erase.js';", 'use.ts': "import { files } from './one.js'; files.erase();" },
  ],
  [
    'a module that a function of another file gives',
    {
      'one.ts': "export function load() { return import('./erase.js'); }",
      'two.ts': "import { load } from './one.js';\nexport const files = await load();",
      'use.ts': "import { files } from './two.js'; files.erase();",
    },
  ],
];

it.each(ways)('finds the uses of a function through %s', (_, texts) => {
  const { program, file } = programOf(
    { 'erase.ts': declaring, 'other.ts': 'export function erase(): void {}\nerase();', ...texts },
    { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  );
  const declaration = file('erase.ts').statements.find(ts.isFunctionDeclaration);
  if (!declaration) throw new Error('There is no function.');
  const found = placesOf(usesOf(declaration, program));
  expect(found).toEqual(placesOf(everyNameOf(declaration, program)));
  expect(found.some((place) => place.startsWith(Object.keys(texts).at(-1) ?? ''))).toBe(true);
});

/** The names in all files that the checker resolves to a declaration. */
function everyNameOf(declaration: ts.FunctionDeclaration, program: ts.Program): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node !== declaration.name && declarationOf(node, program) === declaration)
      found.push(node);
    ts.forEachChild(node, visit);
  };
  for (const each of program.getSourceFiles()) if (!each.isDeclarationFile) visit(each);
  return found;
}

function placesOf(names: readonly ts.Node[]): readonly string[] {
  return names.map((name) => `${posix.basename(name.getSourceFile().fileName)}:${String(name.getStart())}`).sort();
}
