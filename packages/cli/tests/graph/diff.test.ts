import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Change, changesBetween } from '../../src/graph/changes.ts';
import { graphCommand } from '../../src/graph/command.ts';
import { drawingOf } from '../../src/graph/drawing.ts';
import { mergedReport } from '../../src/graph/merged.ts';
import type { AgentNode, DelegationEdge, GraphReport, ToolNode } from '../../src/graph/report-types.ts';
import { commit, deleting, type Files, Folders, git, imports, reading, sdk, write } from './repository.ts';
import { reportWith } from './reports.ts';

const folders = new Folders();
afterAll(() => folders.remove());

/** The sentences about what changed since a revision. */
async function since(revision: string, folder: string, paths: readonly string[] = [folder]): Promise<string[]> {
  const { text } = await graphCommand(paths, { diff: revision, project: folder });
  return text.trimEnd().split('\n');
}

/** Two agents, the first of which hands over to the second; what the second has, and what is defined before. */
function desk(tools: string, before = ''): Files {
  return {
    'src/desk.ts': `${imports}${reading('look_up')}${before}
      export const ops = new Agent({ name: 'ops', tools: [${tools}] });
      export const frontdesk = new Agent({ name: 'frontdesk', handoffs: [ops] });`,
  };
}

describe('what changed since a revision', () => {
  it('is what an agent can reach now, and through whom', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, desk('look_up, delete_file', deleting('delete_file')));
    expect(await since('main', folder)).toEqual([
      'New finding: `frontdesk` lacks `delete_file`, which deletes with `fs.rm` (line 4; high impact), but can have `ops` run it without a guard. Set `needsApproval: true`, or remove the tool.',
      '`ops` has `delete_file` now.',
      '`frontdesk` can now reach `delete_file` (through `ops`).',
    ]);
  });

  it('is what an agent can no longer reach', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up, delete_file', deleting('delete_file')) });
    write(folder, desk('look_up'));
    expect(await since('HEAD', folder)).toEqual([
      'No longer found: `frontdesk` lacks `delete_file`, which deletes with `fs.rm` (line 4; high impact), but can have `ops` run it without a guard. Set `needsApproval: true`, or remove the tool.',
      '`ops` no longer has `delete_file`.',
      '`frontdesk` can no longer reach `delete_file` (it did through `ops`).',
    ]);
  });

  it('is a guard that is gone', async () => {
    const guarded = desk('delete_file', deleting('delete_file', 'needsApproval: true,'));
    const folder = folders.repository({ ...sdk, ...guarded });
    write(folder, desk('delete_file', deleting('delete_file')));
    expect(await since('main', folder)).toContain('`ops` runs `delete_file` without a guard now.');
    write(folder, guarded);
    commit(folder, desk('delete_file', deleting('delete_file')));
    write(folder, guarded);
    expect(await since('main', folder)).toContain('`ops` runs `delete_file` with a guard now.');
  });

  it('is which agents and steps are new or gone', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, {
      'src/desk.ts': `${imports}${deleting('delete_file')}
        export const sweeper = new Agent({ name: 'sweeper', tools: [delete_file] });
        export const frontdesk = new Agent({ name: 'frontdesk', handoffs: [sweeper] });`,
    });
    expect(await since('main', folder)).toEqual([
      'New finding: `frontdesk` lacks `delete_file`, which deletes with `fs.rm` (line 3; high impact), but can have `sweeper` run it without a guard. Set `needsApproval: true`, or remove the tool.',
      '`sweeper` is new: it can reach 1 tool, 1 of them sensitive and unguarded.',
      '`ops` is gone.',
      '`frontdesk` can now reach `delete_file` (through `sweeper`).',
      '`frontdesk` can no longer reach `look_up` (it did through `ops`).',
      'The step from `frontdesk` to `sweeper` is new (hands over).',
      'The step from `frontdesk` to `ops` is gone (hands over).',
    ]);
  });

  it('is what a policy of another revision found, by the policy of then', async () => {
    const policy = (allow: readonly string[]) => ({
      'agent-safety.policy.json': JSON.stringify({ agents: { frontdesk: { allow } } }),
    });
    const folder = folders.repository({ ...sdk, ...desk('look_up'), ...policy(['look_up']) });
    write(folder, policy(['search_*']));
    const [found, ...others] = await since('main', folder);
    expect(found).toMatch(/^New finding: .*frontdesk → ops: look_up/);
    expect(others.join()).not.toContain('reach');
  });

  it('is nothing where nothing changed, or only what agents do not see', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, { 'src/desk.ts': `\n\n\n${desk('look_up')['src/desk.ts']!}`, 'src/new.ts': 'export const x = 1;\n' });
    expect(await since('main', folder)).toEqual(['Nothing changed between the agents since main.']);
  });

  it('follows an agent to another file', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, { 'src/desk.ts': undefined, 'src/office/desk.ts': desk('look_up')['src/desk.ts'] });
    expect(await since('main', folder)).toEqual(['Nothing changed between the agents since main.']);
  });

  it('is told of the paths alone, also of those that were not there', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, { 'src/new/more.ts': `${imports}export const more = new Agent({ name: 'more' });` });
    expect(await since('main', folder, [path.join(folder, 'src/new')])).toEqual([
      '`more` is new: it can reach 0 tools.',
    ]);
    expect(await since('main', folder, [path.join(folder, 'src/desk.ts')])).toEqual([
      'Nothing changed between the agents since main.',
    ]);
  });

  it('is read from the revision alone: no file that is not of it, and each that is', async () => {
    // A module that is gone now, one that is new, a file in a folder that is ignored, and one that was added to git only.
    const agents = (tools: string) => `${imports}${tools}
      export const ops = new Agent({ name: 'ops', tools: [look_up] });`;
    const folder = folders.repository({
      ...sdk,
      '.gitignore': 'node_modules\ngenerated\n',
      'src/ops.ts': agents(`import { look_up } from './generated/kept.js';`),
      'src/generated/kept.ts': imports + reading('look_up'),
      'src/old.ts': `${imports}export const old = new Agent({ name: 'old' });`,
    });
    write(folder, {
      'src/old.ts': undefined,
      'src/staged.ts': `${imports}export const staged = new Agent({ name: 'staged' });`,
    });
    git(folder, 'add', 'src/staged.ts');
    expect(await since('main', folder)).toEqual(['`staged` is new: it can reach 0 tools.', '`old` is gone.']);
  });

  it('takes any name of a commit', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    git(folder, '-c', 'tag.gpgSign=false', 'tag', 'v1');
    const hash = git(folder, 'rev-parse', 'HEAD');
    commit(folder, desk('look_up, delete_file', deleting('delete_file')));
    for (const name of ['v1', 'HEAD~1', hash, hash.slice(0, 7), 'main^'])
      expect(await since(name, folder)).toContain('`ops` has `delete_file` now.');
    expect(await since('HEAD', folder)).toEqual(['Nothing changed between the agents since HEAD.']);
  });

  it('is told of a project in a folder of the repository, also over a link', async () => {
    const inner = (files: Files) =>
      Object.fromEntries(Object.entries(files).map(([file, text]) => [`apps/desk/${file}`, text]));
    const folder = folders.repository(inner({ ...sdk, ...desk('look_up') }));
    write(folder, inner(desk('look_up, delete_file', deleting('delete_file'))));
    const elsewhere = folders.make({});
    symlinkSync(path.join(folder, 'apps/desk'), path.join(elsewhere, 'link'));
    for (const place of [path.join(folder, 'apps/desk'), path.join(elsewhere, 'link')])
      expect(await since('main', place)).toContain('`ops` has `delete_file` now.');
  });

  it('leaves the working tree and the index as they are', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, desk('look_up, delete_file', deleting('delete_file')));
    const before = [git(folder, 'status', '--porcelain=v2'), git(folder, 'rev-parse', 'HEAD')];
    await since('main', folder);
    expect([git(folder, 'status', '--porcelain=v2'), git(folder, 'rev-parse', 'HEAD')]).toEqual(before);
  });

  it('is data as JSON, and marked in pictures', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    write(folder, { 'src/desk.ts': `${imports}export const frontdesk = new Agent({ name: 'frontdesk' });` });
    const { text } = await graphCommand([folder], { diff: 'main', format: 'json' });
    const { changes, ...rest } = JSON.parse(text) as { changes: Change[] };
    expect(rest).toEqual({ version: 1, since: 'main', commit: git(folder, 'rev-parse', 'main') });
    expect(changes.map(({ kind }) => kind)).toEqual(['agent-removed', 'reach-lost', 'delegation-removed']);

    const draw = async (format: string) => (await graphCommand([folder], { diff: 'main', format })).text;
    expect(await draw('mermaid')).toMatch(/<b>ops<\/b>.*:::removed/);
    expect(await draw('dot')).toMatch(/label="removed\\n", style="dashed"/);
    expect(await draw('svg')).toContain('class="agent removed"');
    expect(await draw('html')).toContain('"sentences":["`ops` is gone."');
  });
});

