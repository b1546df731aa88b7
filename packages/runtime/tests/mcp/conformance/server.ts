// The server that the conformance suite asks: `node --import tsx server.ts`, prints its URL. It is the dual session over
// the official SDK's HTTP transport, and has the tools, resources and prompts that the scenarios describe.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { McpError } from '../../../src/errors.ts';
import { McpServerSession } from '../../../src/mcp/index.ts';
import type { ServerHandlers, ServerHandlerContext } from '../../../src/mcp/index.ts';
import { StreamableHTTPServerTransport } from '../sdk-v1.ts';

type CallResult = Awaited<ReturnType<NonNullable<ServerHandlers['tools/call']>>>;
type Form = Extract<Parameters<ServerHandlerContext['client']['elicit']>[0], { requestedSchema: unknown }>;

/** One red pixel, and two samples of silence. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const text = (value: string) => ({ type: 'text' as const, text: value });
const said = (value: string): CallResult => ({ content: [text(value)] });
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
const noArguments = { type: 'object' as const };

const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

interface ToolOfScenario {
  readonly inputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  run(args: Record<string, unknown>, context: ServerHandlerContext, streams: Streams): CallResult | Promise<CallResult>;
}

/** What a tool may do to the streams of its session. */
interface Streams {
  close(requestId: string | number): void;
}

const oneText = (name: string) => ({ ...noArguments, properties: { [name]: { type: 'string' } }, required: [name] });

