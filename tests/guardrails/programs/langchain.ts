import type { MarkedProgram } from '../marks.ts';

/** Programs on LangChain, LangGraph and deepagents. */
export const langchainPrograms: readonly MarkedProgram[] = [
  {
    name: 'langchain: a human in the loop',
    code: `
import { rm } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

const eraseFile = tool(
  async ({ path }) => {
    await rm(path);
    return 'erased';
  },
  { name: 'erase_file', description: 'Erase a file', schema: z.object({ path: z.string() }) },
);

const clock = tool(() => new Date().toISOString(), {
  name: 'clock',
  description: 'Tell the time',
  schema: z.object({}),
});

export const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [clock, eraseFile],
  checkpointer: new MemorySaver(),
  middleware: [/*[*/humanInTheLoopMiddleware({ interruptOn: { erase_file: true } })/*]*/],
});
`,
  },
  {
    name: 'langchain: the key is the name of the tool itself',
    code: `
import { writeFile } from 'node:fs/promises';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, type InterruptOnConfig } from 'langchain';
import { z } from 'zod';

const saveDraft = tool(
  async ({ name, text }: { name: string; text: string }) => {
    await writeFile('drafts/' + name, text);
    return 'saved as ' + name;
  },
  { name: 'save_draft', description: 'Save a draft', schema: z.object({ name: z.string(), text: z.string() }) },
);

const review: InterruptOnConfig = { allowedDecisions: ['approve', 'edit', 'reject'], description: 'Have a look' };

export function createWriter(model: string) {
  const middleware = [
    humanInTheLoopMiddleware({ interruptOn: { [/*[*/saveDraft.name/*| 'saveDraft' ]*/]: review } }),
  ];
  return createAgent({ model, tools: [saveDraft], middleware, checkpointer: new MemorySaver() });
}
`,
  },
  {
    name: 'langchain: where the loop is kept while a human thinks',
    code: `
import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

const execute = promisify(exec);

const runCommand = tool(async ({ command }) => (await execute(command)).stdout, {
  name: 'run_command',
  description: 'Run a command',
  schema: z.object({ command: z.string() }),
});

const options = {
  model: 'anthropic:claude-sonnet-4-5',
  tools: [runCommand],
  middleware: [
    humanInTheLoopMiddleware({
      interruptOn: { run_command: { allowedDecisions: ['approve', 'reject'] } },
      descriptionPrefix: 'A command waits',
    }),
  ],
};

export const agent = createAgent({ ...options, /*[*/checkpointer: new MemorySaver()/*]*/ });
`,
  },
  {
    name: 'langchain: a middleware around every call of a tool',
    code: `
import { unlink } from 'node:fs/promises';
import { createAgent, createMiddleware, modelCallLimitMiddleware, tool, ToolMessage } from 'langchain';
import { z } from 'zod';

const protectedPaths = ['/etc', '/usr', '/var'];

const discard = tool(
  async ({ path }) => {
    await unlink(path);
    return 'discarded';
  },
  { name: 'discard', description: 'Discard a file', schema: z.object({ path: z.string() }) },
);

const keepSystemFiles = createMiddleware({
  name: 'keepSystemFiles',
  wrapToolCall: async (request, handler) => {
    const path = String(request.toolCall.args.path);
    if (protectedPaths.some((folder) => path.startsWith(folder))) {
      return new ToolMessage({ content: 'Not there.', tool_call_id: request.toolCall.id ?? '' });
    }
    return handler(request);
  },
});

const middleware = [modelCallLimitMiddleware({ runLimit: 10 }), /*[*/keepSystemFiles/*]*/];

export const agent = createAgent({ model: 'openai:gpt-5', tools: [discard], middleware });
`,
  },
  {
    name: 'langgraph: a handler that interrupts the graph',
    code: `
import { tool } from '@langchain/core/tools';
import { interrupt } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

declare const pool: { query(text: string, values: unknown[]): Promise<{ rowCount: number }> };

interface Review {
  readonly approved: boolean;
}

const closeAccount = tool(
  async ({ account }) => {
    /*[*/const { approved } = interrupt<unknown, Review>({ action: 'close_account', account });
    if (!approved) return 'The reviewer said no.';/*| if (account.length !== 8) return 'No such account.'; ]*/
    const { rowCount } = await pool.query('DELETE FROM accounts WHERE id = $1', [account]);
    return String(rowCount);
  },
  { name: 'close_account', description: 'Close an account', schema: z.object({ account: z.string() }) },
);

export const tools = new ToolNode([closeAccount]);
`,
  },
  {
    name: 'langgraph: a graph that stops before its tools',
    code: `
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { tool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

const order = tool(
  async ({ item }) => {
    const response = await fetch('https://shop.example/orders', { method: 'POST', body: item });
    return response.text();
  },
  { name: 'order', description: 'Order something', schema: z.object({ item: z.string() }) },
);

export const graph = createReactAgent({
  llm: new FakeListChatModel({ responses: [] }),
  tools: [order],
  checkpointSaver: new MemorySaver(),
  /*[*/interruptBefore: ['tools'],/*]*/
});
`,
  },
  {
    name: 'langchain: a loop of its own, that asks',
    code: `
import { rm } from 'node:fs/promises';
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { z } from 'zod';

declare function ask(question: string): Promise<boolean>;

const removeFolder = tool(
  async ({ folder }) => {
    await rm(folder, { recursive: true });
    return 'removed';
  },
  { name: 'remove_folder', description: 'Remove a folder', schema: z.object({ folder: z.string() }) },
);

const toolsByName: Record<string, typeof removeFolder> = { [removeFolder.name]: removeFolder };

export async function answer(message: AIMessage): Promise<ToolMessage[]> {
  const results: ToolMessage[] = [];
  for (const call of message.tool_calls ?? []) {
    const wanted = toolsByName[call.name];
    if (!wanted) continue;
    /*[*/if (!(await ask(call.name + ' ' + JSON.stringify(call.args) + '?'))) {
      results.push(new ToolMessage({ content: 'refused', tool_call_id: call.id ?? '' }));
      continue;
    }/*| if (Object.keys(call.args).length === 0) continue; ]*/
    const content = await wanted.invoke({ folder: String(call.args.folder) });
    results.push(new ToolMessage({ content, tool_call_id: call.id ?? '' }));
  }
  return results;
}
`,
  },
  {
    name: 'langchain: a tool that is a class',
    code: `
import { writeFileSync } from 'node:fs';
import { StructuredTool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { z } from 'zod';

const schema = z.object({ key: z.string(), value: z.string() });

class SetConfig extends StructuredTool<typeof schema> {
  name = 'set_config';
  description = 'Set a value of the configuration';
  schema = schema;

  constructor(private readonly file: string) {
    super();
  }

  protected async _call({ key, value }: z.infer<typeof schema>): Promise<string> {
    writeFileSync(this.file, key + '=' + value);
    return 'set';
  }
}

export const agent = createAgent({
  model: 'openai:gpt-5',
  tools: [new SetConfig('.env')],
  checkpointer: new MemorySaver(),
  middleware: [humanInTheLoopMiddleware({ interruptOn: { /*[*/set_config: true/*]*/ } })],
});
`,
  },
  {
    name: 'deepagents: an agent that interrupts',
    code: `
import { rm } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';

const removeBackup = tool(({ id }) => rm('/backups/' + id, { recursive: true }), {
  name: 'remove_backup',
  description: 'Remove a backup',
  schema: z.object({ id: z.string() }),
});

export const keeper = createDeepAgent({
  systemPrompt: 'Keep the backups in order.',
  tools: [removeBackup],
  /*[*/interruptOn: { remove_backup: { allowedDecisions: ['approve', 'reject'] } },/*]*/
  checkpointer: new MemorySaver(),
});
`,
  },
  {
    name: 'deepagents: an agent under another, with its own interrupts',
    code: `
import { MemorySaver } from '@langchain/langgraph';
import { createDeepAgent, type SubAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';

const post = tool(
  async ({ text }) => {
    const { status } = await fetch('https://social.example/posts', { method: 'POST', body: text });
    return String(status);
  },
  { name: 'post', description: 'Post a text', schema: z.object({ text: z.string() }) },
);

const speaker: SubAgent = {
  name: 'speaker',
  description: 'Speaks for us',
  systemPrompt: 'Post what you are told.',
  tools: [post],
  /*[*/interruptOn: { post: true },/*]*/
};

export const newsroom = createDeepAgent({ subagents: [speaker], checkpointer: new MemorySaver() });
`,
  },
  {
    name: 'deepagents: an agent under another, which inherits the interrupts',
    code: `
import { exec } from 'node:child_process';
import { MemorySaver } from '@langchain/langgraph';
import { createDeepAgent } from 'deepagents';
import { tool } from 'langchain';
import { z } from 'zod';

const migrate = tool(
  ({ version }) =>
    new Promise<string>((resolve, reject) => {
      exec('migrate ' + version, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    }),
  { name: 'migrate', description: 'Migrate the database', schema: z.object({ version: z.string() }) },
);

export const chief = createDeepAgent({
  interruptOn: { migrate: true },
  subagents: [
    {
      name: 'database',
      description: 'Looks after the database',
      systemPrompt: 'Migrate carefully.',
      tools: [migrate],
      /*[*//*| interruptOn: { migrate: false }, ]*/
    },
  ],
  checkpointer: new MemorySaver(),
});
`,
  },
  {
    name: 'langchain: an agent in a tool, which has a human of its own in the loop',
    code: `
import { rm } from 'node:fs/promises';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

const checkpointer = new MemorySaver();
const review = humanInTheLoopMiddleware({ interruptOn: { remove_logs: true } });

const removeLogs = tool(async ({ day }) => rm('/logs/' + day, { recursive: true }), {
  name: 'remove_logs',
  description: 'Remove the logs of a day',
  schema: z.object({ day: z.string() }),
});

const archivist = createAgent({
  model: 'openai:gpt-5-mini',
  tools: [removeLogs],
  checkpointer,
  middleware: [/*[*/review/*]*/],
});

const askArchivist = tool(
  async ({ request }, config) => {
    const { messages } = await archivist.invoke({ messages: [{ role: 'user', content: request }] }, config);
    return messages.at(-1)?.text ?? '';
  },
  { name: 'ask_archivist', description: 'Ask the archivist', schema: z.object({ request: z.string() }) },
);

export const host = createAgent({
  model: 'openai:gpt-5',
  tools: [askArchivist],
  checkpointer,
  middleware: [],
});
`,
  },
  {
    name: 'langgraph: a graph that is compiled to stop before its tools',
    code: `
import { unlink } from 'node:fs/promises';
import { tool } from '@langchain/core/tools';
import { MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

const drop = tool(
  async ({ path }) => {
    await unlink(path);
    return 'dropped';
  },
  { name: 'drop', description: 'Drop a file', schema: z.object({ path: z.string() }) },
);

declare function callModel(state: typeof MessagesAnnotation.State): Promise<typeof MessagesAnnotation.Update>;

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', callModel)
  .addNode('tools', new ToolNode([drop]))
  .addEdge('__start__', 'model')
  .addConditionalEdges('model', toolsCondition)
  .addEdge('tools', 'model')
  .compile({ checkpointer: new MemorySaver(), /*[*/interruptBefore: ['tools']/*]*/ });
`,
  },
  {
    name: 'langchain: a function that builds the middleware for some tools',
    code: `
import { exec } from 'node:child_process';
import { DynamicStructuredTool } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware } from 'langchain';
import { z } from 'zod';

const restart = new DynamicStructuredTool({
  name: 'restart',
  description: 'Restart a service',
  schema: z.object({ service: z.string() }),
  func: async ({ service }) => {
    exec('systemctl restart ' + service);
    return 'restarting ' + service;
  },
});

interface Named {
  readonly name: string;
}

const risky: readonly Named[] = [/*[*/restart/*]*/];

function approvalsFor(tools: readonly Named[]) {
  return humanInTheLoopMiddleware({
    interruptOn: Object.fromEntries(tools.map(({ name }) => [name, { allowedDecisions: ['approve', 'reject'] }])),
  });
}

export const operator = createAgent({
  model: 'openai:gpt-5',
  tools: [restart],
  checkpointer: new MemorySaver(),
  middleware: [approvalsFor(risky)],
});
`,
  },
  {
    name: 'langchain: a middleware with a decision that is somewhere else',
    code: `
import { writeFile } from 'node:fs/promises';
import { interrupt } from '@langchain/langgraph';
import { createAgent, createMiddleware, tool, ToolMessage, type ToolCallRequest } from 'langchain';
import { z } from 'zod';

const publish = tool(({ page, text }) => writeFile('public/' + page, text), {
  name: 'publish',
  description: 'Publish a page',
  schema: z.object({ page: z.string(), text: z.string() }),
});

function isAgreed({ toolCall }: ToolCallRequest): boolean {
  const answer: unknown = interrupt({ tool: toolCall.name, input: toolCall.args });
  return answer === 'publish';
}

const agreement = createMiddleware({
  name: 'agreement',
  async wrapToolCall(request, handler) {
    /*[*/if (!isAgreed(request as ToolCallRequest)) {
      return new ToolMessage({ content: 'Not agreed.', tool_call_id: request.toolCall.id ?? '' });
    }/*]*/
    return handler(request);
  },
});

export const publisher = createAgent({ model: 'openai:gpt-5', tools: [publish], middleware: [agreement] });
`,
  },
];
