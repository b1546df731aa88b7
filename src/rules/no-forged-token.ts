import { dirname } from 'node:path';
import type { Forgery } from '../facts/tokens/forgeries.ts';
import { pathFromRoot } from '../type-utils/index.ts';
import { defineRule } from './rule.ts';
import { shortText } from './texts/places.ts';
import { mintText } from './texts/tokens.ts';

export const noForgedToken = defineRule<Forgery['kind']>({
  name: 'no-forged-token',
  docs: {
    description: 'Disallow a guardrail token that comes from anything but a guardrail',
    layer: 'guardrail',
    presets: { recommended: 'error', strict: 'error' },
  },
  messages: {
    asserted:
      '`{{value}}` is only asserted to be a {{noun}}: no guardrail has decided about this call. Use the one that {{source}}.',
    built:
      '`{{value}}` makes a {{noun}} out of something else, and no guardrail has decided about this call. Use the one that {{source}}.',
    guessed:
      '`{{value}}` makes TypeScript accept any value as a {{noun}}, whether or not a guardrail minted it. Pass on the one that {{source}}.',
    loosened:
      '`{{value}}` takes a {{noun}}, but is passed on as a function that takes anything. Keep its type, and use the {{noun}} that {{source}}.',
    omitted:
      '`{{value}}` is called without its {{noun}}, and a comment suppresses the type error. Pass the one that {{source}}.',
    silenced: '`{{value}}` is no {{noun}}, and a comment suppresses the type error. Use the one that {{source}}.',
    unassigned:
      '`{{value}}` may have no value, which `!` hides: no guardrail has decided about this call. Assign the {{noun}} that {{source}}.',
    untyped:
      '`{{value}}` is `{{type}}`, which hides whether it is a {{noun}} that a guardrail minted. Give it the type of the one that {{source}}.',
  },
  *check(file, { tokens }) {
    for (const { kind, node, model, wildcard, home } of tokens.forgeriesIn(file)) {
      const source = home
        ? `\`${pathFromRoot(home.fileName, dirname(file.fileName))}\` makes`
        : `\`${mintText(model)}\` returns`;
      const data = { value: shortText(node), noun: model.noun, source, type: wildcard ?? '' };
      yield { node, messageId: kind, data };
    }
  },
});