describe('a revision that cannot be read is an error that says what to do', () => {
  it('where there is none of that name', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    for (const [name, message] of [
      ['mian', `There is no revision \`mian\` in ${folder}. Did you mean \`main\`?`],
      ['0123456', `There is no revision \`0123456\` in ${folder}. Name a branch, a tag or a commit.`],
      ['--all', `There is no revision \`--all\``],
      ['', 'There is no revision ``'],
      ['main:src', 'There is no revision `main:src`'],
    ] as const)
      await expect(since(name, folder)).rejects.toThrow(message);
  });

  it('where the clone is shallow', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up') });
    const first = git(folder, 'rev-parse', 'HEAD');
    commit(folder, desk('', ''));
    const clone = path.join(folders.make({}), 'clone');
    git(folder, 'clone', '--quiet', '--depth=1', `file://${folder}`, clone);
    await expect(since(first, clone)).rejects.toThrow('This clone is shallow: `git fetch --unshallow`');
  });

  it('where there is no repository', async () => {
    const folder = folders.make({ ...sdk, ...desk('look_up') });
    await expect(since('main', folder)).rejects.toThrow(`${folder} lies in no git repository.`);
  });

  it('where the project was not there, or was broken', async () => {
    const folder = folders.repository({ 'README.md': '' });
    commit(folder, { ...sdk, 'src/desk.ts': 'export const x = ;' });
    write(folder, desk('look_up'));
    await expect(since('HEAD~1', folder)).rejects.toThrow(
      `There is no ${path.join(folder, 'tsconfig.json')} in \`HEAD~1\`.`,
    );
    const { notes, isComplete } = await graphCommand([], { diff: 'HEAD', project: folder });
    expect(isComplete).toBe(false);
    expect(notes).toEqual([expect.stringMatching(/^In `HEAD`: .*src\/desk\.ts:1:18: Expression expected\./)]);
  });

  it('where its policy does not hold', async () => {
    const folder = folders.repository({ ...sdk, ...desk('look_up'), 'agent-safety.policy.json': '{' });
    write(folder, { 'agent-safety.policy.json': '{}' });
    await expect(since('main', folder)).rejects.toThrow(/^In `main`: The policy does not hold\./);
  });
});

