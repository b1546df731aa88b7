import { join } from 'node:path';
import type { Files } from './compile.ts';
import type { Random } from './random.ts';
import type { Kit, Sdk } from './sdk-kits.ts';
import { surroundings } from './sdk-kits.ts';

type Lines = readonly string[];

/** What the text so far suggests of a session. Right for straight lines, and a guess behind branches. */
type Guess = 'unopened' | 'opening' | 'open' | 'closed';

interface SessionName {
  readonly text: string;
  readonly isAssignable: boolean;
}

interface Scope {
  readonly sessions: readonly SessionName[];
  readonly promises: readonly string[];
  readonly callables: readonly string[];
  readonly depth: number;
  readonly inLoop: boolean;
}

const imports = `import { env, mayThrow, pause, toServer, toClient, fresh } from '${surroundings}';`;

/** Writes programs about sessions of an SDK: straight lines and branches, reconnections, clean-up, forgotten awaits. */
export function sdkGenerator(sdk: Sdk): (random: Random) => Files {
  return (random) => {
    const kit = sdk.kits[Number(random.weighted(Object.fromEntries(sdk.kits.map(({ weight }, at) => [at, weight]))))]!;
    return new Map([[join(sdk.world.root, 'main.ts'), write(kit, random)]]);
  };
}

