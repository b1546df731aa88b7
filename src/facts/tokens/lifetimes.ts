import type { TokenModel } from '../../models/tokens/token-model.ts';
import { isTestCall } from '../../program/values/test-code.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  Brands,
  bindingOf,
  calledName,
  compilerOf,
  isInside,
  matches,
  promisedOrigins,
  syntax,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { isReplacement, iterating } from '../../program/values/functions.ts';
import { anywhere, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { functionGivenAs } from '../../program/values/functions.ts';
import { mayMisuseTokens } from './calls.ts';
import { type KeptResult, keptResultOf, storingMethods } from './kept-results.ts';
import { type Repetition, repetitionsIn } from './repetitions.ts';
import { isTakenByReaders } from './taken-fields.ts';

/** A token that lives on where others can spend it, or that code spends which may run more than once. */
export interface Overuse {
  /**
   * - `stored`: in a field, a container or a variable that outlives the call. `shared`: handed to another agent.
   * - `again`, `repeated` and `retried`: spent once more, by code that runs at another time or several times.
   */
  readonly kind: Repetition['kind'] | 'shared' | 'stored';
  /** The token, or the call that spends it. */
  readonly node: ts.Node;
  /** Where it goes: the variable or field, the call of the other agent, what runs the function. */
  readonly by: ts.Node;
  readonly model: TokenModel;
  /** Other places where something is wrong with the same token, of which one is enough. */
  readonly others?: readonly ts.Node[];
}

/** Methods of arrays that call back for each element, and timers that call back again and again. */
const repeating = new Set([...iterating, 'findLast', 'setInterval']);
/** Methods of promises. */
const promiseMethods = new Set('catch finally then'.split(' '));

/** The tokens of a file that outlive their call, are handed on to agents, or are spent by code that runs repeatedly. */
export function overusesIn(file: ts.SourceFile, agents: AgentFacts, models: readonly TokenModel[]): readonly Overuse[] {
  const { program } = agents;
  const affine = models.filter(({ spends }) => spends.length > 0);
  return affine.flatMap((model) => {
    if (!mayMisuseTokens(file, program, [model])) return [];
    const finder = new OveruseFinder(agents, model);
    const repeated = repetitionsIn(file, program, model).map((each) => ({ ...each, model }));
    return [...finder.kept(file), ...finder.keptByCallees(file), ...finder.shared(file), ...repeated];
  });
}

class OveruseFinder {
  readonly #agents: AgentFacts;
  readonly #model: TokenModel;
  /** Only of what the model names: what else carries the brand may be spent any number of times. */
  readonly #brands: Brands;

  constructor(agents: AgentFacts, model: TokenModel) {
    this.#agents = agents;
    this.#model = model;
    this.#brands = new Brands(agents.program, model.types, []);
  }

  /** Stored where it outlives the function. */
  kept(file: ts.SourceFile): readonly Overuse[] {
    const found: Overuse[] = [];
    const visit = (node: ts.Node): void => {
      const keep = (token: ts.Node | undefined, by: ts.Node): void => {
        if (token) found.push({ kind: 'stored', node: token, by, model: this.#model });
      };
      if (syntax.isBinaryExpression(node) && isReplacement(node)) {
        if (outlives(node.left) && !isTakenByReaders(node.left)) keep(this.#tokenKept(node.right), node.left);
      } else if (syntax.isPropertyDeclaration(node) && node.initializer)
        keep(this.#tokenKept(node.initializer), node.name);
      else if (isParameterProperty(node)) keep(this.#isToken(node.name) ? node.name : undefined, node.name);
      else if (syntax.isCallExpression(node) && storingMethods.has(calledName(node) ?? '')) {
        const callee = syntax.withoutAssertions(node.expression);
        const container = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
        if (container && outlives(container))
          keep(
            firstOf(this.#storedIn(container, node), (each) => this.#tokenKept(each)),
            container,
          );
      }
      syntax.forEachChild(node, visit);
    };
    visit(file);
    return found;
  }

  /** Minted by a callback of which a function of the program keeps the result: `lazy(() => runner.runBeforeTool(…))`. */
  keptByCallees(file: ts.SourceFile): readonly Overuse[] {
    const { program } = this.#agents;
    return nodesIn(file, syntax.isCallOrNew, anywhere).flatMap((call): readonly Overuse[] =>
      (call.arguments ?? []).flatMap((argument): readonly Overuse[] => {
        const fn = functionGivenAs(argument, program);
        const token = fn && returnedBy(fn).find((each) => this.#isToken(each));
        const kept = token && keptResultOf(call, argument, program);
        if (!kept || !livesOn(call, kept)) return [];
        const node = syntax.isFunctionValue(syntax.withoutAssertions(argument)) ? token : argument;
        return [{ kind: 'stored', node, by: kept.target, model: this.#model }];
      }),
    );
  }

  /** Handed to an agent, or to what runs one. */
  shared(file: ts.SourceFile): readonly Overuse[] {
    const { calls } = this.#agents;
    return calls.in(file).flatMap(({ call, kinds }): readonly Overuse[] => {
      if (!kinds.includes('agent') && !kinds.includes('run')) return [];
      const token = (call.arguments ?? []).flatMap((argument) => this.#tokenIn(argument, argument) ?? []).at(0);
      return token ? [{ kind: 'shared', node: token, by: call, model: this.#model }] : [];
    });
  }

  /** The arguments of a call that its container gives back later. Without its keys, a weak one gives nothing back. */
  #storedIn(container: ts.Expression, call: ts.CallExpression): readonly ts.Expression[] {
    const origins = compilerOf(this.#agents.program).originsOf(container);
    if (origins.some(({ name }) => name === 'WeakSet')) return [];
    return origins.some(({ name }) => name === 'WeakMap') ? call.arguments.slice(1) : call.arguments;
  }

  #isToken(name: ts.Node): boolean {
    const value = syntax.isExpression(name) ? syntax.withoutAssertions(name) : name;
    return !isSurelyNone(value) && (this.#brands.shareOf(value) !== 'none' || this.#isPromised(value));
  }

  /** Whether a promise may resolve to a token: whoever waits for it has that too. */
  #isPromised(promise: ts.Node): boolean {
    const { types } = this.#model;
    return promisedOrigins(promise, this.#agents.program).some((origin) => types.some((type) => matches(origin, type)));
  }

  /** The token that is kept where a value is: itself, or what an object or a list on the spot has of it. */
  #tokenKept(expression: ts.Expression): ts.Expression | undefined {
    const value = syntax.withoutAssertions(expression);
    if (syntax.isObjectLiteralExpression(value))
      return firstOf(value.properties, (property) => {
        if (syntax.isShorthandPropertyAssignment(property)) return this.#tokenKept(property.name);
        return syntax.isPropertyAssignment(property) ? this.#tokenKept(property.initializer) : undefined;
      });
    if (syntax.isArrayLiteralExpression(value)) return firstOf(value.elements, (element) => this.#tokenKept(element));
    return this.#isToken(value) ? expression : undefined;
  }

  /** A token from elsewhere that an argument is, holds, or is written around. */
  #tokenIn(part: ts.Node, argument: ts.Node): ts.Node | undefined {
    if (syntax.isTypeNode(part)) return undefined;
    if (syntax.isIdentifier(part) && !isPropertyName(part) && !isDeclaredIn(argument, part) && this.#isToken(part))
      return part;
    return syntax.forEachChild(part, (child) => this.#tokenIn(child, argument));
  }
}

function firstOf<T, R>(values: readonly T[], look: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = look(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeclaredIn(node: ts.Node, name: ts.Identifier): boolean {
  const binding = bindingOf(name);
  return binding !== undefined && isInside(binding, node);
}

function isPropertyName(name: ts.Identifier): boolean {
  const { parent } = name;
  if (syntax.isPropertyAssignment(parent) || syntax.isPropertyAccessExpression(parent)) return parent.name === name;
  return false;
}

/** `constructor(private readonly token: Token) {}`: a field as well. */
function isParameterProperty(node: ts.Node): node is ts.ParameterDeclaration {
  return syntax.isParameter(node) && syntax.isParameterPropertyDeclaration(node, node.parent);
}

function isSurelyNone(node: ts.Node): boolean {
  return (
    syntax.isStringLiteralLike(node) ||
    syntax.isNumericLiteral(node) ||
    syntax.isFunctionLike(node) ||
    syntax.isObjectLiteralExpression(node) ||
    node.kind === syntax.SyntaxKind.NullKeyword
  );
}

/** Whether what is stored there is still there when the function around it has returned, for others to spend. */
function outlives(target: ts.Expression): boolean {
  let node = syntax.withoutAssertions(target);
  while (syntax.isAccess(node)) node = syntax.withoutAssertions(node.expression);
  if (node.kind === syntax.SyntaxKind.ThisKeyword) return true;
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  // A global one, such as `globalThis`.
  if (!binding) return syntax.isIdentifier(node);
  if (syntax.isParameter(binding)) return node !== syntax.withoutAssertions(target);
  const home = syntax.containerOf(binding);
  for (let at = syntax.containerOf(target); at !== home; at = syntax.containerOf(at)) {
    if (syntax.isSourceFile(at)) return true;
    const call = syntax.parentOf(at);
    const isCallback = syntax.isFunctionLike(at) && syntax.isCallOrNew(call);
    if (!isCallback) return true;
    // A test's hook makes it for each test anew.
    if (isTestCall(call)) return false;
    // What the module has, a callback of an event may fill.
    if (syntax.isSourceFile(home) && !runsAtOnce(call)) return true;
  }
  return false;
}

/** Whether what a callee keeps is there for a later call: with the module, or with what the call is made on or gives. */
function livesOn(call: ts.CallExpression | ts.NewExpression, { lives }: KeptResult): boolean {
  if (lives === 'module') return true;
  if (lives === 'receiver') {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? syntax.rootOf(callee.expression) : undefined;
    const binding = receiver && syntax.isIdentifier(receiver) ? bindingOf(receiver) : undefined;
    if (receiver?.kind === syntax.SyntaxKind.ThisKeyword) return true;
    return binding !== undefined && (syntax.isParameter(binding) || syntax.isSourceFile(syntax.containerOf(binding)));
  }
  const holder = syntax.parentOf(call);
  if (syntax.isPropertyDeclaration(holder)) return true;
  if (syntax.isPlainAssignment(holder)) return outlives(holder.left);
  return syntax.isVariableDeclaration(holder) && syntax.isSourceFile(syntax.containerOf(holder));
}

/** `items.map(…)`, `promise.then(…)`, `new Promise(…)`: by what is done with it, the callback has run. */
function runsAtOnce(call: ts.CallExpression | ts.NewExpression): boolean {
  const name = calledName(call) ?? '';
  return syntax.isNewExpression(call) || repeating.has(name) || promiseMethods.has(name);
}
