import { unknownWords } from '../../models/contracts/refusals.ts';
import { isNot } from '../../program/control/conditions.ts';
import { contains } from '../../program/values/nodes.ts';
import { isInside, syntax, type ts } from '../../type-utils/index.ts';
import { type InputEvent, isLook, isPrefix, isSamePath, type Look, sharesTool } from './input-events.ts';
import { refuses } from './input-tests.ts';

/** A statement that refuses input, unless a property of it is one of some texts. */
export interface Refusal {
  /** A test of the property before it. */
  readonly look: Look;
  readonly node: ts.Statement;
  /** The texts that the code has a branch for, or looks for in any other place. */
  readonly handled: ReadonlySet<string>;
}

/** A comparison of a property with a text, or a `switch` over it. */
interface TextTest extends Look {
  readonly node: ts.BinaryExpression | ts.SwitchStatement;
}

/** What running a statement comes to: it refuses the input, the next one follows, or that is not known. */
type Outcome = ts.Statement | 'next' | undefined;

/**
 * Where a handler refuses all texts but some that a property of its input may be: behind a `switch`, or comparisons one after
 * the other. Nothing is found where something else may decide first: a condition around them on another part of the input, a
 * function or a table that is given the property, a comparison with what is no text.
 */
export function refusalsIn(events: readonly InputEvent[]): readonly Refusal[] {
  const found = new Map<ts.Node, Refusal>();
  for (const look of events) {
    if (!isTextTest(look)) continue;
    const looks = events.filter(isLook).filter((each) => isOf(each, look.path) && sharesTool(each, look));
    const tests = new Set(looks.filter(isTextTest).map(({ node }) => node));
    const handled = textsOf(tests);
    if (!handled) continue;
    const statement = statementOf(look.node);
    if (!statement || !isReachedByAll(statement, look, events)) continue;
    if (looks.some((each) => mayDecide(each, statement))) continue;
    const node = new RefusalSearch(tests).from(statement);
    if (node && !found.has(node)) found.set(node, { look, node, handled });
  }
  return [...found.values()];
}

/** Whether an event is of a part of the input, or of what holds it. */
function isOf({ kind, path }: Look, of: readonly string[]): boolean {
  const isWhole = kind === 'guard' || kind === 'pass' || kind === 'write';
  return isWhole ? isPrefix(path, of) : isSamePath(path, of);
}

function isTextTest(event: InputEvent): event is TextTest {
  if (event.kind !== 'check' || event.path.length === 0) return false;
  const { node } = event;
  return syntax.isSwitchStatement(node) || (syntax.isBinaryExpression(node) && syntax.equalityOf(node) !== undefined);
}

/** The texts that a property is compared with. Undefined: it is compared with something else. */
function textsOf(tests: ReadonlySet<ts.Node>): ReadonlySet<string> | undefined {
  const texts = new Set<string>();
  for (const test of tests) {
    const own = syntax.isSwitchStatement(test) ? textsOfClauses(test) : textsOfComparison(test as ts.BinaryExpression);
    if (!own) return undefined;
    for (const text of own) texts.add(text);
  }
  return texts;
}

function textsOfClauses({ caseBlock }: ts.SwitchStatement): readonly string[] | undefined {
  const labels = caseBlock.clauses.filter(syntax.isCaseClause).map(({ expression }) => textIn(expression));
  return labels.includes(undefined) ? undefined : (labels as readonly string[]);
}

function textsOfComparison({ left, right }: ts.BinaryExpression): readonly string[] | undefined {
  if (syntax.isNullishLiteral(right) || syntax.isNullishLiteral(left)) return [];
  const text = textIn(right) ?? textIn(left);
  return text === undefined ? undefined : [text];
}

function textIn(expression: ts.Expression): string | undefined {
  const node = syntax.withoutAssertions(expression);
  return syntax.isStringLiteralLike(node) ? node.text : undefined;
}

/** The `switch`, or the `if` of which a comparison is the condition or a part of it. */
function statementOf(test: TextTest['node']): ts.IfStatement | ts.SwitchStatement | undefined {
  if (syntax.isSwitchStatement(test)) return test;
  let condition: ts.Node = test;
  while (syntax.isBinaryExpression(condition.parent) || isNot(condition.parent) || isParentheses(condition.parent))
    condition = condition.parent;
  const { parent } = condition;
  return syntax.isIfStatement(parent) && parent.expression === condition ? parent : undefined;
}

function isParentheses(node: ts.Node): boolean {
  return syntax.isParenthesizedExpression(node);
}

/**
 * Whether all calls of a tool come to a statement, or leave the function before: around it are blocks alone, and conditions
 * that choose the tool by its name.
 */
function isReachedByAll(statement: ts.Statement, { tools }: Look, events: readonly InputEvent[]): boolean {
  const [tool, other] = tools ?? [];
  const choosesTool = (condition: ts.Node): boolean =>
    tool !== undefined &&
    other === undefined &&
    contains(condition, (node) => syntax.isStringLiteralLike(node) && node.text === tool) &&
    !events.some(({ node }) => isInside(node, condition));
  let isChosen = false;
  let inner: ts.Node = statement;
  for (let node = statement.parent; !syntax.isFunctionLike(node); inner = node, node = node.parent) {
    const condition = conditionOf(node);
    const isOther = syntax.isIfStatement(node) && node.elseStatement === inner;
    if (isOther) {
      if (!isChosen) return false;
    } else if (condition) {
      if (!choosesTool(condition)) return false;
      isChosen = true;
    } else if (!isPlain(node, inner)) return false;
  }
  return true;
}

