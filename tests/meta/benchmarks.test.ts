import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'benchmarks');

/** What the plain scripts of the benchmarks import of what is built: no compiler checks them. */
const imports = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/import \{ ([^}]+) \} from '(\.[^']+)'/g)].map(
      ([, names = '', from = '']) => ({ file, names: names.split(', '), from }),
    ),
  );

it('the benchmarks import only what the sources still have', () => {
  expect(imports.length).toBeGreaterThan(1);
  for (const { file, names, from } of imports) {
    const source = path.resolve(folder, from.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
    expect(existsSync(source), `${file}: ${from}`).toBe(true);
    const text = readFileSync(source, 'utf8');
    for (const name of names) expect(text, `${file}: ${from}`).toMatch(new RegExp(`^export .*\\b${name}\\b`, 'm'));
  }
});
