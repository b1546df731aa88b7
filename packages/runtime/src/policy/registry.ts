import { canonicalJson } from '../canonical.ts';
import { McpError } from '../errors.ts';
import { readJson } from '../json.ts';
import type { Json } from '../json.ts';
import { privateRecords } from '../private-records.ts';
import { create, each, freeze, mapped, ownOption } from '../globals.ts';
import { RegistryError, shown } from './denied.ts';
import { digests } from './digest.ts';
import type { ContentEncoding } from './digest.ts';
import { byteCount, flag, listOf, nonEmptyText, note, objectOf, oneOf, pointerText, problemsOf, repeatedIn, setOf, both } from './document-shape.ts'; // prettier-ignore
import type { Check } from './document-shape.ts';
import { pointerOf } from './pointer.ts';
import type { Pointer } from './pointer.ts';

/** Identifies the exact content of a registry document: SHA-256 of its canonical JSON. */
export type RegistryPin = `sha256-${string}`;

/** Where the documents of a tool are, with the defaults of what the registry document leaves out. Sizes are in bytes. */
export interface DocumentSpec {
  readonly content_encoding: ContentEncoding;
  /** JSON Pointers into the arguments of a call. */
  readonly write_content_pointers: readonly string[];
  /** JSON Pointers into its result. */
  readonly read_content_pointers: readonly string[];
  readonly max_read_bytes: number;
  readonly max_write_bytes: number;
  readonly max_batch_bytes: number;
}

/** A tool as its registry classifies it. */
export interface RegisteredTool {
  readonly tool_name: string;
  readonly tool_class: 'read' | 'write';
  readonly is_document_op: boolean;
  readonly document_spec?: DocumentSpec;
}

/** The tools of one MCP server, as `parseRegistry` read them. Deeply frozen. */
export interface Registry {
  readonly server_id: string;
  readonly server_version?: string;
  readonly tools: readonly RegisteredTool[];
  readonly pin: RegistryPin;
}

/** What a call of a document operation moves in the direction that its class has: out with a write, in with a read. */
export interface ContentSpec {
  readonly encoding: ContentEncoding;
  readonly pointers: readonly Pointer[];
  readonly mostItemBytes: number;
  readonly mostBatchBytes: number;
  /** The names of these limits in the registry document. */
  readonly itemLimit: 'max_read_bytes' | 'max_write_bytes';
}

/** A tool, ready to be enforced. */
export interface ClassifiedTool {
  readonly registered: RegisteredTool;
  /** `undefined` where the tool moves no documents. */
  readonly content: ContentSpec | undefined;
}

const defaultSizes = { max_read_bytes: 10_485_760, max_write_bytes: 5_242_880, max_batch_bytes: 52_428_800 };

const pointers = setOf(pointerText);

const documentSpec = objectOf(
  { content_encoding: oneOf('utf8', 'base64') },
  {
    write_content_pointers: pointers,
    read_content_pointers: pointers,
    max_read_bytes: byteCount,
    max_write_bytes: byteCount,
    max_batch_bytes: byteCount,
  },
);

/** That a document operation has pointers for what its class moves. */
const documentOperation: Check = (value, reading) => {
  const { tool_class: toolClass, is_document_op: isDocumentOperation, document_spec: spec } = value as unknown as GivenTool; // prettier-ignore
  if (!isDocumentOperation) return;
  const key = `${toolClass}_content_pointers` as const;
  if (!spec) note(reading, 'is a document operation and lacks `document_spec`');
  else if (!spec[key]?.length) note(reading, `is a document operation of class \`${toolClass}\`: its \`document_spec\` needs at least one of \`${key}\``); // prettier-ignore
};

const tool = both(
  objectOf(
    { tool_name: nonEmptyText, tool_class: oneOf('read', 'write'), is_document_op: flag },
    { document_spec: documentSpec },
  ),
  documentOperation,
);

/** That each name stands for one tool: of two, one would be enforced and the other read by a reviewer. */
const eachToolOnce: Check = (value, reading) => {
  const { tools } = value as unknown as GivenRegistry;
  const name = repeatedIn(mapped(tools, ({ tool_name }) => tool_name));
  if (name !== undefined) note(reading, `has two tools with the name ${shown(name)}`);
};

const registryDocument = both(
  objectOf(
    {
      schema_id: oneOf('talos.mcp.tool_registry'),
      schema_version: oneOf('v1'),
      server_id: nonEmptyText,
      tools: listOf(tool),
    },
    { server_version: nonEmptyText },
  ),
  eachToolOnce,
);

