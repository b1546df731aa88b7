import { bindingOf, type Compiler, syntax, type ts } from '../../type-utils/index.ts';
import { knownParts } from '../control/conditions.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { writtenIn } from '../values/functions.ts';
import { textIn } from '../values/values.ts';
import type { Narrowing } from './narrowing.ts';
import { firstWordOf, mayBeAmong, MISSING, NONE, type Texts, textsIn } from './texts.ts';

/**
 * A text, and the first words of those of which it must be one for a node to run: `case 'remove':`, `if (kind === 'remove')`;
 * or what is tested to be there, and the words that it must not be: `TRUE` in `if (!dryRun)`, `FALSE` and {@link MISSING} in
 * `if (force)`.
 */
export interface Discriminant {
  readonly texts: Texts;
  /** In capitals. */
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  /** What the text is that of, where nothing else is known of it. */
  readonly tested?: ts.Expression;
  /** The words of the default that comes in the place of what is missing. */
  readonly fallback?: readonly string[] | undefined;
}

/** A text, and one that it must not be for a node to run: behind `if (kind === 'create') return`, or in `else` of it. */
export interface Exclusion {
  readonly texts: Texts;
  readonly label: string;
}

/** Whether a text with such a first word may lead to what a discriminant stands before. */
export function mayLeadThere({ words, isExcluded }: Discriminant, word: string): boolean {
  return isExcluded ? !words.includes(word) : words.includes(word) || mayBeAmong(word, words);
}

/**
 * The discriminants of the branches that a node of a function stands in, and of what is tested in them the texts that it must
 * be by what was tested before.
 *
 * Knowingly missed: what a text must not be ({@link exclusionsAt}), and of texts a branch that is left before where what is
 * tested there is not tested again.
 */
export function discriminantsAt(
  node: ts.Node,
  fn: ts.Node,
  evaluator: Evaluator,
  narrowing: Narrowing,
  compiler: Compiler,
): readonly Discriminant[] {
  const found: Discriminant[] = [];
  const add = (tested: ts.Expression, labels: readonly ts.Expression[]): void => {
    const words = labels.map((label) => firstWordOf(textIn(evaluator.valueOf(label)) ?? ''));
    if (words.length === 0 || !words.every((word) => word !== undefined)) return;
    found.push({ texts: textsIn(evaluator.valueOf(tested)), words, isExcluded: false, tested });
    for (const texts of narrowing.factsAt(tested, node))
      found.push({ texts: { ...NONE, texts }, words, isExcluded: false });
  };
  const addFlags = (condition: ts.Expression, outcome: boolean): void => {
    for (const { part, value } of knownParts(condition, outcome)) {
      const flag = value === undefined ? undefined : flagIn(part, value);
      if (!flag) continue;
      const texts = textsIn(evaluator.valueOf(flag.tested));
      const isKept =
        syntax.isIdentifier(flag.tested) || !texts.parts.some((each) => narrowing.isChangedBefore(each, flag.tested));
      const fallback = defaultOf(flag.tested, evaluator);
      const words = texts.parts.length > 0 && isKept ? excludedBy(flag, fallback !== undefined, compiler) : [];
      if (words.length === 0) continue;
      const given = fallback
        ? { ...texts, texts: texts.texts.filter((text) => !fallback.texts.includes(text)) }
        : texts;
      found.push({ texts: given, words, isExcluded: true, fallback: fallback?.words });
    }
  };
  for (let at = node; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (syntax.isCaseClause(parent) && at !== parent.expression) add(parent.parent.parent.expression, labelsOf(parent));
    else if (isBranchOf(parent, at)) {
      for (const { tested, label, isEqual } of comparisonsIn(conditionOf(parent), true))
        if (isEqual) add(tested, [label]);
      addFlags(conditionOf(parent), true);
    } else for (const condition of conditionsNotMetAt(at)) addFlags(condition, false);
  }
  return found;
}

/**
 * What the texts that are tested around a node of a function are not where it runs.
 *
 * Knowingly missed: what the clauses of a `switch` before it leave.
 */
