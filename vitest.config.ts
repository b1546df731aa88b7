import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** The SDKs that the runtime's adapters are for: installed beside their tests, in a lockfile of their own. */
const sdks = /^(ai|langchain|@langchain\/\w+|@openai\/agents|@anthropic-ai\/[\w-]+|@google\/adk|@mastra\/core)(\/|$)/;

/**
 * What tries everything there is of something: random programs and schemas, every order and every interleaving, programs that
 * are changed in every place. `npm run test:all` runs all of it; with `EXHAUSTIVE_THIRD=0`, `1` or `2` a third of the files is
 * run, which CI does.
 */
const exhaustive = [
  'packages/cli/tests/codegen/random-schemas.test.ts',
  'tests/fuzz/sdk.test.ts',
  'tests/rules/token-mutants.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/demo/order.test.ts',
  'tests/type-utils/supported-compiler.test.ts',
  'tests/facts/published-code.test.ts',
  'tests/guardrails/mutation.test.ts',
  'packages/cli/tests/codegen/fuzz.test.ts',
  'packages/runtime/tests/guardrail/interleavings.test.ts',
  'tests/guardrails/rename.test.ts',
  'packages/runtime/tests/mcp/interleavings.test.ts',
];

/**
 * What takes long and seldom fails where nothing else does: these, and real SDKs and servers that are run, a browser, the
 * command as a process. `npm test` leaves it out (`--mode daily`), `npm run test:all -- --mode slow` runs it alone.
 */
const slow = [
  ...ofThird(exhaustive, process.env.EXHAUSTIVE_THIRD),
  'tests/examples/file-manager.test.ts',
  'tests/meta/programmatic-api.test.ts',
  'tests/sdk/conformance/**/*.test.ts',
  'packages/cli/tests/codegen/servers.test.ts',
  'packages/cli/tests/process.test.ts',
  'packages/cli/tests/tools/live.test.ts',
  'packages/cli/tests/graph/page/page.test.ts',
  'packages/runtime/tests/guardrail/hostile-values.test.ts',
  'packages/runtime/tests/mcp/{everything,official-servers,paths}.test.ts',
  'packages/runtime/tests/mcp/conformance/*.test.ts',
];

/** What is run with TypeScript 7 as the compiler, too: `--mode typescript7`. */
const onTypescript7 = [
  'packages/cli/tests/{check,facts,workspaces}.test.ts',
  'tests/fuzz/{fuzz,sdk}.test.ts',
  'tests/hosts/eslint/opened-projects.test.ts',
  'tests/type-utils/project/*.test.ts',
  'tests/type-utils/typescript7/*.test.ts',
];

/** What compiles the programs of all tests again, in a process of its own: it needs most of the memory that a worker has. */
const programs = 'tests/facts/programs-of-tests.test.ts';

/** For what hangs, in milliseconds: how long a test takes is how busy the machine is. */
const limitOf = (mode: string): number => (mode === 'programs' ? 1_800_000 : 600_000);

/** Every third file, from the first, second or third on; all of them where no third is given. */
function ofThird(files: readonly string[], third: string | undefined): readonly string[] {
  return third === undefined ? files : files.filter((_, index) => index % 3 === Number(third));
}

export default defineConfig(({ mode }) => ({
  // The command is tested with the plugin's sources, and needs no build of them.
  resolve: {
    alias: [
      {
        find: /^eslint-plugin-agent-safety\/internal\/(\w+)$/,
        replacement: path.join(import.meta.dirname, 'src/internal/$1.ts'),
      },
      {
        find: /^eslint-plugin-agent-safety\/analysis$/,
        replacement: path.join(import.meta.dirname, 'src/api.ts'),
      },
    ],
  },
  plugins: [
    {
      name: 'sdks-of-the-adapters',
      enforce: 'pre',
      async resolveId(source, importer, options) {
        const isAsked = sdks.test(source) && importer?.includes('/packages/runtime/') === true;
        if (!isAsked) return null;
        const place = path.join(import.meta.dirname, 'tests/sdk/package.json');
        return this.resolve(source, place, { ...options, skipSelf: true });
      },
    },
  ],
  test: {
    include:
      mode === 'programs'
        ? [programs]
        : mode === 'slow'
          ? slow
          : mode === 'typescript7'
            ? onTypescript7
            : ['tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'tests/package/**',
      ...(mode === 'typescript7' ? [] : ['tests/type-utils/typescript7/**']),
      ...(mode === 'daily' ? [...slow, ...exhaustive] : []),
      ...(mode === 'programs' ? [] : [programs]),
    ],
    setupFiles: mode === 'typescript7' ? ['tests/type-utils/typescript7/setup.ts'] : [],
    // One program for all files: loading the compiler and the SDKs' types once is most of the time saved.
    isolate: false,
    // All cores: the runner leaves one free, which is half of a small machine.
    maxWorkers: '100%',
    // For the declarations of all SDKs, parsed once, and the programs of the test files that are run. Types live longer than
    // the collector of young objects expects: with more space for them it copies fewer.
    execArgv: [`--max-old-space-size=${mode === 'programs' ? '8192' : '4096'}`, '--max-semi-space-size=64'],
    testTimeout: limitOf(mode),
    hookTimeout: limitOf(mode),
    coverage: { include: ['src/**', 'packages/*/src/**'] },
    typecheck: {
      enabled: mode !== 'slow' && mode !== 'programs' && mode !== 'typescript7',
      include: ['packages/*/tests/**/*.test-d.ts'],
      tsconfig: 'packages/runtime/tsconfig.types.json',
    },
  },
}));
