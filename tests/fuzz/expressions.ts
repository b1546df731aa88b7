import type { Callable, Draft, Scope, SessionName } from './draft.ts';
import { sessionName } from './draft.ts';

/** Something to branch on. It may throw, or wait. */
export function condition(draft: Draft, scope: Scope): string {
  const { random } = draft;
  const kind = random.weighted({ env: 70, cond: 12, answer: scope.isAsync ? 4 : 0, not: 6, and: 4, or: 4 });
  const decision = `env.${draft.fresh('c')}`;
  switch (kind) {
    case 'env':
      return decision;
    case 'cond':
      return 'cond()';
    case 'answer':
      return `(await ${call(definite(draft, scope), 'callTool')}).ok`;
    case 'not':
      return `!${decision}`;
    case 'and':
      return scope.isAsync && !draft.isNeverConnected && random.chance(40)
        ? `(${decision} && (await ${connect(draft, definite(draft, scope))}, true))`
        : `(${decision} && cond())`;
    case 'or':
      return `(${decision} || cond())`;
  }
}

/** An operation that returns a promise: mostly one that suits what the text so far suggests. */
export function op(draft: Draft, scope: Scope, allowsOptional = true): string {
  const session = allowsOptional ? anySession(draft, scope) : definite(draft, scope);
  const name = draft.random.weighted(
    draft.isNeverConnected
      ? { callTool: 60, close: 40 }
      : draft.connected.has(session.text)
        ? { connect: 12, callTool: 58, close: 30 }
        : { connect: 70, callTool: 20, close: 10 },
  );
  if (name === 'connect') return connect(draft, session);
  if (name === 'close') draft.connected.delete(session.text);
  return call(session, name);
}

/** Connects a session. */
export function connect(draft: Draft, session: SessionName): string {
  draft.connected.add(session.text);
  return call(session, 'connect');
}

/** Calls an operation of a session. */
export function call(session: SessionName, name: string, argument = ''): string {
  return `${session.text}${session.isOptional ? '?.' : '.'}${name}(${argument})`;
}

/** What is done with the promise of an operation: mostly it is awaited. */
export function promiseUse({ random }: Draft, scope: Scope): string {
  if (!scope.isAsync) return random.pick(['', 'void ']);
  return random.weighted({ 'await ': 86, 'void ': 8, '': 6 });
}

/** What is done with what a function returns. */
export function callUse(draft: Draft, scope: Scope, callable: Callable): string {
  if (!callable.isAsync) return '';
  return draft.allows('overlapping') ? promiseUse(draft, scope) : 'await ';
}

/** A promise, to wait for together with others. */
export function promised(draft: Draft, scope: Scope): string {
  const { random } = draft;
  if (scope.promises.length > 0 && random.chance(40)) return random.pick(scope.promises);
  const callable = draft.allows('overlapping') ? promisingCallable(draft, scope) : undefined;
  if (callable && random.chance(25)) return invocation(draft, scope, callable);
  const chained = draft.allows('callbacks') && random.chance(15);
  return `${op(draft, scope, false)}${chained ? chain(draft, scope) : ''}`;
}

/** Something to be done once a promise has settled. */
export function chain(draft: Draft, scope: Scope): string {
  const next = `() => ${op(draft, scope)}`;
  return draft.random.pick([`.then(${next})`, '.catch(() => undefined)', `.catch(${next})`, `.finally(${next})`]);
}

/** The functions that may be called here: those whose end is awaited, or that have ended when they return. */
export function callablesIn(draft: Draft, scope: Scope): readonly Callable[] {
  return scope.isAsync || draft.allows('overlapping')
    ? scope.callables
    : scope.callables.filter((callable) => !callable.isAsync);
}

/** A function whose promise is all that it returns. */
export function promisingCallable({ random }: Draft, scope: Scope): Callable | undefined {
  const fitting = scope.callables.filter((callable) => callable.isAsync && !callable.returnsSession);
  return fitting.length > 0 ? random.pick(fitting) : undefined;
}

/** Calls a function, with sessions of different names. */
export function invocation(draft: Draft, scope: Scope, callable: Callable): string {
  draft.invoked.add(callable.text);
  // Twice the same session is no more than a curiosity.
  const first = definite(draft, scope);
  const others = scope.sessions.filter(({ text, isOptional }) => text !== first.text && !isOptional);
  const given = [first, ...distinct(draft, others, 1)].map(({ text }) => text);
  const values = Array.from({ length: callable.parameters }, (_, at) => given[at] ?? 'new Session()');
  return `${callable.text}(${values.join(', ')})`;
}

/** A session, which may be `undefined`. */
export function anySession({ random }: Draft, { sessions }: Scope): SessionName {
  return random.chance(50) && sessions.length > 1 ? random.pick(sessions) : recent(random.chance(50), sessions);
}

/** A session that is not `undefined`. */
export function definite({ random }: Draft, { sessions }: Scope): SessionName {
  const fitting = sessions.filter((session) => !session.isOptional);
  return fitting.length > 1 && random.chance(40) ? random.pick(fitting) : recent(random.chance(50), fitting);
}

/** Programs are about few sessions, or nothing happens to any of them. */
function recent(isLast: boolean, sessions: readonly SessionName[]): SessionName {
  // Never empty: only where `s === undefined` are sessions taken away, and those are optional.
  return (isLast ? sessions.at(-1) : sessions[0]) ?? sessionName('new Session()');
}

/** Some of the sessions, none of them twice. */
export function distinct({ random }: Draft, sessions: readonly SessionName[], count: number): readonly SessionName[] {
  const left = [...sessions];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.int(left.length), 1)).flat();
}
