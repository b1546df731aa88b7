import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  declarationOf,
  declaredNamesIn,
  isConstant,
  isGlobalName,
  isInside,
  syntax,
  usesInFile,
  usesOf,
} from '../../type-utils/index.ts';
import { MAX_AROUND, MAX_CALLERS, MAX_CALLS, MAX_INSTANCES, MAX_SIZE } from './budget.ts';
import {
  callsOfMember,
  callSitesOf,
  type CallSite,
  constructionsOf,
  inheritedConstructorOf,
  namedDeclarationOf,
  referenceOf,
  subclassesOf,
  superCallIn,
} from './functions.ts';
import { signaturesOf } from './implementations.ts';
import { nodesIn } from './nodes.ts';
import { argumentAt, type Interpreter, type Region, type Scope } from './scope.ts';
import {
  anyPropertyOf,
  choice,
  elementsOf,
  type Lazy,
  literal,
  optionsOf,
  otherElementOf,
  unknown,
  type Value,
} from './values.ts';

/** The runs of the code at a place, as scopes to evaluate it in. Open where there may be others. */
export interface Runs {
  readonly scopes: readonly Scope[];
  readonly isOpen: boolean;
}

/** The functions whose calls are being followed back, and how many more calls may be. */
interface Following {
  readonly regions: readonly Region[];
  readonly budget: { calls: number };
  /** Whether a method that nobody calls is followed to the instances that the program makes. */
  readonly isByInstance: boolean;
  /** The calls of the function around a place are not followed further. */
  readonly isNearOnly?: true;
}

