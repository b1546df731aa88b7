/**
 * MCP servers that publish documentation, and have only tools that search and read what is public. What a server says of
 * itself at run time never counts: these were read from what their publishers document, in November 2026. A tool of theirs
 * may still bring in text that others wrote.
 */

/** Where they are reached: a host, or a host and the path that the address begins with. */
export const readingAddresses: readonly string[] = [
  // https://docs.devin.ai/work-with-devin/deepwiki-mcp
  'mcp.deepwiki.com',
  // https://github.com/upstash/context7
  'mcp.context7.com',
  // https://learn.microsoft.com/en-us/training/support/mcp
  'learn.microsoft.com/api/mcp',
  // https://developers.cloudflare.com/agents/model-context-protocol/mcp-servers-for-cloudflare/
  'docs.mcp.cloudflare.com',
  // https://developers.openai.com/resources/docs-mcp
  'developers.openai.com/mcp',
  // https://github.com/idosal/git-mcp
  'gitmcp.io',
  // https://docs.langchain.com/use-these-docs
  'docs.langchain.com/mcp',
  // https://svelte.dev/docs/mcp/remote-setup
  'mcp.svelte.dev/mcp',
  // https://docs.astro.build/en/guides/build-with-ai/
  'mcp.docs.astro.build/mcp',
];

/** Packages that are run as such a server. */
export const readingPackages: readonly string[] = ['@upstash/context7-mcp', '@mastra/mcp-docs-server', '@sveltejs/mcp'];
