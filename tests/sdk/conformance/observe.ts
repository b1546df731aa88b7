import type { Outcome, Protocol, State } from '../../../src/models/sessions/protocol.ts';

/** What a call did: what it should, or one of the outcomes of a misuse. */
export type Seen = 'ok' | Outcome;

/** One executed cell of a protocol's table. */
export interface Observation {
  readonly state: State;
  readonly op: string;
  readonly seen: Seen;
  /** What the error said, where there was one. */
  readonly message: string | undefined;
  /** The states that the session may be in afterwards, by what it shows; `undefined`: it does not show. */
  readonly after: readonly State[] | undefined;
}

/** How a call ended. */
export type Ending =
  | { readonly kind: 'threw' | 'rejected'; readonly error: unknown }
  | { readonly kind: 'returned' | 'fulfilled'; readonly value: unknown }
  | { readonly kind: 'pending' };

/** A session that was brought into one state, on the real SDK. */
export interface Stage {
  /** Calls one operation, with arguments that are right for it. */
  call(op: string): unknown;
  /** What the call did, by how it ended and by what the other side saw. */
  judge(op: string, ending: Ending): Seen | Promise<Seen>;
  /** The states that are consistent with what the session shows. */
  states?(): readonly State[];
  dispose(): Promise<void>;
}

/** How to bring sessions of one protocol into each of its states. */
export interface Rig {
  readonly protocol: Protocol;
  /** Which of the protocol's classes it is about, where that matters. */
  readonly subject?: string;
  /** Whether methods that the protocol calls neutral are executed too, and must do in every state what they do. */
  readonly neutral?: boolean;
  /**
   * Where each session costs a process: whether an operation may be called on one that others were called on. Those that
   * move the session never are.
   */
  readonly shared?: (op: string) => boolean;
  /** How long an answer may take, in milliseconds, where it is not given in-process. */
  readonly patience?: number;
  /** By state; several rigs of one protocol may share its states out among them. */
  readonly reach: Readonly<Record<State, (op: string) => Promise<Stage>>>;
  /** Cells that are not executed, and why, by `state/op`; an asterisk stands for every state or every operation. */
  readonly notRun?: Readonly<Record<string, string>>;
}

/** In-process answers need no time but turns of the event loop; what is not there by then will not come. */
const PATIENCE_MS = 150;

/** Executes every cell of a protocol's table that the rig does not leave out. */
export async function observe(rig: Rig): Promise<Observation[]> {
  const states = Object.keys(rig.protocol.states).filter((state) => state in rig.reach);
  const stages = states.flatMap((state) => stagesFor(rig, state).map(async (ops) => observeCells(rig, state, ops)));
  return (await Promise.all(stages)).flat();
}

/** The operations of one state's cells, grouped by the session that they are called on. */
function stagesFor(rig: Rig, state: State): readonly (readonly string[])[] {
  const ops = operationsOf(rig).filter((op) => reasonNotRun(rig, state, op) === undefined);
  // A state that passes by itself is over when the second operation is called.
  const passes = rig.protocol.states[state]?.phase === 'opening';
  const together = ops.filter(
    (op) => !passes && rig.shared?.(op) === true && rig.protocol.ops[op]?.moves === undefined,
  );
  const alone = ops.filter((op) => !together.includes(op));
  return [...alone.map((op) => [op]), ...(together.length > 0 ? [together] : [])];
}

/** The columns of the table: operations, and where the rig says so the methods that are neutral. */
function operationsOf({ protocol, neutral = false }: Rig): readonly string[] {
  return [...Object.keys(protocol.ops), ...(neutral ? (protocol.neutral ?? []) : [])];
}

/** Why a cell is not executed; `undefined` when it is. */
export function reasonNotRun(rig: Rig, state: State, op: string): string | undefined {
  return rig.notRun?.[`${state}/${op}`] ?? rig.notRun?.[`${state}/*`] ?? rig.notRun?.[`*/${op}`];
}

/** What the protocol says a cell does. */
export function expected(protocol: Protocol, state: State, op: string): Seen | undefined {
  const described = protocol.ops[op];
  if (!described && protocol.neutral?.includes(op)) return 'ok';
  return described?.from.includes(state) ? 'ok' : described?.misuse?.[state];
}

/** The state that the protocol says a session is in after an operation was called, and its promise settled. */
export function expectedAfter(protocol: Protocol, state: State, op: string): State | undefined {
  const described = protocol.ops[op];
  if (!described) return state;
  if (!described.from.includes(state)) return undefined;
  const moved = described.moves?.[state] ?? state;
  return described.settles?.[moved] ?? moved;
}

/** Whether what was seen is what the protocol says. A message that may travel early races the handshake by design. */
export function agrees({ protocol }: Rig, { state, op, seen, after }: Observation): boolean {
  const should = expected(protocol, state, op);
  const next = expectedAfter(protocol, state, op);
  const early = seen === 'races' && ['opening', 'failed'].includes(protocol.states[state]?.phase ?? '');
  return (seen === should || (should === 'ok' && early)) && (!after || next === undefined || after.includes(next));
}

async function observeCells(rig: Rig, state: State, ops: readonly string[]): Promise<Observation[]> {
  const stage = await rig.reach[state]?.(ops[0] ?? '');
  if (!stage) throw new Error(`The rig of ${rig.protocol.id} cannot reach ${state}`);
  const observations: Observation[] = [];
  try {
    for (const op of ops) {
      const ending = await endingOf(() => stage.call(op), rig.patience);
      const after = stage.states?.();
      observations.push({ state, op, seen: await stage.judge(op, ending), message: messageOf(ending), after });
    }
    return observations;
  } finally {
    await stage.dispose();
  }
}

/** Calls, waits for a promise or runs an async iterator to its end. */
export async function endingOf(call: () => unknown, patience = PATIENCE_MS): Promise<Ending> {
  let value: unknown;
  try {
    value = call();
  } catch (error) {
    return { kind: 'threw', error };
  }
  if (isThenable(value)) {
    return withPatience(
      Promise.resolve(value).then(
        (fulfilled): Ending => ({ kind: 'fulfilled', value: fulfilled }),
        (error: unknown): Ending => ({ kind: 'rejected', error }),
      ),
      patience,
    );
  }
  if (isAsyncIterable(value)) {
    return withPatience(
      drain(value).then(
        (items): Ending => ({ kind: 'returned', value: items }),
        (error: unknown): Ending => ({ kind: 'rejected', error }),
      ),
      patience,
    );
  }
  // What was only started shows on the wire a turn later.
  await pause(20);
  return { kind: 'returned', value };
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function drain<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}

async function withPatience(ending: Promise<Ending>, patience: number): Promise<Ending> {
  return Promise.race([ending, pause(patience).then((): Ending => ({ kind: 'pending' }))]);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function messageOf(ending: Ending): string | undefined {
  if (ending.kind !== 'threw' && ending.kind !== 'rejected') return undefined;
  return ending.error instanceof Error ? ending.error.message : String(ending.error);
}
