/**
 * Runs the session analysis over programs whose expected findings stand in them as comments at the end of a line:
 *
 *     await client.close(); // :closing
 *     await client.callTool(call); // D use/closed from=closing
 *
 * A line without a comment of this form must be silent. The form: one of `D` (definite), `P` (possible), `S` (silent)
 * or several with `|` where more than one is right, then what else is to be compared:
 *
 * - `role/phase`: the cause
 * - `from=label,…`: the lines of the witnesses; a label is given by `:label` at the end of a comment
 * - `inside=label`: the line in the called function · `unawaited=label`: the line of the call that is not awaited
 * - `again`, `first`: the wrong state was, was not, reached in an earlier iteration
 * - `op=`, `subject=`, `outcome=`, `protocol=`: these fields
 *
 * `& ` separates several findings of one line. `muted` is a call that stays silent because every path to it passes a
 * reported one. `LEAK`, on the line where a session is made, expects leaks, with `exit=label,…`, and `thrown` or `left`;
 * they are compared in cases given to {@link leakScenario} only. A leak through an exception that any call may throw counts
 * only where `implicit` is expected.
 */
import { expect, it } from 'vitest';
import type tsModule from 'typescript';
import type { Protocol } from '../../src/models/sessions/protocol.ts';
import type { Leak, Misuse, SessionFacts, Verdict } from '../../src/facts/sessions/session-facts.ts';
import { sessionFactsOf } from '../../src/facts/sessions/sessions.ts';
import { builtInProtocols } from '../../src/models/sessions/index.ts';
import ts from 'typescript';
import { isRecording, type RecordedProgram, recordProgram, skipWhileRecording } from '../recorded-programs.ts';
import { dressed, dresses } from './dresses.ts';
import { preludeEnd, v1 } from './preludes.ts';
import { type CaseFiles, type CaseProgram, caseNameOf, folderOf, programOf, programToRecord } from './programs.ts';

export { v1, v2 } from './preludes.ts';
export { programOf } from './programs.ts';

type Letter = 'D' | 'P' | 'S';

/** What a comment expects of one finding of its line. */
interface Expectation {
  readonly kind: 'misuse' | 'leak' | 'muted';
  readonly letters: readonly Letter[];
  readonly cause: string | undefined;
  readonly details: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
}

interface Line {
  readonly text: string;
  readonly expectations: readonly Expectation[];
}

interface MarkedFile {
  readonly name: string;
  readonly firstLine: number;
  readonly lines: readonly Line[];
}

interface Options {
  readonly protocols?: readonly Protocol[];
  readonly leaks?: boolean;
}

const marker = /\/\/ (?<body>(?:(?:[DPS](?:\|[DPS])*|LEAK|muted)(?: [^:]*?)?)?) ?(?:(?<=\s):(?<label>[\w-]+))?$/;

const compiledLater: CaseFiles[] = [];

/**
 * The cases of one test file, in one program: its checker is most of what a case costs. A case's files lie in a folder
 * of its own.
 */
class Batch {
  readonly #cases: CaseFiles[] = [];
  #built: CaseProgram | undefined;

  /** Tests are run after all of their file are known, so that a batch that was built belongs to an earlier file. */
  get isComplete(): boolean {
    return this.#built !== undefined;
  }

  add(files: CaseFiles): () => CaseProgram {
    const folder = `case${String(this.#cases.push(files) - 1)}`;
    return () => {
      this.#built ??= programOf(inFolders(this.#cases));
      const { program, sources } = this.#built;
      return { program, sources: sources.filter((file) => folderOf(file) === folder) };
    };
  }
}

let batch = new Batch();

function batched(files: CaseFiles): () => CaseProgram {
  if (batch.isComplete) batch = new Batch();
  return batch.add(files);
}

function inFolders(cases: readonly CaseFiles[]): CaseFiles {
  const together: Record<string, string> = {};
  for (const [index, files] of cases.entries()) {
    for (const [name, text] of Object.entries(files)) together[`case${String(index)}/${name}`] = text;
  }
  return together;
}

