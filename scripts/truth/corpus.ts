import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { installPackages, sourceOf } from '../demo/packages.ts';
import type { RealPackage } from '../demo/packages.ts';
import { exampleSources } from './examples.ts';
import type { Source } from './source.ts';

const typescript = /(?<!\.d)\.ts$/;
const javascript = /\.m?js$/;

/** A published package, and who makes it. */
interface PinnedPackage extends Omit<RealPackage, 'seconds'> {
  readonly author: string;
}

/** All use a modelled SDK. Of those that ship no TypeScript the ECMAScript modules are read. */
export const mutatedPackages: readonly PinnedPackage[] = [
  { installedAs: '@assistant-ui/mcp-docs-server', author: 'AgentbaseAI', folder: 'src', files: typescript },
  { installedAs: '@circleci/mcp-server-circleci', author: 'CircleCI', folder: 'dist', files: javascript },
  { installedAs: '@civic/passthrough-mcp-server', author: 'Civic', folder: 'dist', files: javascript },
  { installedAs: '@convex-dev/agent', author: 'Convex', folder: 'src', files: typescript },
  { installedAs: '@copilotkit/sdk-js', author: 'CopilotKit', folder: 'src', files: typescript },
  { installedAs: '@h1deya/mcp-server-weather', author: 'hideya', folder: 'dist', files: javascript },
  { installedAs: '@huggingface/mcp-client', author: 'Hugging Face', folder: 'src', files: typescript },
  { installedAs: '@inngest/agent-kit', author: 'Inngest', folder: 'dist', files: javascript },
  { installedAs: '@kazuph/mcp-taskmanager', author: 'kazuph', folder: 'dist', files: javascript },
  { installedAs: '@lleverage-ai/agent-sdk', author: 'Lleverage AI', folder: 'dist', files: javascript },
  { installedAs: '@mcp-z/server', author: 'Kevin Malakoff', folder: 'dist/esm', files: javascript },
  {
    installedAs: '@modelcontextprotocol/inspector-cli',
    author: 'Model Context Protocol',
    folder: 'build',
    files: javascript,
  },
  {
    installedAs: '@modelcontextprotocol/server-filesystem',
    author: 'Model Context Protocol',
    folder: 'dist',
    files: javascript,
  },
  {
    installedAs: '@modelcontextprotocol/server-memory',
    author: 'Model Context Protocol',
    folder: 'dist',
    files: javascript,
  },
  { installedAs: '@rekog/mcp-nest', author: 'Rekog Labs', folder: 'src', files: typescript },
  { installedAs: '@softeria/ms-365-mcp-server', author: 'Softeria', folder: 'dist', files: javascript },
  { installedAs: '@steipete/claude-code-mcp', author: 'Peter Steinberger', folder: 'src', files: typescript },
  { installedAs: '@upstash/context7-mcp', author: 'Upstash', folder: 'dist', files: javascript },
  { installedAs: '@vibe-kit/grok-cli', author: 'Vibe Kit', folder: 'dist', files: javascript },
  { installedAs: '@wong2/mcp-cli', author: 'wong2', folder: 'src', files: javascript },
  { installedAs: '@zed-industries/claude-agent-acp', author: 'Zed Industries', folder: 'dist', files: javascript },
  { installedAs: 'airtable-mcp-server', author: 'Adam Jones', folder: 'dist', files: javascript },
  { installedAs: 'bash-command-mcp', author: 'mrorigo', folder: 'dist', files: javascript },
  { installedAs: 'computer-use-mcp', author: 'Adam Jones', folder: 'dist', files: javascript },
  { installedAs: 'cursor-talk-to-figma-mcp', author: 'sonnylazuardi', folder: 'dist', files: javascript },
  { installedAs: 'docker-mcp', author: 'Son Dang', folder: 'dist', files: javascript },
  { installedAs: 'express-mcp-handler', author: 'jhgaylor', folder: 'dist', files: javascript },
  { installedAs: 'fastify-mcp', author: 'Kshitij Chauhan', folder: 'dist', files: javascript },
  { installedAs: 'just-bash-mcp', author: 'dalist1', folder: 'src', files: typescript },
  { installedAs: 'litemcp', author: 'wong2', folder: 'dist', files: javascript },
  { installedAs: 'mcp-client', author: 'Frank Fiegel', folder: 'src', files: typescript },
  { installedAs: 'mcp-framework', author: 'Alex Andru', folder: 'dist', files: javascript },
  { installedAs: 'mcp-handler', author: 'Vercel', folder: 'dist', files: javascript },
  { installedAs: 'mcp-maven-deps', author: 'Bigsy', folder: 'build', files: javascript },
  { installedAs: 'mcp-proxy', author: 'Frank Fiegel', folder: 'src', files: typescript },
  { installedAs: 'mcp-ripgrep', author: 'Matteo Collina', folder: 'src', files: typescript },
  { installedAs: 'mcp-server-commands', author: 'g0t4', folder: 'build', files: javascript },
  { installedAs: 'pi-mcp-adapter', author: 'Nico Bailon', folder: '.', files: typescript },
  { installedAs: 'replicate-mcp', author: 'Replicate', folder: 'src', files: typescript },
  { installedAs: 'ssh-mcp', author: 'tufantunc', folder: 'build', files: javascript },
  { installedAs: 'supergateway', author: 'Supercorp', folder: 'dist', files: javascript },
  { installedAs: 'tavily-mcp', author: 'Tavily', folder: 'build', files: javascript },
  { installedAs: 'terraform-mcp-server', author: 'Paul Thrasher', folder: 'dist', files: javascript },
  { installedAs: 'x64dbg-mcp-server', author: 'bromo', folder: 'dist', files: javascript },
];

