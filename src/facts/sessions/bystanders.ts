import type ts from 'typescript';
import { bindingOf } from '../../type-utils/scopes.ts';
import {
  forEachChild,
  isArrayLiteralExpression,
  isBlock,
  isCallExpression,
  isClassLike,
  isElementAccessExpression,
  isExpressionStatement,
  isForInStatement,
  isForOfStatement,
  isFunctionLike,
  isIdentifier,
  isIfStatement,
  isLogical,
  isNewExpression,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSwitchStatement,
  isTypeNode,
  isVariableDeclaration,
  isVariableStatement,
  parentOf,
  SyntaxKind,
  withoutAssertions,
  type FunctionLike,
} from '../../type-utils/syntax.ts';
import { isInert } from '../../program/flow/expressions.ts';
import { isAssignmentOperator } from '../../program/flow/slots.ts';

/** Whether a call may have to do with a session, by what it is of, or may not come back. */
type Matters = (call: ts.CallExpression | ts.NewExpression) => boolean;

/** How long a function may be, and how deep its code may nest, to be told by its text. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 100;

/** What ends the reading: what follows depends on more than the text. */
const unclear: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.ComputedPropertyName,
  SyntaxKind.Decorator,
  SyntaxKind.DoStatement,
  SyntaxKind.ForStatement,
  SyntaxKind.JsxElement,
  SyntaxKind.JsxFragment,
  SyntaxKind.JsxSelfClosingElement,
  SyntaxKind.LabeledStatement,
  SyntaxKind.SuperKeyword,
  SyntaxKind.ThisKeyword,
  SyntaxKind.ThrowStatement,
  SyntaxKind.TryStatement,
  SyntaxKind.WhileStatement,
  SyntaxKind.WithStatement,
  SyntaxKind.YieldExpression,
]);

/** `using`, with or without `await`; part of the syntax tree's contract since TypeScript 5.2. */
const USING = 4;

/**
 * Whether a function throws, where its text alone tells that, and that it comes back and has to do with no session but
 * those that it is given: what the analysis of its flow would conclude. `undefined`: only that analysis tells.
 */
export function throwsAsBystander(fn: FunctionLike, mayMatter: Matters): boolean | undefined {
  const { body } = fn;
  if (!body || fn.end - fn.pos > MAX_LENGTH) return undefined;
  const given = new Reader(fn, mayMatter);
  // What a parameter is when nothing is given for it is evaluated on some calls only.
  if (!fn.parameters.every((parameter) => given.read(parameter, 0)) || given.mayThrow) return undefined;
  const run = new Reader(fn, mayMatter);
  if (!run.read(body, 0)) return undefined;
  if (!run.mayThrow) return false;
  const isCertain = isBlock(body) ? throwsBeforeBranching(body.statements) : throwsForCertain(body);
  return isCertain ? true : undefined;
}

/** Whether something that may throw is evaluated before the first statement that not everything goes on from is over. */
function throwsBeforeBranching(statements: readonly ts.Statement[]): boolean {
  for (const statement of statements) {
    if (isForOfStatement(statement) || isForInStatement(statement)) return true;
    if (isExpressionStatement(statement) || isVariableStatement(statement)) {
      if (throwsForCertain(statement)) return true;
    } else if (isIfStatement(statement) || isSwitchStatement(statement) || isReturnStatement(statement)) {
      return statement.expression !== undefined && throwsForCertain(statement.expression);
    } else if (!isFunctionLike(statement)) return false;
  }
  return false;
}

/** Whether evaluating this runs into something that may throw, whatever its conditions turn out to be. */
function throwsForCertain(node: ts.Node): boolean {
  if (isFunctionLike(node) || isClassLike(node) || isTypeNode(node) || isOptional(node)) return false;
  switch (node.kind) {
    case SyntaxKind.AwaitExpression:
    case SyntaxKind.NewExpression:
    case SyntaxKind.TaggedTemplateExpression:
      return true;
    case SyntaxKind.CallExpression:
      if (mayThrow(node as ts.CallExpression) && !isOfPromise(node as ts.CallExpression)) return true;
      break;
    case SyntaxKind.ConditionalExpression:
      return throwsForCertain((node as ts.ConditionalExpression).condition);
    case SyntaxKind.BinaryExpression:
      if (isConditional(node as ts.BinaryExpression)) return throwsForCertain((node as ts.BinaryExpression).left);
      break;
    case SyntaxKind.ObjectBindingPattern:
    case SyntaxKind.ArrayBindingPattern:
    case SyntaxKind.Block:
    case SyntaxKind.CaseBlock:
      return false;
    default:
      break;
  }
  return forEachChild(node, (child) => throwsForCertain(child) || undefined) ?? false;
}

