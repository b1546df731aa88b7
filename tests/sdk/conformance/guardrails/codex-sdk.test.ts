import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Codex, type ThreadOptions } from '@openai/codex-sdk';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proves } from './proves.ts';

/**
 * The program that the SDK starts is a binary of some hundred megabytes, which is not installed. Where this names it, a
 * model calls its shell. Otherwise a stand-in writes down what the program is given.
 */
const PROGRAM = process.env.CODEX_PATH;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'codex-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The words that the program is started with. */
async function wordsOf(options: ThreadOptions, resumed?: string): Promise<readonly string[]> {
  const program = join(folder, 'codex');
  const given = join(folder, 'given.json');
  const code = `require('node:fs').writeFileSync(${JSON.stringify(given)}, JSON.stringify(process.argv.slice(2)));`;
  await writeFile(program, `#!${process.execPath}\n${code}\n`, { mode: 0o755 });
  const codex = new Codex({ codexPathOverride: program });
  const thread = resumed === undefined ? codex.startThread(options) : codex.resumeThread(resumed, options);
  await thread.run('go');
  return JSON.parse(await readFile(given, 'utf8')) as readonly string[];
}

describe('what the SDK starts', () => {
  proves('codex-sdk.startThread', '`codex exec`, with the sandbox as an option', async () => {
    const words = await wordsOf({ sandboxMode: 'danger-full-access' });
    expect(words[0]).toBe('exec');
    expect(words.join(' ')).toContain(' --sandbox danger-full-access');
  });

  proves('codex-sdk.resumeThread', 'the same, with the thread that goes on', async () => {
    const words = await wordsOf({ sandboxMode: 'workspace-write' }, 'some-thread');
    expect(words[0]).toBe('exec');
    expect(words.join(' ')).toContain(' --sandbox workspace-write resume some-thread');
  });

  proves('codex-sdk.startThread', 'leaves the sandbox to the settings where none is given', async () => {
    expect(await wordsOf({})).not.toContain('--sandbox');
  });
});

describe.runIf(PROGRAM !== undefined)('what the program lets its model do', () => {
  it.each<[ThreadOptions, boolean]>([
    [{ sandboxMode: 'danger-full-access' }, true],
    [{ sandboxMode: 'danger-full-access', approvalPolicy: 'never' }, true],
    [{ sandboxMode: 'danger-full-access', approvalPolicy: 'on-request' }, true],
    [{ sandboxMode: 'workspace-write', approvalPolicy: 'never' }, false],
    [{ sandboxMode: 'read-only', approvalPolicy: 'never' }, false],
  ])(
    'codex-sdk.startThread: %j: writes outside of its folder: %s',
    async (options, isWritten) => {
      const target = join(import.meta.dirname, `written-${process.pid.toString()}`);
      try {
        await letWrite(target, options);
        expect(existsSync(target)).toBe(isWritten);
      } finally {
        await rm(target, { force: true });
      }
    },
    60_000,
  );
});

/** Lets a model of a thread call its shell once. */
async function letWrite(target: string, options: ThreadOptions): Promise<void> {
  let turns = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const call = { type: 'function_call', call_id: 'call', name: 'exec_command' };
    const item =
      turns++ === 0
        ? { ...call, arguments: JSON.stringify({ cmd: `touch ${target}` }) }
        : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
    for (const event of [
      { type: 'response.created', response: { id: 'response' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'response', usage: null } },
    ])
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const provider = { name: 'local', base_url: `http://127.0.0.1:${port.toString()}/v1`, wire_api: 'responses' };
  const codex = new Codex({
    ...(PROGRAM !== undefined && { codexPathOverride: PROGRAM }),
    env: { ...(process.env as Record<string, string>), CODEX_HOME: folder },
    config: { model_provider: 'local', model_providers: { local: provider } },
  });
  try {
    await codex.startThread({ ...options, workingDirectory: folder, skipGitRepoCheck: true, model: 'none' }).run('go');
  } finally {
    server.close();
  }
}
