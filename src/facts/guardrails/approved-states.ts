import { memo } from '../../memo.ts';
import { reachedFrom, type Runnable } from '../../program/effects/effects.ts';
import { functionsAround } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { bindingOf, declarationOf, filesNaming, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { functionsOf } from '../agents/tools.ts';
import { isApprovalResult } from './approval-names.ts';

/**
 * What a function tests to be approved of a row that it has looked up: `row.status` of `if (row.status !== 'approved') return;`.
 * That is an approval by whoever sets the state, where no code that a tool comes to does.
 */
export function approvedStatesIn(fn: Runnable, facts: AgentFacts): readonly ts.Node[] {
  if (!/approved|confirmed|authori[sz]ed|permitted/i.test(fn.getSourceFile().text)) return [];
  return nodesIn(fn, syntax.isBinaryExpression, anywhere).flatMap((test) => {
    const { left, right } = test;
    if (syntax.equalityOf(test) === undefined || !isApproved(right) || !isLookedUp(left)) return [];
    const name = syntax.lastNameOf(left);
    return name && !isSetByTools(facts, name.text, declarationOf(name, facts.program)) ? [left] : [];
  });
}

/** `'approved'`, `'APPROVED'`, `Status.Approved` */
function isApproved(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  if (syntax.isStringLiteralLike(node)) return isApprovalResult(node.text);
  return syntax.isPropertyAccessExpression(node) && isApprovalResult(node.name.text);
}

/** Whether a value comes of a call, and is nothing that the function is given. */
function isLookedUp(value: ts.Expression): boolean {
  const node = syntax.withoutAssertions(value);
  if (contains(node, syntax.isCallExpression, anywhere)) return true;
  const root = syntax.rootOf(node);
  let binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  // `const { status } = rows.get(id)`
  while (binding && syntax.isBindingElement(binding)) binding = binding.parent.parent;
  const initializer = binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
  return initializer !== undefined && isLookedUp(initializer);
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

/** `row.status = isApproved ? 'approved' : 'rejected'`, `{ status: 'approved' }`, `SET status = 'approved'` */
function setsApproved(node: ts.Node, name: string): boolean {
  if (syntax.isStringLiteralLike(node) || syntax.isTemplateExpression(node))
    return new RegExp(`\\bset\\b[^]*\\b${name}\\s*=\\s*'(?:approved|confirmed)'`, 'i').test(node.getText());
  const value = syntax.isPlainAssignment(node)
    ? node.right
    : syntax.isPropertyAssignment(node)
      ? node.initializer
      : undefined;
  const target = syntax.isPlainAssignment(node) ? syntax.lastNameOf(node.left)?.text : undefined;
  const key = syntax.isPropertyAssignment(node) ? node.name.getText() : target;
  return (
    value !== undefined &&
    key === name &&
    contains(value, (each) => syntax.isExpression(each) && isApproved(each), anywhere)
  );
}

/** What the handlers of all tools come to. */
const functionsOfTools = memo((facts: AgentFacts): ReadonlySet<Runnable> => {
  const handlers = facts.calls
    .of('tool')
    .flatMap((call) => facts.toolsAt(call))
    .flatMap((tool) => (tool.kind === 'tool' ? functionsOf(tool) : []));
  return new Set(handlers.flatMap((handler) => [handler, ...reachedFrom(handler, facts.program)]));
});
