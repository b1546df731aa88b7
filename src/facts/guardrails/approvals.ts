import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import type { DecisionFinder } from './decisions.ts';
import type { Call } from '../agents/matcher.ts';

/** The property in which a run's open questions are. */
const QUESTIONS = 'interruptions';

/**
 * Whether a call that approves stands in a loop over all open questions, with no condition and no question to a person
 * on the path to it: every approval request is granted.
 */
export function approvesAll(call: Call, decisions: DecisionFinder): boolean {
  for (let at: ts.Node = call; !syntax.isSourceFile(at.parent); at = at.parent) {
    const { parent } = at;
    const questions = questionsOf(parent, at);
    if (questions) {
      const subject = decisions.subjectOf([...(call.arguments ?? []), questions]);
      return !decisions.isFiltered(questions) && !decisions.isDecided(parent, subject);
    }
    const isCondition =
      syntax.isIfStatement(parent) ||
      syntax.isConditionalExpression(parent) ||
      parent.kind === syntax.SyntaxKind.CaseBlock;
    if (isCondition || syntax.isBinaryExpression(parent)) return false;
    if (syntax.isBlock(parent) && parent.statements.some((each) => each.pos < at.pos && mayLeave(each))) return false;
  }
  return false;
}

/** What a loop goes over: `result.interruptions` in `for (const each of …)` and `.forEach(…)`, where `inner` is its body. */
function questionsOf(node: ts.Node, inner: ts.Node): ts.Expression | undefined {
  if (syntax.isForOfStatement(node))
    return node.statement === inner && mentionsQuestions(node.expression) ? node.expression : undefined;
  if (!syntax.isCallExpression(node) || node.expression === inner) return undefined;
  const callee = syntax.withoutAssertions(node.expression);
  return syntax.isPropertyAccessExpression(callee) && mentionsQuestions(callee.expression)
    ? callee.expression
    : undefined;
}

function mentionsQuestions(node: ts.Node): boolean {
  return /\binterruptions\b/i.test(node.getText()) || node.getText().includes(QUESTIONS);
}

function mayLeave(statement: ts.Node): boolean {
  return /\b(?:continue|return|throw|break)\b/.test(statement.getText());
}
