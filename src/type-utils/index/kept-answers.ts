import type ts from 'typescript';
import { otherwiseSince, snapshotOf } from './changed-files.ts';

/**
 * Takes nodes whose text an answer rests on: what the other files show is the same in all programs for which it is kept.
 * They are only looked for where answers are kept.
 */
export type RestsOn = (nodes: () => readonly ts.Node[] | undefined) => void;

type Answers = Map<ts.Node, unknown>;

/** The projects of programs that follow one another. */
const projects = new WeakMap<ts.Program, FollowedAnswers>();

/** Keeps the answers on a program for the one that follows it. */
export function keepAnswers(program: ts.Program, before: ts.Program | undefined): void {
  const answers = (before && projects.get(before)) ?? new FollowedAnswers();
  projects.set(program, answers);
  answers.newest = program;
}

/**
 * What a query on a node of a program gives. Where the program follows another, and nothing that it rests on has changed, it
 * is what it was there: the compiler is not queried again.
 *
 * @param query what is queried: of the same name are those whose answers are the same
 * @param compute what it gives, without types and symbols, which are of one program only
 */
export function answerOn<Value>(
  program: ts.Program,
  query: string,
  node: ts.Node,
  compute: (restsOn: RestsOn) => Value,
): Value {
  const answers = projects.get(program);
  return answers?.newest === program ? answers.of(program, query, node, compute) : compute(restsOnNothing);
}

const restsOnNothing: RestsOn = () => undefined;

class FollowedAnswers {
  newest: ts.Program | undefined;
  /** The program that the answers are of. */
  #program: ts.Program | undefined;
  #byFile = new Map<ts.SourceFile, Map<string, Answers>>();
  /** Answers on nodes of other files, by the file that they rest on. */
  readonly #resting = new Map<ts.SourceFile, Map<ts.Node, Set<Answers>>>();

  of<Value>(program: ts.Program, query: string, node: ts.Node, compute: (restsOn: RestsOn) => Value): Value {
    if (this.#program !== program) this.#follow(program);
    const answers = this.#answersIn(node.getSourceFile(), query);
    if (answers.has(node)) return answers.get(node) as Value;
    const value = compute((nodes) => {
      for (const each of nodes() ?? []) this.#rest(node, answers, each.getSourceFile());
    });
    answers.set(node, value);
    return value;
  }

  #answersIn(file: ts.SourceFile, query: string): Answers {
    let queries = this.#byFile.get(file);
    if (!queries) this.#byFile.set(file, (queries = new Map<string, Answers>()));
    let answers = queries.get(query);
    if (!answers) queries.set(query, (answers = new Map<ts.Node, unknown>()));
    return answers;
  }

  #rest(node: ts.Node, answers: Answers, file: ts.SourceFile): void {
    if (file.isDeclarationFile) return;
    let nodes = this.#resting.get(file);
    if (!nodes) this.#resting.set(file, (nodes = new Map<ts.Node, Set<Answers>>()));
    const all = nodes.get(node);
    if (all) all.add(answers);
    else nodes.set(node, new Set([answers]));
  }

  /** Forgets what may be another answer in the next program. */
  #follow(program: ts.Program): void {
    const before = this.#program;
    this.#program = program;
    const { files } = snapshotOf(program).imports;
    if (!before) return;
    for (const file of otherwiseSince(snapshotOf(before), program)) this.#byFile.delete(file);
    for (const file of this.#byFile.keys()) if (files.get(file.fileName) !== file) this.#byFile.delete(file);
    for (const [file, nodes] of this.#resting) {
      if (files.get(file.fileName) === file) continue;
      for (const [node, all] of nodes) for (const answers of all) answers.delete(node);
      this.#resting.delete(file);
    }
  }
}
