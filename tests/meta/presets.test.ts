import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import { fileOf, oxlintPreset } from '../../scripts/oxlint-presets/presets.ts';
import * as entry from '../../src/index.ts';
import oxlint from '../../src/oxlint.ts';
import plugin from '../../src/index.ts';
import { presetNames } from '../../src/rules/rule.ts';
import type { PresetLevel } from '../../src/rules/rule.ts';
import { eslintRules } from '../../src/hosts/eslint/rules.ts';
import { rules } from '../../src/rules/index.ts';

const weight = { warn: 1, error: 2 };

describe('presets', () => {
  it.each(presetNames)('%s switches on exactly what the rules say of themselves', (preset) => {
    const expected = Object.entries(rules).flatMap(([name, rule]) => {
      const level = rule.docs.presets[preset];
      return level === undefined ? [] : [[`agent-safety/${name}`, level]];
    });

    expect(plugin.configs[preset].rules).toEqual(Object.fromEntries(expected));
  });

  it.each(presetNames)('%s leaves typed linting as the project has set it up', (preset) => {
    expect(Object.keys(plugin.configs[preset]).sort()).toEqual(['files', 'name', 'plugins', 'rules']);
    expect(plugin.configs[preset].name).toBe(`agent-safety/${preset}`);
    expect(plugin.configs[preset].plugins?.['agent-safety']).toBe(plugin);
  });

  it.each(presetNames)('%s-standalone is the same with typed linting', (preset) => {
    const { languageOptions, ...rest } = plugin.configs[`${preset}-standalone`];

    expect(rest).toEqual({ ...plugin.configs[preset], name: `agent-safety/${preset}-standalone` });
    expect(languageOptions?.parser).toHaveProperty('meta.name', 'typescript-eslint/parser');
    expect(languageOptions?.parserOptions).toEqual({ projectService: true, tsconfigRootDir: process.cwd() });
  });

  it('are for TypeScript files, and not for the configuration file of ESLint', async () => {
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig: [plugin.configs.recommended] });
    const rulesFor = async (file: string) =>
      Object.keys(((await eslint.calculateConfigForFile(file)) as Linter.Config | undefined)?.rules ?? {});

    for (const file of ['src/a.ts', 'a.tsx', 'a.mts', 'a.cts']) expect(await rulesFor(file)).not.toEqual([]);
    for (const file of ['eslint.config.js', 'eslint.config.mjs', 'a.jsx']) expect(await rulesFor(file)).toEqual([]);
  });

  it('keep their files inside those of a configuration that extends them', async () => {
    const overrideConfig = defineConfig({ files: ['src/**'], extends: [plugin.configs.recommended] });
    const eslint = new ESLint({ overrideConfigFile: true, overrideConfig });
    const rulesFor = async (file: string) =>
      Object.keys(((await eslint.calculateConfigForFile(file)) as Linter.Config | undefined)?.rules ?? {});

    expect(await rulesFor('src/a.ts')).not.toEqual([]);
    expect(await rulesFor('src/a.js')).toEqual([]);
    expect(await rulesFor('tests/a.ts')).toEqual([]);
  });

  it('strict is at least as strict as recommended', () => {
    const weaker = Object.entries(rules).filter(([, rule]) => {
      const { recommended, strict } = rule.docs.presets;
      return recommended !== undefined && (strict === undefined || weightOf(strict) < weightOf(recommended));
    });

    expect(weaker.map(([name]) => name)).toEqual([]);
  });

  it('are objects of the plugin that ESLint shows by name and version', () => {
    expect(plugin.meta).toMatchObject({ name: 'eslint-plugin-agent-safety', namespace: 'agent-safety' });
    expect(plugin.meta.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(plugin.rules).toBe(eslintRules);
  });

  it.each(presetNames)('%s is the same in oxlint: `npm run docs` writes its file', async (preset) => {
    expect(readFileSync(fileOf(preset), 'utf8')).toBe(await oxlintPreset(preset));
    expect(oxlint.rules).toBe(eslintRules);
  });

  it('are there for `require`, and for compiled code that reads a default export', () => {
    expect(entry).toHaveProperty(['module.exports'], plugin);
    expect(plugin.default).toBe(plugin);
  });
});

function weightOf(level: PresetLevel): number {
  return weight[typeof level === 'string' ? level : level[0]];
}
