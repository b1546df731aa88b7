import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import { agentSettingsOf } from '../../../src/config/settings/settings.ts';
import plugin from '../../../src/index.ts';
import type { AgentSdk } from '../../../src/models/agents/agent-sdk.ts';
import { agentSdks } from '../../../src/models/agents/index.ts';
import { programOf } from '../../scenarios/programs.ts';
import { changedAt, complaintOf } from './mistakes.ts';

const packages = ['@acme/agents'];

const approvals = {
  id: 'acme.approvals',
  at: { argument: 0, path: ['approvals'] },
  shape: 'by tool',
  allowedBy: [null, 'auto', { property: 'mode', is: 'auto' }],
  toolNameAt: { argument: 0, path: ['tool'], beside: { kind: 'own' } },
  supersedes: { ids: ['acme.confirm'], when: ['fn', 'entry', 'lets'], by: ['auto'] },
  needs: { at: [{ argument: 0, path: ['store'] }], text: 'store' },
  reaches: ['child'],
  remedy: "approvals: { {{tool}}: 'ask' }",
} as const;

/** An SDK with an entry of every kind. */
const acme = {
  id: 'acme',
  name: 'Acme agents',
  source: 'https://example.com/agents',
  tools: [
    {
      id: 'acme.defineTool',
      callee: { packages, names: ['defineTool'] },
      name: { argument: 0, path: ['id'] },
      handler: { argument: 0, path: ['run'] },
      input: { argument: 0, path: ['input'] },
      output: { argument: 0, path: ['output'] },
      annotations: { argument: 0, path: ['hints'] },
      guards: [
        {
          id: 'acme.confirm',
          at: { argument: 0, path: ['confirm'] },
          shape: 'decision',
          allowedBy: [null, false],
          remedy: 'confirm: true',
        },
      ],
    },
    {
      id: 'acme.shell',
      callee: { packages, names: ['shell'] },
      effect: {
        kind: 'execute',
        unless: { at: { argument: 0, path: ['where'] }, values: ['box'] },
        by: { argument: 0, path: ['by'] },
      },
      defaultName: 'shell',
    },
    { id: 'acme.Tool', callee: { packages, names: ['Tool'] }, members: { name: 'id', handler: 'run' } },
    { id: 'acme.same', callee: { packages, names: ['same'] }, returnsArgument: 0, isLiteral: true },
    {
      id: 'acme.plain',
      callee: { packages, names: ['plain'] },
      object: { fields: { kind: 'plain' }, run: 'call' },
    },
  ],
  toolSets: [{ id: 'acme.remote', callee: { packages, names: ['remote'] }, only: { argument: 1 }, guards: [] }],
  agentTools: [
    { id: 'acme.asTool', callee: { packages, names: ['Worker'], method: 'asTool' }, agent: { argument: 'receiver' } },
    { id: 'acme.passOn', callee: { packages, names: ['passOn'] }, named: { argument: 0, path: ['to'] } },
  ],
  remotes: [
    {
      id: 'acme.FarWorker',
      callee: { packages, names: ['FarWorker'] },
      noun: 'the far worker',
      name: { argument: 0, path: ['name'] },
      address: [{ argument: 0, path: ['url'] }],
    },
  ],
  agents: [
    {
      id: 'acme.Worker',
      callee: { packages, names: ['Worker'] },
      noun: 'the worker',
      name: { argument: 0, path: ['name'] },
      tools: [{ argument: 0, path: ['tools'] }],
      active: { argument: 0, path: ['active'] },
      denied: { argument: 0, path: ['denied'] },
      guards: [approvals],
      parts: [{ argument: 0, path: ['plugins'] }],
      brings: ['read_file'],
      children: [{ argument: 0, path: ['helpers'] }],
      standsFor: { argument: 0, path: ['worker'] },
      returns: { unlessToParent: { argument: 0, path: ['stays'] }, unlessToPeers: { argument: 0, path: ['stays'] } },
      unlessCalled: [
        { callee: { packages, names: ['pauseAll'] } },
        { callee: { packages, names: ['start'] }, given: [{ argument: -1 }] },
      ],
    },
  ],
  parts: [
    {
      id: 'acme.Plugin',
      callee: { packages, names: ['Plugin'] },
      member: 'before',
      isInertByDefault: true,
      guard: {
        id: 'acme.plugins',
        at: { argument: 0 },
        shape: 'decision',
        allowedBy: [
          null,
          true,
          { without: ['stop'] },
          { callsParameter: 1 },
          { made: { packages, names: ['AllowAll'], versions: '*' } },
          { export: { packages, names: ['allowAll'] } },
        ],
        isGeneral: true,
        absent: 'stops',
        failsOpen: { unless: { property: 'onError', is: 'stop' } },
        remedy: 'plugins: [ … ]',
      },
    },
  ],
  registries: [{ id: 'acme.Office', callee: { packages, names: ['Office'] }, agents: { argument: 0 } }],
  lookUps: [{ id: 'acme.find', callee: { packages, names: ['Office'], method: 'find' }, name: { argument: 0 } }],
  lendings: [
    {
      id: 'acme.lend',
      callee: { packages, names: ['lend'] },
      from: { argument: 0 },
      to: { argument: 1 },
      lends: { argument: 2 },
    },
  ],
  runs: [
    {
      id: 'acme.start',
      callee: { packages, names: ['start'] },
      agent: { argument: 0 },
      others: [{ argument: 1, path: ['modes', '*', 'worker'] }],
      children: [{ argument: 1, path: ['helpers'] }],
      parts: [{ argument: 1, path: ['plugins'] }],
      guards: [
        {
          id: 'acme.start.stops',
          at: { argument: 1, path: ['stops'] },
          shape: 'list',
          allowedBy: [null],
          among: ['tools'],
          remedy: "stops: ['tools']",
        },
      ],
    },
  ],
  invocations: [
    {
      id: 'acme.runTool',
      callee: { packages, names: ['runTool'] },
      tool: { argument: 0 },
      input: { argument: 1 },
      asks: ['acme.confirm'],
    },
    {
      id: 'acme.call',
      callee: { packages, names: ['Remote'], method: 'call' },
      name: { argument: 0 },
      input: { argument: 1 },
    },
  ],
  decisions: [{ id: 'acme.askOwner', callee: { packages, names: ['askOwner'] }, goesOn: true }],
  approvals: [{ id: 'acme.approve', callee: { packages, names: ['Run'], method: 'approve' } }],
  relays: [{ id: 'acme.serve', callee: { packages, names: ['serve'], versions: '>=1' } }],
} as const satisfies AgentSdk;

