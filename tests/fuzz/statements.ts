import type { Draft, Lines, Scope, SessionName } from './draft.ts';
import { indent, sessionName } from './draft.ts';
import {
  anySession,
  call,
  callablesIn,
  callUse,
  chain,
  condition,
  connect,
  definite,
  distinct,
  invocation,
  op,
  promised,
  promiseUse,
  promisingCallable,
} from './expressions.ts';
import type { Beyond } from './profiles.ts';

/** A statement, and what later ones can refer to. */
interface Written {
  readonly lines: Lines;
  readonly scope: Scope;
  /** Nothing behind it is reached. */
  readonly ends?: boolean;
}

interface Statement {
  /** What takes programs with it beyond the core. */
  readonly beyond?: Beyond;
  /** How often it is written, compared with others. */
  readonly weight: (scope: Scope, draft: Draft) => number;
  readonly write: (scope: Scope, draft: Draft) => Written;
}

const deepest = 3;

/** Some statements, of which later ones see what earlier ones declare. The outermost block is as long as the budget. */
export function block(draft: Draft, outer: Scope): Lines {
  const { random } = draft;
  const lines: string[] = [];
  let scope = outer;
  if (outer.sessions.length === 0) {
    const declared = declareSession(draft, scope);
    lines.push(...declared.lines);
    scope = declared.scope;
    // Half of the programs begin as real ones do.
    if (scope.isAsync && !draft.isNeverConnected && random.chance(50))
      lines.push(`await ${connect(draft, definite(draft, scope))};`);
  }
  const isOutermost = outer.depth === 0;
  const wanted = isOutermost ? Infinity : 1 + random.int(3);
  // A nested block gets one statement even if the program is long enough.
  for (let made = 0; made < wanted && (draft.budget > 0 || (made === 0 && !isOutermost)); made++) {
    draft.budget--;
    const statement = oneStatement(draft, scope);
    lines.push(...statement.lines);
    scope = statement.scope;
    if (statement.ends) return lines;
  }
  if (isOutermost && scope.returnsSession) lines.push(`return ${definite(draft, scope).text};`);
  return lines;
}

function oneStatement(draft: Draft, scope: Scope): Written {
  const weights = Object.entries<Statement>(statements).map(([name, { beyond, weight }]) => {
    const isAllowed = beyond === undefined || draft.allows(beyond);
    return [name, isAllowed ? weight(scope, draft) : 0] as const;
  });
  const kind = draft.random.weighted<keyof typeof statements>(Object.fromEntries(weights));
  return statements[kind].write(scope, draft);
}

/** For statements that hold others: not in a program that is long enough. */
function holding(weight: number): Statement['weight'] {
  return ({ depth }, { budget }) => (depth < deepest && budget > 0 ? weight : 0);
}

