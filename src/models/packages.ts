/**
 * The npm packages that the models of agents, sessions and tokens name, each with the semver range of the versions that
 * they describe. Of a version outside of it the models are a guess: guards and methods may have other names there, or other
 * behaviour. Packages of which only effects, or questions to a person, are modelled are no SDKs and not here: those are
 * compared by name at any version, and what is not installed is known by its specifier.
 */
export const modelledPackages: Readonly<Record<string, string>> = {
  '@agent-safety/runtime': '>=0.1.0 <1.0.0',
  '@a2a-js/sdk': '>=0.2.4 <2.0.0',
  '@ai-sdk/anthropic': '>=2.0.0 <5.0.0',
  '@ai-sdk/mcp': '>=0.0.4 <3.0.0',
  '@ai-sdk/openai': '>=2.0.0 <5.0.0',
  '@ai-sdk/provider-utils': '>=3.0.0 <6.0.0',
  '@anthropic-ai/claude-agent-sdk': '>=0.1.0 <1.0.0',
  // Versions before 0.63 have no tool runner, and so nothing that a model describes.
  '@anthropic-ai/sdk': '>=0.5.0 <2.0.0',
  '@github/copilot-sdk': '>=0.1.13 <2.0.0',
  '@google/adk': '>=0.1.2 <3.0.0',
  '@hono/mcp': '>=0.1.0 <1.0.0',
  '@langchain/core': '>=0.2.7 <2.0.0',
  '@langchain/langgraph': '>=0.2.0 <2.0.0',
  '@langchain/langgraph-supervisor': '>=0.0.7 <2.0.0',
  '@langchain/langgraph-swarm': '>=0.0.3 <2.0.0',
  '@langchain/mcp-adapters': '>=0.2.4 <2.0.0',
  // Not published yet where it was looked up; Mastra's documentation describes it.
  '@mastra/acp': '*',
  '@mastra/core': '>=1.0.0 <2.0.0',
  '@mastra/mcp': '>=1.0.0 <3.0.0',
  '@modelcontextprotocol/client': '>=2.0.0 <3.0.0',
  '@modelcontextprotocol/core': '>=2.0.0 <3.0.0',
  '@modelcontextprotocol/node': '>=2.0.0 <3.0.0',
  '@modelcontextprotocol/sdk': '>=1.0.0 <2.0.0',
  '@modelcontextprotocol/server': '>=2.0.0 <3.0.0',
  '@openai/agents': '>=0.0.1 <1.0.0',
  '@openai/agents-core': '>=0.0.1 <1.0.0',
  '@openai/agents-extensions': '>=0.3.9 <1.0.0',
  '@openai/agents-realtime': '>=0.0.1 <1.0.0',
  '@openai/codex-sdk': '>=0.46.0 <1.0.0',
  ai: '>=5.0.0 <8.0.0',
  deepagents: '>=1.1.0 <2.0.0',
  langchain: '>=1.0.0 <2.0.0',
  'mcp-proxy': '*',
};

/** Entry points of these packages that have to do with texts and documents alone, and that no model describes in any version. */
export const pathsWithoutAgents: readonly string[] = [
  ...['document', 'document_loaders', 'document_transformers', 'embeddings', 'output_parsers', 'prompts', 'retrievers'],
  ...['schema', 'storage', 'text_splitter', 'vectorstores'],
].map((path) => `langchain/${path}`);

/** Paths of these packages for interfaces in a browser, in versions that have them. */
export const interfacePaths: readonly string[] = ['react', 'rsc', 'solid', 'svelte', 'vue'].map((path) => `ai/${path}`);

/** What a file says that uses tools or sessions of these packages, whatever it imports of them; `isNamed`: by its name. */
export const wordsOfAgents: readonly { readonly of: RegExp; readonly word: RegExp; readonly isNamed: boolean }[] = [
  // Of a provider its own tools: `openai.tools.shell({ … })`.
  { of: /^@ai-sdk\/(?!mcp$)/, word: /\.tools\b/, isNamed: false },
  { of: /^ai$/, word: /tool/i, isNamed: true },
];

/** What these packages export that takes neither tools nor sessions, in any version. */
export const namesWithoutAgents: Readonly<Record<string, readonly string[]>> = {
  '@openai/agents-extensions': ['aisdk', 'CloudflareRealtimeTransportLayer', 'TwilioRealtimeTransportLayer'],
  ai: [
    ...['cosineSimilarity', 'embed', 'embedMany', 'rerank'],
    ...['generateObject', 'streamObject', 'experimental_generateImage', 'generateImage', 'experimental_transcribe'],
    ...['createDataStream', 'createDataStreamResponse', 'createUIMessageStream', 'createUIMessageStreamResponse'],
    ...['convertToCoreMessages', 'convertToModelMessages', 'pipeDataStreamToResponse', 'wrapLanguageModel'],
    ...['createIdGenerator', 'generateId', 'nanoid', 'customProvider', 'createProviderRegistry', 'smoothStream'],
  ],
};
