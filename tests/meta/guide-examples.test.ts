import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { agentSettingsOf } from '../../src/config/settings/settings.ts';
import { protocolsOf } from '../../src/config/settings/settings.ts';
import plugin from '../../src/index.ts';
import type { AgentSdk } from '../../src/models/agents/agent-sdk.ts';
import type { Protocol } from '../../src/models/sessions/protocol.ts';
import { policyIn } from '../../src/config/policy/policy-file.ts';
import { type CaseFiles, programOf } from '../scenarios/programs.ts';
import { textOf } from './repository.ts';

/** A page of the guides, with its code. */
class Guide {
  readonly text: string;
  readonly #blocks: readonly string[];

  constructor(name: string) {
    this.text = textOf(`docs/guides/${name}.md`);
    this.#blocks = [...this.text.matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  }

  /** The first block that has a text in it. */
  codeWith(text: string): string {
    return this.#blocks.find((code) => code.includes(text)) ?? '';
  }

  /** What the page declares as a constant, as JSON: an object or a list. */
  constant(name: string): unknown {
    const literal = new RegExp(`const ${name} = ([{[][\\s\\S]*?\\n[}\\]]);`).exec(this.text)?.[1] ?? 'undefined';
    return valueOf(literal);
  }

  /** The findings that a block shows, without the spaces that align them. */
  findingsWith(text: string): string[] {
    return this.codeWith(text)
      .trim()
      .split('\n')
      .map((line) => line.replace(/(error) {2,}/, 'error  '));
  }
}

/** What a literal is, as JSON. */
function valueOf(literal: string): unknown {
  return JSON.parse(runInNewContext(`JSON.stringify(${literal})`) as string);
}

/** What the recommended rules find in `main.ts`, as ESLint prints it. */
function findingsIn(files: CaseFiles & { readonly 'main.ts': string }, settings: object): string[] {
  const { program, sources } = programOf(files);
  const main = sources.find(({ fileName }) => fileName.endsWith('/main.ts'));
  const messages = new Linter().verify(
    files['main.ts'],
    {
      files: ['**/*.ts'],
      plugins: { 'agent-safety': plugin },
      languageOptions: { parser, parserOptions: { programs: [program] } },
      rules: plugin.configs.recommended.rules ?? {},
      settings: { 'agent-safety': settings },
    },
    { filename: main?.fileName ?? '' },
  );
  return messages.map(
    ({ line, column, severity, message, ruleId }) =>
      `${line}:${column}  ${severity === 2 ? 'error' : 'warning'}  ${message.replace(/\.$/, '')}  ${ruleId ?? ''}`,
  );
}

describe('the guide about sessions', () => {
  const guide = new Guide('describe-your-own-sessions');

  // The examples lie in the package of these tests.
  const jobQueue: Protocol = {
    ...(guide.constant('jobQueue') as Protocol),
    subjects: [{ packages: ['agent-safety-sdk-tests'], names: ['JobQueue'] }],
  };

  it('reports what it says', () => {
    const files = {
      'main.ts': guide.codeWith('new JobQueue('),
      'job-queue.ts': guide.codeWith('declare class JobQueue'),
    };

    expect(findingsIn(files, { protocols: [jobQueue] })).toEqual(
      guide.findingsWith('agent-safety/require-session-close'),
    );
  });

  it('has another protocol that is valid', () => {
    const toolbox = guide.constant('toolbox');

    expect(protocolsOf({ protocols: [toolbox] })).toContain(toolbox);
  });

  it.each([
    ['push.from[0] must', { from: ['opne'] }],
    ['push.role must', { role: 'uses' }],
  ])('words the mistake %s as it is worded', (place, change) => {
    const protocol = { ...jobQueue, ops: { ...jobQueue.ops, push: { ...jobQueue.ops.push, ...change } } };

    expect(() => protocolsOf({ protocols: [protocol] })).toThrow(new Error(guide.codeWith(place).trim()));
  });
});

describe('the guide about agents', () => {
  const guide = new Guide('describe-your-own-agents');
  const acme = guide.constant('acme') as AgentSdk;

  it('reports what it says', () => {
    const files = {
      'main.ts': guide.codeWith('new Worker('),
      'node_modules/@acme/agents/package.json': '{ "name": "@acme/agents", "version": "1.0.0" }',
      'node_modules/@acme/agents/index.d.ts': guide.codeWith('of the package @acme/agents'),
      'node_modules/@acme/policy/package.json': '{ "name": "@acme/policy", "version": "1.0.0" }',
      'node_modules/@acme/policy/index.d.ts': guide.codeWith('of the package @acme/policy'),
    };
    const [, guards = ''] = /guards: (\[.*\]),$/m.exec(guide.codeWith('agentSdks: [acme]')) ?? [];

    expect(findingsIn(files, { agentSdks: [acme], guards: valueOf(guards) })).toEqual(
      guide.findingsWith('agent-safety/no-ineffective-guardrail'),
    );
  });

  it('has another model, and guards, that are valid', () => {
    const flows = guide.constant('flows');
    const guards = guide.constant('guards');
    const settings = agentSettingsOf({ agentSdks: [acme, flows], guards });

    expect(settings.sdks.slice(-2)).toEqual([acme, flows]);
    expect(settings.guards).toEqual(guards);
  });

  const [defineTool] = acme.tools ?? [];
  const [worker] = acme.agents ?? [];

  it.each([
    [
      'guards[0].shape must',
      { tools: [{ ...defineTool, guards: [{ ...defineTool?.guards?.[0], shape: 'by tools' }] }] },
    ],
    ['must have `noun`', { agents: [{ ...worker, noun: undefined }] }],
  ])('words the mistake %s as it is worded', (place, change) => {
    expect(() => agentSettingsOf({ agentSdks: [{ ...acme, ...change }] })).toThrow(
      new Error(guide.codeWith(place).trim()),
    );
  });

  const at = { argument: 0 };
  const guard = { id: 'x.guard', at, shape: 'decision', allowedBy: [null], remedy: 'x' };
  const callee = { packages: ['x'], names: ['x'] };
  const valid: Readonly<Record<string, unknown>> = {
    ...{ id: 'x.y', callee, noun: 'x', tools: [at], agent: at, agents: at, name: at, input: at },
    ...{ guard, at, shape: 'decision', from: at, to: at, lends: at, remedy: 'x' },
  };

  function mistakeIn(list: string, entry: object): string | undefined {
    try {
      agentSettingsOf({ agentSdks: [{ id: 'x', name: 'X', source: 'x', [list]: [entry] }] });
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  }

  /** The fields that there are, by the error about one that there is not. */
  function allowedBy(mistake = ''): string[] {
    const [, fields = ''] = /\.misspelt is .* Allowed: (.*)\.$/.exec(mistake) ?? [];
    return [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field).sort();
  }

  /** The rows of the table under a heading, as the words in code that each cell has. */
  function rowsUnder(heading: string): string[][][] {
    const [, rest = ''] = guide.text.split(`\n## ${heading}\n`);
    const [section = ''] = rest.split('\n## ');
    const rows = section.split('\n').filter((line) => /^\| `\w+` +\|/.test(line));
    return rows.map((line) =>
      line.split('|').map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, word = '']) => word)),
    );
  }

  it.each(rowsUnder('What a model has').map(([, [list = ''] = [], , must = [], may = []]) => ({ list, must, may })))(
    'names the fields of $list',
    ({ list, must, may }) => {
      expect(allowedBy(mistakeIn(list, { misspelt: true }))).toEqual([...must, ...may].sort());
      const entry = Object.fromEntries(must.map((field) => [field, valid[field]]));
      expect(mistakeIn(list, entry)).toBeUndefined();
      for (const field of must)
        expect(mistakeIn(list, { ...entry, [field]: undefined })).toMatch(`must have \`${field}\`.`);
    },
  );

  it('names the fields of a guard', () => {
    const fields = rowsUnder('What a guard has').flatMap(([, [field = ''] = []]) => field);
    const must = [...(/^(`.*`) are needed\.$/m.exec(guide.text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
      ([, field = '']) => field,
    );
    const tool = (own: object) => mistakeIn('tools', { id: 'x.y', callee, guards: [own] });

    expect(allowedBy(tool({ misspelt: true }))).toEqual(fields.sort());
    expect(tool(guard)).toBeUndefined();
    expect(must.sort()).toEqual(Object.keys(guard).sort());
    for (const field of must) expect(tool({ ...guard, [field]: undefined })).toMatch(`must have \`${field}\`.`);
  });

  it('has answers that are valid', () => {
    const [, rest = ''] = guide.text.split('\n## What an answer is\n');
    const [section = ''] = rest.split('\n## ');
    const rows = section.split('\n').flatMap((line) => /^\| (`.*?) +\|/.exec(line)?.[1] ?? []);
    const answers = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => `(${code})`));

    expect(answers.length).toBeGreaterThan(rows.length);
    const all = answers.map(valueOf);
    expect(mistakeIn('tools', { id: 'x.y', callee, guards: [{ ...guard, allowedBy: all }] })).toBeUndefined();
  });
});

describe('the guide about grants', () => {
  const guide = new Guide('grant-a-widening');
  const folder = mkdtempSync(path.join(tmpdir(), 'policy-'));
  const file = path.join(folder, 'agent-safety.policy.json');
  const files = { 'main.ts': guide.codeWith('new Agent(') };

  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the rules find with a policy that lies in a file. */
  function findingsUnder(policy: string): string[] {
    writeFileSync(file, policy);
    return findingsIn(files, { policy: file });
  }

  it('reports what it says', () => {
    expect(findingsUnder(guide.codeWith('"agents": {'))).toEqual(guide.findingsWith('agent-safety/no-'));
  });

  it('has a grant with which nothing is reported', () => {
    expect(guide.codeWith('"grants"')).toContain(guide.codeWith('"agents": {').trim().slice(0, -2));
    expect(findingsUnder(guide.codeWith('"grants"'))).toEqual([]);
  });

  it('names the fields of a grant', () => {
    const { grants } = JSON.parse(guide.codeWith('"grants"')) as { grants: object[] };
    const rows = [...guide.text.matchAll(/^\| `(\w+)` +\|/gm)].map(([, field = '']) => field);

    expect(rows).toEqual(Object.keys(grants[0] ?? {}));
  });

  it('words the mistakes as they are worded', () => {
    writeFileSync(file, guide.codeWith('"grants"').replace('"faq"', '""').replace('"tools"', '"tols"'));
    const said = guide.codeWith('The policy does not hold.').trim();

    expect(() => policyIn(file)).toThrow(said.replaceAll(/^(?=agent-safety)/gm, `${folder}/`));
  });
});
