import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, isInside, syntax } from '../../type-utils/index.ts';
import type { Runnable } from './effects.ts';
import { nodesIn } from '../values/nodes.ts';

/** The properties of a value that may have some of it; `every` where it is not known which. */
type Fields = 'every' | ReadonlySet<string>;

/** A declaration, and the properties of what it holds. */
export type Held = readonly [declaration: ts.Node, fields: Fields];

/** One step of data inside a function: what is declared or written, by what it is given, and from what. */
interface Move {
  readonly to: (given: Fields) => readonly Held[];
  readonly from: readonly ts.Node[];
}

const NO_FIELDS: Fields = new Set<string>();

/**
 * Where data may go within a function and those inside it, by syntax: from what it begins with into variables, callbacks,
 * and objects that are written to. Any use counts, so that this is what may depend on it, and rather too much than too
 * little; the properties of an object are told apart where a literal names them. Only calls of the program's own functions
 * are left to the caller.
 */
export class DataPaths {
  readonly #fn: Runnable;
  readonly #begins: ReadonlySet<ts.Node>;
  readonly #isLeftOut: (node: ts.Node) => boolean;
  readonly #held = new Map<ts.Node, Fields>();

  /**
   * @param begins declarations, or expressions of which the value is meant
   * @param isLeftOut expressions that give nothing on
   * @param received declarations of which some properties are meant
   */
  constructor(
    fn: Runnable,
    begins: Iterable<ts.Node>,
    isLeftOut: (node: ts.Node) => boolean = () => false,
    received: Iterable<Held> = [],
  ) {
    this.#fn = fn;
    this.#begins = new Set(begins);
    this.#isLeftOut = isLeftOut;
    for (const begin of this.#begins) this.#held.set(begin, 'every');
    for (const held of received) this.#hold(held);
    const moves = movesIn(fn);
    for (let isChanged = true; isChanged;) {
      isChanged = false;
      for (const { to, from } of moves)
        for (const held of to(this.#fieldsOfAny(from))) isChanged = this.#hold(held) || isChanged;
    }
  }

  /** The declarations that may hold some of it. */
  get held(): ReadonlyMap<ts.Node, Fields> {
    return this.#held;
  }

  /** Whether an expression may have some of it. */
  dependsOn(node: ts.Node): boolean {
    if (this.#begins.has(node)) return true;
    if (this.#isLeftOut(node) || syntax.isTypeNode(node)) return false;
    if (syntax.isIdentifier(node)) {
      const binding = bindingOf(node);
      return binding !== undefined && this.#held.has(binding);
    }
    if (syntax.isPropertyAccessExpression(node)) return includes(this.fieldsOf(node.expression), node.name.text);
    if (syntax.isPropertyAssignment(node)) return this.dependsOn(node.initializer);
    return syntax.forEachChild(node, (child) => this.dependsOn(child) || undefined) ?? false;
  }

  /** The properties of an expression's value that may have some of it. */
  fieldsOf(node: ts.Node): Fields {
    if (this.#begins.has(node)) return 'every';
    if (this.#isLeftOut(node)) return NO_FIELDS;
    if (syntax.isIdentifier(node)) {
      const binding = bindingOf(node);
      return (binding && this.#held.get(binding)) ?? NO_FIELDS;
    }
    if (syntax.isObjectLiteralExpression(node)) return unionOf(node.properties.map((each) => this.#fieldsIn(each)));
    if (syntax.isParenthesizedExpression(node) || syntax.isAsExpression(node) || syntax.isAwaitExpression(node))
      return this.fieldsOf(node.expression);
    return this.dependsOn(node) ? 'every' : NO_FIELDS;
  }

  #fieldsIn(property: ts.ObjectLiteralElementLike): Fields {
    if (syntax.isSpreadAssignment(property)) return this.fieldsOf(property.expression);
    return this.dependsOn(property) ? fieldNamed(property.name) : NO_FIELDS;
  }

  #fieldsOfAny(nodes: readonly ts.Node[]): Fields {
    return unionOf(nodes.map((node) => this.fieldsOf(node)));
  }

  /** Whether that is new. */
  #hold([declaration, fields]: Held): boolean {
    if (isNone(fields)) return false;
    const before = this.#held.get(declaration) ?? NO_FIELDS;
    const after = unionOf([before, fields]);
    this.#held.set(declaration, after);
    return after === 'every' ? before !== 'every' : before !== 'every' && after.size > before.size;
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

type Declaring = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

/** The names that a parameter or variable declares. */
export function namesDeclaredBy(declaration: Declaring): readonly Declaring[] {
  const { name } = declaration;
  if (syntax.isIdentifier(name)) return [declaration];
  return name.elements.flatMap((element) => (syntax.isBindingElement(element) ? namesDeclaredBy(element) : []));
}

/** What a parameter or variable holds that is given a value with such properties. */
export function heldBy({ name }: ts.VariableDeclaration | ts.ParameterDeclaration, given: Fields): readonly Held[] {
  const declaration = name.parent;
  if (syntax.isIdentifier(name)) return [[declaration, given]];
  return name.elements.flatMap((element): readonly Held[] => {
    if (!syntax.isBindingElement(element)) return [];
    const isPart = syntax.isObjectBindingPattern(name) && !element.dotDotDotToken;
    const key = isPart ? (element.propertyName ?? element.name) : undefined;
    const isGiven = key && syntax.isIdentifier(key) ? includes(given, key.text) : !isNone(given);
    return isGiven ? namesDeclaredBy(element).map((each) => [each, 'every']) : [];
  });
}

function includes(fields: Fields, name: string): boolean {
  return fields === 'every' || fields.has(name);
}

function isNone(fields: Fields): boolean {
  return fields !== 'every' && fields.size === 0;
}

function unionOf(all: readonly Fields[]): Fields {
  const names = new Set<string>();
  for (const fields of all) {
    if (fields === 'every') return fields;
    for (const name of fields) names.add(name);
  }
  return names;
}

function fieldNamed(name: ts.PropertyName): Fields {
  return syntax.isIdentifier(name) || syntax.isStringLiteralLike(name) ? new Set([name.text]) : 'every';
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
    return from && [{ to: (given) => heldBy(node, given), from: [from] }];
  }
  if (syntax.isAssignment(node)) {
    const { left, right } = node;
    return [{ to: (given) => writtenBy(left).map((each) => [each, writtenTo(left, given)]), from: [right] }];
  }
  if (!syntax.isCallExpression(node) && !syntax.isNewExpression(node)) return undefined;
  const callee = syntax.withoutAssertions(node.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? [callee.expression] : [];
  const given = [...(node.arguments ?? [])];
  const others = given.filter((argument) => !syntax.isFunctionLike(argument));
  const called = given.flatMap((inner: ts.Node): Move[] =>
    syntax.isFunctionLike(inner)
      ? [{ to: allOf(inner.parameters.flatMap(namesDeclaredBy)), from: [...receiver, ...others] }]
      : [],
  );
  // `list.push(text)`, `page.goto(url)`: whatever is called on may keep what it is given, or what comes of it.
  const written = receiver.flatMap(writtenBy).filter((binding) => isInside(binding, fn));
  return [...called, { to: allOf(written), from: [node] }];
}

function allOf(declarations: readonly ts.Node[]): Move['to'] {
  return (given) => (isNone(given) ? [] : declarations.map((each) => [each, 'every']));
}

/** The properties of a variable's value that are written: `options.to = address` */
function writtenTo(target: ts.Expression, given: Fields): Fields {
  let node = syntax.withoutAssertions(target);
  if (syntax.isIdentifier(node) || isNone(given)) return given;
  let name: string | undefined;
  while (syntax.isAccess(node)) {
    name = syntax.isPropertyAccessExpression(node) ? node.name.text : undefined;
    node = syntax.withoutAssertions(node.expression);
  }
  return name === undefined ? 'every' : new Set([name]);
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
