import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import ts from 'typescript';
import type { AgentSafetyPlugin } from '../../src/index.ts';
import { programsIn } from '../findings/compile.ts';
import { linterOf, newPlaces } from './linting.ts';
import type { Place } from './linting.ts';
import { chosenMutants, mutantsOf } from './mutants.ts';
import type { Limits, Mutant } from './mutants.ts';
import type { Edit, Operator } from './operators/operator.ts';
import type { Source } from './source.ts';
import { applyEdits, functionAround, originalOffset } from './syntax.ts';

/**
 * - `reported`: a rule of the operator has a finding that the original does not have
 * - `survived`: none has
 * - `uncompiled`: the compiler reports an error, so that the mutant does not count
 * - `noisy`: a finding at the twin, which has no bug; the mutant would be reported whatever it does, and does not count
 */
export type Verdict = 'reported' | 'survived' | 'uncompiled' | 'noisy';

export interface Outcome {
  readonly id: string;
  readonly operator: string;
  readonly source: string;
  /** The place: `dist/index.js:12`. */
  readonly place: string;
  readonly verdict: Verdict;
  /** Reported by `recommended` too. */
  readonly isRecommended: boolean;
  /** Of `uncompiled` the error, of the others the first finding. */
  readonly message?: string;
}

/** How many files are in one program at most, and how many mutants. */
const filesTogether = 400;
const mutantsTogether = 60;

/** What the packages have in common, the SDKs' declarations, is parsed once for each process. */
const programOf = programsIn(ts);

/** The whole of a mutant's program: a copy of the source, in which one file is another. */
interface Copy {
  readonly folder: string;
  readonly files: readonly string[];
  readonly changed: string;
  readonly edits: readonly Edit[];
}

/** Makes the mutants of a source, and lints each. */
export class Run {
  readonly #plugin: AgentSafetyPlugin;
  readonly #source: Source;
  /** The source as it is. */
  readonly program: ts.Program;
  readonly #lintOriginal: ReturnType<typeof linterOf>;
  readonly #known = new Map<string, readonly Place[]>();
  readonly #errors = new Map<string, readonly CodeError[]>();

  constructor(plugin: AgentSafetyPlugin, source: Source) {
    this.#plugin = plugin;
    this.#source = source;
    this.program = this.#programFor(source.folder, source.files, new Map());
    this.#lintOriginal = linterOf(plugin, this.program, source.folder);
  }

