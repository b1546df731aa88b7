import type { AgentModel, AgentSdk, BackendTool, Guard, ToolEffect } from './agent-sdk.ts';

const core = ['@langchain/core', 'langchain'];
const langgraph = ['@langchain/langgraph'];
const checkpointer = {
  at: [
    { argument: 0, path: ['checkpointer'] },
    { argument: 0, path: ['checkpointSaver'] },
  ],
  text: 'checkpointer',
} as const;

/** A tool that is no key of the object runs without a question. */
const interruptOn = {
  id: 'langchain.interruptOn',
  at: { argument: 0, path: ['interruptOn'] },
  shape: 'by tool',
  allowedBy: [null, false, { property: 'when', is: false }],
  needs: checkpointer,
  remedy: 'interruptOn: { {{tool}}: true }',
} as const satisfies Guard;

/** Without a checkpointer the run ends before the tools: it stops them all the same. */
const interruptBefore = {
  id: 'langgraph.interruptBefore',
  at: { argument: 0, path: ['interruptBefore'] },
  shape: 'list',
  allowedBy: [null],
  among: ['tools', '*'],
  isGeneral: true,
  remedy: "interruptBefore: ['tools']",
} as const satisfies Guard;

/** The types that calls which make an agent give. */
const runnables = ['ReactAgent', 'CompiledStateGraph', 'Pregel', 'RemoteGraph', 'Runnable'] as const;

const name = { argument: 0, path: ['name'] } as const;
const tools = { argument: 0, path: ['tools'] } as const;
const middleware = { argument: 0, path: ['middleware'] } as const;

/** Rules for paths, which its tools for files check. */
const permissions = {
  id: 'deepagents.permissions',
  at: { argument: 0, path: ['permissions'], versions: '>=1.9.1' },
  shape: 'list',
  allowedBy: [null],
  isGeneral: true,
  remedy: 'permissions: [ … ]',
} as const satisfies Guard;

/** Files of the machine itself: where paths are virtual, they stay in one folder. */
const files = [
  { name: 'write_file', effect: writing() },
  { name: 'edit_file', effect: writing() },
  { name: 'delete', versions: '>=1.13.1', effect: writing() },
] as const satisfies readonly BackendTool[];

function writing(): ToolEffect {
  return { kind: 'write', unless: { at: { argument: 0, path: ['virtualMode'] }, values: [true] } };
}

/** What a sub-agent says itself replaces what the agent above it says. */
const deepAgent = {
  noun: 'the deep agent',
  name,
  tools: [tools],
  guards: [{ ...interruptOn, id: 'deepagents.interruptOn', reaches: ['child'] }],
  parts: [middleware],
  brings: [
    'ls',
    'read_file',
    'write_file',
    'edit_file',
    'glob',
    'grep',
    'execute',
    'task',
    'write_todos',
    'start_async_task',
    'check_async_task',
    'update_async_task',
    'cancel_async_task',
    'list_async_tasks',
  ],
  handsOverBy: 'task',
} as const satisfies Omit<AgentModel, 'id' | 'callee'>;

