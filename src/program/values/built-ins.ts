import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, constantInitializerOf, syntax } from '../../type-utils/index.ts';
import { MAX_SIZE } from './budget.ts';
import { isTestedIn, keyedIn, keyedReadAt } from './keyed-reads.ts';
import { withChangesOf } from './later-changes.ts';
import { valueOfMerged } from './literals.ts';
import { contains, nodesIn } from './nodes.ts';
import { isEqual, textOf, truthOf } from './operators.ts';
import { isGlobal } from './runs.ts';
import { argumentAt, listed, type Scope } from './scope.ts';
import {
  anyPropertyOf,
  choice,
  elementAt,
  elementsBetween,
  elementsOf,
  type FunctionRun,
  type FunctionValue,
  type Lazy,
  type ListValue,
  literal,
  type ObjectValue,
  optionsOf,
  textIn,
  unknown,
  type Value,
} from './values.ts';

/** Methods of texts that give a text, or say whether a text has another. */
const textMethods = new Set('endsWith replace replaceAll startsWith toLowerCase toUpperCase trim'.split(' '));

/** Methods that say whether a function holds for elements of a list. */
const testingMethods = new Set(['every', 'some']);

/** Methods of lists that are followed; those without a case of their own give the list again. */
const listMethods = new Set(
  'at concat filter find flat flatMap join map reduce slice sort toReversed toSorted'.split(' '),
);

/** Methods that give what a `Map`, `Set` or list holds. */
const contentMethods = new Set(['entries', 'get', 'keys', 'values']);

/** Methods of promises. */
const settlingMethods = new Set(['then', 'catch', 'finally']);

/** Methods of lists, texts and promises, and functions of `Object`. */
export function valueOfBuiltIn(node: ts.CallExpression, scope: Scope): Value | undefined {
  const callee = syntax.withoutAssertions(node.expression);
  if (isGlobal(callee, 'structuredClone')) return argumentAt(node, 0, scope);
  if (!syntax.isPropertyAccessExpression(callee)) return undefined;
  const method = callee.name.text;
  if (isGlobal(callee.expression, 'Object')) return objectMethodOf(node, method, scope);
  // To wait for a promise leaves the value as it is.
  if ((method === 'all' || method === 'resolve') && isGlobal(callee.expression, 'Promise'))
    return argumentAt(node, 0, scope);
  if (settlingMethods.has(method) && scope.interpreter.compiler.isPending(callee.expression))
    return settledValueOf(callee.expression, method, node, scope);
  if (isGlobal(callee.expression, 'Array')) return arrayMethodOf(node, method, scope);
  if (method === 'includes' || method === 'has') return membership(callee.expression, node, scope);
  if (method === 'every' && isOfPromises(node)) return literal(true, node);
  if (method === 'test') return patternTest(callee.expression, node, scope);
  if (textMethods.has(method)) return textMethodOf(callee.expression, method, node, scope);
  const isAboutContents = contentMethods.has(method);
  if (!isAboutContents && !listMethods.has(method) && !testingMethods.has(method)) return undefined;
  const list = scope.evaluate(callee.expression);
  if (isAboutContents) return method === 'get' ? entryOf(list, node, scope) : contentsBy(method, list, node);
  if (list.kind !== 'list')
    return method === 'map' || method === 'flatMap' ? chosenFromTable(list, method, node, scope) : undefined;
  switch (method) {
    case 'concat': {
      const others = node.arguments.map((_, index) => argumentAt(node, index, scope));
      const parts = others.map((other) => (other.kind === 'list' ? elementsOf(other) : undefined));
      const elements = others.flatMap((other, i) => parts[i]?.elements ?? [other]);
      return {
        ...list,
        elements: [...list.elements, ...elements.map((element) => () => element)],
        isOpen: list.isOpen || parts.some((part, i) => part?.isOpen ?? others[i]?.kind === 'unknown'),
        node,
      };
    }
    case 'map':
    case 'flatMap': {
      const mapped = mappedBy(argumentAt(node, 0, scope), list, node, scope);
      if (!mapped || method === 'map') return mapped ?? unknown(node);
      return flattened(mapped, node);
    }
    case 'flat':
      return node.arguments.length === 0 ? flattened(list, node) : unknown(node);
    case 'at': {
      const index = argumentAt(node, 0, scope);
      return index.kind === 'literal' && Number(index.value) >= 0
        ? elementAt(list, Number(index.value))
        : anyPropertyOf(list, node);
    }
    case 'find':
    case 'filter': {
      const callback = argumentAt(node, 0, scope);
      const kept = keptBy(callback, list, node, scope);
      const isCertain = kept.every(({ isKept }) => isKept === true);
      // Those that stay are among these.
      if (method === 'filter')
        return { kind: 'list', elements: kept.map(({ element }) => element), isOpen: list.isOpen || !isCertain, node };
      const [first] = kept;
      if (first?.isKept && !list.isOpen) return first.element();
      const found = kept.map(({ element }) => element());
      return choice(
        [...found, list.isOpen || found.length > MAX_SIZE ? unknown(node) : literal(undefined, node)],
        node,
      );
    }
    case 'slice': {
      const [from, to] = [argumentAt(node, 0, scope), argumentAt(node, 1, scope)].map(placeIn);
      // Of places that are not known, any of the elements.
      return from === null || to === null || list.isOpen
        ? { ...list, node }
        : elementsBetween(list, from ?? 0, to, node);
    }
    case 'join': {
      const isWrittenHere = isFixedList(callee.expression);
      return isWrittenHere ? joined(list, argumentAt(node, 0, scope), node) : undefined;
    }
    case 'reduce':
      return reducedBy(argumentAt(node, 0, scope), list, node, scope);
    case 'some':
    case 'every': {
      const callback = argumentAt(node, 0, scope);
      if (callback.kind !== 'function' || list.isOpen || list.elements.length > MAX_SIZE) return unknown(node);
      const run = runOf(callback, scope);
      const truths = list.elements.map((element) =>
        truthOf(run.result((index) => (index === 0 ? element() : unknown(node)))),
      );
      const decisive = method === 'some';
      if (truths.includes(decisive)) return literal(decisive, node);
      return truths.includes(undefined) ? unknown(node) : literal(!decisive, node);
    }
    default:
      return { ...list, node };
  }
}

