// One measured ESLint run in a process of its own: `node benchmarks/lint.mjs '<json>'`, with
// { folder, files, variant, plugin }, { rules } where only some rules of the preset are wanted, by their names, and
// { counts: true } to count calls of functions in place of time, which counting slows. Prints one line of JSON. Plain
// JavaScript, so that no loader is on the clock.
import { Session } from 'node:inspector';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const { folder, files, variant, plugin: pluginPath, rules: wanted, counts = false } = JSON.parse(process.argv[2]);

/** Asks for type information, as every typed rule does, and does nothing with it. */
const noop = {
  meta: { type: 'problem', schema: [], messages: {} },
  create(context) {
    void context.sourceCode.parserServices.program;
    return { CallExpression() {} };
  },
};

const { default: plugin } = await import(pathToFileURL(pluginPath).href);
const variants = {
  noop: [{ plugins: { bench: { rules: { noop } } }, rules: { 'bench/noop': 'error' } }],
  recommended: [plugin.configs.recommended],
  strict: [plugin.configs.strict],
  typed: tseslint.configs.recommendedTypeCheckedOnly,
  'recommended-type-checked': tseslint.configs.recommendedTypeChecked,
  'typed and recommended': [...tseslint.configs.recommendedTypeCheckedOnly, plugin.configs.recommended],
};

/** The preset, with the rules that are wanted. */
function withWantedRules(config) {
  if (wanted === undefined || config.rules === undefined) return config;
  const rules = Object.fromEntries(Object.entries(config.rules).filter(([name]) => wanted.includes(name)));
  return { ...config, rules };
}

const eslint = new ESLint({
  cwd: folder,
  stats: true,
  overrideConfigFile: true,
  // Files of packages are what is measured, and comments in them that name rules of others are not ours to complain of.
  allowInlineConfig: false,
  overrideConfig: [
    {
      files: ['**/*.ts'],
      linterOptions: { reportUnusedDisableDirectives: 'off' },
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { projectService: true, tsconfigRootDir: folder },
      },
    },
    ...variants[variant].map(withWantedRules),
  ],
});

const inspector = counts ? startedCounting() : undefined;
const startedCpu = process.cpuUsage();
const started = performance.now();
const results = await eslint.lintFiles(files);
const wall = performance.now() - started;
const { user, system } = process.cpuUsage(startedCpu);

const rules = {};
let parse = 0;
for (const { stats } of results) {
  for (const pass of stats.times.passes) {
    parse += pass.parse.total;
    for (const [name, { total }] of Object.entries(pass.rules ?? {})) rules[name] = (rules[name] ?? 0) + total;
  }
}
const messages = results.flatMap((result) => result.messages);
const problems = {};
for (const { ruleId, message } of messages) {
  const name = ruleId ?? message;
  problems[name] = (problems[name] ?? 0) + 1;
}
console.log(
  JSON.stringify({
    variant,
    files: results.length,
    wall,
    cpu: (user + system) / 1000,
    parse,
    rules,
    problems,
    memory: process.resourceUsage().maxRSS * 1024,
    calls: inspector && callsCountedBy(inspector),
  }),
);

/** Counts every call from here on. */
function startedCounting() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return session;
}

/** The calls of the plugin's own functions, and of the compiler's, parsing included. */
function callsCountedBy(session) {
  const calls = { ours: 0, compiler: 0 };
  const own = pathToFileURL(join(dirname(pluginPath), '/')).href;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    for (const { url, functions } of result) {
      const side = url.startsWith(own) ? 'ours' : /\/typescript\/lib\/\w+\.js$/.test(url) ? 'compiler' : undefined;
      if (side) for (const { ranges } of functions) calls[side] += ranges[0].count;
    }
  });
  return calls;
}
