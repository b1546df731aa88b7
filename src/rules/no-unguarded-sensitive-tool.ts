import { ESLintUtils, type TSESTree } from '@typescript-eslint/utils';
import type ts from 'typescript';
import { type Effect, effectsOf } from '../facts/effects.ts';
import { isCall, mayDefineTools, permissionAt, toolAt, toolCalleeNames, type ToolFact } from '../facts/tools.ts';
import type { LiteralValue } from '../facts/values.ts';
import type { EffectKind } from '../models/effects/effect.ts';
import { calledName } from '../type-utils/function-index.ts';
import { createRule } from './create-rule.ts';
import { locationOf, placeText } from './places.ts';

export type Options = [];

type MessageId = 'bypassed' | 'optedOut' | 'saidHarmless' | 'saidReadOnly';

/** What a tool does that somebody should have a say in. What only sends something may be a search. */
const changes: readonly EffectKind[] = ['write', 'delete', 'execute', 'spend'];

export const noUnguardedSensitiveTool = createRule<Options, MessageId>({
  name: 'no-unguarded-sensitive-tool',
  meta: {
    type: 'problem',
    docs: {
      description: 'Disallow marking a sensitive tool as one that needs no guardrail',
      layer: 'guardrail',
      presets: { recommended: 'error', strict: 'error' },
      requiresTypeChecking: true,
    },
    messages: {
      bypassed:
        '`{{value}}` lets the agent use {{tools}} without a decision. Give it only tools that read, or use another permission mode.',
      optedOut:
        '{{tool}} runs without approval by `{{value}}`, but it reaches {{witness}}. Ask for an approval, or decide by its arguments.',
      saidHarmless:
        '{{tool}} says `destructiveHint: false`, but it reaches {{witness}}. Say `true`, so that clients ask before they run it.',
      saidReadOnly:
        '{{tool}} says `readOnlyHint: true`, but it reaches {{witness}}. Say `false`, so that clients ask before they run it.',
    },
    schema: [],
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = ESLintUtils.getParserServices(context);

    return { CallExpression: check, NewExpression: check };

    function check(node: TSESTree.CallExpression | TSESTree.NewExpression): void {
      const call: ts.Node = esTreeNodeToTSNodeMap.get(node);
      if (!isCall(call) || !toolCalleeNames.has(calledName(call) ?? '')) return;
      if (!mayDefineTools(call.getSourceFile(), program)) return;
      const tool = toolAt(call, program);
      if (tool) checkTool(tool);
      const permission = permissionAt(call, program);
      if (permission) {
        const tools = permission.tools.map((name) => `\`${name}\``).join(', ');
        report(permission.call, permission.optOut, 'bypassed', { value: textOf(permission.optOut), tools });
      }
    }

    function checkTool({ call, name, handler, hints, optOuts }: ToolFact): void {
      const readOnly = hints.get('readOnlyHint');
      const harmless = hints.get('destructiveHint');
      const [optOut] = optOuts;
      const isMarked = readOnly?.value === true || harmless?.value === false || optOut;
      if (!handler || !isMarked) return;
      const tool = name === undefined ? 'This tool' : `\`${name}\``;
      const effects = effectsOf(handler, program);
      const change = effects.find(({ kind }) => changes.includes(kind));
      const removal = effects.find(({ kind }) => kind === 'delete');
      const request = readOnly?.value === true ? undefined : effects.find(({ kind }) => kind === 'egress');
      const sensitive = change ?? request;
      if (readOnly?.value === true && change)
        report(call, readOnly, 'saidReadOnly', { tool, witness: witnessText(change, call) });
      else if (harmless?.value === false && removal)
        report(call, harmless, 'saidHarmless', { tool, witness: witnessText(removal, call) });
      if (optOut && sensitive)
        report(call, optOut, 'optedOut', { tool, value: textOf(optOut), witness: witnessText(sensitive, call) });
    }

    /** At the value, where it is in this file. */
    function report(call: ts.Node, { node }: LiteralValue, messageId: MessageId, data: Record<string, string>): void {
      const place = node.getSourceFile() === call.getSourceFile() ? node : call;
      context.report({ loc: locationOf(place), messageId, data });
    }
  },
});

function textOf({ node }: LiteralValue): string {
  const { parent } = node;
  const text = 'initializer' in parent && parent.initializer === node ? parent.getText() : node.getText();
  return text.replaceAll(/\s+/g, ' ').slice(0, 60);
}

/** `` `fs.rm` through `purge` (line 12 of disk.ts) `` */
function witnessText({ sink, call, path }: Effect, from: ts.Node): string {
  const [first] = path.length > 1 ? path : [];
  const through = first && isCall(first) ? calledName(first) : undefined;
  const way = through === undefined ? '' : ` through \`${through}\``;
  return `\`${sink}\`${way} (${placeText(call, from.getSourceFile())})`;
}
