import { type Sink, writingMethods } from './effect.ts';

/**
 * What sends requests. A writing method is `egress`, not `write`: many a `POST` only searches. Read from `@types/node`
 * 20.19, undici 8, axios 1.21, got 14 and ky 1.14.
 */

/** Where the global `fetch` and its kin are declared: TypeScript's DOM library, Node's types, those of other runtimes. */
const globals = {
  packages: ['typescript', 'node', 'undici-types', 'undici', 'bun', 'bun-types', '@cloudflare/workers-types'],
} as const;
const fetchLike = {
  packages: [...globals.packages, 'node-fetch', 'cross-fetch', 'node-fetch-native', 'ofetch'],
  names: ['fetch', 'ofetch', '$fetch'],
} as const;
const nodeRequest = { packages: ['node:http', 'node:https'], names: ['request'] } as const;
const undiciRequest = { packages: ['undici'], names: ['request', 'stream', 'pipeline'] } as const;
const undiciDispatcher = {
  of: { packages: ['undici', 'undici-types'], names: ['Dispatcher'] },
  label: 'undici',
} as const;
const axiosFunction = { packages: ['axios'], names: ['axios'] } as const;
const axios = { of: { packages: ['axios'], names: ['Axios', 'AxiosInstance'] }, label: 'axios' } as const;
const gotFunction = { packages: ['got'], names: ['got'] } as const;
const got = { of: { packages: ['got'], names: ['Got'] }, label: 'got' } as const;
const kyFunction = { packages: ['ky'], names: ['ky'] } as const;
const ky = { of: { packages: ['ky'], names: ['KyInstance'] }, label: 'ky' } as const;

const firstWord = writingMethods;
/** An address, or an object with one. */
const url = { is: 'url', argument: 0 } as const;
const inOptions = (argument: number) => ({ argument, property: 'method', firstWord }) as const;

export const httpSinks = [
  { of: fetchLike, effect: 'untrusted-input', target: url },
  { of: fetchLike, effect: 'egress', when: inOptions(1), target: url },
  { of: fetchLike, effect: 'egress', when: inOptions(0), target: url },
  { of: { ...globals, names: ['WebSocket'] }, methods: ['send'], effect: 'egress' },
  { of: { packages: ['ws'], names: ['WebSocket'] }, methods: ['send'], effect: 'egress' },
  { of: { ...globals, names: ['Navigator'] }, methods: ['sendBeacon'], effect: 'egress', target: url },

  { of: { packages: ['node:http', 'node:https'], names: ['request', 'get'] }, effect: 'untrusted-input', target: url },
  { of: nodeRequest, effect: 'egress', when: inOptions(0), target: url },
  { of: nodeRequest, effect: 'egress', when: inOptions(1), target: url },

  { of: undiciRequest, label: 'undici', effect: 'untrusted-input', target: url },
  { of: undiciRequest, label: 'undici', effect: 'egress', when: inOptions(1), target: url },
  { ...undiciDispatcher, methods: ['request', 'stream', 'pipeline', 'dispatch'], effect: 'untrusted-input' },
  { ...undiciDispatcher, methods: ['request', 'stream', 'dispatch'], effect: 'egress', when: inOptions(0) },

  { of: axiosFunction, effect: 'untrusted-input', target: url },
  { of: axiosFunction, effect: 'egress', when: inOptions(0), target: url },
  { of: axiosFunction, effect: 'egress', when: inOptions(1), target: url },
  { ...axios, methods: ['()', 'request', 'get', 'head'], effect: 'untrusted-input', target: url },
  { ...axios, methods: ['()', 'request'], effect: 'egress', when: inOptions(0), target: url },
  { ...axios, methods: ['()'], effect: 'egress', when: inOptions(1), target: url },
  {
    ...axios,
    methods: ['post', 'put', 'patch', 'delete', 'postForm', 'putForm', 'patchForm'],
    effect: 'egress',
    target: url,
  },

  { of: gotFunction, effect: 'untrusted-input', target: url },
  { of: gotFunction, effect: 'egress', when: inOptions(1), target: url },
  { ...got, methods: ['()', 'get', 'stream', 'paginate'], effect: 'untrusted-input', target: url },
  { ...got, methods: ['()', 'stream'], effect: 'egress', when: inOptions(1), target: url },
  { ...got, methods: ['post', 'put', 'patch', 'delete'], effect: 'egress', target: url },

  { of: kyFunction, effect: 'untrusted-input', target: url },
  { of: kyFunction, effect: 'egress', when: inOptions(1), target: url },
  { ...ky, methods: ['()', 'get'], effect: 'untrusted-input', target: url },
  { ...ky, methods: ['()'], effect: 'egress', when: inOptions(1), target: url },
  { ...ky, methods: ['post', 'put', 'patch', 'delete'], effect: 'egress', target: url },
] as const satisfies readonly Sink[];
