import { isNot } from '../../program/control/conditions.ts';
import { writtenIn } from '../../program/values/functions.ts';
import type { FunctionRun } from '../../program/values/values.ts';
import {
  bindingOf,
  type Compiler,
  compilerOf,
  type DataShape,
  isGlobalName,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { type ConstantBranches, constantBranchesOf, type GivenConstants } from './given-constants.ts';
import { type InputEvent, keyOf, type Look, type Read, type ToolNames, type Use } from './input-events.ts';

/** A function of the program that a call runs, and for which tools it does. */
export interface Callee {
  readonly fn: syntax.FunctionLike;
  readonly tools: ToolNames;
}

/** What is known of a handler before its input is followed. */
export interface Following {
  /** Where the input is, in what the handler is given: `params`, `arguments`. */
  readonly prefix: readonly string[];
  /** Something else that is followed, such as the name of the tool. */
  readonly also?: readonly string[];
  /** What the schemas say of a part of the input, in any of the tools. Left out: any part may be an object or a list. */
  readonly shapeAt?: ((path: readonly string[]) => DataShape | undefined) | undefined;
  /** The tools that a node may run for, among those of the code around. */
  readonly toolsAt: (node: ts.Node, tools: ToolNames) => ToolNames;
  /** The functions of the program that a call runs which is given the whole input. */
  readonly calleesOf: (call: ts.CallExpression, tools: ToolNames) => readonly Callee[];
}

/** A value that is followed: what the handler is given, or a part of it. */
interface Holding {
  /** From what the handler is given on. */
  readonly path: readonly string[];
  readonly tools: ToolNames;
  /** A cast or an annotation says what it is: before, its type is that of the schema. */
  readonly isClaimed: boolean;
  readonly isParsed: boolean;
  /** It is the result of `safeParse`, which has the value in `data`. */
  readonly isResult?: boolean;
  readonly depth: number;
  /** What the function that it is in was given beside it. */
  readonly constants?: GivenConstants | undefined;
}

const MAX_DEPTH = 6;
const MAX_EVENTS = 4000;

const parsing: ReadonlySet<string> = new Set([
  ...['parse', 'parseAsync', 'safeParse', 'safeParseAsync', 'decode', 'assert', 'validateSync'],
]);

/** Methods of lists whose callback is given an element, and the place where it is. */
const iterating: Readonly<Record<string, number>> = {
  every: 0,
  filter: 0,
  find: 0,
  findIndex: 0,
  flatMap: 0,
  forEach: 0,
  map: 0,
  reduce: 1,
  some: 0,
};

const ofAllObjects: ReadonlySet<string> = new Set([
  ...['constructor', 'hasOwnProperty', 'toJSON', 'toString', 'valueOf'],
]);

const validating = /valid|assert|check|ensure|require|verify/i;

/** Follows the input of a handler through variables, patterns and functions of the program. */
export class InputFollower {
  readonly events: InputEvent[] = [];
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #following: Following;
  readonly #branches: ConstantBranches;
  readonly #seen = new Set<string>();
  /** Where a value of what the handler is given stands that is no part of the input, such as the name of the tool. */
  readonly #others: (path: readonly string[], node: ts.Expression) => void;

  constructor(
    facts: Pick<AgentFacts, 'program'>,
    following: Following,
    others: (path: readonly string[], node: ts.Expression) => void = () => undefined,
  ) {
    this.#program = facts.program;
    this.#compiler = compilerOf(facts.program);
    this.#following = following;
    this.#branches = constantBranchesOf(facts.program);
    this.#others = others;
  }

  /**
   * Follows what a function is given as one of its arguments.
   *
   * @param madeIn the run that made the function, where one did: `makeHandler('rename')`
   */
  argument(fn: syntax.FunctionLike, index: number, isClaimed: boolean, madeIn?: FunctionRun): void {
    const constants = madeIn && { fn, texts: new Map<number, string>(), madeIn };
    this.#bindArgument(fn, index, { path: [], tools: undefined, isClaimed, isParsed: false, depth: 0, constants });
  }

  #bindArgument(fn: syntax.FunctionLike, index: number, given: Holding): void {
    const parameter = parameterAt(fn, index);
    if (parameter?.dotDotDotToken) this.#bindRest(parameter, index - fn.parameters.indexOf(parameter), given);
    else if (parameter) this.#bind(parameter, given);
  }

  /** One of several arguments that a parameter holds: `(...args) => run(...args)`. */
  #bindRest(parameter: ts.ParameterDeclaration, place: number, holding: Holding): void {
    if (!syntax.isIdentifier(parameter.name) || writtenIn(parameter.getSourceFile()).has(parameter)) return;
    for (const use of usesOf(parameter, this.#program)) {
      const { parent } = use;
      if (syntax.isSpreadElement(parent)) this.#spread(parent, place, holding);
      else if (syntax.isElementAccessExpression(parent) && parent.expression === use) {
        const at = parent.argumentExpression;
        if (syntax.isNumericLiteral(at) && Number(at.text) === place) this.#follow(parent, holding);
      }
    }
  }

  #spread(spread: ts.SpreadElement, place: number, holding: Holding): void {
    const call = spread.parent;
    if (!syntax.isCallExpression(call)) return;
    const index = call.arguments.indexOf(spread);
    if (call.arguments.slice(0, index).some((each) => syntax.isSpreadElement(each))) return;
    const callees = this.#calleesOf(call, holding);
    if (callees.length === 0) this.#look('pass', holding, call);
    for (const { fn, tools } of callees) this.#enter(fn, index + place, call, { ...holding, tools });
  }

  /** A variable, a parameter, or a part of a pattern, that holds a value. */
  #bind(binding: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement, given: Holding): void {
    const type = syntax.isBindingElement(binding) ? undefined : binding.type;
    // The compiler checks that a part fits `string`: it is still of the schema's type.
    const holding = type && !syntax.isPrimitiveKeyword(type) ? { ...given, isClaimed: true } : given;
    const { name } = binding;
    const isDefaulted = !syntax.isVariableDeclaration(binding) && binding.initializer !== undefined;
    if (isDefaulted && this.#isPart(holding.path)) this.#look('check', holding, binding);
    if (syntax.isIdentifier(name)) {
      if (writtenIn(name.getSourceFile()).has(binding)) return;
      for (const use of usesOf(binding, this.#program))
        if (syntax.isExpression(use) && this.#mayRun(use, holding)) this.#follow(use, holding);
    } else if (syntax.isObjectBindingPattern(name)) this.#bindProperties(name, holding);
    else if (this.#isPart(holding.path)) {
      this.#use(holding, name, () => 'value', false);
      for (const element of name.elements)
        if (syntax.isBindingElement(element) && !element.dotDotDotToken)
          this.#bind(element, { ...holding, path: [...holding.path, '*'] });
    }
  }

  /** Whether a use is in no branch that the constants beside the value lead away from. */
  #mayRun(use: ts.Node, { constants }: Holding): boolean {
    return !constants || this.#branches.mayRun(use, constants);
  }

  #bindProperties(pattern: ts.ObjectBindingPattern, holding: Holding): void {
    for (const element of pattern.elements) {
      if (element.dotDotDotToken) {
        this.#bind(element, holding);
        continue;
      }
      const key = element.propertyName ?? element.name;
      if (!syntax.isIdentifier(key) && !syntax.isStringLiteralLike(key)) continue;
      const inner = this.#step(holding, key.text);
      if (!inner) continue;
      if (this.#isPart(inner.path)) {
        if (!this.#isObject(holding) || this.#isLeftOut(element)) continue;
        this.#read(inner, element, pattern, key.text);
      }
      this.#bind(element, inner);
    }
  }

  /** `const { signal, ...rest } = args`, which takes a property only to leave it out. */
  #isLeftOut(element: ts.BindingElement): boolean {
    return syntax.isIdentifier(element.name) && usesOf(element, this.#program).length === 0;
  }

  /** What a property of a followed value is. Undefined: nothing that is followed. */
  #step(holding: Holding, name: string): Holding | undefined {
    if (holding.isResult) return name === 'data' ? { ...holding, isResult: false } : undefined;
    const path = [...holding.path, name];
    const { prefix, also = [] } = this.#following;
    const isOnWay = [prefix, also].some((way) => path.length <= way.length && path.every((each, i) => way[i] === each));
    return isOnWay || this.#isInput(path) ? { ...holding, path } : undefined;
  }

  /** Whether a path leads to a part of the input, and not to the input or something that holds it. */
  #isPart(path: readonly string[]): boolean {
    const { prefix } = this.#following;
    return path.length > prefix.length && prefix.every((name, index) => path[index] === name);
  }

  #isInput(path: readonly string[]): boolean {
    const { prefix } = this.#following;
    return path.length >= prefix.length && prefix.every((name, index) => path[index] === name);
  }

  #inner({ path }: Holding): readonly string[] {
    return path.slice(this.#following.prefix.length);
  }

  #isObject(holding: Holding): boolean {
    const inner = this.#inner(holding);
    const { shapeAt } = this.#following;
    return inner.length === 0 || !shapeAt || shapeAt(inner)?.properties !== undefined;
  }

  /** Whether a part that may also be an object is taken for a text or a number: `(color as string).trim()`. */
  #isTakenForText(owner: ts.Expression, { path }: Holding): boolean {
    return this.#isPart(path) && this.#compiler.isPrimitive(owner);
  }

  /** Follows an expression that has a value to what is around it. */
  #follow(node: ts.Expression, holding: Holding): void {
    if (this.events.length > MAX_EVENTS) return;
    const { parent } = node;
    if (!this.#isInput(holding.path)) this.#others(holding.path, node);
    if (
      syntax.isParenthesizedExpression(parent) ||
      syntax.isNonNullExpression(parent) ||
      syntax.isSatisfiesExpression(parent) ||
      syntax.isAwaitExpression(parent)
    )
      this.#follow(parent, holding);
    else if (syntax.isAsExpression(parent) || syntax.isTypeAssertionExpression(parent)) {
      this.#assert(parent, holding);
      this.#follow(parent, { ...holding, isClaimed: true });
    } else if (syntax.isAccess(parent)) {
      if (parent.expression === node) this.#access(parent, holding);
      else this.#look('pass', holding, parent);
    } else if (syntax.isVariableDeclaration(parent)) {
      if (parent.initializer === node) this.#bind(parent, holding);
    } else if (syntax.isBinaryExpression(parent)) this.#binary(parent, node, holding);
    else if (syntax.isCallOrNew(parent)) {
      if (parent.arguments?.includes(node)) this.#argument(parent, node, holding);
    } else this.#other(parent, node, holding);
  }

  #access(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, holding: Holding): void {
    const name = syntax.lastNameOf(access)?.text;
    if (!this.#isInput(holding.path) || holding.isResult) {
      const inner = name === undefined ? undefined : this.#step(holding, name);
      if (inner) this.#follow(access, inner);
      return;
    }
    if (this.#isObject(holding) && !this.#isTakenForText(access.expression, holding)) {
      if (name === undefined) return;
      if (ofAllObjects.has(name)) {
        this.#ownProperty(access, name, holding);
        return;
      }
      const inner = { ...holding, path: [...holding.path, name] };
      if (isWritten(access)) this.#look('write', inner, access);
      else {
        this.#read(inner, access, access.expression, name);
        this.#follow(access, inner);
        if (!this.#following.shapeAt) this.#elements(access, name, holding);
      }
      return;
    }
    if (access.questionDotToken) this.#look('check', holding, access);
    else this.#use(holding, access, () => 'value', false);
    if (name === undefined) this.#follow(access, { ...holding, path: [...holding.path, '*'] });
    else this.#elements(access, name, holding);
  }

  /** `args.hasOwnProperty('x')` */
  #ownProperty(access: ts.Node, name: string, holding: Holding): void {
    const { parent } = access;
    if (name !== 'hasOwnProperty' || !syntax.isCallExpression(parent)) return;
    this.#testOf(parent.arguments[0], parent, holding);
  }

  #testOf(key: ts.Expression | undefined, node: ts.Node, holding: Holding): void {
    if (key && syntax.isStringLiteralLike(key))
      this.#look('test', { ...holding, path: [...holding.path, key.text] }, node);
  }

  /** `args.items.map((item) => …)` */
  #elements(access: ts.Node, method: string, holding: Holding): void {
    const place = iterating[method];
    const { parent } = access;
    if (place === undefined || !syntax.isCallExpression(parent) || parent.expression !== access) return;
    const [callback] = parent.arguments;
    const fn = callback && syntax.withoutAssertions(callback);
    const parameter = fn && syntax.isFunctionValue(fn) ? fn.parameters[place] : undefined;
    if (parameter) this.#bind(parameter, { ...holding, path: [...holding.path, '*'] });
  }

  #binary(parent: ts.BinaryExpression, node: ts.Expression, holding: Holding): void {
    const { kind } = parent.operatorToken;
    const isLeft = parent.left === node;
    const { SyntaxKind } = syntax;
    if (syntax.isAssignmentOperator(kind)) {
      if (isLeft) this.#look('write', holding, parent, node);
      return;
    }
    if (syntax.isFallback(parent)) {
      this.#operand(parent, node, holding);
      if (!isLeft) return;
      this.#look('check', holding, parent, node);
      this.#follow(parent, holding);
    } else if (kind === SyntaxKind.AmpersandAmpersandToken) {
      if (isLeft || isCondition(parent)) this.#look('check', holding, parent, node);
    } else if (kind === SyntaxKind.InKeyword) {
      if (isLeft) this.#look('pass', holding, parent, node);
      else this.#testOf(syntax.withoutAssertions(parent.left), parent, holding);
    } else if (kind === SyntaxKind.InstanceOfKeyword) this.#look('test', holding, parent, node);
    else if (syntax.equalityOf(parent) !== undefined) this.#look('check', holding, parent, node);
    else if (kind !== SyntaxKind.CommaToken) this.#use(holding, node, () => 'value', true);
  }

  #operand(node: ts.Node, at: ts.Node, holding: Holding): void {
    if (!this.#isPart(holding.path)) return;
    let of = node;
    while (syntax.isEither(of.parent) || syntax.isParenthesizedExpression(of.parent)) of = of.parent;
    this.events.push({ ...this.#common(holding, at), node, kind: 'operand', of });
  }

  #other(parent: ts.Node, node: ts.Expression, holding: Holding): void {
    const { SyntaxKind } = syntax;
    switch (parent.kind) {
      case SyntaxKind.TypeOfExpression:
        this.#look('test', holding, parent, node);
        return;
      case SyntaxKind.ConditionalExpression:
        if ((parent as ts.ConditionalExpression).condition === node) this.#look('check', holding, parent, node);
        this.#operand(parent, node, holding);
        return;
      case SyntaxKind.DoStatement:
      case SyntaxKind.ForStatement:
      case SyntaxKind.IfStatement:
      case SyntaxKind.SwitchStatement:
      case SyntaxKind.WhileStatement:
        this.#look('check', holding, parent, node);
        return;
      case SyntaxKind.PrefixUnaryExpression:
        if ((parent as ts.PrefixUnaryExpression).operator === SyntaxKind.ExclamationToken)
          this.#look('check', holding, parent, node);
        else this.#use(holding, node, () => 'value', true);
        return;
      case SyntaxKind.DeleteExpression:
      case SyntaxKind.PostfixUnaryExpression:
        this.#look('write', holding, parent, node);
        return;
      case SyntaxKind.TemplateSpan:
        this.#use(holding, node, () => 'value', true);
        return;
      case SyntaxKind.ShorthandPropertyAssignment:
      case SyntaxKind.SpreadAssignment:
        this.#look('pass', holding, parent, node);
        return;
      case SyntaxKind.SpreadElement:
        this.#use(holding, node, () => 'value', false);
        return;
      case SyntaxKind.ForOfStatement:
        this.#forOf(parent as ts.ForOfStatement, node, holding);
        return;
      case SyntaxKind.ArrayLiteralExpression:
      case SyntaxKind.ArrowFunction:
      case SyntaxKind.PropertyAssignment:
      case SyntaxKind.ReturnStatement:
        this.#look('pass', holding, parent, node);
        this.#use(holding, node, () => this.#compiler.expectedShapeOf(node), false);
        return;
      default:
    }
  }

  #forOf({ expression, initializer }: ts.ForOfStatement, node: ts.Expression, holding: Holding): void {
    if (expression !== node || !this.#isPart(holding.path)) return;
    this.#use(holding, node, () => 'value', false);
    const [declaration] = syntax.isVariableDeclarationList(initializer) ? initializer.declarations : [];
    if (declaration) this.#bind(declaration, { ...holding, path: [...holding.path, '*'] });
  }

  #argument(call: ts.CallExpression | ts.NewExpression, node: ts.Expression, holding: Holding): void {
    const given: readonly ts.Expression[] = call.arguments ?? [];
    const index = given.indexOf(node);
    const isPlain = !given.slice(0, index).some((each) => syntax.isSpreadElement(each));
    if (!isPlain) return;
    if (syntax.isCallExpression(call)) {
      if (this.#isInput(holding.path) && this.#builtIn(call, index, holding)) return;
      if (this.#isInput(holding.path) && this.#parse(call, index, holding)) return;
      const callees = this.#calleesOf(call, holding);
      const isWhole = !this.#isPart(holding.path) || this.#isObject(holding);
      if (isWhole && this.#isInput(holding.path) && this.#isGuard(call)) this.#look('guard', holding, call);
      if (callees.length === 0) this.#look('pass', holding, call);
      for (const { fn, tools } of callees) this.#enter(fn, index, call, { ...holding, tools });
      if (callees.length > 0 && isWhole && this.#following.shapeAt) return;
    }
    this.#use(holding, node, () => this.#compiler.expectedShapeOf(node), false);
  }

  #calleesOf(call: ts.CallExpression, { path, tools }: Holding): readonly Callee[] {
    const at = this.#following.toolsAt(call, tools);
    const known = this.#compiler.functionCalledBy(call);
    if (known) return [{ fn: known.fn, tools: at }];
    return this.#isPart(path) ? [] : this.#following.calleesOf(call, at);
  }

  #enter(fn: syntax.FunctionLike, index: number, call: ts.CallExpression, holding: Holding): void {
    const parameter = parameterAt(fn, index);
    if (!parameter || holding.depth >= MAX_DEPTH) return;
    const { path, tools, isClaimed, isParsed } = holding;
    const constants = this.#branches.givenBy(call, fn, holding.constants);
    const place = [parameter.getSourceFile().fileName, parameter.pos, index];
    const texts = JSON.stringify([...(constants?.texts ?? [])]);
    const key = [...place, path.join('.'), keyOf(tools), isClaimed, isParsed, texts].join('|');
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#bindArgument(fn, index, { ...holding, constants, depth: holding.depth + 1 });
  }

  /** Whether a call looks at what it is given, by its declaration or its name. */
  #isGuard(call: ts.CallExpression): boolean {
    const name = syntax.lastNameOf(call.expression)?.text ?? '';
    if (validating.test(name)) return true;
    // The result of a type predicate decides something.
    const { parent } = call;
    const isDeciding =
      syntax.isIfStatement(parent) ||
      syntax.isConditionalExpression(parent) ||
      syntax.isPrefixUnaryExpression(parent) ||
      (syntax.isBinaryExpression(parent) && syntax.isLogical(parent)) ||
      syntax.isExpressionStatement(parent);
    return isDeciding && this.#compiler.narrows(call);
  }

  /** Functions of the language. */
  #builtIn(call: ts.CallExpression, index: number, holding: Holding): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const root = syntax.rootOf(callee);
    const name = callee.getText();
    if (!syntax.isIdentifier(root) || !languageRoots.has(root.text) || !isGlobalName(root)) return false;
    if (name === 'structuredClone') this.#follow(call, holding);
    else if (name === 'Object.assign' && index === 0) this.#look('write', holding, call);
    else if (name === 'Object.hasOwn' || name === 'Reflect.has') {
      if (index === 0) this.#testOf(call.arguments[1], call, holding);
      else this.#look('pass', holding, call);
    } else if (name === 'Array.isArray' || name.startsWith('Number.is')) this.#look('test', holding, call);
    else if (name === 'Boolean') this.#look('check', holding, call);
    return true;
  }

  /** `Schema.parse(args)`, `v.parse(Schema, args)` */
  #parse(call: ts.CallExpression, index: number, holding: Holding): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const name = syntax.lastNameOf(callee)?.text ?? '';
    if (!parsing.has(name)) return false;
    const [first] = call.arguments;
    const receiver = index === 0 && syntax.isAccess(callee) ? callee.expression : index === 1 ? first : undefined;
    const shapes = receiver && this.#compiler.schemaShapesOf(receiver);
    if (!shapes) return false;
    this.events.push({ ...this.#common(holding, call), kind: 'parse', takes: shapes.input });
    const isResult = name.startsWith('safe');
    this.#follow(call, { ...holding, isClaimed: true, isParsed: true, isResult });
    return true;
  }

  // ── what is found ──────────────────────────────────────────────────────────────────────────────────────────────

  #common({ path, tools }: Holding, node: ts.Node): Pick<InputEvent, 'node' | 'path' | 'tools'> {
    return {
      path: path.slice(this.#following.prefix.length),
      node,
      tools: this.#following.toolsAt(node, tools),
    };
  }

  #read(holding: Holding, node: ts.Node, owner: ts.Node, name: string): void {
    if (!holding.isClaimed) return;
    const claim: Read['claim'] = () => this.#compiler.shapeOf(owner).properties?.get(name);
    this.events.push({ ...this.#common(holding, node), kind: 'read', claim, isParsed: holding.isParsed });
  }

  /** `args.since as number`, which takes one part for something by itself. */
  #assert(node: ts.AsExpression | ts.TypeAssertion, holding: Holding): void {
    if (!this.#isPart(holding.path) || holding.isResult || isConverted(node)) return;
    const claim: Read['claim'] = () => {
      const shape = this.#compiler.shapeOf(node);
      return shape.kinds && { shape, isOptional: shape.kinds.has('undefined') };
    };
    this.events.push({ ...this.#common(holding, node), kind: 'read', claim, isParsed: holding.isParsed, isCast: true });
  }

  #use(holding: Holding, node: ts.Node, takes: Use['takes'], isOperand: boolean): void {
    if (!holding.isClaimed || !this.#isInput(holding.path) || holding.isResult) return;
    const { isParsed } = holding;
    this.events.push({ ...this.#common(holding, node), kind: 'use', takes, isOperand, isParsed });
  }

  #look(kind: Look['kind'], holding: Holding, node: ts.Node, at = node): void {
    if (this.#isInput(holding.path)) this.events.push({ ...this.#common(holding, at), node, kind });
  }
}

const conversions: ReadonlySet<string> = new Set([
  ...['BigInt', 'Boolean', 'Date', 'Number', 'String', 'encodeURIComponent', 'parseFloat', 'parseInt'],
]);

const languageRoots: ReadonlySet<string> = new Set([
  ...['Array', 'Boolean', 'JSON', 'Number', 'Object', 'Reflect', 'String', 'console', 'structuredClone'],
]);

/** The parameter that holds an argument: by itself, or with those after it. */
export function parameterAt({ parameters }: syntax.FunctionLike, index: number): ts.ParameterDeclaration | undefined {
  const last = parameters.at(-1);
  return parameters[index] ?? (last?.dotDotDotToken ? last : undefined);
}

/** Whether code depends on whether an expression holds: by itself, or in `&&`, `||` and `!`. */
function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (syntax.isParenthesizedExpression(parent) || isNot(parent)) return isCondition(parent);
  if (syntax.isBinaryExpression(parent) && syntax.isLogical(parent)) return parent.left === node || isCondition(parent);
  if (syntax.isConditionalExpression(parent)) return parent.condition === node;
  if (syntax.isForStatement(parent)) return parent.condition === node;
  return (
    (syntax.isIfStatement(parent) || syntax.isWhileStatement(parent) || syntax.isDoStatement(parent)) &&
    parent.expression === node
  );
}

/** `Number(args.x as string)`, which takes any text or number. */
function isConverted(node: ts.Expression): boolean {
  const { parent } = node;
  if (syntax.isParenthesizedExpression(parent)) return isConverted(parent);
  if (parent.kind === syntax.SyntaxKind.TemplateSpan) return true;
  if (!syntax.isCallOrNew(parent) || parent.expression === node) return false;
  const callee = syntax.withoutAssertions(parent.expression);
  return syntax.isIdentifier(callee) && conversions.has(callee.text) && isGlobalName(callee);
}

/** `args.x = value`, `delete args.x` */
function isWritten(node: ts.Node): boolean {
  const { parent } = node;
  if (syntax.isAssignment(parent)) return parent.left === node;
  return syntax.isDeleteExpression(parent);
}

/** Whether a parameter has the type that the SDK gives it by the schema: nothing in the program states another. */
export function isTypedBySdk(
  handler: syntax.FunctionLike,
  parameter: ts.ParameterDeclaration | undefined,
  compiler: Compiler,
): boolean {
  if (!parameter || !isWrittenInPlace(handler, parameter)) return false;
  const { properties, isOpen } = compiler.shapeOf(parameter.name);
  return properties !== undefined && isOpen !== true;
}

/** Whether a handler stands in a call or an object, so that what is around it types its parameter. */
export function isWrittenInPlace(handler: syntax.FunctionLike, parameter: ts.ParameterDeclaration): boolean {
  if (parameter.type) return false;
  const { parent } = handler;
  return (
    (syntax.isFunctionValue(handler) && (syntax.isCallOrNew(parent) || syntax.isPropertyAssignment(parent))) ||
    (syntax.isMethodDeclaration(handler) && syntax.isObjectLiteralExpression(parent))
  );
}

/** The declaration of the variable that an expression names. */
export function variableOf(expression: ts.Expression): ts.VariableDeclaration | undefined {
  const name = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(name) ? bindingOf(name) : undefined;
  return binding && syntax.isVariableDeclaration(binding) ? binding : undefined;
}
