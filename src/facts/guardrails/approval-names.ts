import {
  approvalNouns,
  approvalResults,
  approvalVerbs,
  needWords,
  verdictsOfRefusal,
} from '../../models/agents/purpose.ts';
import { compilerOf, type DataShape, declarationOf, syntax, type ts, usesOf } from '../../type-utils/index.ts';
import type { Runnable } from '../../program/effects/effects.ts';
import type { Call } from '../agents/matcher.ts';
import { singularWordsOf, wordsOf } from './purpose.ts';
import { isTested, usesOfValue } from './unawaited.ts';

const nouns: ReadonlySet<string> = new Set(approvalNouns);
const verbs: ReadonlySet<string> = new Set(approvalVerbs);
const verdictNouns: ReadonlySet<string> = new Set(['decision', 'permission', 'policy', 'verdict']);
const refusals: ReadonlySet<string> = new Set(verdictsOfRefusal);

/** `canUseTool`, `mayRunTool`, `isToolAllowed`, `assertToolEnabled` */
const toolCheck =
  /^(?:(?:can|may)(?:Use|Run|Call|Execute|Invoke)Tool|(?:is|assert|check|ensure)Tool(?:Allowed|Enabled|Permitted))$/;

const needs: ReadonlySet<string> = new Set(needWords);

/** `onApprove`, `onApproveDestructive` */
const asking = /^(?:ask|on|request)Approve(?:Action|Call|Destructive|Tool)?$/;

/**
 * Whether a function gets an approval, or tests that there is one, by its name: `requireApproval`, `confirm`,
 * `isAuthorized`, and not `grantPermission` or `confirmBooking`.
 */
function isNamedForApproval(name: string): boolean {
  const words = wordsOf(name);
  const [first = ''] = words;
  if (words.length === 1) return nouns.has(first);
  if (toolCheck.test(name)) return true;
  return verbs.has(first) && words.slice(1).some((word) => nouns.has(word.replace(/s$/, '')));
}

/** Whether what a switch is called says that an approval is needed where it is on: `shellNeedsApproval`, `options.requireConfirmation`. */
export function isNamedForNeed(switched: ts.Expression): boolean {
  const words = wordsOf(syntax.lastNameOf(switched)?.text ?? '');
  return words.some((word) => needs.has(word)) && words.some((word) => nouns.has(word));
}

/** The same of a function of the program: a method may have its name from its class, as `check` of `PermissionGate`. */
export function isApprovalFunction({ name, parent }: Runnable): boolean {
  if (name === undefined) return false;
  return isNamedForApproval(name.getText()) || (syntax.isClassLike(parent) && isMethodOf(name.getText(), parent.name));
}

/** The same of a call, which what it is made on may say: `approvals.request(input)`. Functions of packages are modelled. */
export function isApprovalCall(call: Call, program: ts.Program): boolean {
  if (!saysApproval(call, program)) return false;
  const { package: owner, isPlatform } = compilerOf(program).resultOfCall(call);
  return (owner ?? '') === '' && !isPlatform;
}

function saysApproval(call: Call, program: ts.Program): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  const name = syntax.lastNameOf(callee)?.text ?? '';
  if (isNamedForApproval(name)) return true;
  if (name === 'approve' && (isAnswerRead(call, program) || isYesOrNo(call, program))) return true;
  if (asking.test(name) && isNamedAnswer(call, program)) return true;
  if (isVerdictRead(call, program)) return true;
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  if (isMethodOf(name, syntax.lastNameOf(syntax.withoutAssertions(callee.expression)))) return true;
  if (!verbs.has(wordsOf(name)[0] ?? '')) return false;
  const owner = declarationOf(callee.name, program)?.parent;
  return owner && (syntax.isClassLike(owner) || syntax.isInterfaceDeclaration(owner))
    ? isMethodOf(name, owner.name)
    : false;
}

/** `const decision = evaluate(tool, action); if (decision === 'block') return refusal;` */
export function isVerdictRead(call: Call, program: ts.Program): boolean {
  const at = syntax.parentOfAwaited(call);
  if (!syntax.isVariableDeclaration(at) || !syntax.isIdentifier(at.name)) return false;
  if (!wordsOf(at.name.text).some((word) => verdictNouns.has(word))) return false;
  return usesOf(at, program).some((use) => {
    const access = syntax.parentOf(use);
    const part = syntax.isPropertyAccessExpression(access) && access.expression === use ? access : use;
    const test = syntax.parentOf(part);
    const isTest = syntax.isBinaryExpression(test) && test.left === part && syntax.equalityOf(test) !== undefined;
    return isTest && syntax.isStringLiteralLike(test.right) && refusals.has(test.right.text.toLowerCase());
  });
}

