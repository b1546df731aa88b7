import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, syntax, usesInFile, usesOf } from '../../type-utils/index.ts';
import { MAX_SIZE } from './budget.ts';
import { mergeInto } from './literals.ts';
import { isEqual, truthOf } from './operators.ts';
import { argumentAt, type Scope } from './scope.ts';
import {
  elementsOf,
  choice,
  type FunctionRun,
  type Lazy,
  literal,
  type MadeValue,
  textIn,
  unknown,
  type Value,
} from './values.ts';

/** Methods of texts that give a text, or say whether a text has another. */
const textMethods = new Set(['endsWith', 'startsWith', 'toLowerCase', 'toUpperCase', 'trim']);

/** Methods that say whether a function holds for elements of a list. */
const testingMethods = new Set(['every', 'some']);

/** Members of maps and sets that take nothing into them, and `set`, which is followed. */
const lookingMethods = new Set(['entries', 'forEach', 'get', 'has', 'keys', 'set', 'size', 'values']);

/** Methods that give a list again, which is known where this one is. */
const listMethods = new Set(['concat', 'map', 'flatMap', 'filter', 'slice', 'toSorted', 'toReversed']);

/** Methods of lists, and functions of `Object`. */
export function valueOfBuiltIn(node: ts.CallExpression, scope: Scope): Value | undefined {
  const callee = syntax.withoutAssertions(node.expression);
  if (!syntax.isPropertyAccessExpression(callee)) return undefined;
  const method = callee.name.text;
  if (syntax.isIdentifier(callee.expression) && !bindingOf(callee.expression))
    return callee.expression.text === 'Object' ? objectMethodOf(node, method, scope) : undefined;
  if (method === 'includes' || method === 'has') return membership(callee.expression, node, scope);
  if (method === 'get') return entryOf(callee.expression, node, scope);
  if (method === 'test') return patternTest(callee.expression, node, scope);
  if (textMethods.has(method)) return textMethodOf(callee.expression, method, node, scope);
  if (!listMethods.has(method) && !testingMethods.has(method)) return undefined;
  const list = scope.evaluate(callee.expression);
  if (list.kind !== 'list') return undefined;
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
      const callback = argumentAt(node, 0, scope);
      if (callback.kind !== 'function' || list.elements.length > MAX_SIZE) return unknown(node);
      const run = runOf(callback.fn, scope);
      const mapped = list.elements.map((element, position): Lazy => {
        const argument = (index: number): Value => {
          if (index === 0) return element();
          return index === 1 ? literal(position, node) : list;
        };
        return () => run.result(argument);
      });
      if (method === 'map') return { kind: 'list', elements: mapped, isOpen: list.isOpen, node };
      const parts = mapped.map((value) => elementsOf(value()));
      const elements = parts.flatMap((part) => part.elements.map((element) => () => element));
      return { kind: 'list', elements, isOpen: list.isOpen || parts.some((part) => part.isOpen), node };
    }
    case 'some':
    case 'every': {
      const callback = argumentAt(node, 0, scope);
      if (callback.kind !== 'function' || list.isOpen || list.elements.length > MAX_SIZE) return unknown(node);
      const run = callback.inCall ?? runOf(callback.fn, scope);
      const truths = list.elements.map((element) =>
        truthOf(run.result((index) => (index === 0 ? element() : unknown(node)))),
      );
      const decisive = method === 'some';
      if (truths.includes(decisive)) return literal(decisive, node);
      return truths.includes(undefined) ? unknown(node) : literal(!decisive, node);
    }
    case 'filter':
      // Those that stay are among these.
      return { kind: 'list', elements: [], isOpen: true, node };
    default:
      return { ...list, node };
  }
}

/** `new Map([['a', 1]]).get(key)`, with what its file sets later: one of the values, where the key is not known. */
function entryOf(holder: ts.Expression, node: ts.CallExpression, scope: Scope): Value | undefined {
  const map = scope.evaluate(holder);
  if (map.kind !== 'made' || !syntax.isNewExpression(map.call) || map.call.expression.getText() !== 'Map')
    return undefined;
  const declaration = syntax.parentOf(map.call);
  const isHeld = syntax.isVariableDeclaration(declaration) && syntax.isIdentifier(declaration.name);
  const pairs = elementsOf(map.argument(0)).elements.map((pair) => elementsOf(pair).elements);
  for (const use of isHeld ? usesInFile(declaration, scope.program) : []) {
    const method = syntax.parentOf(use);
    const call = syntax.parentOf(method);
    if (!syntax.isPropertyAccessExpression(method) || method.name.text !== 'set' || !syntax.isCallExpression(call))
      continue;
    pairs.push(call.arguments.map((argument) => scope.global.evaluate(argument)));
  }
  const asked = argumentAt(node, 0, scope);
  if (asked.kind === 'literal' && isWhole(map, scope) && pairs.every(([key]) => key && isEqual(key, asked) === false))
    return literal(undefined, node);
  const values = pairs.flatMap(([key, value]) => (value && (!key || isEqual(key, asked) !== false) ? [value] : []));
  return values.length === 0 || values.length > MAX_SIZE ? unknown(node) : choice(values, node);
}

