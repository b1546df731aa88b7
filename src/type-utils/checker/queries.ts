import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { constituentsOf, textsOfType } from './constituents.ts';
import { lacksProperty } from './declared-options.ts';
import { type DataShape, isOverloaded, type SchemaShapes, ShapeReader } from './data-shapes.ts';
import { originOfCallee, originOfSymbol, originsOfExpression, type CalleeOrigin, type Origin } from './origin.ts';
import { declaredNamesIn, declaresNever, type DeclaredNames } from '../index/declared-names.ts';
import { answerOn, type RestsOn } from '../index/kept-answers.ts';
import { isExtended, overridesOf } from '../index/overrides.ts';
import { packageOfFile, type PackageCache } from '../package-of.ts';
import { type CallResult, givenBy, mayGiveNothing } from './call-result.ts';
import {
  declaredTypeOf,
  isDeclaredOutside,
  isPrimitive,
  isPromise,
  isStatedByLibrary,
  typeOf,
  withoutNullish,
} from './declared-type.ts';
import { symbolAt, symbolReferredTo, withoutAlias } from '../symbols.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { untypedOriginOf, untypedSourceOf } from './untyped-origin.ts';

const { SymbolFlags, TypeFlags } = typescript;

/** A function with a body that a call runs. */
export interface ResolvedFunction {
  readonly fn: syntax.FunctionLike;
  /** Called on `this` or `super`, so that it sees the caller's fields. */
  readonly sharesThis: boolean;
}

/** Methods of strings, arrays and maps that return a string, an array or an iterator again. */
const chainingMethods = new Set(
  'concat entries filter flat flatMap join keys map padEnd padStart replace replaceAll reverse slice sort split toLowerCase toUpperCase trim values'.split(
    ' ',
  ),
);

/** Packages that declare what Node has. */
const platformTypes: ReadonlySet<string> = new Set(['@types/node', 'undici-types', 'bun-types', '@types/bun']);

/** The built-in collections, and their methods that run nothing of the program. */
const collections: ReadonlySet<string | undefined> = new Set(['Array', 'Map', 'Set']);
const collectionMethods: ReadonlySet<string> = new Set(['add', 'clear', 'delete', 'get', 'has', 'push', 'set']);

/** Queries to the type checker, lazy and memoised for a program. The checker itself stays behind this door. */
export const compilerOf = memo((program: ts.Program): Compiler => new Compiler(program));

export class Compiler {
  readonly #program: ts.Program;
  #checkerInUse: ts.TypeChecker | undefined;
  readonly #packages: PackageCache = new Map();

  constructor(program: ts.Program) {
    this.#program = program;
  }

  /** Created when the first question comes: that alone takes the better part of a second in a large program. */
  get #checker(): ts.TypeChecker {
    return (this.#checkerInUse ??= this.#program.getTypeChecker());
  }

  /** Binds all files: until then the nodes of a file that no parser has touched do not know their parents. */
  bind(): void {
    this.#checkerInUse ??= this.#program.getTypeChecker();
  }

  /** What a query gives, from the program before where it is known from there. */
  #kept<Value>(query: string, node: ts.Node, compute: (restsOn: RestsOn) => Value): Value {
    return answerOn(this.#program, query, node, compute);
  }

  /** The classes, interfaces and aliases that an expression's type comes from, nearest first. */
  originsOf(expression: ts.Node): readonly Origin[] {
    return this.#kept('originsOf', expression, () => originsOfExpression(expression, this.#checker));
  }

