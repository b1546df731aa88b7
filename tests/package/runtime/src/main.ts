import {
  block,
  CallbackRunner,
  defineAgent,
  defineTool,
  delegate,
  digestOf,
  GuardrailBlocked,
  invokeTool,
  noGuardrailRequired,
} from '@agent-safety/runtime';
import type { GuardrailToken, StandardSchemaV1 } from '@agent-safety/runtime';
import { createConnector, parseRegistry } from '@agent-safety/runtime/policy';

const file: StandardSchemaV1<{ path: string; content: string }> = {
  '~standard': {
    version: 1,
    vendor: 'example',
    validate: (value) => ({ value: value as { path: string; content: string } }),
  },
};
const writeFile = defineTool({
  name: 'writeFile',
  class: 'write',
  input: file,
  guardrail: 'required',
  handler: ({ content }) => content.length,
});
const readFile = defineTool({
  name: 'readFile',
  class: 'read',
  input: file,
  guardrail: noGuardrailRequired('reads below the root only'),
  handler: ({ path }) => path,
});
const editor = defineAgent({ name: 'editor', tools: [readFile, writeFile] });
const reader = defineAgent({ name: 'reader', tools: [readFile] });
const runner = new CallbackRunner(editor, {
  beforeTool: ({ args }) => (args.path.startsWith('/') ? block('outside of the root') : undefined),
});

const args = { path: 'a.txt', content: 'hello' };

void tell();

async function tell(): Promise<void> {
  console.log(await write(args));
  console.log(await write({ ...args, path: '/etc/passwd' }));
  console.log(await forge());
  console.log(await widen());
  console.log(await digest());
  console.log(await unclassified());
}

async function write(asked: typeof args): Promise<string> {
  const token = await runner.runBeforeTool(writeFile, asked);
  if (token instanceof GuardrailBlocked) return `blocked: ${token.reason}`;
  return `wrote ${await invokeTool(editor, writeFile, asked, token)}`;
}

async function forge(): Promise<string> {
  // @ts-expect-error -- no token
  const withoutToken = invokeTool(editor, writeFile, args);
  return withoutToken.then(String, ({ name }: Error) => name);
}

async function widen(): Promise<string> {
  try {
    // @ts-expect-error -- reader does not hold writeFile
    delegate(editor, reader, [writeFile]);
    return 'lent';
  } catch (error) {
    return (error as Error).name;
  }
}

async function digest(): Promise<string> {
  return (await digestOf(args)).slice(0, 7);
}

/** By the registry of a server that has no tools. */
async function unclassified(): Promise<string> {
  const document = { schema_id: 'talos.mcp.tool_registry', schema_version: 'v1', server_id: 'files', tools: [] };
  const connector = createConnector({ registry: parseRegistry(document), call: () => 'ran' });
  const outcome = connector.call({ server_id: 'files', tool_name: 'erase' });
  return outcome.then(String, ({ code }: { code: string }) => code);
}

export type Token = GuardrailToken<typeof writeFile, typeof editor>;
