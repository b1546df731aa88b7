// The facts of a project, and its type-check, each in a program of its own: `node benchmarks/facts.mjs <folder> <dist>`.
// Prints milliseconds as JSON. Plain JavaScript, so that no loader is on the clock.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, dist] = process.argv;
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { openProject } = await load('type-utils/project.js');
const { factsReportOf } = await load('facts/agents/report.js');
const { agentSettingsOf } = await load('facts/agents/settings.js');

const timed = (work) => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

// Both begin with names bound, as typed linting does before the first rule runs.
const open = () => {
  const { program } = openProject(folder);
  program.getTypeChecker();
  return program;
};

const forFacts = open();
const own = new Set(forFacts.getSourceFiles().filter((file) => !file.isDeclarationFile));
const facts = timed(() => factsReportOf(forFacts, agentSettingsOf({}), folder, (file) => own.has(file)));
const forCheck = open();
const check = timed(() => forCheck.getSemanticDiagnostics());
console.log(JSON.stringify({ facts, check }));