/** `a && b`, `a ??= b`: whether the right side is evaluated depends on the left one. */
function isConditional(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return isLogical(node) || (isAssignmentOperator(kind) && kind >= SyntaxKind.BarBarEqualsToken);
}

/** A part of `a?.b.c()`, of which only the beginning is evaluated for certain. */
function isOptional(node: ts.Node): boolean {
  return (
    (isPropertyAccessExpression(node) || isElementAccessExpression(node) || isCallExpression(node)) &&
    (node.questionDotToken !== undefined || isOptional(withoutAssertions(node.expression)))
  );
}

function mayThrow(call: ts.CallExpression): boolean {
  return !isInert(withoutAssertions(call.expression));
}

/** `Promise.all(…)` and its like, which the flow analysis knows. */
function isOfPromise(call: ts.CallExpression): boolean {
  const callee = withoutAssertions(call.expression);
  return isPropertyAccessExpression(callee) && isIdentifier(callee.expression) && callee.expression.text === 'Promise';
}

/** Reads what a function runs itself; what the functions inside it do, they do for whoever calls them. */
class Reader {
  readonly #fn: FunctionLike;
  readonly #mayMatter: Matters;
  mayThrow = false;

  constructor(fn: FunctionLike, mayMatter: Matters) {
    this.#fn = fn;
    this.#mayMatter = mayMatter;
  }

  /** Answers false where the text does not tell. */
  read(node: ts.Node, depth: number): boolean {
    if (isFunctionLike(node) || isClassLike(node) || isTypeNode(node)) return true;
    if (depth > MAX_DEPTH || unclear.has(node.kind) || !this.#isClear(node)) return false;
    return forEachChild(node, (child) => (this.read(child, depth + 1) ? undefined : true)) === undefined;
  }

  #isClear(node: ts.Node): boolean {
    switch (node.kind) {
      case SyntaxKind.Identifier:
        return !this.#mayBeKeptSession(node as ts.Identifier);
      case SyntaxKind.CallExpression:
        return this.#isClearCall(node as ts.CallExpression);
      case SyntaxKind.NewExpression:
        this.mayThrow = true;
        return !this.#mayMatter(node as ts.NewExpression);
      case SyntaxKind.AwaitExpression:
      case SyntaxKind.ForInStatement:
      case SyntaxKind.ForOfStatement:
      case SyntaxKind.TaggedTemplateExpression:
        this.mayThrow = true;
        return true;
      case SyntaxKind.BinaryExpression:
        return this.#isClearAssignment(node as ts.BinaryExpression);
      case SyntaxKind.VariableDeclarationList:
        return (node.flags & USING) === 0;
      case SyntaxKind.VoidExpression:
        return isExpressionStatement(parentOf(node));
      default:
        return true;
    }
  }

  #isClearCall(call: ts.CallExpression): boolean {
    const callee = withoutAssertions(call.expression);
    // The name of a member that is computed is not among those that are asked for.
    if (isFunctionLike(callee) || isElementAccessExpression(callee)) return false;
    this.mayThrow ||= mayThrow(call);
    return !this.#mayMatter(call);
  }

  /** The parts of what a compound assignment changes are not followed, and neither are patterns. */
  #isClearAssignment({ left, operatorToken: { kind } }: ts.BinaryExpression): boolean {
    if (!isAssignmentOperator(kind)) return true;
    const target = withoutAssertions(left);
    if (isArrayLiteralExpression(target) || isObjectLiteralExpression(target)) return false;
    return kind === SyntaxKind.EqualsToken || isIdentifier(target) || isPlainMember(target);
  }

  /** A variable of the code around that something was made for. */
  #mayBeKeptSession(name: ts.Identifier): boolean {
    const { parent } = name;
    if (isPropertyAccessExpression(parent) && parent.name === name) return false;
    const binding = bindingOf(name);
    const initializer = binding && isVariableDeclaration(binding) ? binding.initializer : undefined;
    if (!binding || !initializer || (binding.pos >= this.#fn.pos && binding.end <= this.#fn.end)) return false;
    const made = withoutAssertions(initializer);
    return (isNewExpression(made) || isCallExpression(made)) && this.#mayMatter(made);
  }
}

function isPlainMember(node: ts.Expression): boolean {
  return isPropertyAccessExpression(node) && isIdentifier(withoutAssertions(node.expression));
}