/** Methods that give each element to a function, as its first parameter. */
const givingMethods = new Set(['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'some']);

/**
 * The runs of the code at a place: one for each element that the loops and callbacks around it go over, and for each call
 * of the functions around it. Those that the scope is in already are followed on their own.
 *
 * @param outside a node of which the regions around it count as one run
 * @param parts the parts of the place that matter; the calls of a function on which none of them depends are not looked for
 * @param isByInstance whether a method that nobody calls is read for each instance that the program makes; fewer calls are
 *   followed then
 */
export function runsAt(
  place: ts.Node,
  scope: Scope,
  outside?: ts.Node,
  parts: readonly ts.Node[] = [place],
  isByInstance = false,
): Runs {
  return runsFollowed(place, scope, outside, parts, {
    regions: [],
    budget: { calls: isByInstance ? MAX_CALLERS : MAX_CALLS },
    isByInstance,
  });
}

function runsFollowed(
  place: ts.Node,
  scope: Scope,
  outside: ts.Node | undefined,
  parts: readonly ts.Node[],
  following: Following,
): Runs {
  const one = scope.at(place);
  let runs: Runs = { scopes: [one], isOpen: false };
  for (const region of regionsAround(place, outside)) {
    if (
      scope.runOf(region) ||
      (syntax.isFunctionLike(region) && !parts.some((part) => dependsOnRun(part, region, scope.interpreter)))
    )
      continue;
    const scopes: Scope[] = [];
    let { isOpen } = runs;
    for (const each of runs.scopes) {
      const found = runsOfRegion(region, each, following);
      scopes.push(...found.scopes);
      isOpen ||= found.isOpen;
      if (scopes.length > MAX_SIZE) return { scopes: [one], isOpen: true };
    }
    runs = { scopes, isOpen };
  }
  return runs;
}

/** Whether a node may be something else in each run of a function: it names what is declared there, or `this`. */
function dependsOnRun(place: ts.Node, fn: ts.Node, interpreter: Interpreter): boolean {
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node, whole: ts.Node, isInFunction: boolean): boolean => {
    if (node.kind === syntax.SyntaxKind.ThisKeyword) return true;
    if (syntax.isTypeNode(node)) return false;
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (binding && isInside(binding, fn) && !isInside(binding, whole) && !seen.has(binding)) {
      const initializer = syntax.isVariableDeclaration(binding) && isConstant(binding) && binding.initializer;
      if (!initializer) return !isInFunction || !isReceiverOfMethod(node, interpreter);
      seen.add(binding);
      return [initializer, ...conditionsOfChanges(binding, initializer, interpreter)].some((each) =>
        visit(each, each, false),
      );
    }
    // The names of members are those of no binding.
    if (syntax.isPropertyAccessExpression(node)) return visit(node.expression, whole, isInFunction);
    if (syntax.isPropertyAssignment(node) && syntax.isIdentifier(node.name))
      return visit(node.initializer, whole, isInFunction);
    const isInner = isInFunction || syntax.isFunctionLike(node);
    return syntax.forEachChild(node, (child) => visit(child, whole, isInner) || undefined) ?? false;
  };
  return visit(place, place, false);
}

/** What decides what is done to a list or an object later: `isAdmin` of `if (isAdmin) tools.erase = erase;` */
function conditionsOfChanges(
  variable: ts.VariableDeclaration,
  initializer: ts.Expression,
  { program }: Interpreter,
): readonly ts.Expression[] {
  const made = syntax.withoutAssertions(initializer);
  if (!syntax.isObjectLiteralExpression(made) && !syntax.isArrayLiteralExpression(made)) return [];
  const home = syntax.containerOf(variable);
  return usesInFile(variable, program).flatMap((use) => {
    const found: ts.Expression[] = [];
    for (let at: ts.Node = use; at !== home && !syntax.isSourceFile(at); at = at.parent)
      if (syntax.isIfStatement(at.parent) && at !== at.parent.expression) found.push(at.parent.expression);
    return found;
  });
}

/** `store` in `store.delete(id)`, which runs one method whatever the store: of a class, or of a library's type. */
function isReceiverOfMethod(name: ts.Node, { compiler, program }: Interpreter): boolean {
  const callee = name.parent;
  if (!syntax.isPropertyAccessExpression(callee) || callee.expression !== name) return false;
  if (!syntax.isCallExpression(callee.parent) || callee.parent.expression !== callee) return false;
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  // Declared as a list: nothing to resolve.
  if (binding && syntax.isParameter(binding) && isListType(binding.type)) return true;
  return (
    compiler.functionCalledBy(callee.parent) !== undefined ||
    declarationOf(callee.name, program)?.getSourceFile().isDeclarationFile === true
  );
}

/** `Item[]`, `readonly Item[]` */
function isListType(type: ts.TypeNode | undefined): boolean {
  return (
    type !== undefined &&
    (syntax.isArrayTypeNode(type) || (syntax.isTypeOperatorNode(type) && syntax.isArrayTypeNode(type.type)))
  );
}

/** The loops and functions around a place, outermost first. */
function regionsAround(place: ts.Node, outside: ts.Node | undefined): readonly Region[] {
  const found: Region[] = [];
  for (let at = place; !syntax.isSourceFile(at) && (!outside || !isInside(outside, at)); at = at.parent)
    if (at === place) continue;
    else if (syntax.isFunctionLike(at)) found.push(at);
    else if (syntax.isForInOrOf(at) && isInside(place, at.statement)) found.push(at);
  return found.reverse();
}

function runsOfRegion(region: Region, scope: Scope, from: Following): Runs {
  const { regions, budget, isByInstance, isNearOnly } = from;
  const none: Runs = { scopes: [scope], isOpen: false };
  if (syntax.isForInOrOf(region)) {
    const { elements, isOpen } = goneOverBy(region, scope);
    if (elements.length === 0 && isOpen) return { scopes: [scope], isOpen };
    return { scopes: elements.map((element) => scope.within(region, () => element)), isOpen };
  }
  if (!syntax.isFunctionLike(region) || regions.includes(region)) return none;
  const declaration = namedDeclarationOf(region);
  const { isRun } = scope.interpreter.knowledge;
  const isCounted = (call: ts.Node): boolean => !isInside(call, region) && isRun(call, region);
  const references = declaration ? usesOf(declaration, scope.program).map(referenceOf) : [region];
  const given = references.flatMap((reference) => argumentsGivenTo(reference, scope) ?? []);
  const scopes = given.flatMap(({ calls }) => calls.map((argument) => scope.within(region, argument)));
  const following: Following = { ...from, regions: [...regions, region] };
  const most = isByInstance ? MAX_AROUND : MAX_SIZE;
  const isFew = (around: readonly Scope[]): boolean => around.length > 0 && scopes.length + around.length <= most;
  const runsAround = (call: CallSite['call'], how: Following): readonly Scope[] =>
    runsFollowed(call, scope, undefined, [call], how).scopes;
  const scopesOf = (call: CallSite['call']): readonly Scope[] => {
    if (isNearOnly) return [scope.at(call)];
    budget.calls--;
    const around = budget.calls < 0 ? [] : runsAround(call, following);
    if (isFew(around)) return around;
    // Of a call around which there are too many, what it is by the calls next to it, or only what it is in any of them.
    const near = scopes.length < most ? runsAround(call, { ...following, isNearOnly: true }) : [];
    return isFew(near) ? near : [scope.at(call)];
  };
  const follow = (call: CallSite['call'], made: (from: Scope) => Scope): void => {
    if (scopes.length <= MAX_SIZE) scopes.push(...scopesOf(call).map(made));
  };
  const { program } = scope;
  const stated = signaturesOf(region, program)
    .flatMap((signature) => callsOfMember(signature, program))
    .filter(({ receiver }) => !receiver || mayBeMadeBy(receiver, classOfMethod(region), scope.global));
  for (const { call, receiver } of [...callSitesOf(region, program), ...stated, ...superCallsOf(region, program)])
    if (isCounted(call)) follow(call, (from) => scope.calling(region, call, from, receiverOf(call, receiver, from)));
  // A method that nobody calls here is called by others, on what the program makes.
  const owner = isByInstance && scopes.length === 0 ? classOfMethod(region) : undefined;
  const instances = owner ? instancesOf(owner, scope.program).filter(isCounted) : [];
  if (owner && instances.length <= MAX_INSTANCES)
    for (const call of instances)
      follow(call, (from) => scope.within(owner, () => unknown(owner), { receiver: () => from.evaluate(call) }));
  return scopes.length === 0 ? none : { scopes, isOpen: given.some(({ isOpen }) => isOpen) };
}

/** Whether what an interface's method is called on may be of a class: not where it is surely made by another one. */
function mayBeMadeBy(receiver: ts.Expression, owner: ts.ClassLikeDeclaration | undefined, scope: Scope): boolean {
  if (!owner) return true;
  const own = instancesOf(owner, scope.program);
  return optionsOf(scope.evaluate(receiver)).some(
    (option) => option.kind !== 'made' || !syntax.isNewExpression(option.call) || own.includes(option.call),
  );
}

/** The class of a method, or of a field that holds a function. */
function classOfMethod(fn: syntax.FunctionLike): ts.ClassLikeDeclaration | undefined {
  const member = syntax.isMethodDeclaration(fn) ? fn : syntax.parentOf(fn);
  const isMember = syntax.isMethodDeclaration(member) || syntax.isPropertyDeclaration(member);
  return isMember && syntax.isClassLike(member.parent) && !syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)
    ? member.parent
    : undefined;
}

