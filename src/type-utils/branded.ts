import type tsModule from 'typescript';
import { typeOf } from './declared-type.ts';
import { filesReaching } from './import-graph.ts';
import { matches, originsOfType, type OriginPattern } from './origin.ts';
import { ts } from './typescript.ts';

/** How much of what a value may be is of a branded type; `undefined` and `null` do not count. */
export type Share = 'all' | 'some' | 'none';

/**
 * Tells which types are branded: those that some exports name, and those that have the unique symbol of another export as
 * a key, whatever their own names are.
 */
export class Brands {
  readonly #checker: tsModule.TypeChecker;
  readonly #types: readonly OriginPattern[];
  readonly #symbols: ReadonlySet<tsModule.__String>;

  constructor(program: tsModule.Program, types: readonly OriginPattern[], brands: readonly OriginPattern[]) {
    this.#checker = program.getTypeChecker();
    this.#types = types;
    this.#symbols = new Set(brands.flatMap((brand) => uniqueSymbolsOf(brand, program)));
  }

  /** What a value of this expression may be. */
  shareOf(expression: tsModule.Node): Share {
    return this.#shareOfType(typeOf(expression, this.#checker));
  }

  /** What the place that an expression stands in takes: the parameter, the variable with a type, the result. */
  shareOfContext(expression: tsModule.Expression): Share {
    const type = this.#checker.getContextualType(expression);
    return type ? this.#shareOfType(type) : 'none';
  }

  /** What a type in the source says. */
  shareOfTypeNode(node: tsModule.TypeNode): Share {
    return this.#shareOfType(this.#checker.getTypeFromTypeNode(node));
  }

  /** Whether the checker lets an expression stand for anything: it is `any`, or `never`. */
  fitsAnything(expression: tsModule.Node): boolean {
    return (this.#checker.getTypeAtLocation(expression).flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) !== 0;
  }

  /** Whether an expression has what the place it stands in takes, so that the checker does not object. */
  isFitting(expression: tsModule.Expression): boolean {
    const type = this.#checker.getContextualType(expression);
    return !type || this.#checker.isTypeAssignableTo(this.#checker.getTypeAtLocation(expression), type);
  }

  /** Whether what is asserted to be of a type is of it already. */
  isAlready(expression: tsModule.Expression, node: tsModule.TypeNode): boolean {
    const checker = this.#checker;
    return checker.isTypeAssignableTo(checker.getTypeAtLocation(expression), checker.getTypeFromTypeNode(node));
  }

  #shareOfType(type: tsModule.Type): Share {
    const parts = (type.isUnion() ? type.types : [type]).filter((part) => !(part.flags & nullish));
    const branded = parts.filter((part) => this.#isBranded(part));
    return branded.length === 0 ? 'none' : branded.length === parts.length ? 'all' : 'some';
  }

  #isBranded(type: tsModule.Type): boolean {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never)) return false;
    const isNamed = originsOfType(type, this.#checker).some((origin) =>
      this.#types.some((pattern) => matches(origin, pattern)),
    );
    return isNamed || (this.#symbols.size > 0 && this.#hasSymbol(type));
  }

  #hasSymbol(type: tsModule.Type): boolean {
    return this.#checker.getPropertiesOfType(type).some(({ escapedName }) => this.#symbols.has(escapedName));
  }
}

const nullish = ts.TypeFlags.Undefined | ts.TypeFlags.Null;

/** The names, to the checker, of the unique symbols that an exported interface or type has as keys. */
function uniqueSymbolsOf(pattern: OriginPattern, program: tsModule.Program): tsModule.__String[] {
  const checker = program.getTypeChecker();
  const files = filesReaching(program, [pattern]);
  return [...files].flatMap((file) =>
    file.statements.flatMap((statement) => {
      const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
      const symbol =
        isType && pattern.names.includes(statement.name.text) && checker.getSymbolAtLocation(statement.name);
      if (!symbol) return [];
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      if (!originsOfType(type, checker).some((origin) => matches(origin, pattern))) return [];
      return checker
        .getPropertiesOfType(type)
        .map(({ escapedName }) => escapedName)
        .filter((name) => (name as string).startsWith('__@'));
    }),
  );
}
