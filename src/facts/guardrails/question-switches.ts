import { isNot, knownParts, partsOf, testedBy } from '../../program/control/conditions.ts';
import { conditionsOf } from '../../program/control/control.ts';
import {
  bindingOf,
  compilerOf,
  constantInitializerOf,
  patternHolderOf,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import type { GuardCondition } from '../../analysis/control.ts';

/** How many constants are looked through. */
const MAX_DEPTH = 4;

/**
 * Parts of a tool's input by which the model switches a question off, and which are for nothing else: `force` in
 * `if (!force && !(await confirm(path))) return;`.
 *
 * Knowingly missed: one that the handler hands on, or uses in any other place.
 */
export class QuestionSwitches {
  readonly #program: ts.Program;
  readonly #input: ts.ParameterDeclaration | undefined;

  /** @param handler the handler of the tool, whose first parameter the model gives */
  constructor(handler: syntax.FunctionLike, program: ts.Program) {
    this.#program = program;
    this.#input = handler.parameters[0];
  }

  /** Whether an outcome of a condition that lets a node run needs no answer where the model says so. */
  skipsAnswer(condition: GuardCondition, node: ts.Node, dependsOnAnswer: (part: ts.Node) => boolean): boolean {
    if (!this.#input) return false;
    const [outcome, other] = condition.outcomes;
    const isSkipped =
      other === undefined &&
      typeof outcome === 'boolean' &&
      this.#isSkipped(testedBy(condition), outcome, dependsOnAnswer, 0);
    return isSkipped || this.isSwitchedOff(innermostIn(condition.site as ts.Node), node);
  }

  /** Whether the model decides that a question is not put, after which another node runs all the same: `if (!force) await ask();`. */
  isSwitchedOff(question: ts.Node, node: ts.Node): boolean {
    if (!this.#input) return false;
    const own = new Set(conditionsOf(node, this.#program)?.map(({ site }) => site));
    return (conditionsOf(question, this.#program) ?? []).some(
      (condition) => !own.has(condition.site) && partsOf(condition).every(({ part }) => this.#isSwitch(part)),
    );
  }

  /** `!force && answer !== 'yes'` is false, or `force || answer === 'yes'` true, whatever the answer is. */
  #isSkipped(
    condition: ts.Expression,
    outcome: boolean,
    dependsOnAnswer: (part: ts.Node) => boolean,
    depth: number,
  ): boolean {
    const node = syntax.withoutAssertions(condition);
    const inner = (each: ts.Expression, value = outcome): boolean =>
      depth < MAX_DEPTH && this.#isSkipped(each, value, dependsOnAnswer, depth + 1);
    if (isNot(node)) return inner(node.operand, !outcome);
    if (syntax.isIdentifier(node)) {
      const initializer = constantInitializerOf(node);
      return initializer !== undefined && inner(initializer);
    }
    if (!syntax.isBinaryExpression(node) || !syntax.isLogical(node)) return false;
    const { left, right, operatorToken } = node;
    const isAny = operatorToken.kind === syntax.SyntaxKind.BarBarToken;
    // Of `a && b` that is true, both are.
    if (isAny !== outcome) return inner(left) || inner(right);
    const isAlone = (part: ts.Expression, other: ts.Expression): boolean =>
      dependsOnAnswer(other) && knownParts(part).every((each) => this.#isSwitch(each.part));
    return isAlone(left, right) || isAlone(right, left) || inner(left) || inner(right);
  }

  /** A boolean of the input that is used in one place. */
  #isSwitch(part: ts.Expression): boolean {
    const node = syntax.withoutAssertions(part);
    if (syntax.isBinaryExpression(node)) {
      const { kind } = syntax.withoutAssertions(node.right);
      const isTruth = kind === syntax.SyntaxKind.TrueKeyword || kind === syntax.SyntaxKind.FalseKeyword;
      return isTruth && syntax.equalityOf(node) !== undefined && this.#isSwitch(node.left);
    }
    const isOnly = syntax.isPropertyAccessExpression(node) ? this.#isOnlyAccess(node) : this.#isOnlyUse(node);
    return isOnly && compilerOf(this.#program).mayBeBoolean(node, false);
  }

  /** `force` of `({ path, force })`, or of `const { path, force } = input;` */
  #isOnlyUse(node: ts.Expression): boolean {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (!binding || !syntax.isBindingElement(binding)) return false;
    const holder = patternHolderOf(binding);
    const source = syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
    return (holder === this.#input || this.#isInput(source)) && usesOf(binding, this.#program).length === 1;
  }

  /** `input.force`, where only parts of the input are used. */
  #isOnlyAccess({ expression, name }: ts.PropertyAccessExpression): boolean {
    if (!this.#input || !this.#isInput(expression)) return false;
    const parts = usesOf(this.#input, this.#program).map((use) => syntax.parentOf(use));
    return (
      parts.every(syntax.isPropertyAccessExpression) &&
      parts.filter((part) => part.name.text === name.text).length === 1
    );
  }

  #isInput(expression: ts.Expression | undefined): boolean {
    const node = expression && syntax.withoutAssertions(expression);
    return node !== undefined && syntax.isIdentifier(node) && bindingOf(node) === this.#input;
  }
}

/** The part of a condition that is evaluated first. */
function innermostIn(condition: ts.Node): ts.Node {
  const first = syntax.forEachChild(condition, (child) => child);
  return first && syntax.isExpression(first) ? innermostIn(first) : condition;
}
