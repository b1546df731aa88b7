// Writes oxlint/<preset>.json, from what the rules say of themselves.
import { writeFileSync } from 'node:fs';
import { presetNames } from '../../src/rules/rule.ts';
import { fileOf, oxlintPreset } from './presets.ts';

for (const preset of presetNames) writeFileSync(fileOf(preset), await oxlintPreset(preset));
