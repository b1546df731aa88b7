import path from 'node:path';
import { expect, it } from 'vitest';
import { Analysis } from '../../src/facts/analysis.ts';
import { rules } from '../../src/rules/index.ts';
import { findingsOf } from '../../src/rules/rule.ts';
import { openProject } from '../../src/type-utils/index.ts';
import { comparisonOf } from './disagreements.ts';

// One verdict, whichever host prints it. That of the programs of the rules' tests: programs-of-tests.test.ts.
const root = path.join(import.meta.dirname, '../..');
const { program } = openProject(path.join(root, 'examples'));
const analysis = new Analysis(program);
const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${root}/examples/`));

it('facts, graph and the rules agree about the examples', () => {
  const { disagreements, count } = comparisonOf(analysis, root, own);

  expect(disagreements).toEqual([]);
  expect(count).toBeGreaterThan(5);
});

it('no placeholder of a message is left open', () => {
  const messages = Object.values(rules).flatMap((rule) =>
    own.flatMap((file) => [...findingsOf(rule, file, analysis)].map(({ message }) => message)),
  );

  expect(messages.length).toBeGreaterThan(20);
  expect(messages.filter((message) => message.includes('{{'))).toEqual([]);
});