/** `['erase', 'send'].includes(name)`, `new Set(['erase']).has(name)`, of texts that are all known. */
function membership(holder: ts.Expression, node: ts.CallExpression, scope: Scope): Value | undefined {
  const whole = scope.evaluate(holder);
  const isSet =
    whole.kind === 'made' && syntax.isNewExpression(whole.call) && whole.call.expression.getText() === 'Set';
  const list = isSet ? whole.argument(0) : whole;
  const asked = argumentAt(node, 0, scope);
  if (typeof textIn(list) === 'string') return textMethodOf(holder, 'includes', node, scope);
  if (list.kind !== 'list' || (isSet && !isWhole(whole, scope))) return undefined;
  const { elements, isOpen } = elementsOf(list);
  const isLiteral = asked.kind === 'literal' && !isOpen && elements.every(({ kind }) => kind === 'literal');
  return isLiteral
    ? literal(
        elements.some((element) => isEqual(element, asked) === true),
        node,
      )
    : unknown(node);
}

/** Whether nothing but the construction of a `Map` or `Set`, and what `set` is given in its file, fills it. */
function isWhole({ call }: MadeValue, scope: Scope): boolean {
  const declaration = syntax.parentOf(call);
  if (!syntax.isVariableDeclaration(declaration)) return true;
  if (!syntax.isIdentifier(declaration.name) || !isConstant(declaration)) return false;
  return usesOf(declaration, scope.program).every((use) => {
    const access = syntax.parentOf(use);
    if (syntax.isPropertyAccessExpression(access)) return lookingMethods.has(access.name.text);
    return (
      syntax.isSpreadElement(access) ||
      syntax.isForOfStatement(access) ||
      access.kind === syntax.SyntaxKind.ExportSpecifier
    );
  });
}

/** `name.startsWith('mcp__')`, where both texts are known. */
function textMethodOf(holder: ts.Expression, method: string, node: ts.CallExpression, scope: Scope): Value | undefined {
  const text = textIn(scope.evaluate(holder));
  if (text === undefined) return undefined;
  if (method === 'toLowerCase') return literal(text.toLowerCase(), node);
  if (method === 'toUpperCase') return literal(text.toUpperCase(), node);
  if (method === 'trim') return literal(text.trim(), node);
  const part = textIn(argumentAt(node, 0, scope));
  if (part === undefined || node.arguments.length !== 1) return unknown(node);
  if (method === 'includes') return literal(text.includes(part), node);
  return literal(method === 'startsWith' ? text.startsWith(part) : text.endsWith(part), node);
}

/** `/^Bash$/.test(name)`: a pattern that remembers its last match is not followed. */
function patternTest(holder: ts.Expression, node: ts.CallExpression, scope: Scope): Value | undefined {
  const { node: pattern } = scope.evaluate(holder);
  const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern.getText()) ?? [];
  const text = textIn(argumentAt(node, 0, scope));
  if (pattern.kind !== syntax.SyntaxKind.RegularExpressionLiteral || source === undefined || /[gy]/.test(flags))
    return undefined;
  return text === undefined ? unknown(node) : literal(new RegExp(source, flags).test(text), node);
}

function objectMethodOf(node: ts.CallExpression, method: string, scope: Scope): Value | undefined {
  if (method === 'freeze' || method === 'seal') return argumentAt(node, 0, scope);
  if (method === 'assign') {
    const properties = new Map<string, Lazy>();
    let isOpen = false;
    for (let index = 0; index < node.arguments.length; index++)
      isOpen = mergeInto(properties, argumentAt(node, index, scope)) || isOpen;
    return { kind: 'object', properties, isOpen, node };
  }
  if (method === 'values' || method === 'entries') {
    const of = argumentAt(node, 0, scope);
    if (of.kind !== 'object') return unknown(node);
    const pair = (key: string, value: Lazy): Lazy => {
      if (method === 'values') return value;
      return () => ({ kind: 'list', elements: [() => literal(key, node), value], isOpen: false, node });
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

function runOf(fn: syntax.FunctionLike, scope: Scope): FunctionRun {
  return scope.interpreter.runIn(fn, scope.at(fn));
}