const authorize = { packages: ['@acme/policy'], names: ['authorize'] };

function settingsWith(sdks: readonly unknown[], guards?: readonly unknown[]): unknown {
  return { agentSdks: sdks, guards };
}

/** The SDK above with one place changed; `undefined` takes the field away. */
function changed(path: string, value: unknown): unknown {
  return changedAt(acme, path, value);
}

function messageFor(settings: unknown): string {
  return complaintOf(() => agentSettingsOf(settings));
}

describe('agentSettingsOf', () => {
  it.each([
    ['no settings', undefined],
    ['nothing in them', {}],
    ['settings about sessions only', { protocols: [] }],
  ])('answers the built-in SDKs for %s', (_name, settings) => {
    const { sdks, guards } = agentSettingsOf(settings);
    expect(sdks).toBe(agentSdks);
    expect(guards).toEqual([]);
  });

  it('adds the SDKs and guards of the settings', () => {
    const { sdks, guards } = agentSettingsOf(settingsWith([acme], [authorize]));
    expect(sdks).toEqual([...agentSdks, acme]);
    expect(guards).toEqual([authorize]);
  });

  it('keeps the built-in SDKs as they are for settings with guards only', () => {
    expect(agentSettingsOf({ guards: [authorize] }).sdks).toBe(agentSdks);
  });

  it('answers the same object for the same settings, also where they were merged', () => {
    const settings = { agentSdks: [acme] };
    expect(agentSettingsOf(settings)).toBe(agentSettingsOf({ ...settings, protocols: [] }));
  });

  it('takes a field that is undefined for one that is not there', () => {
    expect(messageFor(settingsWith([changed('tools/0/name', undefined)]))).toBe('no mistake');
  });

  it('takes every built-in model but those with tools of their own, under another id', () => {
    const renamed = agentSdks.map(
      (sdk) => JSON.parse(JSON.stringify(sdk).replaceAll(/"id":"/g, '"id":"my.')) as AgentSdk,
    );
    const messages = renamed.map((sdk) => [sdk.id, messageFor(settingsWith([sdk]))]);
    expect(messages.filter(([, message]) => message !== 'no mistake')).toEqual([
      ['my.claude-agent-sdk', expect.stringContaining('.builtIn is not known.')],
      ['my.codex-sdk', expect.stringContaining('.builtIn is not known.')],
    ]);
  });
});

const AT = 'eslint-plugin-agent-safety: settings["agent-safety"].agentSdks[0]';

describe('a mistake in an SDK names its place and what is allowed', () => {
  it.each<[string, string, unknown, string]>([
    [
      'a misspelt list',
      'tool',
      [],
      `${AT}.tool is not known. Did you mean \`tools\`? Allowed: \`id\`, \`name\`, \`source\`, \`tools\`, \`toolSets\`, \`agentTools\`, \`remotes\`, \`backends\`, \`agents\`, \`parts\`, \`runs\`, \`registries\`, \`lookUps\`, \`lendings\`, \`invocations\`, \`decisions\`, \`approvals\`, \`relays\`.`,
    ],
    ['a missing field', 'source', undefined, `${AT} must have \`source\`.`],
    ['a missing field further in', 'agents/0/noun', undefined, `${AT}.agents[0] must have \`noun\`.`],
    ['a part without a guard', 'parts/0/guard', undefined, `${AT}.parts[0] must have \`guard\`.`],
    ['an empty text', 'name', '', `${AT}.name must not be empty.`],
    ['one model for a list', 'tools', { id: 'acme.tool' }, `${AT}.tools must be a list, not an object.`],
    ['no package', 'tools/0/callee/packages', [], `${AT}.tools[0].callee.packages must not be empty.`],
    [
      'a callee by its name',
      'tools/0/callee',
      'defineTool',
      `${AT}.tools[0].callee must be an object, not \`"defineTool"\`.`,
    ],
    [
      'a misspelt field of a callee',
      'invocations/1/callee/methods',
      ['call'],
      `${AT}.invocations[1].callee.methods is not known. Did you mean \`method\`? Allowed: \`packages\`, \`names\`, \`versions\`, \`method\`.`,
    ],
    ['a place by its name', 'tools/0/handler', 'run', `${AT}.tools[0].handler must be an object, not \`"run"\`.`],
    [
      'an argument that is none',
      'agentTools/0/agent/argument',
      'reciever',
      `${AT}.agentTools[0].agent.argument must be the number of an argument, counted from 0, or \`receiver\`, not \`"reciever"\`.`,
    ],
    [
      'a part of an argument',
      'tools/0/handler/argument',
      0.5,
      `${AT}.tools[0].handler.argument must be the number of an argument, counted from 0, or \`receiver\`, not \`0.5\`.`,
    ],
    [
      'a path as a text',
      'tools/0/handler/path',
      'options.run',
      `${AT}.tools[0].handler.path must be a list, not \`"options.run"\`.`,
    ],
    [
      'an effect that is none',
      'tools/1/effect/kind',
      'exec',
      `${AT}.tools[1].effect.kind must be one of the allowed values, not \`"exec"\`. Allowed: \`read-private\`, \`untrusted-input\`, \`write\`, \`delete\`, \`execute\`, \`egress\`, \`spend\`.`,
    ],
    [
      'an argument that cannot be returned',
      'tools/3/returnsArgument',
      -1,
      `${AT}.tools[3].returnsArgument must be the index of an argument, a whole number from 0, not \`-1\`.`,
    ],
    [
      'a class with half of its members',
      'tools/2/members',
      { name: 'id' },
      `${AT}.tools[2].members must have \`handler\`.`,
    ],
    [
      'a text for a flag',
      'tools/3/isLiteral',
      'yes',
      `${AT}.tools[3].isLiteral must be \`true\` or \`false\`, not \`"yes"\`.`,
    ],
    [
      'a shape that is none',
      'agents/0/guards/0/shape',
      'by-tool',
      `${AT}.agents[0].guards[0].shape must be one of the allowed values, not \`"by-tool"\`. Did you mean \`by tool\`? Allowed: \`decision\`, \`by tool\`, \`hooks\`, \`list\`, \`servers\`, \`skip\`.`,
    ],
    [
      'a guard that nothing gets past',
      'agents/0/guards/0/allowedBy',
      [],
      `${AT}.agents[0].guards[0].allowedBy must not be empty.`,
    ],
    [
      'an answer that is none',
      'agents/0/guards/0/allowedBy/1',
      { property: 'mode' },
      `${AT}.agents[0].guards[0].allowedBy[1] must have \`is\`.`,
    ],
    [
      'an answer with nothing that answers have',
      'agents/0/guards/0/allowedBy/1',
      { is: 'auto' },
      `${AT}.agents[0].guards[0].allowedBy[1] must have \`property\`.`,
    ],
    [
      'an answer that is no object of an answer',
      'agents/0/guards/0/allowedBy/1',
      { equals: 'auto' },
      `${AT}.agents[0].guards[0].allowedBy[1] must be an answer: a text, \`true\`, \`false\`, \`null\`, or one of \`{ property, is }\`, \`{ without }\`, \`{ unless }\`, \`{ callsParameter }\`, \`{ made }\`, \`{ export }\`, not an object.`,
    ],
    [
      'an answer with a mistake further in',
      'agents/0/guards/0/allowedBy/1',
      { made: { packages: [], name: ['AllowAll'] } },
      [
        `${AT}.agents[0].guards[0].allowedBy[1].made.name is not known. Did you mean \`names\`? Allowed: \`packages\`, \`names\`, \`versions\`.`,
        `settings["agent-safety"].agentSdks[0].agents[0].guards[0].allowedBy[1].made.packages must not be empty.`,
      ].join('\n'),
    ],
    [
      'a value of an answer that is none',
      'agents/0/guards/0/allowedBy/1',
      { unless: [{ path: ['mode'], is: [3] }] },
      `${AT}.agents[0].guards[0].allowedBy[1].unless[0].is[0] must be a text, \`true\` or \`false\`, not \`3\`.`,
    ],
    ['a guard without a remedy', 'parts/0/guard/remedy', undefined, `${AT}.parts[0].guard must have \`remedy\`.`],
    [
      'a step that is none',
      'agents/0/guards/0/reaches',
      ['children'],
      `${AT}.agents[0].guards[0].reaches[0] must be one of the allowed values, not \`"children"\`. Allowed: \`asTool\`, \`child\`.`,
    ],
    [
      'a case that is none',
      'agents/0/guards/0/supersedes/when',
      ['always'],
      `${AT}.agents[0].guards[0].supersedes.when[0] must be one of the allowed values, not \`"always"\`. Allowed: \`fn\`, \`entry\`, \`lets\`.`,
    ],
    [
      'a need without its text',
      'agents/0/guards/0/needs/text',
      undefined,
      `${AT}.agents[0].guards[0].needs must have \`text\`.`,
    ],
    [
      'a range of versions that is none, of a place',
      'tools/0/name',
      { argument: 0, path: ['id'], versions: 'two' },
      `${AT}.tools[0].name.versions must be a range of versions such as \`>=1.2.0 <2.0.0\`, or an object of such ranges by the names of packages, not \`"two"\`.`,
    ],
    [
      'a range of versions that is none, of one of the packages',
      'tools/0/name',
      { argument: 0, path: ['id'], versions: { acme: '>=2', core: 'two' } },
      `${AT}.tools[0].name.versions.core must be a range of versions such as \`>=1.2.0 <2.0.0\`, not \`"two"\`.`,
    ],
    [
      'tools of its own, as only a built-in model has them',
      'agents/0/builtIn',
      {},
      `${AT}.agents[0].builtIn is not known. Allowed: \`id\`, \`callee\`, \`versions\`, \`noun\`, \`isRun\`, \`isCopy\`, \`name\`, \`tools\`, \`givenBy\`, \`active\`, \`denied\`, \`guards\`, \`parts\`, \`brings\`, \`backends\`, \`children\`, \`handsOverBy\`, \`standsFor\`, \`returns\`, \`inherits\`, \`describedBy\`, \`unlessCalled\`, \`isLiteral\`.`,
    ],
    ['the id of a built-in SDK', 'id', 'mastra', `${AT}.id is \`"mastra"\`, which something else has already.`],
    [
      'the id of a built-in entry',
      'tools/0/id',
      'mcp.tool',
      `${AT}.tools[0].id is \`"mcp.tool"\`, which something else has already.`,
    ],
    [
      'an id that is there twice',
      'agents/0/id',
      'acme.shell',
      `${AT}.agents[0].id is \`"acme.shell"\`, which something else has already.`,
    ],
  ])('%s', (_name, path, value, message) => {
    expect(messageFor(settingsWith([changed(path, value)]))).toBe(message);
  });

  it('an SDK that is there twice', () => {
    expect(messageFor(settingsWith([acme, acme]))).toBe(
      `${AT.replace('[0]', '[1]')}.id is \`"acme"\`, which something else has already.`,
    );
  });
});

describe('a mistake elsewhere in the settings names its place and what is allowed', () => {
  const own = 'eslint-plugin-agent-safety: settings["agent-safety"]';

  it.each<[string, unknown, string]>([
    [
      'a misspelt setting',
      { agentSdk: [] },
      `${own}.agentSdk is not known. Did you mean \`agentSdks\`? Allowed: \`protocols\`, \`agentSdks\`, \`guards\`, \`tokens\`, \`policy\`, \`registry\`, \`project\`.`,
    ],
    ['a record of SDKs', { agentSdks: { acme } }, `${own}.agentSdks must be a list, not an object.`],
    ['an SDK by its name', { agentSdks: ['acme'] }, `${own}.agentSdks[0] must be an object, not \`"acme"\`.`],
    ['guards by their names', { guards: ['authorize'] }, `${own}.guards[0] must be an object, not \`"authorize"\`.`],
    ['a guard of no package', { guards: [{ names: ['authorize'] }] }, `${own}.guards[0] must have \`packages\`.`],
    [
      'a guard as in the options of the rules',
      { guards: [{ from: 'package', package: '@acme/policy', name: 'authorize' }] },
      [
        `${own}.guards[0].from is not known. Allowed: \`packages\`, \`names\`, \`versions\`, \`method\`.`,
        ...['package', 'name'].map(
          (name) =>
            `settings["agent-safety"].guards[0].${name} is not known. Did you mean \`${name}s\`? Allowed: \`packages\`, \`names\`, \`versions\`, \`method\`.`,
        ),
      ].join('\n'),
    ],
    [
      'a range of versions that is none',
      { guards: [authorize, { ...authorize, versions: 'latest' }] },
      `${own}.guards[1].versions must be a range of versions such as \`>=1.2.0 <2.0.0\`, not \`"latest"\`.`,
    ],
  ])('%s', (_name, settings, message) => {
    expect(messageFor(settings)).toBe(message);
  });

  it('stops ESLint', () => {
    const lint = () => findingsIn('export {};', { agentSdks: ['acme'] });
    expect(lint).toThrow(`${own}.agentSdks[0] must be an object, not \`"acme"\`.`);
  });
});

const declarations = {
  'node_modules/@acme/agents/package.json': '{ "name": "@acme/agents", "version": "1.2.0" }',
  'node_modules/@acme/agents/index.d.ts': `
    export interface Tool { readonly id: string }
    interface Options { id: string; run: (input: { path: string }) => unknown; confirm?: boolean | (() => boolean) }
    export declare function defineTool(options: Options): Tool;
    export declare function shell(options?: { where: string }): Tool;
    export declare class Plugin { before?(call: { tool: string }): unknown }
    type Approvals = Record<string, 'ask' | 'auto'> | ((call: { tool: string }) => 'ask' | 'auto' | undefined);
    export declare class Worker {
      constructor(options: {
        name?: string; tools?: Tool[]; active?: string[]; denied?: string[]; approvals?: Approvals; store?: object;
        plugins?: Plugin[]; helpers?: Worker[];
      });
      asTool(): Tool;
    }
    export declare function start(worker: Worker, options?: { plugins?: Plugin[]; stops?: string[] }): void;
    export declare function runTool(tool: Tool, input: { path: string }): Promise<void>;
  `,
  'node_modules/@acme/policy/package.json': '{ "name": "@acme/policy", "version": "1.0.0" }',
  'node_modules/@acme/policy/index.d.ts': `
    export declare function authorize(user: string): Promise<boolean>;
    export declare function confirmWith(user: string, run: () => Promise<void>): Promise<void>;
    export declare class Policy { allows(user: string): Promise<boolean> }
  `,
};

const guards = [
  { packages: ['@acme/policy'], names: ['authorize', 'confirmWith'] },
  { packages: ['@acme/policy'], names: ['Policy'], method: 'allows' },
];

const prelude = `
import { rm } from 'node:fs/promises';
import { defineTool, Plugin, runTool, shell, start, Worker } from '@acme/agents';
import { authorize, confirmWith, Policy } from '@acme/policy';
const erase = defineTool({ id: 'erase', run: ({ path }) => rm(path) });
const store = {};
`;

/** What the strict rules find, by message. */
function findingsIn(code: string, settings: object): string[] {
  const files = { ...declarations, 'main.ts': prelude + code };
  const { program, sources } = programOf(files);
  const main = sources.find(({ fileName }) => fileName.endsWith('/main.ts'));
  expect(main && program.getSemanticDiagnostics(main).map(({ messageText }) => messageText)).toEqual([]);
  const messages = new Linter().verify(
    files['main.ts'],
    {
      files: ['**/*.ts'],
      plugins: { 'agent-safety': plugin },
      languageOptions: { parser, parserOptions: { programs: [program] } },
      rules: plugin.configs.strict.rules ?? {},
      settings: { 'agent-safety': settings },
    },
    { filename: main?.fileName ?? '' },
  );
  return messages.map(({ message }) => message);
}

describe('an SDK of the settings is treated as one that is built in', () => {
  const own = { agentSdks: [acme], guards };

  it('is silent about its programs without the settings', () => {
    expect(findingsIn(`export const worker = new Worker({ tools: [erase] });`, {})).toEqual([]);
  });

  it.each<[string, ...string[]]>([
    [
      `export const worker = new Worker({ tools: [erase] });`,
      '`erase` deletes with `fs.rm` (line 5; high impact), and runs without approval in `worker`',
    ],
    [
      `export const worker = new Worker({ tools: [shell()] });`,
      '`shell` runs commands (critical impact), and runs without approval in `worker`',
    ],
    [
      `export const worker = new Worker({ tools: [erase], approvals: { earse: 'ask' }, store });`,
      '`earse` matches no tool of the worker',
    ],
    [
      `export const worker = new Worker({ tools: [erase], approvals: { erase: 'ask' } });`,
      'which the worker cannot do without a `store`',
    ],
    [
      `export const worker = new Worker({ tools: [erase], approvals: () => 'auto', store });`,
      '`approvals` allows every call of `erase`',
    ],
    [
      `const prune = defineTool({ id: 'prune', confirm: true, run: ({ path }) => rm(path) });
       export const worker = new Worker({ tools: [prune], approvals: { prune: 'auto' }, store });`,
      '`approvals` replaces `confirm` of `prune`',
    ],
    [
      `class Log extends Plugin { before() { console.log('before'); } }
       export const worker = new Worker({ tools: [erase], plugins: [new Log()] });`,
      '`erase` deletes with `fs.rm` (line 5; high impact), and runs without approval in `worker`',
    ],
    [
      `export const prune = defineTool({ id: 'prune', confirm: false, run: ({ path }) => rm(path) });`,
      '`confirm: false`',
    ],
    [`export const clear = (path: string) => runTool(erase, { path });`, '`runTool` runs `erase`'],
    [
      `const helper = new Worker({ name: 'Helper', tools: [erase] });
       export const chief = new Worker({ name: 'Chief', tools: [helper.asTool()], approvals: { erase: 'ask' }, store });`,
      '`approvals` of `Chief` does not reach `Helper`',
      '`Chief` lacks `erase`',
    ],
  ])('%s', (code, ...messages) => {
    const findings = findingsIn(code, own);
    expect(findings).toEqual(messages.map((message): unknown => expect.stringContaining(message)));
  });

  it.each([
    `export const worker = new Worker({ tools: [erase], approvals: { erase: 'ask' }, store });`,
    `export const worker = new Worker({ tools: [erase], approvals: ({ tool }) => (tool === 'erase' ? 'ask' : 'auto'), store });`,
    `export const worker = new Worker({ tools: [erase], active: [] });`,
    `export const worker = new Worker({ tools: [erase], denied: ['own:erase'] });`,
    `export const worker = new Worker({ tools: [shell({ where: 'box' })] });`,
    `const helper = new Worker({ name: 'Helper', tools: [erase] });
     export const chief = new Worker({ name: 'Chief', helpers: [helper], approvals: { erase: 'ask' }, store });`,
    `class Gate extends Plugin { before({ tool }: { tool: string }) { return tool === 'erase' ? { stop: true } : undefined; } }
     export const worker = new Worker({ tools: [erase], plugins: [new Gate()] });`,
    `class Gate extends Plugin { before() { return { stop: true }; } }
     export const worker = new Worker({ tools: [erase] });
     start(worker, { plugins: [new Gate()] });`,
    `export const worker = new Worker({ tools: [erase] });
     start(worker, { stops: ['tools'] });`,
  ])('is silent about %s', (code) => {
    expect(findingsIn(code, own)).toEqual([]);
  });

  it.each([
    `export async function clear(user: string, path: string) {
       if (!(await authorize(user))) return;
       await runTool(erase, { path });
     }`,
    `export async function clear(user: string, path: string) {
       await authorize(user);
       await runTool(erase, { path });
     }`,
    `export async function clear(user: string, path: string) {
       if (await new Policy().allows(user)) await runTool(erase, { path });
     }`,
    `export const clear = (user: string, path: string) => confirmWith(user, () => runTool(erase, { path }));`,
    `const prune = defineTool({
       id: 'prune',
       run: async ({ path }) => {
         if (await authorize(path)) await rm(path);
       },
     });
     export const worker = new Worker({ tools: [prune] });`,
  ])('takes a guard of the settings for a decision: %s', (code) => {
    expect(findingsIn(code, { agentSdks: [acme] })).toHaveLength(1);
    expect(findingsIn(code, own)).toEqual([]);
  });
});
