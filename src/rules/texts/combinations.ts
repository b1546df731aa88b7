import type { EffectName } from '../../config/policy/policy.ts';
import { labelOf } from '../../facts/delegations/agent-names.ts';
import type { Part } from '../../facts/delegations/combinations.ts';

const effectTexts = {
  'read-private': 'private data',
  'untrusted-input': 'untrusted input',
  write: 'changes',
  delete: 'deletions',
  execute: 'commands',
  egress: 'a way out',
  spend: 'payments',
} as const satisfies Record<EffectName, string>;

/**
 * `` `read_notes` (private data) and `browse` (untrusted input, a way out, through `web`) ``: each tool once.
 *
 * @param shortened what is done to names
 */
export function partsText(parts: readonly Part[], shortened: (name: string) => string): string {
  const byTool = new Map<Part['capability'], Part[]>();
  for (const part of parts) byTool.set(part.capability, [...(byTool.get(part.capability) ?? []), part]);
  const texts = [...byTool.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const holder = first.way.length > 1 ? first.way.at(-1) : undefined;
    const through = holder ? [`through \`${shortened(labelOf(holder))}\``] : [];
    const said = [...own.map(({ effect }) => effectTexts[effect]), ...through];
    return [`${partText(first, shortened)} (${said.join(', ')})`];
  });
  const last = texts.pop() ?? '';
  return texts.length > 0 ? `${texts.join(', ')} and ${last}` : last;
}

/** The tool of a part. */
export function partText({ capability: { name } }: Part, shortened: (name: string) => string): string {
  return name === undefined ? 'a tool' : `\`${shortened(name)}\``;
}
