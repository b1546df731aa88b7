import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import * as core from '../src/index.ts';

const root = path.join(import.meta.dirname, '..');
let text = '';
let inputs: string[] = [];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/index.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'agentSafety',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    metafile: true,
    write: false,
  });
  text = outputFiles[0]?.text ?? '';
  inputs = Object.keys(metafile.inputs);
});

describe('the core entry', () => {
  it('contains itself and the canonical form of JSON, and imports nothing', () => {
    const foreign = inputs.filter((input) => !/^src\/([\w-]+|capability\/[\w-]+|guardrail\/[\w-]+)\.ts$/.test(input));

    expect(foreign.map((input) => input.replace(/.*node_modules\//, ''))).toEqual(['canonicalize/lib/canonicalize.js']);
    expect(text).not.toMatch(/\b(require|import)\s*\(|\bprocess\b|\bBuffer\b|node:/);
  });

  it('makes no code from texts', () => {
    expect(text).not.toMatch(/\beval\b|new Function|Function\(/);
  });

  // Where making code from texts is forbidden, and there is nothing but the language.
  it('guards calls in a realm that has the language only', async () => {
    const outcomes: unknown[] = [];
    const context = createContext(
      { tell: (what: unknown) => outcomes.push(what) },
      { codeGeneration: { strings: false } },
    );
    const done = runInContext(
      `${text};
      (async () => {
        const input = { '~standard': { version: 1, vendor: 'v', validate: (value) => ({ value }) } };
        const tool = agentSafety.defineTool({ name: 't', class: 'write', input, guardrail: 'required', handler: (args) => args.n });
        const agent = agentSafety.defineAgent({ name: 'a', tools: [tool] });
        const runner = new agentSafety.CallbackRunner(agent, { beforeTool: () => undefined, expiresInMs: 1000 });
        const token = await runner.runBeforeTool(tool, { n: 7 });
        tell(await agentSafety.invokeTool(agent, tool, { n: 7 }, token));
        tell(await agentSafety.invokeTool(agent, tool, { n: 7 }, token).catch((error) => error.reason));
        tell(agentSafety.canonicalJson({ b: 1, a: [] }));
      })()`,
      context,
    ) as Promise<void>;
    await done;

    expect(outcomes).toEqual([7, 'spent', '{"a":[],"b":1}']);
  });

  it('offers no way to mint', () => {
    expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
      [
        "CallbackRunner",
        "CapabilityNotHeld",
        "GuardrailBlocked",
        "McpError",
        "TokenRejected",
        "block",
        "bottom",
        "canonicalJson",
        "capsOf",
        "defineAgent",
        "defineTool",
        "delegate",
        "digestOf",
        "dynamicCaps",
        "errorCode",
        "has",
        "invokeTool",
        "isBlocked",
        "isSubset",
        "join",
        "meet",
        "needsNoGuardrail",
        "noGuardrailRequired",
        "toolNamed",
        "top",
        "uncheckedInvocation",
      ]
    `);
  });

  // In a realm of its own, where nothing else depends on what is replaced.
  it.each([
    'Array',
    'String',
    'Number',
    'RegExp',
    'Map',
    'Set',
    'WeakMap',
    'Object',
    'JSON',
    'Reflect',
    'Function',
    'Promise',
  ])('calls nothing of %s that was replaced after it had loaded', async (name) => {
    const program = `(async () => {
        const { CallbackRunner, defineAgent, defineTool, invokeTool } = agentSafety;
        const { defineProperty } = Object;
        const { ownKeys, getOwnPropertyDescriptor: descriptorOf } = Reflect;
        const input = { '~standard': { version: 1, vendor: 'tests', validate: (value) => ({ value }) } };
        const calls = [], seen = [];
        const save = defineTool({ name: 'save', class: 'write', guardrail: 'required', input, handler: (args) => { calls[calls.length] = args; return 'ran'; } });
        const agent = defineAgent({ name: 'recorder', tools: [save] });
        const runner = new CallbackRunner(agent, { beforeTool: async ({ args }) => { seen[seen.length] = args; } });
        const signal = { aborted: false, throwIfAborted() {}, addEventListener() {}, removeEventListener() {} };
        const replaced = [];
        for (const owner of [${name}, ${name}.prototype ?? {}]) for (const key of ownKeys(owner))
          if (key !== 'constructor' && typeof descriptorOf(owner, key).value === 'function') {
            replaced[replaced.length] = { owner, key, value: owner[key] };
            try { defineProperty(owner, key, { value: () => ['/etc/passwd'], configurable: true, writable: true }); } catch {}
          }
        const passed = { path: ['safe'], deep: [{ a: 1 }], text: 'x' };
        let outcome;
        try {
          const token = await runner.runBeforeTool(save, passed, { signal });
          outcome = await invokeTool(agent, save, passed, token);
        } catch (error) { outcome = error; }
        for (let index = replaced.length - 1; index >= 0; index--) {
          const { owner, key, value } = replaced[index];
          try { defineProperty(owner, key, { value, configurable: true, writable: true }); } catch {}
        }
        tell(JSON.stringify({ outcome: String(outcome), calls, seen }));
      })()`;
    const outcome = JSON.parse(await toldIn(program)) as unknown;

    const passed = { path: ['safe'], deep: [{ a: 1 }], text: 'x' };
    expect(outcome).toEqual({ outcome: 'ran', calls: [passed], seen: [passed] });
  });
});

/** What a program tells in a realm with the core entry. Its promise is not awaited: that would look for a `then` that it replaces. */
async function toldIn(program: string): Promise<string> {
  return new Promise((tell) => {
    const realm = createContext({ tell });
    runInContext(text, realm);
    runInContext(program, realm);
  });
}
