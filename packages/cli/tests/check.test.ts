import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCommand } from '../src/check/command.ts';
import { agentThatDeletes, Folders, sdk } from './graph/repository.ts';

const folders = new Folders();
afterAll(() => folders.remove());

const guarded = agentThatDeletes('needsApproval: true,');
const unguarded = agentThatDeletes('');
const project = (files: Readonly<Record<string, string>>): string =>
  folders.make({
    ...sdk,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { module: 'nodenext', target: 'es2022', lib: ['ES2022'], types: ['node'], strict: true },
      include: ['src'],
    }),
    ...files,
  });

describe('agent-safety check', () => {
  it('has nothing to say of a project in which all is well', () => {
    const place = project({ 'src/main.ts': guarded });
    expect(checkCommand([], { project: place })).toEqual({
      text: 'No findings in 1 file.\n',
      notes: [],
      isComplete: true,
      hasFindings: false,
    });
  });

  it('prints each finding with its place, and the line', () => {
    const place = project({ 'src/main.ts': unguarded, 'src/other.ts': 'export const one = 1;\n' });
    const { text, notes, isComplete, hasFindings } = checkCommand([], { project: place });
    expect({ notes, isComplete, hasFindings }).toEqual({ notes: [], isComplete: true, hasFindings: true });
    const [head, message, , line, marks, , summary] = text.split('\n');
    expect(head).toMatch(/^src\/main\.ts:\d+:\d+ require-guardrail$/);
    expect(message).toMatch(/^ {2}`drop_table` deletes with `fs\.rm` .*\. Set `needsApproval: true`\.$/);
    expect(marks?.indexOf('^')).toBe(line?.indexOf("'drop_table'"));
    expect(summary).toBe('1 finding in 2 files.');
  });

  it('prints the same as JSON', () => {
    const place = project({ 'src/main.ts': unguarded });
    const report = JSON.parse(checkCommand([], { project: place, json: true }).text) as Record<string, unknown>;
    expect(report).toMatchObject({
      preset: 'recommended',
      files: 1,
      findings: [{ rule: 'require-guardrail', messageId: 'unguarded', file: 'src/main.ts' }],
      incomplete: [],
    });
  });

  it('looks for classes whose types are states where no SDK is imported', () => {
    const door = `export class Door<State extends string> {
  declare readonly state: State;
  static open(): Door<'open'> {
    return new Door();
  }
  async close(this: Door<'open'>): Promise<Door<'closed'>> {
    return this as unknown as Door<'closed'>;
  }
}
`;
    const place = project({ 'src/door.ts': door });
    expect(checkCommand([], { project: place }).text).toBe('No findings in 1 file.\n');
  });

  it('checks the files that are named, and no others', () => {
    const place = project({ 'src/main.ts': unguarded, 'src/other.ts': 'export const one = 1;\n' });
    expect(checkCommand([path.join(place, 'src/other.ts')], {}).text).toBe('No findings in 1 file.\n');
    expect(() => checkCommand([path.join(place, 'src/none.ts')], { project: place })).toThrow(
      /^No file of the project is /,
    );
  });

  it('is incomplete where a file does not parse, or an SDK is not installed, and never clean', () => {
    const broken = project({ 'src/main.ts': 'export const = 1;\n' });
    const { notes, isComplete } = checkCommand([], { project: broken });
    expect(isComplete).toBe(false);
    expect(notes).toEqual([expect.stringContaining('main.ts:1:14')]);
    const missing = project({ 'src/main.ts': `import { generateText } from 'ai';\nvoid generateText;\n` });
    expect(checkCommand([], { project: missing })).toMatchObject({
      isComplete: false,
      notes: [expect.stringContaining('`ai` is not installed')],
    });
  });

  it('names the presets where one is unknown', () => {
    expect(() => checkCommand([], { preset: 'strictest' })).toThrow(
      'There is no preset `strictest`. Name one of: recommended, strict.',
    );
  });
});
