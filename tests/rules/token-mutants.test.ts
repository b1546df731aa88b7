import type tsModule from 'typescript';
import { describe, expect, it } from 'vitest';
import { bindingOf } from '../../src/type-utils/scopes.ts';
import ts from 'typescript';
import { Batch, marksIn, right, wrong } from './token-batch.ts';

describe('what is right becomes wrong by one edit', () => {
  const call = 'await invokeTool(agent, erase, args, token);';

  /** What an edit replaces, where a program has it once, and the finding that has to appear. */
  const edits = [
    { edit: 'spent twice', from: `\n  ${call}\n`, to: `\n  ${call}\n  ${call}\n`, ids: ['spentTwice', 'spentInLoop'] },
    { edit: 'changed', from: `\n  ${call}\n`, to: `\n  args.path = '/';\n  ${call}\n`, ids: ['changedArguments'] },
    { edit: 'forged', from: 'erase, args, token)', to: 'erase, args, {} as Token)', ids: ['asserted'] },
    {
      edit: 'given other arguments',
      from: 'invokeTool(agent, erase, args, token)',
      to: "invokeTool(agent, erase, { ...args, path: '/' }, token)",
      ids: ['otherArguments'],
    },
    {
      edit: 'minted for another tool',
      from: 'const token = await runner.runBeforeTool(erase, args);',
      to: 'const token = await runner.runBeforeTool(move, args);',
      ids: ['otherTool'],
    },
    {
      edit: 'minted for another agent',
      from: 'const token = await runner.runBeforeTool(erase, args);',
      to: 'const token = await backupRunner.runBeforeTool(erase, args);',
      ids: ['otherAgent'],
    },
  ];
  // Where the call and the mint stand in one function, without a test around them.
  const names = [
    'one token for one call',
    'a human who is asked between mint and spend',
    'compared, logged and never spent',
    'finally that cleans up',
    'a loop that is left after the call',
    'a closure that is called once',
    'an agent that runs between mint and spend',
    'a race against a timer',
    'a recursive walk',
    'a token for each iteration',
    'minted anew before a retry',
    'arguments that are made ready before they are asked about',
    'methods that read the arguments',
    'an outer token spent once inside of another one’s callback',
    'tools of OpenAI Agents that run under a runner',
    'tools of the AI SDK that run under a runner',
    'a function that changes a copy',
    'a generator',
    'a field that holds the decision, not the token',
    'tokens remembered by identity only',
    'a helper that mints and spends',
    'a human who is asked in the callback',
    'a helper that reports and rethrows',
  ];
  const mutants = right
    .filter(({ name }) => names.includes(name))
    .flatMap((program) =>
      edits
        .filter(({ from }) => program.code.split(from).length === 2)
        .map(({ edit, from, to, ids }) => ({ ...program, edit, ids, code: program.code.replace(from, () => to) })),
    );
  const batch = new Batch(mutants);

  it('at least 20 programs have such an edit', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20);
  });

  it.each(mutants.map(({ name, edit, ids }, index) => ({ name, edit, ids, index })))(
    '$name, $edit',
    ({ ids, index }) => {
      const found = batch.found(index);
      expect(found).toHaveLength(1);
      expect(ids).toContain(found[0]?.messageId);
    },
  );
});

describe('names do not matter', () => {
  const all = [...right, ...wrong.flatMap(([, programs]) => programs)];
  const batch = new Batch(all, renamedIn);
  const lineOf = (place: string): string => place.split(':')[0] ?? '';

  it.each(all.map((program, index) => ({ name: program.name, program, index })))('$name', ({ program, index }) => {
    expect(batch.complaints(index)).toEqual([]);
    expect(batch.found(index).map(({ place }) => lineOf(place))).toEqual(marksIn(program).map(lineOf));
  });
});

/** What the programs import and declare, and other names for it. */
const otherNames = new Map(
  Object.entries({
    ...{ invokeTool: 'perform', CallbackRunner: 'Gate', GuardrailBlocked: 'Refused', GuardrailToken: 'Permit' },
    ...{ defineTool: 'makeTool', defineAgent: 'makeAgent' },
    ...{ token: 'permit', runner: 'gate', erase: 'wipe', agent: 'worker', args: 'input' },
  }),
);

/** The same program with its variables and imports under other names. Properties keep theirs. */
function renamedIn(code: string): string {
  const file = ts.createSourceFile('main.ts', code, ts.ScriptTarget.Latest, true);
  let renamed = code;
  const edits: { readonly node: tsModule.Identifier; readonly text: string }[] = [];
  const visit = (node: tsModule.Node): void => {
    if (ts.isModuleBlock(node)) return;
    const name = ts.isIdentifier(node) ? otherNames.get(node.text) : undefined;
    if (name !== undefined && ts.isIdentifier(node) && !isMember(node) && bindingOf(node))
      edits.push({
        node,
        text: isShorthand(node) ? `${node.text}${ts.isImportSpecifier(node.parent) ? ' as' : ':'} ${name}` : name,
      });
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { node, text } of edits.sort((a, b) => b.node.pos - a.node.pos))
    renamed = renamed.slice(0, node.getStart(file)) + text + renamed.slice(node.end);
  return renamed;
}

/** The name of a property or member, as which a variable of that name is not meant. */
function isMember(node: tsModule.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent))
    return (ts.isQualifiedName(parent) ? parent.right : parent.name) === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  // A parameter that is a property as well.
  if (ts.isParameter(parent)) return parent.modifiers !== undefined && parent.name === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}

/** `{ token }`, as a value, a pattern or an import. */
function isShorthand(node: tsModule.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isImportSpecifier(parent)) return !parent.propertyName;
  return ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && !parent.propertyName;
}
