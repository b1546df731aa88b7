import { dirname } from 'node:path';
import type { Registries, RegistryLine } from '../config/registry/registry.ts';
import { type ToolMention, toolMentionsIn } from '../facts/contracts/tool-mentions.ts';
import { pathFromRoot, syntax } from '../type-utils/index.ts';
import { replaced } from './edits/layout.ts';
import { defineRule, type Report, type Suggestion, suggested } from './rule.ts';
import { suggestionTexts } from './texts/suggestions.ts';
import { registryPlaceText } from './texts/places.ts';

type MessageId = 'draft' | 'misspelt' | 'unknown' | 'unregistered' | 'writeName';

/** `checkDynamic`: a call or a definition whose tool is not known before it runs counts, too. */
export interface Options {
  readonly checkDynamic: boolean;
}

export const requireRegisteredTool = defineRule<MessageId, Options>({
  name: 'require-registered-tool',
  docs: {
    description: 'Require that each tool which is called, defined or allowed by name is in the tool registry',
    layer: 'contract',
    presets: { strict: 'error' },
  },
  hasSuggestions: true,
  messages: {
    draft:
      '`{{tool}}` is in the registry ({{entry}}), but the entry is not reviewed, so that nothing relies on it. Check its class, and set `reviewed` to `true` in {{review}}.',
    misspelt:
      '`{{tool}}` is not in the tool registry ({{where}}), which has `{{name}}`. Write that name, or add the tool with its class.',
    unknown:
      'Which tool is {{kind}} here is not known, so that the registry cannot be consulted. Write its name, or give it a type of names.',
    unregistered:
      '`{{tool}}` is not in the tool registry ({{where}}), so that production denies it. Add it with its class, or remove it here.',
    writeName: suggestionTexts.renameKey,
  },
  options: {
    properties: {
      checkDynamic: {
        type: 'boolean',
        description: 'Check also calls and definitions of tools whose names are not known before the program runs.',
      },
    },
    defaults: { checkDynamic: false },
  },
  *check(file, analysis, { checkDynamic }) {
    const registries = analysis.registriesFor(file);
    if (!registries) return;
    for (const mention of toolMentionsIn(analysis.agents, file)) {
      const { name, server, node, kind } = mention;
      if (name === undefined) {
        if (checkDynamic) yield { node, messageId: 'unknown', data: { kind } };
        continue;
      }
      const lines = registries.named(name, server);
      const [line] = lines;
      if (!line) yield ofMissing({ ...mention, name }, registries);
      else if (lines.every(({ tool }) => !tool.isReviewed)) yield ofDraft({ ...mention, name }, line);
    }
  },
});

type Named = ToolMention & { readonly name: string };

function ofMissing(mention: Named, registries: Registries): Report<MessageId> {
  const { name: tool, server, node } = mention;
  const documents = registries.of(server);
  const [first] = documents;
  const where = first && documents.length === 1 ? fileText(first.path) : `${documents.length} documents`;
  const name = registries.nearest(tool, server);
  return name === undefined
    ? { node, messageId: 'unregistered', data: { tool, where } }
    : { node, messageId: 'misspelt', data: { tool, where, name }, suggestions: writing(name, mention) };
}

function ofDraft({ name: tool, node }: Named, line: RegistryLine): Report<MessageId> {
  const { path, review } = line.registry;
  const data = { tool, entry: registryPlaceText(line), review: fileText(review?.path ?? path) };
  return { node, messageId: 'draft', data };
}

/** Writes the registry's name where the other one is written out, behind the server's. */
function writing(name: string, { node, written, name: tool }: Named): readonly Suggestion<MessageId>[] {
  if (written === undefined || !syntax.isStringLiteralLike(node) || node.text !== written) return [];
  const text = written.slice(0, written.length - tool.length) + name;
  const quote = node.getText().charAt(0);
  // What would have to be escaped is for the author to write.
  if (/[\\'"`$\n]/.test(text)) return [];
  return suggested('writeName', { name: text, key: written }, [replaced(node, `${quote}${text}${quote}`)]);
}

function fileText(path: string): string {
  return pathFromRoot(path, dirname(path));
}
