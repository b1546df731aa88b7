import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Linter } from 'eslint';
import ts from 'typescript';
import { sdkGenerator } from '../../tests/fuzz/sdk-generator.ts';
import { sdks } from '../../tests/fuzz/sdk-kits.ts';
import { fuzzWorld, type World } from '../../tests/fuzz/compile.ts';
import { generateProgram } from '../../tests/fuzz/generator.ts';
import { profiles } from '../../tests/fuzz/profiles.ts';
import { type Random, randomOf, seedOf } from '../../tests/fuzz/random.ts';
import { fuzzProtocol } from '../../tests/fuzz/session-package.ts';
import type { Files } from '../../tests/fuzz/compile.ts';
import { type RecordedProgram, temporaryProject } from '../../tests/recorded-programs.ts';
import * as tokenPrograms from '../../tests/rules/token-programs.ts';
import { compilerOptions } from '../../tests/scenarios/programs.ts';
import { installPackages, realPackages, sourceOf } from '../demo/packages.ts';
import { exampleSource } from '../demo/run.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A file that is linted. */
export interface LintedFile {
  readonly id: string;
  /** Absolute. */
  readonly file: string;
  /** Linted with these rules as well as with the presets. */
  readonly rules?: Linter.RulesRecord;
  readonly expected?: number;
}

/** Files that are linted in one program, with the same settings. */
export interface Batch {
  readonly folder: string;
  readonly options: ts.CompilerOptions;
  readonly rootNames: readonly string[];
  /** Files that are in memory only, or have another text there. */
  readonly texts: ReadonlyMap<string, string>;
  readonly linted: readonly LintedFile[];
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The names of the parts that {@link batchesOf} takes. */
const parts = ['examples', 'packages', 'tests', 'fuzz'];

/**
 * The programs of a part.
 *
 * @param kept the file that has the programs of the tests: they are written there where it is missing
 * @param each takes every n-th program of the tests only
 */
export function batchesOf(part: string, kept: string, each = 1): Iterable<Batch> {
  switch (part) {
    case 'examples':
      return exampleBatches();
    case 'packages':
      return packageBatches();
    case 'fuzz':
      return testBatches(fuzzPrograms());
    case 'tests': {
      mkdirSync(path.dirname(kept), { recursive: true });
      if (!existsSync(kept)) recordTests(kept);
      return testBatches(testPrograms(kept).filter((_, index) => index % each === 0));
    }
    default:
      throw new Error(`--only takes ${parts.join(', ')}, not ${part}`);
  }
}

/** The example programs. */
export function* exampleBatches(): Generator<Batch> {
  const { folder, files, options } = exampleSource();
  yield batchOnDisk('examples', folder, files, options);
}

/** The published packages of the demo, each in a program of its own. */
export function* packageBatches(): Generator<Batch> {
  const workspace = path.join(root, '.tmp/demo');
  const names = realPackages.map(({ installedAs }) => installedAs);
  installPackages(path.join(root, 'scripts/demo/real-code'), workspace, names);
  for (const realPackage of realPackages) {
    const { name, folder, files, options } = sourceOf(realPackage, workspace);
    yield batchOnDisk(name, folder, files, options);
  }
}

function batchOnDisk(name: string, folder: string, files: readonly string[], options: ts.CompilerOptions): Batch {
  const linted = files.map((file) => ({ id: `${name}: ${path.relative(folder, file)}`, file }));
  return { folder, options, rootNames: files, texts: new Map(), linted, settings: {} };
}

/** Runs the tests of the rules and the scenarios only so far that they write their programs into a file. */
export function recordTests(file: string): void {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, '');
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'tests/rules', 'tests/scenarios', '--typecheck=false'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, RECORD_PROGRAMS: unfinished } },
  );
  if (status !== 0) throw new Error('The tests could not be recorded: npx vitest run tests/rules tests/scenarios');
  renameSync(unfinished, file);
}

/** The programs that the tests wrote, and those about tokens, in an order that does not depend on that of the tests. */
export function testPrograms(file: string): readonly RecordedProgram[] {
  const recorded = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .sort()
    .map((line) => JSON.parse(line) as RecordedProgram);
  const programs = [...recorded, ...programsAboutTokens()];
  const counts = new Map<string, number>();
  return programs.map((program) => {
    const count = (counts.get(program.id) ?? 0) + 1;
    counts.set(program.id, count);
    return count === 1 ? program : { ...program, id: `${program.id} #${String(count)}` };
  });
}

function programsAboutTokens(): readonly RecordedProgram[] {
  const { tokenPrelude, ...lists } = tokenPrograms;
  return Object.entries(lists).flatMap(([list, programs]) =>
    programs.map(({ name, code, beside = {} }) => ({
      id: `${list}: ${name}`,
      project: 'tests/sdk/scenario',
      files: { ...beside, 'main.ts': tokenPrelude + code.trim().replace(/[«»]/g, '') },
      linted: ['main.ts'],
    })),
  );
}

