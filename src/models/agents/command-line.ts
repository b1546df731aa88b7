/**
 * Packages that read the command line: what their functions and methods return, and what they hand to a command's
 * function, was typed by whoever started the program. `node:util` has `parseArgs` for it.
 */
export const commandLinePackages: ReadonlySet<string> = new Set([
  'arg',
  'cac',
  'citty',
  'command-line-args',
  'commander',
  '@commander-js/extra-typings',
  '@xmorse/cac',
  'getopts',
  'goke',
  'meow',
  'minimist',
  'mri',
  'sade',
  'yargs',
  'yargs-parser',
]);

/** The functions of Node that do the same, by their module. */
export const commandLineFunctions: Readonly<Record<string, readonly string[]>> = { 'node:util': ['parseArgs'] };

/** Where runtimes keep the command line: a member of a global. */
export const commandLineGlobals: ReadonlySet<string> = new Set(['process.argv', 'Bun.argv', 'Deno.args']);
