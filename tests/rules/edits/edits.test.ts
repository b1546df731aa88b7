import { describe, expect, it } from 'vitest';
import { withoutParts, withPart } from '../../../src/rules/edits/elements.ts';
import { negated } from '../../../src/rules/edits/functions.ts';
import { keyText } from '../../../src/rules/edits/layout.ts';
import { before, inTry, withoutStatement } from '../../../src/rules/edits/statements.ts';
import { syntax, type ts } from '../../../src/type-utils/index.ts';
import compiler from 'typescript';
import { edited } from '../edited.ts';

function parsed(text: string): ts.SourceFile {
  return compiler.createSourceFile('file.ts', text, compiler.ScriptTarget.Latest, true);
}

/** The first node of a kind, in the order of the text. */
function firstOf<T extends ts.Node>(node: ts.Node, isKind: (node: ts.Node) => node is T): T {
  const find = (at: ts.Node): T | undefined => (isKind(at) ? at : syntax.forEachChild(at, find));
  const found = find(node);
  if (!found) throw new Error('There is no such node.');
  return found;
}

function isList(node: ts.Node): node is ts.ArrayLiteralExpression | ts.ObjectLiteralExpression {
  return syntax.isArrayLiteralExpression(node) || syntax.isObjectLiteralExpression(node);
}

describe('a property or an element is added', () => {
  it.each([
    ['to an empty object', 'f({})', 'f({ c: 1 })'],
    ['to an empty list', 'f([])', 'f([c: 1])'],
    ['in one line', 'f({ a, b })', 'f({ a, b, c: 1 })'],
    ['behind a comma at the end', 'f({ a, b, })', 'f({ a, b, c: 1, })'],
    ['on a line of its own', 'f({\n  a,\n  b,\n});', 'f({\n  a,\n  b,\n  c: 1,\n});'],
    ['where there is no comma at the end', 'f({\n    a,\n    b\n});', 'f({\n    a,\n    b,\n    c: 1\n});'],
    ['behind a comment', 'f({\n  a, // of a\n});', 'f({\n  a, // of a\n  c: 1,\n});'],
    ['behind a comment without a comma', 'f({\n  a // of a\n});', 'f({\n  a, // of a\n  c: 1\n});'],
    ['behind what is spread in', 'f({ ...rest })', 'f({ ...rest, c: 1 })'],
    ['behind a method that ends with the object', 'f({ a() {\n  return 1;\n} })', 'f({ a() {\n  return 1;\n}, c: 1 })'],
    ['with the line ends of the file', 'f({\r\n  a,\r\n});', 'f({\r\n  a,\r\n  c: 1,\r\n});'],
    ['with tabs', 'f({\n\ta,\n});', 'f({\n\ta,\n\tc: 1,\n});'],
  ])('%s', (_, text, output) => {
    expect(edited(text, withPart(firstOf(parsed(text), isList), 'c: 1'))).toBe(output);
  });
});

describe('elements are taken out', () => {
  it.each([
    ['the first', 'f([x, b])', 'f([b])'],
    ['one between others', 'f([a, x, b])', 'f([a, b])'],
    ['the last', 'f([a, x])', 'f([a])'],
    ['the last before a comma', 'f([a, x,])', 'f([a])'],
    ['the only one', 'f([x])', 'f([])'],
    ['the only one before a comma', 'f([x,])', 'f([])'],
    ['two that follow each other', 'f([a, x, y, b])', 'f([a, b])'],
    ['two apart', 'f([x, a, y])', 'f([a])'],
    ['all', 'f([x, y])', 'f([])'],
    ['a line', 'f([\n  a,\n  x, // of x\n  b,\n]);', 'f([\n  a,\n  b,\n]);'],
    ['the last line', 'f([\n  a, // of a\n  x,\n]);', 'f([\n  a, // of a\n]);'],
    ['the last line without a comma', 'f([\n  a, // of a, and more\n  x\n]);', 'f([\n  a // of a, and more\n]);'],
    ['a property', 'f({ a: 1, x: 2, b: 3 })', 'f({ a: 1, b: 3 })'],
  ])('%s', (_, text, output) => {
    const list = firstOf(parsed(text), isList);
    const parts: readonly ts.Node[] = syntax.isArrayLiteralExpression(list) ? list.elements : list.properties;

    expect(edited(text, withoutParts(parts.filter((part) => /^[xy]/.test(part.getText()))))).toBe(output);
  });
});

describe('statements', () => {
  it.each([
    ['a line before another one', '  a();\n', 'b();\n  a();\n'],
    ['in the same line', 'function f() { a(); }', 'function f() { b(); a(); }'],
  ])('are put in: %s', (_, text, output) => {
    const start = text.startsWith(' ') ? '  ' : '';
    expect(edited(text, [before(firstOf(parsed(text), syntax.isExpressionStatement), ['b();'])])).toBe(start + output);
  });

  it.each([
    ['with its line', 'a();\nx();\nb();\n', 'a();\nb();\n'],
    ['in a line with others', 'a(); x(); b();', 'a(); b();'],
    ['with a comment behind it left', 'x(); // of x\nb();', '// of x\nb();'],
  ])('are taken out: %s', (_, text, output) => {
    const [taken] = parsed(text).statements.filter((statement) => statement.getText() === 'x();');

    expect(taken && edited(text, [withoutStatement(taken)])).toBe(output);
  });

  it.each([
    [
      'on lines of their own',
      'function f() {\n  a();\n\n  x();\n}\n',
      'function f() {\n  try {\n    a();\n\n    x();\n  } finally {\n    close();\n  }\n}\n',
    ],
    ['in one line', 'function f() { a(); b(); }', 'function f() { try { a(); b(); } finally { close(); } }'],
    [
      'with a text of several lines',
      'function f() {\n  a(`\nb`);\n}\n',
      'function f() {\n  try {\n    a(`\nb`);\n  } finally {\n    close();\n  }\n}\n',
    ],
  ])('are wrapped: %s', (_, text, output) => {
    const { statements } = firstOf(parsed(text), syntax.isBlock);

    expect(edited(text, inTry(statements, 'close();', []))).toBe(output);
  });

  it('are wrapped without the last one', () => {
    const text = 'function f() {\n  a();\n  x();\n}\n';
    const { statements } = firstOf(parsed(text), syntax.isBlock);

    expect(edited(text, inTry(statements, 'close();', statements.slice(1)))).toBe(
      'function f() {\n  try {\n    a();\n  } finally {\n    close();\n  }\n}\n',
    );
  });
});

describe('a condition is negated', () => {
  it.each([
    ['f(() => a)', 'f(() => !a)'],
    ['f(() => !a)', 'f(() => a)'],
    ['f(() => a.b(c))', 'f(() => !a.b(c))'],
    ['f(() => a === b)', 'f(() => a !== b)'],
    ['f(() => a && b)', 'f(() => !(a && b))'],
    ['f(function () { return a; })', 'f(function () { return !a; })'],
  ])('%s', (text, output) => {
    expect(edited(text, negated(firstOf(parsed(text), syntax.isFunctionValue)) ?? [])).toBe(output);
  });

  it('unless it has several answers', () => {
    const text = 'f(() => { if (a) return b; return c; })';

    expect(negated(firstOf(parsed(text), syntax.isFunctionValue))).toBeUndefined();
  });
});

it('a key is quoted where it has to be', () => {
  const file = parsed('const a = "b";');

  expect(keyText('erase_file', file)).toBe('erase_file');
  expect(keyText('erase-file', file)).toBe('"erase-file"');
});