/** `checks.every(async (check) => await check(call))`: what the function gives is a promise, which is there whatever it brings. */
export function isOfPromises({ arguments: [test] }: ts.CallExpression): boolean {
  return test !== undefined && syntax.isFunctionLike(test) && syntax.isAsync(test);
}

/** A list that is written there, or a constant of one `as const`: another one with a name may be changed. */
function isFixedList(list: ts.Expression): boolean {
  const node = syntax.withoutAssertions(list);
  if (!syntax.isIdentifier(node)) return syntax.isArrayLiteralExpression(node);
  const stated = constantInitializerOf(node);
  return stated !== undefined && syntax.isConstAssertion(stated);
}

/** `['SELECT *', 'FROM notes'].join(' ')` */
function joined({ elements, isOpen }: ListValue, separator: Value, node: ts.CallExpression): Value | undefined {
  if (isOpen || elements.length > MAX_SIZE || separator.kind !== 'literal') return undefined;
  const between = separator.value === undefined ? literal(',', node) : separator;
  const texts = elements.map((element) => {
    const value = element();
    return value.kind === 'literal' && (value.value ?? undefined) === undefined ? literal('', node) : value;
  });
  return textOf(
    texts.flatMap((text, index) => (index === 0 ? [text] : [between, text])),
    node,
  );
}

/** `load().then((module) => module.tools)`, `load().catch(() => ({}))`: what the promise that a method gives comes to. */
function settledValueOf(promise: ts.Expression, method: string, node: ts.CallExpression, scope: Scope): Value {
  const value = scope.evaluate(promise);
  if (method === 'finally') return value;
  const resultOf = (position: number, given: Value): Value | undefined => {
    if (!node.arguments[position]) return undefined;
    const callback = argumentAt(node, position, scope);
    if (callback.kind !== 'function') return unknown(node);
    return runOf(callback, scope).result((index) => (index === 0 ? given : unknown(node)));
  };
  const fulfilled = method === 'then' ? (resultOf(0, value) ?? value) : value;
  const rejected = resultOf(method === 'then' ? 1 : 0, unknown(node));
  return rejected ? choice([fulfilled, rejected], node) : fulfilled;
}

/** A place in a list, as it is written: null where it is not known. */
function placeIn(value: Value): number | null | undefined {
  if (value.kind !== 'literal') return null;
  return value.value === undefined ? undefined : Number(value.value);
}

