#!/usr/bin/env node
import { createRequire } from 'node:module';
import { cac } from 'cac';
import { factsCommand, type FactsOptions } from './facts.ts';

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