export function exclusionsAt(node: ts.Node, fn: ts.Node, evaluator: Evaluator): readonly Exclusion[] {
  const found: Exclusion[] = [];
  const add = (tested: ts.Expression, by: ts.Expression): void => {
    const label = textIn(evaluator.valueOf(by));
    if (label !== undefined && syntax.isIdentifier(syntax.withoutAssertions(tested)))
      found.push({ texts: textsIn(evaluator.valueOf(tested)), label });
  };
  for (let at = node; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    for (const condition of conditionsNotMetAt(at))
      for (const { tested, label, isEqual } of comparisonsIn(condition, false)) if (!isEqual) add(tested, label);
    const { parent } = at;
    if (isDefault(parent) && isEnteredByItself(parent) && !syntax.isFunctionDeclaration(at))
      for (const clause of parent.parent.clauses)
        if (syntax.isCaseClause(clause)) add(parent.parent.parent.expression, clause.expression);
  }
  return found;
}

/** The conditions that do not hold where a part of a branch or a block runs: of `else`, and of what is left before it. */
function conditionsNotMetAt(node: ts.Node): readonly ts.Expression[] {
  const { parent } = node;
  // It may be called before.
  if (syntax.isFunctionDeclaration(node)) return [];
  if (syntax.isIfStatement(parent)) return node === parent.elseStatement ? [parent.expression] : [];
  if (syntax.isConditionalExpression(parent)) return node === parent.whenFalse ? [parent.condition] : [];
  if (!syntax.isBlock(parent)) return [];
  const before = parent.statements.slice(0, parent.statements.indexOf(node as ts.Statement));
  return before.flatMap((each) =>
    syntax.isIfStatement(each) && !each.elseStatement && isLeaving(each.thenStatement) ? [each.expression] : [],
  );
}

function isDefault(node: ts.Node): node is ts.DefaultClause {
  return node.kind === syntax.SyntaxKind.DefaultClause;
}

/** Whether no clause before runs into one. */
function isEnteredByItself(clause: ts.DefaultClause): boolean {
  const { clauses } = clause.parent;
  const before = clauses[clauses.indexOf(clause) - 1];
  const last = before?.statements.at(-1);
  return before === undefined || isLeaving(last);
}

/** The labels by which a clause is entered: its own, and those of the clauses before that run into it. */
function labelsOf(clause: ts.CaseClause): readonly ts.Expression[] {
  const { clauses } = clause.parent;
  const labels: ts.Expression[] = [clause.expression];
  for (let index = clauses.indexOf(clause) - 1; index >= 0; index--) {
    const before = clauses[index];
    const last = before?.statements.at(-1);
    if (!before || isLeaving(last)) break;
    if (!syntax.isCaseClause(before)) return [];
    labels.push(before.expression);
  }
  return labels;
}

/** Whether nothing behind a statement runs after it: it ends so, or all of its branches do. */
function isLeaving(statement: ts.Statement | undefined): boolean {
  if (!statement) return false;
  if (syntax.isBlock(statement)) return isLeaving(statement.statements.at(-1));
  if (syntax.isIfStatement(statement)) return isLeaving(statement.thenStatement) && isLeaving(statement.elseStatement);
  if (syntax.isTryStatement(statement)) {
    const { tryBlock, catchClause, finallyBlock } = statement;
    return isLeaving(finallyBlock) || (isLeaving(tryBlock) && (!catchClause || isLeaving(catchClause.block)));
  }
  return (
    syntax.isBreakStatement(statement) ||
    syntax.isReturnStatement(statement) ||
    syntax.isThrowStatement(statement) ||
    syntax.isContinueStatement(statement)
  );
}

/** `dryRun`, `options.dryRun`: a parameter, or what a pattern takes, that is never assigned again, or a property of it. */
function isFlag(part: ts.Expression): boolean {
  if (syntax.isPropertyAccessExpression(part)) return syntax.isIdentifier(part.expression) && isFlag(part.expression);
  const binding = syntax.isIdentifier(part) ? bindingOf(part) : undefined;
  const isTaken = binding && (syntax.isParameter(binding) || syntax.isBindingElement(binding));
  return isTaken === true && !writtenIn(part.getSourceFile()).has(binding);
}