function write(kit: Kit, random: Random): string {
  const counters = new Map<string, number>();
  const guesses = new Map<string, Guess>();
  const registered = new Set<string>();
  let budget = 0;

  const lines: string[] = [kit.imports, imports, ''];
  const callables: string[] = [];
  const helpers = random.weighted({ 0: 60, 1: 30, 2: 10 });
  for (let made = 0; made < Number(helpers); made++) {
    const name = next('use');
    const parameter = next('s');
    guesses.set(parameter, random.pick(['unopened', 'open', 'open']));
    budget = 1 + random.int(3);
    const scope: Scope = {
      sessions: [{ text: parameter, isAssignable: false }],
      promises: [],
      callables: [],
      depth: 1,
      inLoop: false,
    };
    lines.push(`async function ${name}(${parameter}: ${kit.className}): Promise<void> {`, ...block(scope), '}', '');
    callables.push(name);
  }
  budget = 4 + random.int(7);
  lines.push(
    'export async function main() {',
    ...block({ sessions: [], promises: [], callables, depth: 0, inLoop: false }),
    '}',
    '',
  );
  return lines.join('\n');

  function next(prefix: string): string {
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    return `${prefix}${count}`;
  }

  function block(outer: Scope): Lines {
    let scope = outer;
    const written: string[] = [];
    if (scope.sessions.length === 0) {
      const declared = declare(scope);
      written.push(...declared.lines);
      scope = declared.scope;
    }
    const wanted = outer.depth === 0 ? Infinity : 1 + random.int(3);
    for (let made = 0; made < wanted && (budget > 0 || (made === 0 && outer.depth > 0)); made++) {
      budget--;
      const statement = oneStatement(scope);
      written.push(...statement.lines);
      scope = statement.scope;
      if (statement.ends) break;
    }
    return written.map((line) => `  ${line}`);
  }

  function oneStatement(scope: Scope): { lines: Lines; scope: Scope; ends?: boolean } {
    const nested = scope.depth < 3 && budget > 0 ? 1 : 0;
    const plain = (...texts: string[]): { lines: Lines; scope: Scope } => ({ lines: texts, scope });
    const kind = random.weighted({
      op: 50,
      keepPromise: 5,
      awaitPromise: scope.promises.length * 12,
      choice: 10 * nested,
      guard: 3 * nested,
      try: 12 * nested,
      finally: 5 * nested,
      retry: 2 * nested,
      leave: scope.depth > 0 ? 4 : 1,
      chain: 4,
      together: 2,
      session: 4,
      reassign: scope.sessions.some(({ isAssignable }) => isAssignable) ? 4 : 0,
      alias: 2,
      invoke: scope.callables.length > 0 ? 12 : 0,
      mayThrow: 3,
      pause: 4,
    });
    switch (kind) {
      case 'op': {
        const text = op(pickSession(scope));
        return plain(`${isSync(text) ? '' : promiseUse()}${text};`);
      }
      case 'keepPromise': {
        const name = next('p');
        const session = pickSession(scope);
        const value = random.chance(70) ? connect(session, false) : op(session);
        return { lines: [`const ${name} = ${value};`], scope: { ...scope, promises: [...scope.promises, name] } };
      }
      case 'awaitPromise': {
        for (const [session, guess] of guesses) if (guess === 'opening') guesses.set(session, 'open');
        return plain(`await ${random.pick(scope.promises)};`);
      }
      case 'choice': {
        const before = new Map(guesses);
        const written = [`if (env.${next('c')}) {`, ...block(inner(scope))];
        if (random.chance(50)) {
          restore(before);
          written.push('} else {', ...block(inner(scope)));
        }
        return plain(...written, '}');
      }
      case 'guard': {
        const guard = random.pick(kit.guards).replace('§', pickSession(scope).text);
        return plain(`if (${random.chance(30) ? '!' : ''}${guard}) {`, ...block(inner(scope)), '}');
      }
      case 'try': {
        const written = ['try {', ...block(inner(scope)), '} catch {'];
        if (random.chance(75)) written.push(...block(inner(scope)));
        if (random.chance(20)) written.push('  return;');
        if (random.chance(25)) written.push('} finally {', ...close(pickSession(scope)));
        return plain(...written, '}');
      }
      case 'finally': {
        const session = pickSession(scope);
        return plain('try {', ...block(inner(scope)), '} finally {', ...close(session), '}');
      }
      case 'retry': {
        const session = pickSession(scope);
        const body = [`  await ${connect(session, true)};`, '  break;'];
        const recover = random.chance(60) ? close(session) : ['  await pause();'];
        guesses.set(session.text, 'open');
        const attempt = ['try {', ...body, '} catch {', ...recover, `  if (env.${next('c')}) return;`, '}'];
        return plain('for (;;) {', ...attempt.map((line) => `  ${line}`), '}');
      }
      case 'leave':
        if (scope.inLoop && random.chance(50)) return plain(`if (env.${next('c')}) break;`);
        return scope.depth > 0 && random.chance(40)
          ? { lines: ['return;'], scope, ends: true }
          : plain(`if (env.${next('c')}) return;`);
      case 'chain': {
        const session = pickSession(scope);
        const first = random.chance(60) ? connect(session, true) : op(session, true);
        const then = () => op(session, true);
        const rest = random.pick([
          () => '.catch(() => undefined)',
          () => `.then(() => ${then()})`,
          () => `.finally(() => ${session.text}.close())`,
        ])();
        return plain(`${promiseUse()}${first}${rest};`);
      }
      case 'together': {
        const one = op(pickSession(scope), true);
        return plain(`await Promise.all([${one}, ${op(pickSession(scope), true)}]);`);
      }
      case 'session':
        return declare(scope);
      case 'reassign': {
        const { text } = random.pick(scope.sessions.filter(({ isAssignable }) => isAssignable));
        guesses.set(text, 'unopened');
        registered.delete(text);
        return plain(`${text} = ${kit.create};`);
      }
      case 'alias': {
        const { text } = pickSession(scope);
        const name = next('s');
        guesses.set(name, guesses.get(text) ?? 'unopened');
        const session = { text: name, isAssignable: false };
        return { lines: [`const ${name} = ${text};`], scope: { ...scope, sessions: [...scope.sessions, session] } };
      }
      case 'invoke':
        return plain(`${promiseUse()}${random.pick(scope.callables)}(${pickSession(scope).text});`);
      case 'mayThrow':
        return plain('mayThrow();');
      case 'pause':
        return plain('await pause();');
    }
  }

  function inner(scope: Scope): Scope {
    return { ...scope, depth: scope.depth + 1 };
  }

  function restore(before: ReadonlyMap<string, Guess>): void {
    for (const [session, guess] of before) guesses.set(session, guess);
  }

  function declare(scope: Scope): { lines: Lines; scope: Scope } {
    const session = { text: next('s'), isAssignable: random.chance(25) };
    guesses.set(session.text, 'unopened');
    return {
      lines: [`${session.isAssignable ? 'let' : 'const'} ${session.text} = ${kit.create};`],
      scope: { ...scope, sessions: [...scope.sessions, session] },
    };
  }

  function pickSession({ sessions }: Scope): SessionName {
    return random.chance(60) ? sessions[0]! : random.pick(sessions);
  }

  function promiseUse(): string {
    return random.weighted({ 'await ': 88, 'void ': 7, '': 5 });
  }

  function close({ text }: SessionName): Lines {
    guesses.set(text, 'closed');
    return [`  await ${text}.close();`];
  }

  function connect({ text }: SessionName, isAwaited: boolean): string {
    guesses.set(text, isAwaited ? 'open' : 'opening');
    return kit.connect.replace('§', text);
  }

  function isSync(text: string): boolean {
    return text.includes('.register') || (kit.className === 'McpServer' && /\.send\w+ListChanged/.test(text));
  }

  /** Mostly what is right there, by the guess. */
  function op(session: SessionName, mustReturnPromise = false): string {
    const { text } = session;
    const isOpen = guesses.get(text) === 'open';
    const kind = random.weighted(
      isOpen
        ? { use: 62, close: 20, connect: 8, configure: 4, register: 10 }
        : { use: 14, close: 6, connect: 62, configure: 8, register: 16 },
    );
    const fill = (templates: readonly string[]): string => random.pick(templates).replaceAll('§', text);
    if (kind === 'configure' && !mustReturnPromise && kit.configure.length > 0) return fill(kit.configure);
    if (kind === 'register' && !mustReturnPromise && kit.register.length > 0) {
      // The second one of a kind may come late, the first one may not: both should be seen.
      if (!isOpen || registered.has(text) || random.chance(50)) {
        registered.add(text);
        return fill(kit.register);
      }
    }
    if (kind === 'connect') return connect(session, true);
    if (kind === 'close') {
      guesses.set(text, 'closed');
      return `${text}.close()`;
    }
    const uses = mustReturnPromise
      ? kit.use.filter((use) => !use.includes('ListChanged') || kit.className === 'Server')
      : kit.use;
    return isOpen || kind === 'use' ? fill(uses) : connect(session, true);
  }
}
