import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  changesElsewhere,
  constantValueOf,
  isConstant,
  syntax,
  usesInFile,
  usesOf,
} from '../../type-utils/index.ts';
import { knownParts, type KnownPart } from '../control/conditions.ts';
import { iterating, referenceOf, writtenIn } from './functions.ts';
import { isTestedIn, keyedIn, keyedReadAt } from './keyed-reads.ts';
import { truthOf } from './operators.ts';
import { isGlobal, type Runs, runsAt } from './runs.ts';
import { argumentAt, listed, type Scope } from './scope.ts';
import {
  choice,
  functionValuesIn,
  type Lazy,
  type ListValue,
  literal,
  type OpaqueResult,
  optionsOf,
  unknown,
  type Value,
} from './values.ts';

/** Methods that leave a list, `Map` or `Set` as it is. */
const readingMethods = new Set([
  ...iterating,
  ...'at concat entries get has includes indexOf join keys length reverse size slice sort toReversed toSorted values'.split(
    ' ',
  ),
]);

/** Methods that put their arguments into a list, and into a `Map` or `Set`. */
const addingMethods = { list: ['push', 'unshift'], Map: ['set'], Set: ['add'] } as const;

type Container = keyof typeof addingMethods;

/** What keeps a value: a variable, a parameter or a field. */
type Holder = ts.ParameterDeclaration | ts.PropertyDeclaration | ts.VariableDeclaration;

/** What is done to the value that something holds. */
interface Changes {
  readonly added: Lazy[];
  readonly assigned: { readonly key: string; readonly value: Lazy; readonly node: ts.Node }[];
  /** Something may be changed that is not known. */
  isOpen: boolean;
}

/**
 * Adds what is assigned to, or put into, the variable or field that a literal or a call initializes: what its file says, and
 * other files that import it by its name. Whether that has run is left open.
 */
export function withLaterChanges(value: Value, node: ts.Node, scope: Scope): Value {
  const holder = holderOf(node);
  return holder && value.kind !== 'literal' && value.kind !== 'unknown' ? withChangesOf(holder, value, scope) : value;
}

/** A value that a variable, parameter or field holds, with what is done to it there. */
export function withChangesOf(holder: Holder, value: Value, scope: Scope): Value {
  if (value.kind !== 'list' && value.kind !== 'object' && value.kind !== 'made') return value;
  if (value.kind === 'made' && value.contents) return value;
  const uses = syntax.isPropertyDeclaration(holder)
    ? usesOf(holder, scope.program)
    : [...usesInFile(holder, scope.program), ...changesElsewhere(holder, scope.program)];
  const changes: Changes = { added: [], assigned: [], isOpen: false };
  for (const use of uses) collect(use, { holder, kind: 'list', whole: value, scope, through: [] }, changes);
  const { added, assigned } = changes;
  // `list[0] = …`
  const isOpen = changes.isOpen || (value.kind === 'list' && assigned.some(({ key }) => /^\d+$/.test(key)));
  if (value.kind === 'list')
    return added.length > 0 || isOpen
      ? { ...value, elements: [...value.elements, ...added], isOpen: value.isOpen || isOpen }
      : value;
  if (assigned.length === 0 && (value.kind === 'made' || !isOpen)) return value;
  const properties = new Map(value.kind === 'object' ? value.properties : value.assigned);
  for (const { key, value: source, node: place } of assigned) {
    // What a field of the program's own class is given, is a member of it.
    if (value.kind === 'made' && value.member(key)) continue;
    const earlier = properties.get(key) ?? (() => literal(undefined, place));
    properties.set(key, () => choice([earlier(), source()], place));
  }
  if (value.kind === 'made') return { ...value, assigned: properties };
  const others = isOpen ? undefined : value.others;
  return { ...value, properties, isOpen: value.isOpen || isOpen, others, alternatives: undefined };
}

