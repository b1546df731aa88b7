import { addTo } from '../../multimap.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  compilerOf,
  declarationOf,
  isConstant,
  isExported,
  isInside,
  isLibraryFile,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import {
  callSitesOf,
  constructionsOf,
  functionsAround,
  isReplacement,
  methodCalledWith,
  namedDeclarationOf,
  referenceOf,
} from '../values/functions.ts';
import { anywhere, isReadByText, nodesIn } from '../values/nodes.ts';
import { isCallee } from './kept-functions.ts';
import { fillingsOf } from './owners.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** What is known of the calls and members that an object meets, by the role it has there: itself, or what was made of it. */
export interface Encounters<Role> {
  /** What a call makes of an object among its arguments. Undefined: the call is followed if it is of the program, else the object escapes. */
  readonly given: (call: Call, role: Role) => { readonly gives: Role | undefined } | undefined;
  /** Whether reading or calling a member lets nobody else have the object. */
  readonly keeps: (access: ts.PropertyAccessExpression, role: Role) => boolean;
}

/** Where an object goes in the whole program, from the expression that makes it. */
export interface Journey<Role> {
  /** It reaches code that is not followed, or that is not part of the program. */
  readonly escapes: boolean;
  readonly calls: readonly { readonly call: Call; readonly role: Role }[];
  readonly members: readonly { readonly access: ts.PropertyAccessExpression; readonly role: Role }[];
  /** It is an element of a list. */
  readonly isListed: boolean;
  /** The calls that add it to one: `sessions.push(session)`. */
  readonly additions: readonly ts.CallExpression[];
}

/** Where in containers the object is, seen from a value: `['mcpServers', ELEMENT]`; empty: it is the value. */
type Path = readonly string[];

/** An element of an array, whichever. */
const ELEMENT = '[]';

/** What is followed: the role of the object, where it is in the value, and the calls of the program that led here. */
interface At<Role> {
  readonly role: Role;
  readonly path: Path;
  readonly calls: readonly Entered[];
}

interface Entered {
  readonly call: Call;
  readonly fn: syntax.FunctionLike;
}

/** Methods of arrays that run a function for each element, and give out none of them by themselves. */
const goingThrough: ReadonlySet<string> = new Set(['every', 'flatMap', 'forEach', 'map', 'some']);

/** Methods of arrays that add their arguments, and give out no element. */
const adding: ReadonlySet<string> = new Set(['push', 'unshift']);

/** Expressions, calls and instances that are followed for one object before it counts as escaped. */
const MAX_STEPS = 400;
const MAX_DEPTH = 8;
const MAX_PATH = 4;

/**
 * The journeys of the objects that an expression makes: one for each call of the factory that returns it, where each of
 * those makes an object of its own. Each has what happens to the object inside the factory too.
 */
export function journeysFrom<Role>(
  made: ts.Expression,
  role: Role,
  encounters: Encounters<Role>,
  program: ts.Program,
): readonly Journey<Role>[] {
  return journeysOf(made, [{ role, path: [], calls: [] }], encounters, program, MAX_DEPTH);
}

function journeysOf<Role>(
  made: ts.Expression,
  starts: readonly At<Role>[],
  encounters: Encounters<Role>,
  program: ts.Program,
  depth: number,
): readonly Journey<Role>[] {
  const own = new Traveller(made, encounters, program);
  for (const start of starts) own.follow(made, start);
  const { escapes, calls, members, isListed, additions } = own;
  if (escapes || own.factoryCalls.size === 0) return [{ escapes, calls, members, isListed, additions }];
  if (depth === 0) return [{ escapes: true, calls, members, isListed, additions }];
  return [...own.factoryCalls].flatMap(([call, returned]) =>
    journeysOf(call, returned, encounters, program, depth - 1).map((journey) => ({
      escapes: journey.escapes,
      calls: [...calls, ...journey.calls],
      members: [...members, ...journey.members],
      isListed: isListed || journey.isListed,
      additions: [...additions, ...journey.additions],
    })),
  );
}

