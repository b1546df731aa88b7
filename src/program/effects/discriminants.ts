import { bindingOf, syntax, type ts } from '../../type-utils/index.ts';
import { knownParts } from '../control/conditions.ts';
import type { Evaluator } from '../values/evaluator.ts';
import { writtenIn } from '../values/functions.ts';
import { textIn } from '../values/values.ts';
import type { Narrowing } from './narrowing.ts';
import { firstWordOf, mayBeAmong, NONE, type Texts, textsIn } from './texts.ts';

/**
 * A text, and the first words of those of which it must be one for a node to run: `case 'remove':`, `if (kind === 'remove')`;
 * or a boolean, and the word that it must not be: `TRUE` in `if (!dryRun)`.
 */
export interface Discriminant {
  readonly texts: Texts;
  /** In capitals. */
  readonly words: readonly string[];
  readonly isExcluded: boolean;
}

/** Whether a text with such a first word may lead to what a discriminant stands before. */
export function mayLeadThere({ words, isExcluded }: Discriminant, word: string): boolean {
  return isExcluded ? !words.includes(word) : words.includes(word) || mayBeAmong(word, words);
}

/**
 * The discriminants of the branches that a node of a function stands in, and of what is tested in them the texts that it must
 * be by what was tested before.
 *
 * Knowingly missed: what a text must not be, and of texts a branch that is left before where what is tested there is not tested
 * again. A flag that one call gives as `true` or as nothing (`isForced ? undefined : true`) is taken for `true`.
 */
export function discriminantsAt(
  node: ts.Node,
  fn: ts.Node,
  evaluator: Evaluator,
  narrowing: Narrowing,
  mayBeBoolean: (node: ts.Node) => boolean,
): readonly Discriminant[] {
  const found: Discriminant[] = [];
  const add = (tested: ts.Expression, labels: readonly ts.Expression[]): void => {
    const words = labels.map((label) => firstWordOf(textIn(evaluator.valueOf(label)) ?? ''));
    if (words.length === 0 || !words.every((word) => word !== undefined)) return;
    found.push({ texts: textsIn(evaluator.valueOf(tested)), words, isExcluded: false });
    for (const texts of narrowing.factsAt(tested, node))
      found.push({ texts: { ...NONE, texts }, words, isExcluded: false });
  };
  const addFlags = (condition: ts.Expression, outcome: boolean): void => {
    for (const { part, value } of knownParts(condition, outcome)) {
      if (value === undefined || !isFlag(part)) continue;
      const texts = textsIn(evaluator.valueOf(part));
      const isKept = syntax.isIdentifier(part) || !texts.parts.some((each) => narrowing.isChangedBefore(each, part));
      if (texts.parts.length > 0 && isKept && mayBeBoolean(part))
        found.push({ texts, words: [value ? 'FALSE' : 'TRUE'], isExcluded: true });
    }
  };
  for (let at = node; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (syntax.isCaseClause(parent) && at !== parent.expression) add(parent.parent.parent.expression, labelsOf(parent));
    else if (isBranchOf(parent, at)) {
      for (const [tested, label] of equalitiesOf(parent)) add(tested, [label]);
      addFlags(conditionOf(parent), true);
    } else if (syntax.isIfStatement(parent) && at === parent.elseStatement) addFlags(parent.expression, false);
    else if (syntax.isBlock(parent))
      for (const before of parent.statements) {
        if (before === at) break;
        if (syntax.isIfStatement(before) && !before.elseStatement && isLeaving(before.thenStatement))
          addFlags(before.expression, false);
      }
  }
  return found;
}

/** The labels by which a clause is entered: its own, and those of the clauses before that run into it. */
function labelsOf(clause: ts.CaseClause): readonly ts.Expression[] {
  const { clauses } = clause.parent;
  const labels: ts.Expression[] = [clause.expression];
  for (let index = clauses.indexOf(clause) - 1; index >= 0; index--) {
    const before = clauses[index];
    const last = before?.statements.at(-1);
    if (!before || (last && isLeaving(last))) break;
    if (!syntax.isCaseClause(before)) return [];
    labels.push(before.expression);
  }
  return labels;
}

function isLeaving(statement: ts.Statement): boolean {
  const last = syntax.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (syntax.isBreakStatement(last) ||
      syntax.isReturnStatement(last) ||
      syntax.isThrowStatement(last) ||
      syntax.isContinueStatement(last))
  );
}

/** `dryRun`, `options.dryRun`: a parameter, or what a pattern takes, that is never assigned again, or a property of it. */
function isFlag(part: ts.Expression): boolean {
  if (syntax.isPropertyAccessExpression(part)) return syntax.isIdentifier(part.expression) && isFlag(part.expression);
  const binding = syntax.isIdentifier(part) ? bindingOf(part) : undefined;
  const isTaken = binding && (syntax.isParameter(binding) || syntax.isBindingElement(binding));
  return isTaken === true && !writtenIn(part.getSourceFile()).has(binding);
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

/** What surely is equal where the condition holds: `kind === 'remove' && isReady`. */
function equalitiesOf(choice: Choice): readonly (readonly [tested: ts.Expression, label: ts.Expression])[] {
  return knownParts(conditionOf(choice), true).flatMap(({ part, value }) => {
    if (value === undefined || !syntax.isBinaryExpression(part)) return [];
    if (syntax.equalityOf(part) !== value) return [];
    const [left, right] = [syntax.withoutAssertions(part.left), syntax.withoutAssertions(part.right)];
    if (syntax.isStringLiteralLike(right)) return [[left, right] as const];
    return syntax.isStringLiteralLike(left) ? [[right, left] as const] : [];
  });
}