/** What a `Map` or `Set` holds: what it is made of, and what is put into it later; open where anything else may fill it. */
export function contentsOf(made: OpaqueResult, kind: 'Map' | 'Set', scope: Scope): ListValue {
  const { node } = made;
  const initial = optionsOf(made.argument(0)).flatMap((option): readonly ListValue[] => {
    if (option.kind === 'literal') return [];
    const list = option.kind === 'made' ? option.contents?.list() : option;
    return [list?.kind === 'list' ? list : { kind: 'list', elements: [], isOpen: true, node }];
  });
  const changes: Changes = { added: [], assigned: [], isOpen: initial.some((list) => list.isOpen) };
  const holder = holderOf(node);
  if (holder && !isConstant(holder) && !syntax.isPropertyDeclaration(holder)) changes.isOpen = true;
  if (holder)
    for (const use of usesOf(holder, scope.program))
      collect(use, { holder, kind, whole: made, scope, through: [] }, changes);
  return {
    kind: 'list',
    elements: [...initial.flatMap((list) => list.elements), ...changes.added],
    isOpen: changes.isOpen,
    node,
  };
}

/** What an expression initializes. */
function holderOf(node: ts.Node): Holder | undefined {
  const parent = syntax.parentOf(node);
  if (syntax.isVariableDeclaration(parent)) return syntax.isIdentifier(parent.name) ? parent : undefined;
  return syntax.isPropertyDeclaration(parent) ? parent : undefined;
}

interface Held {
  readonly holder: Holder;
  readonly kind: Container;
  readonly whole: Value;
  readonly scope: Scope;
  /** The parameters that it was followed to. */
  readonly through: readonly ts.ParameterDeclaration[];
}

/** Notes what a use of a name does to what it holds. */
function collect(use: ts.Node, held: Held, changes: Changes): void {
  const { holder, kind, whole, scope } = held;
  const reference = referenceOf(use);
  const access = syntax.parentOf(reference);
  const user = syntax.parentOf(access);
  const isOwner = syntax.isAccess(access) && syntax.withoutAssertions(access.expression) === reference;
  const runs = (place: ts.Node): readonly Scope[] => {
    const found = runsReaching(place, scope, holder);
    changes.isOpen ||= found.isOpen;
    return found.scopes.filter((each) => isOfInstance(reference, each, scope));
  };
  if (
    isOwner &&
    syntax.isPropertyAccessExpression(access) &&
    syntax.isCallExpression(user) &&
    user.expression === access
  ) {
    if (isAdding(access.name.text, kind))
      for (const each of runs(user)) {
        const { elements, isOpen } = listed(user.arguments, each);
        changes.isOpen ||= isOpen;
        if (kind !== 'Map') for (const element of elements) changes.added.push(element);
        else changes.added.push(() => ({ kind: 'list', elements, isOpen, node: user }));
      }
    else if (kind !== 'list' || whole.kind === 'list') changes.isOpen ||= !readingMethods.has(access.name.text);
    return;
  }
  if (isOwner && syntax.isAssignment(user) && syntax.withoutAssertions(user.left) === access) {
    const { right } = user;
    for (const each of runs(user)) {
      const key = assignedKey(access, each);
      if (key !== undefined) changes.assigned.push({ key, value: () => each.evaluate(right), node: right });
      else {
        changes.isOpen = true;
        for (const [name, value] of copiedFromTable(right, access, each))
          changes.assigned.push({ key: name, value, node: right });
      }
    }
    return;
  }
  const list = isOwner && whole.kind !== 'list' ? listAddedTo(access) : undefined;
  if (list)
    for (const each of runs(list)) {
      const key = assignedKey(access, each);
      if (key !== undefined)
        changes.assigned.push({
          key,
          value: () => ({ kind: 'list', ...listed(list.arguments, each), node: list }),
          node: list,
        });
    }
  else if (syntax.isCallExpression(access)) collectInCall(reference, access, held, changes);
  else if (kind !== 'list') changes.isOpen ||= !isOwner && !isLookedAt(access);
}

