/**
 * What Node 24 and browsers have without an import, where the compiler has no declarations of it: `lib` without `dom` and
 * `types` without `node`. The names of the language itself are always declared.
 */
const names = new Set(
  (
    'AbortController AbortSignal Blob BroadcastChannel Buffer ByteLengthQueuingStrategy CompressionStream ' +
    'CountQueuingStrategy Crypto CryptoKey CustomEvent DecompressionStream Event EventSource EventTarget File FormData ' +
    'Headers MessageChannel MessageEvent MessagePort Navigator Performance ReadableStream Request Response Storage ' +
    'SubtleCrypto TextDecoder TextDecoderStream TextEncoder TextEncoderStream TransformStream URL URLPattern ' +
    'URLSearchParams WebAssembly WebSocket WritableStream __dirname __filename atob btoa clearImmediate clearInterval ' +
    'clearTimeout console crypto document exports fetch global localStorage location module navigator performance process ' +
    'queueMicrotask require sessionStorage setImmediate setInterval setTimeout structuredClone window ' +
    // Of the language, where `lib` is older than what runs it.
    'AggregateError Array ArrayBuffer Atomics BigInt Boolean Date DataView Error FinalizationRegistry Intl Iterator JSON Map ' +
    'Math Number Object Promise Proxy Reflect RegExp Set String Symbol WeakMap WeakRef WeakSet eval Function'
  ).split(' '),
);

/** Whether Node, a browser or the language has something by this name without an import. */
export function isPlatformGlobal(name: string): boolean {
  return names.has(name);
}
