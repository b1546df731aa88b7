import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { Analysis } from '../../../../src/facts/analysis.ts';
import { graphReportOf } from '../../../../packages/cli/src/graph/report.ts';
import type { GraphReport } from '../../../../packages/cli/src/graph/report-types.ts';
import { sharingDeclarations } from '../../../parsed-declarations.ts';
import { withoutNetwork } from '../without-network.ts';
import * as aiSdk from './programs/ai-sdk.ts';
import * as googleAdk from './programs/google-adk.ts';
import * as langchain from './programs/langchain.ts';
import * as mastra from './programs/mastra.ts';
import * as openaiAgents from './programs/openai-agents.ts';

/** A program with two agents at the top, whose models try to come to the tool `erase` two steps down. */
interface Program {
  /** The tools that have run. */
  readonly ran: string[];
  readonly runs: Readonly<Record<'counter' | 'frontdesk', () => Promise<unknown>>>;
}

const programs: Readonly<Record<string, Program>> = {
  'ai-sdk': aiSdk,
  'google-adk': googleAdk,
  langchain,
  mastra,
  'openai-agents': openaiAgents,
};
const folder = join(import.meta.dirname, 'programs');

/** The graph of the very files that are run. */
const graph = graphOfPrograms();

describe.each(Object.keys(programs))('%s', (name) => {
  it.each(['frontdesk', 'counter'] as const)('runs what the graph says that %s can have run', async (agent) => {
    const { ran, runs } = programs[name]!;
    ran.length = 0;
    // A model that calls a tool which its agent does not have ends the run of some SDKs.
    await withoutNetwork(() => runs[agent]().catch(() => undefined));
    expect(ran).toEqual(reachOf(name, agent));
    expect(ran).toEqual(agent === 'frontdesk' ? ['erase'] : []);
  });
});

function graphOfPrograms(): GraphReport {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
  };
  const program = ts.createProgram(
    Object.keys(programs).map((name) => join(folder, `${name}.ts`)),
    options,
    sharingDeclarations(ts.createCompilerHost(options)),
  );
  return graphReportOf(new Analysis(program), folder, ({ fileName }) => fileName.startsWith(folder));
}

/** The names of the tools that an agent can have run, but for those that only lead to another agent. */
function reachOf(file: string, name: string): readonly string[] {
  const agent = graph.agents.find(({ at, label }) => at?.startsWith(`${file}.ts:`) === true && label === name);
  const reached = graph.tools.filter(({ id }) => agent?.reach.some(({ tool }) => tool === id));
  const leading = new Set(graph.delegations.map(({ tool }) => tool));
  return reached.map(({ label }) => label).filter((label) => !leading.has(label));
}
