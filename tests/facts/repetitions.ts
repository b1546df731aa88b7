import type { Analysis } from '../../src/facts/analysis.ts';
import { rules } from '../../src/rules/index.ts';
import { type Finding, findingsOf } from '../../src/rules/rule.ts';
import type { ts } from '../../src/type-utils/index.ts';

/** How findings stand beside each other in some files. */
export interface Repetitions {
  /** Texts that stand twice at one place, with that place. */
  readonly repeated: readonly string[];
  /** How many findings share their line with an earlier one of the same rule. */
  readonly sharing: number;
  readonly count: number;
}

/** Counts what all rules find in files, each with the options of a preset. */
export function repetitionsIn(
  analysis: Analysis,
  files: readonly ts.SourceFile[],
  preset: 'recommended' | 'strict',
): Repetitions {
  const findings = files.flatMap((file) =>
    Object.values(rules).flatMap((rule): readonly Finding[] => {
      const level = rule.docs.presets[preset];
      const given: unknown = typeof level === 'string' ? undefined : level?.[1];
      const options = typeof given === 'object' && given !== null ? given : {};
      return level ? [...findingsOf(rule, file, analysis, options)] : [];
    }),
  );
  return {
    repeated: duplicatesIn(findings.map((finding) => `${placeOf(finding)} ${finding.message}`)),
    sharing: duplicatesIn(findings.map((finding) => `${lineOf(finding)} ${finding.rule}`)).length,
    count: findings.length,
  };
}

function duplicatesIn(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.has(text) || !seen.add(text));
}

function placeOf({ node }: Finding): string {
  return `${node.getSourceFile().fileName}:${String(node.getStart())}-${String(node.end)}`;
}

function lineOf({ node }: Finding): string {
  const file = node.getSourceFile();
  return `${file.fileName}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
}
