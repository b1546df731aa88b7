import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { compilerOf, syntax } from '../../type-utils/index.ts';

const hostNames = new Set(['host', 'hostname', 'origin']);
const comparing = new Set('endsWith has includes indexOf match some startsWith test'.split(' '));

/** Whether a function, or one that it calls, compares the host of an address with something: only some are let through. */
export const comparesHosts = memo((program: ts.Program, fn: ts.Node) => compares(fn, program, 0));

function compares(fn: ts.Node, program: ts.Program, depth: number): boolean {
  const visit = (node: ts.Node): boolean => {
    if (syntax.isPropertyAccessExpression(node) && hostNames.has(node.name.text) && isCompared(node)) return true;
    const called =
      depth < 2 && syntax.isCallExpression(node) ? compilerOf(program).functionCalledBy(node)?.fn : undefined;
    if (called?.body && called !== fn && compares(called, program, depth + 1)) return true;
    return syntax.forEachChild(node, (child) => visit(child) || undefined) ?? false;
  };
  return visit(fn);
}

/** `allowed.has(url.hostname)`, `url.host === home`, `url.hostname.endsWith('.example.com')`. */
function isCompared(host: ts.Node): boolean {
  let node = syntax.parentOf(host);
  while (syntax.isPropertyAccessExpression(node) || syntax.isCallExpression(node)) {
    const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
    if (callee && syntax.isPropertyAccessExpression(callee) && comparing.has(callee.name.text)) return true;
    node = syntax.parentOf(node);
  }
  if (!syntax.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind === syntax.SyntaxKind.EqualsEqualsEqualsToken || kind === syntax.SyntaxKind.ExclamationEqualsEqualsToken;
}
