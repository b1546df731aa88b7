import type { Analysis } from '../facts/analysis.ts';
import { compilerOf, type ts } from '../type-utils/index.ts';
import { rulesOf } from './presets.ts';
import { type Finding, findingsOf, type Layer, type PresetName } from './rule.ts';

/** A finding, with how much it weighs in the preset. */
export interface PresetFinding {
  readonly finding: Finding;
  readonly level: 'error' | 'warn';
  readonly layer: Layer;
}

/**
 * What the rules of a preset find in some files of a program, by file, and there by place.
 *
 * @throws ConfigurationError where the policy of a file is wrong
 * @throws CompilerFailure where the compiler's process ended
 */
export function checked(
  files: Iterable<ts.SourceFile>,
  analysis: Analysis,
  preset: PresetName,
): readonly PresetFinding[] {
  if (!analysis.isRelevant) return [];
  compilerOf(analysis.program).bind();
  const rules = rulesOf(preset);
  return [...files]
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .flatMap((file) =>
      rules
        .flatMap(({ rule, level, options: [options] }) =>
          findingsOf(rule, file, analysis, options as object | undefined).map((finding) => ({
            finding,
            level,
            layer: rule.docs.layer,
          })),
        )
        .sort((a, b) => a.finding.node.getStart(file) - b.finding.node.getStart(file)),
    );
}
