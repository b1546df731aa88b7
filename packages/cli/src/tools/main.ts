import { type CAC, cac } from 'cac';
import { useCompilerOf } from 'eslint-plugin-agent-safety/internal/start';
import { valuesAsGiven } from '../arguments.ts';
import { print } from '../output.ts';
import type { DiffOptions } from './diff.ts';
import type { ExplainOptions } from './explain.ts';
import type { LintOptions } from './lint.ts';
import { type PullOptions, repeatable, withServer } from './options.ts';
import type { ReviewOptions } from './review.ts';
import type { VerifyOptions } from './verify.ts';

/** What `agent-safety tools` is for, in a list of commands. */
export const toolsDescription = 'The tool registry: build it from servers, review it, and see what changed';

/**
 * The commands behind `agent-safety tools`.
 *
 * @param given the arguments behind `tools`
 */
export function toolsCli(given: readonly string[]): CAC {
  const cli = cac('agent-safety tools');
  const registry = ['--registry <path>', 'A document, or a folder of them, where it is not the nearest above'] as const;
  const project = ['--project <tsconfig>', 'The project, where it is not the one around the first path'] as const;
  const json = ['--json', 'As JSON'] as const;
  const live = (name: string, description: string) =>
    withServer(cli.command(name, description), 'server')
      .option('--server <id>', 'The id of the server, where it is not the name that it states')
      .option(...json);

  const pull = live('pull [...paths]', 'Builds or updates the document of a server, from the server or from code')
    .option('--out <file>', 'The document to write')
    .option('--prune', 'Remove the lines of tools that are not listed any more')
    .option(...project)
    .example('agent-safety tools pull --stdio "npx -y @modelcontextprotocol/server-everything"')
    .example('agent-safety tools pull src/server.ts')
    .action(async (paths: readonly string[], options: PullOptions) => {
      const values: PullOptions = valuesAsGiven(pull, options, given, repeatable);
      if (values.stdio === undefined && values.url === undefined) useCompilerOf(values.project ?? paths[0] ?? '.');
      const { pullCommand } = await import('./pull.ts');
      print(await pullCommand(paths, values));
    });
  const verify = live('verify', 'Compares a live server with what was reviewed: ends with 1 where they differ')
    .option(...registry)
    .example('agent-safety tools verify --url https://example.com/mcp --header "Authorization: Bearer $TOKEN"')
    .action(async (options: VerifyOptions) => {
      const values: VerifyOptions = valuesAsGiven(verify, options, given, repeatable);
      const { verifyCommand } = await import('./verify.ts');
      print(await verifyCommand(values));
    });
  const review = cli
    .command('review <server> [...tools]', 'Confirms lines, by name or with `*`; without tools, prints the drafts')
    .option('--reason <text>', 'Why they have their class')
    .option(...registry)
    .option(...json)
    .action(async (server: string, tools: readonly string[], options: ReviewOptions) => {
      const values: ReviewOptions = valuesAsGiven(review, options, given);
      const { reviewCommand } = await import('./review.ts');
      print(reviewCommand(server, tools, values));
    });
  const diff = cli
    .command('diff <revision>', 'What changed in the registry since a revision of git')
    .option(...json)
    .example('agent-safety tools diff main')
    .action(async (revision: string, options: DiffOptions) => {
      const values: DiffOptions = valuesAsGiven(diff, options, given);
      useCompilerOf('.');
      const { diffCommand } = await import('./diff.ts');
      print(diffCommand(revision, values));
    });
  const lint = cli
    .command(
      'lint [...folders]',
      'Checks all documents and reviews, and prints their pins: ends with 1 where there is something to do',
    )
    .option(...json)
    .action(async (paths: readonly string[], options: LintOptions) => {
      const values: LintOptions = valuesAsGiven(lint, options, given);
      const { lintCommand } = await import('./lint.ts');
      print(lintCommand(paths, values));
    });
  const explain = cli
    .command('explain <server> <tool>', 'Why a tool reads or writes: its line, its review, its hints, and its code')
    .option(...registry)
    .option(...project)
    .option(...json)
    .action(async (server: string, tool: string, options: ExplainOptions) => {
      const values: ExplainOptions = valuesAsGiven(explain, options, given);
      useCompilerOf(values.project ?? '.');
      const { explainCommand } = await import('./explain.ts');
      print(await explainCommand(server, tool, values));
    });
  cli.help();
  return cli;
}
