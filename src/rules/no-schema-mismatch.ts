import type { Mismatch, MismatchKind } from '../facts/contracts/mismatches.ts';
import { isInside, type ts } from '../type-utils/index.ts';
import { defineRule } from './rule.ts';
import { placeText } from './texts/places.ts';
import { countText, listText, toolText } from './texts/tools.ts';

/**
 * `mode`: report where one of the two shows that the other was meant (`definite`), or wherever they disagree (`possible`).
 * `checkOptionalClaims`: report what the handler takes for optional and the schema requires, which is harmless.
 */
export interface Options {
  readonly checkOptionalClaims: boolean;
  readonly mode: 'definite' | 'possible';
}

export const noSchemaMismatch = defineRule<MismatchKind, Options>({
  name: 'no-schema-mismatch',
  docs: {
    description: 'Disallow handlers that disagree with the input and output schemas that their tool declares',
    layer: 'contract',
    presets: { recommended: ['error', { mode: 'definite' }], strict: 'error' },
  },
  messages: {
    undeclared:
      '`{{key}}`{{others}} is not declared in the input schema of {{tool}}, so the model never sends it{{place}}. {{remedy}}.',
    optional:
      '`{{key}}`{{others}} is optional in the input schema of {{tool}}, and is used here as always there{{place}}. Handle its absence, or make it required in the schema.',
    type: '`{{key}}` is {{declared}} by the input schema of {{tool}}, and the handler takes it for {{taken}}{{place}}. Change one of the two.',
    neededUndeclared:
      'The input of {{tool}} goes where `{{key}}`{{others}} is required, and its input schema does not declare it{{place}}. {{remedy}}.',
    neededOptional:
      'The input of {{tool}} goes where `{{key}}`{{others}} is required, and it is optional in its input schema{{place}}. Handle its absence, or make it required in the schema.',
    parsedUndeclared:
      'The handler checks its input by a schema that requires `{{key}}`, which {{tool}} does not declare{{place}}: every call fails. {{remedy}}.',
    parsedOptional:
      'The handler checks its input by a schema that requires `{{key}}`, which {{tool}} declares as optional{{place}}. Make it required, or optional, in both.',
    unhandled:
      '`{{key}}` may be {{taken}} by the input schema of {{tool}}, and the handler has no branch for that and refuses it{{place}}: such calls always fail. Add a branch, or remove the value from the schema.',
    required:
      '`{{key}}` is required by the input schema of {{tool}}, and the handler takes it for optional{{place}}. Drop the `?`, or make it optional in the schema.',
    resultAbsent:
      '{{Tool}} declares an output schema, and this result has no `structuredContent`{{place}}: the call fails. Return it, or set `isError: true`.',
    resultMissing:
      '`{{key}}` is required by the output schema of {{tool}}, and may be missing in this result{{place}}. Return it, or make it optional in the schema.',
    resultType:
      '`{{key}}` is {{declared}} by the output schema of {{tool}}, and this result has {{taken}}{{place}}. Change one of the two.',
    resultUndeclared:
      '`{{key}}` is not declared in the output schema of {{tool}}, and clients reject a result with it{{place}}. {{remedy}}.',
  },
  options: {
    properties: {
      checkOptionalClaims: {
        type: 'boolean',
        description:
          'Report properties that the schema requires and the handler takes for optional, which is harmless.',
      },
      mode: {
        enum: ['definite', 'possible'],
        description:
          'Report only values that the schema lists and the handler refuses, and names that differ a little (`definite`), or all that disagrees.',
      },
    },
    defaults: { checkOptionalClaims: false, mode: 'possible' },
  },
  *check(file, { contracts }, { checkOptionalClaims, mode }) {
    const reported = contracts
      .mismatchesIn(file)
      .filter((mismatch) => mode === 'possible' || isDefinite(mismatch))
      .filter(({ kind }) => kind !== 'required' || checkOptionalClaims);
    for (const { place, mismatches } of groupsIn(reported, file)) {
      const [first] = mismatches;
      yield {
        node: place,
        messageId: first.kind,
        data: dataOf(mismatches, place, file),
        witnesses: mismatches.flatMap((mismatch) => witnessesOf(mismatch, place)),
      };
    }
  },
});

/** Whether a value is listed and always refused, or a property is declared under nearly the name that is read. */
function isDefinite({ kind, nearest }: Mismatch): boolean {
  return kind === 'unhandled' || (nearest !== undefined && (kind === 'undeclared' || kind === 'neededUndeclared'));
}

/** Mismatches that are one finding. */
interface Group {
  readonly place: ts.Node;
  readonly mismatches: readonly [Mismatch, ...Mismatch[]];
}

