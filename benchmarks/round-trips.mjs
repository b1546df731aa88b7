// Where the check of a project spends its time with TypeScript 7, and how often it writes to it, in a process of its own:
// `node benchmarks/round-trips.mjs <folder>`, a folder where that is the compiler. The same steps as `agent-safety check`.
// Prints one line of JSON. Plain JavaScript on what is built, so that no loader is on the clock.
import { useCompilerOf } from 'eslint-plugin-agent-safety/internal/start';

const [, , folder] = process.argv;
// Which compiler a process has is settled when the analysis is loaded.
useCompilerOf(folder);
const { Analysis, openProject } = await import('eslint-plugin-agent-safety/analysis');
const { checked } = await import('eslint-plugin-agent-safety/internal/analysis');
const { packagesOf } = await import('../dist/facts/setup/unresolved-sdks.js');
const { filesReaching, importGraphOf, withImporters } = await import('../dist/type-utils/index/import-graph.js');
const { wantedFiles } = await import('../packages/cli/dist/file-selection.js');
const { unresolvedNotes } = await import('../packages/cli/dist/unresolved.js');

const startUp = performance.now();
const project = openProject(folder);
const { program } = project;
const { session } = program;
const opened = { time: performance.now() - startUp };

// Each request from here on, by its name and by the file that it is about, and how long its answer took.
let requests = [];
const { client } = session.api;
for (const name of ['apiRequest', 'apiRequestBinary']) {
  const request = client[name];
  client[name] = (method, params) => {
    const began = performance.now();
    try {
      return request(method, params);
    } finally {
      requests.push({ method, params, time: performance.now() - began });
    }
  };
}
// What is sent together does not come by there.
const answersTo = session.answersTo.bind(session);
session.answersTo = (sent) => {
  const began = performance.now();
  try {
    return answersTo(sent);
  } finally {
    const time = (performance.now() - began) / sent.length;
    requests.push(...sent.map((each) => ({ ...each, time })));
  }
};

const step = (work) => {
  const began = performance.now();
  const result = work();
  const time = performance.now() - began;
  const sent = requests;
  requests = [];
  const waited = sent.reduce((sum, each) => sum + each.time, 0);
  // To fetch the tree of a file is no query.
  const queries = sent.filter(({ method }) => method !== 'getSourceFile');
  const fetched = waited - queries.reduce((sum, each) => sum + each.time, 0);
  const cost = { time, waited, fetched, requests: queries.length, trees: sent.length - queries.length };
  return { result, queries, cost };
};

const files = step(() => wantedFiles(project, []));
const check = step(() => checked(files.result, new Analysis(program, { cwd: project.folder }), 'recommended'));
const notes = step(() => unresolvedNotes(program, project.root));
const total = session.roundTrips;

// The gates leave files that reach nothing that is modelled, by their imports or those of what they import. Some of them
// are helpers, which are read where one that reaches something calls them.
const reaching = filesReaching(program, [{ packages: packagesOf() }]);
const graph = importGraphOf(program);
const left = [...files.result].filter((file) => !reaching.has(file));
const isHelper = (file) => [...withImporters([file], graph)].some((importer) => reaching.has(importer));
const helpers = left.filter(isHelper);
const others = left.filter((file) => !helpers.includes(file));

const queries = [...check.queries, ...notes.queries];
/** The handles of nodes that a request is about end with the path of their file. */
const filesQueried = ({ location, locations = [], node, file }) =>
  [location, ...locations, node, file].flatMap((place) =>
    typeof place === 'string' ? place.replace(/^\d+\.\d+\./, '').toLowerCase() : [],
  );
const countIn = (wanted) => {
  const names = new Set(wanted.map(({ fileName }) => fileName.toLowerCase()));
  const requests = queries.filter(({ params }) => filesQueried(params ?? {}).some((name) => names.has(name)));
  return { files: names.size, requests: requests.length };
};

console.log(
  JSON.stringify({
    startUp,
    opened,
    files: files.cost,
    check: check.cost,
    notes: notes.cost,
    total,
    left: countIn(others),
    helpers: countIn(helpers),
  }),
);
project.close();