/** What makes instances of a class, or of one that extends it. */
function instancesOf(owner: ts.ClassLikeDeclaration, program: ts.Program): readonly ts.NewExpression[] {
  return [owner, ...subclassesOf(program, owner)].flatMap((each) => constructionsOf(each, program));
}

/** Where classes that extend the one of a constructor run it: by `super(…)`, or by `new` where they have no constructor. */
function superCallsOf(region: syntax.FunctionLike, program: ts.Program): readonly CallSite[] {
  if (!syntax.isConstructorDeclaration(region)) return [];
  const calls = subclassesOf(program, region.parent)
    .filter((heir) => inheritedConstructorOf(heir, program) === region)
    .flatMap((heir): readonly CallSite['call'][] => {
      const own = heir.members.find(syntax.isConstructorDeclaration);
      const given = own && superCallIn(own);
      if (own) return given ? [given] : [];
      return constructionsOf(heir, program);
    });
  return calls.map((call) => ({ call, receiver: undefined }));
}

/** What `this` is in what a call runs: of `new`, what it makes. */
function receiverOf(
  call: ts.CallExpression | ts.NewExpression,
  receiver: ts.Expression | undefined,
  scope: Scope,
): Lazy | undefined {
  if (syntax.isNewExpression(call)) return () => scope.evaluate(call);
  return receiver && (() => scope.evaluate(receiver));
}

