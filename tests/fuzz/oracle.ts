import { join, dirname } from 'node:path';
import type { Instrumented } from './instrument.ts';
import type { Random } from './random.ts';
import { randomOf } from './random.ts';
import { packageName } from './session-package.ts';
import type { Hooks, Limits, Observations } from './session-stub.ts';
import { forgetCalls, onThreadOfItsOwn, packageOf, Run } from './session-stub.ts';

/** What executing a program on every sequence of decisions showed. */
export interface Oracle extends Observations {
  /** False where the bounds were reached: what was seen did happen, but more can happen. */
  readonly isComplete: boolean;
  readonly executions: number;
  /** What went wrong at a site, in words, where more than one thing can. */
  readonly misuses?: ReadonlyMap<number, string>;
}

export interface Bounds extends Limits {
  /** Executions of one program. */
  readonly executions: number;
}

export const defaultBounds: Bounds = { decisions: 40, iterations: 3, executions: 3000 };

/** Executions that run interleaved; they share nothing but the waits for the event loop. */
const parallel = 64;

/** How often code from outside calls the program's exports, where sessions live longer than a call. */
const maxRounds = 3;

/** Executes the program on all sequences of decisions within the bounds, or on a random part of them. */
export async function execute(program: Instrumented, mainFile: string, bounds = defaultBounds): Promise<Oracle> {
  const start = compile(program, mainFile);
  forgetCalls();
  return enumerate(bounds, (runs) =>
    settle(runs, (run) => start(run, run.hooks, new Map([[packageName, packageOf(run)]]))),
  );
}

/** Runs on all sequences of decisions; `settleAll` starts executions and lets them come to rest. */
export async function enumerate(bounds: Bounds, settleAll: (runs: readonly Run[]) => Promise<void>): Promise<Oracle> {
  const observations: Observations = { ops: new Map(), calls: new Map() };
  const random: Random = randomOf(bounds.executions);
  const untried: (readonly number[])[] = [[]];
  let executions = 0;
  let isComplete = true;

  while (untried.length > 0) {
    if (executions >= bounds.executions) return { ...observations, isComplete: false, executions };
    const runs: Run[] = [];
    while (runs.length < parallel && untried.length > 0) {
      runs.push(new Run(takeRandom(untried, random), observations, bounds));
    }
    await settleAll(runs);
    for (const run of runs) {
      executions++;
      run.conclude();
      if (run.isTooLong) isComplete = false;
      for (let depth = run.given.length; depth < run.decisions.length; depth++) {
        for (let other = 1; other < (run.alternatives[depth] ?? 0); other++) {
          untried.push([...run.decisions.slice(0, depth), other]);
        }
      }
    }
  }
  return { ...observations, isComplete, executions };
}

/** Lets every execution go on until it waits for nothing any more. */
async function settle(runs: readonly Run[], start: (run: Run) => unknown): Promise<void> {
  for (const run of runs) start(run);
  let open = runs;
  while (open.length > 0) {
    // Microtasks first: whatever waits for the other side waits at least as long as anything that does not.
    await new Promise(setImmediate);
    open = open.filter((run) => run.waiting.length + run.callbacks.length > 0);
    for (const run of open) {
      try {
        fireOne(run);
      } catch {
        // The execution took too many decisions, and has ended.
      }
    }
  }
}

/** What the program awaits comes first: nobody may count on a promise that is not awaited. Callbacks come any time. */
function fireOne(run: Run): void {
  const awaited = run.waiting.filter(({ promise }) => run.isAwaited(promise()));
  const eligible = awaited.length > 0 ? awaited : run.waiting;
  const choice = run.choose(eligible.length + run.callbacks.length);
  const chosen = eligible[choice];
  if (chosen) {
    run.waiting.splice(run.waiting.indexOf(chosen), 1);
    chosen.fire();
  } else {
    const [callback] = run.callbacks.splice(choice - eligible.length, 1);
    callback?.();
  }
}

type Factory = (...parameters: unknown[]) => unknown;

// Generated programs are text, and only text that is run shows what a program does.
const FunctionOf = Function as unknown as new (...text: string[]) => Factory;
const AsyncFunctionOf = (async () => Promise.resolve()).constructor as typeof FunctionOf;

/** What a program may import, by the name it is imported by. */
export type Imports = ReadonlyMap<string, unknown>;

/**
 * Gives a function that begins one execution: it loads the modules, with what they import from elsewhere, calls what
 * the main one exports, and answers when that has returned.
 */
export function compile(
  program: Instrumented,
  mainFile: string,
): (run: Run, hooks: Hooks, imports: Imports) => Promise<void> {
  const names = ['$call', '$await', '$chain', '$gather', '$release', '$quiet', '$cut', '$op', '$new'] as const;
  const factories = new Map(
    // Only the main module may wait at its top level: `require` cannot.
    [...program.modules].map(([file, text]) => [
      file,
      new (file === mainFile ? AsyncFunctionOf : FunctionOf)('exports', 'require', ...names, text),
    ]),
  );

  return async (run, hooks, imports) => {
    const loaded = new Map<string, Record<string, unknown>>();
    try {
      const exports = {};
      await evaluate(mainFile, exports);
      await callFromOutside(exports, program, run);
    } catch {
      // Programs fail, and are ended; what they did until then was observed.
    }

    function evaluate(file: string, exports: Record<string, unknown>): unknown {
      loaded.set(file, exports);
      const resolve = (name: string): unknown => {
        if (imports.has(name)) return imports.get(name);
        const other = join(dirname(file), name);
        const present = loaded.get(other);
        if (present) return present;
        const fresh = {};
        evaluate(other, fresh);
        return fresh;
      };
      return factories.get(file)?.(exports, resolve, ...names.map((name) => hooks[name]));
    }
  };
}

/** Calls exported functions, and the methods of one object of each exported class, in any order. */
async function callFromOutside(
  exports: Record<string, unknown>,
  { holdsState, privateMethods }: Instrumented,
  run: Run,
): Promise<void> {
  const rounds = holdsState ? maxRounds : 1;
  const entries = Object.values(exports).flatMap((value) => {
    if (typeof value !== 'function') return [];
    // Only classes have a prototype that cannot be replaced.
    if (Object.getOwnPropertyDescriptor(value, 'prototype')?.writable !== false) return [value as () => unknown];
    const instance = new (value as new () => Record<string, () => unknown>)();
    return Object.getOwnPropertyNames(value.prototype)
      .filter((name) => name !== 'constructor' && !privateMethods.has(name))
      .map((name) => () => instance[name]?.());
  });
  for (let round = 0; round < rounds && entries.length > 0; round++) {
    // The last alternative is not to call again.
    const choice = run.choose(round === 0 ? entries.length : entries.length + 1);
    const call = entries[choice];
    if (!call) return;
    // Where sessions are shared, a call of something else may come while one waits.
    const others = entries.filter((entry) => entry !== call);
    if (rounds > 1 && round === 0 && others.length > 0 && run.choose(2) === 1) {
      const other = others[run.choose(others.length)] ?? call;
      run.callbacks.push(() => {
        void run.hooks.$quiet(onThreadOfItsOwn(async () => other()));
      });
    }
    try {
      await (holdsState ? onThreadOfItsOwn(call) : call());
    } catch {
      // The caller outside deals with errors.
    }
  }
}

function takeRandom<T>(items: T[], random: Random): T {
  const at = random.int(items.length);
  const [last] = items.splice(-1);
  const taken = items[at];
  if (taken === undefined || last === undefined) return last as T;
  items[at] = last;
  return taken;
}