  /** What a call or `new` is of. */
  calleeOrigin(call: ts.CallExpression | ts.NewExpression): CalleeOrigin | undefined {
    return this.#kept('calleeOrigin', call, (restsOn) => {
      const origin = originOfCallee(call, this.#checker);
      const name = syntax.lastNameOf(syntax.withoutAssertions(call.expression));
      // Otherwise it is of the type of what it is called on.
      if (name && !origin?.receiver.length) restsOn(() => symbolAt(name, this.#checker)?.declarations);
      return origin;
    });
  }

  /**
   * What a callee without types is, by the specifier of the module that it comes from. Only effects are matched by it: of
   * an SDK without types too little is known for its rules.
   */
  untypedOriginOf(callee: ts.Expression): CalleeOrigin | undefined {
    return untypedOriginOf(callee, this.#checker);
  }

  /** The names of the members, `constructor` included, that a class of the program and its bases in the program declare. */
  ownMembersOf(expression: ts.Node): readonly string[] {
    return this.#kept('ownMembersOf', expression, () => this.#ownMembers(expression));
  }

  #ownMembers(expression: ts.Node): readonly string[] {
    const names: string[] = [];
    let type: ts.Type | undefined = this.#instanceType(expression);
    while (type) {
      // A type without a name has no symbol, whatever the declaration says.
      const symbol = type.symbol as ts.Symbol | undefined;
      const declaration: ts.Declaration | undefined = symbol?.valueDeclaration;
      if (!declaration || !syntax.isClassLike(declaration) || declaration.getSourceFile().isDeclarationFile) break;
      for (const member of declaration.members) {
        if (syntax.isConstructorDeclaration(member)) names.push('constructor');
        else if (member.name && syntax.isIdentifier(member.name)) names.push(member.name.text);
      }
      [type] = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    }
    return names;
  }

  /** Whether what is at a path in a value surely has no property by a name, as its type is declared. */
  lacksProperty(value: ts.Expression, path: readonly string[], name: string): boolean {
    return this.#kept(`lacksProperty ${[...path, name].join('.')}`, value, () =>
      lacksProperty(typeOf(value, this.#checker), path, name, this.#checker),
    );
  }

  /** Whether a value is an instance of one class, and not of an intersection with others, as a mixin makes it. */
  isPlainInstance(expression: ts.Node): boolean {
    return this.#kept('isPlainInstance', expression, () => !this.#instanceType(expression).isIntersection());
  }

  #instanceType(expression: ts.Node): ts.Type {
    const type = typeOf(expression, this.#checker);
    const single = withoutNullish(type);
    return single && single.flags & TypeFlags.Object ? single : this.#checker.getNonNullableType(type);
  }

  /** The function that a call runs, when its body is in the program and no subclass can have replaced it. */
  functionCalledBy(call: ts.CallExpression): ResolvedFunction | undefined {
    const callee = syntax.withoutAssertions(call.expression);
    const fn = this.functionNamedBy(callee);
    if (!fn || (syntax.isMethodDeclaration(fn) && this.#isVirtual(fn))) return undefined;
    const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression.kind : undefined;
    return {
      fn,
      sharesThis: receiver === syntax.SyntaxKind.ThisKeyword || receiver === syntax.SyntaxKind.SuperKeyword,
    };
  }

  /** The getter with a body in the program that reading a member runs, when no subclass can have replaced it. */
  getterRunBy(access: ts.PropertyAccessExpression): ResolvedFunction | undefined {
    const getter = symbolAt(access.name, this.#checker)?.declarations?.find(syntax.isGetAccessor);
    if (!getter?.body || this.#mayBeReplaced(getter)) return undefined;
    return { fn: getter, sharesThis: access.expression.kind === syntax.SyntaxKind.ThisKeyword };
  }

  /** The setter with a body in the program that an assignment to a member runs, when no subclass can have replaced it. */
  setterRunBy(access: ts.PropertyAccessExpression): ts.SetAccessorDeclaration | undefined {
    const setter = symbolAt(access.name, this.#checker)?.declarations?.find(syntax.isSetAccessor);
    return setter?.body && !this.#mayBeReplaced(setter) ? setter : undefined;
  }

  /** The function with a body in the program that a name or member stands for, whether or not a subclass replaces it. */
  functionNamedBy(expression: ts.Expression): syntax.FunctionLike | undefined {
    const reference = syntax.withoutAssertions(expression);
    const isMember = syntax.isPropertyAccessExpression(reference);
    const name = isMember ? reference.name : reference;
    if (!syntax.isMemberName(name)) return undefined;
    return this.#kept('functionNamedBy', reference, (restsOn) => {
      const symbol = isMember ? this.#memberAt(reference) : symbolAt(name, this.#checker);
      restsOn(() => symbol?.declarations);
      const declaration = this.#valueOf(symbol);
      const fn = declaration && functionIn(declaration);
      return fn?.body ? fn : undefined;
    });
  }

  /** The class of the program that a `new` of a name makes an instance of. */
  classConstructedBy({ expression }: ts.NewExpression): ts.ClassLikeDeclaration | undefined {
    const name = syntax.withoutAssertions(expression);
    if (!syntax.isIdentifier(name)) return undefined;
    return this.#kept('classConstructedBy', name, (restsOn) => {
      const symbol = symbolAt(name, this.#checker);
      restsOn(() => symbol?.declarations);
      const declaration = this.#valueOf(symbol);
      return declaration && syntax.isClassLike(declaration) ? declaration : undefined;
    });
  }

  /** Where what a name or a member's name stands for is declared: for a member without the type that it is a member of. */
  originOfName(name: ts.Node): Origin | undefined {
    return this.#kept('originOfName', name, (restsOn) => {
      const symbol = symbolReferredTo(name, this.#checker);
      restsOn(() => symbol?.declarations);
      return symbol && originOfSymbol(symbol, this.#checker);
    });
  }

  /** Where the function that a reference holds is declared, whatever the name: `const { rm } = await import('…')`. */
  originOfFunction(reference: ts.Node): Origin | undefined {
    const symbol = this.#checker.getTypeAtLocation(reference).symbol as ts.Symbol | undefined;
    return symbol && symbol.flags & SymbolFlags.Function ? originOfSymbol(symbol, this.#checker) : undefined;
  }

  /** What a member of something is, as far as it can be one of the program's own functions. */
  #memberAt({ expression, name }: ts.PropertyAccessExpression): ts.Symbol | undefined {
    if (syntax.isPrivateIdentifier(name)) return symbolAt(name, this.#checker);
    if (!this.#declared.bodies.has(name.text)) return undefined;
    const value = syntax.withoutAssertions(expression);
    if (isLiteral(value)) return undefined;
    const receiver = declaredTypeOf(value, this.#checker);
    if (receiver)
      return isPrimitive(receiver) || isDeclaredOutside(receiver) ? undefined : receiver.getProperty(name.text);
    if (this.#isMadeByLibrary(value) || isStatedByLibrary(value, this.#checker)) return undefined;
    return symbolAt(name, this.#checker);
  }

  /** `text.split(',')`, `items.filter(…).map(…)`: strings, arrays and iterators that come from such ones. */
  #isMadeByLibrary(value: ts.Expression): boolean {
    if (!syntax.isCallExpression(value) || !syntax.isPropertyAccessExpression(value.expression)) return false;
    if (!chainingMethods.has(value.expression.name.text)) return false;
    const inner = syntax.withoutAssertions(value.expression.expression);
    if (isLiteral(inner)) return true;
    const type = declaredTypeOf(inner, this.#checker);
    return type ? isPrimitive(type) || this.#isOfLibrary(type) : this.#isMadeByLibrary(inner);
  }

  #isOfLibrary(type: ts.Type): boolean {
    const symbol = type.symbol as ts.Symbol | undefined;
    const files = symbol?.declarations?.map((each) => each.getSourceFile());
    return files?.every((file) => this.#program.isSourceFileDefaultLibrary(file)) ?? false;
  }

  /** The member that an element of an object pattern takes: of a module, what that exports. */
  memberTakenBy({ parent, propertyName, name, dotDotDotToken }: ts.BindingElement): ts.Node | undefined {
    const property = propertyName ?? name;
    if (!syntax.isObjectBindingPattern(parent) || dotDotDotToken || !syntax.isIdentifier(property)) return undefined;
    return this.#kept('memberTakenBy', property, (restsOn) => {
      const member = this.#checker.getPropertyOfType(this.#checker.getTypeAtLocation(parent), property.text);
      const symbol = member && withoutAlias(member, this.#checker);
      restsOn(() => symbol?.declarations);
      // Of a CommonJS module, members are copies beside a default export.
      return symbol?.valueDeclaration ?? symbol?.declarations?.[0];
    });
  }

  /** Whether an expression is a promise that is never fulfilled, by its type: `Promise<never>`. */
  isPromiseOfNever(expression: ts.Expression): boolean {
    const type = typeOf(expression, this.#checker);
    if (!isPromise(type)) return false;
    const [promised] = this.#checker.getTypeArguments(type as ts.TypeReference);
    return promised !== undefined && (promised.flags & TypeFlags.Never) !== 0;
  }

  /** Whether a value is a string, number or truth value, or missing, so that nothing can be reached through it. */
  isPrimitive(expression: ts.Expression): boolean {
    return this.#kept('isPrimitive', expression, () => {
      const type = typeOf(expression, this.#checker);
      return (type.isUnion() ? type.types : [type]).every(
        (part) => isPrimitive(part) || (part.flags & (TypeFlags.Undefined | TypeFlags.Null)) !== 0,
      );
    });
  }

  /** Whether a value is or may be a promise, or a query or cursor that runs when it is waited for or gone over. */
  isPending(expression: ts.Expression): boolean {
    return this.#kept('isPending', expression, () =>
      constituentsOf(typeOf(expression, this.#checker), this.#checker).some(
        (type) => givenBy(type, this.#checker) === 'promise',
      ),
    );
  }

  /**
   * The texts that an expression, or a property of its value, may be by its type; what is no text is left out. Undefined
   * where it may be any text.
   *
   * @param isAnyObject whether a value of type `any` may be an object with the property
   */
  textsByType(
    expression: ts.Expression,
    property: string | undefined,
    isAnyObject: boolean,
  ): readonly string[] | undefined {
    const query = `textsByType ${String(isAnyObject)} ${property ?? ''}`;
    return this.#kept(query, expression, () => this.#textsByType(expression, property, isAnyObject));
  }

  #textsByType(
    expression: ts.Expression,
    property: string | undefined,
    isAnyObject: boolean,
  ): readonly string[] | undefined {
    const checker = this.#checker;
    const type = checker.getTypeAtLocation(expression);
    if (property === undefined) return textsOfType(type, checker);
    const texts: string[] = [];
    for (const owner of constituentsOf(type, checker)) {
      if (owner.flags & (TypeFlags.Any | TypeFlags.Unknown)) {
        if (isAnyObject) return undefined;
        continue;
      }
      const member = checker.getPropertyOfType(owner, property);
      const held = member
        ? checker.getTypeOfSymbolAtLocation(member, expression)
        : checker.getIndexInfoOfType(owner, typescript.IndexKind.String)?.type;
      const found = held ? textsOfType(held, checker) : [];
      if (!found) return undefined;
      texts.push(...found);
    }
    return texts;
  }

  /** What an expression, or the object that a pattern takes apart, may be by its type. */
  shapeOf(node: ts.Node): DataShape {
    return this.#shapeAt('shapeOf', node, (reader) => reader.shapeOf(this.#checker.getTypeAtLocation(node)));
  }

  /** What a type that is written out stands for. */
  shapeOfTypeNode(node: ts.TypeNode): DataShape {
    return this.#shapeAt('shapeOfTypeNode', node, (reader) => reader.shapeOf(this.#checker.getTypeFromTypeNode(node)));
  }

  /** What a validator, or an object of validators, takes and gives by its type. Undefined: it is none. */
  schemaShapesOf(expression: ts.Expression): SchemaShapes | undefined {
    return this.#shapeAt('schemaShapesOf', expression, (reader) =>
      reader.schemaShapesOf(this.#checker.getTypeAtLocation(expression)),
    );
  }

  /**
   * What an expression has to be where it stands: by the parameter, the property or the result that it is for. Undefined:
   * that is not known, or the call has overloads.
   */
  expectedShapeOf(expression: ts.Expression): DataShape | undefined {
    return this.#shapeAt('expectedShapeOf', expression, (reader) => {
      const { parent } = expression;
      if (syntax.isCallOrNew(parent) && this.#isOverloaded(parent)) return undefined;
      const type = this.#checker.getContextualType(expression);
      const shape = type && reader.shapeOf(type);
      // With `exactOptionalPropertyTypes` the type of an optional property excludes `undefined`, which does no harm there.
      return shape?.kinds && this.#mayBeLeftOut(parent)
        ? { ...shape, kinds: new Set([...shape.kinds, 'undefined' as const]) }
        : shape;
    });
  }

  /** Whether a property that an object literal gives is optional where the object is taken. */
  #mayBeLeftOut(property: ts.Node): boolean {
    if (!syntax.isPropertyAssignment(property) || !syntax.isMemberName(property.name)) return false;
    const whole = this.#checker.getContextualType(property.parent);
    const taken = whole && this.#checker.getNonNullableType(whole).getProperty(property.name.text);
    return taken !== undefined && (taken.flags & SymbolFlags.Optional) !== 0;
  }

  #isOverloaded({ expression }: ts.CallExpression | ts.NewExpression): boolean {
    const name = syntax.lastNameOf(syntax.withoutAssertions(expression));
    return name !== undefined && isOverloaded(symbolAt(name, this.#checker)?.declarations);
  }

  #shapeAt<Shape>(query: string, node: ts.Node, read: (reader: ShapeReader) => Shape): Shape {
    return this.#kept(query, node, (restsOn) => {
      const reader = new ShapeReader(this.#checker, (type) => this.#isOfLibrary(type));
      const shape = read(reader);
      restsOn(() => reader.declarations);
      return shape;
    });
  }

  /** Whether a type that lacks `undefined` excludes it. */
  get isStrictAboutUndefined(): boolean {
    const { strict, strictNullChecks } = this.#program.getCompilerOptions();
    return strictNullChecks ?? strict ?? true;
  }

  /** The name of the package that a file belongs to. */
  packageOf({ fileName }: ts.SourceFile): string | undefined {
    return packageOfFile(fileName, this.#packages)?.name;
  }

  /** What a call gives, by its signature. */
  resultOfCall(call: ts.CallExpression | ts.NewExpression): CallResult {
    return this.#kept('resultOfCall', call, () => this.#typedResult(call)) ?? this.#untypedResult(call.expression);
  }

  #typedResult(call: ts.CallExpression | ts.NewExpression): CallResult | undefined {
    const checker = this.#checker;
    const declared = this.#declaredSignature(call);
    const signature = declared ? undefined : checker.getResolvedSignature(call);
    const declaration = declared ?? signature?.declaration;
    if (!declaration) return undefined;
    const file = declaration.getSourceFile();
    const owner = file.isDeclarationFile ? (this.packageOf(file) ?? '') : '';
    const type = declared
      ? checker.getTypeFromTypeNode(declared.type)
      : signature && checker.getReturnTypeOfSignature(signature);
    return {
      package: owner,
      isPlatform: this.#program.isSourceFileDefaultLibrary(file) || platformTypes.has(owner),
      gives: type ? givenBy(type, checker) : 'anything',
    };
  }

  /** The signature that the callee is declared with, if each says that it returns the same: to choose among them takes the arguments. */
  #declaredSignature({
    expression,
  }: ts.CallExpression | ts.NewExpression): (ts.SignatureDeclaration & { readonly type: ts.TypeNode }) | undefined {
    const callee = syntax.withoutAssertions(expression);
    const name = syntax.isPropertyAccessExpression(callee) ? callee.name : callee;
    const symbol = syntax.isIdentifier(name) ? symbolAt(name, this.#checker) : undefined;
    const [first, ...others] = (symbol?.declarations ?? []).filter(
      (each): each is ts.SignatureDeclaration & { readonly type: ts.TypeNode } =>
        (typescript.isFunctionLike(each) || syntax.isMethodSignature(each)) && each.type !== undefined,
    );
    // `stop(callback): void` and `stop(): Promise<void>`
    return others.every(({ type }) => isAlike(type, first?.type)) ? first : undefined;
  }

  #untypedResult(callee: ts.Expression): CallResult {
    const source = untypedSourceOf(callee, this.#checker);
    return {
      package: source?.package,
      isPlatform: source?.isPlatform ?? false,
      gives: source || this.#isUndeclared(callee) ? 'unresolved' : 'anything',
    };
  }

  /** Whether what an expression begins with comes from an import or a global that nothing declares. */
  isUnresolved(expression: ts.Expression): boolean {
    return untypedSourceOf(expression, this.#checker) !== undefined || this.#isUndeclared(expression);
  }

  /** The same, where it is handed on: Node's own functions, and those of the language, are known. */
  isUnresolvedFunction(expression: ts.Expression): boolean {
    return this.isUnresolved(expression) && !untypedSourceOf(expression, this.#checker)?.isPlatform;
  }

  /** Whether what an expression begins with is declared nowhere, such as an import of what a typed module does not export. */
  #isUndeclared(callee: ts.Expression): boolean {
    let root = syntax.withoutAssertions(callee);
    while (syntax.isAccess(root) || syntax.isCallExpression(root)) root = syntax.withoutAssertions(root.expression);
    return syntax.isIdentifier(root) && !symbolAt(root, this.#checker)?.declarations?.length;
  }

  /** Whether the callee is declared to return `never`, as TypeScript's own flow analysis demands it. */
  neverReturns(call: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const name = syntax.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (!syntax.isIdentifier(name)) return false;
    if (name !== callee && !this.#declared.never.has(name.text)) return false;
    return this.#kept('neverReturns', name, (restsOn) => {
      const declarations = symbolAt(name, this.#checker)?.declarations;
      restsOn(() => declarations);
      return declarations?.some(declaresNever) ?? false;
    });
  }

  /** Whether a call is of a method of a built-in collection that only keeps, finds or drops: it does not throw. */
  isOfCollection(call: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(callee) || !collectionMethods.has(callee.name.text)) return false;
    return this.#kept('isOfCollection', call, () => {
      const type = declaredTypeOf(syntax.withoutAssertions(callee.expression), this.#checker);
      const symbol: ts.Symbol | undefined = type?.symbol;
      return type !== undefined && collections.has(symbol?.name) && this.#isOfLibrary(type);
    });
  }

  /** Whether a value may be `true` or `false` by its type. */
  mayBeBoolean(node: ts.Node, isAnyBoolean = true): boolean {
    return this.#mayBe(node, isAnyBoolean ? TypeFlags.BooleanLike | TypeFlags.Any : TypeFlags.BooleanLike);
  }

  /** Whether a value may be `undefined` by its type. */
  mayBeMissing(node: ts.Node): boolean {
    return this.#mayBe(node, TypeFlags.Undefined);
  }

  /** Whether a function may give `undefined` by its type, or its promise may. */
  mayGiveNothing(fn: syntax.FunctionLike): boolean {
    if (!this.isStrictAboutUndefined) return true;
    return this.#kept('mayGiveNothing', fn, () => mayGiveNothing(fn, this.#checker));
  }

  #mayBe(node: ts.Node, wanted: number): boolean {
    return this.#kept(`mayBe ${String(wanted)}`, node, () => {
      const types = constituentsOf(this.#checker.getTypeAtLocation(node), this.#checker);
      return types.some(({ flags }) => (flags & wanted) !== 0);
    });
  }

  /** Whether a call is of a type predicate or an assertion function, other than of a text or number: `isAxiosError(error)`. */
  narrows(call: ts.CallExpression): boolean {
    return this.#kept('narrows', call, () => {
      if (!this.#mayNarrow(call)) return false;
      const signature = this.#checker.getResolvedSignature(call);
      const predicate = signature && this.#checker.getTypePredicateOfSignature(signature);
      const parameter = predicate?.type && signature?.parameters[predicate.parameterIndex ?? -1];
      if (!parameter) return false;
      const types = constituentsOf(this.#checker.getTypeOfSymbol(parameter), this.#checker);
      return !types.some(({ flags }) => (flags & (TypeFlags.StringLike | TypeFlags.NumberLike)) !== 0);
    });
  }

  /** As the text of the function tells which it runs: the checker looks at all arguments to find its signature. */
  #mayNarrow(call: ts.CallExpression): boolean {
    const fn = this.functionCalledBy(call)?.fn;
    if (!fn) return true;
    if (syntax.isAsync(fn) || syntax.isGenerator(fn)) return false;
    if (this.#isOverloaded(call)) return true;
    if (fn.type) return syntax.isTypePredicate(fn.type);
    // Without a type of its own it may have that of what holds it, or be found to be a predicate, but not an assertion.
    const { type } = syntax.parentOf(fn) as Partial<Pick<ts.VariableDeclaration, 'type'>>;
    return type !== undefined || !syntax.isExpressionStatement(call.parent);
  }

  /** Whether the cases of a `switch` without `default` cover everything its discriminant can be. */
  isExhaustive(node: ts.SwitchStatement): boolean {
    return this.#kept('isExhaustive', node, () => this.#coversAll(node));
  }

  #coversAll(node: ts.SwitchStatement): boolean {
    const checker = this.#checker;
    const type = checker.getTypeAtLocation(node.expression);
    const parts = type.isUnion() ? type.types : [type];
    const isUnit = (part: ts.Type): boolean => (part.flags & TypeFlags.Unit) !== 0;
    if (!parts.every(isUnit)) return false;
    const cases = node.caseBlock.clauses
      .filter(syntax.isCaseClause)
      .map((clause) => checker.getTypeAtLocation(clause.expression));
    return parts.every((part) => cases.some((covered) => isUnit(covered) && checker.isTypeAssignableTo(part, covered)));
  }

  /** Asked before the checker, which has to know the type of a receiver to tell what `items.filter` is. */
  get #declared(): DeclaredNames {
    return declaredNamesIn(this.#program);
  }

  #valueOf(symbol: ts.Symbol | undefined): ts.Declaration | undefined {
    const bodies = symbol?.declarations?.filter((d) => !syntax.isFunctionLike(d) || d.body);
    return bodies?.length === 1 ? bodies[0] : symbol?.valueDeclaration;
  }

