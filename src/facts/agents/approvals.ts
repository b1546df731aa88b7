import type ts from 'typescript';
import * as syntax from '../../type-utils/syntax.ts';
import type { DecisionFinder } from './decisions.ts';
import type { Call } from './models.ts';

/** The property in which a run's open questions are. */
const QUESTIONS = 'interruptions';

/**
 * Whether a call that approves stands in a loop over all open questions, with no condition and no question to a person
 * on the way to it: what is asked is always answered with yes.
 */
export function approvesAll(call: Call, decisions: DecisionFinder): boolean {
  let loop: ts.Node | undefined;
  for (let at: ts.Node = call; !syntax.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at;
    if (isLoopOverQuestions(parent, at)) {
      loop = parent;
      break;
    }
    const isCondition =
      syntax.isIfStatement(parent) ||
      syntax.isConditionalExpression(parent) ||
      parent.kind === syntax.SyntaxKind.CaseBlock;
    if (isCondition || syntax.isBinaryExpression(parent)) return false;
    if (syntax.isBlock(parent) && parent.statements.some((each) => each.pos < at.pos && mayLeave(each))) return false;
  }
  return (
    loop !== undefined &&
    !decisions.isDecided(loop, decisions.subjectOf([...(call.arguments ?? [])], undefined, undefined))
  );
}

/** `for (const question of result.interruptions)`, `result.interruptions.forEach(…)`. */
function isLoopOverQuestions(node: ts.Node, inner: ts.Node): boolean {
  if (syntax.isForOfStatement(node)) return node.statement === inner && mentionsQuestions(node.expression);
  return (
    syntax.isCallExpression(node) &&
    node.expression !== inner &&
    syntax.isPropertyAccessExpression(node.expression) &&
    mentionsQuestions(node.expression.expression)
  );
}

function mentionsQuestions(node: ts.Node): boolean {
  return /\binterruptions\b/i.test(node.getText()) || node.getText().includes(QUESTIONS);
}

function mayLeave(statement: ts.Node): boolean {
  return /\b(?:continue|return|throw|break)\b/.test(statement.getText());
}
