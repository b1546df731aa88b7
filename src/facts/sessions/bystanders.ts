import type { ts } from '../../type-utils/index.ts';
import { bindingOf, syntax } from '../../type-utils/index.ts';
import { isInert } from '../../program/flow/expressions.ts';

/** Whether a call may have to do with a session, by what it is of, or may not come back. */
type Matters = (call: ts.CallExpression | ts.NewExpression) => boolean;

/** How long a function may be, and how deep its code may nest, to be decided by its text. */
const MAX_LENGTH = 10_000;
const MAX_DEPTH = 100;

/** What ends the reading: what follows depends on more than the text. */
const unclear: ReadonlySet<ts.SyntaxKind> = new Set([
  syntax.SyntaxKind.ComputedPropertyName,
  syntax.SyntaxKind.Decorator,
  syntax.SyntaxKind.DoStatement,
  syntax.SyntaxKind.ForStatement,
  syntax.SyntaxKind.JsxElement,
  syntax.SyntaxKind.JsxFragment,
  syntax.SyntaxKind.JsxSelfClosingElement,
  syntax.SyntaxKind.LabeledStatement,
  syntax.SyntaxKind.SuperKeyword,
  syntax.SyntaxKind.ThisKeyword,
  syntax.SyntaxKind.ThrowStatement,
  syntax.SyntaxKind.TryStatement,
  syntax.SyntaxKind.WhileStatement,
  syntax.SyntaxKind.WithStatement,
  syntax.SyntaxKind.YieldExpression,
]);

/**
 * Whether a function throws, where its text alone shows it, and that it returns and uses no session but
 * those that it is given: what the analysis of its flow would conclude. `undefined`: only that analysis decides.
 */
export function throwsAsBystander(fn: syntax.FunctionLike, mayMatter: Matters): boolean | undefined {
  const { body } = fn;
  if (!body || fn.end - fn.pos > MAX_LENGTH) return undefined;
  const given = new Reader(fn, mayMatter);
  // What a parameter is when nothing is given for it is evaluated on some calls only.
  if (!fn.parameters.every((parameter) => given.read(parameter, 0)) || given.mayThrow) return undefined;
  const run = new Reader(fn, mayMatter);
  if (!run.read(body, 0)) return undefined;
  if (!run.mayThrow) return false;
  const isCertain = syntax.isBlock(body) ? throwsBeforeBranching(body.statements) : throwsForCertain(body);
  return isCertain ? true : undefined;
}

/** Whether something that may throw is evaluated before the first statement that not everything goes on from is over. */
function throwsBeforeBranching(statements: readonly ts.Statement[]): boolean {
  for (const statement of statements) {
    if (syntax.isForInOrOf(statement)) return true;
    if (syntax.isExpressionStatement(statement) || syntax.isVariableStatement(statement)) {
      if (throwsForCertain(statement)) return true;
    } else if (
      syntax.isIfStatement(statement) ||
      syntax.isSwitchStatement(statement) ||
      syntax.isReturnStatement(statement)
    ) {
      return statement.expression !== undefined && throwsForCertain(statement.expression);
    } else if (!syntax.isFunctionLike(statement)) return false;
  }
  return false;
}

/** Whether evaluating this runs into something that may throw, whatever its conditions turn out to be. */
function throwsForCertain(node: ts.Node): boolean {
  if (syntax.isFunctionLike(node) || syntax.isClassLike(node) || syntax.isTypeNode(node) || isOptional(node))
    return false;
  switch (node.kind) {
    case syntax.SyntaxKind.AwaitExpression:
    case syntax.SyntaxKind.NewExpression:
    case syntax.SyntaxKind.TaggedTemplateExpression:
      return true;
    case syntax.SyntaxKind.CallExpression:
      if (mayThrow(node as ts.CallExpression) && !isOfPromise(node as ts.CallExpression)) return true;
      break;
    case syntax.SyntaxKind.ConditionalExpression:
      return throwsForCertain((node as ts.ConditionalExpression).condition);
    case syntax.SyntaxKind.BinaryExpression:
      if (isConditional(node as ts.BinaryExpression)) return throwsForCertain((node as ts.BinaryExpression).left);
      break;
    case syntax.SyntaxKind.ObjectBindingPattern:
    case syntax.SyntaxKind.ArrayBindingPattern:
    case syntax.SyntaxKind.Block:
    case syntax.SyntaxKind.CaseBlock:
      return false;
    default:
      break;
  }
  return syntax.forEachChild(node, (child) => throwsForCertain(child) || undefined) ?? false;
}