const statements = {
  op: {
    weight: () => 30,
    write: (scope, draft) => plain(scope, `${promiseUse(draft, scope)}${op(draft, scope)};`),
  },
  configure: {
    weight: () => 5,
    write: (scope, draft) => plain(scope, `${call(anySession(draft, scope), 'registerCapabilities')};`),
  },
  mayThrow: {
    weight: () => 4,
    write: (scope) => plain(scope, 'mayThrow();'),
  },

  // Awaiting
  keepPromise: {
    weight: ({ isAsync }) => (isAsync ? 4 : 1),
    write: (scope, draft) => {
      const name = draft.fresh('p');
      const callable =
        draft.allows('overlapping') && draft.random.chance(20) ? promisingCallable(draft, scope) : undefined;
      const value = callable ? invocation(draft, scope, callable) : op(draft, scope, false);
      return { lines: [`const ${name} = ${value};`], scope: { ...scope, promises: [...scope.promises, name] } };
    },
  },
  awaitPromise: {
    weight: ({ isAsync, promises }) => (isAsync ? promises.length * 6 : 0),
    write: (scope, draft) => plain(scope, `await ${draft.random.pick(scope.promises)};`),
  },
  pause: {
    weight: ({ isAsync }) => (isAsync ? 3 : 0),
    write: (scope) => plain(scope, 'await pause();'),
  },
  together: {
    weight: ({ isAsync }) => (isAsync ? 4 : 0),
    write: (scope, draft) => {
      const method = draft.allows('overlapping') ? draft.random.weighted({ all: 70, allSettled: 30 }) : 'all';
      return plain(scope, `await Promise.${method}([${promised(draft, scope)}, ${promised(draft, scope)}]);`);
    },
  },
  /** Calls of a function that run beside each other, and concern different sessions. */
  apart: {
    weight: (scope) => (scope.isAsync && sessionsApart(scope).length > 1 && callablesApart(scope).length > 0 ? 8 : 0),
    write: (scope, draft) => {
      const calls = distinct(draft, sessionsApart(scope), 2).map(({ text }) => {
        const callable = draft.random.pick(callablesApart(scope));
        draft.invoked.add(callable.text);
        return `${callable.text}(${text})`;
      });
      return plain(scope, `await Promise.all([${calls.join(', ')}]);`);
    },
  },
  order: {
    weight: ({ isAsync }) => (isAsync ? 2 : 0),
    write: (scope, draft) => {
      const name = draft.isNeverConnected ? 'callTool' : draft.random.pick(['callTool', 'connect']);
      return plain(scope, `await ${call(definite(draft, scope), name, `await ${op(draft, scope)}`)};`);
    },
  },
  chain: {
    beyond: 'callbacks',
    weight: ({ isAsync }) => (isAsync ? 5 : 1),
    write: (scope, draft) =>
      plain(scope, `${promiseUse(draft, scope)}${op(draft, scope, false)}${chain(draft, scope)};`),
  },
  race: {
    beyond: 'overlapping',
    weight: ({ isAsync }) => (isAsync ? 2 : 0),
    write: (scope, draft) =>
      plain(scope, `await Promise.${draft.random.pick(['race', 'any'])}([${promised(draft, scope)}, pause()]);`),
  },

  // Branches
  choice: {
    weight: holding(10),
    write: (scope, draft) =>
      plain(
        scope,
        `if (${condition(draft, scope)}) {`,
        ...nest(draft, scope),
        ...(draft.random.chance(45) ? ['} else {', ...nest(draft, scope)] : []),
        '}',
      ),
  },
  guard: {
    weight: holding(4),
    write: (scope, draft) => {
      const { text, isOptional } = anySession(draft, scope);
      const test = `${draft.random.chance(30) ? '!' : ''}${text}${isOptional ? '?.' : '.'}transport`;
      if (scope.canReturn && draft.random.chance(25))
        return plain(scope, `if (${test}) ${returnStatement(draft, scope)}`);
      const lines = [`if (${test}) {`, ...nest(draft, scope)];
      if (draft.random.chance(40)) lines.push('} else {', ...nest(draft, scope));
      return plain(scope, ...lines, '}');
    },
  },
  presence: {
    weight: (scope, draft) => (scope.sessions.some(({ isOptional }) => isOptional) ? holding(5)(scope, draft) : 0),
    write: (scope, draft) => {
      const { text } = draft.random.pick(scope.sessions.filter(({ isOptional }) => isOptional));
      const sessions = scope.sessions.map((session) =>
        session.text === text ? { ...session, isOptional: false } : session,
      );
      const test = draft.random.pick([text, `${text} !== undefined`, `${text} != null`]);
      const lines = [`if (${test}) {`, ...nest(draft, { ...scope, sessions })];
      // In the other branch it is `undefined`: `?.` does nothing there.
      if (draft.random.chance(30)) {
        const others = scope.sessions.filter((session) => session.text !== text);
        lines.push('} else {', ...nest(draft, { ...scope, sessions: others }));
      }
      return plain(scope, ...lines, '}');
    },
  },
  switch: {
    weight: holding(4),
    write: (scope, draft) => plain(scope, ...switchStatement(draft, scope)),
  },
  shortCircuit: {
    weight: ({ isAsync }) => (isAsync ? 5 : 0),
    write: (scope, draft) => {
      const test = draft.random.pick([
        `${condition(draft, scope)} &&`,
        `${condition(draft, scope)} ||`,
        `maybe.${draft.fresh('m')} ??`,
      ]);
      return plain(scope, `${test} (await ${op(draft, scope)});`);
    },
  },
  ternary: {
    weight: ({ isAsync }) => (isAsync ? 3 : 0),
    write: (scope, draft) =>
      plain(scope, `await (${condition(draft, scope)} ? ${op(draft, scope)} : ${op(draft, scope)});`),
  },

  // Loops
  loop: {
    weight: holding(6),
    write: (scope, draft) => plain(scope, ...loop(draft, { ...scope, inLoop: true, inSwitch: false }, '')),
  },
  labelledLoop: {
    weight: holding(2),
    write: (scope, draft) => {
      const label = draft.fresh('outer');
      const inner = { ...scope, inLoop: true, inSwitch: false, labels: [...scope.labels, label] };
      return plain(scope, ...loop(draft, inner, `${label}: `));
    },
  },
  each: {
    beyond: 'unfollowed',
    weight: holding(1),
    write: (scope, draft) => {
      const items = distinct(
        draft,
        scope.sessions.filter(({ isOptional }) => !isOptional),
        2,
      );
      if (items.length === 0) return plain(scope, 'mayThrow();');
      const name = draft.fresh('s');
      const inner = { ...scope, sessions: [...scope.sessions, sessionName(name)], inLoop: true, inSwitch: false };
      const list = items.map(({ text }) => text).join(', ');
      return plain(scope, `for (const ${name} of [${list}]) {`, ...nest(draft, inner), '}');
    },
  },

  // Exceptions and jumps
  try: {
    weight: holding(11),
    write: (scope, draft) => plain(scope, ...tryStatement(draft, scope)),
  },
  leaveLoop: {
    weight: ({ inLoop }) => (inLoop ? 8 : 0),
    write: (scope, draft) =>
      plain(scope, ...behind(draft, scope, draft.random.chance(65) && !scope.inSwitch ? 'break;' : 'continue;')),
  },
  leaveSwitch: {
    weight: ({ inSwitch }) => (inSwitch ? 3 : 0),
    write: (scope) => ({ lines: ['break;'], scope, ends: true }),
  },
  leaveLabel: {
    weight: ({ labels }) => (labels.length > 0 ? 5 : 0),
    write: (scope, draft) => {
      const jump = `${draft.random.pick(['break', 'continue'])} ${draft.random.pick(scope.labels)};`;
      return plain(scope, ...behind(draft, scope, jump));
    },
  },
  return: {
    weight: ({ canReturn, depth }) => (canReturn ? (depth > 0 ? 4 : 1) : 0),
    write: (scope, draft) =>
      scope.depth > 0 && draft.random.chance(60)
        ? { lines: [returnStatement(draft, scope)], scope, ends: true }
        : plain(scope, ...behind(draft, scope, returnStatement(draft, scope))),
  },
  throw: {
    weight: ({ depth }) => (depth > 0 ? 3 : 0),
    write: (scope, draft) => ({ lines: [`throw new Error('${draft.fresh('reason')}');`], scope, ends: true }),
  },
  exit: {
    weight: ({ depth }) => (depth > 0 ? 1 : 0),
    write: (scope) => ({ lines: ['exit();'], scope, ends: true }),
  },

  // Sessions and their names
  session: {
    weight: () => 4,
    write: (scope, draft) => declareSession(draft, scope),
  },
  alias: {
    weight: () => 4,
    write: (scope, draft) => {
      const [one, other] = [definite(draft, scope).text, definite(draft, scope).text];
      const value = draft.random.chance(30) ? `${condition(draft, scope)} ? ${one} : ${other}` : one;
      return declare(scope, sessionName(draft.fresh('s'), { isAssignable: draft.random.chance(30) }), value);
    },
  },
  optional: {
    weight: () => 3,
    write: (scope, draft) => {
      const name = draft.fresh('s');
      const value = draft.random.chance(50) ? 'new Session()' : definite(draft, scope).text;
      const lines = draft.random.chance(50)
        ? [`let ${name}: Session | undefined;`, `if (${condition(draft, scope)}) ${name} = ${value};`]
        : [`let ${name} = ${condition(draft, scope)} ? ${value} : undefined;`];
      const session = { ...sessionName(name, { isAssignable: true }), isOptional: true };
      return { lines, scope: withSession(scope, session) };
    },
  },
  reassign: {
    weight: ({ sessions }) => (sessions.some(({ isAssignable }) => isAssignable) ? 4 : 0),
    write: (scope, draft) => {
      const target = draft.random.pick(scope.sessions.filter(({ isAssignable }) => isAssignable));
      const factory = scope.callables.find(
        (callable) => callable.returnsSession && (scope.isAsync || !callable.isAsync),
      );
      const value =
        factory && draft.random.chance(40)
          ? `${factory.isAsync ? 'await ' : ''}${invocation(draft, scope, factory)}`
          : draft.random.chance(70)
            ? 'new Session()'
            : definite(draft, scope).text;
      return plain(scope, `${target.text} = ${value};`);
    },
  },
  swap: {
    beyond: 'unfollowed',
    weight: (scope) => (swappable(scope).length > 1 ? 2 : 0),
    write: (scope, draft) => {
      const names = distinct(draft, swappable(scope), 2).map(({ text }) => text);
      return plain(scope, `[${names.join(', ')}] = [${names.toReversed().join(', ')}];`);
    },
  },
  using: {
    weight: ({ isAsync, depth }) => (isAsync && depth > 0 ? 3 : 0),
    write: (scope, draft) => {
      if (draft.random.chance(50))
        return plain(scope, `await using ${draft.fresh('u')} = ${definite(draft, scope).text};`);
      const session = sessionName(draft.fresh('s'), { isOwn: true });
      return { lines: [`await using ${session.text} = new Session();`], scope: withSession(scope, session) };
    },
  },

  // Functions
  invoke: {
    weight: (scope, draft) => {
      const callables = callablesIn(draft, scope);
      return callables.length === 0 ? 0 : callables.every(({ text }) => draft.invoked.has(text)) ? 8 : 35;
    },
    write: (scope, draft) => {
      const callables = callablesIn(draft, scope);
      const uncalled = callables.filter(({ text }) => !draft.invoked.has(text));
      const callable = draft.random.pick(uncalled.length > 0 ? uncalled : callables);
      const value = invocation(draft, scope, callable);
      if (callable.returnsSession && (scope.isAsync || !callable.isAsync)) {
        const name = sessionName(draft.fresh('s'), { isAssignable: draft.random.chance(30) });
        return declare(scope, name, `${callable.isAsync ? 'await ' : ''}${value}`);
      }
      return plain(scope, `${callUse(draft, scope, callable)}${value};`);
    },
  },
  closure: {
    weight: holding(4),
    write: (scope, draft) => {
      const name = draft.fresh('f');
      const isAsync = draft.random.chance(80);
      const body = nest(draft, { ...inside(draft, scope), isAsync });
      const callable = { text: name, parameters: 0, isAsync, returnsSession: false, capturesSessions: true };
      return {
        lines: [`const ${name} = ${isAsync ? 'async ' : ''}() => {`, ...body, '};'],
        scope: { ...scope, callables: [...scope.callables, callable] },
      };
    },
  },
  immediate: {
    weight: (scope, draft) => (scope.isAsync ? holding(2)(scope, draft) : 0),
    write: (scope, draft) => plain(scope, 'await (async () => {', ...nest(draft, inside(draft, scope)), '})();'),
  },

  // Code that is not followed
  lend: {
    beyond: 'unfollowed',
    weight: () => 1,
    write: (scope, draft) => plain(scope, `lend(${definite(draft, scope).text});`),
  },
  pick: {
    beyond: 'unfollowed',
    weight: () => 1,
    write: (scope, draft) => {
      const list = `${definite(draft, scope).text}, ${definite(draft, scope).text}`;
      return declare(scope, sessionName(draft.fresh('s')), `pick([${list}])`);
    },
  },
  object: {
    beyond: 'unfollowed',
    weight: () => 1,
    write: (scope, draft) => {
      const name = draft.fresh('o');
      const lines = [`const ${name} = { inner: ${definite(draft, scope).text} };`];
      return { lines, scope: withSession(scope, sessionName(`${name}.inner`)) };
    },
  },
  later: {
    beyond: 'overlapping',
    weight: () => 1,
    write: (scope, draft) => {
      const callable = scope.callables.find(({ parameters, returnsSession }) => parameters === 0 && !returnsSession);
      const value =
        callable && draft.random.chance(60) ? `${callable.text}()` : op(draft, { ...scope, isAsync: false });
      return plain(scope, `later(() => ${value});`);
    },
  },
} as const satisfies Record<string, Statement>;

