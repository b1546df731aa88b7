import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { textOf } from '../meta/repository.ts';
import { exampleFolder } from './file-manager.ts';
import { mark, onOneLine, patternOf, programToRead, programToRun, stepsOf } from './proof-by-construction.ts';
import { diagnosticsOf, findingsOf, programOf } from './typed-programs.ts';

// The page says what the compiler, the run time and the rules say: all of it is asked here.
const steps = stepsOf(textOf('docs/guides/proof-by-construction.md'));
const { text, starts } = programToRead(steps);
const program = programOf(text);
const errors = said(diagnosticsOf(program));
const findings = said(findingsOf(program).map(({ line, rule, message }) => ({ line, message: `${rule}: ${message}` })));
const printed = run();

const named = steps.map((step, index) => ({ ...step, index, name: step.code.trim().split('\n').at(-1) ?? '' }));
const wrong = named.flatMap(({ wrong, ...step }) => (wrong ? [{ ...step, ...wrong }] : []));

it('has steps, and shows each of them done wrong', () => {
  expect(named.filter((step) => !step.wrong)).toHaveLength(5);
  expect(wrong.length).toBeGreaterThan(10);
});

describe.each(named.filter((step) => !step.wrong))('a step that ends with `$name`', ({ index, prints }) => {
  it('compiles, with nothing for the rules to report', () => {
    expect(errors(index)).toBe('');
    expect(findings(index)).toBe('');
  });

  it('prints what the page shows', () => {
    expect(printed[index]).toBe(prints);
  });
});

describe.each(wrong)('`$name`, done wrong', ({ index, compiler, runTime, lint }) => {
  it('is what the page says to the compiler', () => {
    expect(errors(index) || 'accepts it').toMatch(patternOf(compiler));
  });

  it('is what the page says at run time', () => {
    expect(onOneLine(printed[index] ?? '')).toMatch(patternOf(runTime));
  });

  it('is what the page says to the rules', () => {
    expect(findings(index) || 'no findings').toMatch(patternOf(lint));
  });
});

it('whatever the compiler accepts, the run time or a rule does not', () => {
  const accepted = wrong.filter(({ compiler }) => compiler === 'accepts it');

  expect(accepted.filter(({ runTime, lint }) => runTime === 'nothing happens' && lint === 'no findings')).toEqual([]);
  expect(accepted.length).toBeGreaterThan(4);
});

/** What was said about a step, in the order of its lines. */
function said(all: readonly { readonly line: number; readonly message: string }[]): (index: number) => string {
  return (index) => {
    const [start = 0, end = Infinity] = starts.slice(index);
    const ofStep = all.filter(({ line }) => line >= start && line < end).sort((a, b) => a.line - b.line);
    return onOneLine(ofStep.map(({ message }) => message).join('\n'));
  };
}

/** What each step prints. The program runs where the packages are that it imports. */
function run(): string[] {
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const code = ts.transpileModule(programToRun(steps).text, { compilerOptions: options }).outputText;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: exampleFolder,
    encoding: 'utf8',
  });
  return output.split(`${mark}\n`);
}
