import type { Files } from './compile.ts';
import { fuzzWorld } from './compile.ts';
import type { Callable, Lines, Scope } from './draft.ts';
import { Draft, emptyScope, indent, sessionName } from './draft.ts';
import type { Profile } from './profiles.ts';
import type { Random } from './random.ts';
import { packageName } from './session-package.ts';
import { block } from './statements.ts';

const imports = `import { Session, env, kinds, maybe, cond, mayThrow, pause, exit, lend, pick, later } from '${packageName}';`;

const { root } = fuzzWorld;

/** The one that is executed. */
export const mainFile = `${root}/main.ts`;

/** Writes a program: its files by absolute name, of which `mainFile` is the first. */
export function generateProgram(random: Random, profile: Profile): Files {
  const draft = new Draft(random, profile);
  const outliving = draft.allows('outliving') ? 1 : 0;
  const shape = random.weighted({
    function: 62,
    library: 10,
    variable: 8 * outliving,
    field: 14 * outliving,
    topLevel: 6 * outliving,
  });
  switch (shape) {
    case 'function':
      return single(withHelpers(draft, emptyScope, random.int(3), false));
    case 'library': {
      const helpers = Array.from({ length: 1 + random.int(2) }, () => helper(draft, emptyScope));
      const library = helpers.flatMap(({ lines }) =>
        lines.map((line) => line.replace(/^(async function|function|const)/, 'export $1')),
      );
      const callables = helpers.map(({ callable }) => callable);
      const main = mainFunction(draft, { ...emptyScope, callables }, 5 + random.int(8));
      const names = callables.map(({ text }) => text).join(', ');
      return new Map([
        [mainFile, toText([`import { ${names} } from './lib.ts';`, ...main])],
        [`${root}/lib.ts`, toText(library)],
      ]);
    }
    case 'variable':
      return single(moduleVariable(draft));
    case 'field':
      return single(ownerClass(draft));
    case 'topLevel':
      draft.budget = 4 + random.int(8);
      return single([...block(draft, { ...emptyScope, canReturn: false }), 'export {};']);
  }
}

function single(lines: Lines): Files {
  return new Map([[mainFile, toText(lines)]]);
}

function toText(lines: Lines): string {
  return `${imports}\n\n${lines.join('\n')}\n`;
}

function withHelpers(draft: Draft, scope: Scope, count: number, isSmall: boolean): Lines {
  const { random } = draft;
  const lines: string[] = [];
  let inner = scope;
  for (let made = 0; made < count; made++) {
    const { callable, lines: helperLines } = helper(draft, inner);
    lines.push(...helperLines, '');
    inner = { ...inner, callables: [...inner.callables, callable] };
  }
  const mains = isSmall && random.chance(40) ? 2 : 1;
  for (let made = 0; made < mains; made++)
    lines.push(...mainFunction(draft, inner, (isSmall ? 3 : 5) + random.int(isSmall ? 4 : 10)));
  return lines;
}

function mainFunction(draft: Draft, scope: Scope, size: number): Lines {
  draft.budget = size;
  return [`export async function ${draft.fresh('main')}() {`, ...indent(block(draft, scope)), '}'];
}

/** A function that takes sessions, uses those of the scope, or makes one. */
function helper(draft: Draft, scope: Scope): { callable: Callable; lines: Lines } {
  const { random } = draft;
  const returnsSession = random.chance(20);
  const isAsync = random.chance(85);
  const capturesSessions = scope.sessions.length > 0;
  const parameters = returnsSession || capturesSessions ? random.int(2) : 1 + random.int(2);
  const text = draft.fresh(returnsSession ? 'make' : isAsync ? 'use' : 'note');
  const names = Array.from({ length: parameters }, () => draft.fresh('s'));
  const kind = returnsSession ? 'Session' : 'void';
  draft.budget = 1 + random.int(4);
  const sessions = [...scope.sessions, ...names.map((name) => sessionName(name))];
  const body = block(draft, { ...scope, isAsync, returnsSession, sessions });
  const signature = `(${names.map((name) => `${name}: Session`).join(', ')}): ${isAsync ? `Promise<${kind}>` : kind}`;
  const keyword = isAsync ? 'async ' : '';
  const lines = random.chance(70)
    ? [`${keyword}function ${text}${signature} {`, ...indent(body), '}']
    : [`const ${text} = ${keyword}${signature} => {`, ...indent(body), '};'];
  return { callable: { text, parameters, isAsync, returnsSession, capturesSessions }, lines };
}

function moduleVariable(draft: Draft): Lines {
  const { random } = draft;
  const isAssignable = random.chance(30);
  const name = draft.fresh('shared');
  const scope = { ...emptyScope, sessions: [sessionName(name, { isAssignable })] };
  const declaration = `${isAssignable ? 'let' : 'const'} ${name} = new Session();`;
  draft.isNeverConnected = random.chance(40);
  const open = [`export async function open(): Promise<void> {`, `  await ${name}.connect();`, '}', ''];
  const rest = withHelpers(draft, scope, random.int(2), true);
  return [declaration, '', ...(draft.isNeverConnected ? [] : open), ...rest];
}

function ownerClass(draft: Draft): Lines {
  const { random } = draft;
  const isPrivate = random.chance(85);
  const fields = Array.from({ length: 1 + (random.chance(25) ? 1 : 0) }, () => {
    const name = `${isPrivate ? '#' : ''}${draft.fresh('c')}`;
    return { name, isReadonly: random.chance(75) };
  });
  const sessions = fields.map(({ name, isReadonly }) => sessionName(`this.${name}`, { isAssignable: !isReadonly }));
  const modifier = isPrivate ? '' : 'private ';
  const lines = fields.map(
    ({ name, isReadonly }) => `${modifier}${isReadonly ? 'readonly ' : ''}${name} = new Session();`,
  );
  let scope: Scope = { ...emptyScope, sessions };
  draft.isNeverConnected = random.chance(40);
  if (!draft.isNeverConnected) {
    const opened = sessions.map(({ text }) => `  await ${text}.connect();`);
    lines.push('', 'async open(): Promise<void> {', ...opened, '}');
  }
  if (random.chance(50)) {
    const name = `${isPrivate ? '#' : ''}${draft.fresh('boot')}`;
    draft.budget = 1 + random.int(3);
    lines.push('', `${modifier}async ${name}(): Promise<void> {`, ...indent(block(draft, scope)), '}');
    const callable = { text: `this.${name}`, parameters: 0, isAsync: true, returnsSession: false };
    scope = { ...scope, callables: [{ ...callable, capturesSessions: true }] };
  }
  const methods = 1 + random.int(2);
  for (let made = 0; made < methods; made++) {
    draft.budget = 2 + random.int(5);
    lines.push('', `async ${draft.fresh('run')}(): Promise<void> {`, ...indent(block(draft, scope)), '}');
  }
  return ['export class Owner {', ...indent(lines), '}'];
}