/** Compares the misuses in a case with its comments. A string is the only file of an MCP v1 case; see {@link v1}. */
export function check(source: string | CaseFiles, options: Options = {}): SessionFacts[] {
  const files = dressedFiles(filesOf(source));
  compiledLater.push(files);
  recordProgram(scenarioOf(files, options));
  skipWhileRecording();
  return checkBuilt(programOf(files), options);
}

function checkBuilt(built: CaseProgram, options: Options): SessionFacts[] {
  const facts = built.sources.map((file) => sessionFactsOf(file, built.program, options.protocols ?? builtInProtocols));
  compare(built, facts, options);
  return facts;
}

/** A test that is one {@link check}. */
export function scenario(name: string, source: string | CaseFiles, options: Options = {}): void {
  const files = dressedFiles(filesOf(source));
  if (isRecording) {
    it(name, () => {
      recordProgram({ id: `scenarios: ${name}`, ...scenarioOf(files, options) });
    });
    return;
  }
  const build = batched(files);
  it(name, () => {
    compiledLater.push(files);
    checkBuilt(build(), options);
  });
}

function scenarioOf(files: CaseFiles, { protocols = builtInProtocols }: Options): Omit<RecordedProgram, 'id'> {
  const own = protocols.filter((protocol) => !builtInProtocols.includes(protocol));
  return { ...programToRecord(files), ...(own.length > 0 && { settings: { protocols: own } }) };
}

/** A test that compares the leaks of its case as well. */
export function leakScenario(name: string, source: string | CaseFiles): void {
  scenario(name, source, { leaks: true });
}

/** The last test of a file: its cases compile. */
export function itCompiles(): void {
  it('every case above compiles', () => {
    expect(complaintsAboutCases().join('\n')).toBe('');
  });
}

/** Compares what was found elsewhere, such as in another order or after an edit, with the comments of a case. */
export function compare(built: CaseProgram, facts: readonly SessionFacts[], options: Options = {}): void {
  const files = built.sources.map(markedFileOf);
  const labels = new Map<string, string>();
  for (const file of files) for (const [label, place] of labelsOf(file)) labels.set(label, place);
  const shown = files.map((file, index) => render(file, facts[index], labels, options.leaks ?? false));
  expect(shown.map((pair) => pair.actual).join('\n')).toBe(shown.map((pair) => pair.expected).join('\n'));
}

/**
 * The compiler's complaints about the cases checked so far, which are then forgotten: a case that does not compile
 * proves nothing. One program for all of them, as checking each on its own costs a hundred times as much.
 */
function complaintsAboutCases(): string[] {
  const { program, sources } = programOf(inFolders(compiledLater.splice(0)));
  return sources.flatMap((file) =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((found) => {
      const line = file.getLineAndCharacterOfPosition(found.start ?? 0).line;
      const text = file.text.split('\n')[line]?.trim() ?? '';
      return `${caseNameOf(file)}: ${text}: ${ts.flattenDiagnosticMessageText(found.messageText, ' ')}`;
    }),
  );
}

/** The files of a case. */
export function filesOf(source: string | CaseFiles): CaseFiles {
  return typeof source === 'string' ? { 'main.ts': v1(source) } : source;
}

/** With `SCENARIO_DRESS=finally`, all cases run with their functions in that dress: nothing may change. */
function dressedFiles(files: CaseFiles): CaseFiles {
  const dress = dresses[process.env.SCENARIO_DRESS ?? ''];
  if (!dress) return files;
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      /\.d\.ts$|\.json$/.test(name) ? text : dressed(name, text, dress),
    ]),
  );
}

