import type { CalleeRef, ExportRef } from './protocol.ts';

/**
 * Calls that fail in ordinary operation, whatever the program does right: a model or a network is out of reach. That the
 * requests of a session do, and the calls that run its tools, follows from its protocol.
 */
export const failingCalls: readonly CalleeRef[] = [
  // https://ai-sdk.dev/docs/ai-sdk-core/error-handling, executed with `ai` 7.0.173
  { packages: ['ai'], names: ['generateText', 'embed', 'embedMany'] },
  { packages: ['ai'], names: ['ToolLoopAgent'], method: 'generate' },
  // https://openai.github.io/openai-agents-js/guides/running-agents, executed with `@openai/agents` 0.20.0
  { packages: ['@openai/agents-core', '@openai/agents'], names: ['run'] },
  { packages: ['@openai/agents-core', '@openai/agents'], names: ['Runner'], method: 'run' },
];

/** Requests of a session that fail where its connection is gone, and nothing is left to close. */
export const isListing = (method: string): boolean => /^(?:list[A-Z]|ping$)/.test(method);

/** Functions of the platform that fail in ordinary operation. */
export const failingGlobals: ReadonlySet<string> = new Set(['fetch']);

/** Promises that an object has as members, and that are rejected when what they are of fails. */
export interface FailingMembers {
  readonly of: ExportRef;
  readonly members: readonly string[];
}

/** `textStream` just ends, and `consumeStream()` is fulfilled: both leave the error to `onError`. */
export const failingMembers: readonly FailingMembers[] = [
  {
    of: { packages: ['ai'], names: ['StreamTextResult'] },
    members: [
      'content',
      'files',
      'finishReason',
      'output',
      'reasoning',
      'reasoningText',
      'request',
      'response',
      'sources',
      'steps',
      'text',
      'toolCalls',
      'toolResults',
      'totalUsage',
      'usage',
      'warnings',
    ],
  },
];