/** `fill(tools)`: what the function does to its parameter; `Object.assign(tools, { erase })`. */
function collectInCall(argument: ts.Node, call: ts.CallExpression, held: Held, changes: Changes): void {
  const { kind, scope, holder, whole } = held;
  const place = call.arguments.findIndex((each) => syntax.withoutAssertions(each) === argument);
  const callee = syntax.withoutAssertions(call.expression);
  if (place === 0 && isMethodOf(callee, 'Object', 'assign')) {
    for (const each of runsReaching(call, scope, holder).scopes)
      for (const value of call.arguments.slice(1).flatMap((other) => optionsOf(each.evaluate(other))))
        if (value.kind !== 'object') changes.isOpen = true;
        else {
          changes.isOpen ||= value.isOpen;
          for (const [key, property] of value.properties) changes.assigned.push({ key, value: property, node: call });
        }
    return;
  }
  const fn = scope.interpreter.compiler.functionCalledBy(call)?.fn;
  const parameter = fn?.parameters[place];
  if (!fn || !parameter || parameter.dotDotDotToken) {
    const isReading =
      place === 0 && (isMethodOf(callee, 'Array', 'from') || isMethodOf(callee, 'Object', 'fromEntries'));
    changes.isOpen ||= kind !== 'list' && !isReading;
    return;
  }
  if (held.through.includes(parameter)) return;
  if (!scope.interpreter.mayFollow()) {
    changes.isOpen = true;
    return;
  }
  const through = [...held.through, parameter];
  const { scopes } = runsReaching(call, scope, holder);
  for (const use of usesInFile(parameter, scope.program))
    for (const each of scopes)
      collect(use, { holder: parameter, kind, whole, scope: scope.at(fn).calling(fn, call, each), through }, changes);
}

/** The runs of the code around a place that may come to it, by what they give for parameters that are tested around it. */
function runsReaching(place: ts.Node, scope: Scope, holder: Holder): Runs {
  const { scopes, isOpen } = runsAt(place, scope, holder);
  const tests = parametersTestedAround(place);
  const mayReach = (each: Scope): boolean =>
    tests.every(({ part, value }) => truthGiven(part, each) !== !(value ?? true));
  return { scopes: tests.length > 0 ? scopes.filter(mayReach) : scopes, isOpen };
}

/** `isAdmin` of `if (isAdmin) tools.push(erase)`, which is never assigned again. */
function parametersTestedAround(place: ts.Node): readonly KnownPart[] {
  const found: KnownPart[] = [];
  for (let at = place; !syntax.isFunctionLike(at) && !syntax.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (syntax.isIfStatement(parent) && at !== parent.expression)
      found.push(...knownParts(parent.expression, at === parent.thenStatement));
  }
  return found.filter(({ part, value }) => value !== undefined && isSetParameter(part));
}

/** `isAdmin`, `options.isAdmin`, and a constant that is one of these: `const { isAdmin = false } = options`. */
function isSetParameter(part: ts.Expression): boolean {
  const node = syntax.withoutAssertions(part);
  if (syntax.isPropertyAccessExpression(node)) return isSetParameter(node.expression);
  if (syntax.isBinaryExpression(node)) return syntax.isFallback(node) && isSetParameter(node.left);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  const holder = binding && syntax.isBindingElement(binding) ? binding.parent.parent : binding;
  if (!binding || !holder || writtenIn(holder.getSourceFile()).has(binding)) return false;
  if (syntax.isParameter(holder)) return true;
  return syntax.isVariableDeclaration(holder) && holder.initializer !== undefined && isSetParameter(holder.initializer);
}

/** Whether a parameter is true in a run, where what it is given is written in the call. */
function truthGiven(part: ts.Expression, scope: Scope): boolean | undefined {
  const value = scope.evaluate(part);
  return optionsOf(value).every(({ node }) => isWrittenInCall(node)) ? truthOf(value) : undefined;
}

