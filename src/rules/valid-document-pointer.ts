import type { RegisteredTool, Registry, RegistryLine } from '../config/registry/registry.ts';
import { readRegistry, readReview, type RegistryReading } from '../config/registry/parse.ts';
import { isReviewPath, reviewBeside } from '../config/registry/registry-file.ts';
import {
  type BadPointer,
  badPointersOf,
  type PointerProblem,
  reviewedSchemasOf,
  type ToolSchemas,
} from '../facts/contracts/document-pointers.ts';
import type { ListedTool } from '../facts/contracts/dispatch.ts';
import { jsonIn, type SchemaView, viewOfJsonSchema, viewOfShape } from '../facts/contracts/schema-views.ts';
import { type DeclaredSchema, type SchemaReader, schemaReaderOf } from '../facts/contracts/schemas.ts';
import { toolMentionsIn } from '../facts/contracts/tool-mentions.ts';
import type { ToolFact } from '../facts/agents/tools.ts';
import { readAt } from '../program/values/places.ts';
import { optionsOf, type Value } from '../program/values/values.ts';
import { defineRule, type TextReport } from './rule.ts';
import { registryPlaceText } from './texts/places.ts';

type MessageId = 'brokenDocument' | 'notText' | 'unresolved' | 'wrongEncoding';

export const validDocumentPointer = defineRule<MessageId>({
  name: 'valid-document-pointer',
  docs: {
    description: "Require that the registry's document pointers lead to texts in the tool's schema",
    layer: 'contract',
    presets: { recommended: 'error', strict: 'error' },
  },
  messages: {
    brokenDocument: 'The registry document does not hold: {{text}}.',
    notText:
      '`{{pointer}}` of `{{tool}}`{{entry}} leads to {{kind}}, and a document is a text. Correct the pointer, or the schema.',
    unresolved: '`{{pointer}}` of `{{tool}}`{{entry}} leads to nothing: {{why}}. Correct the pointer, or the schema.',
    wrongEncoding:
      '`{{pointer}}` of `{{tool}}`{{entry}} is declared as {{declared}}, and the registry decodes it as `{{encoding}}`. Correct `content_encoding`, or the schema.',
  },
  *check(file, analysis) {
    const registries = analysis.registriesFor(file);
    // Most registries have no documents in them.
    if (!registries?.all.some(({ tools }) => [...tools.values()].some(({ document }) => document))) return;
    const reader = schemaReaderOf(analysis.agents);
    for (const { name, server, node, tool, listed } of toolMentionsIn(analysis.agents, file)) {
      const declared = tool ? definedSchemasOf(tool, reader) : listed && listedSchemasOf(listed, reader);
      const [line, other] = name === undefined || !declared ? [] : registries.named(name, server);
      // Of tools of the same name that several servers have, it is not known which one this is.
      if (!line || other || !declared) continue;
      for (const bad of badPointersOf(line.tool, withReviewed(declared, line)))
        yield { node, ...reportOf(bad, line.tool, entryText(line)) };
    }
  },
  *checkJson(text, path) {
    if (isReviewPath(path)) {
      for (const { text: said, ...place } of readReview({ text, path }).mistakes) yield { ...brokenBy(said), ...place };
      return;
    }
    const { registry, mistakes, placeOf } = readRegistry({ text, path }, reviewBeside(path));
    for (const { file, text: said, line = 1, column = 1 } of mistakes)
      if (file === path) yield { ...brokenBy(said), line, column };
    if (registry) yield* badPointersIn(registry, placeOf);
  },
});

/** What is wrong with the pointers of a document, by the schemas that its review has. */
function* badPointersIn({ tools }: Registry, placeOf: RegistryReading['placeOf']): Iterable<TextReport<MessageId>> {
  for (const [index, tool] of [...tools.values()].entries())
    for (const bad of badPointersOf(tool, reviewedSchemasOf(tool)))
      yield { ...reportOf(bad, tool, ''), ...placeOf(['tools', index, 'document_spec', bad.list, bad.index]) };
}

function brokenBy(said: string): Pick<TextReport<MessageId>, 'data' | 'messageId'> {
  return { messageId: 'brokenDocument', data: { text: said.replace(/\.$/, '') } };
}

function definedSchemasOf(tool: ToolFact, reader: SchemaReader): ToolSchemas {
  const { value, model } = tool;
  return {
    input: viewOf(reader.inputOf(tool), () => reader.inputValueOf(tool), 'input'),
    output: viewOf(reader.outputOf(tool), () => readAt(value, model.output), 'output'),
  };
}

function listedSchemasOf({ input, output }: ListedTool, reader: SchemaReader): ToolSchemas {
  return {
    input: viewOf(reader.schemaIn(input), () => input, 'input'),
    output: viewOf(reader.schemaIn(output), () => output, 'output'),
  };
}

/** The schemas of the definition, where they can be read; otherwise those that the review has of the server's. */
function withReviewed({ input, output }: ToolSchemas, { tool: line }: RegistryLine): ToolSchemas {
  const reviewed = reviewedSchemasOf(line);
  return { input: input ?? reviewed.input, output: output ?? reviewed.output };
}

/** Of a JSON Schema that is written out all is read; of a validator its type. */
function viewOf(
  declared: DeclaredSchema | undefined,
  value: () => Value,
  side: 'input' | 'output',
): SchemaView | undefined {
  if (!declared) return undefined;
  if (declared.by === 'type') return viewOfShape(declared[side]);
  const [given] = optionsOf(value());
  // `jsonSchema({ … })`
  const json = given && jsonIn(given.kind === 'made' ? given.argument(0) : given);
  return json === undefined ? viewOfShape(declared[side]) : viewOfJsonSchema(json);
}

function reportOf(
  { pointer, problem }: BadPointer,
  { name: tool, document }: RegisteredTool,
  entry: string,
): Pick<TextReport<MessageId>, 'data' | 'messageId'> {
  const data = { pointer, tool, entry };
  switch (problem.kind) {
    case 'missing':
    case 'noPart':
      return { messageId: 'unresolved', data: { ...data, why: whyText(problem) } };
    case 'noText':
      return { messageId: 'notText', data: { ...data, kind: kindsText(problem.is) } };
    case 'encoding': {
      const declared = problem.says === 'base64' ? 'base64' : 'plain text';
      return { messageId: 'wrongEncoding', data: { ...data, declared, encoding: document?.contentEncoding ?? '' } };
    }
  }
}

function whyText(problem: Extract<PointerProblem, { readonly kind: 'missing' | 'noPart' }>): string {
  const { owner, step } = problem;
  const what = owner === '' ? 'the schema' : `\`${owner}\``;
  if (problem.kind === 'noPart') return `${what} is ${kindsText(problem.is)}, which has no \`${step}\``;
  const hint = problem.nearest === undefined ? '' : `, but \`${problem.nearest}\``;
  return `${what} has no \`${step}\`${hint}`;
}

const kindTexts: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'a truth value',
  number: 'a number',
  object: 'an object',
  string: 'a text',
};

function kindsText(kinds: readonly string[]): string {
  return kinds.map((kind) => kindTexts[kind] ?? 'another value').join(' or ') || 'nothing';
}

/** ` (agent-safety.registry.json, line 12)` */
function entryText(line: RegistryLine): string {
  return ` (${registryPlaceText(line)})`;
}
