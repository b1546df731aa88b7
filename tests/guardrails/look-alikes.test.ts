import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';
import { Project } from './project.ts';

const project = new Project(new Map(lookAlikes.map(({ name, files }) => [name, files])));

it('the programs compile', () => {
  expect(project.complaints()).toEqual([]);
});

for (const { name } of lookAlikes) {
  it(name, () => {
    expect(project.findingsIn(name)).toEqual([]);
  });
}
