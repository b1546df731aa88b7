import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import type tsModule from 'typescript';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { bindingOf } from '../../src/type-utils/scopes.ts';
import { ts } from '../../src/type-utils/typescript.ts';
import { type CaseProgram, programOf } from '../scenarios/programs.ts';
import {
  correctPrograms,
  forgingPrograms,
  mismatchingPrograms,
  missedPrograms,
  reusingPrograms,
  type TokenProgram,
  tokenPrelude,
  trickyPrograms,
} from './token-programs.ts';

const rules = ['no-forged-token', 'no-token-mismatch', 'no-token-reuse'] as const;
type TokenRule = (typeof rules)[number];

/** A finding of one of the rules, by the line of the program's own text. */
interface Found {
  readonly rule: string | null;
  readonly place: string;
  readonly messageId: string | undefined;
}

/** Some programs, compiled together when the first is asked about: the checker is most of what each would cost alone. */
class Batch {
  readonly #codes: readonly string[];
  readonly #beside: readonly TokenProgram['beside'][];
  #built: CaseProgram | undefined;

  constructor(programs: readonly TokenProgram[], rewritten = (code: string) => code) {
    this.#codes = programs.map(({ code }) => rewritten(tokenPrelude + unmarked(code.trim())));
    this.#beside = programs.map(({ beside }) => beside);
  }

  found(index: number): readonly Found[] {
    const { program } = this.#program();
    const code = this.#codes[index] ?? '';
    const messages = new Linter().verify(
      code,
      {
        files: ['**/*.ts'],
        plugins: { 'agent-safety': plugin },
        languageOptions: { parser, parserOptions: { programs: [program] } },
        rules: Object.fromEntries(rules.map((rule) => [`agent-safety/${rule}`, 'error'])),
      },
      { filename: this.#file(index)?.fileName ?? '' },
    );
    return messages.map(({ line, column, ruleId, messageId }) => ({
      rule: ruleId,
      place: `${String(line - 1)}:${String(column)}`,
      messageId,
    }));
  }

  complaints(index: number): readonly string[] {
    const { program } = this.#program();
    const file = this.#file(index);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
      ts.flattenDiagnosticMessageText(messageText, ' '),
    );
  }

  #program(): CaseProgram {
    return (this.#built ??= programOf(
      Object.fromEntries(
        this.#codes.flatMap((code, index) =>
          Object.entries({ ...this.#beside[index], 'main.ts': code }).map(([name, text]) => [
            `case${String(index)}/${name}`,
            text,
          ]),
        ),
      ),
    ));
  }

  #file(index: number) {
    return this.#program().sources.find(({ fileName }) => fileName.endsWith(`/case${String(index)}/main.ts`));
  }
}

function unmarked(code: string): string {
  return code.replace(/[«»]/g, '');
}

/** Where a program says that there is something to report. */
function marksIn({ code }: TokenProgram): string[] {
  const text = code.trim();
  return [...text.matchAll(/«/g)].map(({ index }) => {
    const lines = unmarked(text.slice(0, index)).split('\n');
    return `${String(lines.length)}:${String((lines.at(-1) ?? '').length + 1)}`;
  });
}

const right = [...correctPrograms, ...trickyPrograms];
const wrong: readonly (readonly [TokenRule, readonly TokenProgram[]])[] = [
  ['no-forged-token', forgingPrograms],
  ['no-token-mismatch', mismatchingPrograms],
  ['no-token-reuse', reusingPrograms],
];

describe('programs that are right', () => {
  const batch = new Batch(right);

  it('are many', () => {
    expect(right.length).toBeGreaterThanOrEqual(100);
  });

  it.each(right.map(({ name }, index) => ({ name, index })))('$name', ({ index }) => {
    expect(batch.complaints(index)).toEqual([]);
    expect(batch.found(index)).toEqual([]);
  });
});

describe.each(wrong)('programs that %s reports', (rule, programs) => {
  const batch = new Batch(programs);

  it.each(programs.map((program, index) => ({ name: program.name, program, index })))('$name', ({ program, index }) => {
    expect(batch.complaints(index)).toEqual([]);
    const found = batch.found(index);
    expect(found.map(({ place }) => place)).toEqual(marksIn(program));
    expect(new Set(found.map((each) => each.rule))).toEqual(new Set([`agent-safety/${rule}`]));
  });
});

describe('known gap', () => {
  const batch = new Batch(missedPrograms);

  it.each(missedPrograms.map(({ name }, index) => ({ name, index })))('known gap: $name', ({ index }) => {
    expect(batch.complaints(index)).toEqual([]);
    expect(batch.found(index)).toEqual([]);
  });
});

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
