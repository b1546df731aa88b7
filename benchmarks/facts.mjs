// The facts of a project, and its type-check, each in a program of its own: `node benchmarks/facts.mjs <folder>`.
// Prints milliseconds as JSON. Plain JavaScript on what is built, so that no loader is on the clock.
import { Analysis, openProject } from 'eslint-plugin-agent-safety/analysis';
import { factsReportOf } from '../packages/cli/dist/facts/report.js';

const [, , folder] = process.argv;

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
const facts = timed(() => factsReportOf(new Analysis(forFacts), folder, (file) => own.has(file)));
const forCheck = open();
const check = timed(() => forCheck.getSemanticDiagnostics());
console.log(JSON.stringify({ facts, check }));