  /** The mutants that are tried: where the original is silent, within the limits. */
  mutants(operators: readonly Operator[], limits: Limits): readonly Mutant[] {
    const files = this.#source.files.flatMap((file) => this.program.getSourceFile(file) ?? []);
    const checker = this.program.getTypeChecker();
    const all = files.flatMap((file) => {
      const scope = { checker, files: this.#source.isApart ? [file] : files };
      return mutantsOf(file, `${this.#source.name} ${this.#nameOf(file.fileName)}`, scope, operators);
    });
    return chosenMutants(all, limits, (mutant) => this.#isSilentAround(mutant));
  }

  /** The verdicts, in batches that share a program. */
  async *outcomes(mutants: readonly Mutant[]): AsyncGenerator<Outcome> {
    const size = this.#source.isApart ? 1 : this.#source.files.length;
    const together = Math.max(1, Math.min(mutantsTogether, Math.floor(filesTogether / size)));
    for (let from = 0; from < mutants.length; from += together) {
      yield* this.#batch(mutants.slice(from, from + together), path.join(this.#source.work, String(from)));
      // Only after a macrotask are programs freed that are weakly referenced.
      await setImmediate();
    }
    rmSync(this.#source.work, { recursive: true, force: true });
  }

  #batch(mutants: readonly Mutant[], folder: string): readonly Outcome[] {
    rmSync(folder, { recursive: true, force: true });
    const texts = new Map<string, string>();
    const pairs = mutants.map((mutant, index) => ({
      mutant,
      copy: this.#copy(mutant, mutant.edits, path.join(folder, String(index)), texts),
      twin: mutant.twin && this.#copy(mutant, mutant.twin, path.join(folder, `${String(index)}-twin`), texts),
    }));
    const [first] = mutants;
    const unchanged =
      first && !this.#source.isApart ? this.#copy(first, [], path.join(folder, 'unchanged'), texts) : undefined;
    const copies = pairs.flatMap(({ copy, twin }) => (twin ? [copy, twin] : [copy])).concat(unchanged ?? []);
    const program = this.#programFor(
      folder,
      copies.flatMap(({ files }) => files),
      texts,
    );
    const lint = linterOf(this.#plugin, program, folder);
    if (unchanged) this.#checkUnchanged(unchanged, mutants, lint);
    return pairs.map(({ mutant, copy, twin }) => this.#judge(mutant, copy, twin, program, lint));
  }

  /**
   * That copies beside each other do not change what the rules find: the unchanged one has the findings of the source.
   *
   * @throws where it has others
   */
  #checkUnchanged(unchanged: Copy, mutants: readonly Mutant[], lint: ReturnType<typeof linterOf>): void {
    for (const name of new Set(mutants.map(({ file }) => this.#nameOf(file.fileName)))) {
      const found = lint(path.join(unchanged.folder, name), 'strict', allRules(this.#plugin));
      const [other] = newPlaces(found, this.#knownIn(path.join(this.#source.folder, name)), []);
      if (other) throw new Error(`${this.#source.name}: a copy of ${name} has another finding: ${other.message}`);
    }
  }

  #judge(
    mutant: Mutant,
    copy: Copy,
    twin: Copy | undefined,
    program: ts.Program,
    lint: ReturnType<typeof linterOf>,
  ): Outcome {
    const { rules, name } = mutant.operator;
    const line = mutant.file.getLineAndCharacterOfPosition(mutant.at).line + 1;
    const place = `${this.#nameOf(mutant.file.fileName)}:${String(line)}`;
    const outcome = { id: mutant.id, operator: name, source: this.#source.name, place, isRecommended: false };

    const error = this.#newError(copy, program) ?? (twin && this.#newError(twin, program));
    if (error !== undefined) return { ...outcome, verdict: 'uncompiled', message: error };
    const [noise] = twin ? this.#found(twin, 'strict', rules, program, lint) : [];
    if (noise) return { ...outcome, verdict: 'noisy', message: noise.message };
    const [found] = this.#found(copy, 'strict', rules, program, lint);
    if (!found) return { ...outcome, verdict: 'survived' };
    const isRecommended = this.#found(copy, 'recommended', rules, program, lint).length > 0;
    return { ...outcome, verdict: 'reported', isRecommended, message: `${found.rule}: ${found.message}` };
  }

  /** What is new in the changed file; where nothing is, in the files that import it or that it imports. */
  #found(
    copy: Copy,
    preset: 'strict' | 'recommended',
    rules: readonly string[],
    program: ts.Program,
    lint: ReturnType<typeof linterOf>,
  ): readonly Place[] {
    const here = newPlaces(
      lint(copy.changed, preset, rules),
      this.#knownIn(this.#originalOf(copy.changed, copy)),
      copy.edits,
    );
    if (here.length > 0 || this.#source.isApart) return here;
    return neighbours(copy.changed, copy.files, program).flatMap((file) =>
      newPlaces(lint(file, preset, rules), this.#knownIn(this.#originalOf(file, copy)), []),
    );
  }

  #newError(copy: Copy, program: ts.Program): string | undefined {
    const known = this.#errorsIn(this.#originalOf(copy.changed, copy));
    const isKnown = ({ code, offset }: CodeError): boolean => {
      const original = originalOffset(offset, copy.edits);
      return known.some((each) => each.code === code && each.offset === original);
    };
    return errorsOf(copy.changed, program).find((error) => !isKnown(error))?.text;
  }

  #errorsIn(file: string): readonly CodeError[] {
    const known = this.#errors.get(file) ?? errorsOf(file, this.program);
    this.#errors.set(file, known);
    return known;
  }

  /** All findings of `strict` in a file of the original. */
  #knownIn(file: string): readonly Place[] {
    const known = this.#known.get(file) ?? this.#lintOriginal(file, 'strict', allRules(this.#plugin));
    this.#known.set(file, known);
    return known;
  }

  #isSilentAround({ at, operator, file }: Mutant): boolean {
    const owner = functionAround(nodeAt(file, at));
    return !this.#knownIn(file.fileName).some(
      ({ rule, offset }) =>
        operator.rules.includes(rule) && offset >= owner.pos && offset < owner.end && !ts.isSourceFile(owner),
    );
  }

  #copy({ file }: Mutant, edits: readonly Edit[], folder: string, texts: Map<string, string>): Copy {
    const { files, folder: from, isApart } = this.#source;
    const to = (each: string): string => path.join(folder, path.relative(from, each));
    const copied = isApart ? [file.fileName] : files;
    for (const each of copied) {
      const source = this.program.getSourceFile(each);
      const text = each === file.fileName ? applyEdits(file.text, edits) : (source?.text ?? '');
      texts.set(to(each), text);
      mkdirSync(path.dirname(to(each)), { recursive: true });
      writeFileSync(to(each), text);
    }
    const manifest = path.join(from, 'package.json');
    if (existsSync(manifest)) copyFileSync(manifest, path.join(folder, 'package.json'));
    const nested = path.join(from, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, path.join(folder, 'node_modules'));
    return { folder, files: copied.map(to), changed: to(file.fileName), edits };
  }

  #originalOf(file: string, copy: Copy): string {
    return path.join(this.#source.folder, path.relative(copy.folder, file));
  }

  #programFor(folder: string, rootNames: readonly string[], texts: ReadonlyMap<string, string>): ts.Program {
    return programOf({ folder, rootNames, texts, options: this.#source.options, linted: [], settings: {} });
  }

  #nameOf(file: string): string {
    return path.relative(this.#source.folder, file).replaceAll(path.sep, '/');
  }
}

function allRules(plugin: AgentSafetyPlugin): readonly string[] {
  return Object.keys(plugin.rules ?? {});
}

/** An error of the compiler. Its text names types in another order in another program, and identifies nothing. */
interface CodeError {
  readonly code: number;
  readonly offset: number;
  readonly text: string;
}

function errorsOf(file: string, program: ts.Program): readonly CodeError[] {
  const source = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ code, start = 0, messageText }) => ({
      code,
      offset: start,
      text: `TS${String(code)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    }),
  );
}

function neighbours(file: string, files: readonly string[], program: ts.Program): readonly string[] {
  const importsOf = (name: string): readonly string[] => importedFiles(program.getSourceFile(name), program);
  const imported = importsOf(file);
  return files.filter((each) => each !== file && (imported.includes(each) || importsOf(each).includes(file)));
}

function importedFiles(file: ts.SourceFile | undefined, program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker();
  return (file?.statements ?? []).flatMap((statement) => {
    const specifier =
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
    const declaration = specifier && checker.getSymbolAtLocation(specifier)?.valueDeclaration;
    return declaration ? [declaration.getSourceFile().fileName] : [];
  });
}

function nodeAt(file: ts.SourceFile, offset: number): ts.Node {
  let node: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(node, (child) =>
      child.getStart() <= offset && offset < child.end ? child : undefined,
    );
    if (!inner) return node;
    node = inner;
  }
}
