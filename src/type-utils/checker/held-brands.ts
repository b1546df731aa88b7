import type ts from 'typescript';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { type Brands, isReference, nameOf, partsOf, type Share } from './branded.ts';

const { SymbolFlags, TypeFlags } = typescript;

/** Types of the language whose type arguments are what they hold. */
const holders = new Set(
  'Array AsyncGenerator AsyncIterable AsyncIterableIterator Generator Iterable IterableIterator Map Promise PromiseLike ReadonlyArray ReadonlyMap ReadonlySet Set'.split(
    ' ',
  ),
);
/** How far below a value a branded one is looked for: `{ job: { token } }`, `Promise<Token>[]`. */
const MAX_DEPTH = 2;
/** What has more properties is no record of a program's own: an element of a page, a request. */
const MAX_PROPERTIES = 30;
const wildcard = TypeFlags.Any | TypeFlags.Never;

/** What takes values of any type: a function, or a value of its type. */
type Signature = ts.Signature;

/** Tells which types have branded values in them, as properties, elements or what is promised, and which functions take or return them. */
export class HeldBrands {
  readonly #checker: ts.TypeChecker;
  readonly #brands: Brands;
  readonly #allBrands: Brands;

  /** @param allBrands those types, and others that may stand beside them: what takes one or the other takes nothing else */
  constructor(program: ts.Program, brands: Brands, allBrands = brands) {
    this.#checker = program.getTypeChecker();
    this.#brands = brands;
    this.#allBrands = allBrands;
  }

  /** Whether an expression has a branded value in it, or is one. */
  isHeldBy(expression: ts.Expression): boolean {
    return this.#holds(this.#checker.getTypeAtLocation(expression), expression.getSourceFile());
  }

  /** The same of a type in the source. */
  isHeldByTypeNode(node: ts.TypeNode): boolean {
    return this.#holds(this.#checker.getTypeFromTypeNode(node), node.getSourceFile());
  }

  /** Whether the place that an expression stands in takes nothing but what is branded, or has something branded in it. */
  isHeldByContext(expression: ts.Expression): boolean {
    const type = this.#brands.expectedAt(expression) ?? this.#parameterTypeOf(expression);
    return type !== undefined && this.#holds(type, expression.getSourceFile());
  }

