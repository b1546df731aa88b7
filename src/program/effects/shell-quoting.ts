import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  moduleOfImport,
  syntax,
} from '../../type-utils/index.ts';
import { returnedBy } from '../values/nodes.ts';
import { matchesPlain } from './tested-values.ts';

/** Functions of packages that put quotes around what they are given, so that a shell takes it for one word; `*` is the default export. */
const quotingFunctions: Readonly<Record<string, string>> = {
  'any-shell-escape': '*',
  'shell-escape': '*',
  'shell-quote': 'quote',
};

/** What may stand in single quotes in the place of one: the text ends there, has a quote, and goes on. */
const replacements = new Set(['', `'\\''`, `'"'"'`]);

/** Whether a call puts what it is given into quotes for a shell, and nothing takes them off at once. */
export function isQuotedForShell(node: ts.Node, program: ts.Program): boolean {
  if (!syntax.isCallExpression(node)) return false;
  const { parent } = node;
  if (syntax.isAccess(parent) && parent.expression === node) return false;
  const callee = syntax.withoutAssertions(node.expression);
  const root = syntax.rootOf(callee);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  const name = quotingFunctions[moduleOfImport(binding) ?? ''];
  if (name !== undefined) return name === '*' ? callee === root : isImportOf(binding, name, callee);
  const fn = callee === root ? compilerOf(program).functionCalledBy(node)?.fn : undefined;
  return fn?.body !== undefined && fn.parameters.length === 1 && quotesForShell(program, fn);
}

/** `import { quote as pack } from …`, `shell.quote` */
function isImportOf(binding: ts.Node | undefined, name: string, callee: ts.Node): boolean {
  if (syntax.isPropertyAccessExpression(callee)) return callee.name.text === name;
  return (
    binding !== undefined && syntax.isImportSpecifier(binding) && (binding.propertyName ?? binding.name).text === name
  );
}

/** `` `'${text.replaceAll("'", …)}'` ``, in each result but those that are written out or have nothing that a shell reads. */
const quotesForShell = memo((_program: ts.Program, fn: syntax.FunctionLike): boolean => {
  const results = returnedBy(fn).flatMap(eitherOf);
  const others = results.filter((result) => !isQuoted(result, fn));
  return (
    others.length < results.length && others.every((other) => syntax.isStringLiteralLike(other) || isTestedPlain(other))
  );
});

/** Both sides of a conditional expression. */
function eitherOf(expression: ts.Expression): readonly ts.Expression[] {
  const node = syntax.withoutAssertions(expression);
  return syntax.isConditionalExpression(node) ? [...eitherOf(node.whenTrue), ...eitherOf(node.whenFalse)] : [node];
}

/** `plain.test(text) ? text : …`, `if (plain.test(text)) return text;` */
function isTestedPlain(result: ts.Expression): boolean {
  const parent = syntax.parentOf(result);
  if (syntax.isConditionalExpression(parent))
    return parent.whenTrue === result && matchesPlain(parent.condition, result);
  const branch = syntax.isBlock(parent.parent) ? parent.parent : parent;
  const choice = syntax.parentOf(branch);
  return syntax.isIfStatement(choice) && choice.thenStatement === branch && matchesPlain(choice.expression, result);
}

function isQuoted(result: ts.Expression, fn: syntax.FunctionLike): boolean {
  const pieces = piecesOf(result);
  const [first, last] = [pieces[0], pieces.at(-1)];
  const isBetween =
    typeof first === 'string' && first.startsWith("'") && typeof last === 'string' && last.endsWith("'");
  const given = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece]));
  return isBetween && given.length === 1 && given.every((piece) => replacesQuotes(piece, fn));
}

/** `text.replace(/'/g, …)`, `text.split("'").join(…)`, also held by a constant. */
function replacesQuotes(expression: ts.Expression, fn: syntax.FunctionLike): boolean {
  const initializer = syntax.isIdentifier(expression) ? constantInitializerOf(expression) : undefined;
  const call = initializer ? syntax.withoutAssertions(initializer) : expression;
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
  const { expression: on, name } = call.expression;
  const [pattern, by] = call.arguments;
  if (name.text === 'join') {
    const isSplit = syntax.isCallExpression(on) && calledName(on) === 'split' && isQuote(on.arguments[0]);
    return isSplit && isReplacement(pattern) && isText(syntax.isAccess(on.expression) && on.expression.expression, fn);
  }
  const isAll = name.text === 'replaceAll' ? isQuote(pattern) || isPattern(pattern) : name.text === 'replace' && isPattern(pattern); // prettier-ignore
  return isAll && isReplacement(by) && isText(on, fn);
}

function isQuote(node: ts.Expression | undefined): boolean {
  return node !== undefined && syntax.isStringLiteralLike(node) && node.text === "'";
}

function isPattern(node: ts.Expression | undefined): boolean {
  return node !== undefined && /^\/'\/g[u]?$/.test(node.getText());
}

function isReplacement(node: ts.Expression | undefined): boolean {
  return node !== undefined && syntax.isStringLiteralLike(node) && replacements.has(node.text);
}

/** The parameter of a function, or `String(parameter)`. */
function isText(node: ts.Expression | false, fn: syntax.FunctionLike): boolean {
  if (!node) return false;
  if (syntax.isCallExpression(node)) return calledName(node) === 'String' && isText(node.arguments[0] ?? false, fn);
  return syntax.isIdentifier(node) && bindingOf(node) === fn.parameters[0];
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
