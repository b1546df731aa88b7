import { bindingOf, isConstant, isExported, isInside, syntax, type ts, usesInFile } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { indentAt, indentUnitOf, newlineOf, replaced, startsLine } from './layout.ts';
import { atStart, mentionsAwait, withoutStatement } from './statements.ts';

/** A constant that a statement of its own declares. */
interface Constant {
  readonly declaration: ts.VariableDeclaration;
  readonly name: ts.Identifier;
  readonly initializer: ts.Expression;
  readonly statement: ts.VariableStatement;
}

/** The constant that a name stands for, where nothing else is declared with it and no other file can name it. */
function constantOf(name: ts.Node, program: ts.Program): Constant | undefined {
  const declaration = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  if (!declaration || !syntax.isVariableDeclaration(declaration) || !isConstant(declaration)) return undefined;
  const list = declaration.parent;
  const statement = list.parent;
  if (!syntax.isVariableDeclarationList(list) || !syntax.isVariableStatement(statement)) return undefined;
  if (list.declarations.length > 1) return undefined;
  if (!syntax.isIdentifier(declaration.name) || !declaration.initializer || isExported(declaration, program))
    return undefined;
  return { declaration, name: declaration.name, initializer: declaration.initializer, statement };
}

/**
 * Moves what makes a constant into a function that runs more often, with the statements that set it up. Undefined where
 * something else uses it, or where the function cannot run them.
 */
export function movedInto(
  fn: syntax.FunctionLike,
  value: ts.Expression,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const constant = constantOf(syntax.withoutAssertions(value), program);
  if (!constant || !fn.body || isInside(constant.statement, fn)) return undefined;
  const moved = statementsFor(constant, fn, program);
  if (!moved) return undefined;
  if (!syntax.isBlock(fn.body)) return moved.length === 1 ? inlined(constant, program) : undefined;
  const isAwaiting = moved.some((statement) => mentionsAwait(statement));
  return isAwaiting && !syntax.isAsync(fn) ? undefined : into(fn.body, moved);
}

/** Moves the making of a constant, and what tests it, into a loop behind it. */
export function movedIntoLoop(
  loop: ts.Node,
  value: ts.Expression,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const constant = constantOf(syntax.withoutAssertions(value), program);
  const body = syntax.isIterationStatement(loop, false) ? loop.statement : undefined;
  if (!constant || !body || !syntax.isBlock(body) || isInside(constant.statement, loop)) return undefined;
  const sequence = constant.statement.parent;
  const moved: ts.Statement[] = [constant.statement];
  for (const use of usesInFile(constant.declaration, program)) {
    if (isInside(use, body)) continue;
    const statement = childOf(sequence, use);
    if (!statement || !syntax.isIfStatement(statement) || statement.pos > loop.pos) return undefined;
    if (!moved.includes(statement)) moved.push(statement);
  }
  return into(body, moved);
}

function into(block: ts.Block, moved: readonly ts.Statement[]): readonly TextEdit[] {
  const sorted = [...moved].sort((a, b) => a.pos - b.pos);
  return [
    ...sorted.map(withoutStatement),
    atStart(
      block,
      sorted.map((statement) => textIn(statement, block)),
    ),
  ];
}

/** The text of a statement, indented for another block. */
function textIn(statement: ts.Statement, block: ts.Block): string {
  const file = statement.getSourceFile();
  const text = statement.getText();
  const [first] = block.statements;
  const from = indentAt(file, statement.getStart());
  const to =
    first && startsLine(file, first.getStart())
      ? indentAt(file, first.getStart())
      : `${indentAt(file, block.end)}${indentUnitOf(file)}`;
  // The lines of a text stay as they are.
  if (text.includes('`')) return text;
  return text.replaceAll(`${newlineOf(file)}${from}`, `${newlineOf(file)}${to}`);
}

/** The statements that make and set up a constant which a function then uses alone. */
function statementsFor(constant: Constant, fn: ts.Node, program: ts.Program): readonly ts.Statement[] | undefined {
  const sequence = constant.statement.parent;
  const moved = new Set<ts.Statement>();
  const constants = new Set<ts.VariableDeclaration>();
  const pending: Constant[] = [constant];
  for (const each of pending) {
    if (constants.has(each.declaration)) continue;
    if (each.statement.parent !== sequence) return undefined;
    constants.add(each.declaration);
    moved.add(each.statement);
    for (const use of usesInFile(each.declaration, program)) {
      if (isInside(use, fn)) continue;
      const statement = childOf(sequence, use);
      if (!statement || isInside(fn, statement)) return undefined;
      const setUp = setUpBy(statement, program);
      if (!setUp) return undefined;
      moved.add(statement);
      pending.push(setUp);
    }
  }
  return [...moved];
}

/** What a statement makes, or calls a method of. */
function setUpBy(statement: ts.Statement, program: ts.Program): Constant | undefined {
  if (syntax.isVariableStatement(statement)) {
    const [declaration] = statement.declarationList.declarations;
    return declaration && constantOf(declaration.name, program);
  }
  if (!syntax.isExpressionStatement(statement)) return undefined;
  let root: ts.Expression = syntax.isAwaitExpression(statement.expression)
    ? statement.expression.expression
    : statement.expression;
  while (syntax.isAccess(root) || syntax.isCallExpression(root)) root = root.expression;
  return constantOf(root, program);
}

/** The statement of a sequence that a node is in, if no function is between them. */
function childOf(sequence: ts.Node, node: ts.Node): ts.Statement | undefined {
  if (!syntax.isSequence(sequence)) return undefined;
  for (let at = node; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent)
    if (at.parent === sequence && syntax.isStatement(at)) return at;
  return undefined;
}

/** Writes what makes a constant where it is used, once. */
function inlined(constant: Constant, program: ts.Program): readonly TextEdit[] | undefined {
  const [use, ...others] = usesInFile(constant.declaration, program);
  if (!use || others.length > 0) return undefined;
  const text = constant.initializer.getText();
  const { parent } = use;
  const edit = syntax.isShorthandPropertyAssignment(parent)
    ? replaced(parent, `${use.text}: ${text}`)
    : replaced(use, text);
  return [withoutStatement(constant.statement), edit];
}