/** The loop whose head declares a variable: `for (const tool of tools)`. */
export function loopOf({ parent }: ts.VariableDeclaration): ts.ForInStatement | ts.ForOfStatement | undefined {
  const loop = parent.parent;
  return syntax.isForInOrOf(loop) ? loop : undefined;
}

/** What `for (const tool of tools)` and `for (const name in tools)` go over. */
export function goneOverBy(
  loop: ts.ForInStatement | ts.ForOfStatement,
  scope: Scope,
): { readonly elements: readonly Value[]; readonly isOpen: boolean } {
  const whole = scope.evaluate(loop.expression);
  if (syntax.isForOfStatement(loop)) return elementsOf(whole);
  const objects = optionsOf(whole);
  return {
    elements: objects.flatMap((option) =>
      option.kind === 'object' ? [...option.properties.keys()].map((key) => literal(key, loop)) : [],
    ),
    isOpen: objects.some((option) => option.kind !== 'object' || option.isOpen),
  };
}

/** Whether what is gone over around a scope may have other elements than those that are known. */
export function isOfOpenTable({ run, outer }: Scope): boolean {
  if (!run || !outer) return false;
  const { region } = run;
  const { elements, isOpen } = syntax.isForInOrOf(region) ? goneOverBy(region, outer) : elementsGivenTo(region, outer);
  return isOpen || elements.some(({ kind }) => kind === 'unknown') || isOfOpenTable(outer);
}

/** What a method of a list gives to its callback, one after the other. */
function elementsGivenTo(
  callback: ts.Node,
  scope: Scope,
): { readonly elements: readonly Value[]; readonly isOpen: boolean } {
  const { calls = [], isOpen = false } = argumentsGivenTo(callback, scope) ?? {};
  return { elements: calls.map((argument) => argument(0)), isOpen };
}

/** A call that runs a function; one that is handed on at the call is given what the method goes over. */
export interface Step {
  readonly call: ts.Node | undefined;
  readonly fn: syntax.FunctionLike | ts.ClassLikeDeclaration;
  readonly isCallback: boolean;
}

/** The scope of what a call runs, which is evaluated in another scope. */
export function scopeOfStep({ call, fn, isCallback }: Step, from: Scope): Scope {
  const inside = from.at(fn);
  const region = syntax.isClassLike(fn) ? (fn.members.find(syntax.isConstructorDeclaration) ?? fn) : fn;
  if (!call || !syntax.isCallOrNew(call)) return inside;
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  if (!isCallback && syntax.isFunctionLike(region))
    return inside.calling(region, call, from, receiverOf(call, receiver, from));
  const given = syntax.isCallExpression(call) ? givenByHelper(call, region, from) : undefined;
  return inside.within(
    region,
    given ?? (() => (receiver ? anyPropertyOf(from.evaluate(receiver), call) : unknown(call))),
  );
}

/**
 * What a function of the program gives to the callback that a call hands it: `inFolder(async (folder) => …)`. Not where it makes
 * another function that runs the callback later, with what that one is given then.
 */
function givenByHelper(
  call: ts.CallExpression,
  callback: ts.Node,
  from: Scope,
): ((index: number) => Value) | undefined {
  if (!declaredNamesIn(from.program).bodies.has(calledName(call) ?? '')) return undefined;
  const position = call.arguments.findIndex((argument) => {
    const node = syntax.withoutAssertions(argument);
    if (node === callback || !syntax.isIdentifier(node)) return node === callback;
    const value = from.evaluate(node);
    return value.kind === 'function' && value.fn === callback;
  });
  const helper = position < 0 ? undefined : from.interpreter.compiler.functionCalledBy(call)?.fn;
  const parameter = helper?.parameters[position];
  if (!helper?.body || !parameter || parameter.dotDotDotToken) return undefined;
  const calls = nodesIn(helper.body, syntax.isCallExpression).filter(({ expression }) => {
    const callee = syntax.withoutAssertions(expression);
    return syntax.isIdentifier(callee) && bindingOf(callee) === parameter;
  });
  if (calls.length === 0) return undefined;
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
  const inHelper = from.at(helper).calling(helper, call, from, receiverOf(call, receiver, from));
  return (index) =>
    choice(
      calls.map((each) => argumentAt(each, index, inHelper)),
      call,
    );
}

