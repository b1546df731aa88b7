import type ts from 'typescript';
import type { TokenModel } from '../../models/tokens/token-model.ts';
import { compilerOf } from '../../type-utils/compiler.ts';
import { calledName, callsIn } from '../../type-utils/function-index.ts';
import { bindingOf, scopeOf } from '../../type-utils/scopes.ts';
import * as syntax from '../../type-utils/syntax.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { contains } from '../functions.ts';
import { isOfOwner, mayHoldTokens, type Spend, TokenCalls } from './calls.ts';
import { brandsOf } from './forgeries.ts';

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
const repeating = new Set(
  'every filter find findIndex findLast flatMap forEach map reduce reduceRight setInterval some'.split(' '),
);
/** Methods of containers that keep what they are given. */
const keeping = new Set('add append enqueue push set unshift'.split(' '));

/** The tokens of a file that outlive their call, are handed on to agents, or are spent by code that runs repeatedly. */
export function overusesIn(file: ts.SourceFile, agents: AgentFacts, models: readonly TokenModel[]): readonly Overuse[] {
  const { program } = agents;
  const affine = models.filter(({ spends }) => spends.length > 0);
  return affine.flatMap((model) => {
    if (!mayHoldTokens(file, program, [model]) || isOfOwner(file, program, [model])) return [];
    const finder = new OveruseFinder(agents, model);
    return [...finder.kept(file), ...finder.shared(file), ...finder.repeated(file)];
  });
}

class OveruseFinder {
  readonly #agents: AgentFacts;
  readonly #model: TokenModel;
  readonly #calls: TokenCalls;

  constructor(agents: AgentFacts, model: TokenModel) {
    this.#agents = agents;
    this.#model = model;
    this.#calls = new TokenCalls(agents.program, [model]);
  }

  /** Stored where it outlives the function. */
  kept(file: ts.SourceFile): readonly Overuse[] {
    const found: Overuse[] = [];
    const visit = (node: ts.Node): void => {
      if (
        syntax.isBinaryExpression(node) &&
        node.operatorToken.kind === syntax.SyntaxKind.EqualsToken &&
        outlives(node.left) &&
        this.#isToken(node.right)
      )
        found.push({ kind: 'stored', node: node.right, by: node.left, model: this.#model });
      if (syntax.isPropertyDeclaration(node) && node.initializer && this.#isToken(node.initializer))
        found.push({ kind: 'stored', node: node.initializer, by: node.name, model: this.#model });
      if (syntax.isCallExpression(node) && keeping.has(calledName(node) ?? '')) {
        const callee = syntax.withoutAssertions(node.expression);
        const container = syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
        const token = node.arguments.find((argument) => this.#isToken(argument));
        if (container && token && outlives(container))
          found.push({ kind: 'stored', node: token, by: container, model: this.#model });
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
      const token = (call.arguments ?? []).flatMap((argument) => this.#tokenIn(argument) ?? []).at(0);
      return token ? [{ kind: 'shared', node: token, by: call, model: this.#model }] : [];
    });
  }

  /** Spent by a function that is written around the token and may run more than once. */
  repeated(file: ts.SourceFile): readonly Overuse[] {
    return this.#calls.spendsIn(file).flatMap((spend): readonly Overuse[] => {
      const token = syntax.withoutAssertions(spend.token);
      const binding = syntax.isIdentifier(token) ? bindingOf(token) : undefined;
      if (!binding) return [];
      const home = syntax.containerOf(syntax.isParameter(binding) ? scopeOf(binding) : binding);
      const boundary = syntax.isParameter(binding) ? scopeOf(binding) : home;
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
    if (repeating.has(name)) return { kind: 'repeated', by: call };
    if ((name === 'catch' || name === 'then') && syntax.isPropertyAccessExpression(callee)) {
      const before = this.#spends(callee.expression, token, spend);
      return before ? { kind: 'retried', by: before } : undefined;
    }
    const index = call.arguments.findIndex((argument) => syntax.withoutAssertions(argument) === fn);
    const run = compilerOf(this.#agents.program).functionCalledBy(call)?.fn;
    const parameter = run?.parameters[index];
    return run?.body && parameter && runsTwice(run.body, parameter) ? { kind: 'repeated', by: call } : undefined;
  }

  /** The call in an expression that spends the token already. */
  #spends(expression: ts.Node, token: ts.Node, later: Spend): ts.Node | undefined {
    return this.#calls.spendsIn(expression.getSourceFile()).find((spend) => {
      const name = syntax.withoutAssertions(spend.token);
      const isSame = syntax.isIdentifier(name) && bindingOf(name) === token;
      const { pos, end } = spend.call;
      return spend.call !== later.call && isSame && pos >= expression.pos && end <= expression.end;
    })?.call;
  }

  #isToken(expression: ts.Expression): boolean {
    const value = syntax.withoutAssertions(expression);
    return !isSurelyNone(value) && brandsOf(this.#model, this.#agents.program).shareOf(value) !== 'none';
  }

  /** A token that an argument is, holds, or is written around. */
  #tokenIn(argument: ts.Node): ts.Node | undefined {
    if (syntax.isIdentifier(argument) && !isPropertyName(argument) && this.#isToken(argument)) return argument;
    return syntax.forEachChild(argument, (child) => this.#tokenIn(child));
  }
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

/** Whether what is stored there is still there when the function around it has returned. */
function outlives(target: ts.Expression): boolean {
  let node = syntax.withoutAssertions(target);
  while (syntax.isPropertyAccessExpression(node) || syntax.isElementAccessExpression(node))
    node = syntax.withoutAssertions(node.expression);
  if (node.kind === syntax.SyntaxKind.ThisKeyword) return true;
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding) return false;
  if (syntax.isParameter(binding)) return node !== syntax.withoutAssertions(target);
  return syntax.containerOf(binding) !== syntax.containerOf(target);
}

/** Whether a function calls one of its parameters in a loop, or in two places of which one does not exclude the other. */
function runsTwice(body: ts.Node, parameter: ts.ParameterDeclaration): boolean {
  const calls = callsIn(body.getSourceFile(), (name) => name === parameter.name.getText()).filter(({ expression }) => {
    const callee = syntax.withoutAssertions(expression);
    return syntax.isIdentifier(callee) && bindingOf(callee) === parameter;
  });
  const [first] = calls;
  if (!first) return false;
  const isInLoop = (call: ts.Node): boolean => {
    for (let at = call.parent; at !== body.parent && !syntax.isSourceFile(at); at = at.parent)
      if (syntax.isIterationStatement(at, false)) return true;
    return false;
  };
  if (calls.some(isInLoop)) return true;
  return calls.some((call) => {
    const { parent } = call;
    for (let at = parent; at !== body.parent && !syntax.isSourceFile(at); at = at.parent)
      if (syntax.isCatchClause(at) && contains(at.parent.tryBlock, (node) => node === first)) return call !== first;
    return false;
  });
}