/** What a callback gives for each element. */
function mappedBy(callback: Value, list: ListValue, node: ts.Node, scope: Scope): ListValue | undefined {
  if (callback.kind !== 'function' || list.elements.length > MAX_SIZE) return undefined;
  const run = runOf(callback, scope);
  const elements = list.elements.map((element, position): Lazy => {
    const argument = (index: number): Value => {
      if (index === 0) return element();
      return index === 1 ? literal(position, node) : list;
    };
    return () => run.result(argument);
  });
  return { kind: 'list', elements, isOpen: list.isOpen, node };
}

/** `names.map((name) => table[name])` of names that are not known: only those in the table give something. */
function chosenFromTable(
  names: Value,
  method: 'flatMap' | 'map',
  node: ts.CallExpression,
  scope: Scope,
): ListValue | undefined {
  const callback = argumentAt(node, 0, scope);
  if (optionsOf(names).some(({ kind }) => kind !== 'unknown') || callback.kind !== 'function') return undefined;
  // `names.filter(isAllowed).map(…)` may leave any of them out.
  const receiver = syntax.isPropertyAccessExpression(node.expression) ? node.expression.expression : node.expression;
  if (contains(receiver, (each) => syntax.isCallExpression(each) && calledName(each) === 'filter')) return undefined;
  const keys = keysReadIn(callback.fn, scope.at(callback.fn));
  const list: ListValue = { kind: 'list', elements: keys.map((key) => () => literal(key, node)), isOpen: true, node };
  const mapped = keys.length > 0 ? mappedBy(callback, list, node, scope) : undefined;
  return method === 'map' || !mapped ? mapped : flattened(mapped, node);
}

/** The keys of the tables that a function reads with what it is given first. */
function keysReadIn({ parameters: [parameter], body }: syntax.FunctionLike, scope: Scope): readonly string[] {
  if (!parameter || !body || !syntax.isIdentifier(parameter.name)) return [];
  const isRead = (node: ts.Node): node is ts.Expression => {
    const key = keyedReadAt(node)?.key;
    return key !== undefined && syntax.isIdentifier(key) && bindingOf(key) === parameter;
  };
  if (isTestedIn(body, parameter)) return [];
  const reads = nodesIn(body, isRead).flatMap((read) => keyedReadAt(read) ?? []);
  const keys = reads.flatMap(({ table, key }) => {
    const typed = scope.interpreter.compiler.textsByType(key, undefined, true);
    return keyedIn(scope.evaluate(table)).flatMap(([name]) => (typed?.includes(name) === false ? [] : [name]));
  });
  return [...new Set(keys)];
}

/** The elements of the lists in a list. */
function flattened(list: ListValue, node: ts.Node): ListValue {
  const parts = list.elements.map((element) => {
    const value = element();
    // What is no list stays as it is.
    return value.kind === 'list' || value.kind === 'choice' ? elementsOf(value) : { elements: [value], isOpen: false };
  });
  const elements = parts.flatMap((part) => part.elements.map((element) => () => element));
  return { kind: 'list', elements, isOpen: list.isOpen || parts.some((part) => part.isOpen), node };
}

/** The elements for which a condition holds, or may hold. */
function keptBy(
  callback: Value,
  list: ListValue,
  node: ts.Node,
  scope: Scope,
): readonly { readonly element: Lazy; readonly isKept: true | undefined }[] {
  const run = callback.kind === 'function' ? runOf(callback, scope) : undefined;
  return list.elements.flatMap((element) => {
    const isKept =
      run && list.elements.length <= MAX_SIZE
        ? truthOf(run.result((index) => (index === 0 ? element() : unknown(node))))
        : undefined;
    return isKept === false ? [] : [{ element, isKept }];
  });
}

/** `defs.reduce((tools, def) => ({ ...tools, [def.name]: tool(def) }), {})`, or one that puts into what it is given. */
function reducedBy(callback: Value, list: ListValue, node: ts.CallExpression, scope: Scope): Value {
  if (callback.kind !== 'function' || node.arguments.length < 2 || list.elements.length > MAX_SIZE)
    return unknown(node);
  const [whole] = callback.fn.parameters;
  const inside = scope.at(callback.fn);
  const value = list.elements.reduce(
    (before: Value, element): Value => {
      const argument = (index: number): Value => {
        if (index === 0) return before;
        return index === 1 ? element() : unknown(node);
      };
      const after = runOf(callback, scope).result(argument);
      return whole ? withChangesOf(whole, after, inside.within(callback.fn, argument)) : after;
    },
    argumentAt(node, 1, scope),
  );
  if (!list.isOpen) return value;
  return value.kind === 'list' || value.kind === 'object' ? { ...value, isOpen: true } : unknown(node);
}

