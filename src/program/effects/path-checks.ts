import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName, compilerOf, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

const resolving = ['normalize', 'realpath', 'realpathSync', 'resolve'];

/** How far calls are followed. */
const MAX_DEPTH = 2;

/**
 * Whether a function, or one that it calls, looks whether a path leads out of a folder: `path.includes('..')`, or
 * `resolve(folder, path).startsWith(folder)`.
 */
export const confinesPaths = memo((program: ts.Program, fn: ts.Node) => confines(fn, program, 0));

function confines(fn: ts.Node, program: ts.Program, depth: number): boolean {
  const calls = nodesIn(fn, syntax.isCallExpression, anywhere);
  const names = new Set(calls.map((call) => calledName(call) ?? ''));
  if (names.has('startsWith') && resolving.some((name) => names.has(name))) return true;
  return calls.some((call) => {
    if (isForParent(call)) return true;
    const called = depth < MAX_DEPTH ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    return called?.body !== undefined && called !== fn && confines(called, program, depth + 1);
  });
}

/** `path.includes('..')`, `relative(folder, path).startsWith('../')` */
function isForParent(call: ts.CallExpression): boolean {
  const [first] = call.arguments;
  const isUp = first !== undefined && syntax.isStringLiteralLike(first) && first.text.startsWith('..');
  return isUp && ['includes', 'startsWith'].includes(calledName(call) ?? '');
}
