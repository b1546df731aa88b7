import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages, withSnippets } from '../../scripts/snippets/snippets.ts';
import { projects } from '../../src/hosts/eslint/linted-file.ts';
import plugin from '../../src/index.ts';
import { root, textOf } from './repository.ts';

const wrong = `
import { Client } from '@modelcontextprotocol/sdk/client/index.js';

export async function listToolNames() {
  const client = new Client({ name: 'names', version: '1.0.0' });
  const { tools } = await client.listTools();
  return tools.map((tool) => tool.name);
}
`;

const right = wrong
  .replace('listToolNames()', 'listToolNames(transport)')
  .replace("' });\n", "' });\n  await client.connect(transport);\n")
  .replace(
    'const { tools } = await client.listTools();',
    'const { tools } = await client.listTools().finally(() => client.close());',
  );

/** With the types that other rules of a configuration require. */
const rightTyped = `import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
${right.replace('(transport)', '(transport: Transport)')}`;

const finding = { ruleId: 'agent-safety/no-wrong-session-state', line: 6 };

interface Block {
  readonly page: string;
  readonly line: number;
  readonly code: string;
}

// What lints JSON files is tested with them.
const blocks = pages
  .flatMap((page) => configurationsIn(page, textOf(page)))
  .filter(({ code }) => !code.includes("language: 'json/json'"));

it.each(pages)('%s shows the blocks of docs/snippets as they are', (page) => {
  // `npm run docs` writes them.
  expect(withSnippets(textOf(page))).toBe(textOf(page));
});

it('a snippet needs a block, and a file', () => {
  expect(() => withSnippets('<!-- snippet: standalone.mjs -->\n\nText.\n')).toThrow('No code block follows');
  expect(() => withSnippets('<!-- snippet: missing.mjs -->\n\n```js\n```\n')).toThrow('missing.mjs');
  expect(withSnippets('<!-- snippet: commonjs.cjs -->\n\n```js\n```\n')).toContain(
    "require('eslint-plugin-agent-safety')",
  );
});

it('finds configurations by what they import', () => {
  const page = [
    ...['```js', "import agentSafety from 'eslint-plugin-agent-safety';", '```', '', '```ts', 'call();', '```'],
    ...['```js', "import { defineConfig } from 'eslint/config';", '```', '```js', '// eslint.config.js', '```'],
  ].join('\n');

  expect(configurationsIn('x.md', page).map(({ line }) => line)).toEqual([1, 8, 11]);
  expect(blocks.map(({ page: name }) => name)).toContain('README.md');
});

describe('a configuration of the documentation', () => {
  mkdirSync(path.join(root, '.tmp'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.tmp/configuration-'));
  const project = path.join(folder, 'project');

  beforeAll(() => {
    mkdirSync(path.join(project, 'src'), { recursive: true });
    symlinkSync(path.join(root, 'tests/sdk/node_modules'), path.join(project, 'node_modules'), 'junction');
    const compilerOptions = { module: 'nodenext', target: 'es2023', allowJs: true, types: [], skipLibCheck: true };
    write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    write('eslint.config.mjs', 'export default [];\n');
    write('src/wrong.ts', wrong);
    write('src/right.ts', rightTyped);
    write('src/wrong-script.js', wrong);
    write('src/right-script.js', right);
  });

  afterAll(() => {
    projects.close();
    rmSync(folder, { recursive: true });
  });

  it.each(blocks)('$page, line $line, finds what is wrong, and nothing else', async ({ code }) => {
    const results = await lint(await loaded(code));

    // A file that no configuration matches has no result, or one that says that it is ignored.
    expect(results.map(({ filePath }) => path.basename(filePath))).toEqual(
      expect.arrayContaining(['eslint.config.mjs', 'wrong.ts', 'right.ts', 'wrong-script.js', 'right-script.js']),
    );
    const hasScripts = code.includes('.js]') || code.includes(".js']");
    expect(findingsOf(results)).toEqual({ 'wrong.ts': [finding], ...(hasScripts && { 'wrong-script.js': [finding] }) });
  });

  it('is run, so that one without a parser is seen', async () => {
    const { name, files, plugins, rules } = plugin.configs['recommended-standalone'];

    const found = findingsOf(await lint([{ name, files, plugins, rules }]));
    expect(found).toEqual({ 'wrong.ts': [finding], 'right.ts': [{ ruleId: null, line: 1 }] });
  });

  function write(file: string, text: string): void {
    writeFileSync(path.join(project, file), text);
  }

  /** What a block exports, where the plugin is that of src/. */
  async function loaded(code: string): Promise<Linter.Config[]> {
    if (code.includes('module.exports')) {
      const module = { exports: [] as Linter.Config[] };
      const require = (name: string): unknown =>
        name === 'eslint-plugin-agent-safety' ? plugin : createRequire(import.meta.url)(name);
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
      new Function('require', 'module', code)(require, module);
      return module.exports;
    }
    const file = path.join(folder, `${String(loadedBlocks++)}.mjs`);
    writeFileSync(file, code.replace('eslint-plugin-agent-safety', path.join(root, 'src/index.ts')));
    const { default: configs } = (await import(pathToFileURL(file).href)) as { default: Linter.Config[] };
    return configs;
  }

  let loadedBlocks = 0;

  function lint(configs: Linter.Config[]): Promise<ESLint.LintResult[]> {
    return new ESLint({ cwd: project, overrideConfigFile: true, overrideConfig: configs }).lintFiles(['.']);
  }
});

function findingsOf(results: readonly ESLint.LintResult[]) {
  const withMessages = results.filter(({ messages }) => messages.length > 0);
  return Object.fromEntries(
    withMessages.map(({ filePath, messages }) => [
      path.basename(filePath),
      messages.map(({ ruleId, line }) => ({ ruleId, line })),
    ]),
  );
}

/** The code blocks of a page that are configurations of ESLint. */
function configurationsIn(page: string, text: string): Block[] {
  return (
    [...text.matchAll(/^```(?:[cm]?[jt]s|javascript|typescript)\b.*\n([\s\S]*?)^```/gm)]
      .map(({ index, 1: code = '' }) => ({ page, line: text.slice(0, index).split('\n').length, code }))
      .filter(({ code }) => /'eslint-plugin-agent-safety'|'eslint\/config'|^\/\/ eslint\.config\./m.test(code))
      // Babel is installed where the packed package is tried, and that block with it.
      .filter(({ code }) => !code.includes('@babel/'))
  );
}
