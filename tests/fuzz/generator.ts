import { packageName } from './session-package.ts';
import type { Random } from './random.ts';
import type { Files } from './compile.ts';
import { fuzzWorld } from './compile.ts';

/** A session as an expression of the program. */
interface SessionName {
  readonly text: string;
  readonly isAssignable: boolean;
  /** May be `undefined`: calls are written `?.`. */
  readonly isOptional: boolean;
}

/** A function of the program. */
interface Callable {
  readonly text: string;
  /** Of type `Session`, as many. */
  readonly parameters: number;
  readonly isAsync: boolean;
  readonly returnsSession: boolean;
}

/** What a statement can refer to, and where it may go. */
interface Scope {
  readonly sessions: readonly SessionName[];
  readonly promises: readonly string[];
  readonly callables: readonly Callable[];
  readonly labels: readonly string[];
  readonly isAsync: boolean;
  readonly canReturn: boolean;
  /** What `return` must return. */
  readonly returnsSession: boolean;
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  readonly depth: number;
}

type Lines = readonly string[];

const imports = `import { Session, env, kinds, maybe, cond, mayThrow, pause, timeout, exit, lend, pick, later } from '${packageName}';`;

const { root } = fuzzWorld;

/** The one that is executed. */
export const mainFile = `${root}/main.ts`;

