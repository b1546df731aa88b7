import type { TokenModel } from '../../models/tokens/token-model.ts';
import { testRunners } from '../../models/sharing/entry-points.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  Brands,
  bindingOf,
  calledName,
  callsIn,
  compilerOf,
  isInside,
  scopeOf,
  syntax,
  calledBinding,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { failsInto, leadsTo } from '../../program/control/control.ts';
import { iterating } from '../../program/values/functions.ts';
import { mayMisuseTokens, type Spend, TokenCalls } from './calls.ts';

/** A token that lives on where others can spend it, or that code spends which may run more than once. */
export interface Overuse {
  /**
   * - `stored`: in a field, a container or a variable that outlives the call. `shared`: handed to another agent.
   * - `repeated`: spent by a function that something runs several times. `retried`: spent again where spending it failed.
   */
  readonly kind: 'repeated' | 'retried' | 'shared' | 'stored';
  /** The token, or the call that spends it. */
  readonly node: ts.Node;
  /** Where it goes: the variable or field, the call of the other agent, what runs the function. */
  readonly by: ts.Node;
  readonly model: TokenModel;
}

/** Methods of arrays that call back for each element, and timers that call back again and again. */
const repeating = new Set([...iterating, 'findLast', 'setInterval']);
/** Classes of the language that have such methods, and those that give nothing back. */
const lists = new Set('Array ReadonlyArray Set ReadonlySet Map ReadonlyMap'.split(' '));
const weak = new Set(['WeakMap', 'WeakSet']);
/** Methods of promises. */
const promiseMethods = new Set('catch finally then'.split(' '));
/** Methods of containers that keep what they are given. */
const storingMethods = new Set('add append enqueue push set unshift'.split(' '));

/** The tokens of a file that outlive their call, are handed on to agents, or are spent by code that runs repeatedly. */
export function overusesIn(file: ts.SourceFile, agents: AgentFacts, models: readonly TokenModel[]): readonly Overuse[] {
  const { program } = agents;
  const affine = models.filter(({ spends }) => spends.length > 0);
  return affine.flatMap((model) => {
    if (!mayMisuseTokens(file, program, [model])) return [];
    const finder = new OveruseFinder(agents, model);
    return [...finder.kept(file), ...finder.shared(file), ...finder.repeated(file)];
  });
}

class OveruseFinder {
  readonly #agents: AgentFacts;
  readonly #model: TokenModel;
  readonly #calls: TokenCalls;
  /** Only of what the model names: what else carries the brand may be spent any number of times. */
  readonly #brands: Brands;

  constructor(agents: AgentFacts, model: TokenModel) {
    this.#agents = agents;
    this.#model = model;
    this.#brands = new Brands(agents.program, model.types, []);
    this.#calls = new TokenCalls(agents.program, [model]);
  }

