import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import { describe, expect, it } from 'vitest';
import plugin from '../../src/index.ts';
import { rules } from '../../src/rules/index.ts';
import { policyFile } from '../policy-file.ts';
import { registryFile } from '../registry-folder.ts';
import { type CaseProgram, programOf } from '../scenarios/programs.ts';
import { textOf } from './repository.ts';

interface Example {
  /** What the heading above it promises. */
  readonly verdict: 'Incorrect' | 'Correct';
  readonly line: number;
  readonly language: string;
  readonly code: string;
  /** The policy that holds for it: the last block before it of that name. */
  readonly policy: string | undefined;
  /** The registry document, in the same way. */
  readonly registry: string | undefined;
}

const pages = Object.keys(rules).map((rule) => ({
  rule,
  examples: examplesOf(textOf(`docs/rules/${rule}.md`)),
}));

/** Where an example is in the program of all of them. */
function placeOf({ language, line }: Example, rule: string): string {
  return `${rule}/${String(line)}/example.${language}`;
}

let together: CaseProgram | undefined;

/** All examples in one program, each in a folder of its own: the checker is most of what each would cost alone. */
function programOfAll(): CaseProgram {
  together ??= programOf(
    Object.fromEntries(
      pages.flatMap(({ rule, examples }) => examples.map((each) => [placeOf(each, rule), each.code] as const)),
    ),
  );
  return together;
}

// Names that are not there make types `any`, and an example about nothing is never reported.
const unresolved = new Set([2304, 2305, 2307, 2339, 2551, 2552]);
/** The rule whose incorrect programs import what is not there. */
const ruleOfImports = 'no-unresolved-sdk';

it('finds the examples of a page by the heading above them', () => {
  const page = [
    ...['## Incorrect', '```ts', 'wrong();', '```', '### With an alias', '```ts', 'alsoWrong();', '```'],
    ...['## ✅ Correct', '```ts', 'right();', '```', '```sh', 'npm test', '```', '## Options', '```js', '```'],
  ].join('\n');

  expect(examplesOf(page).map(({ verdict, line, code }) => [verdict, line, code])).toEqual([
    ['Incorrect', 2, 'wrong();'],
    ['Incorrect', 6, 'alsoWrong();'],
    ['Correct', 10, 'right();'],
  ]);
});

describe.each(pages)('the page of $rule', ({ rule, examples }) => {
  // The alternative is a rule that silently finds nothing.
  it('has a rule that reads the program of a file', () => {
    const example = examples.find(({ verdict }) => verdict === 'Incorrect')?.code ?? '';
    const settings = { project: 'none.json' };
    expect(() => lint(rule, example, 'example.ts', {}, settings)).toThrow(/There is no .*none\.json/);
  });

  it('shows both', () => {
    const verdicts = new Set(examples.map(({ verdict }) => verdict));
    expect([...verdicts].sort()).toEqual(['Correct', 'Incorrect']);
  });

  // An example may set the rule's options in a comment: /* eslint agent-safety/<rule>: ["error", { … }] */
  it.each(examples)('$verdict, line $line', (example) => {
    const { verdict, code, policy, registry } = example;
    const { program, sources } = programOfAll();
    const source = sources.find(({ fileName }) => fileName.endsWith(`/${placeOf(example, rule)}`));
    if (!source) throw new Error('The example is no program.');
    const diagnostics = program.getSemanticDiagnostics(source).filter(({ code: number }) => unresolved.has(number));
    if (rule !== ruleOfImports || verdict === 'Correct')
      expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);

    const messages = lint(
      rule,
      code,
      source.fileName,
      { programs: [program] },
      {
        ...(policy === undefined ? {} : { policy: policyFile(policy) }),
        ...(registry === undefined ? {} : { registry: registryFile(registry) }),
      },
    );

    expect(messages.filter(({ ruleId }) => ruleId !== `agent-safety/${rule}`)).toEqual([]);
    if (verdict === 'Correct') expect(messages).toEqual([]);
    else expect(messages).not.toEqual([]);
  });
});

function lint(
  rule: string,
  code: string,
  filename: string,
  parserOptions: Linter.ParserOptions,
  settings: object = {},
): readonly Linter.LintMessage[] {
  return new Linter().verify(
    code,
    {
      files: ['**/*.{ts,tsx,js,jsx}'],
      plugins: { 'agent-safety': plugin },
      languageOptions: { parser, parserOptions },
      rules: { [`agent-safety/${rule}`]: 'error' },
      settings: { 'agent-safety': settings },
    },
    { filename },
  );
}

/** The code blocks under headings that begin with Incorrect or Correct, or with ❌ or ✅ before it. */
function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  let promise: { verdict: Example['verdict']; depth: number } | undefined;
  let block: { line: number; language: string; title: string; code: string[] } | undefined;
  let policy: string | undefined;
  let registry: string | undefined;

  for (const [index, line] of page.split('\n').entries()) {
    const fence = /^```(\w*) ?(.*)/.exec(line);
    const heading = /^(#+) (?:[❌✅] )?(.+)/u.exec(line);
    if (block) {
      if (!fence) block.code.push(line);
      else {
        const { title, ...example } = block;
        if (title === 'agent-safety.policy.json') policy = block.code.join('\n');
        if (title === 'agent-safety.registry.json') registry = block.code.join('\n');
        if (promise && /^[jt]sx?$/.test(block.language)) {
          examples.push({ ...example, verdict: promise.verdict, code: block.code.join('\n'), policy, registry });
        }
        block = undefined;
      }
    } else if (fence) {
      block = { line: index + 1, language: fence[1] ?? '', title: fence[2] ?? '', code: [] };
    } else if (heading) {
      const depth = heading[1]?.length ?? 0;
      const verdict = /^(Incorrect|Correct)\b/.exec(heading[2] ?? '')?.[1] as Example['verdict'] | undefined;
      if (verdict) promise = { verdict, depth };
      else if (promise && depth <= promise.depth) promise = undefined;
    }
  }
  return examples;
}
