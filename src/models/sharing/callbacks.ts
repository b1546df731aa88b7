import type { ArgumentIndex, ExportRef } from '../sessions/protocol.ts';

/** How often what is given a function runs it: once at most, or any number of times. */
export type Frequency = 'once' | 'repeatedly';

/** A condition on the source text of an argument. */
export interface ArgumentText {
  readonly argument: ArgumentIndex;
  readonly text: RegExp;
}

/** A function, method or class of the language, of browsers or of Node that runs a function which it is given. */
export interface CallbackModel extends ExportRef {
  /** Methods of what `names` name. Absent: the export itself is called or constructed. */
  readonly methods?: readonly string[];
  /** Where the function stands: an argument, or an option of the first one. */
  readonly callback: ArgumentIndex | { readonly options: readonly string[] };
  readonly frequency: Frequency;
  /** Counts only for calls with such an argument. */
  readonly when?: ArgumentText;
  /** Does not count for calls with such an argument. */
  readonly unless?: ArgumentText;
}

const language = ['typescript'] as const;
const timers = ['typescript', 'node:timers', 'bun-types'] as const;
const emitter = { packages: ['node:events', 'events', 'eventemitter3'], names: ['EventEmitter'] } as const;
const target = { packages: ['typescript', 'node'], names: ['EventTarget'] } as const;

/** Events that an emitter has once: https://nodejs.org/api/events.html and the pages of the classes that extend it. */
const lastEvents = {
  argument: 0,
  text: /^(['"`])(?:abort|beforeExit|close|connect|end|error|exit|finish|listening|load|open|ready|SIG[A-Z]+|spawn)\1$/,
};

/** Read from `lib.es*.d.ts`, `lib.dom.d.ts` and `@types/node` 20.19. The first that fits a call counts. */
export const callbackModels: readonly CallbackModel[] = [
  {
    packages: language,
    names: [
      ...[
        'Array',
        'ReadonlyArray',
        'Set',
        'ReadonlySet',
        'Map',
        'ReadonlyMap',
        'IteratorObject',
        'AsyncIteratorObject',
      ],
      ...['NodeListOf', 'Headers', 'URLSearchParams', 'FormData'],
    ],
    methods: [
      ...['every', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'flatMap', 'forEach', 'map'],
      ...['reduce', 'reduceRight', 'some', 'sort', 'toSorted'],
    ],
    callback: 0,
    frequency: 'repeatedly',
  },
  {
    packages: language,
    names: ['ArrayConstructor'],
    methods: ['from', 'fromAsync'],
    callback: 1,
    frequency: 'repeatedly',
  },
  { packages: language, names: ['String'], methods: ['replaceAll'], callback: 1, frequency: 'repeatedly' },
  {
    packages: language,
    names: ['String'],
    methods: ['replace'],
    callback: 1,
    frequency: 'repeatedly',
    when: { argument: 0, text: /^\/.*\/[a-z]*g[a-z]*$/s },
  },
  { packages: timers, names: ['setInterval'], callback: 0, frequency: 'repeatedly' },
  { packages: timers, names: ['setTimeout', 'setImmediate', 'queueMicrotask'], callback: 0, frequency: 'once' },
  {
    packages: language,
    names: ['requestAnimationFrame', 'requestIdleCallback'],
    callback: 0,
    frequency: 'once',
  },
  { packages: ['node:process'], names: ['Process'], methods: ['nextTick'], callback: 0, frequency: 'once' },
  {
    ...emitter,
    methods: ['on', 'addListener', 'prependListener'],
    callback: 1,
    frequency: 'repeatedly',
    unless: lastEvents,
  },
  {
    ...emitter,
    methods: ['on', 'once', 'addListener', 'prependListener', 'prependOnceListener'],
    callback: 1,
    frequency: 'once',
  },
  // What stands in the third place may take the listener away again: `once`, `signal`, or a variable.
  {
    ...target,
    names: ['AbortSignal'],
    methods: ['addEventListener'],
    callback: 1,
    frequency: 'once',
  },
  {
    ...target,
    methods: ['addEventListener'],
    callback: 1,
    frequency: 'once',
    when: { argument: 2, text: /./s },
  },
  { ...target, methods: ['addEventListener'], callback: 1, frequency: 'repeatedly', unless: lastEvents },
  { ...target, methods: ['addEventListener'], callback: 1, frequency: 'once' },
  // A handler of a rejection is left out: it may never run.
  {
    packages: language,
    names: ['Promise', 'PromiseLike'],
    methods: ['then', 'finally'],
    callback: 0,
    frequency: 'once',
  },
  { packages: language, names: ['Promise'], callback: 0, frequency: 'once' },
  // https://streams.spec.whatwg.org/#underlying-source-api
  {
    packages: ['typescript', 'node:stream/web', 'undici-types'],
    names: ['ReadableStream'],
    callback: { options: ['pull'] },
    frequency: 'repeatedly',
  },
  {
    packages: ['typescript', 'node:stream/web', 'undici-types'],
    names: ['WritableStream'],
    callback: { options: ['write'] },
    frequency: 'repeatedly',
  },
  {
    packages: ['typescript', 'node:stream/web', 'undici-types'],
    names: ['TransformStream'],
    callback: { options: ['transform'] },
    frequency: 'repeatedly',
  },
  {
    packages: ['node:stream'],
    names: ['Readable', 'Writable', 'Transform', 'Duplex'],
    callback: { options: ['read', 'write', 'transform'] },
    frequency: 'repeatedly',
  },
];

/** Functions and methods that stop what runs a function later, or again. */
export const cancellingNames: ReadonlySet<string> = new Set([
  ...['abort', 'clearImmediate', 'clearInterval', 'clearTimeout', 'off', 'removeAllListeners'],
  ...['removeEventListener', 'removeListener', 'unsubscribe'],
]);
