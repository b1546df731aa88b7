import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledName, compilerOf, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

const resolving = ['normalize', 'realpath', 'realpathSync', 'resolve'];

/** How far calls are followed. */
const MAX_DEPTH = 2;

/**
 * What the test of a path leaves it: to lead into a folder, or not to lead up, so that it leads anywhere where it begins
 * at the root.
 */
export type PathCheck = 'folder' | 'below';

/**
 * What a function, or one that it calls, tests of a path: `resolve(folder, path).startsWith(folder)`, or whether
 * `path.includes('..')`.
 */
export const pathCheckIn = memo((program: ts.Program, fn: ts.Node) => checkIn(fn, program, 0));

function checkIn(fn: ts.Node, program: ts.Program, depth: number): PathCheck | undefined {
  const calls = nodesIn(fn, syntax.isCallExpression, anywhere);
  const names = new Set(calls.map((call) => calledName(call) ?? ''));
  if (names.has('startsWith') && resolving.some((name) => names.has(name))) return 'folder';
  const isForParent = calls.some(testsForParent);
  // What is not relative is refused, or its way from the folder is looked at.
  if (isForParent && (names.has('isAbsolute') || names.has('relative') || calls.some(testsForRoot))) return 'folder';
  const inner = calls.map((call) => {
    const called = depth < MAX_DEPTH ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    return called?.body !== undefined && called !== fn ? checkIn(called, program, depth + 1) : undefined;
  });
  return inner.includes('folder') ? 'folder' : isForParent || inner.includes('below') ? 'below' : undefined;
}

/** `path.includes('..')`, `relative(folder, path).startsWith('../')` */
function testsForParent(call: ts.CallExpression): boolean {
  return testedFor(call)?.startsWith('..') === true;
}

/** `path.startsWith('/')` */
function testsForRoot(call: ts.CallExpression): boolean {
  return testedFor(call) === '/' && calledName(call) === 'startsWith';
}

/** The text that a path is tested for. */
function testedFor(call: ts.CallExpression): string | undefined {
  const [first] = call.arguments;
  const isTest = ['includes', 'startsWith'].includes(calledName(call) ?? '');
  return isTest && first && syntax.isStringLiteralLike(first) ? first.text : undefined;
}