/** What has to hold for the first branch of an `if`, or a clause of a `switch`, to run. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  return syntax.isIfStatement(node) || syntax.isCaseClause(node) ? node.expression : undefined;
}

/** Whether what is in a statement runs whenever the statement does, or a clause of a `switch` chooses it. */
function isPlain(node: ts.Node, inner: ts.Node): boolean {
  if (syntax.isTryStatement(node)) return node.tryBlock === inner;
  return syntax.isBlock(node) || syntax.isSwitchStatement(node) || syntax.isCaseBlock(node);
}

/** Whether something else than a comparison with a text decides what a property leads to, before a statement or elsewhere. */
function mayDecide({ kind, node }: Look, statement: ts.Statement): boolean {
  if (kind === 'check' || kind === 'test' || isInside(node, statement)) return false;
  const isSameFunction = syntax.containerOf(node) === syntax.containerOf(statement);
  if (isSameFunction && node.pos > statement.end) return false;
  if (kind === 'write') return true;
  // Of a call whose result nobody takes, nothing depends.
  let around = node;
  while (syntax.isExpression(around.parent)) around = around.parent;
  return !syntax.isExpressionStatement(around.parent);
}

/** Finds the statement that refuses a property which is none of the texts that it is compared with. */
class RefusalSearch {
  readonly #tests: ReadonlySet<ts.Node>;

  constructor(tests: ReadonlySet<ts.Node>) {
    this.#tests = tests;
  }

  /** What a statement, or one of those after it in the same block, refuses such a property with. */
  from(statement: ts.Statement): ts.Statement | undefined {
    const { parent } = statement;
    const around: readonly ts.Statement[] = syntax.isSequence(parent) ? parent.statements : [statement];
    const outcome = this.#list(around.slice(around.indexOf(statement)));
    return outcome === 'next' ? undefined : outcome;
  }

  #list(statements: readonly ts.Statement[]): Outcome {
    for (const statement of statements) {
      const outcome = this.#run(statement);
      if (outcome !== 'next') return outcome;
    }
    return 'next';
  }

  #run(statement: ts.Statement): Outcome {
    if (syntax.isBlock(statement)) return this.#list(statement.statements);
    if (refuses(statement) || statesUnknown(statement)) return statement;
    if (syntax.isSwitchStatement(statement)) return this.#switch(statement);
    if (syntax.isIfStatement(statement)) return this.#if(statement);
    const goesOn = syntax.isExpressionStatement(statement) || syntax.isVariableStatement(statement);
    return goesOn ? 'next' : undefined;
  }

  #switch(statement: ts.SwitchStatement): Outcome {
    if (!this.#tests.has(statement)) return undefined;
    const standard = statement.caseBlock.clauses.find((clause) => !syntax.isCaseClause(clause));
    if (!standard) return 'next';
    const outcome = this.#list(standard.statements);
    // It may fall through to the next clause.
    return outcome === 'next' ? undefined : outcome;
  }

  #if({ expression, thenStatement, elseStatement }: ts.IfStatement): Outcome {
    const holds = this.#valueOf(expression);
    if (holds === true) return this.#run(thenStatement);
    if (holds === false) return elseStatement ? this.#run(elseStatement) : 'next';
    // What is refused for another reason is refused as well.
    return refuses(thenStatement) && !elseStatement ? 'next' : undefined;
  }

  /** The truth value of a condition where no comparison with a text finds it equal. */
  #valueOf(condition: ts.Expression): boolean | undefined {
    const node = syntax.withoutAssertions(condition);
    if (isNot(node)) {
      const inner = this.#valueOf(node.operand);
      return inner === undefined ? undefined : !inner;
    }
    if (!syntax.isBinaryExpression(node)) return undefined;
    if (this.#tests.has(node)) return syntax.equalityOf(node) === false;
    const { kind } = node.operatorToken;
    const isAnd = kind === syntax.SyntaxKind.AmpersandAmpersandToken;
    if (!isAnd && kind !== syntax.SyntaxKind.BarBarToken) return undefined;
    const values = [this.#valueOf(node.left), this.#valueOf(node.right)];
    if (values.includes(!isAnd)) return !isAnd;
    return values.includes(undefined) ? undefined : isAnd;
  }
}

/** `return text('Unknown action: …')`; what stands there for a part that may be missing says nothing of the value. */
function statesUnknown(statement: ts.Statement): boolean {
  const result = syntax.isReturnStatement(statement) ? statement.expression : undefined;
  const isStated = (node: ts.Node): boolean => {
    if (syntax.isBinaryExpression(node) && syntax.isFallback(node)) return isStated(node.left);
    if (unknownWords.test(beginningOf(node))) return true;
    return syntax.forEachChild(node, (child) => isStated(child) || undefined) ?? false;
  };
  return result !== undefined && isStated(result);
}

function beginningOf(node: ts.Node): string {
  if (syntax.isStringLiteralLike(node)) return node.text;
  return syntax.isTemplateExpression(node) ? node.head.text : '';
}
