import { sha256 } from '@noble/hashes/sha2.js';
import { each, unbound } from '../globals.ts';
import { codeAt } from './texts.ts';

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
  /** SHA-256 of bytes that are all there, in lowercase hexadecimal digits. */
  readonly hash: (bytes: Uint8Array) => string;
  readonly decodeBase64: Base64Decoder;
}

/** What of Node is used where it is there. Its module is not imported: bundles for browsers and workers have none. */
interface NodeCrypto {
  readonly createHash: (algorithm: 'sha256') => NodeHash;
  /** Since Node 20.12. */
  readonly hash?: (algorithm: 'sha256', bytes: Uint8Array, encoding: 'hex') => string;
}

interface NodeHash {
  readonly update: (this: NodeHash, bytes: Uint8Array) => NodeHash;
  readonly digest: (this: NodeHash, encoding: 'hex') => string;
}

interface NodeBuffer {
  readonly from: (buffer: ArrayBufferLike, offset: number, length: number) => WritableBuffer;
}

interface WritableBuffer {
  readonly write: (this: WritableBuffer, text: string, encoding: 'base64') => number;
}

interface Globals {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
  readonly Buffer?: NodeBuffer;
}

// On Node, methods that are replaced after the program has loaded do not change what is hashed here. Elsewhere they may:
// `@noble/hashes` looks methods of typed arrays and of `Math` up as it runs. Accessors and species of typed arrays are looked up on both.
const decodeBinary = atob;

/** Plain JavaScript, for browsers and workers: Web Crypto has no synchronous digest. */
export const anywhere: Platform = {
  ...hashingBy(() => {
    const hash = sha256.create();
    return {
      update: (bytes) => void hash.update(bytes),
      hex: () => {
        let hex = '';
        each(hash.digest(), (byte) => {
          hex += hexOf(byte);
        });
        return hex;
      },
    };
  }),
  decodeBase64: (text, target) => {
    const binary = binaryOf(text);
    for (let index = 0; index < binary.length; index++) target[index] = codeAt(binary, index);
    return binary.length;
  },
};

/** The platform that the program runs on: Node's own functions where they are there, each some ten times as fast. */
export const platform: Platform = {
  ...(nodeHash() ?? anywhere),
  decodeBase64: nodeBase64() ?? anywhere.decodeBase64,
};

function nodeHash(): Pick<Platform, 'hash' | 'startHash'> | undefined {
  const module = (globalThis as Globals).process?.getBuiltinModule?.('node:crypto') as Partial<NodeCrypto> | undefined;
  const createHash = module?.createHash;
  if (!createHash) return undefined;
  const prototype = createHash('sha256');
  const [update, digest] = [unbound(prototype.update), unbound(prototype.digest)];
  const hashing = hashingBy(() => {
    const hash = createHash('sha256');
    return {
      update: (bytes) => void update(hash, bytes),
      hex: () => digest(hash, 'hex'),
    };
  });
  const { hash } = module;
  return hash ? { ...hashing, hash: (bytes) => hash('sha256', bytes, 'hex') } : hashing;
}

/** The digest of bytes that are all there, by one that is given them piece by piece. */
function hashingBy(startHash: Platform['startHash']): Pick<Platform, 'hash' | 'startHash'> {
  return {
    startHash,
    hash: (bytes) => {
      const hashing = startHash();
      hashing.update(bytes);
      return hashing.hex();
    },
  };
}

function nodeBase64(): Base64Decoder | undefined {
  const from = (globalThis as Globals).Buffer?.from;
  if (!from) return undefined;
  const write = unbound(from(new ArrayBuffer(1), 0, 1).write);
  return (text, target) => write(from(target.buffer, target.byteOffset, target.byteLength), text, 'base64');
}

/** Empty where the text is no base64: that many bytes no text that is not empty stands for. */
function binaryOf(text: string): string {
  try {
    return decodeBinary(text);
  } catch {
    return '';
  }
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Two lowercase hexadecimal digits. */
export function hexOf(byte: number): string {
  return hexOfByte[byte] ?? '';
}
