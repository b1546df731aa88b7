import type { Readable, Writable } from 'node:stream';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly method?: string;
}

/** The part of the SDKs' transports that these peers play, the same in both versions. */
interface Endpoint {
  onmessage?: ((message: never) => void) | undefined;
  start(): Promise<void>;
  send(message: never): Promise<void>;
}

/** Makes one end of an in-memory pair answer pings, as any JSON-RPC endpoint does, and nothing else. */
export function answerPings(endpoint: Endpoint): void {
  endpoint.onmessage = (message: Message) => {
    if (message.method === 'ping') {
      void endpoint.send({ jsonrpc: '2.0', id: message.id, result: {} } as never).catch(() => undefined);
    }
  };
  void endpoint.start();
}

/** The other end of a stdio transport's two streams. */
export class PipeTransport {
  onmessage?: (message: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #input: Readable;
  readonly #output: Writable;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    createInterface({ input: this.#input }).on('line', (line) => this.onmessage?.(JSON.parse(line) as never));
    return Promise.resolve();
  }

  send(message: unknown): Promise<void> {
    this.#output.write(`${JSON.stringify(message)}\n`);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#input.destroy();
    this.onclose?.();
    return Promise.resolve();
  }
}

/** Child processes that speak MCP over stdio, and those of them that still run. */
export class ChildPeer {
  /** Every process writes its id into this folder. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'mcp-peer-'));

  get command(): { command: string; args: string[] } {
    const script = fileURLToPath(new URL('peer-server.mjs', import.meta.url));
    return { command: process.execPath, args: [script, this.#folder] };
  }

  running(): readonly number[] {
    return readdirSync(this.#folder).map(Number).filter(isRunning);
  }

  close(): void {
    for (const id of this.running()) process.kill(id);
    rmSync(this.#folder, { recursive: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
