import { expect, it } from 'vitest';
import { lint } from '../../scenarios/linting.ts';

// What an agent is given by those who call it through an interface.
const head = `import { query, type PermissionMode } from '@anthropic-ai/claude-agent-sdk';
interface Input { prompt: string; mode: PermissionMode }
interface Runner { run(input: Input): unknown }
class ClaudeRunner implements Runner {
  run({ prompt, mode }: Input) { return query({ prompt, options: { permissionMode: mode } }); }
}
class Service {
  constructor(private runner: Runner) {}
  send(prompt: string) { return this.runner.run({ prompt, mode: 'bypassPermissions' }); }
}
`;

const countIn = (code: string, declared = head): number =>
  lint(
    { 'main.ts': `${declared}${code}\n` },
    { rules: { 'agent-safety/no-unguarded-sensitive-tool': 'error' }, file: 'main.ts' },
  ).length;

it.each([
  ['one class implements', '', 1],
  [
    'one class implements, as it does one that it extends',
    '',
    1,
    head
      .replace('interface Runner {', 'interface Own extends Runner { stop(): void }\ninterface Runner {')
      .replace('implements Runner {', 'implements Own {\n  stop() {}'),
  ],
  ['two classes implement', 'export class Fake implements Runner { run(input: Input) { return input; } }', 1],
  ['another class implements', '', 0, head.replace(' implements Runner', '')],
  [
    'a class implements that has a subclass',
    'export class Quiet extends ClaudeRunner { override run(input: Input) { return super.run({ ...input, mode: "default" }); } }',
    1,
  ],
])('by what callers give where %s the interface', (_, code, count, declared = head) => {
  expect(
    countIn(`export const service = (runner: Runner = new ClaudeRunner()) => new Service(runner);\n${code}`, declared),
  ).toBe(count);
});

it.each([
  ['the one', 'ClaudeRunner', 1],
  ['the other', 'Fake', 0],
])('by what callers give, on what is surely %s of two classes', (_, made, count) => {
  const code = `class Fake implements Runner { run(input: Input) { return input; } }
const own: Runner = new ${made}();
export const start = (prompt: string) => own.run({ prompt, mode: 'bypassPermissions' });`;
  expect(countIn(code, head.slice(0, head.indexOf('class Service')))).toBe(count);
});

it('by what callers give in another file than that of the interface', () => {
  const [declared = '', service = ''] = head.split('class ClaudeRunner');
  const files = {
    'runner.ts': declared.replaceAll('interface', 'export interface'),
    'main.ts': `import { query } from '@anthropic-ai/claude-agent-sdk';
import type { Input, Runner } from './runner.ts';
class ClaudeRunner${service}
export const service = (runner: Runner = new ClaudeRunner()) => new Service(runner);`,
  };

  expect(lint(files, { rules: { 'agent-safety/no-unguarded-sensitive-tool': 'error' } })).toHaveLength(1);
});