function markedFileOf(file: tsModule.SourceFile): MarkedFile {
  const end = file.text.indexOf(preludeEnd);
  const start = end === -1 ? 0 : end + preludeEnd.length;
  const firstLine = file.getLineAndCharacterOfPosition(start).line;
  const lines = file.text
    .slice(start)
    .split('\n')
    .map((text) => ({ text, expectations: expectationsIn(text) }));
  return { name: caseNameOf(file), firstLine, lines };
}

const detailNames = new Set(['from', 'inside', 'unawaited', 'op', 'subject', 'outcome', 'protocol', 'exit']);
const switchNames = new Set(['again', 'first', 'thrown', 'left', 'implicit']);

function expectationsIn(text: string): Expectation[] {
  // A comment that nobody reads would look like an expectation that is met.
  if (/\s\/\/ /.test(text) && !marker.test(text)) throw new Error(`Not an expectation: ${text.trim()}`);
  const body = marker.exec(text)?.groups?.body;
  return body ? body.split(' & ').map(expectationOf) : [];
}

function expectationOf(text: string): Expectation {
  const [head = '', ...words] = text.trim().split(/\s+/);
  const details: Record<string, string> = {};
  const switches = new Set<string>();
  let cause: string | undefined;
  for (const word of words) {
    const [key = '', value] = word.split('=', 2);
    if (value !== undefined && detailNames.has(key)) details[key] = value;
    else if (word.includes('/')) cause = word;
    else if (switchNames.has(word)) switches.add(word);
    else throw new Error(`Not part of an expectation: ${word}`);
  }
  const kind = head === 'LEAK' ? 'leak' : head === 'muted' ? 'muted' : 'misuse';
  return { kind, letters: kind === 'misuse' ? (head.split('|') as Letter[]) : [], cause, details, switches };
}

function* labelsOf(file: MarkedFile): Generator<[string, string]> {
  for (const [index, line] of file.lines.entries()) {
    const label = marker.exec(line.text)?.groups?.label;
    if (label !== undefined) yield [label, `${file.name}:${String(index + 1)}`];
  }
}

function render(
  file: MarkedFile,
  facts: SessionFacts | undefined,
  labels: ReadonlyMap<string, string>,
  withLeaks: boolean,
): { expected: string; actual: string } {
  const actual = file.lines.map((line, index) => {
    const number = file.firstLine + index;
    const isHere = (found: { readonly node: tsModule.Node }) => lineOf(found.node) === number;
    const misuses = (facts?.misuses ?? []).filter(isHere);
    const leaks = withLeaks ? (facts?.leaks ?? []).filter(isHere) : [];
    const muted = (facts?.verdicts ?? []).filter((verdict) => verdict.isConsequence && isHere(verdict));
    return areAsExpected(line.expectations, misuses, leaks, muted, labels, withLeaks)
      ? line.text
      : `${line.text.replace(marker, '').trimEnd()} // GOT ${describe(misuses, leaks)}`;
  });
  const title = `// --- ${file.name}\n`;
  return { expected: title + file.lines.map((line) => line.text).join('\n'), actual: title + actual.join('\n') };
}

function areAsExpected(
  expectations: readonly Expectation[],
  misuses: readonly Misuse[],
  leaks: readonly Leak[],
  muted: readonly Verdict[],
  labels: ReadonlyMap<string, string>,
  withLeaks: boolean,
): boolean {
  const expectedLeak = expectations.find((expectation) => expectation.kind === 'leak');
  const counted = leaks.filter((leak) => !leak.implicit || expectedLeak?.switches.has('implicit'));
  if (withLeaks && !(expectedLeak ? isLeakAsExpected(expectedLeak, counted, labels) : counted.length === 0))
    return false;
  if (expectations.some((expectation) => expectation.kind === 'muted') && muted.length === 0) return false;

  // Each finding takes the first expectation that it meets; what is left must allow silence.
  const open = expectations.filter((expectation) => expectation.kind === 'misuse');
  for (const misuse of misuses) {
    const met = open.findIndex((expectation) => isMisuseAsExpected(expectation, misuse, labels));
    if (met === -1) return false;
    open.splice(met, 1);
  }
  return open.every((expectation) => expectation.letters.includes('S'));
}

