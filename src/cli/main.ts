#!/usr/bin/env node
import { createRequire } from 'node:module';
import { cac } from 'cac';
import { factsCommand, type FactsOptions } from './facts.ts';
import { graphCommand, type GraphOptions } from './graph/command.ts';

const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
const cli = cac('agent-safety');

cli
  .command('facts [...paths]', 'What the rules see: tools, agents, guards and invocations')
  .option('--json', 'As JSON, sorted')
  .option('--project <tsconfig>', 'The project, where it is not the one around the first path')
  .example('agent-safety facts --json src/agents')
  .action((paths: readonly string[], options: FactsOptions) => {
    console.log(factsCommand(paths, options));
  });
cli
  .command('graph [...paths]', 'Who can do what through whom: agents, their tools, and the steps between them')
  .option('--format <format>', 'mermaid, dot, json, svg or html; without it, by the name of the file, or mermaid')
  .option('--out <file>', 'The file to write, where it is not the standard output')
  .option('--diff <revision>', 'What changed since a revision of git, a sentence each, or in the format')
  .option('--project <tsconfig>', 'The project, where it is not the one around the first path')
  .example('agent-safety graph --out agents.html')
  .example('agent-safety graph --diff main src/agents')
  .action(async (paths: readonly string[], options: GraphOptions) => {
    const { text, notes } = await graphCommand(paths, asGiven(options));
    process.stdout.write(text);
    for (const note of notes) console.error(note);
  });
cli.help();
cli.version(manifest.version);

try {
  cli.parse(process.argv, { run: false });
  if (!cli.matchedCommand && !cli.options.help && !cli.options.version) {
    const [name] = cli.args;
    throw new Error(name === undefined ? 'Name a command.' : `There is no command \`${name}\`.`);
  }
  await cli.runMatchedCommand();
} catch (error) {
  console.error(`agent-safety: ${error instanceof Error ? error.message : String(error)}`);
  console.error('Run `agent-safety --help` for the commands and their options.');
  process.exitCode = 2;
}

/**
 * The texts of options as they were given: the parser makes a number of what looks like one, as some hashes of commits
 * do, and a list of what is given twice.
 */
function asGiven(options: GraphOptions): GraphOptions {
  const given = (name: keyof GraphOptions): object => {
    if (options[name] === undefined) return {};
    if (Array.isArray(options[name])) throw new Error(`\`--${name}\` is given twice. Give it once.`);
    const at = process.argv.findIndex((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`));
    const [, joined] = process.argv[at]?.split(/=(.*)/s) ?? [];
    return { [name]: joined ?? process.argv[at + 1] ?? '' };
  };
  return { ...given('format'), ...given('out'), ...given('diff'), ...given('project') };
}