/** LangChain, LangGraph and deepagents. A guard of an agent does not reach one that is run inside a tool. */
export const langchain = {
  id: 'langchain',
  name: 'LangChain, LangGraph and deepagents',
  source: 'https://docs.langchain.com/oss/javascript/langchain/human-in-the-loop',
  tools: [
    {
      id: 'langchain.tool',
      callee: { packages: core, names: ['tool', 'tool$1'] },
      name: { argument: 1, path: ['name'] },
      description: { argument: 1, path: ['description'] },
      handler: { argument: 0 },
      input: { argument: 1, path: ['schema'] },
    },
    {
      id: 'langchain.DynamicStructuredTool',
      callee: { packages: core, names: ['DynamicStructuredTool', 'DynamicTool'] },
      name,
      description: { argument: 0, path: ['description'] },
      handler: { argument: 0, path: ['func'] },
      input: { argument: 0, path: ['schema'] },
    },
    {
      id: 'langchain.StructuredTool',
      callee: { packages: core, names: ['StructuredTool', 'Tool'] },
      members: { name: 'name', handler: '_call' },
    },
  ],
  toolSets: [
    {
      id: 'langchain.MultiServerMCPClient.getTools',
      callee: { packages: ['@langchain/mcp-adapters'], names: ['MultiServerMCPClient'], method: 'getTools' },
    },
    {
      id: 'langchain.loadMcpTools',
      callee: { packages: ['@langchain/mcp-adapters'], names: ['loadMcpTools'] },
    },
  ],
  // What keeps files in the state of a run, in a store or in a container is not listed: it does nothing to the machine.
  backends: [
    {
      id: 'deepagents.LocalShellBackend',
      versions: '>=1.8.0',
      callee: { packages: ['deepagents'], names: ['LocalShellBackend'] },
      tools: [{ name: 'execute', effect: { kind: 'execute' } }, ...files],
    },
    {
      id: 'deepagents.FilesystemBackend',
      callee: { packages: ['deepagents'], names: ['FilesystemBackend'] },
      tools: files,
    },
    {
      id: 'deepagents.CompositeBackend',
      callee: { packages: ['deepagents'], names: ['CompositeBackend'] },
      wraps: [{ argument: 0 }],
    },
  ],
  agents: [
    {
      id: 'langchain.createAgent',
      callee: { packages: ['langchain'], names: ['createAgent'] },
      noun: 'the agent',
      name,
      tools: [tools],
      parts: [middleware],
    },
    {
      id: 'langgraph.createReactAgent',
      callee: { packages: langgraph, names: ['createReactAgent'] },
      noun: 'the agent',
      name: { ...name, versions: '>=0.2.46' },
      tools: [tools],
      guards: [interruptBefore],
    },
    {
      id: 'langchain.ToolNode',
      callee: { packages: [...langgraph, 'langchain'], names: ['ToolNode'] },
      noun: 'the node',
      name: { argument: 1, path: ['name'] },
      tools: [{ argument: 0 }],
      // The node is one step of a graph, in which another step may decide.
      unlessCalled: [
        { callee: { packages: langgraph, names: ['interrupt'] } },
        {
          callee: { packages: langgraph, names: ['StateGraph', 'Graph'], method: 'compile' },
          given: [
            { argument: 0, path: ['interruptBefore'] },
            { argument: 0, path: ['interruptAfter'] },
          ],
        },
      ],
    },
    {
      id: 'deepagents.createDeepAgent',
      callee: { packages: ['deepagents'], names: ['createDeepAgent'] },
      ...deepAgent,
      children: [{ argument: 0, path: ['subagents'] }],
      backends: [{ at: { argument: 0, path: ['backend'] }, guards: [permissions] }],
    },
    {
      id: 'deepagents.subagents',
      callee: { packages: ['deepagents'], names: ['SubAgent', 'CompiledSubAgent'] },
      ...deepAgent,
      noun: 'the sub-agent',
      // The checkpointer of the agent above serves it as well.
      guards: [{ ...interruptOn, id: 'deepagents.subagents.interruptOn', reaches: ['child'], needs: undefined }],
      isLiteral: true,
      standsFor: { argument: 0, path: ['runnable'], versions: '>=1.3.0' },
      // Without a list of its own, it has the tools of the agent above.
      inherits: { only: tools },
    },
    {
      id: 'langgraph.createSupervisor',
      callee: { packages: ['@langchain/langgraph-supervisor'], names: ['createSupervisor'] },
      noun: 'the supervisor',
      name: { argument: 0, path: ['supervisorName'] },
      tools: [tools],
      children: [{ argument: 0, path: ['agents'] }],
    },
  ],
  agentTools: [
    {
      id: 'langgraph.createHandoffTool',
      // Before, the supervisor's package has it without exporting it.
      versions: { '@langchain/langgraph-supervisor': '>=1.1.1' },
      callee: {
        packages: ['@langchain/langgraph-supervisor', '@langchain/langgraph-swarm'],
        names: ['createHandoffTool'],
      },
      named: { argument: 0, path: ['agentName'] },
    },
  ],
  remotes: [
    {
      id: 'deepagents.asyncSubagents',
      versions: '>=1.9.0',
      callee: { packages: ['deepagents'], names: ['AsyncSubAgent'] },
      noun: 'the sub-agent',
      name,
      address: [
        { argument: 0, path: ['url'] },
        { argument: 0, path: ['graphId'] },
      ],
      isLiteral: true,
    },
    {
      id: 'langgraph.RemoteGraph',
      versions: '>=0.2.19',
      callee: { packages: langgraph, names: ['RemoteGraph'] },
      noun: 'the graph',
      name: { argument: 0, path: ['graphId'] },
      address: [{ argument: 0, path: ['url'] }],
    },
  ],
  runs: [
    // Whatever is compiled of a graph is the agent, or the supervisor, that the graph was made as.
    {
      id: 'langgraph.compile',
      callee: { packages: langgraph, names: ['StateGraph', 'Graph'], method: 'compile' },
      agent: { argument: 'receiver' },
    },
    ...(['invoke', 'stream', 'streamEvents', 'withConfig'] as const).flatMap(
      (method) =>
        [
          {
            id: `langchain.agent.${method}`,
            ...(method === 'withConfig' ? { versions: { langchain: '>=1.2.17' } } : {}),
            callee: { packages: [...core, ...langgraph], names: runnables, method },
            agent: { argument: 'receiver' },
          },
          {
            id: `deepagents.agent.${method}`,
            // Before, a deep agent was a `ReactAgent` of LangChain's.
            versions: '>=1.5.0',
            callee: { packages: ['deepagents'], names: ['DeepAgent'], method },
            agent: { argument: 'receiver' },
          },
        ] as const,
    ),
  ],
  parts: [
    {
      id: 'langchain.humanInTheLoopMiddleware',
      callee: { packages: ['langchain'], names: ['humanInTheLoopMiddleware'] },
      guard: interruptOn,
      isInertByDefault: true,
    },
    {
      id: 'langchain.createMiddleware',
      callee: { packages: ['langchain'], names: ['createMiddleware'] },
      guard: {
        id: 'langchain.wrapToolCall',
        at: { argument: 0, path: ['wrapToolCall'] },
        shape: 'decision',
        allowedBy: [null, { callsParameter: 1 }],
        isGeneral: true,
        toolNameAt: { argument: 0, path: ['toolCall', 'name'] },
        remedy: 'wrapToolCall',
      },
    },
  ],
  invocations: (['invoke', 'call', 'func'] as const).map((method) => ({
    id: `langchain.${method}`,
    callee: {
      packages: core,
      names: ['StructuredTool', 'DynamicStructuredTool', 'DynamicTool', 'StructuredToolInterface'],
      method,
    },
    tool: { argument: 'receiver' },
    input: { argument: 0 },
  })),
  approvals: [
    {
      id: 'langgraph.Command',
      callee: { packages: langgraph, names: ['Command'] },
      questions: ['__interrupt__', 'INTERRUPT', 'isInterrupted'],
      answer: { argument: 0, path: ['resume'] },
      runs: ['invoke', 'stream', 'streamEvents'],
    },
  ],
  decisions: [
    { id: 'langchain.interrupt', callee: { packages: langgraph, names: ['interrupt'] }, versions: '>=0.2.23' },
  ],
} as const satisfies AgentSdk;
