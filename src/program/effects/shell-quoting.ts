import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  isConstant,
  isInside,
  moduleOfImport,
  syntax,
  usesOf,
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

/**
 * Whether a call puts what it is given into quotes for a shell, and nothing takes them off at once, or prepares it for the quotes
 * that it is put between: `` `osascript -e '${script.replace(/'/g, "'\\''")}'` ``.
 */
export function isQuotedForShell(node: ts.Node, program: ts.Program): boolean {
  if (!syntax.isCallExpression(node)) return false;
  if (preparesForQuotes(node, program)) return usesOfResult(node, program).every(isBetweenQuotes);
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

/** `text.replace(/'/g, "'\\''")`, and a call of a function that returns this of what it is given. */
function preparesForQuotes(call: ts.CallExpression, program: ts.Program): boolean {
  if (replacesQuotes(call, () => true)) return true;
  const fn = syntax.isIdentifier(call.expression) ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
  return fn?.body !== undefined && fn.parameters.length === 1 && preparesItsText(program, fn);
}

const preparesItsText = memo((_program: ts.Program, fn: syntax.FunctionLike): boolean => {
  const results = returnedBy(fn);
  return results.length > 0 && results.every((result) => replacesQuotes(result, (text) => isText(text, fn)));
});

/** The places of a call's result: its own, or those of the constant that holds it. */
function usesOfResult(call: ts.CallExpression, program: ts.Program): readonly ts.Node[] {
  const holder = syntax.parentOf(call);
  return syntax.isVariableDeclaration(holder) && isConstant(holder) ? usesOf(holder, program) : [call];
}

/** Whether a part of a template stands between two single quotes. */
function isBetweenQuotes(node: ts.Node): boolean {
  const template = syntax.parentOf(node).parent;
  if (!syntax.isTemplateExpression(template)) return false;
  const { head, templateSpans } = template;
  const index = templateSpans.findIndex(({ expression }) => isInside(node, expression));
  const before = [head.text, ...templateSpans.slice(0, index).map(({ literal }) => literal.text)].join('');
  return before.endsWith("'") && isQuoteOpen(before) && templateSpans[index]?.literal.text.startsWith("'") === true;
}

/** Whether a single quote is open at the end of the beginning of a line, and not inside of double ones. */
function isQuoteOpen(line: string): boolean {
  let open: string | undefined;
  for (const each of line)
    if (open === undefined ? each === "'" || each === '"' : each === open) open = open === undefined ? each : undefined;
  return open === "'";
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
  return isBetween && given.length === 1 && given.every((piece) => replacesQuotes(piece, (text) => isText(text, fn)));
}

/** `text.replace(/'/g, …)`, `text.split("'").join(…)`, also held by a constant. */
function replacesQuotes(expression: ts.Expression, isOn: (text: ts.Expression) => boolean): boolean {
  const initializer = syntax.isIdentifier(expression) ? constantInitializerOf(expression) : undefined;
  const call = initializer ? syntax.withoutAssertions(initializer) : expression;
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
  const { expression: on, name } = call.expression;
  const [pattern, by] = call.arguments;
  if (name.text === 'join') {
    const isSplit = syntax.isCallExpression(on) && calledName(on) === 'split' && isQuote(on.arguments[0]);
    return isSplit && isReplacement(pattern) && syntax.isAccess(on.expression) && isOn(on.expression.expression);
  }
  const isAll = name.text === 'replaceAll' ? isQuote(pattern) || isPattern(pattern) : name.text === 'replace' && isPattern(pattern); // prettier-ignore
  return isAll && isReplacement(by) && isOn(on);
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
function isText(node: ts.Expression, fn: syntax.FunctionLike): boolean {
  if (syntax.isCallExpression(node)) {
    const [given] = node.arguments;
    return given !== undefined && calledName(node) === 'String' && isText(given, fn);
  }
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
