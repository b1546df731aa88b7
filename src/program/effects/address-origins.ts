import type { ts } from '../../type-utils/index.ts';
import { bindingOf, syntax } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import {
  isNullish,
  type OpaqueResult,
  optionsOf,
  type ParameterPart,
  type Symbolic,
  type Value,
} from '../values/values.ts';
import { isImport } from './callbacks.ts';
import { leavesOf } from './texts.ts';

/**
 * What an address or a path begins with, which decides where it leads.
 *
 * - `input`: what the first function is given. `text`: this text. `module`: the folder of the program's own file.
 * - `home`: the folder of a user. `scratch`: that for temporary files. `setting`: what the environment has under a name.
 */
export type Start =
  | { readonly kind: 'home' | 'input' | 'module' | 'scratch' | 'unknown' }
  | { readonly kind: 'setting'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const UNKNOWN: Start = { kind: 'unknown' };

/** Methods of texts and addresses that leave the beginning as it is. */
const prefixPreservingMethods = new Set(
  'concat filter flat href normalize replace replaceAll slice split substring toLowerCase toString toUpperCase trim'.split(
    ' ',
  ),
);

/** Functions that give what they are given first, as far as its beginning goes. */
const pathFunctions = new Set(
  'String decodeURI encodeURI fileURLToPath join normalize pathToFileURL realpath realpathSync resolve'.split(' '),
);

const SCRATCH: Start = { kind: 'scratch' };

/** Functions that give a folder. One that `mkdtemp` makes for a call has a new name, wherever it is. */
const folders: Readonly<Record<string, Start>> = {
  homedir: { kind: 'home' },
  mkdtemp: SCRATCH,
  mkdtempSync: SCRATCH,
  tmpdir: SCRATCH,
};

/** Properties of an object that says where a request goes, what decides first. */
const addressing = ['baseURL', 'prefixUrl', 'origin', 'hostname', 'host', 'href', 'url'];

/**
 * What the text, path or address begins with that a value is.
 *
 * @param isInput whether a part of what a function is given is what the first one is given
 */
export function startOf(value: Value, isInput: (part: ParameterPart) => boolean, seen = new Set<object>()): Start {
  const next = (inner: Value | undefined): Start => (inner ? startOf(inner, isInput, seen) : UNKNOWN);
  // A path that is not there reaches nothing.
  const options = optionsOf(value);
  const given = options.filter((option) => !isNullish(option));
  return anyOf(
    (given.length > 0 ? given : options).map((option) => {
      switch (option.kind) {
        case 'literal':
          return typeof option.value === 'string' ? { kind: 'text', text: option.value } : UNKNOWN;
        case 'list':
          return next(option.elements[0]?.());
        case 'object':
          return next(addressing.map((name) => option.properties.get(name)?.()).find((each) => each !== undefined));
        case 'made':
          return isFirst(option, seen) ? ofMade(option, next) : UNKNOWN;
        case 'unknown':
          if (!option.symbol) return ofPlace(option.place?.node);
          return isFirst(option.symbol, seen) ? ofSymbol(option.symbol, isInput, next) : UNKNOWN;
        case 'function':
          return UNKNOWN;
      }
    }),
  );
}

function ofSymbol(symbol: Symbolic, isInput: (part: ParameterPart) => boolean, next: (inner: Value) => Start): Start {
  switch (symbol.kind) {
    case 'parameter':
      return isInput(symbol) ? { kind: 'input' } : UNKNOWN;
    case 'either':
      return anyOf(symbol.values().map(next));
    case 'text':
      return ofText(leavesOf(symbol.parts), next);
    case 'part': {
      const start = next(symbol.of);
      // `new URL(url).href`, and an element of `text.split(',')`
      return prefixPreservingMethods.has(symbol.name) || (symbol.name === '*' && start.kind === 'input')
        ? start
        : UNKNOWN;
    }
    case 'rest':
      return UNKNOWN;
  }
}

/** `https://${host}/…` begins with the host; of `https://${shop}.example.com/…` the end of the host decides. */
function ofText(leaves: readonly Value[], next: (inner: Value) => Start): Start {
  const texts = leaves.map((leaf) => (leaf.kind === 'literal' ? String(leaf.value) : undefined));
  const hole = texts.indexOf(undefined);
  const text = texts.slice(0, hole).join('');
  const first = leaves[hole];
  const isScheme = /^\w+:\/\/$/.test(text);
  if (!first || (text !== '' && !isScheme)) return { kind: 'text', text };
  return isScheme && texts[hole + 1]?.startsWith('.') ? UNKNOWN : next(first);
}

/** Whether a call is of a function of a module that makes a path, or of the language: `path.join(…)`, and no method of a value. */
export function isPathCall(call: ts.CallExpression): boolean {
  const { name, holder } = calledBy(call);
  return pathFunctions.has(name) && isOfModule(holder);
}

/** The name of what is called, and what it is a member of. */
function calledBy({ expression }: ts.CallExpression): { readonly name: string; readonly holder?: ts.Expression } {
  const callee = syntax.withoutAssertions(expression);
  return syntax.isPropertyAccessExpression(callee)
    ? { name: callee.name.text, holder: callee.expression }
    : { name: callee.getText() };
}

function ofMade(made: OpaqueResult, next: (inner: Value) => Start): Start {
  const { call } = made;
  if (syntax.isNewExpression(call)) return next(made.argument(call.arguments?.[1] ? 1 : 0));
  const { name, holder } = calledBy(call);
  const folder = folders[name];
  // What is made when the program starts is there for all that it does.
  if (folder) return name.startsWith('mkdtemp') && syntax.isSourceFile(syntax.containerOf(call)) ? UNKNOWN : folder;
  if (isPathCall(call)) {
    // `resolve(folder, path)`: an absolute path leads anywhere.
    const later = name === 'resolve' ? call.arguments.slice(1).map((_, index) => next(made.argument(index + 1))) : [];
    return later.find(({ kind }) => kind === 'input') ?? next(made.argument(0));
  }
  if (name.startsWith('replace') && replacesSeparators(call)) return UNKNOWN;
  const receiver = made.receiver();
  // `[base, id].join('/')`
  return holder && (prefixPreservingMethods.has(name) || receiver.kind === 'list') ? next(receiver) : UNKNOWN;
}

/** `name.replace(/[^\w-]/g, '_')`: what is left is part of a path, and leads nowhere by itself. */
function replacesSeparators({ arguments: [pattern, by] }: ts.CallExpression): boolean {
  const text = pattern?.getText() ?? '';
  const [, source, flags = ''] = /^\/(.+)\/(\w*)$/.exec(text) ?? [];
  if (source === undefined || !flags.includes('g') || by?.getText().includes('/') !== false) return false;
  try {
    return new RegExp(source, flags.replace('g', '')).test('/');
  } catch {
    return false;
  }
}

/** `import.meta.url`, `__dirname`, `process.env.HOME`, `process.env.API_URL`. */
function ofPlace(node: ts.Expression | undefined): Start {
  if (!node) return UNKNOWN;
  const inner = syntax.isPropertyAccessExpression(node) ? node.expression : node;
  if (inner.kind === syntax.SyntaxKind.MetaProperty) return { kind: 'module' };
  if (syntax.isIdentifier(node) && !bindingOf(node) && /^__(?:dirname|filename)$/.test(node.text))
    return { kind: 'module' };
  const name = settingNameOf(node);
  if (name === undefined) return UNKNOWN;
  return name === 'HOME' || name === 'USERPROFILE' ? { kind: 'home' } : { kind: 'setting', name };
}

/** `API_URL` of `process.env.API_URL`, `process.env['API_URL']`, `import.meta.env.API_URL`, `context.env.API_URL`. */
function settingNameOf(node: ts.Expression): string | undefined {
  const [, name, quoted] = /(?:^|\.)env(?:\.(\w+)|\[['"](\w+)['"]\])$/.exec(node.getText()) ?? [];
  return name ?? quoted;
}

/** The host of an address that begins with a text, where all of the host is in it. */
export function hostIn(text: string): string | undefined {
  return /^(?:\w+:)?\/\/([^/?#:]+)(?=[/?#:])/.exec(`${text}${/^\w+:\/\/[^/]*$/.test(text) ? '/' : ''}`)?.[1];
}

/** Whether an address that begins with a text surely is of this machine: `http://localhost` may go on with `.example.com`. */
export function isLocal(text: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)[/?#:]/.test(text);
}

function anyOf(starts: readonly Start[]): Start {
  // A host that is written out says more than a setting that may replace it.
  const written = starts.find(
    (start) => start.kind === 'text' && hostIn(start.text) !== undefined && !isLocal(start.text),
  );
  return starts.find(({ kind }) => kind === 'input') ?? written ?? starts[0] ?? UNKNOWN;
}

/** `join(…)`, `path.join(…)`, `path.posix.join(…)`, and no method of a value. */
function isOfModule(receiver: ts.Expression | undefined): boolean {
  if (!receiver) return true;
  const node = syntax.rootOf(receiver);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || syntax.isParameter(binding) || syntax.isBindingElement(binding)) return false;
  return !syntax.isVariableDeclaration(binding) || isLoadedModule(binding.initializer);
}

/** `await import('node:path')`, `require('path')` */
function isLoadedModule(value: ts.Expression | undefined): boolean {
  const call = value && syntax.isAwaitExpression(value) ? value.expression : value;
  if (!call || !syntax.isCallExpression(call)) return false;
  return isImport(call) || (syntax.isIdentifier(call.expression) && call.expression.text === 'require');
}
