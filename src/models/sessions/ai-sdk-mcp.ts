import type { CallRule, ExportRef, Op, Protocol } from './protocol.ts';
import { awaitedRuns, running } from './runs.ts';

/**
 * The MCP client of the AI SDK. Read from, and executed against, `@ai-sdk/mcp` 2.0.99 (`dist/index.js`) with `ai`
 * 7.0.173. Of `ai` 4, which had the client itself, only the declarations and the error were read (4.3.19).
 */
const source = 'https://ai-sdk.dev/docs/ai-sdk-core/mcp-tools';

const own = { packages: ['@ai-sdk/mcp'] } as const;
const early = { packages: ['ai'], versions: '>=4.1.55 <5.0.79' } as const;
const ai = { packages: ['ai'] } as const;
const loopAgent = { ...ai, names: ['ToolLoopAgent', 'Agent'], versions: '>=6.0.0' } as const;

/** The function's own name, and another one that the packages export it by. */
const factoryNames = ['createMCPClient', 'experimental_createMCPClient'] as const;

const request = {
  role: 'use',
  from: ['open', 'running'],
  misuse: { closed: 'rejects' },
  interrupted: 'rejects',
} as const satisfies Op;

/** The tools outlive the client that they came from, and fail when the model calls one of them. */
const needsTools = {
  role: 'use',
  from: ['open', 'running'],
  misuse: { closed: 'breaks-later' },
} as const satisfies Op;

const streamResult: ExportRef = { ...ai, names: ['StreamTextResult'] };

/** What passes a stream on, or reads it: awaiting what they return is awaiting the stream's end. */
const passedOn = [
  'consumeStream',
  'toUIMessageStream',
  'toUIMessageStreamResponse',
  'toTextStreamResponse',
  'pipeUIMessageStreamToResponse',
  'pipeTextStreamToResponse',
].map((method): CallRule => ({ callee: { ...streamResult, method }, takes: 'stream', gives: 'stream' }));

/** Definitions of tools came with one version, prompts that are not experimental with others. */
const definitions = { '@ai-sdk/mcp': '>=1.0.20' } as const;
const prompts = { '@ai-sdk/mcp': '>=0.0.7 <1.0.0 || >=2.0.88' } as const;

export const aiSdkMcpClient = {
  id: 'ai-sdk.mcp-client',
  noun: 'client',
  subjects: [
    { ...own, names: ['MCPClient', 'ManagedMCPClient'] },
    { ...early, names: ['MCPClient'] },
  ],
  states: {
    open: { phase: 'open', text: 'open' },
    running,
    closed: { phase: 'closed', text: 'closed' },
  },
  factories: [
    { callee: { ...own, names: factoryNames }, state: 'open' },
    { callee: { ...early, names: factoryNames }, state: 'open' },
  ],
  ops: {
    tools: { ...request, gives: 'tools' },
    toolsFromDefinitions: { ...needsTools, versions: definitions, gives: 'tools' },
    listTools: { ...request, versions: definitions },
    callTool: { ...request, versions: { '@ai-sdk/mcp': '>=2.0.0' } },
    listResources: request,
    listResourceTemplates: request,
    readResource: request,
    listPrompts: { ...request, versions: prompts },
    getPrompt: { ...request, versions: prompts },
    experimental_listPrompts: { ...request, versions: { '@ai-sdk/mcp': '>=1.0.0' } },
    experimental_getPrompt: { ...request, versions: { '@ai-sdk/mcp': '>=1.0.0' } },
    complete: { ...request, versions: { '@ai-sdk/mcp': '>=1.0.55 <2.0.0 || >=2.0.3' } },
    close: {
      role: 'close',
      from: ['open', 'closed'],
      moves: { open: 'closed', running: 'closed' },
      settles: {},
      misuse: { running: 'breaks-later' },
    },
    runTools: { ...needsTools, moves: { open: 'running' } },
    drain: { role: 'use', from: ['open', 'running', 'closed'], moves: { running: 'open' } },
  },
  neutral: ['onElicitationRequest'],
  calls: [
    { callee: { ...ai, names: ['generateText'] }, takes: 'tools', op: 'runTools', gives: 'run' },
    {
      callee: { ...ai, names: ['streamText', 'streamTextLowMemory'] },
      takes: 'tools',
      op: 'runTools',
      gives: 'stream',
    },
    { callee: { ...ai, names: ['ToolLoopAgent'] }, takes: 'tools', gives: 'agent' },
    { callee: { ...loopAgent, method: 'generate' }, takes: 'agent', op: 'runTools', gives: 'run' },
    { callee: { ...loopAgent, method: 'stream' }, takes: 'agent', op: 'runTools', gives: 'start' },
    {
      callee: { ...ai, names: ['createAgentUIStream', 'createAgentUIStreamResponse'] },
      takes: 'agent',
      op: 'runTools',
      gives: 'start',
    },
    { callee: { ...ai, names: ['pipeAgentUIStreamToResponse'] }, takes: 'agent', op: 'runTools', gives: 'run' },
    ...passedOn,
  ],
  awaits: awaitedRuns,
  // Other code may wait for the run, or read its stream to the end.
  spontaneous: { running: 'open' },
  mustClose: ['open', 'running'],
  source,
} as const satisfies Protocol;
