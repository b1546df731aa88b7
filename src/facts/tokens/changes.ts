import type ts from 'typescript';
import { compilerOf } from '../../type-utils/compiler.ts';
import { calledName } from '../../type-utils/function-index.ts';
import { bindingOf } from '../../type-utils/scopes.ts';
import * as syntax from '../../type-utils/syntax.ts';
import { isAssignmentOperator } from '../flow/slots.ts';
import { overlaps, type Place, placeOf } from './places.ts';

/** Methods of arrays, maps and sets that change what they are called on. */
const changing = new Set('add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '));
/** Functions of `Object` and `Reflect` that change their first argument. */
const changingFirst = new Set('assign defineProperties defineProperty deleteProperty set setPrototypeOf'.split(' '));
/** Methods that run their callback before they return. */
const running = new Set('every filter find findIndex flatMap forEach map reduce reduceRight some'.split(' '));

/** How many functions deep a change is looked for. */
const MAX_DEPTH = 4;

/**
 * The first thing between two places of a function that changes what a place holds: an assignment to it or to a part of
 * it, under any constant name, `delete`, a method that changes its object, or a function of the program that does so.
 *
 * Knowingly missed: changes by code that runs meanwhile, and by functions of other packages.
 */
export function changeBetween(from: ts.Node, to: ts.Node, place: Place, program: ts.Program): ts.Node | undefined {
  const container = syntax.containerOf(to);
  return changesIn(container, place, program, 0).find(
    (change) => change.pos >= from.end && change.end <= to.pos && leadsTo(from, change) && leadsTo(change, to),
  );
}

/** Whether code runs on from one place of a function to a later one: they are not in branches that exclude each other. */
function leadsTo(from: ts.Node, to: ts.Node): boolean {
  let at = from;
  while (!isInside(to, at.parent)) {
    // What comes after it in its block leaves before the other is reached.
    if (leavesAfter(at)) return false;
    at = at.parent;
  }
  const { parent } = at;
  if (leavesBefore(at, to)) return false;
  if (syntax.isIfStatement(parent))
    return !(at === parent.thenStatement && parent.elseStatement && isInside(to, parent.elseStatement));
  if (syntax.isConditionalExpression(parent)) return !(at === parent.whenTrue && isInside(to, parent.whenFalse));
  return true;
}

function leavesAfter(node: ts.Node): boolean {
  const { parent } = node;
  if (!('statements' in parent)) return false;
  const statements = parent.statements as readonly ts.Statement[];
  return statements.slice(statements.indexOf(node as ts.Statement)).some(isLeaving);
}

/** `return` and the like between two statements of one block, or of a `switch` with cases that do not fall through. */
function leavesBefore(from: ts.Node, to: ts.Node): boolean {
  const { parent } = from;
  if (!('statements' in parent)) {
    if (!syntax.isSwitchCase(from)) return false;
    const { statements } = from;
    return statements.some(isLeaving) && !isInside(to, from);
  }
  const statements = parent.statements as readonly ts.Statement[];
  const after = statements.slice(statements.indexOf(from as ts.Statement) + 1);
  return after.some((statement) => isLeaving(statement) && statement.end <= to.pos);
}

function isLeaving(statement: ts.Statement): boolean {
  if (syntax.isBlock(statement)) return statement.statements.some(isLeaving);
  return (
    syntax.isReturnStatement(statement) ||
    syntax.isThrowStatement(statement) ||
    syntax.isBreakStatement(statement) ||
    syntax.isContinueStatement(statement)
  );
}

/** The changes of a place that a body makes when it runs, in the order of the text. */
function changesIn(body: ts.Node, place: Place, program: ts.Program, depth: number): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const isAffected = (expression: ts.Expression): boolean => {
    const target = placeOf(expression);
    return target !== undefined && overlaps(target, place);
  };
  /** A variable that is assigned anew, or a property of what it holds. */
  const isChanged = (target: ts.Expression): boolean => {
    const node = syntax.withoutAssertions(target);
    if (syntax.isIdentifier(node)) return bindingOf(node) === place.root;
    const isPart = syntax.isPropertyAccessExpression(node) || syntax.isElementAccessExpression(node);
    return isPart && isAffected(node);
  };
  const visit = (node: ts.Node): void => {
    if (node !== body && syntax.isFunctionLike(node) && !isRunInPlace(node)) return;
    if (syntax.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind) && isChanged(node.left))
      found.push(node);
    else if (syntax.isDeleteExpression(node) && isChanged(node.expression)) found.push(node);
    else if (
      (syntax.isPostfixUnaryExpression(node) || syntax.isPrefixUnaryExpression(node)) &&
      isIncrement(node) &&
      isChanged(node.operand)
    )
      found.push(node);
    else if (syntax.isCallExpression(node) && isChangedBy(node)) found.push(node);
    syntax.forEachChild(node, visit);
  };
  const isChangedBy = (call: ts.CallExpression): boolean => {
    const callee = syntax.withoutAssertions(call.expression);
    const name = calledName(call) ?? '';
    const [first] = call.arguments;
    if (syntax.isPropertyAccessExpression(callee)) {
      const { expression: receiver } = callee;
      if (changing.has(name) && isAffected(receiver)) return true;
      const isBuiltIn = syntax.isIdentifier(receiver) && (receiver.text === 'Object' || receiver.text === 'Reflect');
      if (isBuiltIn) return changingFirst.has(name) && first !== undefined && isAffected(first);
    }
    return depth < MAX_DEPTH && isChangedInside(call);
  };
  const isChangedInside = (call: ts.CallExpression): boolean => {
    const fn = compilerOf(program).functionCalledBy(call)?.fn;
    if (!fn?.body) return false;
    const given = call.arguments.flatMap((argument, index) => {
      const target = placeOf(argument);
      const parameter = fn.parameters[index];
      return target && parameter && overlaps(target, place) ? [{ parameter, target }] : [];
    });
    const inner = given.map(({ parameter, target }): Place => {
      // Of what is given only a part may be what is asked about.
      return { root: parameter, path: place.path.slice(target.path.length) };
    });
    // A closure sees the variable itself.
    const captured = isInside(fn, syntax.containerOf(place.root)) ? [place] : [];
    return [...inner, ...captured].some((each) =>
      changesIn(fn, each, program, depth + 1).some((change) => !isReassignment(change, each)),
    );
  };
  visit(body);
  return found;
}

/** A parameter that is assigned anew is no change of what was given. */
function isReassignment(change: ts.Node, { root }: Place): boolean {
  return syntax.isParameter(root) && syntax.isBinaryExpression(change) && syntax.isIdentifier(change.left);
}

function isRunInPlace(fn: ts.Node): boolean {
  const parent = syntax.parentOf(fn);
  if (!syntax.isCallExpression(parent)) return false;
  const callee = syntax.withoutAssertions(parent.expression);
  return callee === fn || (syntax.isPropertyAccessExpression(callee) && running.has(callee.name.text));
}

function isIncrement({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === syntax.SyntaxKind.PlusPlusToken || operator === syntax.SyntaxKind.MinusMinusToken;
}

function isInside(node: ts.Node, container: ts.Node): boolean {
  return node.pos >= container.pos && node.end <= container.end;
}
