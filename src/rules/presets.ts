import { rules } from './index.ts';
import type { PresetName, Rule } from './rule.ts';

/** A rule as a preset switches it on. */
export interface PresetRule {
  readonly rule: Rule;
  readonly level: 'error' | 'warn';
  readonly options: readonly unknown[];
}

/** The rules of a preset, in the order of their names. */
export function rulesOf(preset: PresetName): readonly PresetRule[] {
  return Object.values(rules).flatMap((rule) => {
    const level = rule.docs.presets[preset];
    if (level === undefined) return [];
    const [severity, ...options] = typeof level === 'string' ? ([level] as const) : level;
    return [{ rule, level: severity, options }];
  });
}
