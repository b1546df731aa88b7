import { dirname } from 'node:path';
import type { RegisteredTool, Registry, ReviewLine } from 'eslint-plugin-agent-safety/internal/registry';
import type { CommandOutput } from '../output.ts';
import { UsageError } from '../usage-error.ts';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';
import type { CodeWitness } from './explain-code.ts';
import { documentsOf, pathShown, registriesFor, registryOf } from './documents.ts';
import { draftOf } from './merge.ts';
import { differenceOf } from './text-diff.ts';
import { quoted, visible } from '../visible.ts';

/** The options of `agent-safety tools explain`. */
export interface ExplainOptions {
  readonly registry?: string;
  readonly project?: string;
  readonly json?: boolean;
}

/** Why a tool has its class. */
export interface Explanation {
  readonly server: string;
  readonly tool: string;
  readonly class: 'read' | 'write';
  /** The line of the registry. */
  readonly at: { readonly file: string; readonly line: number; readonly column: number };
  readonly pin: string;
  readonly document: object | null;
  /** What the review has, where there is one. */
  readonly review: ReviewLine | null;
  /** The class that the hints of the server would give. */
  readonly hinted: 'read' | 'write' | null;
  readonly pulledFrom: string | null;
  /** The tools of this name in the program, with what they do; null where there is no project. */
  readonly code: readonly CodeWitness[] | null;
}

/**
 * Why a tool reads or writes: the line of the registry, its review, what the server says, and what the code of the program
 * does where it defines the tool.
 *
 * @throws UsageError where there is no such server or tool
 * @throws RegistryError where the documents cannot be read
 * @throws Error where the project that is named cannot be read
 */
export async function explainCommand(
  serverId: string,
  tool: string,
  options: ExplainOptions,
  folder = process.cwd(),
): Promise<CommandOutput> {
  const registry = registryOf(registriesFor(folder, options.registry), serverId);
  const registered = registry.tools.get(tool);
  if (!registered) {
    const nearest = nearestOf([...registry.tools.keys()], tool);
    const hint = nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`;
    throw new UsageError(
      `The registry of ${quoted(serverId)} has no tool ${quoted(tool)}: it is unclassified, and denied.${hint}`,
    );
  }
  const { witnessesIn } = await import('./explain-code.ts');
  const code = witnessesIn(options.project ?? dirname(registry.path), options.project !== undefined, tool, serverId);
  const explanation = explanationOf(registry, registered, folder, code.witnesses);
  const text = options.json ? JSON.stringify(explanation, undefined, 2) : textOf(explanation);
  return { text: `${text}\n`, notes: code.notes, isComplete: code.notes.length === 0 };
}

function explanationOf(
  registry: Registry,
  { name, class: kind, line, column }: RegisteredTool,
  folder: string,
  code: readonly CodeWitness[] | null,
): Explanation {
  const { document, review } = documentsOf(registry);
  const written = document.tools.find(({ tool_name }) => tool_name === name);
  const said = new Map(Object.entries(review?.tools ?? {})).get(name);
  return {
    server: registry.serverId,
    tool: name,
    class: kind,
    at: { file: pathShown(registry.path, folder), line, column },
    pin: registry.pin,
    document: written?.document_spec ?? null,
    review: said ?? null,
    hinted: said ? draftOf(said.annotations) : null,
    pulledFrom: review?.pulled_from ?? null,
    code,
  };
}

function textOf(explanation: Explanation): string {
  const { server, tool, class: kind, at, pin, document, review, code } = explanation;
  return [
    `${visible(tool)} of ${visible(server)}: ${kind}`,
    `  registry    ${at.file}:${String(at.line)}:${String(at.column)}, ${pin}`,
    `  review      ${reviewText(review)}`,
    `  server      ${hintText(explanation)}`,
    ...(review?.description === undefined
      ? []
      : differenceOf(undefined, review.description).map((line) => `              ${line.slice(1)}`)),
    ...(document === null ? [] : [`  documents   ${JSON.stringify(document)}`]),
    ...codeLines(code),
  ].join('\n');
}

function reviewText(review: ReviewLine | null): string {
  if (review === null) return 'none: the line was written by hand, and is trusted';
  const reason = review.reason === undefined ? '' : `: ${visible(review.reason)}`;
  return review.reviewed ? `confirmed${reason}` : `a draft, on which nothing relies${reason}`;
}

function hintText({ review, hinted, class: kind, pulledFrom }: Explanation): string {
  if (review === null || hinted === null) return 'what it says is not recorded';
  const { readOnlyHint: hint } = review.annotations ?? {};
  const said =
    hint === undefined ? 'says nothing of it (no readOnlyHint)' : `says readOnlyHint: ${JSON.stringify(hint)}`;
  const verdict =
    hinted === kind ? `a draft would be ${hinted}` : `a draft would be ${hinted}, and a person set ${kind}`;
  return `${said}: ${verdict}${pulledFrom === null ? '' : `; pulled from ${visible(pulledFrom)}`}`;
}

function codeLines(code: readonly CodeWitness[] | null): readonly string[] {
  if (code === null) return ['  code        no project here; name one with --project'];
  if (code.length === 0) return ['  code        the program does not define it'];
  return code.flatMap(({ at, class: kind, effects }) => [
    `  code        ${at}: ${kind}`,
    ...effects.map((effect) => `              ${effect.kind} by ${effect.sink}, ${effect.at}`),
  ]);
}
