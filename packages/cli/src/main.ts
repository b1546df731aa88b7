#!/usr/bin/env node
import { createRequire } from 'node:module';
import { cac } from 'cac';
import { useCompilerOf } from 'eslint-plugin-agent-safety/internal/start';
import { checkNames, valuesAsGiven } from './arguments.ts';
import type { CheckOptions } from './check/command.ts';
import type { CodegenOptions } from './codegen/command.ts';
import type { FactsOptions } from './facts/command.ts';
import type { GraphOptions } from './graph/command.ts';
import { print } from './output.ts';
import { toolsCli, toolsDescription } from './tools/main.ts';
import { repeatable, withServer } from './tools/options.ts';
import { UsageError } from './usage-error.ts';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string };
const given = process.argv.slice(2);
const cli = cac('agent-safety');

// The commands are loaded when they run: help needs no compiler, and one that is not supported is an error to catch.
const check = cli
  .command('check [...paths]', 'What the rules find: ends with 1 where there are findings')
  .option('--preset <preset>', 'recommended, which is the default, or strict')
  .option('--json', 'As JSON')
  .option('--project <tsconfig>', 'The project, where it is not the one around the first path')
  .example('agent-safety check src/agents')
  .action(async (paths: readonly string[], options: CheckOptions) => {
    const values: CheckOptions = valuesAsGiven(check, options, given);
    useCompilerOf(values.project ?? paths[0] ?? '.');
    const { checkCommand } = await import('./check/command.ts');
    print(checkCommand(paths, values));
  });
const facts = cli
  .command('facts [...paths]', 'What the rules see: tools, agents, guards and invocations')
  .option('--json', 'As JSON, sorted')
  .option('--project <tsconfig>', 'The project, where it is not the one around the first path')
  .example('agent-safety facts --json src/agents')
  .action(async (paths: readonly string[], options: FactsOptions) => {
    const values: FactsOptions = valuesAsGiven(facts, options, given);
    useCompilerOf(values.project ?? paths[0] ?? '.');
    const { factsCommand } = await import('./facts/command.ts');
    print(factsCommand(paths, values));
  });
const graph = cli
  .command('graph [...paths]', 'Who can do what through whom: agents, their tools, and the steps between them')
  .option('--format <format>', 'mermaid, dot, json, svg or html; without it, by the name of the file, or mermaid')
  .option('--out <file>', 'The file to write, where it is not the standard output')
  .option('--diff <revision>', 'What changed since a revision of git, a sentence each, or in the format')
  .option('--project <tsconfig>', 'The project, where it is not the one around the first path')
  .example('agent-safety graph --out agents.html')
  .example('agent-safety graph --diff main src/agents')
  .action(async (paths: readonly string[], options: GraphOptions) => {
    const values: GraphOptions = valuesAsGiven(graph, options, given);
    useCompilerOf(values.project ?? paths[0] ?? '.');
    const { graphCommand } = await import('./graph/command.ts');
    print(await graphCommand(paths, values));
  });
const codegen = withServer(
  cli
    .command('codegen [source]', 'Types of the tools of a server, in TypeScript, Rust or C#')
    .option('--lang <language>', 'ts, rust or csharp; without it, by the name of the file')
    .option('--out <file>', 'The file to write, where it is not the standard output')
    .option('--name <server>', 'The name of the server, where it is not that of the manifest'),
  'live server',
)
  .example('agent-safety codegen tools.json --out src/tools.ts')
  .example('agent-safety codegen agent-safety.registry.json --lang rust')
  .action(async (source: string | undefined, options: CodegenOptions) => {
    const values: CodegenOptions = valuesAsGiven(codegen, options, given, repeatable);
    const { codegenCommand } = await import('./codegen/command.ts');
    print(await codegenCommand(source, values));
  });
// For the list of commands: those behind it have a parser of their own.
cli.command('tools <command>', toolsDescription).action(() => {
  throw new UsageError('Write `tools` first, and its options behind it.');
});
cli.help();
cli.version(manifest.version);

const isOfTools = given[0] === 'tools';
const parser = isOfTools ? toolsCli(given.slice(1)) : cli;
try {
  parser.parse(isOfTools ? process.argv.toSpliced(2, 1) : process.argv, { run: false });
  checkNames(parser, isOfTools ? given.slice(1) : given);
  await parser.runMatchedCommand();
} catch (error) {
  console.error(`agent-safety: ${error instanceof Error ? error.message : String(error)}`);
  // The parser's own errors are of arguments too.
  if (error instanceof UsageError || (error instanceof Error && error.name === 'CACError'))
    console.error(`Run \`${parser.name} --help\` for the commands and their options.`);
  process.exitCode = 2;
}
