/** A program that makes a client of MCP and an agent that has the client's tools. */
interface OwningAgent {
  readonly imports: string;
  readonly make: string;
  readonly agent: string;
  readonly run: string;
}

/** Agents that live on the client of their tools, by SDK: what they run fails once it is closed. */
export const owningAgents: Readonly<Record<string, OwningAgent>> = {
  'AI SDK': {
    imports: "import { createMCPClient } from '@ai-sdk/mcp'; import { ToolLoopAgent } from 'ai';",
    make: "createMCPClient({ transport: { type: 'http', url } })",
    agent: "new ToolLoopAgent({ model: 'openai/gpt-5', tools: await client.tools() })",
    run: 'agent.generate({ prompt })',
  },
  LangChain: {
    imports: "import { MultiServerMCPClient } from '@langchain/mcp-adapters'; import { createAgent } from 'langchain';",
    make: 'new MultiServerMCPClient({ desk: { url } })',
    agent: "createAgent({ model: 'openai:gpt-5', tools: await client.getTools() })",
    run: "agent.invoke({ messages: [{ role: 'user', content: prompt }] })",
  },
  LangGraph: {
    imports:
      "import { MultiServerMCPClient } from '@langchain/mcp-adapters'; import { createReactAgent } from '@langchain/langgraph/prebuilt'; import type { BaseChatModel } from '@langchain/core/language_models/chat_models'; declare const llm: BaseChatModel;",
    make: 'new MultiServerMCPClient({ desk: { url } })',
    agent: 'createReactAgent({ llm, tools: await client.getTools() })',
    run: "agent.invoke({ messages: [{ role: 'user', content: prompt }] })",
  },
};