function isMisuseAsExpected(expected: Expectation, misuse: Misuse, labels: ReadonlyMap<string, string>): boolean {
  const { details, switches } = expected;
  const placesOf = (names: string) => names.split(',').map((name) => labels.get(name) ?? `no label ${name}`);
  return (
    expected.letters.includes(misuse.certainty === 'definite' ? 'D' : 'P') &&
    (expected.cause === undefined || expected.cause === causeOf(misuse)) &&
    (details.op === undefined || details.op === misuse.op) &&
    (details.subject === undefined || details.subject === misuse.subject) &&
    (details.outcome === undefined || details.outcome === misuse.outcome) &&
    (details.protocol === undefined || details.protocol === misuse.protocol.id) &&
    (details.from === undefined || areSame(placesOf(details.from), witnessPlaces(misuse))) &&
    (details.inside === undefined || areSame(placesOf(details.inside), [placeOf(misuse.inside)])) &&
    (details.unawaited === undefined || areSame(placesOf(details.unawaited), [placeOf(misuse.unawaited)])) &&
    (!switches.has('again') || misuse.inEarlierIteration) &&
    (!switches.has('first') || !misuse.inEarlierIteration)
  );
}

function isLeakAsExpected(expected: Expectation, leaks: readonly Leak[], labels: ReadonlyMap<string, string>): boolean {
  const exits = expected.details.exit?.split(',').map((name) => labels.get(name) ?? `no label ${name}`);
  return (
    leaks.length > 0 &&
    (exits === undefined || areSame(exits, [...new Set(leaks.map((leak) => placeOf(leak.exit)))])) &&
    (!expected.switches.has('thrown') || leaks.some((leak) => leak.exceptional)) &&
    (!expected.switches.has('left') || leaks.some((leak) => !leak.exceptional))
  );
}

function areSame(expected: readonly string[], actual: readonly string[]): boolean {
  return [...expected].sort().join() === [...actual].sort().join();
}

function describe(misuses: readonly Misuse[], leaks: readonly Leak[]): string {
  const parts = [
    ...misuses.map((misuse) =>
      [
        misuse.certainty === 'definite' ? 'D' : 'P',
        causeOf(misuse),
        `from=${witnessPlaces(misuse).join()}`,
        `op=${misuse.op} subject=${misuse.subject} protocol=${misuse.protocol.id}`,
        misuse.outcome === undefined ? '' : `outcome=${misuse.outcome}`,
        misuse.inEarlierIteration ? 'again' : 'first',
        misuse.inside ? `inside=${placeOf(misuse.inside)}` : '',
        misuse.unawaited ? `unawaited=${placeOf(misuse.unawaited)}` : '',
      ]
        .filter(Boolean)
        .join(' '),
    ),
    ...leaks.map(
      (leak) => `LEAK exit=${placeOf(leak.exit)} ${leak.implicit ? 'implicit' : leak.exceptional ? 'thrown' : 'left'}`,
    ),
  ];
  return parts.length > 0 ? parts.join(' & ') : 'S';
}

function causeOf(misuse: Misuse): string {
  return `${misuse.cause.role}/${misuse.cause.phase}`;
}

function witnessPlaces(misuse: Misuse): string[] {
  return [...new Set(misuse.witnesses.map((witness) => placeOf(witness.node)))];
}

/** As `main.ts:4`, counted from the first line of the case's own text. */
function placeOf(node: tsModule.Node | undefined): string {
  if (node === undefined) return 'nowhere';
  const file = node.getSourceFile();
  const end = file.text.indexOf(preludeEnd);
  const first = end === -1 ? 0 : file.getLineAndCharacterOfPosition(end + preludeEnd.length).line;
  return `${caseNameOf(file)}:${String(lineOf(node) - first + 1)}`;
}

function lineOf(node: tsModule.Node): number {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line;
}
