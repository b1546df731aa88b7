/** What a server that can do everything answers, by method; written from the specification's examples. */
export const everyCapability = {
  tools: { listChanged: true },
  resources: { subscribe: true, listChanged: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

export const initializeResult = {
  protocolVersion: '2025-11-25',
  capabilities: everyCapability,
  serverInfo: { name: 'server', version: '1' },
};

const task = {
  taskId: 't1',
  status: 'working',
  ttl: 60_000,
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
};

export const answers: Readonly<Record<string, unknown>> = {
  initialize: initializeResult,
  ping: {},
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': ({ params }: { params?: { task?: unknown } }) =>
    params?.task === undefined ? { content: [{ type: 'text', text: 'hello' }] } : { task },
  'resources/list': { resources: [{ uri: 'file:///a', name: 'a' }] },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'file:///{path}', name: 'files' }] },
  'resources/read': { contents: [{ uri: 'file:///a', text: 'hello' }] },
  'resources/subscribe': {},
  'resources/unsubscribe': {},
  'prompts/list': { prompts: [{ name: 'greet' }] },
  'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }] },
  'completion/complete': { completion: { values: ['a', 'b'] } },
  'logging/setLevel': {},
  'tasks/get': task,
  'tasks/result': { content: [] },
  'tasks/list': { tasks: [task] },
  'tasks/cancel': { ...task, status: 'cancelled' },
};

/** The same in the era without a handshake, whose results say of what type they are. */
export const statelessAnswers: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    Object.entries(answers).map(([method, answer]) => [
      method,
      typeof answer === 'function'
        ? (request: unknown) => ({ resultType: 'complete', ...(answer as (r: unknown) => object)(request) })
        : { resultType: 'complete', ...(answer as object) },
    ]),
  ),
  'server/discover': { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: everyCapability },
};

/** The acknowledgement of a subscription. */
export const acknowledgement = (id: string | number = 'listen:1') => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { _meta: { 'io.modelcontextprotocol/subscriptionId': id }, notifications: { toolsListChanged: true } },
});
