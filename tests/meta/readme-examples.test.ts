import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeFrame } from '../../scripts/demo/frame.ts';
import { lint } from '../../scripts/demo/lint.ts';
import { exampleSource } from '../../scripts/demo/run.ts';
import plugin from '../../src/index.ts';
import { textOf } from './repository.ts';

it('the README shows findings as the demo prints them', async () => {
  const shown = [...textOf('README.md').matchAll(/^```text\n(unsafe\/[\s\S]*?)^```/gm)].map(([, block = '']) => block);
  const source = exampleSource();
  const files = source.files.filter((file) =>
    shown.some((block) => block.startsWith(`${path.relative(source.folder, file)}:`)),
  );

  const { findings } = await lint(plugin, { ...source, files });

  const printed = findings.map((finding) => {
    const text = readFileSync(path.join(source.folder, finding.file), 'utf8');
    const place = `${finding.file}:${finding.line}:${finding.column}`;
    return `${place}  ${finding.rule}\n   ${finding.message}\n\n${codeFrame(finding, text, () => undefined)}\n`;
  });
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((block) => !printed.includes(block))).toEqual([]);
});