  /** Stored where it outlives the function. */
  kept(file: ts.SourceFile): readonly Overuse[] {
    const found: Overuse[] = [];
    const visit = (node: ts.Node): void => {
      const keep = (token: ts.Node | undefined, by: ts.Node): void => {
        if (token) found.push({ kind: 'stored', node: token, by, model: this.#model });
      };
      if (syntax.isPlainAssignment(node)) {
        if (outlives(node.left)) keep(this.#tokenKept(node.right), node.left);
      } else if (syntax.isPropertyDeclaration(node) && node.initializer)
        keep(this.#tokenKept(node.initializer), node.name);
      else if (syntax.isCallExpression(node) && storingMethods.has(calledName(node) ?? '')) {
        const callee = syntax.withoutAssertions(node.expression);
        const container = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
        if (container && outlives(container) && !this.#isWeak(container))
          keep(node.arguments.map((argument) => this.#tokenKept(argument)).find(Boolean), container);
      }
      syntax.forEachChild(node, visit);
    };
    visit(file);
    return found;
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

  /** Spent by a function that is written around the token and may run more than once. */
  repeated(file: ts.SourceFile): readonly Overuse[] {
    return this.#calls.spendsIn(file).flatMap((spend): readonly Overuse[] => {
      const token = syntax.withoutAssertions(spend.token);
      const binding = syntax.isIdentifier(token) ? bindingOf(token) : undefined;
      // What stands where a token would may be a marker that any number of calls may carry.
      if (!binding || this.#brands.shareOf(token) !== 'all') return [];
      const boundary = syntax.isParameter(binding) ? scopeOf(binding) : syntax.containerOf(binding);
      for (let at: ts.Node = spend.call; at !== boundary && !syntax.isSourceFile(at); at = at.parent) {
        if (!syntax.isFunctionLike(at)) continue;
        const how = this.#repetitionOf(at, spend, binding);
        if (how) return [{ ...how, node: spend.call, model: this.#model }];
      }
      return [];
    });
  }

  /** What runs a function several times, or once more where the token has been spent. */
  #repetitionOf(fn: syntax.FunctionLike, spend: Spend, token: ts.Node): Pick<Overuse, 'kind' | 'by'> | undefined {
    const call = syntax.parentOf(fn);
    if (!syntax.isCallExpression(call) || syntax.withoutAssertions(call.expression) === fn) return undefined;
    const name = calledName(call) ?? '';
    const callee = syntax.withoutAssertions(call.expression);
    if (repeating.has(name) && (name === 'setInterval' || this.#isOnList(call))) return { kind: 'repeated', by: call };
    if ((name === 'catch' || name === 'then') && syntax.isPropertyAccessExpression(callee)) {
      const before = this.#spends(callee.expression, token, spend);
      return before ? { kind: 'retried', by: before } : undefined;
    }
    const index = call.arguments.findIndex((argument) => syntax.withoutAssertions(argument) === fn);
    const run = compilerOf(this.#agents.program).functionCalledBy(call)?.fn;
    const parameter = run?.parameters[index];
    const isRunTwice = run?.body && parameter && runsTwice(run.body, parameter, this.#agents.program);
    return isRunTwice ? { kind: 'repeated', by: call } : undefined;
  }

  /** The call in an expression that spends the token already. */
  #spends(expression: ts.Node, token: ts.Node, later: Spend): ts.Node | undefined {
    return this.#calls.spendsIn(expression.getSourceFile()).find((spend) => {
      const name = syntax.withoutAssertions(spend.token);
      const isSame = syntax.isIdentifier(name) && bindingOf(name) === token;
      return spend.call !== later.call && isSame && isInside(spend.call, expression);
    })?.call;
  }

  /** Whether a method is one of a list, which has any number of elements, and not of an optional value. */
  #isOnList(call: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    return syntax.isPropertyAccessExpression(callee) && this.#isMadeBy(lists, callee.expression);
  }

  /** Whether a container does not give back what it is given. */
  #isWeak(container: ts.Expression): boolean {
    return this.#isMadeBy(weak, container);
  }

  #isMadeBy(classes: ReadonlySet<string>, value: ts.Expression): boolean {
    const origins = compilerOf(this.#agents.program).originsOf(value);
    return origins.some(({ name }) => classes.has(name));
  }

  #isToken(expression: ts.Expression): boolean {
    const value = syntax.withoutAssertions(expression);
    return !isSurelyNone(value) && this.#brands.shareOf(value) !== 'none';
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

function isSurelyNone(node: ts.Expression): boolean {
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
  if (!binding) return false;
  if (syntax.isParameter(binding)) return node !== syntax.withoutAssertions(target);
  const home = syntax.containerOf(binding);
  for (let at = syntax.containerOf(target); at !== home; at = syntax.containerOf(at)) {
    if (syntax.isSourceFile(at)) return true;
    const call = syntax.parentOf(at);
    const isCallback = syntax.isFunctionLike(at) && syntax.isCallOrNew(call);
    if (!isCallback) return true;
    // A test's hook makes it for each test anew.
    if (syntax.isCallExpression(call) && testRunners.includes(calledName(call) ?? '')) return false;
    // What the module has, a callback of an event may fill.
    if (syntax.isSourceFile(home) && !runsAtOnce(call)) return true;
  }
  return false;
}

/** `items.map(…)`, `promise.then(…)`, `new Promise(…)`: by what is done with it, the callback has run. */
function runsAtOnce(call: ts.CallExpression | ts.NewExpression): boolean {
  const name = calledName(call) ?? '';
  return syntax.isNewExpression(call) || repeating.has(name) || promiseMethods.has(name);
}

/** Whether a function calls one of its parameters again where it has called it: by a loop, further on, or in a handler. */
function runsTwice(body: ts.Node, parameter: ts.ParameterDeclaration, program: ts.Program): boolean {
  const calls = callsIn(body.getSourceFile(), (name) => name === parameter.name.getText()).filter(
    (call) => calledBinding(call) === parameter,
  );
  const isAgain = (first: ts.Node, second: ts.Node): boolean =>
    syntax.containerOf(first) === syntax.containerOf(second) && comesAfter(first, second, program);
  return calls.some(
    (first) => isRepeated(first, parameter.parent, program) || calls.some((second) => isAgain(first, second)),
  );
}

/** Whether one node may run after another one has succeeded or failed. */
function comesAfter(first: ts.Node, second: ts.Node, program: ts.Program): boolean {
  return leadsTo(first, second, program) === true || failsInto(first, second, program) === true;
}

/** Whether a function comes back to a node, by a loop, where it has succeeded or failed. */
function isRepeated(node: ts.Node, fn: ts.Node, program: ts.Program): boolean {
  const container = syntax.containerOf(node);
  if (comesAfter(node, node, program)) return true;
  return container !== fn && isInside(container, fn) && isRepeated(container, fn, program);
}
