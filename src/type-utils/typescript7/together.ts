/** The channel to the compiler's process, as far as its interface has it: what is used of it to send requests together. */
export interface Channel {
  readonly child?: { readonly pid?: number; readonly kill: (signal: 'SIGKILL') => boolean };
  readonly callbacks?: ReadonlyMap<string, unknown>;
  readonly writeTuple?: (type: number, name: Buffer, payload: string) => void;
  readonly readTuple?: () => void;
  readonly _msgType?: number;
  readonly _msgName?: Buffer;
  readonly _msgPayload?: Buffer;
}

const REQUEST = 1;
const RESPONSE = 4;
const REFUSAL = 5;

/**
 * How many bytes of requests may be under way: what the smallest buffer of a system's sockets holds. The compiler reads the
 * next request when its answer to the one before is read.
 */
const BYTES_AT_ONCE = 6000;

/** What a request takes besides its text. */
const FRAME = 16;

/** Whether requests can be sent together: not where the compiler may have a question of its own before it answers. */
export function canSendTogether({ callbacks, writeTuple, readTuple }: Channel): boolean {
  return callbacks?.size === 0 && writeTuple !== undefined && readTuple !== undefined;
}

/** Parts of a list of requests that can be sent together. */
export function partsOf(method: string, requests: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = BYTES_AT_ONCE;
  for (const each of requests) {
    const own = Buffer.byteLength(each) + method.length + FRAME;
    bytes += own;
    if (bytes > BYTES_AT_ONCE) {
      parts.push([]);
      bytes = own;
    }
    parts.at(-1)?.push(each);
  }
  return parts;
}

/**
 * Sends requests without waiting for the answers in between, which come in the same order. Undefined for what the compiler
 * refuses to answer.
 */
export function sentTogether(channel: Channel, method: string, requests: readonly string[]): (Buffer | undefined)[] {
  const name = Buffer.from(method);
  for (const each of requests) channel.writeTuple?.(REQUEST, name, each);
  return requests.map(() => {
    channel.readTuple?.();
    const { _msgType: type, _msgName: answered, _msgPayload: payload } = channel;
    if ((type !== RESPONSE && type !== REFUSAL) || !answered?.equals(name))
      throw new Error(`an answer to \`${answered?.toString() ?? ''}\` instead of \`${method}\``);
    return type === RESPONSE ? payload : undefined;
  });
}
