import { counted } from './dom.ts';
import type { Graph, Selection, Way } from './graph.ts';
import type { View } from './view.ts';

/** What a reader can do with the picture. */
export interface PictureEvents {
  /** An agent was chosen. */
  agent(agent: number): void;
  /** A tool was chosen in the card of an agent. */
  tool(tool: number, holder: number): void;
  /** The ground was clicked. */
  ground(): void;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The picture: lights parts of it, and reports what a reader chooses in it, by mouse or keyboard. */
export class Picture {
  readonly #svg: SVGSVGElement;
  readonly #graph: Graph;
  readonly #view: View;
  readonly #cards = new Map<number, SVGGElement>();
  /** The outlines of the cards, which take the focus: what stands in a card is no part of its label. */
  readonly #outlines = new Map<number, SVGElement>();
  readonly #steps = new Map<number, SVGGElement>();
  readonly #boxes = new Map<number, Box>();

  constructor(svg: SVGSVGElement, graph: Graph, view: View, events: PictureEvents) {
    this.#svg = svg;
    this.#graph = graph;
    this.#view = view;
    for (const card of svg.querySelectorAll<SVGGElement>('[data-agent]'))
      this.#cards.set(Number(card.dataset.agent), card);
    for (const step of svg.querySelectorAll<SVGGElement>('[data-step]'))
      this.#steps.set(Number(step.dataset.step), step);
    for (const [agent, card] of this.#cards) {
      const outline = card.querySelector<SVGElement>('.card');
      if (!outline) continue;
      this.#outlines.set(agent, outline);
      this.#boxes.set(agent, boxOf(card, outline));
      outline.setAttribute('role', 'button');
      outline.setAttribute('aria-pressed', 'false');
      outline.setAttribute('aria-label', this.#said(agent));
      for (const element of card.children) if (element !== outline) element.setAttribute('aria-hidden', 'true');
    }
    this.#reachable(this.#first());
    this.#listen(events);
  }

  /**
   * Lights a part and fades the rest; nothing lights everything.
   *
   * @param chosen the agent that the query concerns
   */
  light(part: Selection | undefined, chosen: number | undefined): void {
    this.#svg.classList.toggle('is-asked', part !== undefined);
    for (const [agent, card] of this.#cards) {
      card.classList.toggle('is-lit', part?.agents.has(agent) === true);
      card.classList.toggle('is-chosen', agent === chosen);
    }
    for (const [agent, outline] of this.#outlines) outline.setAttribute('aria-pressed', String(agent === chosen));
    for (const [step, line] of this.#steps) line.classList.toggle('is-lit', part?.steps.has(step) === true);
    if (chosen !== undefined) this.#reachable(chosen);
  }

  /** Draws a way over what is lit, to the row of the tool where the card shows it. */
  trace(way: Way | undefined): void {
    const part = way && this.#graph.along(way);
    this.#svg.classList.toggle('is-traced', way !== undefined);
    const holder = way?.path.at(-1);
    for (const [agent, card] of this.#cards) {
      card.classList.toggle('is-way', part?.agents.has(agent) === true);
      for (const row of card.querySelectorAll<SVGGElement>('[data-tool]'))
        row.classList.toggle('is-way', agent === holder && Number(row.dataset.tool) === way?.tool);
    }
    for (const [step, line] of this.#steps) {
      const isWay = part?.steps.has(step) === true;
      line.classList.toggle('is-way', isWay);
      // Lines to a stack share a part of their way: the lit one has to be drawn last.
      if (isWay) line.parentNode?.append(line);
    }
  }

  /** Brings agents into view, as large as they fit. */
  show(agents: Iterable<number>): void {
    const box = this.#around(agents);
    if (box) this.#view.show(box, 1);
  }

  /** The same, where not all of them are in view. */
  showUnseen(agents: Iterable<number>): void {
    const box = this.#around(agents);
    if (box && !this.#view.isSeen(box)) this.#view.show(box, 1);
  }

  /** Brings an agent into view, at a scale at which it can be read. */
  reveal(agent: number): void {
    const box = this.#boxes.get(agent);
    if (box) this.#view.reveal(box);
  }

  #around(agents: Iterable<number>): Box | undefined {
    const boxes = [...agents].flatMap((agent) => this.#boxes.get(agent) ?? []);
    if (boxes.length === 0) return undefined;
    const x = Math.min(...boxes.map((box) => box.x));
    const y = Math.min(...boxes.map((box) => box.y));
    const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
    return { x, y, width, height };
  }

  #said(index: number): string {
    const { id, isRemote, sdk, reach } = this.#graph.agent(index);
    const own = reach.filter(({ path }) => path.length === 1).length;
    const undecided = reach.filter(({ mark }) => mark === 'undecided').length;
    const findings = this.#graph.data.findings.filter(({ path }) => path[0] === index).length;
    return [
      `${id}, ${isRemote ? 'remote agent' : 'agent'}, ${sdk}`,
      counted(own, 'tool') + ' of its own',
      `reaches ${counted(reach.length, 'tool')}, ${String(undecided)} sensitive and unguarded`,
      ...(findings > 0 ? [counted(findings, 'finding')] : []),
    ].join(', ');
  }

  /** The agent that Tab comes to first: the leftmost, that is the one where the work starts. */
  #first(): number {
    const inOrder = [...this.#boxes].sort(([, a], [, b]) => a.x - b.x || a.y - b.y);
    return inOrder[0]?.[0] ?? 0;
  }

  /** One card alone is reached by Tab, the others from there by arrow keys. */
  #reachable(agent: number): void {
    for (const [each, outline] of this.#outlines) outline.setAttribute('tabindex', each === agent ? '0' : '-1');
  }

  #listen(events: PictureEvents): void {
    const svg = this.#svg;
    svg.addEventListener('click', ({ target }) => {
      if (!(target instanceof Element)) return;
      const agent = indexIn(target, 'agent');
      const tool = indexIn(target, 'tool');
      if (agent === undefined) events.ground();
      else if (tool === undefined) events.agent(agent);
      else events.tool(tool, agent);
    });
    for (const [agent, card] of this.#cards) {
      card.addEventListener('pointerenter', () => this.#hover(agent));
      card.addEventListener('pointerleave', () => this.#hover(undefined));
    }
    for (const [agent, outline] of this.#outlines)
      outline.addEventListener('focus', () => {
        // Who clicks sees where it is.
        if (outline.matches(':focus-visible')) this.reveal(agent);
      });
    svg.addEventListener('keydown', (event) => {
      const agent = event.target instanceof Element ? indexIn(event.target, 'agent') : undefined;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const direction = directions[event.key];
      if (direction && event.shiftKey) this.#view.pan(-80 * direction.x, -80 * direction.y);
      else if (direction && agent !== undefined) this.#focus(this.#nextTo(agent, direction));
      else if ((event.key === 'Enter' || event.key === ' ') && agent !== undefined) events.agent(agent);
      else return;
      event.preventDefault();
    });
  }

  #hover(agent: number | undefined): void {
    const steps = new Set(agent === undefined ? [] : [...this.#graph.from(agent), ...this.#graph.to(agent)]);
    for (const [step, line] of this.#steps) line.classList.toggle('is-hovered', steps.has(step));
  }

  #focus(agent: number | undefined): void {
    if (agent === undefined) return;
    this.#reachable(agent);
    this.#outlines.get(agent)?.focus({ preventScroll: true });
  }

  /** The nearest card in a direction; what lies off it counts double. */
  #nextTo(agent: number, { x, y }: { readonly x: number; readonly y: number }): number | undefined {
    const from = this.#boxes.get(agent);
    if (!from) return undefined;
    const [centerX, centerY] = [from.x + from.width / 2, from.y + from.height / 2];
    let best: { readonly agent: number; readonly cost: number } | undefined;
    for (const [other, box] of this.#boxes) {
      const [right, down] = [box.x + box.width / 2 - centerX, box.y + box.height / 2 - centerY];
      const ahead = right * x + down * y;
      if (other === agent || ahead < 8) continue;
      const cost = ahead + 2 * Math.abs(right * y + down * x);
      if (!best || cost < best.cost) best = { agent: other, cost };
    }
    return best?.agent;
  }
}

const directions: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

function indexIn(target: Element, kind: 'agent' | 'tool'): number | undefined {
  const found = target.closest<SVGElement>(`[data-${kind}]`)?.dataset[kind];
  return found === undefined ? undefined : Number(found);
}

function boxOf(card: SVGGElement, outline: SVGElement): Box {
  const [, x, y] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(card.getAttribute('transform') ?? '') ?? [];
  const side = (name: string): number => Number(outline.getAttribute(name));
  return { x: Number(x), y: Number(y), width: side('width'), height: side('height') };
}
