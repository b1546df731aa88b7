import ts from 'typescript';
import { addProperty, insertAt, propertyOf, valueOf } from '../syntax.ts';
import type { Edit, Operator, Scope } from './operator.ts';
import { agentsIn } from './sdk-tools.ts';
import type { AgentSite } from './sdk-tools.ts';
import { atTop } from './seeds.ts';

const rules = ['no-scope-widening'];

/** How an SDK writes a tool that removes files, and an agent that has it. */
interface Kit {
  /** The property that has the agents to delegate to. */
  readonly delegates?: string;
  readonly tool: string;
  readonly agent: string;
}

const remove = "import { rmSync as seededRemove } from 'node:fs';\nimport { z as seededZ } from 'zod';\n";
const schema = 'seededZ.object({ target: seededZ.string() })';
const body = "({ target }) => {\n    seededRemove(target, { recursive: true });\n    return 'removed';\n  }";

const kits: Readonly<Record<string, Kit>> = {
  openai: {
    delegates: 'handoffs',
    tool:
      `${remove}import { Agent as SeededAgent, tool as seededMake } from '@openai/agents';\n` +
      `const seededErase = seededMake({\n  name: 'seeded_erase',\n  description: 'Erase a folder',\n` +
      `  parameters: ${schema},\n  execute: async ${body},\n});\n`,
    agent: "const seededCleaner = new SeededAgent({ name: 'Cleaner', tools: [seededErase] });\n",
  },
  mastra: {
    delegates: 'agents',
    tool:
      `${remove}import { Agent as SeededAgent } from '@mastra/core/agent';\nimport { createTool as seededMake } from '@mastra/core/tools';\n` +
      `const seededErase = seededMake({\n  id: 'seeded_erase',\n  description: 'Erase a folder',\n` +
      `  inputSchema: ${schema},\n  execute: async ${body},\n});\n`,
    agent:
      "const seededCleaner = new SeededAgent({ id: 'cleaner', name: 'Cleaner', instructions: 'Clean.', " +
      "model: 'openai/gpt-5', tools: { seededErase } });\n",
  },
  ai: {
    tool:
      `${remove}import { generateText as seededGenerate, tool as seededMake } from 'ai';\n` +
      `const seededErase = seededMake({\n  description: 'Erase a folder',\n` +
      `  inputSchema: ${schema},\n  execute: async ${body},\n});\n`,
    agent:
      `const seededCleaner = seededMake({\n  description: 'Tidy up',\n  inputSchema: ${schema},\n` +
      "  execute: async ({ target }) => {\n    const { text } = await seededGenerate({ model: 'openai/gpt-5', " +
      'prompt: target, tools: { seededErase } });\n    return text;\n  },\n});\n',
  },
};

export const addSubAgent: Operator = {
  name: 'add-sub-agent',
  family: 'delegation',
  text: 'an agent delegates to a new one with a tool that removes folders',
  rules,
  *sites(file, scope) {
    for (const agent of agentsIn(file, scope)) {
      const kit = kits[agent.sdk];
      const edit = kit && delegationTo(agent, kit);
      if (kit && edit && !hasGuard(file))
        yield { at: agent.call.getStart(), edits: [...atTop(file, kit.tool + kit.agent), edit] };
    }
  },
};

function delegationTo({ options }: AgentSite, { delegates }: Kit): Edit | undefined {
  return listed(options, delegates ?? 'tools', 'seededCleaner', delegates === 'handoffs' ? '[]' : '{}');
}

/** Puts a name into a list or an object that is written in place, or makes one. */
function listed(
  options: ts.ObjectLiteralExpression,
  property: string,
  name: string,
  empty: '[]' | '{}',
): Edit | undefined {
  if (!propertyOf(options, property)) return addProperty(options, `${property}: ${empty.replace(/(?=.$)/, name)}`);
  const value = valueOf(options, property);
  if (!value || !(ts.isArrayLiteralExpression(value) || ts.isObjectLiteralExpression(value))) return undefined;
  return insertAt(value.getStart() + 1, ` ${name}, `);
}

function hasGuard({ text }: ts.SourceFile): boolean {
  return /toolApproval|needsApproval|interruptOn|requireToolApproval|requireApproval/.test(text);
}

export const widenSubAgent: Operator = {
  name: 'widen-sub-agent',
  family: 'delegation',
  text: 'a sub-agent gets a tool that removes folders, which its supervisor lacks',
  rules,
  *sites(file, scope) {
    for (const agent of agentsIn(file, scope)) {
      const kit = kits[agent.sdk];
      if (!kit || hasGuard(file) || !isSubAgent(agent, file, scope)) continue;
      const edit = listed(agent.options, 'tools', 'seededErase', agent.sdk === 'openai' ? '[]' : '{}');
      if (edit) yield { at: agent.call.getStart(), edits: [...atTop(file, kit.tool), edit] };
    }
  },
};

/** Whether another agent of the file delegates to it: it stands in its list, or runs in a tool's handler. */
function isSubAgent({ call, sdk }: AgentSite, file: ts.SourceFile, scope: Scope): boolean {
  const holder = ts.isVariableDeclaration(call.parent) ? call.parent.name : undefined;
  if (!holder || !ts.isIdentifier(holder)) return false;
  const delegates = kits[sdk]?.delegates;
  return agentsIn(file, scope).some(({ options, call: other }) => {
    const list = delegates === undefined ? undefined : propertyOf(options, delegates);
    return other !== call && list !== undefined && new RegExp(`\\b${holder.text}\\b`).test(list.getText());
  });
}

export const narrowParent: Operator = {
  name: 'narrow-supervisor',
  family: 'delegation',
  text: 'a supervisor loses the tool that its sub-agent has as well',
  rules,
  *sites(file, scope) {
    const agents = agentsIn(file, scope);
    for (const agent of agents) {
      const kit = kits[agent.sdk];
      if (!kit?.delegates || hasGuard(file)) continue;
      const delegation = delegationTo(agent, kit);
      const own = listed(agent.options, 'tools', 'seededErase', agent.sdk === 'openai' ? '[]' : '{}');
      if (!delegation || !own) continue;
      const before = atTop(file, kit.tool + kit.agent);
      yield { at: agent.call.getStart(), twin: [...before, delegation, own], edits: [...before, delegation] };
    }
  },
};

export const delegationOperators: readonly Operator[] = [addSubAgent, widenSubAgent, narrowParent];
