// What an edit costs a project that is followed: `node benchmarks/warm.mjs <folder> <folder whose compiler is used> <edits>`.
// Edits the body of one function again and again, and prints milliseconds as JSON. Plain JavaScript on what is built, so that
// no loader is on the clock.
import { readFileSync } from 'node:fs';
import { useCompilerOf } from '../dist/internal/start.js';

const [, , folder, compiler, edits = '8'] = process.argv;
useCompilerOf(compiler);
const { Analysis } = await import('../dist/api.js');
const { checked } = await import('../dist/internal/analysis.js');
const { openLiveProject } = await import('../dist/type-utils/index.js');

const timed = (work) => {
  const started = performance.now();
  const result = work();
  return [result, performance.now() - started];
};

const filesOf = ({ program, isOwn }) =>
  program.getSourceFiles().filter((file) => !file.isDeclarationFile && isOwn(file));
const [project, open] = timed(() => openLiveProject(folder));
const analyse = () => new Analysis(project.current.program, { cwd: folder });
const [before, cold] = timed(() => checked(filesOf(project.current), analyse(), 'recommended'));
const names = filesOf(project.current).map(({ fileName }) => fileName);
const faulty = new Set(before.map(({ finding }) => finding.node.getSourceFile().fileName));
// One that makes and uses sessions, in the middle of the project.
const candidates = names.filter((each) => faulty.has(each));
const name = candidates[candidates.length >> 1];
const saved = readFileSync(name, 'utf8');
// The end of its last function, where a statement is put.
const end = saved.lastIndexOf('\n}');

const runs = Array.from({ length: Number(edits) }, (_, index) => {
  const text = `${saved.slice(0, end)}\n  void '${String(index)}';${saved.slice(end)}`;
  const [, program] = timed(() => {
    project.update(name, text);
    return project.current;
  });
  const [analysis, own] = timed(() => {
    const made = analyse();
    checked([project.current.program.getSourceFile(name)], made, 'recommended');
    return made;
  });
  const [after, all] = timed(() => checked(filesOf(project.current), analysis, 'recommended'));
  if (after.length !== before.length)
    throw new Error(`${String(after.length)} findings instead of ${String(before.length)}`);
  return { program, file: program + own, all: program + own + all };
});
const best = (what) => Math.min(...runs.map((run) => run[what]));
const fastest = { program: best('program'), file: best('file'), all: best('all') };
console.log(JSON.stringify({ open, cold, findings: before.length, ...fastest }));
project.close();