  /** Whether the place that an expression stands in takes records only, or a list of them, some of which have something branded in them. */
  isHeldBySomeInContext(expression: ts.Expression): boolean {
    const type = this.#brands.expectedAt(expression);
    if (!type) return false;
    const [element] =
      isReference(type) && holders.has(nameOf(type.target) ?? '') ? this.#checker.getTypeArguments(type) : [];
    const parts = partsOf(element ?? type);
    const isRecord = ({ flags }: ts.Type): boolean => (flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
    return parts.every(isRecord) && parts.some((part) => this.#holds(part, expression.getSourceFile()));
  }

  /**
   * How much of what is promised is branded: of a promise, and of any other value itself. `none` where nothing is promised.
   */
  shareOfPromised(node: ts.Expression | ts.TypeNode): Share {
    const type = syntax.isTypeNode(node)
      ? this.#checker.getTypeFromTypeNode(node)
      : this.#checker.getTypeAtLocation(node);
    return this.#isPromise(type) ? this.#shareOfAwaited(type, node.getSourceFile()) : 'none';
  }

  /** Whether a type is of a function or constructor that returns or promises branded values only. */
  isMadeBy(node: ts.Expression | ts.TypeNode): boolean {
    const type = syntax.isTypeNode(node)
      ? this.#checker.getTypeFromTypeNode(node)
      : this.#checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    const signatures = parts.flatMap((part) => [...part.getCallSignatures(), ...part.getConstructSignatures()]);
    return signatures.some((signature) => this.#returns(signature, node.getSourceFile()));
  }

  /** Whether a function is to return or promise branded values only, by the place that it stands in. */
  isMadeInContext(fn: ts.Expression): boolean {
    const [signature] = this.#checker.getContextualType(fn)?.getCallSignatures() ?? [];
    return signature !== undefined && this.#returns(signature, fn.getSourceFile());
  }

  /** Whether what a function states as its result is `any`, or promises it. */
  isAnyResult(type: ts.TypeNode): boolean {
    const stated = this.#checker.getTypeFromTypeNode(type);
    const result = this.#isPromise(stated) ? (this.#checker.getAwaitedType(stated) ?? stated) : stated;
    return (result.flags & (TypeFlags.Any | TypeFlags.Unknown)) !== 0;
  }

  /**
   * The first property of an object that is `any` where its place has a branded value: of `Object.assign(…)` and of variables,
   * while in an object literal the property's own value is looked at.
   */
  anyPropertyOf(expression: ts.Expression): string | undefined {
    const context = this.#brands.expectedAt(expression);
    if (!context || !(context.flags & TypeFlags.Object)) return undefined;
    if (syntax.isObjectLiteralExpression(syntax.withoutAssertions(expression))) return undefined;
    const type = this.#checker.getTypeAtLocation(expression);
    if (!(type.flags & (TypeFlags.Object | TypeFlags.Intersection)) || type === context) return undefined;
    const file = expression.getSourceFile();
    return this.#propertiesOf(context).find((property) => {
      const given = this.#checker.getPropertyOfType(type, property.name);
      if (!given || !(this.#checker.getTypeOfSymbol(given).flags & TypeFlags.Any)) return false;
      return this.#brands.shareOfType(this.#checker.getTypeOfSymbol(property), file) === 'all';
    })?.name;
  }

  /** Whether an expression is of a branded type of `any`, and its place takes one of something else: `Token<any, any>`. */
  isOfAnything(expression: ts.Expression): boolean {
    const context = this.#brands.expectedAt(expression);
    const type = this.#checker.getTypeAtLocation(expression);
    const file = expression.getSourceFile();
    if (!context || context === type || this.#brands.shareOfType(context, file) === 'none') return false;
    if (this.#brands.shareOfType(type, file) !== 'all' || !this.#hasAny(type)) return false;
    return !(context.isUnion() ? context.types : [context]).some((part) => this.#hasAny(part));
  }

  /** Whether a function takes a branded value, by its first signature. */
  takesBranded(fn: ts.Expression): boolean {
    return this.#takenBy(fn) !== undefined;
  }

  /** The index of the parameter by which a function takes a branded value, where its place calls it with `any`. */
  anyParameterOf(fn: ts.Expression): number | undefined {
    const taken = this.#takenBy(fn);
    const context = taken === undefined ? undefined : this.#contextOf(fn);
    if (taken === undefined || !context) return undefined;
    if (context.flags & TypeFlags.Any || nameOf(context) === 'Function') return taken;
    // The handler of a promise may be missing.
    const [caller] = partsOf(context).flatMap((part) => part.getCallSignatures());
    return caller && this.#givesAny(caller, taken) ? taken : undefined;
  }

  /** What a place takes; `any` of an argument of what is `any` itself. An argument that may be anything says nothing. */
  #contextOf(fn: ts.Expression): ts.Type | undefined {
    const { parent } = fn;
    const context = this.#checker.getContextualType(fn);
    if (!syntax.isCallOrNew(parent)) return context;
    if (context && !(context.flags & TypeFlags.Any)) return context;
    const callee = this.#checker.getTypeAtLocation(parent.expression);
    const isWritten = syntax.isFunctionValue(fn);
    return isWritten && callee.flags & TypeFlags.Any ? callee : undefined;
  }

  /** Whether a function type in the source lets a function be called with anything where it takes a branded value. */
  isLooserThan(node: ts.TypeNode, fn: ts.Expression): boolean {
    const [signature] = this.#checker.getTypeFromTypeNode(node).getCallSignatures();
    const taken = signature && this.#takenBy(fn);
    if (!signature || taken === undefined) return false;
    return this.#givesAny(signature, taken, TypeFlags.Any | TypeFlags.Unknown);
  }

  /** Whether a call leaves out a branded value that its function takes. */
  isLeftOutBy(call: ts.CallExpression): boolean {
    const count = call.arguments.length;
    if (call.arguments.some(syntax.isSpreadElement)) return false;
    const file = call.getSourceFile();
    const left = this.#checker.getResolvedSignature(call)?.parameters.slice(count) ?? [];
    return left.filter(isRequired).some((parameter) => {
      const type = this.#brands.typeTakenBy(parameter);
      return this.#brands.shareOfType(type, file) !== 'none' && this.#allBrands.shareOfType(type, file) === 'all';
    });
  }

  #givesAny({ parameters }: Signature, index: number, any = TypeFlags.Any): boolean {
    const parameter = parameters[index] ?? parameters.at(-1);
    if (!parameter) return false;
    const type = this.#checker.getTypeOfSymbol(parameter);
    const [declaration] = parameter.declarations ?? [];
    const isRest =
      declaration !== undefined && syntax.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
    if (!isRest) return parameters[index] !== undefined && (type.flags & any) !== 0;
    if (type.flags & any) return true;
    const [element] = isReference(type) ? this.#checker.getTypeArguments(type) : [];
    return element !== undefined && (element.flags & any) !== 0;
  }

  /** The parameter of a function that takes a branded value, or the promise of one, and nothing else. */
  #takenBy(fn: ts.Expression): number | undefined {
    const [signature] = this.#checker.getTypeAtLocation(fn).getCallSignatures();
    const file = fn.getSourceFile();
    const index = signature?.parameters.findIndex((parameter) =>
      this.#holds(this.#brands.typeTakenBy(parameter), file),
    );
    return index === undefined || index < 0 ? undefined : index;
  }

  /** The parameter that an argument is for, of a call whose type arguments were inferred of its arguments. */
  #parameterTypeOf(argument: ts.Expression): ts.Type | undefined {
    const { parent } = argument;
    if (!syntax.isCallExpression(parent)) return undefined;
    const parameters = this.#checker.getResolvedSignature(parent)?.parameters ?? [];
    const index = parent.arguments.indexOf(argument);
    const parameter = parameters[index] ?? parameters.at(-1);
    if (!parameter) return undefined;
    const type = this.#checker.getTypeOfSymbol(parameter);
    if (!isReference(type)) return parameters[index] && type;
    return parameter === parameters.at(-1)
      ? (this.#checker.getTypeArguments(type)[index - parameters.length + 1] ?? type)
      : type;
  }

  #returns(signature: Signature, file: ts.SourceFile): boolean {
    return this.#shareOfAwaited(this.#checker.getReturnTypeOfSignature(signature), file) === 'all';
  }

  #shareOfAwaited(type: ts.Type, file: ts.SourceFile): Share {
    return this.#brands.shareOfType(this.#checker.getAwaitedType(type) ?? type, file);
  }

  #isPromise(type: ts.Type): boolean {
    return isReference(type) && /^Promise(Like)?$/.test(nameOf(type.target) ?? '');
  }

