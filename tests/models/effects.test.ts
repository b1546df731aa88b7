import { builtinModules } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { Sink } from '../../src/models/effects/effect.ts';
import { builtInSinks } from '../../src/models/effects/index.ts';
import { programOf } from '../type-utils/in-memory-program.ts';

const modules = [...new Set(builtInSinks.flatMap(({ of }) => of.packages))].filter((name) => name.startsWith('node:'));
const imports = modules.map((name, index) => `import * as m${String(index)} from '${name}'; m${String(index)};`);
const { program, file } = programOf({ 'a.ts': imports.join('\n') });
const checker = program.getTypeChecker();
const source = file('a.ts');

/** The exports of Node's modules, as the installed types declare them. */
const exportsOf = new Map(
  source.statements.filter(ts.isImportDeclaration).map((statement) => {
    const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
    const name = (statement.moduleSpecifier as ts.StringLiteral).text;
    return [name, module ? checker.getExportsOfModule(module) : []] as const;
  }),
);

function exportedSymbols({ of }: Sink, name: string): ts.Symbol[] {
  return of.packages.flatMap((module) => exportsOf.get(module)?.filter((symbol) => symbol.name === name) ?? []);
}

const ofNode = builtInSinks.filter(({ of }) => of.packages.every((name) => name.startsWith('node:')));
const labelOf = ({ of, methods }: Sink): string =>
  `${of.packages.join()}: ${(methods ?? of.names).join()}`.slice(0, 80);

describe('sinks of Node', () => {
  it('name modules that there are', () => {
    // Of Node 22, and only with its prefix.
    const later = ['node:sqlite'];

    expect(
      modules.filter((name) => !later.includes(name) && !builtinModules.includes(name.slice('node:'.length))),
    ).toEqual([]);
  });

  it.each(ofNode.filter(({ methods }) => !methods).map((sink) => [labelOf(sink), sink] as const))('%s', (_, sink) => {
    expect(sink.of.names.filter((name) => exportedSymbols(sink, name).length === 0)).toEqual([]);
  });

  it.each(
    ofNode
      .filter(({ methods, of }) => methods && !of.names.includes('Process'))
      .map((sink) => [labelOf(sink), sink] as const),
  )('methods: %s', (_, sink) => {
    const members = sink.of.names.flatMap((name) =>
      exportedSymbols(sink, name).flatMap((symbol) =>
        checker
          .getDeclaredTypeOfSymbol(symbol)
          .getProperties()
          .map((property) => property.name),
      ),
    );

    expect(sink.methods?.filter((method) => !members.includes(method))).toEqual([]);
  });

  it('leave out no function that the types of fs call a deletion or write to a path', () => {
    const named = new Set(builtInSinks.flatMap(({ of, methods }) => (methods ? [] : of.names)));
    const names = ['node:fs', 'node:fs/promises'].flatMap(
      (module) => exportsOf.get(module)?.map(({ name }) => name) ?? [],
    );
    const suspects = names.filter((name) =>
      /^(?:rm|unlink|write|append|truncate|rename|copy|cp|symlink|mkdir(?!temp))/.test(name),
    );

    expect(suspects.filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('every sink', () => {
  it.each(builtInSinks.map((sink) => [labelOf(sink), sink] as const))('%s', (_, { of, methods, when }) => {
    expect(of.packages.length).toBeGreaterThan(0);
    expect(of.names.length).toBeGreaterThan(0);
    // Any function of a package would be too many.
    expect(of.names.includes('*') && !methods).toBe(false);
    for (const list of [of.packages, of.names, methods ?? []]) expect(new Set(list).size).toBe(list.length);
    for (const method of methods ?? []) expect(method).toMatch(/^(?:[\w$]+\*?|\(\))$/);
    for (const word of when?.firstWord ?? []) expect(word).toBe(word.toUpperCase());
    expect(when?.argument ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('is said once', () => {
    const keys = builtInSinks.flatMap(({ of, methods, effect, when }) =>
      of.packages.flatMap((module) =>
        of.names.flatMap((name) =>
          (methods ?? ['']).map((method) => [module, name, method, effect, when?.argument, when?.property].join(' ')),
        ),
      ),
    );

    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