/** `a && b`, `a ??= b`: whether the right side is evaluated depends on the left one. */
function isConditional(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken;
  return syntax.isLogical(node) || (syntax.isAssignmentOperator(kind) && kind >= syntax.SyntaxKind.BarBarEqualsToken);
}

/** A part of `a?.b.c()`, of which only the beginning is evaluated for certain. */
function isOptional(node: ts.Node): boolean {
  return (
    (syntax.isPropertyAccessExpression(node) ||
      syntax.isElementAccessExpression(node) ||
      syntax.isCallExpression(node)) &&
    (node.questionDotToken !== undefined || isOptional(syntax.withoutAssertions(node.expression)))
  );
}

function mayThrow(call: ts.CallExpression): boolean {
  return !isInert(syntax.withoutAssertions(call.expression));
}

/** `Promise.all(…)` and its like, which the flow analysis models. */
function isOfPromise(call: ts.CallExpression): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  return (
    syntax.isPropertyAccessExpression(callee) &&
    syntax.isIdentifier(callee.expression) &&
    callee.expression.text === 'Promise'
  );
}

/** Reads what a function runs itself; what the functions inside it do, they do for whoever calls them. */
class Reader {
  readonly #fn: syntax.FunctionLike;
  readonly #mayMatter: Matters;
  mayThrow = false;

  constructor(fn: syntax.FunctionLike, mayMatter: Matters) {
    this.#fn = fn;
    this.#mayMatter = mayMatter;
  }

  /** Answers false where the text does not tell. */
  read(node: ts.Node, depth: number): boolean {
    if (syntax.isFunctionLike(node) || syntax.isClassLike(node) || syntax.isTypeNode(node)) return true;
    if (depth > MAX_DEPTH || unclear.has(node.kind) || !this.#isClear(node)) return false;
    return syntax.forEachChild(node, (child) => (this.read(child, depth + 1) ? undefined : true)) === undefined;
  }

  #isClear(node: ts.Node): boolean {
    switch (node.kind) {
      case syntax.SyntaxKind.Identifier:
        return !this.#mayBeKeptSession(node as ts.Identifier);
      case syntax.SyntaxKind.CallExpression:
        return this.#isClearCall(node as ts.CallExpression);
      case syntax.SyntaxKind.NewExpression:
        this.mayThrow = true;
        return !this.#mayMatter(node as ts.NewExpression);
      case syntax.SyntaxKind.AwaitExpression:
      case syntax.SyntaxKind.ForInStatement:
      case syntax.SyntaxKind.ForOfStatement:
      case syntax.SyntaxKind.TaggedTemplateExpression:
        this.mayThrow = true;
        return true;
      case syntax.SyntaxKind.BinaryExpression:
        return this.#isClearAssignment(node as ts.BinaryExpression);
      case syntax.SyntaxKind.VariableDeclarationList:
        return !syntax.isUsing(node);
      case syntax.SyntaxKind.VoidExpression:
        return syntax.isExpressionStatement(syntax.parentOf(node));
      default:
        return true;
    }
  }

  #isClearCall(call: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    // The name of a member that is computed is not among those that are wanted.
    if (syntax.isFunctionLike(callee) || syntax.isElementAccessExpression(callee)) return false;
    this.mayThrow ||= mayThrow(call);
    return !this.#mayMatter(call);
  }

  /** The parts of what a compound assignment changes are not followed, and neither are patterns. */
  #isClearAssignment({ left, operatorToken: { kind } }: ts.BinaryExpression): boolean {
    if (!syntax.isAssignmentOperator(kind)) return true;
    const target = syntax.withoutAssertions(left);
    if (syntax.isArrayLiteralExpression(target) || syntax.isObjectLiteralExpression(target)) return false;
    return kind === syntax.SyntaxKind.EqualsToken || syntax.isIdentifier(target) || isPlainMember(target);
  }

  /** A variable of the code around that something was made for. */
  #mayBeKeptSession(name: ts.Identifier): boolean {
    if (syntax.isMemberOfAccess(name)) return false;
    const binding = bindingOf(name);
    const initializer = binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
    if (!binding || !initializer || (binding.pos >= this.#fn.pos && binding.end <= this.#fn.end)) return false;
    const made = syntax.withoutAssertions(initializer);
    return syntax.isCallOrNew(made) && this.#mayMatter(made);
  }
}

function isPlainMember(node: ts.Expression): boolean {
  return syntax.isPropertyAccessExpression(node) && syntax.isIdentifier(syntax.withoutAssertions(node.expression));
}
