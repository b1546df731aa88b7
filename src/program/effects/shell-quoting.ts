import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, constantInitializerOf, moduleOfImport, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn, returnedBy } from '../values/nodes.ts';

/** Packages whose functions put quotes around what they are given, so that a shell takes it for one word. */
const quotingPackages = new Set(['any-shell-escape', 'puka', 'shell-escape', 'shell-quote', 'shescape']);

/** Whether a call puts what it is given into quotes for a shell: of such a package, or by a function of the program. */
export function isQuotedForShell(node: ts.Node, program: ts.Program): boolean {
  if (!syntax.isCallExpression(node)) return false;
  const root = syntax.rootOf(syntax.withoutAssertions(node.expression));
  const module = syntax.isIdentifier(root) ? moduleOfImport(bindingOf(root)) : undefined;
  if (module !== undefined && quotingPackages.has(module)) return true;
  const fn = syntax.isIdentifier(root) ? compilerOf(program).functionCalledBy(node)?.fn : undefined;
  return fn?.body !== undefined && fn.parameters.length === 1 && quotesForShell(program, fn);
}

/** `` `'${text.replaceAll("'", …)}'` ``, in each result but those that are written out, or that a pattern was matched with. */
const quotesForShell = memo((_program: ts.Program, fn: syntax.FunctionLike): boolean => {
  const results = returnedBy(fn).flatMap(eitherOf);
  const others = results.filter((result) => !isQuoted(result));
  const isTested = nodesIn(fn, syntax.isCallExpression, anywhere).some((call) => methodOf(call) === 'test');
  return (
    others.length < results.length &&
    others.every((other) => syntax.isStringLiteralLike(other) || (isTested && syntax.isIdentifier(other)))
  );
});

/** Both sides of a conditional expression. */
function eitherOf(expression: ts.Expression): readonly ts.Expression[] {
  const node = syntax.withoutAssertions(expression);
  return syntax.isConditionalExpression(node) ? [...eitherOf(node.whenTrue), ...eitherOf(node.whenFalse)] : [node];
}

function isQuoted(result: ts.Expression): boolean {
  const pieces = piecesOf(result);
  const [first, last] = [pieces[0], pieces.at(-1)];
  const isBetween =
    typeof first === 'string' && first.startsWith("'") && typeof last === 'string' && last.endsWith("'");
  const given = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]));
  return isBetween && given.length > 0 && given.every(replacesQuotes);
}

/** `text.replace(/'/g, …)`, `text.split("'").join(…)` */
function replacesQuotes(expression: ts.Expression): boolean {
  const initializer = syntax.isIdentifier(expression) ? constantInitializerOf(expression) : undefined;
  if (initializer) return replacesQuotes(initializer);
  return nodesIn(expression, syntax.isCallExpression, anywhere).some((call) => {
    const [by] = call.arguments;
    const pattern = by && syntax.isStringLiteralLike(by) ? by.text : (by?.getText() ?? '');
    const method = methodOf(call);
    const isAll = method === 'replaceAll' || method === 'split' || (method === 'replace' && /\/\w*g\w*$/.test(pattern));
    return isAll && pattern.includes("'");
  });
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  return syntax.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

/** The texts and expressions of a template or a sum, in their order. */
function piecesOf(expression: ts.Expression): readonly (string | ts.Expression)[] {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isStringLiteralLike(node)) return [node.text];
  if (syntax.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.flatMap((span) => [...piecesOf(span.expression), span.literal.text])];
  const isSum = syntax.isBinaryExpression(node) && node.operatorToken.kind === syntax.SyntaxKind.PlusToken;
  return isSum ? [...piecesOf(node.left), ...piecesOf(node.right)] : [node];
}
