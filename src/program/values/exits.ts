import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { contains, nodesIn } from './nodes.ts';
import { isEqual, truthIn } from './operators.ts';
import type { Scope } from './scope.ts';

/** The statements by which a function may be left. */
interface ExitStatements {
  readonly returns: ts.ReturnStatement[];
  readonly throws: ts.ThrowStatement[];
}

export interface Exits extends ExitStatements {
  /** Whether it may be left by its end, as far as its statements say: what calls never come back from is not looked at. */
  readonly isOpen: boolean;
}

/** The statements by which a run of a function may be left: those behind a condition that is known count where it holds. */
export function exitsOf(body: ts.Block, scope: Scope): Exits {
  const exits: ExitStatements = { returns: [], throws: [] };
  const isOpen = collectExits(body.statements, scope, exits);
  return { ...exits, isOpen };
}

/** Whether a run of the function around a node may come to it: no condition that is known leads elsewhere. */
export function isReached(node: ts.Node, scope: Scope): boolean {
  for (let at = node; !syntax.isFunctionLike(at) && !syntax.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (syntax.isIfStatement(parent) && at !== parent.expression) {
      if (truthIn(parent.expression, scope) === (at !== parent.thenStatement)) return false;
    } else if (syntax.isBlock(parent)) {
      const before = parent.statements.slice(0, parent.statements.indexOf(at as ts.Statement));
      if (!collectExits(before.filter(syntax.isIfStatement), scope, discarded())) return false;
    }
  }
  return true;
}

/** Adds the exits of statements. Returns whether the code behind them may be reached. */
function collectExits(statements: readonly ts.Statement[], scope: Scope, exits: ExitStatements): boolean {
  for (const statement of statements) {
    if (syntax.isReturnStatement(statement)) {
      exits.returns.push(statement);
      return false;
    }
    if (syntax.isThrowStatement(statement)) {
      exits.throws.push(statement);
      return false;
    }
    if (syntax.isBlock(statement)) {
      if (!collectExits(statement.statements, scope, exits)) return false;
    } else if (syntax.isIfStatement(statement)) {
      // A condition is worth working out only where the function may be left behind it.
      const isTrue = contains(statement, isExit) ? truthIn(statement.expression, scope) : undefined;
      const { thenStatement, elseStatement } = statement;
      const goesOn = [
        isTrue !== false && collectExits([thenStatement], scope, exits),
        isTrue !== true && (!elseStatement || collectExits([elseStatement], scope, exits)),
      ];
      if (!goesOn.includes(true)) return false;
    } else if (syntax.isSwitchStatement(statement)) {
      if (!collectExitsOfSwitch(statement, scope, exits)) return false;
    }
    // The variable stands for all elements at once.
    else if (syntax.isForOfStatement(statement)) collectExits([statement.statement], scope, exits);
    else {
      addExits(statement, exits);
      if (!mayGoOnBehind(statement, scope)) return false;
    }
  }
  return true;
}

function collectExitsOfSwitch(
  { expression, caseBlock }: ts.SwitchStatement,
  scope: Scope,
  exits: ExitStatements,
): boolean {
  const asked = scope.evaluate(expression);
  const { clauses } = caseBlock;
  const taken = clauses.findIndex((clause) => {
    const isCase = clause.kind === syntax.SyntaxKind.CaseClause;
    return isCase && isEqual(asked, scope.evaluate(clause.expression)) === true;
  });
  const standard = clauses.findIndex((clause) => clause.kind === syntax.SyntaxKind.DefaultClause);
  const statementsFrom = (index: number): readonly ts.Statement[] =>
    clauses.slice(index).flatMap((clause) => [...clause.statements]);
  const mayBreak = contains(caseBlock, syntax.isBreakStatement);
  if (asked.kind === 'literal') {
    const first = taken >= 0 ? taken : standard;
    return first < 0 || collectExits(statementsFrom(first), scope, exits) || mayBreak;
  }
  addExits(caseBlock, exits);
  // What a clause does not leave by itself goes on in the one behind it.
  return standard < 0 || mayBreak || collectExits(statementsFrom(clauses.length - 1), scope, discarded());
}

/** Whether the code behind a `try` statement or a loop may be reached. */
function mayGoOnBehind(statement: ts.Statement, scope: Scope): boolean {
  const goesOn = ({ statements }: ts.Block): boolean => collectExits(statements, scope, discarded());
  if (syntax.isTryStatement(statement)) {
    const { tryBlock, catchClause, finallyBlock } = statement;
    const isLeft = finallyBlock !== undefined && !goesOn(finallyBlock);
    return !isLeft && (goesOn(tryBlock) || (catchClause !== undefined && goesOn(catchClause.block)));
  }
  const isEndless =
    (syntax.isWhileStatement(statement) && statement.expression.kind === syntax.SyntaxKind.TrueKeyword) ||
    (syntax.isForStatement(statement) && !statement.condition);
  return !isEndless || contains(statement, syntax.isBreakStatement);
}

/** For exits that are of no interest. */
function discarded(): ExitStatements {
  return { returns: [], throws: [] };
}

function isExit(node: ts.Node): boolean {
  return syntax.isReturnStatement(node) || syntax.isThrowStatement(node);
}

function addExits(node: ts.Node, exits: ExitStatements): void {
  exits.returns.push(...nodesIn(node, syntax.isReturnStatement));
  exits.throws.push(...nodesIn(node, syntax.isThrowStatement));
}