function plain(scope: Scope, ...lines: string[]): Written {
  return { lines, scope };
}

function withSession(scope: Scope, session: SessionName): Scope {
  return { ...scope, sessions: [...scope.sessions, session] };
}

function declare(scope: Scope, session: SessionName, value: string): Written {
  const lines = [`${session.isAssignable ? 'let' : 'const'} ${session.text} = ${value};`];
  return { lines, scope: withSession(scope, session) };
}

function declareSession(draft: Draft, scope: Scope): Written {
  const isAssignable = draft.random.chance(35);
  return declare(scope, sessionName(draft.fresh('s'), { isAssignable, isOwn: !isAssignable }), 'new Session()');
}

/** Sessions that are different ones for certain. */
function sessionsApart({ sessions }: Scope): readonly SessionName[] {
  return sessions.filter(({ isOwn }) => isOwn);
}

/** Functions that concern nothing but the one session that they are given. */
function callablesApart({ callables }: Scope): Scope['callables'] {
  return callables.filter(
    ({ parameters, isAsync, returnsSession, capturesSessions }) =>
      parameters === 1 && isAsync && !returnsSession && !capturesSessions,
  );
}

function swappable({ sessions }: Scope): readonly SessionName[] {
  return sessions.filter(({ isAssignable, isOptional }) => isAssignable && !isOptional);
}

