import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isInside, syntax } from '../../type-utils/index.ts';
import type { Runnable } from './effects.ts';
import { nodesIn } from '../values/nodes.ts';

/** One step of data inside a function: what is declared or written, and from what. */
interface Move {
  readonly to: readonly ts.Node[];
  readonly from: readonly ts.Node[];
}

/**
 * Where data may go within a function and those inside it, by syntax: from what it begins with into variables, callbacks,
 * and objects that are written to. Any use counts, so that this is what may depend on it, and rather too much than too
 * little; only calls of the program's own functions are left to the caller.
 */
export class DataPaths {
  readonly #fn: Runnable;
  readonly #begins: ReadonlySet<ts.Node>;
  readonly #isLeftOut: (node: ts.Node) => boolean;
  readonly #names: Set<ts.Node>;

  /**
   * @param begins declarations, or expressions of which the value is meant
   * @param isLeftOut expressions that give nothing on
   */
  constructor(fn: Runnable, begins: Iterable<ts.Node>, isLeftOut: (node: ts.Node) => boolean = () => false) {
    this.#fn = fn;
    this.#begins = new Set(begins);
    this.#isLeftOut = isLeftOut;
    this.#names = new Set(this.#begins);
    const moves = movesIn(fn);
    for (let size = -1; size !== this.#names.size;) {
      size = this.#names.size;
      for (const { to, from } of moves)
        if (from.some((node) => this.dependsOn(node))) for (const name of to) this.#names.add(name);
    }
  }

  /** The declarations that may hold some of it. */
  get names(): ReadonlySet<ts.Node> {
    return this.#names;
  }

  /** Whether an expression may have some of it. */
  dependsOn(node: ts.Node): boolean {
    if (this.#begins.has(node)) return true;
    if (this.#isLeftOut(node) || syntax.isTypeNode(node)) return false;
    if (syntax.isIdentifier(node)) {
      const binding = bindingOf(node);
      return binding !== undefined && this.#names.has(binding);
    }
    if (syntax.isPropertyAccessExpression(node)) return this.dependsOn(node.expression);
    if (syntax.isPropertyAssignment(node)) return this.dependsOn(node.initializer);
    return syntax.forEachChild(node, (child) => this.dependsOn(child) || undefined) ?? false;
  }

  /** Whether the function may return some of it. */
  get isReturned(): boolean {
    const { body } = syntax.isClassLike(this.#fn) ? {} : this.#fn;
    if (!body) return false;
    if (!syntax.isBlock(body)) return this.dependsOn(body);
    return [...nodesIn(body, syntax.isReturnStatement), ...nodesIn(body, syntax.isYieldExpression)].some(
      ({ expression }) => expression !== undefined && this.dependsOn(expression),
    );
  }
}

/** The names that a parameter or variable declares. */
export function namesDeclaredBy(
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
): readonly ts.Node[] {
  const { name } = declaration;
  if (syntax.isIdentifier(name)) return [declaration];
  return name.elements.flatMap((element) => (syntax.isBindingElement(element) ? namesDeclaredBy(element) : []));
}

const movesIn = memo((fn: Runnable): readonly Move[] => {
  const moves: Move[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isTypeNode(node)) return;
    const move = moveAt(node, fn);
    if (move) moves.push(...move);
    syntax.forEachChild(node, visit);
  };
  visit(fn);
  return moves;
});

function moveAt(node: ts.Node, fn: Runnable): readonly Move[] | undefined {
  if (syntax.isVariableDeclaration(node)) {
    const { parent } = node.parent;
    const from = syntax.isForOfStatement(parent) ? parent.expression : node.initializer;
    return from && [{ to: namesDeclaredBy(node), from: [from] }];
  }
  if (syntax.isAssignment(node)) return [{ to: writtenBy(node.left), from: [node.right] }];
  if (!syntax.isCallExpression(node) && !syntax.isNewExpression(node)) return undefined;
  const callee = syntax.withoutAssertions(node.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? [callee.expression] : [];
  const given = [...(node.arguments ?? [])];
  const others = given.filter((argument) => !syntax.isFunctionLike(argument));
  const called = given.flatMap((inner: ts.Node): Move[] =>
    syntax.isFunctionLike(inner)
      ? [{ to: inner.parameters.flatMap(namesDeclaredBy), from: [...receiver, ...others] }]
      : [],
  );
  // `list.push(text)`, `page.goto(url)`: whatever is called on may keep what it is given, or what comes of it.
  const written = receiver.flatMap(writtenBy).filter((binding) => isInside(binding, fn));
  return [...called, { to: written, from: [node] }];
}

/** The variable behind what is assigned to. */
export function writtenBy(target: ts.Expression): readonly ts.Node[] {
  let node = syntax.withoutAssertions(target);
  while (syntax.isAccess(node)) node = syntax.withoutAssertions(node.expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding &&
    (syntax.isVariableDeclaration(binding) || syntax.isParameter(binding) || syntax.isBindingElement(binding))
    ? [binding]
    : [];
}
