import type { Program, SourceFile } from 'typescript';
import type { SessionFacts } from '../../src/facts/sessions/session-facts.ts';
import type { Comparison, Discrepancy } from './compare.ts';
import { compare } from './compare.ts';
import type { Files, World } from './compile.ts';
import { analysedProgramOf, fuzzWorld } from './compile.ts';
import type { Instrumented } from './instrument.ts';
import { instrument } from './instrument.ts';
import type { Bounds, Oracle } from './oracle.ts';
import { execute } from './oracle.ts';

/** The analysis that is put to the test. */
export type Analysis = (file: SourceFile, program: Program) => SessionFacts;

/** How programs of one sort are compiled and executed. */
export interface Setting {
  readonly world: World;
  /** Without the folder. */
  readonly mainFile: string;
  readonly instrument: (files: Files) => Instrumented;
  readonly execute: (program: Instrumented, mainFile: string) => Promise<Oracle>;
}

/** Random programs over the stub session. */
export function stubSetting(bounds?: Bounds): Setting {
  return {
    world: fuzzWorld,
    mainFile: 'main.ts',
    instrument,
    execute: (program, main) => execute(program, main, bounds),
  };
}

export interface Checked {
  readonly files: Files;
  readonly instrumented: Instrumented;
  readonly oracle: Oracle;
  readonly comparison: Comparison;
  /** Milliseconds of analysis, and of execution. */
  readonly analysisTime: number;
  readonly executionTime: number;
}

/** Analyses and executes programs. They are compiled as one, each in a folder of its own: it is what costs most. */
export async function checkAll(
  programs: readonly Files[],
  analyse: Analysis,
  { world, mainFile, instrument: instrumentWith, execute: executeWith } = stubSetting(),
): Promise<Checked[]> {
  const folderOf = (at: number): string => `${world.root}/${at}`;
  const moved = programs.map(
    (files, at) => new Map([...files].map(([name, text]) => [name.replace(world.root, folderOf(at)), text])),
  );
  const { program, close } = analysedProgramOf(new Map(moved.flatMap((files) => [...files])), world);
  const results: Checked[] = [];
  for (const [at, files] of moved.entries()) {
    const before = performance.now();
    const crashes: Discrepancy[] = [];
    const facts = new Map([...files.keys()].map((name) => [name, analyseFile(name, crashes)]));
    const analysed = performance.now();
    const instrumented = instrumentWith(files);
    const oracle = await executeWith(instrumented, `${folderOf(at)}/${mainFile}`);
    const compared = compare(instrumented, oracle, facts);
    const comparison = { ...compared, discrepancies: [...compared.discrepancies, ...crashes] };
    results.push({
      files,
      instrumented,
      oracle,
      comparison,
      analysisTime: analysed - before,
      executionTime: performance.now() - analysed,
    });
  }
  close();
  return results;

  function analyseFile(name: string, crashes: Discrepancy[]): SessionFacts {
    const file = program.getSourceFile(name);
    if (!file) throw new Error(`${name} is not part of its program`);
    try {
      return analyse(file, program);
    } catch (error) {
      const detail =
        error instanceof Error ? (error.stack ?? error.message).split('\n').slice(0, 6).join(' ') : String(error);
      crashes.push({ kind: 'crash', site: { file: name, start: 0, name: 'the analysis' }, inside: undefined, detail });
      return { verdicts: [], misuses: [], leaks: [] };
    }
  }
}

/** Like `checkAll`, for one program. */
export async function check(files: Files, analyse: Analysis, setting?: Setting): Promise<Checked> {
  const [checked] = await checkAll([files], analyse, setting);
  if (!checked) throw new Error('One program in, one result out');
  return checked;
}

/** The program with both opinions behind every line that has an operation, and `<<<` where they disagree. */
export function annotate({ files, comparison }: Checked): string {
  return [...files]
    .map(([file, text]) => {
      const lines = text.split('\n');
      const width = Math.max(...lines.map((line) => line.length)) + 2;
      const notes = new Map<number, string[]>();
      const note = (offset: number, words: string): void => {
        const line = text.slice(0, offset).split('\n').length - 1;
        notes.set(line, [...(notes.get(line) ?? []), words]);
      };
      for (const { site, judgement, answer, isMuted } of comparison.opinions) {
        if (site.file === file)
          note(site.start, `${site.name}: ${judgement}, analysis: ${answer}${isMuted ? ' (muted)' : ''}`);
      }
      for (const { kind, site, inside, detail } of comparison.discrepancies) {
        const about = inside ? ` about ${inside.name} at offset ${inside.start}` : '';
        if (site.file === file) note(site.start, `<<< ${kind.toUpperCase()} ${site.name}${about}: ${detail}`);
      }
      return lines
        .map((line, at) => (notes.has(at) ? `${line.padEnd(width)}// ${notes.get(at)?.join('; ') ?? ''}` : line))
        .join('\n');
    })
    .join('\n');
}
