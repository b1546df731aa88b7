import type { Effect } from '../../program/effects/effects.ts';
import type { EffectWay } from '../../program/effects/effect-paths.ts';
import { definitionsOf } from '../../program/values/definitions.ts';
import { functionsAround } from '../../program/values/functions.ts';
import { anywhere, contains } from '../../program/values/nodes.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { bindingOf, compilerOf, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';

/** Methods that only a node for development has: it copies a chain, pretends to be its accounts, and takes back what was sent. */
const developmentMethod = /^(?:anvil|ganache|hardhat|tenderly)_\w+$|^evm_(?:revert|snapshot)$/;

/** How many names and calls are looked through. */
const MAX_DEPTH = 8;

/**
 * Whether a transaction goes to a copy of a chain, where it moves nothing: what makes the client also calls methods that only
 * such a node has. `await client.request({ method: 'evm_snapshot' })`
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
    const makers = [node, compilerOf(program).functionCalledBy(node)?.fn].filter((each) => each !== undefined);
    if (makers.some((maker) => [maker, ...functionsAround(maker)].some(callsDevelopmentMethod))) return true;
    return syntax.isPropertyAccessExpression(node.expression) && isMadeSo(node.expression.expression);
  }
  const declaration = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (declaration && syntax.isVariableDeclaration(declaration)) {
    const sources = definitionsOf(declaration, program)
      .map((each) => (syntax.isVariableDeclaration(each) ? each.initializer : each.right))
      .filter((source) => source !== undefined && source.kind !== syntax.SyntaxKind.NullKeyword);
    return sources.length > 0 && sources.every((source) => source !== undefined && isMadeSo(source));
  }
  const options = optionsOf(valueOf(node));
  return options.every(
    (option) => option.kind === 'made' && option.call !== node && isMadeSo(option.call as ts.Expression),
  );
}

function callsDevelopmentMethod(fn: ts.Node): boolean {
  return contains(fn, (node) => syntax.isStringLiteralLike(node) && developmentMethod.test(node.text), anywhere);
}