class Traveller<Role> implements Journey<Role> {
  readonly calls: { readonly call: Call; readonly role: Role }[] = [];
  readonly members: { readonly access: ts.PropertyAccessExpression; readonly role: Role }[] = [];
  readonly additions: ts.CallExpression[] = [];
  isListed = false;
  /** The calls of a function that makes the object and returns it, or what holds it, and keeps it nowhere else. */
  readonly factoryCalls = new Map<Call, At<Role>[]>();
  escapes = false;
  readonly #made: ts.Expression;
  readonly #encounters: Encounters<Role>;
  readonly #program: ts.Program;
  readonly #seen = new Map<ts.Node, At<Role>[]>();
  #steps = 0;
  /** All names that the object has had are local to the function that makes it. */
  #isLocal = true;

  constructor(made: ts.Expression, encounters: Encounters<Role>, program: ts.Program) {
    this.#made = made;
    this.#encounters = encounters;
    this.#program = program;
  }

  /** Follows the value of an expression to whatever is done with it there. */
  follow(value: ts.Node, at: At<Role>): void {
    if (this.escapes || this.#isKnown(value, at)) return;
    if (++this.#steps > MAX_STEPS || at.path.length > MAX_PATH) this.#escape();
    else this.#step(value, syntax.parentOf(value), at);
  }

  #step(value: ts.Node, parent: ts.Node, at: At<Role>): void {
    if (isIgnoring(parent, value)) return;
    if (passesOn(parent, value)) this.follow(parent, at);
    else if (syntax.isVariableDeclaration(parent)) this.#bind(parent, at);
    else if (syntax.isPropertyDeclaration(parent)) this.#intoField(parent, at);
    else if (syntax.isAssignment(parent)) this.#assigned(parent, value, at);
    else if (syntax.isArrayLiteralExpression(parent)) this.follow(parent, this.#listed(at));
    else if (syntax.isSpreadElement(parent) || syntax.isSpreadAssignment(parent)) this.#spread(parent, at);
    else if (syntax.isPropertyAssignment(parent) || syntax.isShorthandPropertyAssignment(parent))
      this.#intoProperty(parent, at);
    else if (syntax.isPropertyAccessExpression(parent)) this.#accessed(parent, at);
    else if (syntax.isElementAccessExpression(parent)) this.#accessedByIndex(parent, value, at);
    else if (syntax.isForOfStatement(parent)) this.#iterated(parent, at);
    else if (syntax.isCallOrNew(parent)) this.#given(parent, value, at);
    else if (syntax.isReturnStatement(parent) || syntax.isArrowFunction(parent)) this.#returned(parent, at);
    else this.#escape();
  }

  #escape(): void {
    this.escapes = true;
  }

  #isKnown(value: ts.Node, at: At<Role>): boolean {
    const known = this.#seen.get(value);
    if (!known) this.#seen.set(value, [at]);
    else if (known.some((other) => isSame(other, at))) return true;
    else known.push(at);
    return false;
  }

