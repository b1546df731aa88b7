import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { lint } from '../../scripts/demo/lint.ts';
import type { LintResult } from '../../scripts/demo/lint.ts';
import plugin from '../../src/index.ts';
import { exampleFolder } from './file-manager.ts';
import { diagnosticsOf, exampleFiles, exampleProgram, findingsOf, options, programOf } from './typed-programs.ts';

const head = `
import { defineAgent, delegate, GuardrailBlocked, invokeTool, uncheckedInvocation } from '@agent-safety/runtime';
import { fileAgents } from './agents.ts';
import { ConfinedRoot } from './confined-root.ts';

const { files, reader, tools } = fileAgents(await ConfinedRoot.open('.'));
const { readFile, writeFile } = tools;
const args = { path: 'never-written', content: '' };
const archivist = defineAgent({ name: 'archivist', tools: [readFile] });

async function approved() {
  const token = await files.runBeforeTool(writeFile, args);
  if (token instanceof GuardrailBlocked) throw new TypeError(token.reason);
  return token;
}
async function approvedRead() {
  const token = await files.runBeforeTool(readFile, { path: 'tools.ts' });
  if (token instanceof GuardrailBlocked) throw new TypeError(token.reason);
  return token;
}
`;

/** What does not compile, and what a program without types is told. */
const attempts: readonly (readonly [what: string, code: string, refusal: string])[] = [
  [
    'the reader asks to write',
    'reader.runBeforeTool(writeFile, args)',
    'CapabilityNotHeld -32000: Agent `files → archivist` does not hold `writeFile`.',
  ],
  [
    'the reader writes with a token of who lent to it',
    'invokeTool(reader.agent, writeFile, args, await approved())',
    'CapabilityNotHeld -32000: Agent `files → archivist` does not hold `writeFile`.',
  ],
  [
    'the reader reads with a token of who lent to it',
    "invokeTool(reader.agent, readFile, { path: 'tools.ts' }, await approvedRead())",
    'TokenRejected -32000: The token for `readFile` of agent `files → archivist` was rejected: it was minted for another agent.',
  ],
  [
    'the archivist is lent what it does not hold',
    'delegate(files.agent, archivist, [readFile, writeFile])',
    'CapabilityNotHeld -32000: Agent `archivist` does not hold `writeFile`.',
  ],
  [
    'the reader lends what it was not lent',
    'delegate(reader.agent, files.agent, [writeFile])',
    'CapabilityNotHeld -32000: Agent `files → archivist` does not hold `writeFile`.',
  ],
  [
    'a write without a token',
    'invokeTool(files.agent, writeFile, args)',
    'TokenRejected -32000: The token for `writeFile` of agent `files` was rejected: it comes from no callback runner.',
  ],
  [
    'a write that nobody checks',
    'invokeTool(files.agent, writeFile, args, uncheckedInvocation(writeFile))',
    'McpError -32000: `writeFile` needs a guardrail: its author did not opt out.',
  ],
  [
    'a write with the token of a read',
    'invokeTool(files.agent, writeFile, args, await approvedRead())',
    'TokenRejected -32000: The token for `writeFile` of agent `files` was rejected: it was minted for another tool.',
  ],
];

it('compiles', () => {
  expect(ts.getPreEmitDiagnostics(exampleProgram()).map(({ messageText }) => messageText)).toEqual([]);
});

it('does not compile where an agent would get past what it holds', () => {
  const lines = attempts.map(([, code]) => `  // @ts-expect-error\n  async () => ${code},`);

  // An error that is expected and does not come is one.
  expect(diagnosticsOf(programOf(`${head}\nexport const attempts = [\n${lines.join('\n')}\n];\n`))).toEqual([]);
  expect(diagnosticsOf(programOf(`${head}\nexport const works = await approved();\n`))).toEqual([]);
});

it('refuses the same to programs without types', () => {
  const runs = attempts.map(([, code]) => `async () => ${code}`);
  const body = `for (const attempt of [${runs.join(',\n')}]) {
    const told = await attempt().then(() => 'nothing', (error) => \`\${error.name} \${error.code}: \${error.message}\`);
    console.log(told);
  }`;

  const printed = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', head + body], {
    cwd: exampleFolder,
    encoding: 'utf8',
  });

  expect(printed.trimEnd().split('\n')).toEqual(attempts.map(([, , refusal]) => refusal));
});

describe('the rules, in `strict`', () => {
  let result: LintResult;
  beforeAll(async () => {
    result = await lint(plugin, { folder: exampleFolder, files: exampleFiles, options, program: exampleProgram() });
  });

  it('have nothing to report', () => {
    expect(result.failures).toEqual([]);
    expect(result.findings).toEqual([]);
  });

  it.each([
    [
      'answers.ts',
      'return resultOf(await invokeTool(agent, tool, args, token, { signal }));',
      (line: string) => `await invokeTool(agent, tool, args, token, { signal });\n${line}`,
      'no-token-reuse',
    ],
    [
      'answers.ts',
      'const token = await runner.runBeforeTool(tool, args);',
      () => 'const token = {} as GuardrailToken<typeof tool, A>;',
      'no-forged-token',
    ],
    [
      'answers.ts',
      'return resultOf(await invokeTool(agent, tool, args, token, { signal }));',
      (line: string) => line.replace('args', '{ ...args, path: name }'),
      'no-token-mismatch',
    ],
    [
      'client.ts',
      'const reader = await connect(',
      (line: string) => `await files.listTools();\n${line}`,
      'no-wrong-session-state',
    ],
    [
      'server.ts',
      'const awaitingInitialized = await owesResult.sendInitializeResult();',
      (line: string) => `${line}\nawait owesResult.close();`,
      'no-wrong-session-state',
    ],
  ])('would see in %s that `%s` is broken', (file, line, broken, rule) => {
    const text = readFileSync(path.join(exampleFolder, file), 'utf8');
    const [before = '', after] = text.split(line);

    const found = findingsOf(programOf(`${before}${broken(line)}${after ?? ''}`, file));

    expect(after).toBeDefined();
    expect(found.map((finding) => finding.rule)).toContain(rule);
  });
});
