import { nearestOf } from '../../config/nearest.ts';
import type { DocumentSpec, RegisteredTool } from '../../config/registry/registry.ts';
import type { DataKind } from '../../type-utils/index.ts';
import { type SchemaView, viewOfJsonSchema } from './schema-views.ts';

/** Why a pointer of the registry leads to no document, by the schema that it points into. */
export type PointerProblem =
  /** An object without such a property, or a list without such an index. */
  | { readonly kind: 'missing'; readonly owner: string; readonly step: string; readonly nearest: string | undefined }
  /** A name where there is a list, or anything where there are no parts. */
  | { readonly kind: 'noPart'; readonly owner: string; readonly step: string; readonly is: readonly DataKind[] }
  | { readonly kind: 'noText'; readonly is: readonly DataKind[] }
  | { readonly kind: 'encoding'; readonly says: 'base64' | 'text' };

/** A pointer of a tool's registry line that does not fit a schema. */
export interface BadPointer {
  readonly list: 'read_content_pointers' | 'write_content_pointers';
  readonly index: number;
  readonly pointer: string;
  readonly problem: PointerProblem;
}

/** The schemas of a tool's arguments and result. Undefined: not known. */
export interface ToolSchemas {
  readonly input: SchemaView | undefined;
  readonly output: SchemaView | undefined;
}

/** The schemas that the review of a registry line has. */
export function reviewedSchemasOf({ review }: RegisteredTool): ToolSchemas {
  const viewOf = (schema: unknown): SchemaView | undefined => (schema ? viewOfJsonSchema(schema) : undefined);
  return { input: viewOf(review?.inputSchema), output: viewOf(review?.outputSchema) };
}

/** The pointers of a registry line that surely do not fit the tool's schemas. */
export function badPointersOf({ document }: RegisteredTool, { input, output }: ToolSchemas): readonly BadPointer[] {
  if (!document) return [];
  const { writeContentPointers, readContentPointers } = document;
  const bad = (list: BadPointer['list'], pointers: readonly string[], schema: SchemaView): readonly BadPointer[] =>
    pointers.flatMap((pointer, index) => {
      const isResult = list === 'read_content_pointers';
      const problem = isResult
        ? resultProblem(pointer, schema, document)
        : problemOf(keysOf(pointer), schema, document);
      return problem ? [{ list, index, pointer, problem }] : [];
    });
  return [
    ...(input ? bad('write_content_pointers', writeContentPointers, input) : []),
    ...(output ? bad('read_content_pointers', readContentPointers, output) : []),
  ];
}

/** What surrounds a tool's structured result in MCP: no schema of the tool's describes it. */
const envelope = ['content', 'isError', '_meta'];

/** A pointer into a result leads into what the tool's schema describes, or to that through the result of MCP. */
function resultProblem(pointer: string, schema: SchemaView, document: DocumentSpec): PointerProblem | undefined {
  const [first = '', ...rest] = keysOf(pointer);
  if (schema.member(first) === 'missing') {
    if (envelope.includes(first)) return undefined;
    if (first === 'structuredContent') return problemOf(rest, schema, document);
  }
  return problemOf(keysOf(pointer), schema, document);
}

function keysOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Follows a pointer; silent from the first part on of which not all is known. */
function problemOf(
  keys: readonly string[],
  root: SchemaView,
  { contentEncoding }: DocumentSpec,
): PointerProblem | undefined {
  let at = root;
  let owner = '';
  for (const step of keys) {
    const { kinds } = at;
    if (!kinds) return undefined;
    const isList = kinds.has('array');
    const isIndex = /^(?:0|[1-9]\d*)$/.test(step);
    if (!kinds.has('object') && !(isList && isIndex)) return { kind: 'noPart', owner, step, is: [...kinds] };
    // A list or an object: which one it is decides what comes next.
    if (isList && kinds.has('object')) return undefined;
    const next = isList ? at.element(Number(step)) : at.member(step);
    if (next === 'unknown') return undefined;
    if (next === 'missing') return { kind: 'missing', owner, step, nearest: nearestOf(at.names, step) };
    at = next;
    owner = step;
  }
  const { kinds, encoding } = at;
  if (!kinds) return undefined;
  if (!kinds.has('string')) return { kind: 'noText', is: [...kinds] };
  const isOther = encoding === 'base64' ? contentEncoding === 'utf8' : contentEncoding === 'base64';
  return encoding && isOther ? { kind: 'encoding', says: encoding } : undefined;
}
