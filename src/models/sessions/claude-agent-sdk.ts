import type { Op, Protocol } from './protocol.ts';

/**
 * The Claude Agent SDK. Read from `@anthropic-ai/claude-agent-sdk` 0.3.330 (`sdk.d.ts`, `sdk.mjs`), and executed with a
 * peer in the place of the Claude Code process that speaks its control protocol.
 */
const source = 'https://docs.claude.com/en/api/agent-sdk/typescript';

const sdk = { packages: ['@anthropic-ai/claude-agent-sdk'] } as const;

/** Asks the process, which is gone. */
const control = { role: 'use', from: ['open'], misuse: { closed: 'rejects' } } as const satisfies Op;

const closeQuery = { role: 'close', from: ['open', 'closed'], moves: { open: 'closed' } } as const satisfies Op;

export const claudeQuery = {
  id: 'claude-agent-sdk.query',
  noun: 'query',
  subjects: [{ ...sdk, names: ['Query'] }],
  states: {
    open: { phase: 'open', text: 'running' },
    closed: { phase: 'closed', text: 'closed' },
  },
  factories: [
    { callee: { ...sdk, names: ['query'] }, state: 'open' },
    { callee: { ...sdk, names: ['WarmQuery'], method: 'query' }, state: 'open' },
    { callee: { ...sdk, names: ['SpareProcess'], method: 'claim' }, state: 'open' },
  ],
  ops: {
    interrupt: control,
    setPermissionMode: control,
    setMcpPermissionModeOverride: { ...control, versions: '>=0.3.187' },
    setModel: control,
    setMaxThinkingTokens: { ...control, versions: '>=0.1.22' },
    applyFlagSettings: { ...control, versions: '>=0.2.77' },
    updateSettings: { ...control, versions: '>=0.3.257' },
    reinitialize: { ...control, versions: '>=0.3.195' },
    mcpServerStatus: control,
    getContextUsage: { ...control, versions: '>=0.2.86' },
    usage_EXPERIMENTAL_MAY_CHANGE_DO_NOT_RELY_ON_THIS_API_YET: { ...control, versions: '>=0.3.169' },
    // `null`, as for a file that is not there.
    readFile: { ...control, versions: '>=0.2.116', misuse: { closed: 'silently-empty' } },
    reloadPlugins: { ...control, versions: '>=0.2.85' },
    reloadSkills: { ...control, versions: '>=0.3.163' },
    reloadOutputStyles: { ...control, versions: '>=0.3.261' },
    rewindFiles: { ...control, versions: '>=0.1.63' },
    seedReadState: { ...control, versions: '>=0.2.83' },
    reconnectMcpServer: { ...control, versions: '>=0.2.21' },
    toggleMcpServer: { ...control, versions: '>=0.2.21' },
    readMcpResource: { ...control, versions: '>=0.3.280' },
    setMcpServers: { ...control, versions: '>=0.1.70' },
    streamInput: { ...control, versions: '>=0.1.53' },
    stopTask: { ...control, versions: '>=0.2.41' },
    backgroundTasks: { ...control, versions: '>=0.2.139' },
    close: { ...closeQuery, versions: '>=0.2.15' },
    return: { ...closeQuery, settles: {} },
    throw: { ...closeQuery, settles: {} },
    'Symbol.asyncDispose': { ...closeQuery, settles: {} },
  },
  neutral: [
    // Answers of the handshake, which are kept.
    'initializationResult',
    'supportedCommands',
    'supportedModels',
    'supportedAgents',
    'accountInfo',
    // Reading on after the end yields nothing, which does no harm.
    'next',
    'Symbol.asyncIterator',
  ],
  source,
} as const satisfies Protocol;

export const claudeWarmQuery = {
  id: 'claude-agent-sdk.warm-query',
  noun: 'warm query',
  subjects: [{ ...sdk, names: ['WarmQuery'] }],
  states: {
    warm: { phase: 'open', text: 'warm' },
    used: { phase: 'closed', text: 'used up by its first `query()`' },
    closed: { phase: 'closed', text: 'closed' },
  },
  factories: [{ callee: { ...sdk, names: ['startup'] }, state: 'warm' }],
  ops: {
    query: { role: 'use', from: ['warm'], moves: { warm: 'used' }, misuse: { used: 'throws', closed: 'throws' } },
    close: { role: 'close', from: ['warm', 'used', 'closed'], moves: { warm: 'closed' } },
    'Symbol.asyncDispose': {
      role: 'close',
      from: ['warm', 'used', 'closed'],
      moves: { warm: 'closed', used: 'closed' },
      settles: {},
    },
  },
  mustClose: ['warm'],
  source,
} as const satisfies Protocol;

const closeSpare = {
  role: 'close',
  from: ['parked', 'claimed', 'closed'],
  moves: { parked: 'closed', claimed: 'closed' },
} as const satisfies Op;

export const claudeSpareProcess = {
  id: 'claude-agent-sdk.spare-process',
  noun: 'spare process',
  subjects: [{ ...sdk, names: ['SpareProcess'] }],
  states: {
    parked: { phase: 'open', text: 'parked' },
    claimed: { phase: 'closed', text: 'already claimed' },
    closed: { phase: 'closed', text: 'closed' },
  },
  factories: [{ callee: { ...sdk, names: ['prewarm'] }, state: 'parked' }],
  ops: {
    claim: {
      role: 'use',
      from: ['parked'],
      moves: { parked: 'claimed' },
      misuse: { claimed: 'throws', closed: 'throws' },
    },
    close: closeSpare,
    'Symbol.asyncDispose': { ...closeSpare, settles: {} },
  },
  mustClose: ['parked'],
  source,
} as const satisfies Protocol;
