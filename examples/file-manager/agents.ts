import { block, CallbackRunner, defineAgent, delegate } from '@agent-safety/runtime';
import type { Block } from '@agent-safety/runtime';
import type { ConfinedRoot } from './confined-root.ts';
import { fileTools } from './tools.ts';

/** Who may call what below a root, each with a guardrail of their own: a token of one is none of the other. */
export function fileAgents(root: ConfinedRoot) {
  const { readFile, writeFile } = fileTools(root);
  const files = defineAgent({ name: 'files', tools: [readFile, writeFile] });
  const archivist = defineAgent({ name: 'archivist', tools: [readFile] });
  // What both hold: `[readFile, writeFile]` would not compile.
  const reader = delegate(files, archivist, [readFile]);

  return {
    files: new CallbackRunner(files, { beforeTool: sparesHiddenFiles, expiresInMs: 10_000 }),
    reader: new CallbackRunner(reader, { beforeTool: sparesHiddenFiles, expiresInMs: 10_000 }),
    tools: { readFile, writeFile },
  };
}

/** The policy: hidden files are settings and secrets, which no agent touches. */
function sparesHiddenFiles({ args }: { readonly args: { readonly path: string } }): Block | undefined {
  // `..` leads out of the root, which is no question of policy.
  const isHidden = args.path.split(/[/\\]/).some((name) => name.startsWith('.') && name !== '.' && name !== '..');
  return isHidden ? block(`\`${args.path}\` is hidden`) : undefined;
}