const tools: Record<string, ToolOfScenario> = {
  test_simple_text: { run: () => said('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://embedded-resource',
            mimeType: 'text/plain',
            text: 'This is an embedded resource content.',
          },
        },
      ],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        text('Multiple content types test:'),
        image,
        {
          type: 'resource',
          resource: {
            uri: 'test://mixed-content-resource',
            mimeType: 'application/json',
            text: '{"test":"data","value":123}',
          },
        },
      ],
    }),
  },
  test_tool_with_logging: {
    run: async (_, { client }) => {
      await client.sendLoggingMessage({ level: 'info', data: 'Tool execution started' });
      await pause();
      await client.sendLoggingMessage({ level: 'info', data: 'Tool processing data' });
      await pause();
      await client.sendLoggingMessage({ level: 'info', data: 'Tool execution completed' });
      return said('Done.');
    },
  },
  test_error_handling: {
    run: () => ({ ...said('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_tool_with_progress: {
    run: async (_, { sendProgress }) => {
      for (const progress of [0, 50, 100]) {
        await sendProgress({ progress, total: 100 });
        await pause();
      }
      return said('Done.');
    },
  },
  test_sampling: {
    inputSchema: oneText('prompt'),
    run: async ({ prompt }, { client }) => {
      const { content } = await client.createMessage({
        messages: [{ role: 'user', content: text(String(prompt)) }],
        maxTokens: 100,
      });
      return said(`LLM response: ${JSON.stringify(content)}`);
    },
  },
  test_elicitation: {
    inputSchema: oneText('message'),
    run: ({ message }, context) =>
      elicited('User response', context, {
        message: String(message),
        requestedSchema: {
          type: 'object',
          properties: {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          required: ['username', 'email'],
        },
      }),
  },
  test_elicitation_sep1034_defaults: {
    run: (_, context) =>
      elicited('Elicitation completed', context, {
        message: 'Is this right?',
        requestedSchema: {
          type: 'object',
          properties: {
            name: { type: 'string', default: 'John Doe' },
            age: { type: 'integer', default: 30 },
            score: { type: 'number', default: 95.5 },
            status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
            verified: { type: 'boolean', default: true },
          },
        },
      }),
  },
  test_elicitation_sep1330_enums: {
    run: (_, context) =>
      elicited('Elicitation completed', context, {
        message: 'Which ones?',
        requestedSchema: {
          type: 'object',
          properties: {
            untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
            titledSingle: { type: 'string', oneOf: titled('value') },
            legacyEnum: {
              type: 'string',
              enum: ['opt1', 'opt2', 'opt3'],
              enumNames: ['Option One', 'Option Two', 'Option Three'],
            },
            untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
            titledMulti: { type: 'array', items: { anyOf: titled('value') } },
          },
        },
      }),
  },
  test_reconnection: {
    run: async (_, { requestId }, streams) => {
      streams.close(requestId);
      await pause();
      return said('You are back.');
    },
  },
  json_schema_2020_12_tool: { inputSchema: schema2020, run: (args) => said(JSON.stringify(args)) },
};

const resources: Record<string, { mimeType: string; text: string } | { mimeType: string; blob: string }> = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched.' },
};

const prompts = {
  test_simple_prompt: {
    args: [],
    messages: () => [text('This is a simple prompt for testing.')],
  },
  test_prompt_with_arguments: {
    args: ['arg1', 'arg2'],
    messages: ({ arg1, arg2 }: Record<string, string>) => [
      text(`Prompt with arguments: arg1='${String(arg1)}', arg2='${String(arg2)}'`),
    ],
  },
  test_prompt_with_embedded_resource: {
    args: ['resourceUri'],
    messages: ({ resourceUri = '' }: Record<string, string>) => [
      {
        type: 'resource' as const,
        resource: { uri: resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: {
    args: [],
    messages: () => [image, text('Please analyze the image above.')],
  },
};

const transports = new Map<string, StreamableHTTPServerTransport>();

const http = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end();
  });
});
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  if (address !== null && typeof address === 'object') console.log(`http://localhost:${address.port}/mcp`);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'];
  if (typeof id === 'string') {
    const transport = transports.get(id);
    if (transport === undefined) response.writeHead(404).end();
    else await transport.handleRequest(request, response);
    return;
  }
  await serve().handleRequest(request, response);
}

/** A session for a client that has none yet; its transport is what the client's first request is for. */
function serve(): StreamableHTTPServerTransport {
  const { port } = http.address() as { port: number };
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void transports.set(id, transport),
    onsessionclosed: (id) => void transports.delete(id),
    enableDnsRebindingProtection: true,
    allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`],
    allowedOrigins: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    eventStore: memory(),
    retryInterval: 500,
  });
  const session = McpServerSession.over(transport, {
    serverInfo: { name: 'agent-safety', version: '0.0.0' },
    handlers: handlersOver({ close: (requestId) => transport.closeSSEStream(requestId) }),
    capabilities: { logging: {} },
  });
  shakeHands(session).catch(() => {
    // A client that sends something else has been told so, and its transport is closed.
  });
  return transport;
}

async function shakeHands(session: McpServerSession<'Uninit'>): Promise<void> {
  const [, owing] = await session.recvInitialize();
  await (await owing.sendInitializeResult()).recvInitialized();
}

function handlersOver(streams: Streams): ServerHandlers {
  return {
    'tools/list': () => ({
      tools: Object.entries(tools).map(([name, { inputSchema = noArguments }]) => ({
        name,
        description: `The tool ${name} of the conformance suite.`,
        inputSchema,
      })),
    }),
    'tools/call': ({ name, arguments: args = {} }, context) => {
      const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
      if (tool === undefined) throw new McpError(-32602, `There is no tool ${name}.`);
      return tool.run(args, context, streams);
    },
    'resources/list': () => ({
      resources: Object.entries(resources).map(([uri, { mimeType }]) => ({
        uri,
        name: uri.slice('test://'.length),
        description: `The resource ${uri} of the conformance suite.`,
        mimeType,
      })),
    }),
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mimeType: 'application/json' }],
    }),
    'resources/read': ({ uri }) => {
      const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
      if (id !== undefined) {
        const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
        return { contents: [{ uri, mimeType: 'application/json', text: data }] };
      }
      const resource = Object.hasOwn(resources, uri) ? resources[uri] : undefined;
      if (resource === undefined) throw new McpError(-32002, 'Resource not found', { data: { uri } });
      return { contents: [{ uri, ...resource }] };
    },
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    'prompts/list': () => ({
      prompts: Object.entries(prompts).map(([name, { args }]) => ({
        name,
        description: `The prompt ${name} of the conformance suite.`,
        arguments: args.map((argument) => ({ name: argument, description: argument, required: true })),
      })),
    }),
    'prompts/get': ({ name, arguments: args = {} }) => {
      if (!Object.hasOwn(prompts, name)) throw new McpError(-32602, `There is no prompt ${name}.`);
      const contents = prompts[name as keyof typeof prompts].messages(args);
      return { messages: contents.map((content) => ({ role: 'user' as const, content })) };
    },
    'completion/complete': () => ({ completion: { values: [], total: 0, hasMore: false } }),
    'logging/setLevel': () => ({}),
  };
}

async function elicited(what: string, { client }: ServerHandlerContext, form: Form): Promise<CallResult> {
  const { action, content } = await client.elicit(form);
  return said(`${what}: action=${action}, content=${JSON.stringify(content ?? {})}`);
}

function titled(value: string): { const: string; title: string }[] {
  return ['First', 'Second', 'Third'].map((title, at) => ({ const: `${value}${at + 1}`, title: `${title} Option` }));
}

/** What was sent on each stream of one session, so that a client that comes back gets what it missed. */
function memory() {
  const events: { stream: string; message: unknown }[] = [];
  return {
    storeEvent: (stream: string, message: unknown) => Promise.resolve(String(events.push({ stream, message }) - 1)),
    replayEventsAfter: async (
      last: string,
      { send }: { send: (id: string, message: never) => Promise<void> },
    ): Promise<string> => {
      const stream = events[Number(last)]?.stream ?? '';
      for (const [id, event] of events.entries()) {
        // The first event of a stream is empty: it is there to have an id.
        const isMessage = Object.keys(event.message as object).length > 0;
        if (id > Number(last) && event.stream === stream && isMessage) await send(String(id), event.message as never);
      }
      return stream;
    },
  };
}