interface Flag {
  readonly tested: ts.Expression;
  /** What it is where the node runs: `undefined` where it is there, whatever it is. */
  readonly value: boolean | undefined;
}

/** `force`, `options.force`, `options.force !== undefined`, with what each is where the condition has an outcome. */
function flagIn(part: ts.Expression, outcome: boolean): Flag | undefined {
  if (isFlag(part)) return { tested: part, value: outcome };
  if (!syntax.isBinaryExpression(part) || syntax.equalityOf(part) !== !outcome) return undefined;
  const tested = syntax.withoutAssertions(part.left);
  const isUndefined = syntax.isNullishLiteral(part.right) && part.right.kind !== syntax.SyntaxKind.NullKeyword;
  return isUndefined && isFlag(tested) ? { tested, value: undefined } : undefined;
}

/** The words that exclude a node that runs only by a flag. */
function excludedBy({ tested, value }: Flag, hasDefault: boolean, compiler: Compiler): readonly string[] {
  const isBoolean = value !== undefined && compiler.mayBeBoolean(tested, false);
  const words = isBoolean ? [value ? 'FALSE' : 'TRUE'] : [];
  // Of what has a default nothing is left that is missing.
  const isExcluded = hasDefault || (value !== false && compiler.mayBeMissing(tested));
  return isExcluded ? [...words, MISSING] : words;
}

/** The default of `({ force = true }) => …`, which is among the texts that the name may be: undefined where there is none. */
function defaultOf(
  tested: ts.Expression,
  evaluator: Evaluator,
): { readonly texts: readonly string[]; readonly words: readonly string[] | undefined } | undefined {
  const binding = syntax.isIdentifier(tested) ? bindingOf(tested) : undefined;
  if (!binding || !syntax.isBindingElement(binding) || !binding.initializer) return undefined;
  const { texts, parts, unknown, missing, mayBeOther } = textsIn(evaluator.valueOf(binding.initializer));
  if (parts.length + unknown.length + missing.length > 0 || mayBeOther) return { texts: [], words: undefined };
  return { texts, words: texts.map((text) => firstWordOf(text) ?? '') };
}

type Choice = ts.IfStatement | ts.ConditionalExpression | ts.BinaryExpression;

/** Whether a node runs only where the condition of a choice holds. */
function isBranchOf(choice: ts.Node, node: ts.Node): choice is Choice {
  if (syntax.isIfStatement(choice)) return choice.thenStatement === node;
  if (syntax.isConditionalExpression(choice)) return choice.whenTrue === node;
  return (
    syntax.isBinaryExpression(choice) &&
    choice.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken &&
    choice.right === node
  );
}

function conditionOf(choice: Choice): ts.Expression {
  if (syntax.isIfStatement(choice)) return choice.expression;
  return syntax.isConditionalExpression(choice) ? choice.condition : choice.left;
}

interface Comparison {
  readonly tested: ts.Expression;
  readonly label: ts.Expression;
  readonly isEqual: boolean;
}

/** What surely is equal to a text, or is not, where a condition has an outcome: `kind === 'remove' && isReady`. */
function comparisonsIn(condition: ts.Expression, outcome: boolean): readonly Comparison[] {
  return knownParts(condition, outcome).flatMap(({ part, value }): readonly Comparison[] => {
    const equality = syntax.isBinaryExpression(part) ? syntax.equalityOf(part) : undefined;
    if (value === undefined || equality === undefined || !syntax.isBinaryExpression(part)) return [];
    const [left, right] = [syntax.withoutAssertions(part.left), syntax.withoutAssertions(part.right)];
    const isEqual = equality === value;
    if (syntax.isStringLiteralLike(right)) return [{ tested: left, label: right, isEqual }];
    return syntax.isStringLiteralLike(left) ? [{ tested: right, label: left, isEqual }] : [];
  });
}
