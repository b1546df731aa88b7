import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/graph/drawing.ts';
import { type Box, layoutOf } from '../../src/graph/layout.ts';
import { emptyReport, hostileReport, reportWith } from './reports.ts';

const reports = [
  ['5 agents', reportWith({ agents: 5 })],
  ['20 agents', reportWith({ agents: 20 })],
  ['50 agents', reportWith({ agents: 50 })],
  ['50 agents in teams apart', reportWith({ agents: 50, hasHead: false })],
  ['50 agents in one team', reportWith({ agents: 50, team: 60 })],
  ['200 agents', reportWith({ agents: 200 })],
  ['200 agents, otherwise', reportWith({ agents: 200, seed: 7 })],
  ['names of people who mean harm', hostileReport()],
] as const;

describe.each(reports)('the layout of %s', (_, report) => {
  it('has each agent in a place of its own, and each step from one to the other', async () => {
    const drawing = drawingOf({ report });
    const { boxes, curves, width, height } = await layoutOf(drawing);

    expect(boxes).toHaveLength(report.agents.length);
    boxes.forEach((box, at) => {
      expect(box.x).toBeGreaterThanOrEqual(-1);
      expect(box.y).toBeGreaterThanOrEqual(-1);
      expect(box.x + box.width).toBeLessThanOrEqual(width + 1);
      expect(box.y + box.height).toBeLessThanOrEqual(height + 1);
      expect(boxes.slice(at + 1).filter((other) => isOver(box, other))).toEqual([]);
    });
    drawing.steps.forEach(({ from, to }, at) => {
      const curve = curves[at]!;
      expect((curve.length - 1) % 3).toBe(0);
      expect(distanceTo(boxes[from]!, curve[0]!)).toBeLessThan(2);
      expect(distanceTo(boxes[to]!, curve.at(-1)!)).toBeLessThan(2);
    });
  });

  it('is the same again', async () => {
    expect(await layoutOf(drawingOf({ report }))).toEqual(await layoutOf(drawingOf({ report })));
  });
});

it('goes from left to right, but for the steps that close a cycle', async () => {
  const drawing = drawingOf({ report: reportWith({ agents: 200 }) });
  const { boxes } = await layoutOf(drawing);
  const back = drawing.steps.filter(({ from, to }) => boxes[to]!.x <= boxes[from]!.x);
  expect(back.length).toBeLessThan(drawing.steps.length / 10);
});

it('is flat enough for a screen', async () => {
  for (const hasHead of [true, false]) {
    const { width, height } = await layoutOf(drawingOf({ report: reportWith({ agents: 200, hasHead }) }));
    expect(width / height).toBeGreaterThan(0.8);
    expect(width / height).toBeLessThan(2.6);
  }
});

it('of an agent that runs itself is drawn', async () => {
  const report = reportWith({ agents: 5 });
  const [edge] = report.delegations;
  const own = { ...report, delegations: [...report.delegations, { ...edge!, to: edge!.from }] };
  const { curves } = await layoutOf(drawingOf({ report: own }));
  expect(curves.at(-1)!.length).toBeGreaterThan(3);
});

it('of nothing is nothing', async () => {
  expect(await layoutOf(drawingOf({ report: emptyReport }))).toMatchObject({ boxes: [], curves: [] });
});

it('and the page take less than 5 s for 200 agents', { timeout: 120_000 }, () => {
  // Of the processor, not of the clock, and in a process of its own: the garbage of other tests takes seconds to collect.
  const script = fileURLToPath(new URL('page-seconds.ts', import.meta.url));
  const seconds = Number(execFileSync(process.execPath, ['--import', 'tsx', script], { encoding: 'utf8' }));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(5);
});

function isOver(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** From a point to the nearest side of a box, in pixels. */
function distanceTo({ x, y, width, height }: Box, point: { readonly x: number; readonly y: number }): number {
  const across = Math.max(x - point.x, 0, point.x - x - width);
  const down = Math.max(y - point.y, 0, point.y - y - height);
  return Math.hypot(across, down);
}
