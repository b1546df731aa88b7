import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Analysis } from '../../../src/facts/analysis.ts';
import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { findingsOf } from '../../../src/rules/rule.ts';
import ts from 'typescript';
import { compilerOptions, sdkFolder } from '../../scenarios/programs.ts';

const folder = path.posix.join(sdkFolder, 'projects');

const files = {
  'tools.ts': `import { rm } from 'node:fs/promises';
import { tool } from '@openai/agents';
import { z } from 'zod';
export const erase = tool({
  name: 'erase', description: 'Erase', parameters: z.object({ path: z.string() }), execute: ({ path }) => rm(path),
});
`,
  'agent.ts': `import { Agent } from '@openai/agents';
import { erase } from './tools.js';
export const agent = new Agent({ name: 'Coder', tools: [erase] });
`,
  'index.ts': "export { agent } from './agent.js';\n",
};

/** Where `require-guardrail` reports in a program that is made of some of the files, which import the others. */
function reportedFrom(rootFiles: readonly string[]): readonly string[] {
  const texts = new Map(Object.entries(files).map(([name, text]) => [path.posix.join(folder, name), text]));
  const host = ts.createCompilerHost(compilerOptions, true);
  const program = ts.createProgram({
    rootNames: rootFiles.map((name) => path.posix.join(folder, name)),
    options: compilerOptions,
    host: {
      ...host,
      fileExists: (name) => texts.has(name) || host.fileExists(name),
      readFile: (name) => texts.get(name) ?? host.readFile(name),
      directoryExists: (name) => name === folder || host.directoryExists?.(name) === true,
      realpath: (name) => (texts.has(name) ? name : (host.realpath?.(name) ?? name)),
      getSourceFile: (name, options) => {
        const text = texts.get(name);
        return text === undefined ? host.getSourceFile(name, options) : ts.createSourceFile(name, text, options, true);
      },
    },
  });
  const analysis = new Analysis(program);
  return [...texts.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    const found = file ? [...findingsOf(requireGuardrail, file, analysis)] : [];
    return found.map(({ node }) => `${path.basename(name)}: ${node.getText().slice(0, 9)}`);
  });
}

describe('a tool is reported', () => {
  it.each([
    ['at its definition, where the project lists both files', ['agent.ts', 'tools.ts'], "tools.ts: 'erase'"],
    ['at its definition, where the project lists neither', ['index.ts'], "tools.ts: 'erase'"],
    ['at the agent, where the project only imports the file of the tool', ['agent.ts'], 'agent.ts: new Agent'],
  ])('%s', (_name, rootFiles, place) => {
    expect(reportedFrom(rootFiles)).toEqual([place]);
  });
});
