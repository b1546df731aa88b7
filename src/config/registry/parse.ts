import { ConfigurationError } from '../configuration-error.ts';
import { inOrder, JsonText, type Mistake, nameOf } from '../json-text.ts';
import { type Path, pathText, shown } from '../schema.ts';
import type { DocumentSpecLine, RegistryDocument, ReviewDocument, ToolLine } from './documents.ts';
import { pinOf } from './pin.ts';
import type { DocumentSpec, RegisteredTool, Registry, RegistryReview, ReviewedTool } from './registry.ts';

/** A mistake in a registry document or its review, or, without a place, one of the file as a whole. */
export interface RegistryMistake extends Partial<Omit<Mistake, 'text'>> {
  readonly file: string;
  readonly text: string;
}

/** A registry that does not hold. Its message names each file, and every mistake with line and column. */
export class RegistryError extends ConfigurationError {
  readonly mistakes: readonly RegistryMistake[];

  constructor(mistakes: readonly RegistryMistake[]) {
    const lines = mistakes.map(({ file, line, column, text }) =>
      line === undefined ? `${nameOf(file)} ${text}` : `${nameOf(file)}:${line}:${column ?? 1}  ${text}`,
    );
    super(['The tool registry does not hold.', ...lines].join('\n'));
    this.name = 'RegistryError';
    this.mistakes = mistakes;
  }
}

/** The text of a file, with its path for messages. */
export interface RegistryText {
  readonly path: string;
  readonly text: string;
}

const MEBIBYTE = 1_048_576;

/** What a document and its review hold, and what is wrong with them. */
export interface RegistryReading {
  /** Undefined where something is wrong. */
  readonly registry: Registry | undefined;
  readonly mistakes: readonly RegistryMistake[];
  /** Where a value of the document begins; a property begins with its name. */
  readonly placeOf: (path: Path) => { readonly line: number; readonly column: number };
}

/**
 * The registry that a document says, with its review.
 *
 * @param review the text of the review file, where there is one
 * @throws RegistryError with all mistakes of both
 */
export function parseRegistry(document: RegistryText, review?: RegistryText): Registry {
  const { registry, mistakes } = readRegistry(document, review);
  if (!registry) throw new RegistryError(mistakes);
  return registry;
}

/** Reads a document and its review, as `parseRegistry` does, with the places of what it holds. */
export function readRegistry(document: RegistryText, review?: RegistryText): RegistryReading {
  const source = readDocument(document);
  const reviewSource = review && readReview(review, source.value?.server_id);
  const { placeOf } = source;
  const mistakes = [
    ...source.mistakes.map((mistake) => ({ file: document.path, ...mistake })),
    ...(reviewSource?.mistakes ?? []).map((mistake) => ({ file: review?.path ?? '', ...mistake })),
  ];
  if (mistakes.length > 0 || !source.value) return { registry: undefined, mistakes, placeOf };
  const reviewed = review && reviewSource?.value && reviewOf(reviewSource.value, review.path);
  const { server_id: serverId, server_version: serverVersion, tools } = source.value;
  const lines = tools.map((tool, index) =>
    toolOf(tool, reviewed?.tools.get(tool.tool_name), placeOf(['tools', index])),
  );
  const byName = new Map(lines.map((line) => [line.name, line]));
  const pin = pinOf(source.value);
  return {
    registry: { path: document.path, serverId, serverVersion, tools: byName, pin, review: reviewed },
    mistakes,
    placeOf,
  };
}

/** What a text holds: its value where the schema has nothing against it, and what is wrong. */
interface Source<Value> {
  readonly value: Value | undefined;
  readonly mistakes: readonly Mistake[];
  readonly placeOf: (path: Path) => { readonly line: number; readonly column: number };
}

function readDocument({ text }: RegistryText): Source<RegistryDocument> {
  const source = new JsonText(text, 'registry');
  const value = source.isOfSchema ? (source.value as RegistryDocument) : undefined;
  const own = value ? [...repeatedTools(value, source), ...unpaired(value, source, [])] : [];
  return { value, mistakes: inOrder([...source.mistakes, ...own]), placeOf: (path) => source.placeOf(path) };
}

/** Reads a review, of a server where its document is known. */
export function readReview({ text }: RegistryText, serverId?: string): Source<ReviewDocument> {
  const source = new JsonText(text, 'review');
  const value = source.isOfSchema ? (source.value as ReviewDocument) : undefined;
  const isOther = value !== undefined && serverId !== undefined && value.server_id !== serverId;
  const says = `server_id must be ${shown(serverId)}, as in the document beside it, not ${shown(value?.server_id)}.`;
  const own = isOther ? [source.mistakeAt(['server_id'], says)] : [];
  return { value, mistakes: inOrder([...source.mistakes, ...own]), placeOf: (path) => source.placeOf(path) };
}

/** Lines for the same tool: which of them holds would depend on the reader. */
function repeatedTools({ tools }: RegistryDocument, source: JsonText): readonly Mistake[] {
  const first = new Map<string, number>();
  return tools.flatMap(({ tool_name: name }, index) => {
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, index);
      return [];
    }
    const { line } = source.placeOf(['tools', earlier]);
    const path = ['tools', index, 'tool_name'];
    return [source.mistakeAt(path, `${pathText(path)} is ${shown(name)}, as the one on line ${line} is. Keep one.`)];
  });
}

/** Texts with half of a surrogate pair: they have no UTF-8, and so the document has no pin. */
function unpaired(value: unknown, source: JsonText, path: Path): readonly Mistake[] {
  if (typeof value === 'string')
    return /\p{Surrogate}/u.test(value)
      ? [source.mistakeAt(path, `${pathText(path)} has half of a surrogate pair, which is no character.`)]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    unpaired(each, source, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

function reviewOf({ server_id, pulled_from, tools }: ReviewDocument, path: string): RegistryReview {
  const lines = Object.entries(tools).map(([name, line]): readonly [string, ReviewedTool] => {
    const { reviewed, reason, description, annotations, input_schema, output_schema } = line;
    const schemas = { inputSchema: input_schema, outputSchema: output_schema };
    return [name, { isReviewed: reviewed, reason, description, annotations, ...schemas }];
  });
  return { path, serverId: server_id, pulledFrom: pulled_from, tools: new Map(lines) };
}

function toolOf(
  { tool_name: name, tool_class, is_document_op: isDocumentOp, document_spec }: ToolLine,
  review: ReviewedTool | undefined,
  place: { readonly line: number; readonly column: number },
): RegisteredTool {
  const document = isDocumentOp && document_spec ? specOf(document_spec) : undefined;
  return { name, class: tool_class, document, isReviewed: review?.isReviewed ?? true, review, ...place };
}

function specOf(spec: DocumentSpecLine): DocumentSpec {
  return {
    contentEncoding: spec.content_encoding,
    writeContentPointers: spec.write_content_pointers ?? [],
    readContentPointers: spec.read_content_pointers ?? [],
    maxReadBytes: spec.max_read_bytes ?? 10 * MEBIBYTE,
    maxWriteBytes: spec.max_write_bytes ?? 5 * MEBIBYTE,
    maxBatchBytes: spec.max_batch_bytes ?? 50 * MEBIBYTE,
  };
}
