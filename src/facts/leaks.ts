import type ts from 'typescript';
import { bindingOf, isConstant } from '../type-utils/scopes.ts';
import {
  forEachChild,
  isBinaryExpression,
  isCallExpression,
  isCatchClause,
  isConditionalExpression,
  isFunctionLike,
  isIdentifier,
  isIfStatement,
  isIterationStatement,
  isPropertyAccessExpression,
  isSourceFile,
  isSwitchStatement,
  withoutAssertions,
} from '../type-utils/syntax.ts';
import { isAssignmentOperator } from './flow/slots.ts';

/**
 * Whether a session that is open on some paths to an exit, and closed on others, was forgotten on the first. It was not
 * where conditions that the flow analysis does not correlate decide both: a flag, a test that is made twice, an exit that
 * is taken for one of the states only.
 */
export function isForgottenOnSomePaths(
  exit: ts.Node,
  fn: ts.Node,
  subject: string,
  closers: ReadonlySet<string>,
): boolean {
  return (
    isPlainExit(exit, fn) &&
    !conditionsAround(callsOn(fn, subject, closers), fn).some((condition) => isCorrelated(condition, fn))
  );
}

/** Whether something that a session was opened with is closed: closing a transport closes its client. */
export function isClosedThroughArgument(
  fn: ts.Node,
  subject: string,
  openers: ReadonlySet<string>,
  closers: ReadonlySet<string>,
): boolean {
  const given = callsOn(fn, subject, openers).flatMap((call) => call.arguments.filter(isIdentifier));
  return given.some((argument) => callsOn(fn, argument.text, closers).length > 0);
}

function isPlainExit(exit: ts.Node, fn: ts.Node): boolean {
  for (let node = exit; node !== fn && !isSourceFile(node); node = node.parent) {
    if (isCatchClause(node)) return true;
    if (
      isIfStatement(node) ||
      isConditionalExpression(node) ||
      isSwitchStatement(node) ||
      isIterationStatement(node, false)
    )
      return false;
  }
  return true;
}

/** The calls of some methods on a name, in a function but not in the functions inside it. */
function callsOn(fn: ts.Node, subject: string, methods: ReadonlySet<string>): ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (isCallExpression(node)) {
      const callee = withoutAssertions(node.expression);
      if (
        isPropertyAccessExpression(callee) &&
        methods.has(callee.name.text) &&
        withoutAssertions(callee.expression).getText() === subject
      )
        calls.push(node);
    }
    forEachChild(node, (child) => {
      if (!isFunctionLike(child)) visit(child);
    });
  };
  visit(fn);
  return calls;
}

function conditionsAround(nodes: readonly ts.Node[], fn: ts.Node): ts.Expression[] {
  const conditions: ts.Expression[] = [];
  for (const start of nodes) {
    for (let node = start; node !== fn && !isSourceFile(node); node = node.parent) {
      const { parent } = node;
      if (isIfStatement(parent) && parent.expression !== node) conditions.push(parent.expression);
      if (isConditionalExpression(parent) && parent.condition !== node) conditions.push(parent.condition);
      if (isBinaryExpression(parent) && parent.right === node && !isAssignmentOperator(parent.operatorToken.kind))
        conditions.push(parent.left);
    }
  }
  return conditions;
}

/** A condition over a variable that the function assigns, or that another condition tests too. */
function isCorrelated(condition: ts.Expression, fn: ts.Node): boolean {
  const names = namesIn(condition).filter((name) => bindingOf(name));
  return names.some((name) => {
    const binding = bindingOf(name);
    if (binding && !isConstant(binding) && isAssignedIn(fn, name.text)) return true;
    return conditionsIn(fn).some((other) => other !== condition && namesIn(other).some((n) => n.text === name.text));
  });
}

function namesIn(node: ts.Node): ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (child: ts.Node): void => {
    if (isIdentifier(child)) names.push(child);
    forEachChild(child, visit);
  };
  visit(node);
  return names;
}

function conditionsIn(fn: ts.Node): ts.Expression[] {
  const conditions: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (isIfStatement(node)) conditions.push(node.expression);
    else if (isConditionalExpression(node)) conditions.push(node.condition);
    forEachChild(node, visit);
  };
  visit(fn);
  return conditions;
}

function isAssignedIn(fn: ts.Node, name: string): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    found ||=
      isBinaryExpression(node) &&
      isAssignmentOperator(node.operatorToken.kind) &&
      isIdentifier(node.left) &&
      node.left.text === name;
    if (!found) forEachChild(node, visit);
  };
  visit(fn);
  return found;
}
