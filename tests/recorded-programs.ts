import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Linter } from 'eslint';
import { expect, TestRunner } from 'vitest';
import { reviewPathOf } from '../src/config/registry/registry-file.ts';

/** A program of a test, as `npm run findings` lints it. */
export interface RecordedProgram {
  /** Where the test is, and what it is named. */
  readonly id: string;
  /** The folder that the files are in, from the root of the repository. */
  readonly project: string;
  /** Texts by their path in the folder. Those that are linted come in `linted`, too. */
  readonly files: Readonly<Record<string, string>>;
  readonly linted: readonly string[];
  /** The rules that the test runs, with their options. */
  readonly rules?: Linter.RulesRecord;
  /** The settings of the plugin; the policy is its text, not its path, and the registry the texts of its files by their names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** How many findings the test expects of its rules. */
  readonly expected?: number;
}

/** The `project` of a program that is written into a folder of its own, outside of the repository. */
export const temporaryProject = '(temporary)';

const output = process.env.RECORD_PROGRAMS;

/** Whether tests write their programs into the file that `RECORD_PROGRAMS` names, in the place of compiling them. */
export const isRecording = output !== undefined;

/** Writes a program into the file, a line of JSON each; without an id it has the name of the running test. */
export function recordProgram(program: Omit<RecordedProgram, 'id'> & { readonly id?: string }): void {
  if (output === undefined) return;
  const { id = expect.getState().currentTestName ?? '', settings } = program;
  const { policy, registry } = settings ?? {};
  const read = {
    ...(isThere(policy) && { policy: readFileSync(policy, 'utf8') }),
    // A test may take its registry away after it.
    ...(isThere(registry) && { registry: registryTexts(registry) }),
  };
  const recorded = { ...program, id, ...(settings && { settings: { ...settings, ...read } }) };
  appendFileSync(output, `${JSON.stringify(recorded)}\n`);
}

function isThere(file: unknown): file is string {
  return typeof file === 'string' && existsSync(file);
}

/** The documents and reviews at a path, a folder or a document, by their names. */
function registryTexts(at: string): Readonly<Record<string, string>> {
  const files = statSync(at).isDirectory()
    ? readdirSync(at).map((name) => path.join(at, name))
    : [at, reviewPathOf(at)].filter(existsSync);
  return Object.fromEntries(files.map((file) => [path.basename(file), readFileSync(file, 'utf8')]));
}

/** Ends the running test where programs are recorded: what it would compile is of no use then. */
export function skipWhileRecording(): void {
  if (isRecording) TestRunner.getCurrentTest()?.context.skip();
}
