import { ConfigurationError } from '../configuration-error.ts';
import { inOrder, JsonText, type Mistake, nameOf } from '../json-text.ts';
import { type Path, pathText } from '../schema.ts';
import type { Combination, EffectName, Grant, Policy } from './policy.ts';

/** A policy file that does not hold. Its message names the file, and every mistake with line and column. */
export class PolicyError extends ConfigurationError {
  readonly file: string;
  /** In the order of the text. Empty where the file as a whole is the problem. */
  readonly mistakes: readonly Mistake[];

  constructor(file: string, problem: string | readonly Mistake[]) {
    const mistakes = typeof problem === 'string' ? [] : problem;
    const name = nameOf(file);
    const lines = mistakes.map(({ line, column, text }) => `${name}:${line}:${column}  ${text}`);
    super([typeof problem === 'string' ? `${name} ${problem}.` : 'The policy does not hold.', ...lines].join('\n'));
    this.name = 'PolicyError';
    this.file = file;
    this.mistakes = mistakes;
  }
}

/** What a valid file holds, as it stands there. */
interface PolicyValue {
  readonly agents?: Readonly<Record<string, { readonly allow: readonly string[] }>>;
  readonly grants?: readonly (Omit<Grant, 'expires' | 'line'> & { readonly expires?: string })[];
  readonly tools?: Readonly<Record<string, { readonly effects: readonly EffectName[] }>>;
  readonly forbidden?: readonly Omit<Combination, 'line'>[];
}

/**
 * The policy that a text says.
 *
 * @param file the path of the file, for messages
 * @throws PolicyError with all mistakes
 */
export function parsePolicy(text: string, file: string): Policy {
  const source = new JsonText(text, 'policy');
  const senseless = source.isOfSchema ? senselessIn(source.value as PolicyValue, source) : [];
  const mistakes = inOrder([...source.mistakes, ...senseless]);
  if (mistakes.length > 0) throw new PolicyError(file, mistakes);
  const { agents = {}, grants = [], tools = {}, forbidden } = source.value as PolicyValue;
  return {
    file,
    agents: Object.entries(agents).map(([name, { allow }]) => ({
      name,
      allow,
      line: source.placeOf(['agents', name]).line,
    })),
    grants: grants.map(({ from, to, tools: granted, reason, expires }, index) => {
      return { from, to, tools: granted, reason, expires, line: source.placeOf(['grants', index]).line };
    }),
    tools: Object.entries(tools).map(([pattern, { effects }]) => {
      return { pattern, effects, line: source.placeOf(['tools', pattern]).line };
    }),
    forbidden: forbidden?.map(({ name, effects, reason }, index) => {
      return { name, effects, reason, line: source.placeOf(['forbidden', index]).line };
    }),
  };
}

/** Entries that are valid and say nothing, or the same again, which no schema can say. */
function senselessIn({ grants = [], forbidden = [] }: PolicyValue, source: JsonText): readonly Mistake[] {
  const mistakeIn = (path: Path, text: string): Mistake => source.mistakeAt(path, `${pathText(path)} ${text}`);
  const toItself = grants.flatMap(({ from, to }, index): readonly Mistake[] =>
    from === to
      ? [mistakeIn(['grants', index], `is from \`${from}\` to itself. Put the tools on its allow-list.`)]
      : [],
  );
  const again = grants.flatMap(({ from, to, tools }, index) =>
    grants.slice(0, index).flatMap((earlier, first): readonly Mistake[] => {
      if (earlier.from !== from || earlier.to !== to) return [];
      const names = tools.filter((tool) => earlier.tools.includes(tool)).map((tool) => `\`${tool}\``);
      if (names.length === 0) return [];
      const other = `as the one on line ${source.placeOf(['grants', first]).line} does. Keep one of both.`;
      return [mistakeIn(['grants', index], `grants ${names.join(', ')} from \`${from}\` to \`${to}\`, ${other}`)];
    }),
  );
  const namesakes = forbidden.flatMap(({ name }, index): readonly Mistake[] => {
    const first = forbidden.findIndex((each) => each.name === name);
    if (first === index) return [];
    const { line } = source.placeOf(['forbidden', first]);
    const other = `as the one on line ${line} is. Give it a name of its own.`;
    return [mistakeIn(['forbidden', index], `is called \`${name}\`, ${other}`)];
  });
  return [...toItself, ...again, ...namesakes];
}