/** A valid registry document, as it is written. */
interface GivenRegistry {
  readonly server_id: string;
  readonly server_version?: string;
  readonly tools: readonly GivenTool[];
}

interface GivenTool extends Omit<RegisteredTool, 'document_spec'> {
  readonly document_spec?: Partial<DocumentSpec> & Pick<DocumentSpec, 'content_encoding'>;
}

/** For each registry its tools by their names, in objects without prototype. */
const toolsByName = privateRecords<Registry, Readonly<Record<string, ClassifiedTool>>>();

/**
 * Reads a registry document: checks it by `tool_registry.schema.json`, copies it and fills in its defaults.
 *
 * @param document Parsed JSON.
 * @throws RegistryError naming each place with a problem, where two tools have one name, or where the document is another
 *   one than `pin` stands for.
 */
export function parseRegistry(document: unknown, options: { readonly pin?: RegistryPin } = {}): Registry {
  const json = plainJson(document);
  const problems = problemsOf(registryDocument, json);
  if (problems !== undefined) throw new RegistryError(`This is no tool registry: ${problems}.`);
  const given = json as unknown as GivenRegistry;
  const pin = pinOf(json);
  const expected = ownOption(options, 'pin');
  if (expected !== undefined && expected !== pin) {
    throw new RegistryError(
      `The registry of ${shown(given.server_id)} is ${pin}, and the pin says ${shown(expected)}. Restore the pinned document, or review the change and update the pin.`,
    );
  }
  return registryOf(given, pin);
}

/**
 * The pin of a registry document, for those who load it later: SHA-256 of its canonical JSON (RFC 8785), as it is written,
 * without defaults.
 *
 * @throws RegistryError where the document is not plain JSON.
 */
export function registryPin(document: unknown): RegistryPin {
  return pinOf(plainJson(document));
}

/** The tool of a registry by its exact name. `undefined` for none, and in what `parseRegistry` did not make. */
export function toolIn(registry: Registry, name: string): ClassifiedTool | undefined {
  return toolsByName.get(registry)?.[name];
}

/** Whether `parseRegistry` made it: what only looks like a registry was never checked. */
export function isRegistry(value: unknown): value is Registry {
  return toolsByName.get(value) !== undefined;
}

function plainJson(document: unknown): Json {
  try {
    return readJson(document, 'The registry');
  } catch (error) {
    // What a proxy or a host object throws says nothing about the registry.
    const problem = error instanceof McpError ? error.message : 'The registry could not be read.';
    throw new RegistryError(problem, { cause: error });
  }
}

function pinOf(json: Json): RegistryPin {
  // Canonical text is well-formed, and so has a digest.
  return `sha256-${digests.of(canonicalJson(json), 'utf8')?.hash ?? ''}`;
}

function registryOf({ server_id, server_version, tools }: GivenRegistry, pin: RegistryPin): Registry {
  const registered = freeze(mapped(tools, registeredTool));
  const version = server_version === undefined ? {} : { server_version };
  const registry: Registry = freeze({ server_id, ...version, tools: registered, pin });
  const byName = create(null) as Record<string, ClassifiedTool>;
  each(registered, (tool) => {
    byName[tool.tool_name] = { registered: tool, content: contentOf(tool) };
  });
  toolsByName.set(registry, byName);
  return registry;
}

function registeredTool({ tool_name, tool_class, is_document_op, document_spec: given }: GivenTool): RegisteredTool {
  if (!given) return freeze({ tool_name, tool_class, is_document_op });
  const document_spec = freeze({
    content_encoding: given.content_encoding,
    write_content_pointers: freeze(given.write_content_pointers ?? []),
    read_content_pointers: freeze(given.read_content_pointers ?? []),
    max_read_bytes: given.max_read_bytes ?? defaultSizes.max_read_bytes,
    max_write_bytes: given.max_write_bytes ?? defaultSizes.max_write_bytes,
    max_batch_bytes: given.max_batch_bytes ?? defaultSizes.max_batch_bytes,
  });
  return freeze({ tool_name, tool_class, is_document_op, document_spec });
}

function contentOf({ tool_class, is_document_op, document_spec: spec }: RegisteredTool): ContentSpec | undefined {
  if (!is_document_op || !spec) return undefined;
  const isWrite = tool_class === 'write';
  return {
    encoding: spec.content_encoding,
    pointers: mapped(isWrite ? spec.write_content_pointers : spec.read_content_pointers, pointerOf),
    mostItemBytes: isWrite ? spec.max_write_bytes : spec.max_read_bytes,
    mostBatchBytes: spec.max_batch_bytes,
    itemLimit: isWrite ? 'max_write_bytes' : 'max_read_bytes',
  };
}
