import { resolve } from 'node:path';
import type ts from 'typescript';
import { packagesReadFor } from '../index/import-graph.ts';
import { describedPackage, packageOfFile } from '../package-of.ts';
import { ambientModuleOf } from './origin.ts';

/** Types by their names, and by where they are declared: the form of typescript-eslint's `TypeOrValueSpecifier`. */
export type TypeOrValueSpecifier =
  | string
  | { readonly from: 'file'; readonly name: string | readonly string[]; readonly path?: string }
  | { readonly from: 'lib'; readonly name: string | readonly string[] }
  | { readonly from: 'package'; readonly name: string | readonly string[]; readonly package: string };

const name = {
  oneOf: [{ type: 'string' }, { items: { type: 'string' }, minItems: 1, type: 'array', uniqueItems: true }],
} as const;

/** The JSON Schema of a list of them. */
export const typeOrValueSpecifiersSchema = {
  items: {
    oneOf: [
      { type: 'string' },
      {
        additionalProperties: false,
        properties: { from: { enum: ['file'], type: 'string' }, name, path: { type: 'string' } },
        required: ['from', 'name'],
        type: 'object',
      },
      {
        additionalProperties: false,
        properties: { from: { enum: ['lib'], type: 'string' }, name },
        required: ['from', 'name'],
        type: 'object',
      },
      {
        additionalProperties: false,
        properties: { from: { enum: ['package'], type: 'string' }, name, package: { type: 'string' } },
        required: ['from', 'name', 'package'],
        type: 'object',
      },
    ],
  },
  type: 'array',
} as const;

/** Whether the type of an expression is one of those that an option lists; of an intersection, whether a part of it is. */
export function isOfSomeType(node: ts.Node, specifiers: readonly TypeOrValueSpecifier[], program: ts.Program): boolean {
  if (specifiers.length === 0) return false;
  const type = program.getTypeChecker().getTypeAtLocation(node);
  const parts = type.isIntersection() ? [type, ...type.types] : [type];
  return parts.some((part) => specifiers.some((specifier) => isNamed(part, specifier, program)));
}

function isNamed(type: ts.Type, specifier: TypeOrValueSpecifier, program: ts.Program): boolean {
  // A type without a name has no symbol, whatever the declaration says.
  const symbol = (type.aliasSymbol ?? type.symbol) as ts.Symbol | undefined;
  if (typeof specifier === 'string') return symbol?.name === specifier;
  const names = typeof specifier.name === 'string' ? [specifier.name] : specifier.name;
  if (!symbol || !names.includes(symbol.name)) return false;
  return (symbol.declarations ?? []).some((declaration) => isFrom(declaration, specifier, program));
}

function isFrom(
  declaration: ts.Declaration,
  specifier: Exclude<TypeOrValueSpecifier, string>,
  program: ts.Program,
): boolean {
  const file = declaration.getSourceFile();
  switch (specifier.from) {
    case 'lib':
      return program.isSourceFileDefaultLibrary(file);
    case 'file':
      if (specifier.path !== undefined) return resolve(specifier.path) === resolve(file.fileName);
      return !program.isSourceFileDefaultLibrary(file) && !program.isSourceFileFromExternalLibrary(file);
    case 'package': {
      if (ambientModuleOf(declaration)?.text === specifier.package) return true;
      const found = packageOfFile(file.fileName, packagesReadFor(program));
      return describedPackage(found?.name ?? '') === specifier.package;
    }
  }
}
