import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { declaredNamesIn } from './declared-names.ts';
import { calledName, callIndexOf, functionsIn } from './function-index.ts';
import * as syntax from '../syntax.ts';

/** What surely runs when code is entered: the calls on the way, and whether it ends in a `throw` or an endless loop. */
interface Way {
  readonly calls: Set<string>;
  /** Takes in the calls of an expression. */
  readonly evaluate: (node: ts.Node) => void;
  isStuck: boolean;
  /** The code is left by `return`, so that what follows it does not count. */
  isOver: boolean;
}

const booleans = new Set([syntax.SyntaxKind.TrueKeyword, syntax.SyntaxKind.FalseKeyword]);
const logicalOperators = new Set([syntax.SyntaxKind.AmpersandAmpersandToken, syntax.SyntaxKind.BarBarToken]);

/**
 * The names of the program's functions that may never come back to their caller, since they throw or go on on every way
 * through. Some that do come back are among them.
 */
export const namesThatMayNotReturn = memo((program: ts.Program): ReadonlySet<string> => {
  const found = new Set(declaredNamesIn(program).never);
  for (const file of program.getSourceFiles()) for (const name of stuckIn(file)) found.add(name);
  const { callersOf, withAliases } = callIndexOf(program);
  // The set grows while it is gone through.
  for (const name of found) {
    for (const alias of withAliases([name])) found.add(alias);
    for (const { functions } of callersOf(name))
      for (const { fn, names } of functions)
        if (fn && wayThrough(fn).calls.has(name)) names.forEach((caller) => found.add(caller));
  }
  return found;
});

/** The names of the functions in a file that do not come back, whatever they call. */
const stuckIn = memo((file: ts.SourceFile): readonly string[] =>
  functionsIn(file).flatMap(({ fn, names, mayStay }) =>
    mayStay && fn && names.length > 0 && wayThrough(fn).isStuck ? names : [],
  ),
);

const wayThrough = memo(({ body }: ts.FunctionLikeDeclaration): Way => {
  const way = newWay();
  if (body && syntax.isBlock(body)) follow(body.statements, way);
  else if (body) evaluate(body, way);
  return way;
});

function newWay(): Way {
  const way: Way = {
    calls: new Set(),
    isStuck: false,
    isOver: false,
    evaluate: (node) => {
      evaluate(node, way);
    },
  };
  return way;
}

function follow(statements: readonly ts.Statement[], way: Way): void {
  for (const statement of statements) {
    if (way.isOver || way.isStuck) return;
    run(statement, way);
  }
}

function run(statement: ts.Statement, way: Way): void {
  if (syntax.isBlock(statement)) follow(statement.statements, way);
  else if (syntax.isThrowStatement(statement)) {
    evaluate(statement.expression, way);
    way.isStuck = true;
  } else if (syntax.isReturnStatement(statement)) {
    if (statement.expression) evaluate(statement.expression, way);
    way.isOver = true;
  } else if (syntax.isBreakStatement(statement) || syntax.isContinueStatement(statement)) way.isOver = true;
  else if (syntax.isIfStatement(statement)) {
    const { expression, thenStatement, elseStatement } = statement;
    evaluate(expression, way);
    if (isFixed(expression)) for (const each of [thenStatement, elseStatement]) branch(each ? [[each]] : [], way);
    else if (elseStatement) branch([[thenStatement], [elseStatement]], way);
  } else if (syntax.isSwitchStatement(statement)) {
    evaluate(statement.expression, way);
    const { clauses } = statement.caseBlock;
    // A clause that is not left goes on with the next.
    branch(
      clauses.map((_, index) => clauses.slice(index).flatMap(({ statements }) => statements)),
      way,
    );
  } else if (syntax.isTryStatement(statement)) {
    branch(
      [statement.tryBlock.statements, ...(statement.catchClause ? [statement.catchClause.block.statements] : [])],
      way,
    );
    if (statement.finallyBlock) follow(statement.finallyBlock.statements, way);
  } else if (syntax.isLabeledStatement(statement)) {
    run(statement.statement, way);
    // As far as a `break` tells: what follows it is what follows here.
    way.isOver = false;
  } else if (
    syntax.isWhileStatement(statement) ||
    syntax.isDoStatement(statement) ||
    syntax.isForStatement(statement)
  ) {
    const condition = syntax.isForStatement(statement) ? statement.condition : statement.expression;
    if (syntax.isForStatement(statement) && statement.initializer) evaluate(statement.initializer, way);
    if (condition) evaluate(condition, way);
    // An endless loop, as far as the condition tells: it may still be left inside.
    if (!condition || isFixed(condition)) way.isStuck = true;
    else if (syntax.isDoStatement(statement)) branch([[statement.statement]], way);
  } else if (syntax.isForInOrOf(statement)) evaluate(statement.expression, way);
  else if (syntax.isExpressionStatement(statement) || syntax.isVariableStatement(statement)) evaluate(statement, way);
}

/** Whether a condition may turn out the same each time by what stands in it: `true`, `!0`, `isReady || true`. */
function isFixed(condition: ts.Expression): boolean {
  const node = syntax.withoutAssertions(condition);
  if (syntax.isPrefixUnaryExpression(node)) return isFixed(node.operand);
  if (!syntax.isBinaryExpression(node)) return syntax.isLiteralExpression(node) || booleans.has(node.kind);
  return logicalOperators.has(node.operatorToken.kind) && (isFixed(node.left) || isFixed(node.right));
}

/** One of several ways: stuck where each of them is, or may be for what it calls. */
function branch(branches: readonly (readonly ts.Statement[])[], way: Way): void {
  const all = branches.map((statements): Way => {
    const own = newWay();
    follow(statements, own);
    return own;
  });
  if (all.length === 0 || all.some(({ calls, isStuck }) => !isStuck && calls.size === 0)) return;
  way.isStuck ||= all.every(({ isStuck }) => isStuck);
  for (const { calls } of all) for (const call of calls) way.calls.add(call);
}

/** The calls in an expression, those that are made under a condition included; functions in it are left out. */
function evaluate(node: ts.Node, way: Way): void {
  if (syntax.isFunctionLike(node) || syntax.isClassLike(node)) return;
  if (syntax.isCallExpression(node)) {
    const name = calledName(node);
    if (name !== undefined) way.calls.add(name);
    // `(() => { … })()`
    if (syntax.isFunctionLike(syntax.withoutAssertions(node.expression))) way.isStuck = true;
  }
  syntax.forEachChild(node, way.evaluate);
}
