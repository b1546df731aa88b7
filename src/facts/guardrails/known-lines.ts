import { endsInFixedName } from '../../program/effects/address-ends.ts';
import { argumentsOf, type EffectWay } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { HOLE } from '../../program/effects/sql.ts';
import type { TextSet } from '../../program/effects/text-sets.ts';
import { leavesOf, NONE, type Texts, textsIn } from '../../program/effects/texts.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { elementsOf, optionsOf, textIn, type Value } from '../../program/values/values.ts';
import { syntax, type ts, writtenFor } from '../../type-utils/index.ts';
import type { ToolInput } from '../agents/tool-input.ts';
import type { CommandLine } from './command-lines.ts';

/** The lines that a call may run, as far as they are known; open where there may be others. */
export interface CommandLines {
  readonly lines: readonly CommandLine[];
  readonly isOpen: boolean;
}

/** What the words of a line are read from. */
interface Reading {
  readonly way: EffectWay;
  readonly input: ToolInput;
}

/** How many texts of one word, and how many lines of one list, are told apart. */
const MAX_TEXTS = 8;

/** Stands for a file that the program chooses by its name, in whatever folder of its own: `join(root, 'dist', 'sync.js')`. */
const OWN_FILE = './own-file';

/** `execFile('git', ['log', path])`, `exec('df -h | sort')`, `git.raw(['log', path])` */
export function commandLinesOf(
  { call, program: known, runs }: Effect,
  way: EffectWay,
  input: ToolInput,
  evaluator: Evaluator,
): CommandLines {
  const reading = { way, input };
  if (known !== undefined) return linesFor(known, call, reading, evaluator);
  const [program, given] = argumentsOf(call);
  if (!program) return { lines: [], isOpen: true };
  const { rows, isOpen } = evaluator.rowsAlong([program, ...(given ? [given] : [])], way.steps);
  const lists = rows.flatMap(([of]) => (of ? optionsOf(of) : [])).filter(({ kind }) => kind === 'list');
  if (lists.length > 0) return { lines: lists.flatMap((list) => linesOfWords(list, reading)), isOpen };
  const isForShell = runs === 'shell' || argumentsOf(call).some(isShellOn);
  const found = rows.map(([of, words]) => ({
    ...(of ? programsIn(of, input) : NONE),
    words: words ? optionsOf(words) : [],
  }));
  const lines = found.flatMap(({ texts, words }) => {
    const isAlone = words.every(({ kind }) => kind !== 'list');
    return texts.flatMap((text): readonly CommandLine[] =>
      isAlone
        ? [{ words: [text], isForShell: true, written: [] }]
        : words.flatMap((list) => linesOfList(text, list, given, isForShell, reading)),
    );
  });
  return { lines, isOpen: isOpen || found.some(({ parts, unknown }) => parts.length + unknown.length > 0) };
}

/** `{ shell: true }` */
function isShellOn(options: ts.Expression): boolean {
  return writtenFor(options, 'shell')?.kind === syntax.SyntaxKind.TrueKeyword;
}

/** The programs, or the lines, that a call may be given. */
function programsIn(value: Value, input: ToolInput): Texts {
  const numbered = textWithNumber(value, input);
  if (numbered !== undefined) return { ...NONE, texts: [numbered] };
  const found = textsIn(value);
  const listed = found.texts.length === 0 && found.parts.length > 0 ? input.textsAllowed(value) : undefined;
  return listed && listed.length <= MAX_TEXTS ? { ...NONE, texts: listed } : found;
}

/** A program that is known, with its arguments and the lists among them. */
function linesFor(program: string, call: ts.Node, { way, input }: Reading, evaluator: Evaluator): CommandLines {
  const { rows, isOpen } = evaluator.rowsAlong(argumentsOf(call), way.steps);
  const lines = rows.flatMap((row): readonly CommandLine[] => {
    const lists = row.map((each) => (each.kind === 'list' ? elementsOf(each) : { elements: [each], isOpen: false }));
    const given = lists.flatMap(({ elements }) => elements);
    const written = writtenIn(given, way, input);
    const rest = lists.some((each) => each.isOpen) ? [[HOLE]] : [];
    return linesOf([[program], ...given.map((each) => wordsIn(each, input)), ...rest], written);
  });
  return { lines, isOpen };
}

