import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'tests/package/**'],
    // One program for all files: loading the compiler and the SDKs' types once is most of the time saved.
    isolate: false,
    testTimeout: 30_000,
    coverage: { include: ['src/**'] },
  },
});
