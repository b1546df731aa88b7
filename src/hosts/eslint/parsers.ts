import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Linter } from 'eslint';
import { isCompilerModule } from '../../type-utils/index.ts';
import { parser } from './parser.ts';

/**
 * What the presets that end in `-standalone` set up: typed linting with the parser of typescript-eslint, where that is
 * installed and works with the compiler; otherwise with the plugin's own.
 */
export function typedLinting(): Linter.LanguageOptions {
  const typescriptEslint = isCompilerModule ? installedParser() : undefined;
  if (!typescriptEslint) return { parser };
  return {
    parser: typescriptEslint,
    parserOptions: {
      projectService: true,
      // The project service finds the tsconfig.json nearest to each file. Where this is not set, typescript-eslint stops
      // with an error if the process has loaded the configurations of two folders, as editors do.
      tsconfigRootDir: process.cwd(),
    },
  };
}

/** Beside the plugin, in the project, or where the project's `typescript-eslint` has it. */
function installedParser(): Linter.Parser | undefined {
  const project = createRequire(join(process.cwd(), 'package.json'));
  for (const from of [
    () => createRequire(import.meta.url),
    () => project,
    () => createRequire(project.resolve('typescript-eslint')),
  ]) {
    try {
      return from()('@typescript-eslint/parser') as Linter.Parser;
    } catch (error) {
      if (!isNotInstalled(error)) throw error;
    }
  }
  return undefined;
}

function isNotInstalled(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown };
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
}