  #hasAny(type: ts.Type): boolean {
    const own = type.aliasTypeArguments ?? (isReference(type) ? this.#checker.getTypeArguments(type) : []);
    return own.some(({ flags }) => (flags & TypeFlags.Any) !== 0);
  }

  /** Whether all that a value of a type may be is branded, or has something branded in it. */
  #holds(type: ts.Type, file: ts.SourceFile, depth = 0): boolean {
    if (type.flags & (wildcard | TypeFlags.Unknown)) return false;
    const parts = partsOf(type);
    const isOne = (part: ts.Type): boolean => this.#allBrands.shareOfType(part, file) === 'all';
    const isOwn = (part: ts.Type): boolean => !isOne(part) || this.#brands.shareOfType(part, file) === 'all';
    return parts.some(isOwn) && parts.every((part) => isOne(part) || this.#hasInside(part, file, depth));
  }

  #hasInside(type: ts.Type, file: ts.SourceFile, depth: number): boolean {
    if (depth >= MAX_DEPTH || !(type.flags & (TypeFlags.Object | TypeFlags.Intersection))) return false;
    if (isReference(type) && (holders.has(nameOf(type.target) ?? '') || this.#isTuple(type)))
      return this.#checker.getTypeArguments(type).some((each) => this.#holds(each, file, depth + 1));
    const index = this.#checker.getIndexInfoOfType(type, typescript.IndexKind.String)?.type;
    if (index && this.#holds(index, file, depth + 1)) return true;
    return this.#propertiesOf(type).some((property) =>
      this.#holds(this.#checker.getTypeOfSymbol(property), file, depth + 1),
    );
  }

  /** The properties of a record: not of a class of many, and without methods. */
  #propertiesOf(type: ts.Type): readonly ts.Symbol[] {
    const properties = this.#checker.getPropertiesOfType(type);
    if (properties.length > MAX_PROPERTIES) return [];
    return properties.filter(({ flags }) => !(flags & (SymbolFlags.Method | SymbolFlags.Function)));
  }

  #isTuple({ target }: ts.TypeReference): boolean {
    return (target.objectFlags & typescript.ObjectFlags.Tuple) !== 0;
  }
}

function isRequired({ declarations }: ts.Symbol): boolean {
  return declarations?.some((each) => syntax.isParameter(each) && !each.questionToken && !each.initializer) === true;
}
