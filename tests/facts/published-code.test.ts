import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type tsModule from 'typescript';
import type { FlowGraph, Instruction, Operand } from '../../src/analysis/flow-graph.ts';
import { flowGraphOf } from '../../src/program/flow/lower.ts';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import ts from 'typescript';

const sdks = fileURLToPath(new URL('../sdk/node_modules/', import.meta.url));

function filesOf(...packages: readonly string[]): string[] {
  const files = packages.flatMap((name) =>
    readdirSync(join(sdks, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return files.sort();
}

function functionsIn(file: tsModule.SourceFile): tsModule.Node[] {
  const found: tsModule.Node[] = [file];
  const visit = (node: tsModule.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node) || ts.isPropertyDeclaration(node))
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function operandsOf(instruction: Instruction): Operand[] {
  return [
    ...('src' in instruction ? [instruction.src] : []),
    ...('args' in instruction ? instruction.args : []),
    ...(instruction.op === 'aggregate' ? instruction.parts : []),
    ...(instruction.op === 'race' ? instruction.parts.map(({ src }) => src) : []),
    ...('object' in instruction ? [instruction.object] : []),
    ...(instruction.op === 'invoke' && instruction.receiver !== undefined ? [instruction.receiver] : []),
  ].filter((operand) => operand >= 0);
}

function resultsOf(instruction: Instruction): Operand[] {
  if (instruction.op === 'split') return instruction.parts.map(({ dst }) => dst);
  return 'dst' in instruction ? [instruction.dst] : [];
}

/** What is wrong with a graph, or nothing. */
function flawsOf({ blocks, crossing }: FlowGraph): string[] {
  const homes = new Map(
    blocks.flatMap((block) => block.instructions.flatMap(resultsOf).map((result) => [result, block.id] as const)),
  );
  return blocks.flatMap((block, index) => {
    const leavesIn = block.instructions.findIndex(({ op }) => op === 'exit');
    const targets = [...block.edges.map(({ to }) => to), ...(block.handler === undefined ? [] : [block.handler])];
    const operands = [
      ...block.instructions.flatMap(operandsOf),
      ...block.edges.flatMap(({ refinement }) => (refinement && refinement.operand >= 0 ? [refinement.operand] : [])),
    ];
    return [
      ...(block.id === index ? [] : ['a block has another number than its place']),
      ...(targets.every((to) => blocks[to]) ? [] : ['an edge leads nowhere']),
      ...(leavesIn < 0 || (leavesIn === block.instructions.length - 1 && block.edges.length === 0)
        ? []
        : ['something follows the exit']),
      ...(leavesIn >= 0 || block.edges.length > 0 ? [] : ['control gets stuck']),
      ...(operands.every((operand) => homes.has(operand)) ? [] : ['a result is used that nothing computes']),
      ...(operands.every((operand) => crossing.has(operand) || homes.get(operand) === block.id)
        ? []
        : ['a result is forgotten before it is used']),
    ];
  });
}

describe('code that was published by others', () => {
  it('has a well-formed flow graph for each function', () => {
    const files = filesOf('@modelcontextprotocol/sdk', '@openai/agents-core', '@ai-sdk/mcp', 'hono', 'ajv');
    let functions = 0;
    for (const path of files) {
      const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);
      for (const fn of functionsIn(file)) {
        functions++;
        const flaws = flawsOf(flowGraphOf(fn));
        if (flaws.length > 0) expect.fail(`${path}:${String(fn.pos)}: ${flaws.join(', ')}`);
      }
    }
    expect(files.length).toBeGreaterThan(1000);
    expect(functions).toBeGreaterThan(10_000);
  });

  it('is read to the end by the analysis of sessions', () => {
    const files = filesOf('@modelcontextprotocol/sdk/dist/esm', '@modelcontextprotocol/client', '@ai-sdk/mcp');
    const program = ts.createProgram(files, {
      allowJs: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      skipLibCheck: true,
      noEmit: true,
      maxNodeModuleJsDepth: 0,
    });
    let read = 0;
    for (const path of files) {
      const file = program.getSourceFile(path);
      if (!file) continue;
      sessionFactsOf(file, program, builtInProtocols);
      read++;
    }
    expect(read).toBeGreaterThan(200);
  });
});
