import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as ast from 'typescript7/unstable/ast';
import type * as sync from 'typescript7/unstable/sync';
import { memo } from '../../memo.ts';

export type { ast, sync };

/**
 * What `typescript/unstable/ast` and `typescript/unstable/sync` of one installed compiler export. They are published as
 * unstable: a minor version may change them, which is why {@link loadNativeApi} looks at what is there.
 */
export interface NativeApi {
  readonly ast: typeof ast;
  readonly sync: typeof sync;
  /** How the trees of files are decoded, which it keeps to itself. */
  readonly nodes: { readonly RemoteSourceFile: new (data: Uint8Array, decoder: unknown) => object };
}

/** The syntax kinds by their names, as the numbers that nodes have: the enumerations of two compilers are not one type. */
export type KindNumbers = Readonly<Record<keyof (typeof ast)['SyntaxKind'], number>>;

/** What has to be there, by where it is. What only some programs need is not listed. */
const needed = {
  ast: ['SyntaxKind', 'NodeFlags', 'ModifierFlags', 'InternalSymbolName', 'isIdentifier', 'isExpression'],
  sync: ['API', 'SymbolFlags', 'TypeFlags', 'ObjectFlags', 'SignatureKind'],
  nodes: ['RemoteSourceFile'],
  API: ['updateSnapshot', 'parseConfigFile', 'close'],
  Program: ['getSourceFile', 'getSourceFileNames', 'getSyntacticDiagnostics', 'isSourceFileFromExternalLibrary'],
  Checker: [
    'getSymbolAtLocation',
    'getTypeAtLocation',
    'getTypeOfSymbol',
    'getDeclaredTypeOfSymbol',
    'getAliasedSymbol',
    'getResolvedSignature',
    'getSignaturesOfType',
    'getPropertyOfType',
    'getPropertiesOfType',
    'getContextualType',
    'getBaseConstraintOfType',
    'isTypeAssignableTo',
  ],
} as const;

/**
 * Loads the interface to an installed TypeScript 7.
 *
 * @param folder the compiler's package
 * @throws Error that says what is missing in this version
 */
export function loadNativeApi(folder: string): NativeApi {
  const inPackage = createRequire(join(folder, 'package.json'));
  const load = (file: string): unknown => (existsSync(join(folder, file)) ? inPackage(`./${file}`) : {});
  const api = {
    ast: load('dist/ast/index.js'),
    sync: load('dist/api/sync/api.js'),
    nodes: load('dist/api/node/node.js'),
  };
  const exported = api.sync as Readonly<Record<string, { readonly prototype?: object } | undefined>>;
  const places: Readonly<Record<keyof typeof needed, object | undefined>> = {
    ast: api.ast as object,
    sync: exported,
    nodes: api.nodes as object,
    API: exported.API?.prototype,
    Program: exported.Program?.prototype,
    Checker: exported.Checker?.prototype,
  };
  for (const [place, names] of Object.entries(needed)) {
    const owner = places[place as keyof typeof needed] ?? {};
    const missing = names.find((name) => !(name in owner));
    if (missing !== undefined) throw new Error(`its ${place} has no \`${missing}\``);
  }
  decodeOnce((api as NativeApi).nodes.RemoteSourceFile.prototype as object);
  return api as NativeApi;
}

/** How the text of a node is decoded, which its interface does each time that the text is read. */
interface Decoding {
  readonly sourceFile: object;
  getString: (index: number) => string;
}

/** Keeps the texts of a tree once they are decoded: the names of a program are read again and again. */
function decodeOnce(prototype: object): void {
  let owner: object | null = prototype;
  while (owner && !Object.hasOwn(owner, 'getString')) owner = Object.getPrototypeOf(owner) as object | null;
  if (!owner) return;
  const decoding = owner as Decoding;
  const { getString } = decoding;
  const textsOf = memo((_file: object): (string | undefined)[] => []);
  decoding.getString = function (this: Decoding, index) {
    const texts = textsOf(this.sourceFile);
    return (texts[index] ??= getString.call(this, index));
  };
}
