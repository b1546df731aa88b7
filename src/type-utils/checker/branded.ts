import type ts from 'typescript';
import { typeOf } from './declared-type.ts';
import { filesReaching } from '../index/import-graph.ts';
import { matches, originOfSymbol, originsOfType, type OriginPattern } from './origin.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

const { TypeFlags } = typescript;

/** How much of what a value may be is of a branded type; `undefined` and `null` do not count. */
export type Share = 'all' | 'some' | 'none';

/**
 * Tells which types are branded: those that some exports name, and those that have the unique symbol of another export as
 * a key, whatever their own names are. In the file that declares it, a type of the latter kind is not: that is where its
 * values are made.
 */
export class Brands {
  readonly #checker: ts.TypeChecker;
  readonly #types: readonly OriginPattern[];
  readonly #symbols: ReadonlySet<ts.__String>;
  readonly #packages: ReadonlySet<string>;

  constructor(program: ts.Program, types: readonly OriginPattern[], brands: readonly OriginPattern[]) {
    this.#checker = program.getTypeChecker();
    this.#types = types;
    this.#packages = new Set(types.flatMap(({ packages }) => packages));
    this.#symbols = new Set(brands.flatMap((brand) => uniqueSymbolsOf(brand, program)));
  }

  /** What a value of this expression may be. */
  shareOf(expression: ts.Node): Share {
    return this.shareOfType(typeOf(expression, this.#checker), expression.getSourceFile());
  }

  /** What the place that an expression stands in takes: the parameter, the variable with a type, the result. */
  shareOfContext(expression: ts.Expression): Share {
    const type = this.expectedAt(expression);
    return type ? this.shareOfType(type, expression.getSourceFile()) : 'none';
  }

  /** The type of the place that an expression stands in. */
  expectedAt(expression: ts.Expression): ts.Type | undefined {
    const parameter = parameterFor(expression, this.#checker);
    return (parameter && this.#defaultOf(parameter)) ?? this.#checker.getContextualType(expression);
  }

  /** The type of what is passed for a parameter. */
  typeTakenBy(parameter: ts.Symbol): ts.Type {
    return this.#defaultOf(parameter) ?? this.#checker.getTypeOfSymbol(parameter);
  }

  /** Whether an expression is of a type that its own file declares with the brand as a key, so that it is not branded there. */
  isBrandedAtHome(expression: ts.Expression): boolean {
    const parts = partsOf(typeOf(expression, this.#checker));
    const file = expression.getSourceFile();
    return parts.length > 0 && parts.every((part) => this.#hasSymbol(part) && !this.#isBranded(part, file));
  }

  /** What a type in the source says. */
  shareOfTypeNode(node: ts.TypeNode): Share {
    return this.shareOfType(this.#checker.getTypeFromTypeNode(node), node.getSourceFile());
  }

  /** The file of the program that declares a branded type: of a type in the source, or of what an expression's place takes. */
  homeOf(node: ts.Expression | ts.TypeNode): ts.SourceFile | undefined {
    const type = syntax.isTypeNode(node)
      ? this.#checker.getTypeFromTypeNode(node)
      : (this.expectedAt(node) ?? typeOf(node, this.#checker));
    const parts = type.isUnion() ? type.types : [type];
    return parts
      .filter((part) => !this.#isNamed(part) && this.#hasSymbol(part))
      .flatMap((part) => this.#homesOf(part))[0];
  }

  /** Of `any` and `never`, which the checker lets stand for anything: which one an expression is. */
  wildcardIn(expression: ts.Node): 'any' | 'never' | undefined {
    const { flags } = this.#checker.getTypeAtLocation(expression);
    return flags & TypeFlags.Any ? 'any' : flags & TypeFlags.Never ? 'never' : undefined;
  }

  /** Whether an expression has what the place it stands in takes, so that the checker does not object. */
  isFitting(expression: ts.Expression): boolean {
    const type = this.expectedAt(expression);
    return !type || this.#checker.isTypeAssignableTo(this.#checker.getTypeAtLocation(expression), type);
  }

  /** Whether what is asserted to be of a type is of it already. */
  isAlready(expression: ts.Expression, node: ts.TypeNode): boolean {
    const checker = this.#checker;
    return checker.isTypeAssignableTo(checker.getTypeAtLocation(expression), checker.getTypeFromTypeNode(node));
  }

  /** What a value of a type may be, in a file. For this folder. */
  shareOfType(type: ts.Type, file: ts.SourceFile): Share {
    const parts = partsOf(type);
    const branded = parts.filter((part) => this.#isBranded(part, file));
    return branded.length === 0 ? 'none' : branded.length === parts.length ? 'all' : 'some';
  }

  /**
   * The branded type that a parameter takes where its own type, by an alias of the brand's package, is a condition on what is
   * given: `token: TokenGiven<Proof>`, where `Proof = Token`, is the type of the token or a text that states the mistake. The
   * default of the type parameter is what it takes.
   */
  #defaultOf({ declarations }: ts.Symbol): ts.Type | undefined {
    const parameter = declarations?.find(syntax.isParameter);
    if (!parameter?.type || !syntax.isTypeReferenceNode(parameter.type)) return undefined;
    const defaults = defaultsIn(parameter.type, parameter.parent);
    if (defaults.length === 0 || !this.#isOwnCondition(parameter.type)) return undefined;
    return defaults
      .map((node) => this.#checker.getTypeFromTypeNode(node))
      .find((type) => this.shareOfType(type, parameter.getSourceFile()) !== 'none');
  }

  #isOwnCondition(node: ts.TypeReferenceNode): boolean {
    const { flags, aliasSymbol } = this.#checker.getTypeFromTypeNode(node);
    const origin = flags & TypeFlags.Conditional && aliasSymbol && originOfSymbol(aliasSymbol, this.#checker);
    return origin ? this.#packages.has(origin.package) : false;
  }

  #isBranded(type: ts.Type, file: ts.SourceFile): boolean {
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) return false;
    return this.#isNamed(type) || (this.#hasSymbol(type) && !this.#homesOf(type).includes(file));
  }

  /** The files that declare a type, and not an alias that any type can be put into. */
  #homesOf(type: ts.Type): readonly ts.SourceFile[] {
    const alias = type.aliasSymbol;
    const isOwn = !alias || this.#hasSymbol(this.#checker.getDeclaredTypeOfSymbol(alias));
    return isOwn ? homesOf(type) : [];
  }

  #isNamed(type: ts.Type): boolean {
    return originsOfType(type, this.#checker).some((origin) => this.#types.some((pattern) => matches(origin, pattern)));
  }

  #hasSymbol(type: ts.Type): boolean {
    if (this.#symbols.size === 0) return false;
    return this.#checker.getPropertiesOfType(type).some(({ escapedName }) => this.#symbols.has(escapedName));
  }
}

/** The parameter that an expression is the argument for. */
function parameterFor(expression: ts.Expression, checker: ts.TypeChecker): ts.Symbol | undefined {
  let argument: ts.Node = expression;
  while (syntax.isParenthesizedExpression(argument.parent) || syntax.isNonNullExpression(argument.parent))
    argument = argument.parent;
  const { parent: call } = argument;
  if (!syntax.isCallOrNew(call) || call.expression === argument) return undefined;
  const given = call.arguments ?? [];
  const index = given.findIndex((each) => each === argument || syntax.isSpreadElement(each));
  return given[index] === argument ? checker.getResolvedSignature(call)?.parameters[index] : undefined;
}

/** The defaults of the type parameters of a function that are arguments of a type. */
function defaultsIn({ typeArguments }: ts.TypeReferenceNode, fn: ts.SignatureDeclaration): readonly ts.TypeNode[] {
  const names = new Set(typeArguments?.map((argument) => argument.getText()));
  const parameters = fn.typeParameters ?? [];
  return parameters.flatMap((each) => (names.has(each.name.text) ? (syntax.defaultOf(each) ?? []) : []));
}

/** What a value of a type may be, but for `undefined` and `null`. For this folder. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  const nullish = TypeFlags.Undefined | TypeFlags.Null;
  return (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & nullish));
}

/** Whether a type is a generic one with its arguments: `Promise<string>`. */
export function isReference(type: ts.Type): type is ts.TypeReference {
  return (type as Partial<ts.TypeReference>).target !== undefined;
}

/** Tuples and types that are written out have no symbol, whatever the declaration says. */
export function nameOf({ symbol }: ts.Type): string | undefined {
  return (symbol as ts.Symbol | undefined)?.name;
}

/** The files of the program, and not of packages, that declare a type. */
function homesOf(type: ts.Type): ts.SourceFile[] {
  // A type without a name has no symbol, whatever the declaration says.
  const symbol = (type.aliasSymbol ?? type.symbol) as ts.Symbol | undefined;
  const named = symbol?.declarations?.filter(isNamedType) ?? [];
  return named.map((declaration) => declaration.getSourceFile()).filter((file) => !file.isDeclarationFile);
}

function isNamedType(node: ts.Declaration): boolean {
  return syntax.isTypeAliasDeclaration(node) || syntax.isInterfaceDeclaration(node) || syntax.isClassLike(node);
}

/** The names, to the checker, of the unique symbols that an exported interface or type has as keys. */
function uniqueSymbolsOf(pattern: OriginPattern, program: ts.Program): ts.__String[] {
  const checker = program.getTypeChecker();
  const files = filesReaching(program, [pattern]);
  return [...files].flatMap((file) =>
    file.statements.flatMap((statement) => {
      const isType = syntax.isInterfaceDeclaration(statement) || syntax.isTypeAliasDeclaration(statement);
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
