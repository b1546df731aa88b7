import type { ts } from '../../type-utils/index.ts';
import { isInside, syntax } from '../../type-utils/index.ts';
import { branchesOf } from '../../program/control/control.ts';
import type { DecisionFinder } from './decisions.ts';
import type { Call } from '../agents/matcher.ts';

/** The property in which a run's open questions are. */
const QUESTIONS = 'interruptions';

/**
 * Whether a call that approves stands in a loop over all open questions, with no condition and no question to a person
 * on the path to it: every approval request is granted.
 */
export function approvesAll(call: Call, decisions: DecisionFinder, program: ts.Program): boolean {
  for (let at: ts.Node = call; !syntax.isSourceFile(at.parent); at = at.parent) {
    const questions = questionsOf(at.parent, at);
    if (!questions) continue;
    const subject = decisions.subjectOf([...(call.arguments ?? []), questions]);
    return !decisions.isFiltered(questions) && !isConditional(call, at, program) && !decisions.isDecided(call, subject);
  }
  return false;
}

/** Whether a condition inside a region decides whether a node there runs. */
function isConditional(node: ts.Node, region: ts.Node, program: ts.Program): boolean {
  for (let at = node; isInside(at, region); at = syntax.containerOf(at))
    if (branchesOf(at, program).some(({ site }) => isInside(site as ts.Node, region))) return true;
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
