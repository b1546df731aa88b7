import { fileURLToPath } from 'node:url';
import { prewarm, query, startup } from '@anthropic-ai/claude-agent-sdk';
import type { Query, SDKUserMessage, SpareProcess, WarmQuery } from '@anthropic-ai/claude-agent-sdk';
import { claudeQuery, claudeSpareProcess, claudeWarmQuery } from '../../../src/models/sessions/claude-agent-sdk.ts';
import { callMember } from './members.ts';
import type { Rig, Stage } from './observe.ts';
import { judgeLifecycle } from './wire.ts';

const options = {
  pathToClaudeCodeExecutable: fileURLToPath(new URL('claude-peer.mjs', import.meta.url)),
  executable: 'node',
} as const;

/** Child processes take their time on a busy machine, and no operation of these hangs. */
const patience = 10_000;

const hello: SDKUserMessage = {
  type: 'user',
  message: { role: 'user', content: 'hello' },
  parent_tool_use_id: null,
  session_id: '',
};

/** One prompt, and an input that stays open: control requests are for such queries only. */
async function* conversation(): AsyncGenerator<SDKUserMessage> {
  yield hello;
  await new Promise(() => undefined);
}

/** One more prompt, and the end. */
async function* more(): AsyncGenerator<SDKUserMessage> {
  yield await Promise.resolve(hello);
}

const queryArguments: Readonly<Record<string, readonly unknown[]>> = {
  setPermissionMode: ['default'],
  setMcpPermissionModeOverride: ['peer', null],
  setModel: ['none'],
  setMaxThinkingTokens: [1],
  applyFlagSettings: [{}],
  updateSettings: ['userSettings', {}],
  readFile: ['/tmp/none'],
  rewindFiles: ['message-1'],
  seedReadState: ['/tmp/none', 0],
  reconnectMcpServer: ['peer'],
  toggleMcpServer: ['peer', true],
  readMcpResource: ['peer', 'note://one'],
  setMcpServers: [{}],
  stopTask: ['task-1'],
};

function call(session: object, op: string, given: readonly unknown[]): unknown {
  if (op === 'Symbol.asyncDispose') return (session as AsyncDisposable)[Symbol.asyncDispose]();
  return callMember(session, [], op, given);
}

async function queryStage(prepare?: (session: Query) => unknown): Promise<Stage> {
  const session = query({ prompt: conversation(), options });
  // The handshake, and the first message of the answer.
  await session.next();
  await prepare?.(session);
  return {
    call: (op) => {
      if (op === 'streamInput') return session.streamInput(more());
      if (op === 'throw') return session.throw(new Error('stop')).catch(() => undefined);
      return call(session, op, queryArguments[op] ?? []);
    },
    judge: (_op, ending) =>
      ending.kind === 'fulfilled' && ending.value === null ? 'silently-empty' : judgeLifecycle(ending),
    dispose: () => {
      session.close();
      return Promise.resolve();
    },
  };
}

async function warmStage(prepare?: (session: WarmQuery) => unknown): Promise<Stage> {
  const session = await startup({ options });
  await prepare?.(session);
  return {
    call: (op) => call(session, op, ['hello']),
    judge: (_op, ending) => judgeLifecycle(ending),
    dispose: async () => session[Symbol.asyncDispose](),
  };
}

async function spareStage(prepare?: (session: SpareProcess) => unknown): Promise<Stage> {
  const session = await prewarm({ options });
  session.claimed.catch(() => undefined);
  await prepare?.(session);
  return {
    call: (op) => call(session, op, op === 'claim' ? [claim] : []),
    judge: (_op, ending) => judgeLifecycle(ending),
    dispose: async () => session[Symbol.asyncDispose](),
  };
}

const claim = { prompt: 'hello', options: { cwd: process.cwd() } };

/** What a claim or query answers is drained, so that its process ends. */
async function ignored(started: Query): Promise<void> {
  await started.next();
}

export const claudeRigs: readonly Rig[] = [
  {
    protocol: claudeQuery,
    patience,
    // The end of what it streams is the end of the conversation.
    shared: (op) => op !== 'streamInput',
    neutral: true,
    notRun: { '*/Symbol.asyncIterator': 'Answers the query itself.' },
    reach: {
      open: () => queryStage(),
      closed: () => queryStage((session) => session.close()),
    },
  },
  {
    protocol: claudeWarmQuery,
    patience,
    reach: {
      warm: () => warmStage(),
      used: () => warmStage((session) => ignored(session.query('hello'))),
      closed: () => warmStage((session) => session.close()),
    },
  },
  {
    protocol: claudeSpareProcess,
    patience,
    reach: {
      parked: () => spareStage(),
      claimed: () => spareStage((session) => ignored(session.claim(claim))),
      closed: () => spareStage((session) => session.close()),
    },
  },
];
