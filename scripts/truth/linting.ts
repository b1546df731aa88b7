import path from 'node:path';
import { Linter } from 'eslint';
import type { SourceCode } from 'eslint';
import tseslint from 'typescript-eslint';
import type ts from 'typescript';
import type { AgentSafetyPlugin } from '../../src/index.ts';
import type { Preset } from '../demo/lint.ts';
import type { Edit } from './operators/operator.ts';
import { originalOffset } from './syntax.ts';

/** What a rule says of a place, by the offset of its beginning. */
export interface Place {
  readonly rule: string;
  readonly messageId: string;
  readonly offset: number;
  readonly message: string;
}

/** The findings of some rules in one file. Several presets of one file share its syntax tree. */
export function linterOf(plugin: AgentSafetyPlugin, program: ts.Program, folder: string) {
  const linter = new Linter({ cwd: folder });
  const parsed = new Map<string, SourceCode>();
  return (file: string, preset: Preset, rules: readonly string[]): readonly Place[] => {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of its program.`);
    const messages = linter.verify(parsed.get(file) ?? source.text, configOf(preset, rules), file);
    parsed.set(file, linter.getSourceCode());
    const fatal = messages.find((message) => message.fatal);
    if (fatal) throw new Error(`${path.relative(folder, file)}: ${fatal.message}`);
    return messages.map(({ ruleId, messageId = '', line, column, message }) => ({
      rule: (ruleId ?? '').replace('agent-safety/', ''),
      messageId,
      offset: source.getPositionOfLineAndCharacter(line - 1, column - 1),
      message,
    }));
  };

  function configOf(preset: Preset, rules: readonly string[]): Linter.Config {
    const all = Object.entries(plugin.configs[preset].rules ?? {});
    return {
      files: ['**/*.{js,cjs,mjs,ts,cts,mts}'],
      linterOptions: { reportUnusedDisableDirectives: 'off', noInlineConfig: true },
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { programs: [program], tsconfigRootDir: folder },
      },
      plugins: { 'agent-safety': plugin },
      rules: Object.fromEntries(all.filter(([rule]) => rules.includes(rule.replace('agent-safety/', '')))),
    };
  }
}

/** The findings of a changed file that the original does not have, at the places that the code had there. */
export function newPlaces(
  found: readonly Place[],
  original: readonly Place[],
  edits: readonly Edit[],
): readonly Place[] {
  const known = new Set(original.map(keyOf));
  return found.filter((place) => !known.has(keyOf({ ...place, offset: originalOffset(place.offset, edits) })));
}

function keyOf({ rule, messageId, offset }: Place): string {
  return `${rule} ${messageId} ${String(offset)}`;
}