/**
 * Applications, which are linted and not mutated. They are those of some two hundred that had a finding when they were
 * chosen, beside those about the version of an SDK. Where a package ships its modules twice, or some that do not parse,
 * a pattern of its own chooses the others.
 */
export const applications: readonly PinnedPackage[] = [
  { installedAs: '@astroanywhere/agent', author: 'Astro', folder: 'dist', files: javascript },
  { installedAs: '@contextgraph/agent', author: 'contextgraph', folder: 'dist', files: javascript },
  { installedAs: '@genkit-ai/mcp', author: 'Google', folder: 'src', files: typescript },
  { installedAs: '@goke/mcp', author: 'Tommaso De Rossi', folder: 'src', files: typescript },
  { installedAs: '@librechat/agents', author: 'LibreChat', folder: 'src', files: typescript },
  { installedAs: '@memberjunction/ai-mcp-client', author: 'MemberJunction', folder: 'dist', files: javascript },
  { installedAs: '@nanocollective/nanocoder', author: 'Nano Collective', folder: 'dist', files: javascript },
  { installedAs: '@nicmeriano/spool-server', author: 'Nic Meriano', folder: 'dist', files: /index\.js$/ },
  { installedAs: '@picahq/ai', author: 'Pica', folder: '.', files: typescript },
  { installedAs: '@voltagent/core', author: 'VoltAgent', folder: 'dist', files: /\.mjs$/ },
  { installedAs: 'agentcord', author: 'Radu Lupu', folder: 'dist', files: javascript },
  { installedAs: 'agents', author: 'Cloudflare', folder: 'dist', files: javascript },
  { installedAs: 'conway-terminal', author: 'Conway Research', folder: 'dist', files: javascript },
  { installedAs: 'mcp-evals', author: 'Matthew Lenhard', folder: 'dist', files: javascript },
  { installedAs: 'mcp-sdk', author: 'Soumya Mondal', folder: 'dist', files: javascript },
  { installedAs: 'mcpcac', author: 'Tommaso De Rossi', folder: 'src', files: typescript },
  { installedAs: 'remotion-claude-agent-demo', author: 'Remotion Claude Agent', folder: 'apps', files: typescript },
  { installedAs: 'selenium-ai-agent', author: 'R. van der Horst', folder: 'dist', files: javascript },
  { installedAs: 'sportsclaw-engine-core', author: 'Machina Sports', folder: 'dist', files: javascript },
  { installedAs: 'takt', author: 'nrslib', folder: 'dist', files: javascript },
  { installedAs: 'thepopebot', author: 'Stephen Pope', folder: 'lib', files: javascript },
];

/** The packages, installed where that has not been done. */
export function packageSources(root: string): readonly Source[] {
  return sourcesIn(root, 'packages', mutatedPackages, '.tmp/truth', '1.1 GB');
}

/** The applications, installed where that has not been done. */
export function applicationSources(root: string): readonly Source[] {
  const workspace = '.tmp/truth-applications';
  return sourcesIn(root, 'applications', applications, workspace, '2.6 GB', ({ installedAs, files }) => {
    if (files !== typescript) removeDeclarations(path.join(root, workspace, installedAs));
  });
}

function sourcesIn(
  root: string,
  manifest: string,
  packages: readonly PinnedPackage[],
  folder: string,
  size: string,
  prepare: (each: PinnedPackage) => void = () => undefined,
): readonly Source[] {
  const workspace = path.join(root, folder);
  const names = packages.map(({ installedAs }) => installedAs);
  installPackages(path.join(root, 'scripts/truth', manifest), workspace, names, `${size}), which takes some minutes`);
  return packages.map((each) => {
    prepare(each);
    const { name, folder, files, options } = sourceOf(each, workspace);
    return { name, folder, files, options, isApart: false, work: path.join(workspace, 'work', each.installedAs) };
  });
}

/** With its declarations beside it, a module is imported as one that has types and no code. Its authors lint the code. */
function removeDeclarations(folder: string): void {
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.d\.[cm]?ts$/.test(file) && !file.includes('node_modules'))
    .forEach((file) => {
      rmSync(path.join(folder, file));
    });
}

/** The packages and the examples of the SDKs. */
export function allSources(root: string): readonly Source[] {
  return [
    ...packageSources(root),
    ...exampleSources(path.join(root, 'tests/sdk'), path.join(root, '.tmp/truth-examples')),
  ];
}
