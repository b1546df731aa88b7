import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import plugin from '../../src/plugin.ts';
import type { PresetName } from '../../src/rules/rule.ts';

/** Where the configuration that oxlint takes for a preset stands. */
export function fileOf(preset: PresetName): string {
  return fileURLToPath(new URL(`../../oxlint/${preset}.json`, import.meta.url));
}

/** A preset as a configuration of oxlint that others extend. */
export async function oxlintPreset(preset: PresetName): Promise<string> {
  const { files, rules } = plugin.configs[preset];
  const config = { jsPlugins: ['../dist/oxlint.js'], overrides: [{ files, rules }] };
  const path = fileOf(preset);
  return await format(JSON.stringify(config), { ...(await resolveConfig(path)), filepath: path });
}
