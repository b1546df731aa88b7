// The graph of delegations of a project, beyond its type-check, and again after an edit of one file:
// `node benchmarks/graph.mjs <folder> <edited file>`. Prints counts and milliseconds as JSON. Plain JavaScript on what is
// built, so that no loader is on the clock.
import { join } from 'node:path';
import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import ts from 'typescript';
import { graphReportOf } from '../packages/cli/dist/graph/report.js';

const [, , folder, edited] = process.argv;

const timed = (work) => {
  const started = performance.now();
  const result = work();
  return [result, performance.now() - started];
};

const graphOf = (analysis) => {
  const own = new Set(analysis.program.getSourceFiles().filter((file) => !file.isDeclarationFile));
  return graphReportOf(analysis, folder, (file) => own.has(file));
};

// What the graph queries of the checker, an editor or a type-check has queried before: beyond it is what it costs.
const { program } = openProject(folder);
const [, check] = timed(() => program.getSemanticDiagnostics());
const [graph, beyond] = timed(() => graphOf(new Analysis(program)));

const place = join(folder, edited);
const changed = ts.createSourceFile(
  place,
  `${program.getSourceFile(place).text}\n// A word.\n`,
  ts.ScriptTarget.ES2023,
);
const host = ts.createCompilerHost(program.getCompilerOptions());
// Of a package that is installed twice, the compiler has one copy stand for the other, and does not take that back.
const taken = (path, language) => {
  const file = program.getSourceFile(path);
  return file && !file.redirectInfo ? file : host.getSourceFile(path, language);
};
const next = ts.createProgram({
  rootNames: program.getRootFileNames(),
  options: program.getCompilerOptions(),
  oldProgram: program,
  host: { ...host, getSourceFile: (path, language) => (path === place ? changed : taken(path, language)) },
});
next.getSemanticDiagnostics();
const analysis = new Analysis(next);
const [after, afterEdit] = timed(() => graphOf(analysis));
const { filesRead } = analysis.agents.calls;
const counts = { agents: graph.agents.length, delegations: graph.delegations.length };
const isSame = JSON.stringify(graph) === JSON.stringify(after);
console.log(JSON.stringify({ ...counts, check, beyond, afterEdit, filesRead, isSame }));
