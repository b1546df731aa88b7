import { isNot } from '../../program/control/conditions.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import { bindingOf, calledName, compilerOf, namesThatMayNotReturn, syntax, type ts } from '../../type-utils/index.ts';

/**
 * Whether all that a function throws is what it has caught and is none of the errors by which the program refuses there:
 * `catch (error) { if (!(error instanceof Refused)) throw error; }` around what throws `Refused` and nothing else.
 */
export function throwsOnlyOthers({ body }: syntax.FunctionLike, program: ts.Program): boolean {
  const statements = body ? nodesIn(body, syntax.isThrowStatement) : [];
  return statements.length > 0 && statements.every((each) => isThrownAgain(each, program));
}

function isThrownAgain(statement: ts.ThrowStatement, program: ts.Program): boolean {
  const branch = syntax.parentOf(syntax.isBlock(statement.parent) ? statement.parent : statement);
  const clause = syntax.parentOf(syntax.parentOf(branch));
  if (!syntax.isIfStatement(branch) || !syntax.isCatchClause(clause) || branch.elseStatement) return false;
  const test = syntax.withoutAssertions(branch.expression);
  const kind = isNot(test) ? syntax.withoutAssertions(test.operand) : undefined;
  if (!kind || !syntax.isBinaryExpression(kind) || kind.operatorToken.kind !== syntax.SyntaxKind.InstanceOfKeyword)
    return false;
  const [caught, thrown] = [kind.left, statement.expression].map((each) =>
    syntax.isIdentifier(each) ? bindingOf(each) : undefined,
  );
  const refusal = kind.right.getText();
  const refusing = nodesIn(clause.parent.tryBlock, syntax.isCallExpression)
    .flatMap((call) => compilerOf(program).functionNamedBy(call.expression)?.body ?? [])
    .flatMap((called) => nodesIn(called, syntax.isThrowStatement));
  const isRefusal = ({ expression }: ts.ThrowStatement): boolean =>
    syntax.isNewExpression(expression) && expression.expression.getText() === refusal;
  // `if (!(error instanceof Refused)) throw error; fail(error);`
  const mayThrow = (call: ts.CallExpression): boolean => namesThatMayNotReturn(program).has(calledName(call) ?? '');
  return (
    caught !== undefined &&
    caught === thrown &&
    refusing.length > 0 &&
    refusing.every(isRefusal) &&
    !nodesIn(clause.block, syntax.isCallExpression).some(mayThrow)
  );
}
