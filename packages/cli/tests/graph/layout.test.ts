import { type Graph, instance, type Viz } from '@viz-js/viz';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drawingOf } from '../../src/graph/drawing.ts';
import { htmlOf } from '../../src/graph/html.ts';
import { type Box, type Layout, layoutOf } from '../../src/graph/layout.ts';
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
  const drawing = drawingOf({ report });
  let layout: Layout;
  beforeAll(async () => {
    layout = await layoutOf(drawing);
  });

  it('has each agent in a place of its own, and each step from one to the other', () => {
    const { boxes, curves, width, height } = layout;

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
    expect(await layoutOf(drawingOf({ report }))).toEqual(layout);
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

it('of the page of 200 agents is found by Graphviz in few runs, over no more than the agents and their steps', async () => {
  const prototype = Object.getPrototypeOf(await instance()) as Viz;
  const rendering = vi.spyOn(prototype, 'renderFormats');
  const report = reportWith({ agents: 200, seed: 3 });
  await htmlOf({ report });
  const graphs = rendering.mock.calls.map(([graph]) => graph as Graph);
  rendering.mockRestore();

  expect(graphs.length).toBeGreaterThan(0);
  expect(graphs.length).toBeLessThanOrEqual(5);
  for (const { nodes = [], edges = [] } of graphs) {
    expect(nodes.length).toBeLessThanOrEqual(200);
    expect(edges.length).toBeLessThanOrEqual(report.delegations.length);
  }
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
