import { isOfSomeType, type ts, type TypeOrValueSpecifier, typeOrValueSpecifiersSchema } from '../type-utils/index.ts';
import type { EntryPoint } from '../program/lifetimes/entry-points.ts';
import type { CalleeRef } from '../models/sessions/protocol.ts';
import type { SharingEffect } from '../models/sharing/single-client.ts';
import { movedInto } from './edits/moves.ts';
import { defineRule, suggested } from './rule.ts';
import { placeText, shortened } from './texts/places.ts';
import { suggestionTexts } from './texts/suggestions.ts';

export type { SharingEffect };

/** `allow`: servers that serve several clients by themselves; `entryPoints`: what registers callbacks that run once per request. */
export interface Options {
  readonly allow: readonly TypeOrValueSpecifier[];
  readonly entryPoints: readonly CalleeRef[];
}

const list = { type: 'array', items: { type: 'string' }, minItems: 1 } as const;

export const noSharedServer = defineRule<'createPerCall' | SharingEffect, Options>({
  name: 'no-shared-server',
  docs: {
    description: 'Disallow serving several clients with an object that serves one',
    layer: 'session',
    presets: { recommended: 'error', strict: 'error' },
  },
  hasSuggestions: true,
  messages: {
    createPerCall: suggestionTexts.createPerCall,
    leaksAnswers:
      '`{{value}}` {{origin}} without sessions, and {{entry}} answers every {{unit}} with it: answers reach other clients (CVE-2026-25536). Create the transport and its server there.',
    leaksMessages:
      '`{{value}}` {{origin}} and is connected once per {{unit}} by {{entry}}: what it sends one client reaches another (CVE-2026-25536). Create a server for each connection there.',
    mixesAnswers:
      '`{{value}}` {{origin}} without sessions, and {{entry}} answers every {{unit}} with it: a client gets the answer to another one’s {{unit}} of the same id. Create the transport and its server there.',
    refusesSecond:
      '`{{value}}` {{origin}} and is connected once per {{unit}} by {{entry}}: `{{op}}` throws while another client is connected. Create a server for each connection there.',
    refusesSecondFactory:
      '`{{value}}` {{origin}} and is connected once per {{unit}} by {{entry}}: `{{op}}` throws while another client is connected. Give `createMcpHandler` a factory that creates it.',
    returnsShared:
      '`{{value}}` {{origin}}, and the factory for `{{op}}` returns it once per {{unit}}: concurrent use fails. Create it in the factory.',
    reusesTransport:
      '`{{value}}` {{origin}} without sessions, and {{entry}} answers every {{unit}} with it: it can serve only one. Create the transport and its server there.',
    sharesTools:
      '`{{value}}` {{origin}}, and {{entry}} gives it to `{{op}}` once per {{unit}}: one instance serves one query at a time. Create it for each query.',
    sharesSession:
      '`{{value}}` {{origin}} and is bound once per {{unit}} by {{entry}}, but it serves a single client. Create one for each {{unit}} there.',
  },
  options: {
    properties: {
      allow: {
        ...typeOrValueSpecifiersSchema,
        description: 'Types of servers that serve several clients by themselves.',
      },
      entryPoints: {
        type: 'array',
        description: 'Functions and methods whose callbacks run once per request.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['packages', 'names'],
          properties: { packages: list, names: list, method: { type: 'string' }, versions: { type: 'string' } },
        },
      },
    },
    defaults: { allow: [], entryPoints: [] },
  },
  *check(file, { program, sharing }, { allow, entryPoints }) {
    for (const { effect, node, value, op, place, made, entry } of sharing.in(file, entryPoints))
      if (!isOfSomeType(value, allow, program))
        yield {
          node,
          messageId: effect,
          data: {
            value: shortened(value.getText()),
            origin: `is ${made ? 'created' : 'passed in'} once (${placeText(place, file)})`,
            unit: entry.unit,
            entry: entryText(entry, file),
            op: shortened(op),
          },
          witnesses: [{ node: place, role: 'origin' }],
          suggestions: suggested(
            'createPerCall',
            { value: shortened(value.getText()), unit: entry.unit },
            entry.fn.getSourceFile() === file ? movedInto(entry.fn, value, program) : [],
          ),
        };
  },
});

function entryText({ label, fn }: EntryPoint, from: ts.SourceFile): string {
  if (label === undefined) return `the function on ${placeText(fn, from)}`;
  // Of `express().disable('etag').post` the end decides.
  const name = label.length > 40 ? `…${label.slice(label.lastIndexOf('.'))}` : label;
  return `\`${shortened(name)}\`${fn.getSourceFile() === from ? '' : ` (${placeText(fn, from)})`}`;
}
