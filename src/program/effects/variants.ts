import { syntax, type ts } from '../../type-utils/index.ts';
import { argumentsOf } from './effect-paths.ts';
import { type Effect, type EffectFrame, type Runnable, stepsOf } from './effects.ts';

/** How many other paths to one effect are looked at. */
const MAX_VARIANTS = 8;

/**
 * An effect on the path that was found, and on those by the other calls of the functions on it: `git('status')`, `git(line)`.
 * What runs a command is looked at from all that the handler comes to, since one function mostly runs them all.
 */
export function variantsOf(effect: Effect, program: ts.Program): readonly Effect[] {
  const { path, frames, kind, detail } = effect;
  // `call('DELETE', path)` is no `call('POST', path)`.
  const isOther = (call: ts.Node, known: ts.Node | undefined): boolean =>
    detail !== undefined && known !== undefined && isGivenWord(known, detail) && !isGivenWord(call, detail);
  const others = frames.slice(1).flatMap(({ fn }, index) => {
    const caller = frames[index]?.fn;
    const calls = caller ? stepsOf(caller, program).filter(({ to, call }) => to === fn && call !== path[index]) : [];
    return calls
      .filter(({ call }) => !isOther(call, path[index]))
      .map(({ call }) => ({ ...effect, path: path.with(index, call) }));
  });
  const [root, last] = [frames[0]?.fn, frames.at(-1)];
  const further = kind === 'execute' && root && last ? waysFrom(root, last.fn, program) : [];
  const apart = further
    .filter(({ steps }) => !path.includes(steps.at(-1) ?? effect.call))
    .map(({ steps, through }) => ({
      ...effect,
      path: [...steps, effect.call],
      frames: last ? [...through, last] : through,
    }));
  return [effect, ...[...others, ...apart].slice(0, MAX_VARIANTS)];
}

/** Whether a call is given a word, or an option that is one: `'DELETE'`, `{ method: 'DELETE' }`. */
function isGivenWord(call: ts.Node, word: string): boolean {
  return argumentsOf(call).some((argument) => {
    const given = syntax.isObjectLiteralExpression(argument)
      ? argument.properties.flatMap((each) => (syntax.isPropertyAssignment(each) ? [each.initializer] : []))
      : [argument];
    return given.some((each) => syntax.isStringLiteralLike(each) && each.text.toUpperCase() === word);
  });
}

interface Way {
  readonly steps: readonly ts.Node[];
  /** The function that each step is made in. */
  readonly through: readonly EffectFrame[];
}

/** The calls of a function in all that another one comes to, each with the shortest path there. */
function waysFrom(root: Runnable, target: Runnable, program: ts.Program): readonly Way[] {
  if (root === target) return [];
  const found: Way[] = [];
  const seen = new Set<Runnable>([root]);
  const queue: { readonly fn: Runnable; readonly way: Way; readonly isCallback: boolean }[] = [
    { fn: root, way: { steps: [], through: [] }, isCallback: false },
  ];
  for (const { fn, way, isCallback } of queue) {
    if (found.length === MAX_VARIANTS) break;
    const through = [...way.through, { fn, isCallback }];
    for (const { call, to, isCallback: isHandedOn } of stepsOf(fn, program)) {
      const next = { steps: [...way.steps, call], through };
      if (to === target) found.push(next);
      else if (!seen.has(to)) {
        seen.add(to);
        queue.push({ fn: to, way: next, isCallback: isHandedOn });
      }
    }
  }
  return found;
}
