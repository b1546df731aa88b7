import { it, vi } from 'vitest';
import { z } from 'zod';
import { block, CallbackRunner, defineAgent, defineTool } from '../../../../packages/runtime/src/index.ts';
import type { Block } from '../../../../packages/runtime/src/index.ts';
import { elsewhere } from '../../../../packages/runtime/src/adapters/elsewhere.ts';
import { withoutNetwork } from '../without-network.ts';

/** What the guardrail is asked about, in whichever agent. */
export interface Asked {
  readonly name: string;
  readonly args: unknown;
}

type Decide = (call: Asked) => Block | undefined | Promise<Block | undefined>;

/** Lets all calls pass but those of `it`, which is precious. */
function protectsIt({ args }: Asked): Block | undefined {
  return (args as { readonly path?: string }).path === 'it' ? block('`it` is precious') : undefined;
}

export function failing(): never {
  throw new Error('the policy is down at 10.0.0.1');
}

const pathOnly = z.object({ path: z.string() });

/**
 * An agent that holds `erase`, which the contract runs, and `wipe`, which the SDK runs; the runner of its guardrail; and
 * what was run, by either. `purge` is a tool that the agent does not hold.
 */
export function filesAgent(decide: Decide = protectsIt, name = 'files') {
  const erased = vi.fn<(path: string) => void>();
  const wiped = vi.fn<(path: string) => void>();
  const beforeTool = vi.fn(async ({ name: tool, args }: Asked) => decide({ name: tool, args }));
  const erase = defineTool({
    name: 'erase',
    description: 'Erases a file',
    class: 'write',
    guardrail: 'required',
    input: pathOnly.extend({
      tag: z
        .string()
        .transform((tag) => `${tag}!`)
        .optional(),
    }),
    handler: ({ path, tag }) => {
      erased(tag === undefined ? path : `${path} ${tag}`);
      if (path === 'locked') throw new Error('the file is locked');
      return `erased ${path}`;
    },
  });
  const wipe = defineTool({
    name: 'wipe',
    description: 'Wipes a disk',
    class: 'write',
    guardrail: 'required',
    input: pathOnly.extend({ passes: z.number().default(1) }),
    handler: elsewhere,
  });
  const agent = defineAgent({ name, tools: [erase, wipe] });
  return {
    runner: new CallbackRunner(agent, { beforeTool }),
    agent,
    erased,
    wiped,
    beforeTool,
    asked: () => callsOf(beforeTool),
  };
}

function callsOf(beforeTool: { readonly mock: { readonly calls: readonly (readonly [Asked])[] } }): readonly Asked[] {
  return beforeTool.mock.calls.map(([{ name, args }]) => ({ name, args: { ...(args as object) } }));
}

/** Registers a test during which nothing may be fetched. */
export function offline(title: string, body: () => Promise<void>): void {
  it(title, () => withoutNetwork(body));
}