  #isVirtual(method: ts.MethodDeclaration): boolean {
    return syntax.isClassLike(method.parent) && !isOnlyHere(method) && overridesOf(method, this.#program).length > 0;
  }

  /** Whether a subclass can have another member of an accessor's name, which need not be a function. */
  #mayBeReplaced(accessor: ts.AccessorDeclaration): boolean {
    const owner = syntax.isClassLike(accessor.parent) ? accessor.parent.name?.text : undefined;
    return owner !== undefined && !isOnlyHere(accessor) && isExtended(owner, this.#program);
  }
}

/** Whether no subclass can replace a member. */
function isOnlyHere(member: ts.MethodDeclaration | ts.AccessorDeclaration): boolean {
  return (
    syntax.isPrivateIdentifier(member.name) ||
    syntax.hasModifier(member, syntax.SyntaxKind.PrivateKeyword) ||
    syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)
  );
}

function isLiteral(value: ts.Expression): boolean {
  return (
    syntax.isStringLiteralLike(value) ||
    syntax.isTemplateExpression(value) ||
    syntax.isArrayLiteralExpression(value) ||
    value.kind === syntax.SyntaxKind.RegularExpressionLiteral
  );
}

function functionIn(declaration: ts.Declaration): syntax.FunctionLike | undefined {
  if (declaration.getSourceFile().isDeclarationFile) return undefined;
  if (syntax.isFunctionLike(declaration))
    return syntax.isGetAccessor(declaration) || syntax.isSetAccessor(declaration) ? undefined : declaration;
  const isConstant =
    (syntax.isVariableDeclaration(declaration) &&
      syntax.isVariableDeclarationList(declaration.parent) &&
      (declaration.parent.flags & syntax.NodeFlags.Const) !== 0) ||
    (syntax.isPropertyDeclaration(declaration) && syntax.hasModifier(declaration, syntax.SyntaxKind.ReadonlyKeyword)) ||
    syntax.isPropertyAssignment(declaration);
  if (!isConstant || !declaration.initializer) return undefined;
  const value = syntax.withoutAssertions(declaration.initializer);
  return syntax.isFunctionValue(value) ? value : undefined;
}

/** Whether two types of results have the same name, such as `Promise` of whatever. */
function isAlike(a: ts.TypeNode, b: ts.TypeNode | undefined): boolean {
  if (a.kind !== b?.kind) return false;
  return (
    !syntax.isTypeReferenceNode(a) || !syntax.isTypeReferenceNode(b) || a.typeName.getText() === b.typeName.getText()
  );
}
