// All steps between the agents of a project, and its type-check, each in a program of its own:
// `node benchmarks/steps.mjs <folder> <dist>`. Prints counts and milliseconds as JSON. Plain JavaScript, so that no
// loader is on the clock.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, dist] = process.argv;
const load = (file) => import(pathToFileURL(join(dist, file)).href);
const { openProject } = await load('type-utils/project.js');
const { agentFactsOf } = await load('facts/agents/agents.js');
const { agentSettingsOf } = await load('facts/agents/settings.js');
const { delegationsFrom } = await load('facts/delegations/delegations.js');

// Time of the processor: on a busy machine the clock says what the others do.
const timed = (work) => {
  const started = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(started);
  return [result, (user + system) / 1000];
};

const stepsOf = (program) => {
  const facts = agentFactsOf(program, agentSettingsOf({}).sdks);
  return { agents: facts.agents, steps: facts.agents.flatMap((agent) => delegationsFrom(agent, facts)) };
};

// What the steps ask of the checker, an editor or a type-check has asked before: beyond it is what they cost.
const { program } = openProject(folder);
const [, check] = timed(() => program.getSemanticDiagnostics());
const [{ agents, steps }, beyond] = timed(() => stepsOf(program));
const { program: fresh } = openProject(folder);
fresh.getTypeChecker();
const [, alone] = timed(() => stepsOf(fresh));
console.log(JSON.stringify({ agents: agents.length, steps: steps.length, check, beyond, alone }));
