import ts from 'typescript';
import { addProperty, insertAt, propertyOf, replace, valueOf } from '../syntax.ts';
import type { Edit, Operator, Scope } from './operator.ts';
import { givenToolsIn } from './given-tools.ts';
import type { GivenTool } from './given-tools.ts';
import { modelInputOf, toolsIn } from './sdk-tools.ts';
import type { ToolSite } from './sdk-tools.ts';
import * as seeds from './seeds.ts';
import type { Seed } from './seeds.ts';

/** Words by which a tool may have a guard of its own. */
const questions = /suspend|interrupt|elicit|confirm|approv|permission/i;

/** Tools that an agent has, without any guard. */
export function unguardedToolsIn(file: ts.SourceFile, scope: Scope): readonly GivenTool[] {
  return givenToolsIn(file, scope).filter(({ call }) => !questions.test(call.getText()));
}

/** An effect in the handler of a tool that an agent has, without approval. */
function unguarded(name: string, text: string, seed: Seed): Operator {
  return {
    name,
    family: 'tools',
    text,
    rules: ['require-guardrail'],
    *sites(file, scope) {
      for (const tool of unguardedToolsIn(file, scope)) {
        const input = modelInputOf(tool, scope);
        if (input === undefined) continue;
        yield { at: tool.call.getStart(), edits: [...tool.giving, ...seeds.seeded(tool.handler, seed, input)] };
      }
    },
  };
}

/** An effect in the handler of a tool of a server that is marked as one that only reads. */
function readOnly(name: string, text: string, seed: Seed): Operator {
  return {
    name,
    family: 'tools',
    text,
    rules: ['no-unguarded-sensitive-tool'],
    *sites(file, scope) {
      for (const tool of toolsIn(file, scope)) {
        const input = modelInputOf(tool, scope);
        const hint = tool.sdk === 'mcp' ? hintOf(tool) : undefined;
        if (input !== undefined && hint)
          yield { at: tool.call.getStart(), edits: [...seeds.seeded(tool.handler, seed, input), ...hint] };
      }
    },
  };
}

/** Marks a tool with `readOnlyHint: true`; undefined where that is not possible. */
function hintOf({ options, handler }: ToolSite): readonly Edit[] | undefined {
  if (!options) return [insertAt(handler.getStart(), '{ readOnlyHint: true }, ')];
  const property = propertyOf(options, 'annotations');
  if (!property) return [addProperty(options, 'annotations: { readOnlyHint: true }')];
  const annotations = valueOf(options, 'annotations');
  if (!annotations || !ts.isObjectLiteralExpression(annotations)) return undefined;
  return annotations.getText().includes('readOnlyHint: true') ? [] : [replace(annotations, '{ readOnlyHint: true }')];
}

export const flipHint: Operator = {
  name: 'flip-hint',
  family: 'tools',
  text: '`readOnlyHint: false` or `destructiveHint: true` becomes `readOnlyHint: true`',
  rules: ['no-unguarded-sensitive-tool'],
  *sites(file, scope) {
    for (const { sdk, options } of toolsIn(file, scope)) {
      const annotations = sdk === 'mcp' && options ? valueOf(options, 'annotations') : undefined;
      if (!annotations || !ts.isObjectLiteralExpression(annotations)) continue;
      if (/readOnlyHint: *false|destructiveHint: *true/.test(annotations.getText()))
        yield { at: annotations.getStart(), edits: [replace(annotations, '{ readOnlyHint: true }')] };
    }
  },
};

export const toolOperators: readonly Operator[] = [
  unguarded('delete-inline', 'the handler of an agent’s tool removes what the model names', seeds.deletion),
  unguarded('shell-inline', 'it runs what the model writes in a shell', seeds.shell),
  unguarded('send-inline', 'it sends to the address that the model writes', seeds.sending),
  unguarded('write-inline', 'it writes to the file that the model names', seeds.writing),
  unguarded('delete-by-helper', 'it removes by a function of the file', seeds.deletionByHelper),
  unguarded('shell-by-method', 'it runs a shell by a method of a class', seeds.shellByMethod),
  unguarded('delete-by-callback', 'it removes in a callback of `forEach`', seeds.deletionByCallback),
  unguarded('delete-by-alias', 'it removes by a function of Node that a constant holds', seeds.deletionByAlias),
  unguarded('delete-by-import', 'it removes by what a dynamic import gives', seeds.deletionByImport),
  unguarded('delete-by-table', 'it removes by an entry of an object of functions', seeds.deletionByTable),
  unguarded('delete-later', 'it removes in a callback of a timer', seeds.deletionLater),
  unguarded('delete-by-event', 'it removes in a listener of an event that it emits', seeds.deletionByEvent),
  unguarded(
    'delete-by-injection',
    'it removes by an object that a class is constructed with',
    seeds.deletionByInjection,
  ),
  unguarded('shell-by-spawn', 'it runs `sh -c` with what the model writes', seeds.shellBySpawn),
  readOnly(
    'read-only-delete',
    'a tool of a server with `readOnlyHint: true` removes what the model names',
    seeds.deletion,
  ),
  readOnly('read-only-shell', 'it runs what the model writes in a shell', seeds.shell),
  readOnly('read-only-helper', 'it removes by a function of the file', seeds.deletionByHelper),
  readOnly('read-only-method', 'it runs a shell by a method of a class', seeds.shellByMethod),
  flipHint,
];
