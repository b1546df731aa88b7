import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

/** The SDKs that the runtime's adapters are for: installed beside their tests, in a lockfile of their own. */
const sdks = /^(ai|langchain|@langchain\/\w+|@openai\/agents|@anthropic-ai\/[\w-]+|@google\/adk|@mastra\/core)(\/|$)/;

export default defineConfig({
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
    include: ['tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/package/**'],
    // One program for all files: loading the compiler and the SDKs' types once is most of the time saved.
    isolate: false,
    // All cores: the runner leaves one free, which is half of a small machine.
    maxWorkers: '100%',
    // The programs of some thousand rule tests stay for a while.
    execArgv: ['--max-old-space-size=8192'],
    testTimeout: 30_000,
    coverage: { include: ['src/**', 'packages/*/src/**'] },
    typecheck: {
      enabled: true,
      include: ['packages/*/tests/**/*.test-d.ts'],
      tsconfig: 'packages/runtime/tsconfig.types.json',
    },
  },
});
