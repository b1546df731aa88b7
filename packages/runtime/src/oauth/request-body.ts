import { readJson } from '../json.ts';
import type { Json } from '../json.ts';
import { Refused } from './refusal.ts';

/**
 * Reads the JSON body of a request. Of two properties with one name the last one counts, as for `JSON.parse`; what is
 * handed on is written anew, and has each name once.
 *
 * @returns `undefined` for a request without body, unless it is a POST
 * @throws Refused where the body is too large, or is not JSON in UTF-8
 */
export async function readBody(request: Request, maxBytes: number): Promise<Json | undefined> {
  if (request.body === null && request.method !== 'POST') return undefined;
  requireJsonType(request.headers.get('content-type'));
  return parsed(await bytesOf(request, maxBytes));
}

/** The media type of RFC 8259. Another charset would be decoded to another text by whoever reads the body next. */
function requireJsonType(contentType: string | null): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset') || /^charset="?utf-8"?$/.test(parameter),
  );
  if (type !== 'application/json' || !isUtf8) {
    throw new Refused('unsupported media type', 'The body has to be application/json in UTF-8.');
  }
}

function parsed(bytes: Uint8Array): Json {
  try {
    return readJson(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), 'The body');
  } catch (cause) {
    throw new Refused('invalid request', 'The body is not JSON that can be read.', { cause });
  }
}

async function bytesOf(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = new Refused('body too large', `The body has more than ${maxBytes} bytes.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      throw tooLarge;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
