import { developmentMethod } from '../../models/effects/wallets.ts';
import type { Effect } from '../../program/effects/effects.ts';
import type { EffectWay } from '../../program/effects/effect-paths.ts';
import { definitionsOf, sourceOf } from '../../program/values/definitions.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  initializerOf,
  syntax,
  type ts,
  writtenFor,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';

/** How many names and calls are looked through. */
const MAX_DEPTH = 8;

/**
 * Whether a transaction goes to a copy of a chain, where it moves nothing: a function of the program makes the client, calls
 * methods that only such a node has in any case, and reaches nothing else than that node.
 * `await client.request({ method: 'evm_snapshot' })`
 */
export function isOnDevelopmentChain(
  { call }: Effect,
  { steps }: EffectWay,
  { evaluator, program }: AgentFacts,
): boolean {
  if (!syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(call.expression)) return false;
  const valueOf = (node: ts.Expression): Value => evaluator.valueAlong(node, steps);
  return isMadeForDevelopment(call.expression.expression, valueOf, program);
}

/** `fork.walletFor(account)`, with `fork = await createFork(url)`. */
function isMadeForDevelopment(
  client: ts.Expression,
  valueOf: (node: ts.Expression) => Value,
  program: ts.Program,
  depth = 0,
): boolean {
  const node = syntax.withoutAssertions(client);
  if (depth > MAX_DEPTH) return false;
  const isMadeSo = (other: ts.Expression): boolean => isMadeForDevelopment(other, valueOf, program, depth + 1);
  if (syntax.isAwaitExpression(node)) return isMadeSo(node.expression);
  if (syntax.isCallExpression(node)) {
    const maker = compilerOf(program).functionCalledBy(node)?.fn;
    if (maker && isForDevelopment(maker)) return true;
    // What a method gives is of the node that its object is of.
    return syntax.isPropertyAccessExpression(node.expression) && isMadeSo(node.expression.expression);
  }
  const declaration = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (declaration && syntax.isVariableDeclaration(declaration)) {
    const sources = definitionsOf(declaration, program).flatMap((each) => {
      const source = sourceOf(each);
      return source && source.kind !== syntax.SyntaxKind.NullKeyword ? [source] : [];
    });
    return sources.length > 0 && sources.every(isMadeSo);
  }
  const calls = optionsOf(valueOf(node)).map((option) => (option.kind === 'made' ? option.call : undefined));
  return (
    calls.length > 0 &&
    calls.every((made) => made !== undefined && made !== node && syntax.isCallExpression(made) && isMadeSo(made))
  );
}

/** Whether all clients that a function makes have one transport, and it calls such a method on one of them in any case. */
function isForDevelopment(maker: syntax.FunctionLike): boolean {
  const clients = nodesIn(maker, syntax.isCallExpression, anywhere).filter(isClient);
  const [transport, ...others] = new Set(clients.map(transportOf));
  if (!transport || others.length > 0) return false;
  const calls = maker.body ? nodesIn(maker.body, syntax.isCallExpression) : [];
  return calls.some((call) => {
    if (!callsDevelopmentMethod(call) || !isInAnyCase(call, maker)) return false;
    const root = syntax.rootOf(call.expression);
    const client = syntax.isIdentifier(root) ? initializerOf(root) : undefined;
    return client !== undefined && clients.some((each) => each === syntax.withoutAssertions(client));
  });
}

/** `createWalletClient(…)` */
function isClient(call: ts.CallExpression): boolean {
  return /^create\w*Client$/.test(calledName(call) ?? '') || transportOf(call) !== undefined;
}

/** What stands for `transport` of `createWalletClient({ chain, transport })`. */
function transportOf({ arguments: [given] }: ts.CallExpression): ts.Node | undefined {
  const value = given && writtenFor(given, 'transport');
  return value && syntax.isIdentifier(value) ? bindingOf(value) : value;
}

/** `client.request({ method: 'evm_snapshot' })`, `provider.send('evm_revert', [id])` */
function callsDevelopmentMethod({ arguments: [given] }: ts.CallExpression): boolean {
  const method = given && syntax.isObjectLiteralExpression(given) ? writtenFor(given, 'method') : given;
  return method !== undefined && syntax.isStringLiteralLike(method) && developmentMethod.test(method.text);
}

/** Whether a statement of the function itself is a call, or keeps what it gives: in no branch, loop or condition. */
function isInAnyCase(call: ts.Node, fn: syntax.FunctionLike): boolean {
  const around = syntax.parentOfAwaited(call);
  const statement = syntax.isVariableDeclaration(around) ? around.parent.parent : around;
  const isPlain = syntax.isExpressionStatement(statement) || syntax.isVariableStatement(statement);
  return isPlain && statement.parent === fn.body;
}
