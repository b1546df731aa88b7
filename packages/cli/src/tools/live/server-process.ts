import { type ChildProcess, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type JSONRPCMessage, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import spawn from 'cross-spawn';
import { onExit } from 'signal-exit';
import type { StdioConnection } from './connection.ts';

/** How much of what a server writes to its standard error is kept, in characters. */
const MAX_KEPT = 2000;
/** The longest message of a server that is read, in bytes. */
const MAX_MESSAGE = 16 * 1024 * 1024;
/** How long a server has to end by itself after its input ended, and after a signal, in milliseconds. */
const GRACE = 1000;

/** Those that run: ended with this process, whatever ends it. */
const running = new Set<ServerProcess>();
let endsWithUs: (() => void) | undefined;

/**
 * A server that is started as a process, with the processes that it starts itself: `npx` runs a shell that runs the server.
 * The transport of the SDK ends the first of them only, and a server that ignores the end of its input would stay.
 */
export class ServerProcess implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The end of what it wrote to its standard error. */
  errorOutput = '';
  /** What it wrote to its standard output, as long as there was no message of the protocol. */
  strayOutput = '';
  /** How it ended by itself: `code 1`, `signal SIGTERM`. */
  ending: string | undefined;
  readonly stderr = null;
  readonly #connection: StdioConnection;
  readonly #buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  #child: ChildProcess | undefined;
  #hasAnswered = false;
  #isClosed = false;

  constructor(connection: StdioConnection) {
    this.#connection = connection;
  }

  /** By `pid` and `stderr` the SDK knows a server that runs as a process. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** @throws Error of the system, where the program cannot be started */
  async start(): Promise<void> {
    const { command, args, env } = this.#connection;
    const child = spawn(command, [...args], {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of processes of its own, which can be ended as a whole.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    endsWithUs ??= onExit(() => {
      for (const each of running) each.kill('SIGKILL');
    });
    running.add(this);
    child.stdin?.on('error', (error) => this.onerror?.(error));
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#read(chunk);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.errorOutput = (this.errorOutput + text).slice(-MAX_KEPT);
    });
    child.once('exit', (code, signal) => {
      this.ending = signal === null ? `code ${String(code)}` : `signal ${signal}`;
    });
    child.once('close', () => {
      if (!this.#isClosed) this.onclose?.();
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (error) => {
        running.delete(this);
        reject(error);
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin;
    const failure = await new Promise<Error | null | undefined>((resolve) => {
      if (input?.writable) input.write(serializeMessage(message), resolve);
      else resolve(new Error('It takes no more messages'));
    });
    if (!failure) return;
    // What can no longer be written to has mostly ended, which its process reports a moment later.
    await this.#ended(GRACE);
    throw failure;
  }

  /** Ends the server, with all that it has started: by the end of its input, then by signals. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const child = this.#child;
    if (child?.pid !== undefined) {
      child.stdin?.end();
      await this.#ended(GRACE);
      this.kill('SIGTERM');
      await this.#ended(GRACE);
      this.kill('SIGKILL');
      await this.#ended(GRACE);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    }
    running.delete(this);
    this.onclose?.();
  }

  /** Sends a signal to the server and to all that it has started. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { windowsHide: true });
      else process.kill(-pid, signal);
    } catch {
      // There is none left.
    }
  }

  async #ended(milliseconds: number): Promise<void> {
    for (let waited = 0; this.ending === undefined && waited < milliseconds; waited += 10) await delay(10);
  }

  #read(chunk: Buffer): void {
    try {
      this.#buffer.append(chunk);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#buffer.readMessage();
        if (message === null) break;
        this.#hasAnswered = true;
        this.onmessage?.(message);
      } catch (error) {
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
    if (!this.#hasAnswered && this.strayOutput.length < MAX_KEPT)
      this.strayOutput += chunk.toString('utf8', 0, MAX_KEPT);
  }
}