/** `values`, `keys` and `entries` of a `Map`, `Set` or list. */
function contentsBy(method: string, whole: Value, node: ts.Node): Value | undefined {
  if (whole.kind === 'made' && whole.contents) {
    const { isMap, list } = whole.contents;
    const contents = list();
    if (method === 'entries' ? isMap : !isMap) return { ...contents, node };
    const place = method === 'keys' ? 0 : 1;
    const elements = contents.elements.map((element): Lazy => {
      if (isMap) return () => elementAt(element(), place);
      return () => pairOf(element(), element, node);
    });
    return { ...contents, elements, node };
  }
  if (whole.kind !== 'list' || method === 'keys') return undefined;
  if (method === 'values') return { ...whole, node };
  return {
    ...whole,
    elements: whole.elements.map((each, index) => () => pairOf(literal(index, node), each, node)),
    node,
  };
}

function pairOf(key: Value, value: Lazy, node: ts.Node): ListValue {
  return { kind: 'list', elements: [() => key, value], isOpen: false, node };
}

/** `new Map([['a', 1]]).get(key)`: one of the values, where the key is not known. */
function entryOf(map: Value, node: ts.CallExpression, scope: Scope): Value | undefined {
  if (map.kind !== 'made' || !map.contents?.isMap) return undefined;
  const { elements, isOpen } = elementsOf(map);
  const pairs = elements.map((pair) => elementsOf(pair).elements);
  const asked = argumentAt(node, 0, scope);
  if (asked.kind === 'literal' && !isOpen && pairs.every(([key]) => key && isEqual(key, asked) === false))
    return literal(undefined, node);
  const values = pairs.flatMap(([key, value]) => (value && (!key || isEqual(key, asked) !== false) ? [value] : []));
  return values.length === 0 || values.length > MAX_SIZE ? unknown(node) : choice(values, node);
}

/** `['erase', 'send'].includes(name)`, `new Set(['erase']).has(name)`, of texts that are all known. */
function membership(holder: ts.Expression, node: ts.CallExpression, scope: Scope): Value | undefined {
  const whole = scope.evaluate(holder);
  if (typeof textIn(whole) === 'string') return textMethodOf(holder, 'includes', node, scope);
  const contents = whole.kind === 'made' ? whole.contents : undefined;
  if (whole.kind !== 'list' && (!contents || contents.list().isOpen)) return undefined;
  const asked = argumentAt(node, 0, scope);
  const { elements, isOpen } = elementsOf(whole);
  const among = contents?.isMap ? elements.map((pair) => elementAt(pair, 0)) : elements;
  const isLiteral = asked.kind === 'literal' && !isOpen && among.every(({ kind }) => kind === 'literal');
  return isLiteral
    ? literal(
        among.some((element) => isEqual(element, asked) === true),
        node,
      )
    : unknown(node);
}

/** `name.startsWith('mcp__')`, where both texts are known. */
function textMethodOf(holder: ts.Expression, method: string, node: ts.CallExpression, scope: Scope): Value | undefined {
  const text = textIn(scope.evaluate(holder));
  if (text === undefined) return undefined;
  if (method === 'toLowerCase') return literal(text.toLowerCase(), node);
  if (method === 'toUpperCase') return literal(text.toUpperCase(), node);
  if (method === 'trim') return literal(text.trim(), node);
  if (method === 'replace' || method === 'replaceAll') return replacedText(text, method, node, scope);
  const part = textIn(argumentAt(node, 0, scope));
  if (part === undefined || node.arguments.length !== 1) return unknown(node);
  if (method === 'includes') return literal(text.includes(part), node);
  return literal(method === 'startsWith' ? text.startsWith(part) : text.endsWith(part), node);
}

