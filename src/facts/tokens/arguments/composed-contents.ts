import type { ts } from '../../../type-utils/index.ts';
import { syntax } from '../../../type-utils/index.ts';
import { alteredByCall, copiedByCall, isAltering, isCallOn, returnedByCall } from './alterations.ts';
import { choice, type Content, type Layer, type Reader, type SpreadLayer, unknown } from './contents.ts';
import { deepCopyOf, shallowCopyOf } from './readings.ts';

const nothing: ReadonlySet<string> = new Set();

/** `{ ...args, path }` */
export function contentOfObject(node: ts.ObjectLiteralExpression, reader: Reader): Content {
  const layers = node.properties.map((property): Layer => {
    if (syntax.isSpreadAssignment(property)) return spreadOf(property.expression, node, reader);
    if (syntax.isShorthandPropertyAssignment(property))
      return { key: property.name.text, content: reader.read(property.name) };
    const key = textOfKey(property.name);
    // Methods are no part of JSON, and accessors may give anything.
    const content = syntax.isPropertyAssignment(property) ? reader.read(property.initializer) : unknown(node);
    return { key, content };
  });
  return composed(layers, node);
}

/** An object that is put together; where it is nothing but a copy, that. */
export function composed(layers: readonly Layer[], node: ts.Expression): Content {
  const [first] = layers;
  const isCopy = first && 'spread' in first && layers.length === 1 && first.without.size === 0;
  return isCopy ? { ...first.spread, node } : { kind: 'object', layers, node };
}

/** All properties of an object but some, as they are now. */
export function spreadOf(
  expression: ts.Expression,
  node: ts.Node,
  reader: Reader,
  without: ReadonlySet<string> = nothing,
): SpreadLayer {
  return { spread: copyOf(reader.read(expression), node, false, reader), without };
}

export function copyOf(original: Content, node: ts.Node, isDeep: boolean, reader: Reader): Content {
  const { at: _, ...content } = reader.settled(original, node);
  if (content.kind !== 'read') return content;
  const time = reader.timeOf(node);
  const { reading } = content;
  return { ...content, reading: isDeep ? deepCopyOf(reading, time) : shallowCopyOf(reading, time) };
}

/** What a result is made of is taken as it is then: what changes later leaves the result as it is. */
function inputOf(expression: ts.Expression, node: ts.Node, reader: Reader): Content {
  return copyOf(reader.read(expression), node, true, reader);
}

/** `[a, b]`, `[...list]`, `[...list, a]` */
export function contentOfList(node: ts.ArrayLiteralExpression, reader: Reader): Content {
  const [only, ...others] = node.elements;
  if (only && syntax.isSpreadElement(only) && others.length === 0)
    return { ...copyOf(reader.read(only.expression), node, false, reader), node };
  const spreads = node.elements
    .filter(syntax.isSpreadElement)
    .map(({ expression }) => inputOf(expression, node, reader));
  return spreads.length > 0
    ? { kind: 'result', operation: '[…]', inputs: spreads, altered: spreads, node }
    : { kind: 'list', elements: node.elements.map((each) => reader.read(each)), node };
}

export function contentOfTemplate(node: ts.TemplateExpression, reader: Reader): Content {
  const inputs = node.templateSpans.map(({ expression }) => inputOf(expression, node, reader));
  const texts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  const [only, ...others] = inputs;
  // `${path}` is the path itself.
  if (only && others.length === 0 && texts.every((text) => text === '')) return { ...only, node };
  return { kind: 'result', operation: texts.join('${}'), inputs, altered: inputs, node };
}

/** `a ?? b`, `euros * 100` */
export function contentOfBinary(node: ts.BinaryExpression, mayBeLeft: boolean, reader: Reader): Content {
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case syntax.SyntaxKind.CommaToken:
    case syntax.SyntaxKind.EqualsToken:
      return reader.read(right);
    case syntax.SyntaxKind.BarBarToken:
    case syntax.SyntaxKind.QuestionQuestionToken:
      return mayBeLeft ? choice([reader.read(left), reader.read(right)], node) : reader.read(left);
    default: {
      const inputs = [left, right].map((operand) => inputOf(operand, node, reader));
      const altered = isAltering(node) ? inputs : [];
      return { kind: 'result', operation: operatorToken.getText(), inputs, altered, node };
    }
  }
}

/** What a call gives that makes a copy, or gives one of its arguments back. Undefined: it is of another function. */
export function contentOfCopying(call: ts.CallExpression, reader: Reader): Content | undefined {
  const copied = copiedByCall(call);
  if (copied) return { ...copyOf(reader.read(copied.of), call, copied.isDeep, reader), node: call };
  const returned = returnedByCall(call);
  if (returned) return reader.read(returned);
  return isCallOn(call, 'Object', ['assign']) ? contentOfAssign(call, reader) : undefined;
}

/** `Object.assign({}, args, options)` gives its first argument, which is an object of its own where it is written there. */
function contentOfAssign(call: ts.CallExpression, reader: Reader): Content {
  const [target] = call.arguments;
  if (!target || !syntax.isObjectLiteralExpression(syntax.withoutAssertions(target)))
    return target ? reader.read(target) : unknown(call);
  const layers = call.arguments.map((argument) => spreadOf(argument, call, reader));
  return composed(
    layers.filter(({ spread }) => spread.kind !== 'object' || spread.layers.length > 0),
    call,
  );
}

/** What a function that is not followed makes of what it is given. */
export function contentOfResult(call: ts.CallExpression, reader: Reader, program: ts.Program): Content {
  const callee = syntax.withoutAssertions(call.expression);
  const isMethod = syntax.isPropertyAccessExpression(callee);
  const given = isMethod ? [callee.expression, ...call.arguments] : [...call.arguments];
  const altered = alteredByCall(call, program);
  const inputs = given.map((each) => inputOf(each, call, reader));
  return {
    kind: 'result',
    operation: isMethod ? callee.name.text : callee.getText(),
    inputs,
    altered: inputs.filter((_, index) => altered.some((each) => each === given[index])),
    node: call,
  };
}

/** The text of a key that is written out. */
export function textOfKey(name: ts.PropertyName): string | undefined {
  if (!syntax.isComputedPropertyName(name)) return name.text;
  return syntax.isStringLiteralLike(name.expression) ? name.expression.text : undefined;
}
