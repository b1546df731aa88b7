import type { ts } from '../../type-utils/index.ts';
import { calledName, declarationOf, isConstant, isInside, syntax, usesInFile, usesOf } from '../../type-utils/index.ts';
import { referenceOf } from '../values/functions.ts';

/** Methods of lists that keep an element, and those that give one back. */
const keepingMethods: ReadonlySet<string> = new Set(['push', 'unshift']);
const takingMethods: ReadonlySet<string> = new Set(['at', 'pop', 'shift']);

/**
 * Whether a call keeps a function in a list whose elements the program calls: `redoStack.push(run)`, where there is
 * `redoStack.at(-1)?.()`. Not where the function around the call has the list for itself, or does anything else with it:
 * it may take out what it has put in.
 */
export function isKeptToRun(call: ts.CallExpression | ts.NewExpression, program: ts.Program): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  if (!syntax.isPropertyAccessExpression(callee) || !keepingMethods.has(callee.name.text)) return false;
  const name = syntax.lastNameOf(callee.expression);
  const list = name && declarationOf(name, program);
  const container = syntax.containerOf(call);
  if (!list || !isHolder(list) || isInside(list, container)) return false;
  const uses = usesOf(list, program).map(referenceOf);
  const isHere = (use: ts.Node): boolean => isInside(use, container) && use !== callee.expression;
  return !uses.some(isHere) && uses.some((use) => isElementCalled(use, program));
}

/** A constant or a field. */
function isHolder(node: ts.Node): node is ts.NamedDeclaration {
  return syntax.isPropertyDeclaration(node) || (syntax.isVariableDeclaration(node) && isConstant(node));
}

/** Whether an element of a list is called: `list.pop()?.()`, `const next = list[0]; next()`, `for (const each of list) each()`. */
function isElementCalled(list: ts.Node, program: ts.Program): boolean {
  const loop = syntax.parentOf(list);
  if (syntax.isForOfStatement(loop) && loop.expression === list && syntax.isVariableDeclarationList(loop.initializer))
    return loop.initializer.declarations.some((each) => isConstantCalled(each, program));
  const element = elementOf(list);
  if (!element) return false;
  const parent = syntax.parentOf(element);
  return isCallee(element) || (syntax.isVariableDeclaration(parent) && isConstantCalled(parent, program));
}

/** `list[0]`, `list.pop()`. */
function elementOf(list: ts.Node): ts.Node | undefined {
  const access = syntax.parentOf(list);
  if (syntax.isElementAccessExpression(access)) return access.expression === list ? access : undefined;
  const call = syntax.parentOf(access);
  const isTaking = syntax.isCallExpression(call) && call.expression === access;
  return isTaking && takingMethods.has(calledName(call) ?? '') ? call : undefined;
}

function isConstantCalled(declaration: ts.VariableDeclaration, program: ts.Program): boolean {
  return isConstant(declaration) && usesInFile(declaration, program).some(isCallee);
}

/** Whether an expression is what a call calls. */
export function isCallee(node: ts.Node): boolean {
  const parent = syntax.parentOf(node);
  return syntax.isCallExpression(parent) && syntax.withoutAssertions(parent.expression) === node;
}
