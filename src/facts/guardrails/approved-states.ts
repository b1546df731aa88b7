import { memo } from '../../memo.ts';
import { reachedFrom, type Runnable } from '../../program/effects/effects.ts';
import { functionsAround } from '../../program/values/functions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import {
  bindingOf,
  calledName,
  declarationOf,
  filesNaming,
  patternHolderOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { functionsOf } from '../agents/tools.ts';

/**
 * What a function tests to be approved of a row that it has looked up: `row.status` of `if (row.status !== 'approved') return;`.
 * That is an approval by whoever sets the state, where no code that a tool comes to does.
 */
export function approvedStatesIn(fn: Runnable, facts: AgentFacts): readonly ts.Node[] {
  if (!/approved/i.test(fn.getSourceFile().text)) return [];
  return nodesIn(fn, syntax.isBinaryExpression, anywhere).flatMap((test) => {
    const { left, right } = test;
    if (syntax.equalityOf(test) === undefined || !isApproved(right) || !isLookedUp(left)) return [];
    const name = syntax.lastNameOf(left);
    return name && !isSetByTools(facts, name.text, declarationOf(name, facts.program)) ? [left] : [];
  });
}

/** `'approved'`, `'APPROVED'`, `Status.Approved`: not `confirmed`, as bookings are, nor `authorized`, as sessions are. */
function isApproved(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  const text = syntax.isPropertyAccessExpression(node)
    ? node.name.text
    : syntax.isStringLiteralLike(node)
      ? node.text
      : '';
  return text.toLowerCase() === 'approved';
}

/** Functions that give back what they are given, or a part of it. */
const handingOn = /^(?:assign|cast|parse|parseAsync|safeParse|structuredClone|validate|String)$/;

/** Whether a value comes of a call that looks something up, and is not what the function is given. */
function isLookedUp(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  if (syntax.isAwaitExpression(node)) return isLookedUp(node.expression);
  if (syntax.isBinaryExpression(node) && syntax.isFallback(node)) return isLookedUp(node.left);
  if (syntax.isCallExpression(node)) return !handingOn.test(calledName(node) ?? '') && !isOnGiven(node.expression);
  if (syntax.isAccess(node)) return isLookedUp(node.expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  // `const { status } = rows.get(id)`
  const holder = binding && patternHolderOf(binding);
  const initializer = holder && syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
  return initializer !== undefined && isLookedUp(initializer);
}

/** `status.trim().toLowerCase` of a parameter. */
function isOnGiven(callee: ts.Expression): boolean {
  const root = syntax.rootOf(callee);
  if (syntax.isCallExpression(root)) return isOnGiven(root.expression);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  return binding !== undefined && syntax.isParameter(patternHolderOf(binding));
}

/** Whether code that a tool of the program comes to sets what a name stands for, or else anything of that name, to be approved. */
const isSetByTools = memo((facts: AgentFacts, name: string, declaration: ts.Node | undefined): boolean => {
  const { program } = facts;
  const reached = functionsOfTools(facts);
  const isOwn = (file: ts.SourceFile): boolean => !file.isDeclarationFile;
  const place = declaration?.getSourceFile();
  const files = place && isOwn(place) ? filesNaming(program, place) : new Set(program.getSourceFiles());
  return [...files]
    .filter((file) => isOwn(file) && file.text.includes(name))
    .some((file) =>
      nodesIn(file, (node): node is ts.Node => setsApproved(node, name), anywhere).some((node) =>
        functionsAround(node).some((fn) => reached.has(fn)),
      ),
    );
});

/** `row.status = isApproved ? 'approved' : 'rejected'`, `{ status }`, `SET status = $1`: to be approved, or to what is not known. */
function setsApproved(node: ts.Node, name: string): boolean {
  if (syntax.isStringLiteralLike(node) || syntax.isTemplateExpression(node)) {
    const text = node.getText();
    return /\bset\b/i.test(text) && text.split(/\bset\b/i, 2)[1]?.includes(name) === true;
  }
  if (syntax.isShorthandPropertyAssignment(node)) return node.name.text === name && isHandedOn(node);
  if (syntax.isPropertyAssignment(node))
    return node.name.getText() === name && maybeApproved(node.initializer) && isHandedOn(node);
  return syntax.isPlainAssignment(node) && syntax.lastNameOf(node.left)?.text === name && maybeApproved(node.right);
}

/** Whether an object is an argument, or in one: not what a function returns. */
function isHandedOn(property: ts.Node): boolean {
  let at = property;
  while (!syntax.isStatement(at) && !syntax.isFunctionLike(at)) {
    const parent = syntax.parentOf(at);
    if (syntax.isCallOrNew(parent) && parent.expression !== at) return true;
    at = parent;
  }
  return false;
}

function maybeApproved(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  if (syntax.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].some(maybeApproved);
  return isApproved(node) || !syntax.isLiteralExpression(node);
}

/** What the handlers of all tools come to. */
const functionsOfTools = memo((facts: AgentFacts): ReadonlySet<Runnable> => {
  const handlers = facts.calls
    .of('tool')
    .flatMap((call) => facts.toolsAt(call))
    .flatMap((tool) => (tool.kind === 'tool' ? functionsOf(tool) : []));
  return new Set(handlers.flatMap((handler) => [handler, ...reachedFrom(handler, facts.program)]));
});
