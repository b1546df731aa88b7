import { approvalNouns, approvalVerbs } from '../../models/agents/purpose.ts';
import { compilerOf, syntax, type ts } from '../../type-utils/index.ts';
import type { Call } from '../agents/matcher.ts';
import { singularWordsOf, wordsOf } from './purpose.ts';

const nouns: ReadonlySet<string> = new Set(approvalNouns);
const verbs: ReadonlySet<string> = new Set(approvalVerbs);

/**
 * Whether a function gets an approval, or tests that there is one, by its name: `requireApproval`, `confirm`,
 * `isAuthorized`, and not `grantPermission` or `confirmBooking`.
 */
export function isNamedForApproval(name: string): boolean {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length === 1) return nouns.has(first);
  return verbs.has(first) && words.slice(1).some((word) => nouns.has(word.replace(/s$/, '')));
}

/** The same of a call, which what it is made on may say: `approvals.request(input)`. Functions of packages are modelled. */
export function isApprovalCall(call: Call, program: ts.Program): boolean {
  if (!saysApproval(call)) return false;
  const { package: owner, isPlatform } = compilerOf(program).resultOfCall(call);
  return (owner ?? '') === '' && !isPlatform;
}

function saysApproval(call: Call): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isIdentifier(callee)) return isNamedForApproval(callee.text);
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  const name = callee.name.text;
  if (isNamedForApproval(name)) return true;
  const held = syntax.lastNameOf(syntax.withoutAssertions(callee.expression))?.text;
  if (held === undefined || !verbs.has(wordsOf(name)[0] ?? '')) return false;
  return singularWordsOf(held).some((word) => nouns.has(word));
}
