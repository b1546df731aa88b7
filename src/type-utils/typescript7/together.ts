import { CompilerFailure } from './compiler-failure.ts';

/** The channel to the compiler's process, as far as its interface has it: what is used of it to send requests together. */
export interface Channel {
  readonly child?: { readonly pid?: number; readonly kill: (signal: 'SIGKILL') => boolean };
  readonly callbacks?: ReadonlyMap<string, unknown>;
  readonly writeAllBuf?: (bytes: Buffer) => void;
  readonly readTuple?: () => void;
  readonly _msgType?: number;
  readonly _msgName?: Buffer;
  readonly _msgPayload?: Buffer;
}

export interface Request {
  readonly method: string;
  readonly params: unknown;
}

/** What the compiler refused to answer, and why. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const REQUEST = 1;
const RESPONSE = 4;
const REFUSAL = 5;

/**
 * How many requests may be under way, and how many bytes of them: less than the buffer of the system's sockets holds. The
 * compiler reads the next request when its answer to the one before is read.
 */
const REQUESTS_AT_ONCE = 128;
const BYTES_AT_ONCE = process.platform === 'linux' ? 24_000 : 6000;

/** What a request takes besides its text. */
const FRAME = 16;

/**
 * Whether requests can be sent together: not where the compiler reads files through this process. It does so in the middle of
 * an answer, too, and would take the next request for the file.
 */
export function canSendTogether({ callbacks, writeAllBuf, readTuple }: Channel): boolean {
  return callbacks?.size === 0 && writeAllBuf !== undefined && readTuple !== undefined;
}

/** Parts of a list of requests that can be sent together. */
export function partsOf(requests: readonly Request[]): readonly (readonly Request[])[] {
  const parts: Request[][] = [];
  let bytes = BYTES_AT_ONCE;
  for (const each of requests) {
    const own = Buffer.byteLength(JSON.stringify(each.params)) + each.method.length + FRAME;
    bytes += own;
    if (bytes > BYTES_AT_ONCE || parts.at(-1)?.length === REQUESTS_AT_ONCE) {
      parts.push([]);
      bytes = own;
    }
    parts.at(-1)?.push(each);
  }
  return parts;
}

/** Sends requests without waiting for the answers in between, which come in the same order. */
export function sentTogether(channel: Channel, requests: readonly Request[]): (Buffer | Refusal)[] {
  channel.writeAllBuf?.(Buffer.concat(requests.flatMap(framesOf)));
  return requests.map(({ method }) => {
    channel.readTuple?.();
    const { _msgType: type, _msgName: answered, _msgPayload: payload } = channel;
    if ((type !== RESPONSE && type !== REFUSAL) || !payload || answered?.toString() !== method)
      throw new Error(`an answer to \`${answered?.toString() ?? ''}\` instead of \`${method}\``);
    return type === RESPONSE ? payload : new Refusal(payload.toString());
  });
}

/** A request as the channel has it, in MessagePack: an array of its type, its method and its parameters as JSON. */
function framesOf({ method, params }: Request): readonly Buffer[] {
  return [Buffer.from([0x93, REQUEST]), ...binary(method), ...binary(JSON.stringify(params))];
}

function binary(text: string): readonly Buffer[] {
  const content = Buffer.from(text);
  const head = Buffer.alloc(5, 0xc6);
  head.writeUInt32BE(content.length, 1);
  return [head, content];
}

/** Where the interface sends its requests. */
interface Requester {
  apiRequest: (method: string, params: unknown) => unknown;
}

/** A call stopped at its request. */
class Pending extends Error {
  readonly request: Request;

  constructor(request: Request) {
    super();
    this.request = request;
  }
}

/**
 * The results of calls of the interface that send a request each, at most: they are run up to it, and again with the answer.
 */
export function joined<Result>(
  calls: readonly (() => Result)[],
  requester: Requester,
  send: (requests: readonly Request[]) => readonly (Buffer | Refusal)[],
): readonly (Result | Refusal)[] {
  const { apiRequest } = requester;
  const requests: Request[] = [];
  const limit = Error.stackTraceLimit;
  const begun = calls.map((call): { readonly result: Result | Refusal } | undefined => {
    requester.apiRequest = (method, params) => {
      throw new Pending({ method, params });
    };
    Error.stackTraceLimit = 0;
    try {
      return { result: call() };
    } catch (error) {
      if (!(error instanceof Pending)) return { result: refusalOf(error) };
      requests.push(error.request);
      return undefined;
    } finally {
      Error.stackTraceLimit = limit;
      requester.apiRequest = apiRequest;
    }
  });
  const answers = send(requests);
  let next = 0;
  return calls.map((call, index) => {
    const done = begun[index];
    if (done) return done.result;
    const answer = answers[next++];
    if (!answer || answer instanceof Refusal) return answer ?? new Refusal('no answer');
    requester.apiRequest = () => {
      requester.apiRequest = apiRequest;
      return answer.length > 0 ? (JSON.parse(answer.toString()) as unknown) : undefined;
    };
    try {
      return call();
    } catch (error) {
      return refusalOf(error);
    } finally {
      requester.apiRequest = apiRequest;
    }
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof CompilerFailure || !(error instanceof Error)) throw error;
  return new Refusal(error.message);
}