/** The kinds of which several properties are one finding, where their code is in another file. */
const grouped: ReadonlySet<MismatchKind> = new Set(['neededOptional', 'neededUndeclared', 'optional', 'undeclared']);

function groupsIn(mismatches: readonly Mismatch[], file: ts.SourceFile): readonly Group[] {
  const groups: (Group & { readonly mismatches: [Mismatch, ...Mismatch[]] })[] = [];
  for (const mismatch of withAllTools(mismatches)) {
    const { node, schema, tool } = mismatch;
    const place = [node, schema, tool].find((each) => each?.getSourceFile() === file);
    if (!place) continue;
    const group = groups.find((each) => each.place === place && isOneFinding(each.mismatches[0], mismatch, place));
    if (group) group.mismatches.push(mismatch);
    else groups.push({ place, mismatches: [mismatch] });
  }
  return groups;
}

/** The same mismatch of several tools, as of those that one function registers, is one of all of them. */
function withAllTools(mismatches: readonly Mismatch[]): readonly Mismatch[] {
  const merged: Mismatch[] = [];
  for (const mismatch of mismatches) {
    const at = merged.findIndex((each) => isSameMismatch(each, mismatch));
    const known = merged[at];
    if (known) merged[at] = { ...known, tools: [...new Set([...known.tools, ...mismatch.tools])] };
    else merged.push(mismatch);
  }
  return merged;
}

function isSameMismatch(one: Mismatch, other: Mismatch): boolean {
  return (
    one.kind === other.kind &&
    one.node === other.node &&
    one.tool === other.tool &&
    one.declared === other.declared &&
    one.taken === other.taken &&
    one.nearest === other.nearest &&
    keyText(one.path) === keyText(other.path)
  );
}

function isOneFinding(one: Mismatch, other: Mismatch, place: ts.Node): boolean {
  const isAlike = one.kind === other.kind && keyOf(one) === keyOf(other) && grouped.has(one.kind);
  return isAlike && [one, other].every(({ node, nearest }) => node !== place && nearest === undefined);
}

function keyOf({ tools }: Mismatch): string {
  return tools.join('\n');
}

function dataOf(
  mismatches: Group['mismatches'],
  place: ts.Node,
  file: ts.SourceFile,
): Readonly<Record<string, string>> {
  const [mismatch] = mismatches;
  const { node, path, tools, declared = '', taken = '' } = mismatch;
  const tool = toolsText(tools);
  return {
    key: keyText(path),
    others: othersIn(mismatches),
    tool,
    Tool: `${tool.slice(0, 1).toUpperCase()}${tool.slice(1)}`,
    declared,
    taken,
    place: place === node ? '' : ` (${placeText(node, file)})`,
    remedy: remedyOf(mismatch),
  };
}

function remedyOf({ kind, nearest }: Mismatch): string {
  const declare = 'Declare it in the schema';
  if (nearest === undefined) return kind === 'resultUndeclared' ? `${declare}, or leave it out` : declare;
  if (kind === 'resultUndeclared') return `Return it as \`${nearest}\`, or declare it`;
  return kind === 'undeclared'
    ? `Read \`${nearest}\` instead, or declare it`
    : `Pass \`${nearest}\` for it, or declare it`;
}

/** How many other properties a sentence names. */
const MAX_OTHERS = 9;

/** What else is meant by the sentence: `` (and 2 others: `digests`, `format`)``. */
function othersIn([first, ...rest]: Group['mismatches']): string {
  const keys = new Set(rest.map(({ path }) => keyText(path)));
  keys.delete(keyText(first.path));
  if (keys.size === 0) return '';
  const named = listText([...keys].slice(0, MAX_OTHERS));
  return ` (and ${countText(keys.size)}: ${named}${keys.size > MAX_OTHERS ? ', …' : ''})`;
}

/** `options.to`, `items[].id` */
function keyText(path: readonly string[]): string {
  return (
    path.reduce((text, name) => (name === '*' ? `${text}[]` : text === '' ? name : `${text}.${name}`), '') ||
    'structuredContent'
  );
}

function toolsText(tools: readonly string[]): string {
  const [first, second, ...others] = tools;
  if (second === undefined) return first === undefined ? 'the tool' : toolText(first);
  const rest = others.length === 0 ? toolText(second) : `${String(others.length + 1)} others`;
  return `${toolText(first)} and ${rest}`;
}

function witnessesOf({ schema, node }: Mismatch, place: ts.Node) {
  const others = [...(schema && !isInside(place, schema) ? [schema] : []), ...(node === place ? [] : [node])];
  return others.map((each) => ({ node: each, role: 'tool' as const }));
}