  #listed(at: At<Role>): At<Role> {
    this.isListed = true;
    return { ...at, path: [ELEMENT, ...at.path] };
  }

  #spread(parent: ts.SpreadElement | ts.SpreadAssignment, at: At<Role>): void {
    const literal = syntax.parentOf(parent);
    const isKept = syntax.isSpreadElement(parent) ? at.path[0] === ELEMENT : at.path.length > 0;
    if (isKept && (syntax.isArrayLiteralExpression(literal) || syntax.isObjectLiteralExpression(literal)))
      this.follow(literal, at);
    else this.#escape();
  }

  #intoProperty(property: ts.PropertyAssignment | ts.ShorthandPropertyAssignment, at: At<Role>): void {
    const name = nameOf(property.name);
    if (name === undefined) this.#escape();
    else this.follow(property.parent, { ...at, path: [name, ...at.path] });
  }

  #accessed(access: ts.PropertyAccessExpression, at: At<Role>): void {
    const [first, ...rest] = at.path;
    if (first === undefined) {
      this.members.push({ access, role: at.role });
      if (!this.#encounters.keeps(access, at.role)) this.#escape();
    } else if (first === access.name.text) this.follow(access, { ...at, path: rest });
    else if (first === ELEMENT && goingThrough.has(access.name.text)) this.#givenToEach(access, { ...at, path: rest });
    else if (first === ELEMENT && adding.has(access.name.text) && isCallee(access)) return;
    // What else a container has is none of the object's; the methods of an array have its elements.
    else if (first === ELEMENT && access.name.text !== 'length') this.#escape();
  }

  /** `servers.map((server) => …)`: what the function does with an element is done with the object. */
  #givenToEach(access: ts.PropertyAccessExpression, at: At<Role>): void {
    const call = syntax.parentOf(access);
    const fn = syntax.isCallExpression(call) && isCallee(access) ? call.arguments[0] : undefined;
    const [element, , list] = fn && syntax.isFunctionValue(fn) ? fn.parameters : [];
    if (!fn || !syntax.isFunctionValue(fn) || syntax.isGenerator(fn) || list || element?.dotDotDotToken) this.#escape();
    else if (element) this.#bind(element, at);
  }

  #accessedByIndex(access: ts.ElementAccessExpression, value: ts.Node, at: At<Role>): void {
    const [first, ...rest] = at.path;
    if (first === ELEMENT && syntax.withoutAssertions(access.expression) === value)
      this.follow(access, { ...at, path: rest });
    else this.#escape();
  }

  #iterated({ initializer }: ts.ForOfStatement, at: At<Role>): void {
    const [first, ...rest] = at.path;
    const variable = syntax.isVariableDeclarationList(initializer) ? initializer.declarations[0] : undefined;
    if (first === ELEMENT && variable) this.#bind(variable, { ...at, path: rest });
    else this.#escape();
  }

  // ── places that hold it ────────────────────────────────────────────────────────────────────────────────────────

  #assigned(assignment: ts.BinaryExpression, value: ts.Node, at: At<Role>): void {
    const target = syntax.withoutAssertions(assignment.left);
    // Something else is assigned to the place.
    if (target === value) return;
    const name = syntax.isPropertyAccessExpression(target) ? target.name : target;
    const declaration =
      isReplacement(assignment) && syntax.isMemberName(name) ? declarationOf(name, this.#program) : undefined;
    if (declaration && syntax.isVariableDeclaration(declaration)) this.#bind(declaration, at);
    else if (declaration && (syntax.isPropertyDeclaration(declaration) || syntax.isParameter(declaration)))
      this.#intoField(declaration, at);
    else this.#escape();
    if (!syntax.isExpressionStatement(syntax.parentOf(assignment))) this.follow(assignment, at);
  }

  /** A variable or parameter, or a pattern that takes the value apart. */
  #bind(declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement, at: At<Role>): void {
    const { name } = declaration;
    if (syntax.isObjectBindingPattern(name)) this.#takenApart(name, at);
    else if (!syntax.isIdentifier(name)) this.#escape();
    else if (syntax.isParameter(declaration) && isParameterProperty(declaration)) this.#intoField(declaration, at);
    else this.#used(declaration, at);
  }

  #takenApart({ elements }: ts.ObjectBindingPattern, at: At<Role>): void {
    const [first, ...rest] = at.path;
    if (first === undefined || first === ELEMENT) this.#escape();
    for (const element of elements) {
      const name = element.dotDotDotToken ? undefined : nameOf(element.propertyName ?? element.name);
      if (name === undefined) this.#escape();
      else if (name === first) this.#bind(element, { ...at, path: rest });
    }
  }

  /** Private fields only: others are seen by code that knows the object by another type. */
  #intoField(field: ts.PropertyDeclaration | ts.ParameterDeclaration, at: At<Role>): void {
    const owner = field.parent;
    const holder = syntax.isClassLike(owner) ? owner : owner.parent;
    if (!syntax.isPrivateMember(field) || !syntax.isClassLike(holder) || isReachedByName(field, holder)) this.#escape();
    // Of two instances that are given different objects, one must not count for the other.
    else if (at.calls.length > 0 && constructionsOf(holder, this.#program).length > 1) this.#escape();
    else this.#used(field, { ...at, calls: [] });
  }

  #used(declaration: ts.NamedDeclaration, at: At<Role>): void {
    const entered = at.calls.at(-1);
    // What others have a list of may be opened there.
    const isGivenOut = at.path[0] === ELEMENT && isExported(declaration, this.#program);
    // What another call gives the function must not count for this object.
    if (isGivenOut || this.#isShared(declaration) || (entered && !isInside(declaration, entered.fn))) {
      this.#escape();
      return;
    }
    this.#isLocal &&= isInside(declaration, makerOf(this.#made)) && !syntax.isPropertyDeclaration(declaration);
    for (const use of usesOf(declaration, this.#program)) {
      const reference = referenceOf(use);
      if (!isOfModule(reference)) this.follow(reference, at);
    }
  }

  /** Whether the place can hold something else too, or be seen by code outside of the program. */
  #isShared(declaration: ts.NamedDeclaration): boolean {
    const initial = 'initializer' in declaration ? (declaration.initializer as ts.Expression | undefined) : undefined;
    const given = initial && !syntax.isNullishLiteral(initial) ? 1 : 0;
    const isParameter = syntax.isParameter(declaration) || syntax.isBindingElement(declaration);
    const limit = isParameter ? 0 : 1;
    return (
      (isParameter ? 0 : given) + fillingsOf(declaration, this.#program).length > limit || this.#isPublic(declaration)
    );
  }

  #isPublic(declaration: ts.NamedDeclaration): boolean {
    return (
      functionsAround(declaration).length === 0 &&
      !syntax.isClassElement(declaration) &&
      !syntax.isParameter(declaration) &&
      isExported(declaration, this.#program) &&
      isLibraryFile(declaration.getSourceFile(), this.#program)
    );
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #given(call: Call, value: ts.Node, at: At<Role>): void {
    const index = call.arguments?.findIndex((argument) => syntax.withoutAssertions(argument) === value) ?? -1;
    if (index === -1) {
      this.#escape();
      return;
    }
    const list = syntax.isCallExpression(call) ? this.#listAddedToBy(call) : undefined;
    if (list) {
      this.additions.push(list.call);
      this.#used(list.declaration, this.#listed(at));
      return;
    }
    const known = this.#encounters.given(call, at.role);
    if (known) {
      this.calls.push({ call, role: at.role });
      if (known.gives !== undefined) this.follow(call, { ...at, role: known.gives, path: [] });
      return;
    }
    const fn = at.calls.length < MAX_DEPTH ? this.#functionCalledBy(call) : undefined;
    const parameter = fn?.parameters[index];
    const isSpread = call.arguments?.slice(0, index).some(syntax.isSpreadElement) ?? false;
    if (!fn || !parameter || isSpread || parameter.dotDotDotToken) this.#escape();
    else this.#bind(parameter, { ...at, calls: [...at.calls, { call, fn }] });
  }

  /** `sessions.push(session)` on a constant that begins as a list which is written out. */
  #listAddedToBy(
    call: ts.CallExpression,
  ): { readonly call: ts.CallExpression; readonly declaration: ts.VariableDeclaration } | undefined {
    const callee = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(callee) || !adding.has(callee.name.text)) return undefined;
    const list = syntax.withoutAssertions(callee.expression);
    const declaration = syntax.isIdentifier(list) ? declarationOf(list, this.#program) : undefined;
    if (!declaration || !syntax.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined;
    const initial = declaration.initializer && syntax.withoutAssertions(declaration.initializer);
    return initial && syntax.isArrayLiteralExpression(initial) ? { call, declaration } : undefined;
  }

  #functionCalledBy(call: Call): syntax.FunctionLike | undefined {
    if (syntax.isCallExpression(call)) return compilerOf(this.#program).functionCalledBy(call)?.fn;
    const callee = syntax.withoutAssertions(call.expression);
    const declaration = syntax.isIdentifier(callee) ? declarationOf(callee, this.#program) : undefined;
    return declaration && syntax.isClassLike(declaration)
      ? declaration.members.filter(syntax.isConstructorDeclaration).find(({ body }) => body)
      : undefined;
  }

  #returned(node: ts.Node, at: At<Role>): void {
    const fn = syntax.isArrowFunction(node) ? node : syntax.containerOf(node);
    if (!syntax.isFunctionLike(fn) || syntax.isGenerator(fn) || syntax.isGetAccessor(fn)) {
      this.#escape();
      return;
    }
    const entered = at.calls.at(-1);
    if (entered?.fn === fn) {
      this.follow(entered.call, { ...at, calls: at.calls.slice(0, -1) });
      return;
    }
    const mapped = listMadeBy(fn);
    if (mapped) {
      this.follow(mapped, this.#listed(at));
      return;
    }
    const sites = this.#allCallsOf(fn);
    const isFactory = this.#isLocal && fn === makerOf(this.#made);
    if (!sites) this.#escape();
    else
      for (const site of sites)
        if (isFactory) this.#leaveFactory(site, at);
        else this.follow(site, at);
  }

  #leaveFactory(call: Call, at: At<Role>): void {
    addTo(this.factoryCalls, call, at);
  }

  /** The calls of a function, where it is used for nothing else and all code that can use it is part of the program. */
  #allCallsOf(fn: syntax.FunctionLike): readonly Call[] | undefined {
    const declaration = namedDeclarationOf(fn);
    const calls = callSitesOf(fn, this.#program).map(({ call }) => call);
    if (!declaration) return calls.length > 0 ? calls : undefined;
    const owner = syntax.isClassElement(declaration) ? declaration.parent : undefined;
    if (owner && (!syntax.isClassLike(owner) || owner.heritageClauses !== undefined)) return undefined;
    if (syntax.isPropertyAssignment(declaration) || this.#isPublic(owner ?? declaration)) return undefined;
    const uses = usesOf(declaration, this.#program).filter((use) => !isOfModule(referenceOf(use)));
    return uses.length === calls.length ? calls : undefined;
  }
}

/** `names.map((name) => new Session(name))`: the list of what a function returns for each element. */
function listMadeBy(fn: syntax.FunctionLike): ts.CallExpression | undefined {
  const call = syntax.parentOf(fn);
  const isMapped = syntax.isFunctionValue(fn) && !syntax.isAsync(fn) && methodCalledWith(fn)?.name.text === 'map';
  return isMapped && syntax.isCallExpression(call) && call.arguments[0] === fn ? call : undefined;
}

function isSame<Role>(a: At<Role>, b: At<Role>): boolean {
  return (
    a.role === b.role &&
    a.path.join('.') === b.path.join('.') &&
    a.calls.length === b.calls.length &&
    a.calls.every(({ call }, index) => call === b.calls[index]?.call)
  );
}

/** The function that makes an object, or its file. */
function makerOf(made: ts.Expression): ts.Node {
  return functionsAround(made)[0] ?? made.getSourceFile();
}

/** An import, an export or a type query: no use of the value. */
function isOfModule({ parent }: ts.Node): boolean {
  return (
    syntax.isImportSpecifier(parent) ||
    syntax.isExportSpecifier(parent) ||
    syntax.isExportAssignment(parent) ||
    parent.kind === syntax.SyntaxKind.ImportClause ||
    parent.kind === syntax.SyntaxKind.TypeQuery
  );
}

/** What tests a value, or evaluates it for nothing. */
function isIgnoring(parent: ts.Node, value: ts.Node): boolean {
  if (syntax.isConditionalExpression(parent)) return syntax.withoutAssertions(parent.condition) === value;
  if (syntax.isBinaryExpression(parent)) return syntax.equalityOf(parent) !== undefined;
  return (
    syntax.isExpressionStatement(parent) ||
    syntax.isVoidExpression(parent) ||
    syntax.isTypeOfExpression(parent) ||
    syntax.isPrefixUnaryExpression(parent) ||
    syntax.isIfStatement(parent)
  );
}

/** What has the value of one of its parts. */
function passesOn(parent: ts.Node, value: ts.Node): boolean {
  if (syntax.isBinaryExpression(parent)) return syntax.isLogical(parent);
  return (
    syntax.isAwaitExpression(parent) ||
    (syntax.isConditionalExpression(parent) && syntax.withoutAssertions(parent.condition) !== value)
  );
}

function nameOf(name: ts.Node): string | undefined {
  return syntax.isIdentifier(name) || syntax.isStringLiteralLike(name) ? name.text : undefined;
}

function isParameterProperty(parameter: ts.ParameterDeclaration): boolean {
  return syntax.isParameterPropertyDeclaration(parameter, parameter.parent);
}

/** `object['field']`, to which TypeScript's `private` is no obstacle, or `const { field } = this`. */
function isReachedByName(field: ts.NamedDeclaration, owner: ts.ClassLikeDeclaration): boolean {
  const name = field.name?.getText() ?? '';
  return (
    isReadByText(name, field.getSourceFile()) ||
    nodesIn(owner, syntax.isBindingElement, anywhere).some(
      (element) => nameOf(element.propertyName ?? element.name) === name,
    )
  );
}
