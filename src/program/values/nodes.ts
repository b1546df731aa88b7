import { constantInitializerOf, syntax, type ts } from '../../type-utils/index.ts';

/** The nodes to look into, where functions are left out. */
const isNoFunction = (node: ts.Node): boolean => !syntax.isFunctionLike(node);

/** The nodes to look into, where functions are not left out. */
export const anywhere = (): boolean => true;

/** The nodes of some kind at or below a node, in the order of the text. */
export function nodesIn<T extends ts.Node>(
  root: ts.Node,
  isWanted: (node: ts.Node) => node is T,
  isEntered: (node: ts.Node) => boolean = isNoFunction,
): readonly T[] {
  const found: T[] = [];
  syntax.walk(root, (node) => {
    if (isWanted(node)) found.push(node);
    return isEntered(node);
  });
  return found;
}

/** What a function returns, by its `return` statements or as its body. Empty where it has no body. */
export function returnedBy({ body }: syntax.FunctionLike): readonly ts.Expression[] {
  if (!body) return [];
  if (!syntax.isBlock(body)) return [body];
  return nodesIn(body, syntax.isReturnStatement).flatMap(({ expression }) => expression ?? []);
}

/** Whether a node is of some kind, or one below it is. */
export function contains(
  root: ts.Node,
  test: (node: ts.Node) => boolean,
  isEntered: (node: ts.Node) => boolean = isNoFunction,
): boolean {
  const isBelow = (child: ts.Node): boolean => isEntered(child) && contains(child, test, isEntered);
  return test(root) || (syntax.forEachChild(root, (child) => isBelow(child) || undefined) ?? false);
}

/** Whether a node is a text, or one that stands between the parts of a template. */
export function isWrittenText(node: ts.Node): node is ts.LiteralLikeNode {
  const { TemplateHead, TemplateMiddle, TemplateTail } = syntax.SyntaxKind;
  return syntax.isStringLiteralLike(node) || [TemplateHead, TemplateMiddle, TemplateTail].includes(node.kind);
}

/** Whether a file has a text that reads a member: `object['field']`, to which TypeScript's `private` is no obstacle. */
export function isReadByText(name: string, { text }: ts.SourceFile): boolean {
  return text.includes(`['${name}']`) || text.includes(`["${name}"]`);
}

/** The key of a property as a text: `key`, `'key'`, `['key']`, and `[KEY]` of a constant. */
export function textOfKey(name: ts.PropertyName): string | undefined {
  if (!syntax.isComputedPropertyName(name)) return name.text;
  const { expression } = name;
  const key = syntax.isIdentifier(expression) ? constantInitializerOf(expression) : expression;
  const text = key && syntax.withoutAssertions(key);
  return text && syntax.isStringLiteralLike(text) ? text.text : undefined;
}