/** A nested block, indented. */
function nest(draft: Draft, scope: Scope): Lines {
  return indent(block(draft, { ...scope, depth: scope.depth + 1 }));
}

/** The scope of a nested function. */
function inside(draft: Draft, scope: Scope): Scope {
  // Nobody follows a variable that nested functions assign: a few programs are enough to see that.
  const canAssign = draft.allows('assignedInside') && draft.random.chance(10);
  return {
    ...scope,
    sessions: canAssign ? scope.sessions : scope.sessions.map((session) => ({ ...session, isAssignable: false })),
    returnsSession: false,
    canReturn: true,
    inLoop: false,
    inSwitch: false,
    labels: [],
  };
}

/** A jump that some paths take, or all. */
function behind(draft: Draft, scope: Scope, jump: string): Lines {
  return draft.random.chance(75)
    ? [`if (${condition(draft, scope)}) ${jump}`]
    : [`if (env.${draft.fresh('c')}) {`, ...nest(draft, scope), `  ${jump}`, '}'];
}

function loop(draft: Draft, scope: Scope, label: string): Lines {
  const kind = draft.random.weighted({ while: 3, do: 2, for: 1, forever: 3 });
  switch (kind) {
    case 'while':
      return [`${label}while (${condition(draft, scope)}) {`, ...nest(draft, scope), '}'];
    case 'do':
      return [`${label}do {`, ...nest(draft, scope), `} while (${condition(draft, scope)});`];
    case 'for': {
      const step = scope.isAsync && draft.random.chance(50) ? `await ${op(draft, scope)}` : 'mayThrow()';
      return [`${label}for (; ${condition(draft, scope)}; ${step}) {`, ...nest(draft, scope), '}'];
    }
    case 'forever':
      return [
        `${label}for (;;) {`,
        ...nest(draft, scope),
        `  if (env.${draft.fresh('c')}) break;`,
        ...(draft.random.chance(50) ? nest(draft, scope) : []),
        '}',
      ];
  }
}

