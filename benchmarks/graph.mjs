// The graph of delegations of a project, beyond its type-check, and again after an edit of one file:
// `node benchmarks/graph.mjs <folder> <dist> <edited file>`. Prints counts and milliseconds as JSON. Plain JavaScript, so
// that no loader is on the clock.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const [, , folder, dist, edited] = process.argv;
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { openProject } = await load('type-utils/project.js');
const { agentFactsOf } = await load('facts/agents/agents.js');
const { agentSettingsOf } = await load('facts/agents/settings.js');
const { graphReportOf } = await load('facts/delegations/graph.js');

const settings = agentSettingsOf({});

const timed = (work) => {
  const started = performance.now();
  const result = work();
  return [result, performance.now() - started];
};

const graphOf = (program) => {
  const own = new Set(program.getSourceFiles().filter((file) => !file.isDeclarationFile));
  return graphReportOf(program, settings, folder, (file) => own.has(file), undefined);
};

// What the graph asks of the checker, an editor or a type-check has asked before: beyond it is what it costs.
const { program } = openProject(folder);
const [, check] = timed(() => program.getSemanticDiagnostics());
const [graph, beyond] = timed(() => graphOf(program));

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
const [after, afterEdit] = timed(() => graphOf(next));
const { filesRead } = agentFactsOf(next, settings.sdks).calls;
const counts = { agents: graph.agents.length, delegations: graph.delegations.length };
const isSame = JSON.stringify(graph) === JSON.stringify(after);
console.log(JSON.stringify({ ...counts, check, beyond, afterEdit, filesRead, isSame }));