/** What a loop's variable is: any of what it goes over, where no run of it is being followed. */
export function elementGoneOver(loop: ts.ForInStatement | ts.ForOfStatement, name: ts.Node, scope: Scope): Value {
  const run = scope.runOf(loop);
  if (run) return run.argument(0);
  const { elements, isOpen } = goneOverBy(loop, scope);
  const isElement = syntax.isForOfStatement(loop);
  return anyOf(elements, isOpen, isElement ? otherElementOf(scope.evaluate(loop.expression), name) : unknown(name));
}

/** Of `agents.map((agent) => …)`: any of the elements; of `inFolder((folder) => …)` what that function gives; where there may be others, or none is known, `own`. */
export function elementGivenTo(parameter: ts.ParameterDeclaration, own: Value, scope: Scope): Value {
  const { parent: fn } = parameter;
  const given = argumentsGivenTo(fn, scope);
  const index = fn.parameters.findIndex((each) => each === parameter);
  if (given)
    return anyOf(
      given.calls.map((argument) => argument(index)),
      given.isOpen,
      own,
    );
  const call = syntax.parentOf(fn);
  const isHanded = syntax.isCallExpression(call) && syntax.withoutAssertions(call.expression) !== fn;
  return (isHanded ? givenByHelper(call, fn, scope.at(call))?.(index) : undefined) ?? own;
}

function anyOf(values: readonly Value[], isOpen: boolean, other: Value): Value {
  if (values.length === 0 || values.length > MAX_SIZE) return other;
  return choice(isOpen ? [...values, other] : values, other.node);
}

/** What a method of a list, `Map` or `Set` gives to its callback: a call for each element. Undefined: it is no callback. */
function argumentsGivenTo(
  callback: ts.Node,
  scope: Scope,
): { readonly calls: readonly ((index: number) => Value)[]; readonly isOpen: boolean } | undefined {
  const call = syntax.parentOf(callback);
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  if (!callee || !syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(callee)) return undefined;
  const { expression: holder, name } = callee;
  const position = call.arguments.findIndex((argument) => syntax.withoutAssertions(argument) === callback);
  const from =
    position === 1 && name.text === 'from' && syntax.isIdentifier(holder) && isGlobal(holder, 'Array')
      ? call.arguments[0]
      : position === 0
        ? holder
        : undefined;
  const isReducing = name.text === 'reduce';
  if (!from || (from === holder && !isReducing && !givingMethods.has(name.text))) return undefined;
  const whole = scope.at(call).evaluate(from);
  const isMap = whole.kind === 'made' && whole.contents?.isMap === true;
  const place = isReducing ? 1 : 0;
  if (whole.kind !== 'list' && !(whole.kind === 'made' && whole.contents)) {
    if (whole.kind !== 'unknown' && whole.kind !== 'made') return undefined;
    const element = otherElementOf(whole, call);
    return { calls: [(index) => (index === place ? element : unknown(call))], isOpen: false };
  }
  const { elements, isOpen } = elementsOf(whole);
  const calls = elements.map((element) => {
    const [key, value] = isMap ? elementsOf(element).elements : [];
    const own = isMap ? (value ?? unknown(call)) : element;
    return (index: number): Value => {
      if (index === place) return own;
      return isMap && index === 1 ? (key ?? unknown(call)) : unknown(call);
    };
  });
  return { calls, isOpen };
}

/** Whether a name is that of a global which the program does not declare. */
export function isGlobal(name: ts.Node, text: string): boolean {
  return syntax.isIdentifier(name) && name.text === text && isGlobalName(name);
}
