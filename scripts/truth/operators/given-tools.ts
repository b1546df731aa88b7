import ts from 'typescript';
import { around, insertAt } from '../syntax.ts';
import type { Edit, Scope } from './operator.ts';
import { isGivenToAgent, toolsIn } from './sdk-tools.ts';
import type { ToolSite } from './sdk-tools.ts';
import { atTop } from './seeds.ts';

/** A tool that an agent has. */
export interface GivenTool extends ToolSite {
  /** What makes an agent that has it, where the program has none. */
  readonly giving: readonly Edit[];
}

/** How an agent with one tool is written. */
const agents: Readonly<Record<string, { readonly top: string; readonly end: (tool: string) => string }>> = {
  ai: {
    top: "import { generateText as seededWork } from 'ai';\n",
    end: (tool) => `seededWork({ model: 'openai/gpt-5', prompt: 'Work', tools: { ${tool} } })`,
  },
  mastra: {
    top: "import { Agent as SeededWorker } from '@mastra/core/agent';\n",
    end: (tool) =>
      "new SeededWorker({ id: 'worker', name: 'Worker', instructions: 'Work.', model: 'openai/gpt-5', " +
      `tools: { ${tool} } })`,
  },
  openai: {
    top: "import { Agent as SeededWorker } from '@openai/agents';\n",
    end: (tool) => `new SeededWorker({ name: 'Worker', tools: [${tool}] })`,
  },
};

/** Words of options by which an agent may have a guard already. */
const guards =
  /toolApproval|interruptOn|interruptBefore|requireToolApproval|humanInTheLoop|before_?tool|PreToolUse|canUseTool|permission|plugins/i;

/**
 * The tools of a file that an agent of the program has, where no agent of the file has a guard; and those in variables of
 * the module that none has, which get one.
 */
export function givenToolsIn(file: ts.SourceFile, scope: Scope): readonly GivenTool[] {
  if (guards.test(file.text)) return [];
  return toolsIn(file, scope).flatMap((tool) => {
    // A tool that is marked as harmless is another rule's.
    if (tool.sdk === 'mcp' || /\w+Hint\b/.test(tool.options?.getText() ?? '')) return [];
    const giving = isGivenToAgent(tool, scope) ? [] : givingOf(tool, file);
    return giving ? [{ ...tool, giving }] : [];
  });
}

function givingOf({ sdk, call }: ToolSite, file: ts.SourceFile): readonly Edit[] | undefined {
  const agent = agents[sdk];
  const holder = ts.isVariableDeclaration(call.parent) ? call.parent : undefined;
  const isOfModule = holder !== undefined && around(holder, ts.isVariableStatement)?.parent === file;
  if (!agent || !isOfModule || !ts.isIdentifier(holder.name)) return undefined;
  return [
    ...atTop(file, agent.top),
    insertAt(file.end, `\nexport const seededWorker = ${agent.end(holder.name.text)};\n`),
  ];
}
