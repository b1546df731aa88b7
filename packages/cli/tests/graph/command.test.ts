import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { graphCommand, type GraphOptions } from '../../src/graph/command.ts';
import type { GraphReport } from '../../src/graph/report-types.ts';
import { deleting, Folders, imports, reading, sdk } from './repository.ts';

const folders = new Folders();
afterAll(() => folders.remove());

const desk = `${imports}${reading('look_up')}${deleting('delete_file')}
export const ops = new Agent({ name: 'ops', tools: [delete_file] });
export const frontdesk = new Agent({ name: 'frontdesk', tools: [look_up], handoffs: [ops] });
`;
const project = folders.make({
  ...sdk,
  'src/desk.ts': desk,
  'src/other/lone.ts': `${imports}export const lone = new Agent({ name: 'lone' });\n`,
});

async function textOf(options: GraphOptions, paths: readonly string[] = [project]): Promise<string> {
  return (await graphCommand(paths, options)).text;
}

describe('the format', () => {
  it('is Mermaid, where none is named', async () => {
    const text = await textOf({});
    expect(text).toMatch(/^flowchart LR\n/);
    expect(text).toContain('["<b>ops</b><br/>▲ delete_file (finding)"]');
    expect(await textOf({ format: 'mermaid' })).toBe(text);
  });

  it.each([
    ['dot', /^digraph agents \{/],
    ['json', /^\{\n {2}"version": 1,/],
    ['svg', /^<svg /],
    ['html', /^<!doctype html>/],
  ])('is %s where that is named', async (format, start) => {
    expect(await textOf({ format })).toMatch(start);
  });

  it.each([
    ['graph.mmd', /^flowchart/],
    ['graph.gv', /^digraph/],
    ['graph.json', /^\{/],
    ['graph.SVG', /^<svg/],
    ['graph.html', /^<!doctype/],
  ])('is what the name of the file says: %s', async (name, start) => {
    const out = path.join(project, name);
    const { text, notes } = await graphCommand([project], { out });
    expect(text).toBe('');
    expect(notes).toEqual([`Wrote ${out}: 3 agents, 1 delegation, 1 finding.`]);
    expect(readFileSync(out, 'utf8')).toMatch(start);
  });

  it('is what is named, whatever the file is called', async () => {
    const out = path.join(project, 'README.md');
    await graphCommand([project], { out, format: 'mermaid' });
    expect(readFileSync(out, 'utf8')).toMatch(/^flowchart/);
  });
});

describe('what is drawn', () => {
  it('is of the agents in the paths, and of all that they run', async () => {
    const idsIn = async (paths: readonly string[]) =>
      (JSON.parse(await textOf({ format: 'json' }, paths)) as GraphReport).agents.map(({ id }) => id);
    expect(await idsIn([project])).toEqual(['frontdesk', 'lone', 'ops']);
    expect(await idsIn([path.join(project, 'src/other')])).toEqual(['lone']);
    expect(await idsIn([path.join(project, 'src/desk.ts')])).toEqual(['frontdesk', 'ops']);
  });

  it('is an empty graph, with a note, where there are no agents', async () => {
    const empty = folders.make({ ...sdk, 'src/answer.ts': 'export const answer = 42;\n' });
    const { text, notes } = await graphCommand([empty], {});
    expect(text).toMatch(/^flowchart LR\n/);
    expect(notes).toEqual(['No agents of a known SDK were found: the graph is empty.']);
    for (const format of ['dot', 'json', 'svg', 'html']) expect(await textOf({ format }, [empty])).not.toBe('');
  });

  it('is judged by the policy above', async () => {
    const policy = JSON.stringify({ agents: { frontdesk: { allow: ['look_up'] } } });
    const held = folders.make({ ...sdk, 'src/desk.ts': desk, 'agent-safety.policy.json': policy });
    const { agents, findings } = JSON.parse(await textOf({ format: 'json' }, [held])) as GraphReport;
    expect(agents.find(({ id }) => id === 'frontdesk')!.reach.map(({ tool, verdict }) => [tool, verdict])).toEqual([
      ['look_up', 'allowed'],
      ['delete_file', 'disallowed'],
    ]);
    expect(findings.map(({ rule }) => rule)).toContain('no-disallowed-capability');
    expect(await textOf({ format: 'svg' }, [held])).toContain('class="agent flagged"');
  });
});

describe('what is wrong is an error that says what to do', () => {
  it.each<[GraphOptions, string | RegExp]>([
    [{ format: 'mermiad' }, 'There is no format `mermiad`. Did you mean `mermaid`?'],
    [{ format: 'pdf' }, /^There is no format `pdf`\. (?:Did you mean `\w+`\?|Choose `mermaid`, .* or `html`\.)$/],
    [{ format: 'spreadsheet' }, 'There is no format `spreadsheet`. Choose `mermaid`, `dot`, `json`, `svg` or `html`.'],
    [{ out: 'graph.pdf' }, /^The name `graph\.pdf` does not say which format it is\. End it in `\.mmd`, /],
    [
      { out: path.join(project, 'nowhere/graph.svg') },
      `There is no folder ${path.join(project, 'nowhere')}. Make it first, or name another file with --out.`,
    ],
    [{ out: project, format: 'svg' }, `${project} is a folder. Name a file in it with --out.`],
    [{ out: path.join(project, 'package.json/graph.svg') }, /^There is no folder/],
    [{ project: '/nowhere' }, 'There is no /nowhere. Name a file, a folder or a tsconfig.json.'],
  ])('%j', async (options, message) => {
    await expect(graphCommand([project], options)).rejects.toThrow(message);
  });

  it('a path that is not of the project', async () => {
    await expect(graphCommand([path.join(project, 'package.json'), project], {})).rejects.toThrow();
    await expect(graphCommand([path.join(project, 'node_modules')], { project })).rejects.toThrow(
      `No file of the project is ${path.join(project, 'node_modules')}, or in it.`,
    );
  });

  it('a policy that does not hold, with its place', async () => {
    const broken = folders.make({ ...sdk, 'src/desk.ts': desk, 'agent-safety.policy.json': '{\n  "agnets": {}\n}' });
    await expect(graphCommand([broken], {})).rejects.toThrow(
      /agent-safety\.policy\.json:2:\d+ .*agnets.*Did you mean `agents`/s,
    );
  });
});
