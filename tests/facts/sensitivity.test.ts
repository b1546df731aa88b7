import { describe, expect, it } from 'vitest';
import { agentFactsOf } from '../../src/facts/agents/agents.ts';
import { type Sensitivity, sensitivityOf } from '../../src/facts/agents/sensitivity.ts';
import type { ToolFact } from '../../src/facts/agents/tools.ts';
import { agentSdks } from '../../src/models/agents/index.ts';
import { isFunctionLike } from '../../src/type-utils/syntax.ts';
import { nodesIn, programOf } from '../type-utils/in-memory-program.ts';

/** As far as the handlers need them, in the shape of the packages' own declarations. */
const packages: Readonly<Record<string, string>> = {
  e2b: `export declare class Sandbox { static create(): Promise<Sandbox>; run(code: string): Promise<string>; }`,
  mathjs: `export declare function evaluate(text: string): any;`,
  'sandbox-x': `export declare class Sandbox { static create(): Promise<Sandbox>; run(code: string): Promise<string>; }`,
  '@types/pg': `export declare class Client { connect(): Promise<void>; notify(channel: string): Promise<void>; end(): Promise<void>; }`,
};

/** What a tool is whose handler is the first function of a program. */
function classOf(code: string): Sensitivity['class'] {
  const { program, file } = programOf({
    ...Object.fromEntries(
      Object.entries(packages).flatMap(([name, text]) => [
        [`node_modules/${name}/index.d.ts`, text],
        [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', types: 'index.d.ts' })],
      ]),
    ),
    'a.ts': code,
  });
  const [handler] = nodesIn(file('a.ts'), isFunctionLike);
  const tool = { handler, hints: new Map(), does: undefined, methods: [], isRunElsewhere: false };
  return sensitivityOf(tool as unknown as ToolFact, agentFactsOf(program, agentSdks)).class;
}

describe('what a tool is taken for', () => {
  it('is harmless in a sandbox', () => {
    const code = (from: string): string =>
      `import { Sandbox } from '${from}'; export async function handler(code: string) { const box = await Sandbox.create(); return box.run(code); }`;
    expect(classOf(code('e2b'))).toBe('harmless');
    expect(classOf(code('sandbox-x'))).toBe('unknown');
  });

  it('is harmless if it only computes', () => {
    expect(classOf(`import { evaluate } from 'mathjs'; export const handler = (text: string) => evaluate(text);`)).toBe(
      'harmless',
    );
  });

  it('is not unknown for opening and closing a connection', () => {
    const code = (call: string): string =>
      `import { Client } from 'pg'; export async function handler() { const client = new Client(); await client.connect(); ${call} await client.end(); }`;
    expect(classOf(code(''))).toBe('harmless');
    expect(classOf(code(`await client.notify('x');`))).toBe('unknown');
  });
});