/** Whether a value is written as an argument, in one, or as the default of a parameter or what it has; or the call gives none. */
function isWrittenInCall(node: ts.Node): boolean {
  if (syntax.isCallOrNew(node)) return true;
  let at = node;
  while (
    syntax.isPropertyAssignment(at.parent) ||
    syntax.isObjectLiteralExpression(at.parent) ||
    syntax.isParenthesizedExpression(at.parent)
  )
    at = at.parent;
  const { parent } = at;
  if (syntax.isParameter(parent) || syntax.isBindingElement(parent)) return parent.initializer === at;
  if (syntax.isBinaryExpression(parent)) return syntax.isFallback(parent) && parent.right === at;
  return syntax.isCallOrNew(parent) && parent.expression !== at;
}

function isAdding(method: string, kind: Container): boolean {
  const methods: readonly string[] = addingMethods[kind];
  return methods.includes(method);
}

/** Whether `registry` in `registry.tools.push(…)`, or `this`, may be the instance that the scope is of. */
export function isOfInstance(reference: ts.Node, at: Scope, scope: Scope): boolean {
  const own = scope.receiver?.();
  if (!own || !syntax.isPropertyAccessExpression(reference)) return true;
  const other = at.evaluate(reference.expression);
  return optionsOf(other).some((option) => option.kind !== 'made' || own.kind !== 'made' || option.call === own.call);
}

function isMethodOf(callee: ts.Expression, owner: string, method: string): boolean {
  return syntax.isPropertyAccessExpression(callee) && callee.name.text === method && isGlobal(callee.expression, owner);
}

/** Whether a use of a `Map` or `Set` that is no call of its methods puts nothing into it. */
function isLookedAt(user: ts.Node): boolean {
  return (
    syntax.isSpreadElement(user) ||
    syntax.isForOfStatement(user) ||
    syntax.isReturnStatement(user) ||
    user.kind === syntax.SyntaxKind.ImportSpecifier ||
    user.kind === syntax.SyntaxKind.ExportSpecifier
  );
}

function assignedKey(target: ts.Node, scope: Scope): string | undefined {
  if (syntax.isPropertyAccessExpression(target)) return target.name.text;
  if (!syntax.isElementAccessExpression(target)) return undefined;
  const key = scope.evaluate(target.argumentExpression);
  return key.kind === 'literal' ? String(key.value) : undefined;
}

/**
 * What `all` holds, of `chosen[name] = all[name]`, and what its functions make, of `chosen[name] = all[name](input)`, also by way
 * of a constant: whichever name it is, it may have the same property.
 */
function copiedFromTable(source: ts.Expression, target: ts.Node, scope: Scope): readonly (readonly [string, Lazy])[] {
  const value = constantValueOf(source);
  const call = syntax.isCallExpression(value) ? value : undefined;
  const callee = call && constantValueOf(call.expression);
  const direct = keyedReadAt(value);
  const read = direct ?? (callee && keyedReadAt(callee));
  if (!read || !syntax.isElementAccessExpression(target)) return [];
  if (read.key.getText() !== target.argumentExpression.getText()) return [];
  const key = syntax.withoutAssertions(read.key);
  const named = syntax.isIdentifier(key) ? bindingOf(key) : undefined;
  const loop = named && syntax.isVariableDeclaration(named) ? named.parent.parent : undefined;
  if (named && loop && isTestedIn(loop, named)) return [];
  const entries = keyedIn(scope.evaluate(read.table));
  if (direct) return entries;
  const made = (property: Lazy): Value => {
    const functions = functionValuesIn(property());
    const runs = functions.map(({ fn, inCall }) => inCall ?? scope.interpreter.runIn(fn, scope.at(fn)));
    return choice(
      runs.map((run) => run.result((index) => (call ? argumentAt(call, index, scope) : unknown(source)))),
      source,
    );
  };
  return entries.map(([name, property]) => [name, () => made(property)] as const);
}

/** Of `agent.handoffs` in `agent.handoffs.push(…)`: the call that adds to the list. */
function listAddedTo(property: ts.Node): ts.CallExpression | undefined {
  const method = syntax.parentOf(property);
  const call = syntax.parentOf(method);
  const isAdded =
    syntax.isPropertyAccessExpression(method) &&
    isAdding(method.name.text, 'list') &&
    syntax.isCallExpression(call) &&
    call.expression === method;
  return isAdded ? call : undefined;
}
