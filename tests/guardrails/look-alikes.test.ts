import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';
import { Project } from './project.ts';

const minute = { timeout: 60_000 };

const project = new Project(new Map(lookAlikes.map(({ name, files }) => [name, files])));

it('the programs compile', minute, () => {
  expect(project.complaints()).toEqual([]);
});

for (const { name } of lookAlikes) {
  it(name, minute, () => {
    expect(project.findingsIn(name)).toEqual([]);
  });
}
