import type { Mismatch } from '../facts/tokens/mismatches.ts';
import { defineRule } from './rule.ts';
import { placeText, shortText } from './texts/places.ts';
import { calledText, mintText } from './texts/tokens.ts';

export const noTokenMismatch = defineRule<Mismatch['kind']>({
  name: 'no-token-mismatch',
  docs: {
    description: 'Disallow spending a guardrail token on another tool, agent or arguments than it was minted for',
    layer: 'guardrail',
    presets: { recommended: 'error', strict: 'error' },
  },
  messages: {
    changedArguments:
      '`{{given}}` is changed on {{change}}, after the guardrail checked it ({{place}}): `{{op}}` rejects. Change it before `{{mint}}`.',
    otherAgent:
      'The {{noun}} was minted for `{{minted}}` ({{place}}), and `{{op}}` is called for `{{given}}`: it rejects. Mint one with the runner of `{{given}}`.',
    otherArguments:
      'The guardrail checked `{{minted}}` ({{place}}), and `{{op}}` is given `{{given}}`: it rejects. Pass the same arguments to both.',
    otherTool:
      'The {{noun}} was minted for `{{minted}}` ({{place}}), and `{{op}}` runs `{{given}}`: it rejects. Call `{{mint}}` with that tool.',
    replaced:
      '`{{given}}` is replaced on {{change}}, after the {{noun}} was minted for it ({{place}}): `{{op}}` rejects. Replace it before `{{mint}}`.',
  },
  *check(file, { tokens }) {
    for (const { kind, spend, mint, node, minted, change } of tokens.mismatchesIn(file))
      yield {
        node,
        messageId: kind,
        data: {
          given: shortText(node),
          minted: minted ? shortText(minted) : '',
          noun: spend.model.noun,
          op: calledText(spend.call),
          place: placeText(mint.call, file),
          change: change ? placeText(change, file) : '',
          mint: mintText(mint.model),
        },
        witnesses: [{ node: mint.call, role: 'mint' }],
      };
  },
});