/** Whether a call that gets an approval by its name may throw where it is refused. `approve` answers. */
export function mayRefuse(call: Call, program: ts.Program): boolean {
  return (
    isApprovalCall(call, program) &&
    !isVerdictRead(call, program) &&
    syntax.lastNameOf(syntax.withoutAssertions(call.expression))?.text !== 'approve'
  );
}

/** `const { approved } = await approve(plan)`, `decision.approved` of what it gave: to approve something oneself gives no such answer. */
function isAnswerRead(call: Call, program: ts.Program): boolean {
  const at = syntax.parentOfAwaited(call);
  if (syntax.isPropertyAccessExpression(at)) return isApprovalResult(at.name.text);
  if (!syntax.isVariableDeclaration(at)) return false;
  if (syntax.isObjectBindingPattern(at.name))
    return at.name.elements.some(({ propertyName, name }) => isApprovalResult((propertyName ?? name).getText()));
  return usesOf(at, program).some((use) => {
    const access = syntax.parentOf(use);
    return syntax.isPropertyAccessExpression(access) && access.expression === use && isApprovalResult(access.name.text);
  });
}

/** `if (!(await approver.approve(tool, input))) return;`: a truth value that is tested. */
function isYesOrNo(call: Call, program: ts.Program): boolean {
  const parent = syntax.parentOf(call);
  const answer = syntax.isAwaitExpression(parent) ? parent : call;
  return usesOfValue(answer, program).some(isTested) && compilerOf(program).mayBeBoolean(answer, false);
}

/** `const approved = await onApprove(question);` */
function isNamedAnswer(call: Call, program: ts.Program): boolean {
  const at = syntax.parentOfAwaited(call);
  if (!syntax.isVariableDeclaration(at) || !syntax.isIdentifier(at.name)) return false;
  return isApprovalResult(at.name.text) && compilerOf(program).mayBeBoolean(at.name, false);
}

/** `approved`, `isApproved`, `userConfirmed` */
export function isApprovalResult(name: string): boolean {
  return approvalResults.includes(wordsOf(name).at(-1) ?? '');
}

/** Whether what is awaited of a call says by a property whether it was a yes: `{ approved: boolean, by: string }`. */
export function isAnsweredByProperty(call: Call, program: ts.Program): boolean {
  const awaited = syntax.parentOf(call);
  const { properties } = compilerOf(program).shapeOf(syntax.isAwaitExpression(awaited) ? awaited : call);
  return [...(properties?.keys() ?? [])].some(isApprovalResult);
}

/**
 * `decision.by` of an answer that has `approved` or `verdict: 'yes' | 'no'` as well: what stands beside that does not say
 * whether it was a yes.
 */
export function isBesideResult(answer: ts.Identifier, program: ts.Program): boolean {
  const access = syntax.parentOf(answer);
  if (!syntax.isPropertyAccessExpression(access) || access.expression !== answer) return false;
  const { properties } = compilerOf(program).shapeOf(answer);
  if (!properties || isApprovalResult(access.name.text)) return false;
  const { kinds, texts } = properties.get(access.name.text)?.shape ?? {};
  // `verdict: 'yes' | 'no'` is a decision as well.
  return (
    texts === undefined &&
    kinds?.has('boolean') === false &&
    [...properties].some(([name, { shape }]) => isApprovalResult(name) || isVerdict(name, shape))
  );
}

function isVerdict(name: string, { texts }: DataShape): boolean {
  return texts !== undefined && wordsOf(name).some((word) => verdictNouns.has(word));
}

/** Whether a method is for approvals by what it belongs to: a variable, a class or an interface. */
function isMethodOf(method: string, owner: ts.Node | undefined): boolean {
  if (!owner || !verbs.has(wordsOf(method)[0] ?? '')) return false;
  return singularWordsOf(owner.getText()).some((word) => nouns.has(word));
}