describe('changes', () => {
  const tool = (id: string, more: Partial<ToolNode> = {}): ToolNode => ({
    id,
    label: id,
    at: 'src/tools.ts:1:1',
    kind: 'tool',
    class: 'sensitive',
    effects: [],
    ...more,
  });
  const agent = (id: string, more: Partial<AgentNode> = {}): AgentNode => ({
    id,
    label: id,
    at: `src/${id}.ts:1:1`,
    kind: 'agent',
    sdk: 'Mastra',
    holds: [],
    knowledge: 'closed',
    allowed: null,
    reach: [],
    ...more,
  });
  const edge = (from: string, to: string, more: Partial<DelegationEdge> = {}): DelegationEdge => ({
    from,
    to,
    via: 'child',
    tool: null,
    at: 'src/a.ts:2:2',
    lets: null,
    guards: [],
    knowledge: 'closed',
    grants: [],
    ...more,
  });
  const report = (parts: Partial<GraphReport>): GraphReport => ({
    version: 1,
    agents: [],
    tools: [],
    delegations: [],
    findings: [],
    ...parts,
  });
  const texts = (before: Partial<GraphReport>, after: Partial<GraphReport>) =>
    changesBetween(report(before), report(after)).map(({ text }) => text);

  it('are none between the same graphs', () => {
    const same = reportWith({ agents: 50 });
    expect(changesBetween(same, same)).toEqual([]);
    expect(mergedReport(same, same).presences).toEqual({ agents: new Map(), delegations: new Map() });
    expect(mergedReport(same, same).report).toEqual(same);
  });

  it('tell of tools together that are reached in the same way, those without a guard first', () => {
    const reach = ['read', 'drop', 'send'].map((id) => ({ tool: id, path: ['a', 'b'], verdict: 'unstated' as const }));
    const tools = [tool('read', { class: 'harmless' }), tool('drop'), tool('send')];
    const holds = [
      { tool: 'read', isGuarded: false },
      { tool: 'drop', isGuarded: false },
      { tool: 'send', isGuarded: true },
    ];
    expect(
      texts(
        { agents: [agent('a'), agent('b')], tools },
        { agents: [agent('a', { reach }), agent('b', { holds })], tools },
      ),
    ).toEqual(['`a` can now reach `drop`, `send` and `read` (through `b`).']);
  });

  it('tell of guards and grants on a step', () => {
    const agents = [agent('a'), agent('b')];
    const guarded = edge('a', 'b', { guards: [{ guard: 'mastra.approval', at: 'x:1:1' }] });
    const granted = edge('a', 'b', { grants: [{ tools: ['drop'], reason: 'Old files.' }] });
    expect(texts({ agents, delegations: [guarded] }, { agents, delegations: [granted] })).toEqual([
      'The step from `a` to `b` is no longer guarded by `mastra.approval`.',
      'The step from `a` to `b` is now granted `drop`: Old files.',
    ]);
  });

  it('tell of what is known', () => {
    const open = agent('a', { knowledge: 'open' });
    expect(texts({ agents: [agent('a')] }, { agents: [open] })).toEqual(['`a` may have more than can be read now.']);
    expect(texts({ agents: [open] }, { agents: [agent('a')] })).toEqual(['All that `a` has can be read now.']);
    expect(texts({ tools: [tool('t', { class: 'harmless' })] }, { tools: [tool('t')] })).toEqual([
      'What `t` does is sensitive now, and was harmless.',
    ]);
  });

  it('take a finding for the same whatever lines its words name', () => {
    const finding = { rule: 'policy', at: null, path: ['a'], tools: [] } as const;
    const agents = [agent('a')];
    expect(
      texts(
        { agents, findings: [{ ...finding, message: 'On line 3.' }] },
        { agents, findings: [{ ...finding, message: 'On line 9.' }] },
      ),
    ).toEqual([]);
    expect(texts({ agents, findings: [{ ...finding, message: 'Gone.' }] }, { agents })).toEqual([
      'No longer found: Gone.',
    ]);
  });

  it('know an agent again that has another id since there is a second of its name', () => {
    const second = agent('a (b.ts)', { label: 'a', at: 'src/b.ts:1:1' });
    const first = agent('a (a.ts)', { label: 'a', at: 'src/a.ts:9:1' });
    expect(texts({ agents: [agent('a')] }, { agents: [first, second] })).toEqual([
      '`a (b.ts)` is new: it can reach 0 tools.',
    ]);
  });

  it('take no two for one, where the id of what is gone is now that of another', () => {
    const before = report({
      agents: [agent('a', { at: 'src/x.ts:1:1' }), agent('b', { label: 'a', at: 'src/y.ts:1:1' })],
    });
    const after = report({ agents: [agent('b', { label: 'c', at: 'src/z.ts:1:1' })] });
    const { report: merged, presences } = mergedReport(before, after);
    expect(new Set(merged.agents.map(({ id }) => id)).size).toBe(merged.agents.length);
    expect(drawingOf({ report: merged, presences }).cards).toHaveLength(merged.agents.length);
  });

  it('between any two graphs are drawn, with each agent and step once', () => {
    for (let seed = 1; seed < 12; seed += 1) {
      const [before, after] = [reportWith({ agents: 30, seed }), reportWith({ agents: 40, seed: seed + 1 })];
      const { report: merged, presences } = mergedReport(before, after);
      const ids = merged.agents.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(drawingOf({ report: merged, presences }).steps).toHaveLength(merged.delegations.length);
      const texts = changesBetween(before, after).map(({ text }) => text);
      expect(texts.every((text) => text.endsWith('.'))).toBe(true);
    }
  });
});
