import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runtimeMcpClient, runtimeMcpServerSession } from '../../../src/models/sessions/agent-safety-mcp.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import type { Protocol } from '../../../src/models/sessions/protocol.ts';
import { type Closing, observeClosing } from './closing.ts';
import { agrees, expected, expectedAfter, observe } from './observe.ts';
import { madeTwice } from './mastra-mcp.ts';
import { overlappingConnects } from './openai-agents-mcp.ts';
import { rigs } from './rigs.ts';
import { PAGE, type Run, withTables } from './tables.ts';

/** Child processes are started one by one on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Every operation on every handle of these, consumed ones too, is tried in packages/runtime/tests/mcp/paths.test.ts. */
const ofRuntime: readonly Protocol[] = [runtimeMcpClient, runtimeMcpServerSession];

describe('what the SDKs do is what the protocols say', () => {
  const runs: Run[] = [];
  const closings: Closing[] = [];
  // Lists that are empty because nobody was asked are explained there.
  const debug = vi.spyOn(console, 'debug');

  beforeAll(() => void debug.mockImplementation(() => undefined));
  afterAll(() => debug.mockRestore());

  it('covers every cell of every protocol, or says why not', () => {
    const ofSdks = builtInProtocols.filter((protocol) => !ofRuntime.includes(protocol));
    const missing = ofSdks.flatMap((protocol) => {
      const its = rigs.filter((rig) => rig.protocol === protocol);
      return Object.keys(protocol.states)
        .filter((state) => !its.some(({ reach }) => state in reach))
        .map((state) => `${protocol.id} ${state}`);
    });
    expect(missing).toEqual([]);
  });

  it.each(rigs.map((rig) => [[rig.protocol.id, rig.subject].filter(Boolean).join(', '), rig] as const))(
    '%s',
    async (_name, rig) => {
      const observations = await observe(rig);
      runs.push({ rig, observations });
      const different = observations
        .filter((observation) => !agrees(rig, observation))
        .map(({ state, op, seen, after, message }) => ({
          cell: `${state}/${op}`,
          said: [expected(rig.protocol, state, op), expectedAfter(rig.protocol, state, op)],
          seen: [seen, after, message],
        }));
      expect(different).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    'rejects, of two overlapping connects of an HTTP server of OpenAI Agents, the one that is answered last',
    async () => {
      const changed = new Error('Streamable HTTP MCP server changed during connect.');
      expect(await overlappingConnects('answered last')).toEqual([undefined, changed]);
      expect(await overlappingConnects('answered first')).toEqual([changed, undefined]);
    },
    TIMEOUT_MS,
  );

  it(
    'gives out, for an id, the one client of Mastra that there is, and makes no second one without an id',
    async () => {
      expect(await madeTwice('desk')).toEqual({ isSame: true, error: undefined });
      const refusal = 'MCPClient was initialized multiple times with the same configuration options.';
      expect(await madeTwice(undefined)).toEqual({ isSame: false, error: refusal });
    },
    TIMEOUT_MS,
  );

  it(
    'says that a session is closed once `close()` was called, which requests are over every transport',
    async () => {
      closings.push(...(await observeClosing()));
      expect(closings.filter(({ request }) => request !== 'rejects')).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('takes no `connect()` straight after a `close()` for wrong: it works where the transport is gone at once', () => {
    expect(closings.filter(({ holds, connect }) => holds === (connect === 'ok'))).toEqual([]);
    expect(new Set(closings.map(({ holds }) => holds))).toEqual(new Set([true, false]));
  });

  it(
    'has its tables in the docs: `npx tsx tests/sdk/conformance/write-tables.ts` writes them',
    async () => {
      const page = readFileSync(PAGE, 'utf8');
      expect(await withTables(page, runs, closings)).toBe(page);
    },
    TIMEOUT_MS,
  );
});