/** Writes a program: its files by absolute name, of which `mainFile` is the first. */
export function generateProgram(random: Random): Files {
  const counters = new Map<string, number>();
  let budget = 0;
  // What the text so far suggests: random operations are mostly wrong, and code behind a wrong one rarely runs.
  const connected = new Set<string>();
  // Nothing connects. Where sessions outlive calls, that is what can be known of them for certain.
  let isNeverConnected = false;
  const invoked = new Set<string>();

  const empty: Scope = {
    sessions: [],
    promises: [],
    callables: [],
    labels: [],
    isAsync: true,
    canReturn: true,
    returnsSession: false,
    inLoop: false,
    inSwitch: false,
    depth: 0,
  };

  const shape = random.weighted({ function: 62, variable: 8, field: 14, topLevel: 6, library: 10 });
  switch (shape) {
    case 'function':
      return single(withHelpers(empty, random.int(3), false));
    case 'variable': {
      const isAssignable = random.chance(30);
      const name = fresh('shared');
      const outer = { ...empty, sessions: [{ text: name, isAssignable, isOptional: false }] };
      const declaration = `${isAssignable ? 'let' : 'const'} ${name} = new Session();`;
      isNeverConnected = random.chance(40);
      const open = [`export async function open(): Promise<void> {`, `  await ${name}.connect();`, '}', ''];
      return single([declaration, '', ...(isNeverConnected ? [] : open), ...withHelpers(outer, random.int(2), true)]);
    }
    case 'field':
      return single(ownerClass());
    case 'topLevel':
      budget = 4 + random.int(8);
      return single([...block({ ...empty, canReturn: false }), 'export {};']);
    case 'library': {
      const helpers = Array.from({ length: 1 + random.int(2) }, () => helper(empty));
      const library = helpers.flatMap(({ lines }) =>
        lines.map((line) => line.replace(/^(async function|function|const)/, 'export $1')),
      );
      const callables = helpers.map(({ callable }) => callable);
      const main = mainFunction({ ...empty, callables }, 5 + random.int(8));
      const names = callables.map(({ text }) => text).join(', ');
      return new Map([
        [mainFile, toText([`import { ${names} } from './lib.ts';`, ...main])],
        [`${root}/lib.ts`, toText(library)],
      ]);
    }
  }

  function single(lines: Lines): Files {
    return new Map([[mainFile, toText(lines)]]);
  }

  function toText(lines: Lines): string {
    return `${imports}\n\n${lines.join('\n')}\n`;
  }

  function fresh(prefix: string): string {
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    return `${prefix}${count}`;
  }

  function withHelpers(scope: Scope, count: number, isSmall: boolean): Lines {
    const lines: string[] = [];
    let inner = scope;
    for (let made = 0; made < count; made++) {
      const { callable, lines: helperLines } = helper(inner);
      lines.push(...helperLines, '');
      inner = { ...inner, callables: [...inner.callables, callable] };
    }
    const mains = isSmall && random.chance(40) ? 2 : 1;
    for (let made = 0; made < mains; made++)
      lines.push(...mainFunction(inner, (isSmall ? 3 : 5) + random.int(isSmall ? 4 : 10)));
    return lines;
  }

  function mainFunction(scope: Scope, size: number): Lines {
    budget = size;
    return [`export async function ${fresh('main')}() {`, ...indent(block(scope)), '}'];
  }

  /** A function that takes sessions, uses those of the scope, or makes one. */
  function helper(scope: Scope): { callable: Callable; lines: Lines } {
    const returnsSession = random.chance(20);
    const isAsync = random.chance(85);
    const parameters = returnsSession ? random.int(2) : scope.sessions.length > 0 ? random.int(2) : 1 + random.int(2);
    const text = fresh(returnsSession ? 'make' : isAsync ? 'use' : 'note');
    const names = Array.from({ length: parameters }, () => fresh('s'));
    const kind = returnsSession ? 'Session' : 'void';
    budget = 1 + random.int(4);
    const body = block({
      ...scope,
      isAsync,
      returnsSession,
      sessions: [...scope.sessions, ...names.map((name) => ({ text: name, isAssignable: false, isOptional: false }))],
    });
    const signature = `(${names.map((name) => `${name}: Session`).join(', ')}): ${isAsync ? `Promise<${kind}>` : kind}`;
    const keyword = isAsync ? 'async ' : '';
    const lines = random.chance(70)
      ? [`${keyword}function ${text}${signature} {`, ...indent(body), '}']
      : [`const ${text} = ${keyword}${signature} => {`, ...indent(body), '};'];
    return { callable: { text, parameters, isAsync, returnsSession }, lines };
  }

  function ownerClass(): Lines {
    const isPrivate = random.chance(85);
    const fields = Array.from({ length: 1 + (random.chance(25) ? 1 : 0) }, () => {
      const name = `${isPrivate ? '#' : ''}${fresh('c')}`;
      return { name, isReadonly: random.chance(75) };
    });
    const sessions = fields.map(({ name, isReadonly }) => ({
      text: `this.${name}`,
      isAssignable: !isReadonly,
      isOptional: false,
    }));
    const modifier = isPrivate ? '' : 'private ';
    const lines = fields.map(
      ({ name, isReadonly }) => `${modifier}${isReadonly ? 'readonly ' : ''}${name} = new Session();`,
    );
    let scope: Scope = { ...empty, sessions };
    isNeverConnected = random.chance(40);
    if (!isNeverConnected) {
      const opened = sessions.map(({ text }) => `  await ${text}.connect();`);
      lines.push('', 'async open(): Promise<void> {', ...opened, '}');
    }
    if (random.chance(50)) {
      const name = `${isPrivate ? '#' : ''}${fresh('boot')}`;
      budget = 1 + random.int(3);
      lines.push('', `${modifier}async ${name}(): Promise<void> {`, ...indent(block(scope)), '}');
      scope = {
        ...scope,
        callables: [{ text: `this.${name}`, parameters: 0, isAsync: true, returnsSession: false }],
      };
    }
    const methods = 1 + random.int(2);
    for (let made = 0; made < methods; made++) {
      budget = 2 + random.int(5);
      lines.push('', `async ${fresh('run')}(): Promise<void> {`, ...indent(block(scope)), '}');
    }
    return ['export class Owner {', ...indent(lines), '}'];
  }

  /** Some statements, of which later ones see what earlier ones declare. */
  function block(outer: Scope): Lines {
    const lines: string[] = [];
    let scope = outer;
    if (outer.sessions.length === 0) {
      const declared = declareSession(scope);
      lines.push(...declared.lines);
      scope = declared.scope;
      // Half of the programs begin as real ones do.
      if (scope.isAsync && !isNeverConnected && random.chance(50))
        lines.push(`await ${connect(scope.sessions.at(-1)?.text ?? '')};`);
    }
    const isOutermost = outer.depth === 0;
    const wanted = isOutermost ? Infinity : 1 + random.int(3);
    // A nested block gets one statement even if the program is long enough.
    for (let made = 0; made < wanted && (budget > 0 || (made === 0 && !isOutermost)); made++) {
      budget--;
      const statement = oneStatement(scope);
      lines.push(...statement.lines);
      scope = statement.scope;
      if (statement.ends) return lines;
    }
    if (isOutermost && scope.returnsSession) lines.push(`return ${definite(scope).text};`);
    return lines;
  }

  function oneStatement(scope: Scope): { lines: Lines; scope: Scope; ends?: boolean } {
    const { isAsync, depth } = scope;
    const nested = depth < 3 && budget > 0 ? 1 : 0;
    const plain = (...lines: string[]): { lines: Lines; scope: Scope } => ({ lines, scope });
    const kind = random.weighted({
      op: 30,
      configure: 5,
      keepPromise: isAsync ? 4 : 1,
      awaitPromise: isAsync ? scope.promises.length * 6 : 0,
      choice: 10 * nested,
      guard: 4 * nested,
      presence: scope.sessions.some((session) => session.isOptional) ? 5 * nested : 0,
      loop: 6 * nested,
      labelledLoop: 2 * nested,
      each: 1 * nested,
      switch: 4 * nested,
      try: 11 * nested,
      leaveLoop: scope.inLoop ? 8 : 0,
      leaveSwitch: scope.inSwitch ? 3 : 0,
      leaveLabel: scope.labels.length > 0 ? 5 : 0,
      return: scope.canReturn ? (depth > 0 ? 4 : 1) : 0,
      throw: depth > 0 ? 3 : 0,
      exit: depth > 0 ? 1 : 0,
      shortCircuit: isAsync ? 5 : 0,
      ternary: isAsync ? 3 : 0,
      alias: 4,
      session: 4,
      optional: 3,
      reassign: scope.sessions.some((session) => session.isAssignable) ? 4 : 0,
      swap: scope.sessions.filter((session) => session.isAssignable && !session.isOptional).length > 1 ? 2 : 0,
      invoke: scope.callables.length > 0 ? (scope.callables.every(({ text }) => invoked.has(text)) ? 8 : 35) : 0,
      closure: 4 * nested,
      chain: isAsync ? 5 : 1,
      together: isAsync ? 4 : 0,
      race: isAsync ? 2 : 0,
      immediate: isAsync ? 2 * nested : 0,
      using: isAsync && depth > 0 ? 3 : 0,
      order: isAsync ? 2 : 0,
      lend: 1,
      pick: 1,
      later: 1,
      mayThrow: 4,
      pause: isAsync ? 3 : 0,
      object: 1,
    });

    switch (kind) {
      case 'op':
        return plain(`${promiseUse(scope)}${op(scope)};`);
      case 'configure':
        return plain(`${call(anySession(scope), 'registerCapabilities')};`);
      case 'keepPromise': {
        const name = fresh('p');
        const callable = random.chance(20) ? plainCallable(scope) : undefined;
        const value = callable ? invocation(scope, callable) : op({ ...scope, sessions: [definite(scope)] });
        return { lines: [`const ${name} = ${value};`], scope: { ...scope, promises: [...scope.promises, name] } };
      }
      case 'awaitPromise':
        return plain(`await ${random.pick(scope.promises)};`);
      case 'choice': {
        const lines = [`if (${condition(scope)}) {`, ...nest(scope)];
        if (random.chance(45)) lines.push('} else {', ...nest(scope));
        return plain(...lines, '}');
      }
      case 'guard': {
        const { text, isOptional } = anySession(scope);
        const test = `${random.chance(30) ? '!' : ''}${text}${isOptional ? '?.' : '.'}transport`;
        if (scope.canReturn && random.chance(25)) return plain(`if (${test}) ${returnStatement(scope)}`);
        const lines = [`if (${test}) {`, ...nest(scope)];
        if (random.chance(40)) lines.push('} else {', ...nest(scope));
        return plain(...lines, '}');
      }
      case 'presence': {
        const { text } = random.pick(scope.sessions.filter((session) => session.isOptional));
        const sessions = scope.sessions.map((session) =>
          session.text === text ? { ...session, isOptional: false } : session,
        );
        const test = random.pick([text, `${text} !== undefined`, `${text} != null`]);
        const lines = [`if (${test}) {`, ...nest({ ...scope, sessions })];
        // Optional ones stay so in the other branch: `?.` on what is `undefined` there does nothing.
        if (random.chance(30)) {
          lines.push(
            '} else {',
            ...nest({ ...scope, sessions: scope.sessions.filter((session) => session.text !== text) }),
          );
        }
        return plain(...lines, '}');
      }
      case 'loop':
        return plain(...loop({ ...scope, inLoop: true, inSwitch: false }, ''));
      case 'labelledLoop': {
        const label = fresh('outer');
        return plain(
          ...loop({ ...scope, inLoop: true, inSwitch: false, labels: [...scope.labels, label] }, `${label}: `),
        );
      }
      case 'each': {
        const items = distinct(
          scope.sessions.filter((session) => !session.isOptional),
          2,
        );
        const name = fresh('s');
        const inner = [...scope.sessions, { text: name, isAssignable: false, isOptional: false }];
        if (items.length === 0) return plain('mayThrow();');
        return plain(
          `for (const ${name} of [${items.map(({ text }) => text).join(', ')}]) {`,
          ...nest({ ...scope, sessions: inner, inLoop: true, inSwitch: false }),
          '}',
        );
      }
      case 'switch':
        return plain(...switchStatement(scope));
      case 'try':
        return plain(...tryStatement(scope));
      case 'leaveLoop':
        return {
          ...plain(...behind(scope, random.chance(65) && !scope.inSwitch ? 'break;' : 'continue;')),
          ends: false,
        };
      case 'leaveSwitch':
        return { lines: ['break;'], scope, ends: true };
      case 'leaveLabel':
        return plain(...behind(scope, `${random.pick(['break', 'continue'])} ${random.pick(scope.labels)};`));
      case 'return':
        return depth > 0 && random.chance(60)
          ? { lines: [returnStatement(scope)], scope, ends: true }
          : plain(...behind(scope, returnStatement(scope)));
      case 'throw':
        return { lines: [`throw new Error('${fresh('reason')}');`], scope, ends: true };
      case 'exit':
        return { lines: ['exit();'], scope, ends: true };
      case 'shortCircuit': {
        const test = random.pick([`${condition(scope)} &&`, `${condition(scope)} ||`, `maybe.${fresh('m')} ??`]);
        return plain(`${test} (await ${op(scope)});`);
      }
      case 'ternary':
        return plain(`await (${condition(scope)} ? ${op(scope)} : ${op(scope)});`);
      case 'alias': {
        const name = fresh('s');
        const one = definite(scope);
        const other = definite(scope);
        const value = random.chance(30) ? `${condition(scope)} ? ${one.text} : ${other.text}` : one.text;
        return declare(scope, name, random.chance(30), value);
      }
      case 'session':
        return declareSession(scope);
      case 'optional': {
        const name = fresh('s');
        const value = random.chance(50) ? 'new Session()' : definite(scope).text;
        const session = { text: name, isAssignable: true, isOptional: true };
        const lines = random.chance(50)
          ? [`let ${name}: Session | undefined;`, `if (${condition(scope)}) ${name} = ${value};`]
          : [`let ${name} = ${condition(scope)} ? ${value} : undefined;`];
        return { lines, scope: { ...scope, sessions: [...scope.sessions, session] } };
      }
      case 'reassign': {
        const target = random.pick(scope.sessions.filter((session) => session.isAssignable));
        const factory = scope.callables.find((callable) => callable.returnsSession && (isAsync || !callable.isAsync));
        const value =
          factory && random.chance(40)
            ? `${factory.isAsync ? 'await ' : ''}${invocation(scope, factory)}`
            : random.chance(70)
              ? 'new Session()'
              : definite(scope).text;
        return plain(`${target.text} = ${value};`);
      }
      case 'swap': {
        const [one, other] = distinct(
          scope.sessions.filter((session) => session.isAssignable && !session.isOptional),
          2,
        );
        return one && other
          ? plain(`[${one.text}, ${other.text}] = [${other.text}, ${one.text}];`)
          : plain('mayThrow();');
      }
      case 'invoke': {
        const uncalled = scope.callables.filter(({ text }) => !invoked.has(text));
        const callable = random.pick(uncalled.length > 0 ? uncalled : scope.callables);
        const value = invocation(scope, callable);
        if (callable.returnsSession && (isAsync || !callable.isAsync)) {
          return declare(scope, fresh('s'), random.chance(30), `${callable.isAsync ? 'await ' : ''}${value}`);
        }
        return plain(`${callable.isAsync ? promiseUse(scope) : ''}${value};`);
      }
      case 'closure': {
        const name = fresh('f');
        const isAsyncClosure = random.chance(80);
        const body = nest({
          ...scope,
          isAsync: isAsyncClosure,
          canReturn: true,
          returnsSession: false,
          sessions: fewerAssignable(scope.sessions, random),
          ...outside,
        });
        const callable = { text: name, parameters: 0, isAsync: isAsyncClosure, returnsSession: false };
        return {
          lines: [`const ${name} = ${isAsyncClosure ? 'async ' : ''}() => {`, ...body, '};'],
          scope: { ...scope, callables: [...scope.callables, callable] },
        };
      }
      case 'chain':
        return plain(`${promiseUse(scope)}${op(scope, false)}${chain(scope)};`);
      case 'together': {
        const method = random.weighted({ all: 70, allSettled: 30 });
        return plain(`await Promise.${method}([${promised(scope)}, ${promised(scope)}]);`);
      }
      case 'race':
        return plain(`await Promise.${random.pick(['race', 'any'])}([${promised(scope)}, timeout()]);`);
      case 'immediate':
        return plain(
          `await (async () => {`,
          ...nest({
            ...scope,
            returnsSession: false,
            canReturn: true,
            sessions: fewerAssignable(scope.sessions, random),
            ...outside,
          }),
          '})();',
        );
      case 'using':
        return random.chance(50)
          ? {
              lines: [`await using ${fresh('u')} = ${definite(scope).text};`],
              scope,
            }
          : usingNew(scope);
      case 'order':
        return plain(
          `await ${call(definite(scope), isNeverConnected ? 'callTool' : random.pick(['callTool', 'connect']), `await ${op(scope)}`)};`,
        );
      case 'lend':
        return plain(`lend(${definite(scope).text});`);
      case 'pick':
        return declare(scope, fresh('s'), false, `pick([${definite(scope).text}, ${definite(scope).text}])`);
      case 'later': {
        const callable = scope.callables.find(({ parameters, returnsSession }) => parameters === 0 && !returnsSession);
        const value =
          callable && random.chance(60) ? `() => ${callable.text}()` : `() => ${op({ ...scope, isAsync: false })}`;
        return plain(`later(${value});`);
      }
      case 'mayThrow':
        return plain('mayThrow();');
      case 'pause':
        return plain('await pause();');
      case 'object': {
        const name = fresh('o');
        const session = { text: `${name}.inner`, isAssignable: false, isOptional: false };
        return {
          lines: [`const ${name} = { inner: ${definite(scope).text} };`],
          scope: { ...scope, sessions: [...scope.sessions, session] },
        };
      }
    }
  }

  function declare(scope: Scope, name: string, isAssignable: boolean, value: string): { lines: Lines; scope: Scope } {
    return {
      lines: [`${isAssignable ? 'let' : 'const'} ${name} = ${value};`],
      scope: { ...scope, sessions: [...scope.sessions, { text: name, isAssignable, isOptional: false }] },
    };
  }

  function declareSession(scope: Scope): { lines: Lines; scope: Scope } {
    return declare(scope, fresh('s'), random.chance(35), 'new Session()');
  }

  function usingNew(scope: Scope): { lines: Lines; scope: Scope } {
    const name = fresh('s');
    return {
      lines: [`await using ${name} = new Session();`],
      scope: { ...scope, sessions: [...scope.sessions, { text: name, isAssignable: false, isOptional: false }] },
    };
  }

  /** A nested block, indented. */
  function nest(scope: Scope): Lines {
    return indent(block({ ...scope, depth: scope.depth + 1 }));
  }

  /** A jump that some paths take, or all. */
  function behind(scope: Scope, jump: string): Lines {
    return random.chance(75)
      ? [`if (${condition(scope)}) ${jump}`]
      : [`if (env.${fresh('c')}) {`, ...nest(scope), `  ${jump}`, '}'];
  }

  function loop(scope: Scope, label: string): Lines {
    const kind = random.weighted({ while: 3, do: 2, for: 1, forever: 3 });
    switch (kind) {
      case 'while':
        return [`${label}while (${condition(scope)}) {`, ...nest(scope), '}'];
      case 'do':
        return [`${label}do {`, ...nest(scope), `} while (${condition(scope)});`];
      case 'for': {
        const step = scope.isAsync && random.chance(50) ? `await ${op(scope)}` : 'mayThrow()';
        return [`${label}for (; ${condition(scope)}; ${step}) {`, ...nest(scope), '}'];
      }
      case 'forever':
        return [
          `${label}for (;;) {`,
          ...nest(scope),
          `  if (env.${fresh('c')}) break;`,
          ...(random.chance(50) ? nest(scope) : []),
          '}',
        ];
    }
  }

  function switchStatement(scope: Scope): Lines {
    const inner = { ...scope, inSwitch: true };
    const values = ["'a'", "'b'", "'c'"].slice(0, 1 + random.int(3));
    const lines: string[] = [`switch (kinds.${fresh('k')}) {`];
    const clause = (head: string): void => {
      lines.push(`  ${head} {`, ...indent(nest(inner)), '  }');
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

  function tryStatement(scope: Scope): Lines {
    const kind = random.weighted({ catch: 5, finally: 3, both: 3 });
    const lines = ['try {', ...nest(scope)];
    if (kind !== 'finally') {
      lines.push('} catch {');
      if (random.chance(75)) lines.push(...nest(scope));
      if (random.chance(20))
        lines.push(
          scope.canReturn && random.chance(60)
            ? `  ${returnStatement(scope)}`
            : `  throw new Error('${fresh('reason')}');`,
        );
    }
    if (kind !== 'catch') {
      lines.push('} finally {');
      lines.push(
        ...(scope.isAsync && random.chance(40) ? [`  await ${call(anySession(scope), 'close')};`] : nest(scope)),
      );
    }
    return [...lines, '}'];
  }

  function condition(scope: Scope): string {
    const kind = random.weighted({ env: 70, cond: 12, answer: scope.isAsync ? 4 : 0, not: 6, and: 4, or: 4 });
    switch (kind) {
      case 'env':
        return `env.${fresh('c')}`;
      case 'cond':
        return 'cond()';
      case 'answer':
        return `(await ${call(definite(scope), 'callTool')}).ok`;
      case 'not':
        return `!env.${fresh('c')}`;
      case 'and':
        return scope.isAsync && !isNeverConnected && random.chance(40)
          ? `(env.${fresh('c')} && (await ${call(definite(scope), 'connect')}, true))`
          : `(env.${fresh('c')} && cond())`;
      case 'or':
        return `(env.${fresh('c')} || cond())`;
    }
  }

  /** An operation that returns a promise. */
  function op(scope: Scope, allowsOptional = true): string {
    const session = allowsOptional ? anySession(scope) : definite(scope);
    const name = isNeverConnected
      ? random.weighted({ callTool: 60, close: 40 })
      : random.weighted(
          connected.has(session.text)
            ? { connect: 12, callTool: 58, close: 30 }
            : { connect: 70, callTool: 20, close: 10 },
        );
    if (name === 'connect') connected.add(session.text);
    if (name === 'close') connected.delete(session.text);
    return call(session, name);
  }

  function connect(session: string): string {
    connected.add(session);
    return `${session}.connect()`;
  }

  function call(session: SessionName, name: string, argument = ''): string {
    return `${session.text}${session.isOptional ? '?.' : '.'}${name}(${argument})`;
  }

  /** What is done with a promise: mostly it is awaited. */
  function promiseUse(scope: Scope): string {
    if (!scope.isAsync) return random.pick(['', 'void ']);
    return random.weighted({ 'await ': 86, 'void ': 8, '': 6 });
  }

  function promised(scope: Scope): string {
    if (scope.promises.length > 0 && random.chance(40)) return random.pick(scope.promises);
    const callable = plainCallable(scope);
    if (callable && random.chance(25)) return invocation(scope, callable);
    return `${op(scope, false)}${random.chance(15) ? chain(scope) : ''}`;
  }

  function chain(scope: Scope): string {
    const next = `() => ${op(scope)}`;
    return random.pick([`.then(${next})`, '.catch(() => undefined)', `.catch(${next})`, `.finally(${next})`]);
  }

  function plainCallable(scope: Scope): Callable | undefined {
    const fitting = scope.callables.filter((callable) => callable.isAsync && !callable.returnsSession);
    return fitting.length > 0 ? random.pick(fitting) : undefined;
  }

  function invocation(scope: Scope, callable: Callable): string {
    invoked.add(callable.text);
    // Twice the same session is no more than a curiosity.
    const first = definite(scope);
    const others = scope.sessions.filter(({ text, isOptional }) => text !== first.text && !isOptional);
    const given = [first, ...distinct(others, 1)].map(({ text }) => text);
    const values = Array.from({ length: callable.parameters }, (_, at) => given[at] ?? 'new Session()');
    return `${callable.text}(${values.join(', ')})`;
  }

  function returnStatement(scope: Scope): string {
    if (scope.returnsSession) return `return ${definite(scope).text};`;
    return scope.isAsync && random.chance(15) ? `return void (await ${op(scope)});` : 'return;';
  }

  function anySession(scope: Scope): SessionName {
    return random.chance(50) && scope.sessions.length > 1 ? random.pick(scope.sessions) : recent(scope.sessions);
  }

  /** A session that is not `undefined`. */
  function definite(scope: Scope): SessionName {
    const fitting = scope.sessions.filter((session) => !session.isOptional);
    // Never empty: only inside `if (s === undefined)` are sessions taken away, and those are optional.
    return fitting.length > 1 && random.chance(40) ? random.pick(fitting) : recent(fitting);
  }

  /** Programs are about few sessions, or nothing happens to any of them. */
  function recent(sessions: readonly SessionName[]): SessionName {
    const session = sessions.length > 1 && random.chance(50) ? sessions.at(-1) : sessions[0];
    return session ?? { text: 'new Session()', isAssignable: false, isOptional: false };
  }

  function distinct(sessions: readonly SessionName[], count: number): readonly SessionName[] {
    const left = [...sessions];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.int(left.length), 1)).flat();
  }
}

/** Variables that nested functions assign are followed by nobody: a few programs are enough to see that. */
function fewerAssignable(sessions: readonly SessionName[], random: Random): readonly SessionName[] {
  return random.chance(90) ? sessions.map((session) => ({ ...session, isAssignable: false })) : sessions;
}

const outside = { inLoop: false, inSwitch: false, labels: [] } as const;

function indent(lines: Lines): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}
