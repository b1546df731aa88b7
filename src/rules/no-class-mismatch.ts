import { nameNodeOf } from '../facts/agents/definitions.ts';
import type { Analysis } from '../facts/analysis.ts';
import { type ClassMismatch, ClassMismatchFinder } from '../facts/contracts/classes.ts';
import type { ts } from '../type-utils/index.ts';
import { defineRule, type Report } from './rule.ts';
import { placeInFile, registryPlaceText, shortText } from './texts/places.ts';
import { effectText, toolText } from './texts/tools.ts';

type MessageId = 'contradictory' | 'hintSaysRead' | 'hintSaysWrite' | 'readOnlyScope' | 'registeredAsRead';

export const noClassMismatch = defineRule<MessageId>({
  name: 'no-class-mismatch',
  docs: {
    description: 'Disallow registry, annotations and effects of a tool that disagree about whether it writes',
    layer: 'contract',
    presets: { recommended: 'error', strict: 'error' },
  },
  messages: {
    contradictory: '{{tool}} is marked `{{hint}}` and `{{other}}`, which cannot both be true. Keep the one that is.',
    hintSaysRead:
      '{{tool}} is marked `{{hint}}`, but registered as `write` ({{place}}), which decides. Correct the mark, or the registry.',
    hintSaysWrite:
      '{{tool}} is marked `{{hint}}`, but registered as `read` ({{place}}), so that it is called as a read. Register it as `write`, or correct the mark.',
    readOnlyScope:
      '`{{scope}}` allows only reads, but {{tool}} is registered as `write` ({{place}}). Use a read tool, or a scope that may write.',
    registeredAsRead:
      '{{tool}} is registered as `read` ({{place}}), but it {{what}}. Register it as `write`, or leave that out.',
  },
  *check(file, analysis: Analysis) {
    const { agents } = analysis;
    for (const found of new ClassMismatchFinder(agents, analysis.registriesFor(file)).in(file))
      yield reportOf(found, file, agents);
  },
});

function reportOf(found: ClassMismatch, file: ts.SourceFile, agents: Analysis['agents']): Report<MessageId> {
  if (found.kind === 'scope') {
    const { registered, name, node, scope } = found;
    const data = { scope: markText(scope), tool: toolText(name), place: registryPlaceText(registered) };
    return {
      node,
      messageId: 'readOnlyScope',
      data,
      witnesses: [{ node: scope, role: 'guard' }],
    };
  }
  const { tool, name } = found;
  const subject = name === undefined ? 'This tool' : toolText(name);
  if (found.kind === 'effect') {
    const { registered, effect } = found;
    return {
      node: placeInFile(nameNodeOf(tool, agents), tool.node),
      messageId: 'registeredAsRead',
      data: { tool: subject, place: registryPlaceText(registered), what: effectText(effect, tool.node) },
      witnesses: [{ node: effect.effect.call, role: 'effect' }],
    };
  }
  const hint = markText(found.hint.node);
  const node = placeInFile(found.hint.node, tool.node);
  const witnesses = [{ node: tool.node, role: 'tool' }] as const;
  if (found.kind === 'contradiction')
    return {
      node,
      messageId: 'contradictory',
      data: { tool: subject, hint, other: markText(found.other.node) },
      witnesses,
    };
  const messageId = found.registered.class === 'write' ? 'hintSaysRead' : 'hintSaysWrite';
  return { node, messageId, data: { tool: subject, hint, place: registryPlaceText(found.registered) }, witnesses };
}

/** The property around a value where it is written there: `readOnlyHint: true`. */
function markText(value: ts.Node): string {
  const { parent } = value;
  return 'initializer' in parent && parent.initializer === value ? shortText(parent) : shortText(value);
}