/** Random programs: over a made-up session that the settings describe, and over the installed SDKs. */
export function fuzzPrograms(): readonly RecordedProgram[] {
  const settings = { protocols: [fuzzProtocol] };
  return [
    ...written('core', 1000, fuzzWorld, (random) => generateProgram(random, profiles.core), settings),
    ...written('wide', 400, fuzzWorld, (random) => generateProgram(random, profiles.wide), settings),
    ...written('v1', 300, sdks.v1.world, sdkGenerator(sdks.v1)),
    ...written('v2', 300, sdks.v2.world, sdkGenerator(sdks.v2)),
  ];
}

function written(
  name: string,
  count: number,
  { root: folder, given }: World,
  generate: (random: Random) => Files,
  settings?: RecordedProgram['settings'],
): readonly RecordedProgram[] {
  const seed = 20_261;
  return Array.from({ length: count }, (_, index) => {
    const own = generate(randomOf(seedOf(seed, index)));
    const texts = [...given, ...own].map(([file, text]) => [path.relative(folder, file), text] as const);
    return {
      id: `fuzz ${name} ${String(seed)}: ${String(index)}`,
      project: 'tests/sdk/scenario',
      files: Object.fromEntries(texts),
      linted: [...own.keys()].map((file) => path.relative(folder, file)),
      settings,
    };
  });
}

/** How many programs of tests are compiled together: their checker is most of what each would cost alone. */
const together = 200;

/** Gathers programs of the same folder with the same settings. */
export function* testBatches(programs: readonly RecordedProgram[]): Generator<Batch> {
  const groups = new Map<string, RecordedProgram[]>();
  for (const program of programs) {
    const key = isAlone(program) ? program.id : JSON.stringify([program.project, program.settings]);
    groups.set(key, [...(groups.get(key) ?? []), program]);
  }
  for (const group of groups.values())
    for (let from = 0; from < group.length; from += together) yield batchOf(group.slice(from, from + together));
}

/** Whether its declarations would reach others, or its files are read from the disk. */
function isAlone({ project, files, linted }: RecordedProgram): boolean {
  const texts = Object.entries(files).filter(([name]) => /\.[cm]?[jt]sx?$/.test(name));
  const isGlobal = texts.some(([, text]) => /declare (global|module)\b/.test(text) || !/^\s*(im|ex)port\b/m.test(text));
  // Some names have a meaning: what a route file exports is called by its framework.
  const isNamed = !project.endsWith('/scenario') && linted.some((name) => !/^(file|script)\./.test(name));
  return project === temporaryProject || isGlobal || isNamed;
}

function batchOf(programs: readonly RecordedProgram[]): Batch {
  const { project = '', settings = {} } = programs[0] ?? {};
  const folder =
    project === temporaryProject
      ? realpathSync(mkdtempSync(path.join(tmpdir(), 'findings-')))
      : path.join(root, project);
  const texts = new Map<string, string>();
  const linted: LintedFile[] = [];
  for (const [index, { id, files, linted: names, rules, expected }] of programs.entries()) {
    const placeOf = (name: string): string => path.join(folder, placeIn(project, name, index, programs.length === 1));
    for (const [name, text] of Object.entries(files)) texts.set(placeOf(name), text);
    for (const name of names)
      linted.push({ id: names.length === 1 ? id : `${id}: ${name}`, file: placeOf(name), rules, expected });
  }
  if (project === temporaryProject) write(texts);
  const { options, fileNames } = configOf(folder);
  const own = [...texts.keys()].filter(
    (file) => /\.[cm]?[jt]sx?$/.test(file) && !file.includes('/node_modules/', folder.length),
  );
  return {
    folder,
    options,
    rootNames: [...new Set([...fileNames, ...own])],
    texts,
    linted,
    settings: onDisk(settings),
  };
}

/**
 * The files of a fixture stay beside each other, as programs import them; those of a scenario are all in memory, and have
 * a folder to themselves.
 */
function placeIn(project: string, name: string, index: number, isOnly: boolean): string {
  if (isOnly) return name;
  if (project.endsWith('/scenario')) return `case${String(index)}/${name}`;
  const { dir, name: base, ext } = path.parse(name);
  return path.join(dir, `${base}-${String(index)}${ext}`);
}

function configOf(folder: string): { readonly options: ts.CompilerOptions; readonly fileNames: readonly string[] } {
  const file = path.join(folder, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, (name) => ts.sys.readFile(name)) as {
    readonly config?: unknown;
    readonly error?: ts.Diagnostic;
  };
  if (error) return { options: compilerOptions, fileNames: [] };
  return ts.parseJsonConfigFileContent(config, ts.sys, folder);
}

function write(texts: ReadonlyMap<string, string>): void {
  for (const [file, text] of texts) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Recorded settings, with the policy and the registry in files. */
function onDisk(settings: NonNullable<RecordedProgram['settings']>): NonNullable<RecordedProgram['settings']> {
  const { policy, registry } = settings;
  const name = 'agent-safety.policy.json';
  return {
    ...settings,
    ...(typeof policy === 'string' && { policy: path.join(folderOf({ [name]: policy }), name) }),
    ...(isTexts(registry) && { registry: folderOf(registry) }),
  };
}

function isTexts(registry: unknown): registry is Readonly<Record<string, string>> {
  return typeof registry === 'object' && registry !== null && !Array.isArray(registry);
}

function folderOf(texts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'findings-'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(path.join(folder, name), text);
  return folder;
}