/** A program with what it is given in a list, as that is written at the call. */
function linesOfList(
  program: string,
  list: Value,
  argument: ts.Expression | undefined,
  isForShell: boolean,
  { way, input }: Reading,
): readonly CommandLine[] {
  const { elements, isOpen } = elementsOf(list);
  const at = argument && syntax.withoutAssertions(argument);
  const [first] = at && syntax.isArrayLiteralExpression(at) ? at.elements : [];
  const textsOf = (each: Value, index: number): readonly string[] => {
    const isOwnFile = index === 0 && first && !way.isGivenIn(first) && endsInFixedName(each);
    return isOwnFile ? [textIn(each) ?? OWN_FILE] : wordsIn(each, input, partAt(list, index));
  };
  const written = writtenIn(elements, way, input);
  return linesOf([[program], ...elements.map(textsOf), ...(isOpen ? [[HOLE]] : [])], written, isForShell);
}

/** A program and its arguments in one list: `Bun.spawn(['git', 'log', path])`. */
function linesOfWords(list: Value, { way, input }: Reading): readonly CommandLine[] {
  const { elements, isOpen } = elementsOf(list);
  const written = writtenIn(elements, way, input).map((place) => place - 1);
  const words = elements.map((each, index) => wordsIn(each, input, partAt(list, index)));
  return linesOf([...words, ...(isOpen ? [[HOLE]] : [])], written);
}

/** What a list that is written out has at a place: `verb` of `['--namespace', space, verb]`. */
function partAt({ node }: Value, index: number): ts.Expression | undefined {
  const parts = syntax.isArrayLiteralExpression(node) ? node.elements : undefined;
  return parts?.some(syntax.isSpreadElement) ? undefined : parts?.[index];
}

/** The lines of which the words may be these, each in its place. */
function linesOf(
  places: readonly (readonly string[])[],
  written: readonly number[],
  isForShell = false,
): readonly CommandLine[] {
  return rowsOf(places).map((words) => ({ words, isForShell, written }));
}

/**
 * The texts that a word may be, with a hole for what is not known of them.
 *
 * @param written what stands for it in the function that runs the line, which may have tested what it is given
 */
function wordsIn(value: Value, input: ToolInput, written?: ts.Expression): readonly string[] {
  const options = optionsOf(value).map((option) => textWithNumber(option, input));
  if (options.every((text) => text !== undefined) && options.length <= MAX_TEXTS) return options;
  const { texts, parts, unknown } = textsIn(value);
  const allowed = (): TextSet | undefined =>
    input.textsAllowed(value) ?? (written && written !== value.node ? input.textsListed(written) : undefined);
  const known = parts.length + unknown.length === 0 ? texts : (allowed() ?? []);
  return known.length > 0 && known.length <= MAX_TEXTS ? known : [HOLE];
}

/** `set volume 0` of `set volume ${level}`: which number it is makes no difference to what is done. */
function textWithNumber(value: Value, input: ToolInput): string | undefined {
  const [only, ...others] = optionsOf(value);
  if (!only || others.length > 0) return undefined;
  const parts = only.kind === 'unknown' && only.symbol?.kind === 'text' ? leavesOf(only.symbol.parts) : [only];
  const texts = parts.map((part) =>
    part.kind === 'literal' ? String(part.value) : input.isNumber(part) ? '0' : undefined,
  );
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** All lines of one text for each place; where these are too many, with a hole for each further place that differs. */
function rowsOf(places: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return places.reduce<readonly (readonly string[])[]>(
    (rows, texts) => {
      const told = texts.length === 1 || rows.length * texts.length <= MAX_TEXTS ? texts : [HOLE];
      return rows.flatMap((row) => told.map((text) => [...row, text]));
    },
    [[]],
  );
}

function writtenIn(words: readonly Value[], way: EffectWay, input: ToolInput): readonly number[] {
  return words.flatMap((each, index) => (input.isTextOf(each, way) ? [index + 1] : []));
}
