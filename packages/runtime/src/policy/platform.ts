import { sha256 } from '@noble/hashes/sha2.js';

/** A running SHA-256. `hex` ends it: lowercase hexadecimal digits. */
export interface Hashing {
  readonly update: (bytes: Uint8Array) => void;
  readonly hex: () => string;
}

/** Decodes base64 text into `target`, from its start. The count of bytes; what it does with invalid text varies. */
export type Base64Decoder = (text: string, target: Uint8Array) => number;

/** What differs between Node and elsewhere. */
export interface Platform {
  readonly startHash: () => Hashing;
  readonly decodeBase64: Base64Decoder;
}

/** What of Node is used where it is there. Its module is not imported: bundles for browsers and workers have none. */
interface NodeCrypto {
  readonly createHash: (algorithm: 'sha256') => NodeHash;
}

interface NodeHash {
  update(bytes: Uint8Array): NodeHash;
  digest(encoding: 'hex'): string;
}

interface NodeBuffer {
  readonly from: (buffer: ArrayBufferLike, offset: number, length: number) => { readonly write: BufferWrite };
}

type BufferWrite = (text: string, encoding: 'base64') => number;

interface Globals {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly Buffer?: NodeBuffer;
}

// Functions are taken while the program loads: replacing them later does not change what is hashed here.
const { apply } = Reflect;
const { charCodeAt } = String.prototype;
const decodeBinary = atob;

/** Plain JavaScript, for browsers and workers: Web Crypto has no synchronous digest. */
export const anywhere: Platform = {
  startHash: () => {
    const hash = sha256.create();
    return {
      update: (bytes) => void hash.update(bytes),
      hex: () => hexOf(hash.digest()),
    };
  },
  decodeBase64: (text, target) => {
    const binary = binaryOf(text);
    for (let index = 0; index < binary.length; index++) target[index] = apply(charCodeAt, binary, [index]);
    return binary.length;
  },
};

/** The platform that the program runs on: Node's own functions where they are there, each some ten times as fast. */
export const platform: Platform = {
  startHash: nodeHash() ?? anywhere.startHash,
  decodeBase64: nodeBase64() ?? anywhere.decodeBase64,
};

function nodeHash(): Platform['startHash'] | undefined {
  const module = (globalThis as Globals).process?.getBuiltinModule?.('node:crypto') as Partial<NodeCrypto> | undefined;
  const createHash = module?.createHash;
  if (!createHash) return undefined;
  const { update, digest } = createHash('sha256');
  return () => {
    const hash = createHash('sha256');
    return {
      update: (bytes) => void apply(update, hash, [bytes]),
      hex: () => apply(digest, hash, ['hex']),
    };
  };
}

function nodeBase64(): Base64Decoder | undefined {
  const from = (globalThis as Globals).Buffer?.from;
  if (!from) return undefined;
  const { write } = from(new ArrayBuffer(1), 0, 1);
  return (text, target) => apply(write, from(target.buffer, target.byteOffset, target.byteLength), [text, 'base64']);
}

/** Empty where the text is no base64: that many bytes no text that is not empty stands for. */
function binaryOf(text: string): string {
  try {
    return decodeBinary(text);
  } catch {
    return '';
  }
}

const digits = '0123456789abcdef';

/** Lowercase hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  let hex = '';
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    hex += (digits[byte >> 4] ?? '') + (digits[byte & 15] ?? '');
  }
  return hex;
}