function switchStatement(draft: Draft, scope: Scope): Lines {
  const { random } = draft;
  const inner = { ...scope, inSwitch: true };
  const values = ["'a'", "'b'", "'c'"].slice(0, 1 + random.int(3));
  const lines: string[] = [`switch (kinds.${draft.fresh('k')}) {`];
  const clause = (head: string): void => {
    lines.push(`  ${head} {`, ...indent(nest(draft, inner)), '  }');
    if (random.chance(65)) lines.push('    break;');
  };
  const defaultAt = random.chance(40) ? random.int(values.length + 1) : -1;
  for (const [at, value] of values.entries()) {
    if (at === defaultAt) clause('default:');
    clause(`case ${value}:`);
  }
  if (defaultAt === values.length) clause('default:');
  return [...lines, '}'];
}

function tryStatement(draft: Draft, scope: Scope): Lines {
  const { random } = draft;
  const kind = random.weighted({ catch: 5, finally: 3, both: 3 });
  const lines = ['try {', ...nest(draft, scope)];
  if (kind !== 'finally') {
    lines.push('} catch {');
    if (random.chance(75)) lines.push(...nest(draft, scope));
    if (random.chance(20)) {
      const isReturn = scope.canReturn && random.chance(60);
      lines.push(`  ${isReturn ? returnStatement(draft, scope) : `throw new Error('${draft.fresh('reason')}');`}`);
    }
  }
  if (kind !== 'catch') {
    const closes = scope.isAsync && random.chance(40);
    lines.push(
      '} finally {',
      ...(closes ? [`  await ${call(anySession(draft, scope), 'close')};`] : nest(draft, scope)),
    );
  }
  return [...lines, '}'];
}

function returnStatement(draft: Draft, scope: Scope): string {
  if (scope.returnsSession) return `return ${definite(draft, scope).text};`;
  return scope.isAsync && draft.random.chance(15) ? `return void (await ${op(draft, scope)});` : 'return;';
}