/** `text.replace(/\n/g, ' ')`, where the text, the pattern and what is put in its place are all known. */
function replacedText(text: string, method: 'replace' | 'replaceAll', node: ts.CallExpression, scope: Scope): Value {
  const of = argumentAt(node, 0, scope);
  const by = textIn(argumentAt(node, 1, scope));
  const pattern = regularExpressionIn(of) ?? textIn(of);
  if (
    by === undefined ||
    pattern === undefined ||
    (method === 'replaceAll' && pattern instanceof RegExp && !pattern.global)
  )
    return unknown(node);
  return literal(method === 'replace' ? text.replace(pattern, by) : text.replaceAll(pattern, by), node);
}

/** A pattern that is written out. One that remembers its last match is not followed. */
function regularExpressionIn({ node }: Value): RegExp | undefined {
  if (node.kind !== syntax.SyntaxKind.RegularExpressionLiteral) return undefined;
  const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(node.getText()) ?? [];
  if (source === undefined || flags.includes('y')) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined; // A mistake, or newer than this version of Node.
  }
}

/** `/^Bash$/.test(name)`: a pattern that remembers its last match is not followed. */
function patternTest(holder: ts.Expression, node: ts.CallExpression, scope: Scope): Value | undefined {
  const pattern = regularExpressionIn(scope.evaluate(holder));
  if (!pattern || pattern.global) return undefined;
  const text = textIn(argumentAt(node, 0, scope));
  return text === undefined ? unknown(node) : literal(pattern.test(text), node);
}

/** One object for one of several: with the properties that any of them has. */
function eitherObject(value: Value): ObjectValue | undefined {
  const options = optionsOf(value);
  const [first, ...others] = options.filter((option) => option.kind === 'object');
  if (!first || others.length + 1 < options.length) return undefined;
  if (others.length === 0) return first;
  const all = [first, ...others];
  const names = new Set(all.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map(
    [...names].map((name): readonly [string, Lazy] => [
      name,
      () =>
        choice(
          all.flatMap((each) => each.properties.get(name)?.() ?? []),
          value.node,
        ),
    ]),
  );
  return {
    kind: 'object',
    properties,
    isOpen: all.some(({ isOpen }) => isOpen),
    spread: all.flatMap(({ spread = [] }) => spread),
    node: value.node,
  };
}

function objectMethodOf(node: ts.CallExpression, method: string, scope: Scope): Value | undefined {
  if (method === 'freeze' || method === 'seal') return argumentAt(node, 0, scope);
  if (method === 'assign') {
    const { elements, isOpen } = listed(node.arguments, scope);
    const merged = valueOfMerged(
      elements.map((each) => each()),
      node,
      scope,
    );
    return isOpen ? { ...merged, isOpen, others: undefined } : merged;
  }
  if (method === 'values' || method === 'entries' || method === 'keys') {
    const of = eitherObject(argumentAt(node, 0, scope));
    if (!of) return unknown(node);
    const pair = (key: string, value: Lazy): Lazy => {
      if (method === 'values') return value;
      return method === 'keys' ? () => literal(key, node) : () => pairOf(literal(key, node), value, node);
    };
    const elements = [...of.properties].map(([key, value]) => pair(key, value));
    return { kind: 'list', elements, isOpen: of.isOpen, spread: of.spread ?? [], node };
  }
  if (method !== 'fromEntries') return undefined;
  const { elements, isOpen } = elementsOf(argumentAt(node, 0, scope));
  const properties = new Map<string, Lazy>();
  let isComplete = !isOpen;
  for (const pair of elements) {
    const [key, value] = elementsOf(pair).elements;
    if (key?.kind === 'literal' && value) properties.set(String(key.value), () => value);
    else isComplete = false;
  }
  return { kind: 'object', properties, isOpen: !isComplete, node };
}

/** `Array.from(tools, (tool) => …)` */
function arrayMethodOf(node: ts.CallExpression, method: string, scope: Scope): Value | undefined {
  if (method !== 'from' && method !== 'of') return undefined;
  if (method === 'of') return { kind: 'list', ...listed(node.arguments, scope), node };
  const { elements, isOpen } = elementsOf(argumentAt(node, 0, scope));
  const list: ListValue = { kind: 'list', elements: elements.map((element) => () => element), isOpen, node };
  return node.arguments.length === 1
    ? list
    : (mappedBy(argumentAt(node, 1, scope), list, node, scope) ?? unknown(node));
}

function runOf({ fn, inCall }: FunctionValue, scope: Scope): FunctionRun {
  return inCall ?? scope.interpreter.runIn(fn, scope.at(fn));
}
