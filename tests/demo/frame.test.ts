import { expect, it } from 'vitest';
import { codeFrame, placesIn } from '../../scripts/demo/frame.ts';
import type { Finding } from '../../scripts/demo/lint.ts';

const finding: Finding = {
  file: 'a.ts',
  line: 5,
  column: 3,
  endLine: 5,
  endColumn: 7,
  rule: 'no-wrong-session-state',
  messageId: 'calledAfterClose',
  message: '`call` needs an open client, but it was closed on line 1.',
  preset: 'recommended',
};
const text = 'close();\nb\nc\nd\n  call();\ne\n';
const noOtherFiles = (): undefined => undefined;

it('finds the places that a message names', () => {
  expect(placesIn('closed on line 12: it rejects (line 7 of my-pool.ts). Line up.')).toEqual([
    { file: undefined, line: 12 },
    { file: 'my-pool.ts', line: 7 },
  ]);
});

it('finds the place that a message names in the policy, and not the same line of the program', () => {
  expect(placesIn('outside of the allow-list of `Desk` (agent-safety.policy.json, line 4). Grant it there.')).toEqual([
    { file: 'agent-safety.policy.json', line: 4 },
  ]);
});

it('shows the code, a caret below it, and the line that the state comes from', () => {
  expect(codeFrame(finding, text, noOtherFiles)).toBe(
    [' * 1 | close();', '     :', '   4 | d', ' > 5 |   call();', '     |   ^^^^', '   6 | e'].join('\n'),
  );
});

it('shows a place in another file, where that is known', () => {
  const elsewhere = { ...finding, message: 'It was closed on line 2 of pool.ts.' };
  const frame = codeFrame(elsewhere, text, (file) => (file === 'pool.ts' ? 'x\nclose();\n' : undefined));

  expect(frame).toContain('   in pool.ts\n   1 | x\n * 2 | close();');
  expect(codeFrame(elsewhere, text, noOtherFiles)).not.toContain('pool.ts');
});

it('shows the line of the policy, and does not mark the same line of the program', () => {
  const outside = { ...finding, message: 'It is outside of the allow-list (agent-safety.policy.json, line 2).' };
  const policy = '"agents": {\n  "Desk": { "allow": [] }\n}\n';

  expect(codeFrame(outside, text, () => policy)).toBe(
    [
      ...['   4 | d', ' > 5 |   call();', '     |   ^^^^', '   6 | e', '   in agent-safety.policy.json'],
      ...['   1 | "agents": {', ' * 2 |   "Desk": { "allow": [] }', '   3 | }'],
    ].join('\n'),
  );
});

it('draws carets to the end of the line where the code goes on below', () => {
  expect(codeFrame({ ...finding, endLine: 6, endColumn: 2 }, text, noOtherFiles)).toContain('     |   ^^^^^^^\n');
});

it('shortens lines of generated code, and keeps the caret with what is shown', () => {
  const frame = codeFrame(
    { ...finding, line: 1, endLine: 1, column: 400, endColumn: 410 },
    'x'.repeat(500),
    noOtherFiles,
  );

  expect(frame.split('\n').every((line) => line.length < 170)).toBe(true);
});
