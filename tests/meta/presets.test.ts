import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { presetNames } from '../../src/rules/create-rule.ts';
import type { PresetLevel } from '../../src/rules/create-rule.ts';
import { rules } from '../../src/rules/index.ts';

const weight = { warn: 1, error: 2 };

describe('presets', () => {
  it.each(presetNames)('%s switches on exactly what the rules say of themselves', (preset) => {
    const expected = Object.entries(rules).flatMap(([name, rule]) => {
      const level = rule.meta.docs?.presets[preset];
      return level === undefined ? [] : [[`agent-safety/${name}`, level]];
    });

    expect(plugin.configs[preset].rules).toEqual(Object.fromEntries(expected));
  });

  it.each(presetNames)('%s leaves typed linting as the project has set it up', (preset) => {
    expect(Object.keys(plugin.configs[preset]).sort()).toEqual(['name', 'plugins', 'rules']);
    expect(plugin.configs[preset].name).toBe(`agent-safety/${preset}`);
    expect(plugin.configs[preset].plugins?.['agent-safety']).toBe(plugin);
  });

  it('strict is at least as strict as recommended', () => {
    const weaker = Object.entries(rules).filter(([, rule]) => {
      const { recommended, strict } = rule.meta.docs?.presets ?? {};
      return recommended !== undefined && (strict === undefined || weightOf(strict) < weightOf(recommended));
    });

    expect(weaker.map(([name]) => name)).toEqual([]);
  });

  it('are objects of the plugin that ESLint shows by name and version', () => {
    expect(plugin.meta).toMatchObject({ name: 'eslint-plugin-agent-safety', namespace: 'agent-safety' });
    expect(plugin.meta.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(plugin.rules).toBe(rules);
  });
});

function weightOf(level: PresetLevel): number {
  return weight[typeof level === 'string' ? level : level[0]];
}
