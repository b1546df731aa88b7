import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';
import { Project } from './project.ts';

// The first program has to read the SDKs' declarations.
const patiently = { timeout: 120_000 };

const project = new Project(new Map(lookAlikes.map(({ name, files }) => [name, files])));

it('the programs compile', patiently, () => {
  expect(project.complaints()).toEqual([]);
});

for (const { name } of lookAlikes) {
  it(name, patiently, () => {
    expect(project.findingsIn(name)).toEqual([]);
  });
}
