import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isConstant, scopeOf, syntax, constantInitializerOf } from '../../type-utils/index.ts';
import { partsOf } from '../control/conditions.ts';
import { conditionsOf, isControlled } from '../control/control.ts';
import { contains } from '../values/nodes.ts';

/** With these alone nothing can be named, called or read: no quotes, and no brackets for `[]['at']`. */
const arithmetic = new Set('0123456789+-*/%^(). ,\t\n\r');

/** Names that lead to more than numbers. With letters that spell none of them, `sqrt`, code names nothing else either. */
const powerfulNames = (
  'Bun Deno Function Proxy Reflect alert atob await constructor crypto delete eval exports fetch global import module new ' +
  'open process require self this top window'
).split(' ');

/** How many names and calls are looked through. */
const MAX_DEPTH = 8;

/**
 * Whether a text that is run as code is arithmetic, whatever the program is given: all that is not written in it has been
 * stripped of every other character (`replace(/[^\d+]/g, '')`), or is known to have none, because code that comes before
 * leaves where a pattern for the whole text does not match.
 */
export function isArithmetic(text: ts.Expression, program: ts.Program, depth = 0): boolean {
  const node = syntax.withoutAssertions(text);
  if (depth > MAX_DEPTH) return false;
  if (syntax.isStringLiteralLike(node)) return true;
  if (syntax.isTemplateExpression(node))
    return node.templateSpans.every(({ expression }) => isArithmetic(expression, program, depth + 1));
  if (syntax.isBinaryExpression(node))
    return (
      node.operatorToken.kind === syntax.SyntaxKind.PlusToken &&
      isArithmetic(node.left, program, depth + 1) &&
      isArithmetic(node.right, program, depth + 1)
    );
  if (syntax.isCallExpression(node)) return isStripped(node, program, depth);
  if (!syntax.isIdentifier(node)) return false;
  const binding = bindingOf(node);
  if (!binding) return false;
  const initializer = constantInitializerOf(node);
  return (
    (initializer !== undefined && isArithmetic(initializer, program, depth + 1)) || isTested(node, binding, program)
  );
}

/** `text.replace(/[^\d+]/g, '')`, and what leaves the text as it is or replaces parts of it by what is written there. */
function isStripped(
  { expression: callee, arguments: given }: ts.CallExpression,
  program: ts.Program,
  depth: number,
): boolean {
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  const { name, expression: receiver } = callee;
  if (name.text === 'trim') return isArithmetic(receiver, program, depth + 1);
  const [pattern, by] = given;
  if (!pattern || !by || !/^replace(?:All)?$/.test(name.text) || !syntax.isStringLiteralLike(by)) return false;
  const parts = /^\/\[\^(.+)\][+*]?\/([a-z]*)$/s.exec(pattern.getText());
  const isOfAll = parts?.[1] !== undefined && isClassOfArithmetic(parts[1]) && parts[2]?.includes('g');
  return isOfAll === true ? by.text === '' : isArithmetic(receiver, program, depth + 1);
}

/** Whether each path to a name goes through a test of the whole text that holds. */
function isTested(name: ts.Identifier, binding: ts.Node, program: ts.Program): boolean {
  const isSame = (node: ts.Expression | undefined): boolean =>
    node !== undefined && syntax.isIdentifier(node) && bindingOf(node) === binding;
  const isAssigned = (node: ts.Node): boolean => syntax.isAssignment(node) && isSame(node.left);
  if (!isConstant(binding) && contains(scopeOf(binding), isAssigned)) return false;

  const isTest = (condition: ts.Expression): boolean => {
    const call = syntax.withoutAssertions(condition);
    if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
    const { name: method, expression: receiver } = call.expression;
    return method.text === 'test' && isSame(call.arguments[0]) && isPatternOfArithmetic(receiver);
  };
  // What is too large to be looked at is not known to be tested.
  for (let at: ts.Node = name; !syntax.isSourceFile(at); at = syntax.containerOf(at))
    if (
      conditionsOf(at, program) !== undefined &&
      isControlled(
        at,
        {
          decides: (condition) => partsOf(condition).some(({ part, value }) => value === true && isTest(part)),
          stops: () => false,
        },
        program,
      )
    )
      return true;
  return false;
}

/** `/^[\d\s+\-*\/().]+$/`, or the name of a constant that is one. */
function isPatternOfArithmetic(pattern: ts.Expression): boolean {
  const node = syntax.withoutAssertions(pattern);
  if (syntax.isIdentifier(node)) {
    const named = constantInitializerOf(node);
    return named !== undefined && !syntax.isIdentifier(named) && isPatternOfArithmetic(named);
  }
  if (node.kind !== syntax.SyntaxKind.RegularExpressionLiteral) return false;
  const [, inside] = /^\/\^\[([^^].*)\][+*]\$\/[gisuvy]*$/s.exec(node.getText()) ?? [];
  return inside !== undefined && isClassOfArithmetic(inside);
}

/** Whether what stands between the brackets of a class of characters lets in nothing else. */
function isClassOfArithmetic(inside: string): boolean {
  if (/(?<!\\)\]/.test(inside)) return false;
  const parts = inside.match(/\\?[^\\](?:-\\?[^\\])?/gs) ?? [];
  const letters = new Set(parts.filter(isLetter).flatMap((letter) => [letter.toLowerCase(), letter.toUpperCase()]));
  return (
    parts.join('') === inside &&
    parts.every((part) => isLetter(part) || isPartOfArithmetic(part)) &&
    !powerfulNames.some((name) => Array.from(name).every((letter) => letters.has(letter)))
  );
}

function isLetter(part: string): boolean {
  return /^[A-Za-z]$/.test(part);
}

/** `\d`, `\-`, `+`, `0-9`. */
function isPartOfArithmetic(part: string): boolean {
  if (part === '\\d' || part === '\\s') return true;
  const range = /^(\\?.)-(\\?.)$/s.exec(part);
  if (!range) return isOneOf(part);
  const [, from = '', to = ''] = range;
  // `\s-` and `\d-`: no range, but the class and a hyphen before the next one.
  if (/^\\[ds]$/.test(from)) return isPartOfArithmetic(to);
  const codes = [from, to].map((end) => end.charCodeAt(end.length - 1));
  const [first = 0, last = 0] = codes;
  if (!isOneOf(from) || !isOneOf(to) || last < first) return false;
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).every((each) =>
    arithmetic.has(each),
  );
}

/** An escaped letter is another character, or a class of them. */
function isOneOf(part: string): boolean {
  return part.startsWith('\\') ? !/^\\[a-zA-Z0-9]/.test(part) && arithmetic.has(part.slice(1)) : arithmetic.has(part);
}
