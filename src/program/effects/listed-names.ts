import {
  bindingOf,
  calledName,
  constantInitializerOf,
  isConstant,
  keyOfProperty,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { anywhere, contains, nodesIn } from '../values/nodes.ts';

/**
 * Whether a function goes through the names in a text before, and leaves where one is not in a list of the program's:
 * `for (const name of text.match(/[a-z]+/g) ?? []) if (!allowed.has(name)) throw …`
 *
 * @param isWanted whether a name may be in such a list
 */
export function areNamesListed(text: ts.Expression, isWanted: (name: string) => boolean): boolean {
  const fn = syntax.containerOf(text);
  const code = syntax.isFunctionLike(fn) ? fn.body : fn;
  if (!code) return false;
  return nodesIn(code, syntax.isForOfStatement).some(({ initializer, expression, statement, end }) => {
    if (end > text.pos || !syntax.isVariableDeclarationList(initializer) || !takesNames(expression)) return false;
    const [name] = initializer.declarations;
    return nodesIn(statement, syntax.isIfStatement).some(
      ({ expression: test, thenStatement }) =>
        contains(thenStatement, isLeaving) &&
        syntax.isPrefixUnaryExpression(test) &&
        test.operator === syntax.SyntaxKind.ExclamationToken &&
        isLookUpOf(syntax.withoutAssertions(test.operand), name, isWanted),
    );
  });
}

/** `text.match(/[a-z_]+/gi) ?? []`, also by a constant */
function takesNames(list: ts.Expression): boolean {
  const node = syntax.withoutAssertions(list);
  const made = syntax.isIdentifier(node) ? constantInitializerOf(node) : node;
  return (
    made !== undefined &&
    contains(
      made,
      (each) =>
        syntax.isCallExpression(each) &&
        /^match(?:All)?$/.test(calledName(each) ?? '') &&
        /^\/\\?b?\(?\[[^\]]*a-z/i.test(each.arguments[0]?.getText() ?? ''),
      anywhere,
    )
  );
}

/** `allowed.has(name)`, `Object.hasOwn(table, name.toLowerCase())` */
function isLookUpOf(test: ts.Expression, name: ts.Node | undefined, isWanted: (name: string) => boolean): boolean {
  if (!syntax.isCallExpression(test) || !syntax.isPropertyAccessExpression(test.expression)) return false;
  const { expression: owner, name: method } = test.expression;
  const [first, second] = test.arguments;
  const isOfObject = method.text === 'hasOwn' && owner.getText() === 'Object';
  const [table, looked] = isOfObject ? [first, second] : [owner, first];
  if (!isOfObject && !/^(?:has|hasOwnProperty|includes)$/.test(method.text)) return false;
  if (!table || !looked || !syntax.isIdentifier(table)) return false;
  const binding = bindingOf(table);
  const list = binding && isConstant(binding) ? constantInitializerOf(table) : undefined;
  const isOfName = contains(looked, (each) => syntax.isIdentifier(each) && bindingOf(each) === name, anywhere);
  return list !== undefined && isOfName && namesIn(list).every(isWanted);
}

/** The texts and keys that a list or table has, as they are written. */
function namesIn(list: ts.Expression): readonly string[] {
  return [
    ...nodesIn(list, syntax.isStringLiteralLike, anywhere).map(({ text }) => text),
    ...nodesIn(list, syntax.isObjectLiteralExpression, anywhere).flatMap(({ properties }) =>
      properties.flatMap((each) => keyOfProperty(each) ?? []),
    ),
  ];
}

function isLeaving(node: ts.Node): boolean {
  return syntax.isThrowStatement(node) || syntax.isReturnStatement(node);
}
