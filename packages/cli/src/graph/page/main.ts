import type { PageData } from './data.ts';
import { counted, part } from './dom.ts';
import { Graph, type Way } from './graph.ts';
import { Panel } from './panel.ts';
import { Picture } from './picture.ts';
import { Search } from './search.ts';
import { listenForTheme } from './theme.ts';
import { View } from './view.ts';

/** What the page shows at a time. */
type Subject =
  | { readonly kind: 'all' }
  | { readonly kind: 'agent'; readonly index: number }
  | { readonly kind: 'tool'; readonly index: number }
  | { readonly kind: 'finding'; readonly index: number };

const graph = new Graph(JSON.parse(part('data', HTMLScriptElement).text) as PageData);
const svg = part('picture', SVGSVGElement);
const live = part('live', HTMLElement);
const view = new View(svg, part('content', SVGGElement), {
  width: Number(svg.dataset.width),
  height: Number(svg.dataset.height),
});

let subject: Subject = { kind: 'all' };
/** The way that was chosen, which stays when another was only pointed at. */
let chosenWay: Way | undefined;

const picture = new Picture(svg, graph, view, {
  agent: (index) =>
    turnTo(subject.kind === 'agent' && subject.index === index ? { kind: 'all' } : { kind: 'agent', index }),
  tool: chooseTool,
  ground: () => turnTo({ kind: 'all' }),
});
const panel = new Panel(part('panel', HTMLElement), graph, {
  agent: (index) => turnToSeen({ kind: 'agent', index }),
  tool: (index) => turnToSeen({ kind: 'tool', index }),
  finding: (index) => turnToSeen({ kind: 'finding', index }),
  point: (way) => picture.trace(way ?? chosenWay),
  way: chooseWay,
  close: () => turnTo({ kind: 'all' }),
});
const search = new Search(part('search', HTMLInputElement), part('found', HTMLElement), graph, ({ kind, index }) =>
  turnToSeen({ kind, index }),
);

listenForTheme(part('theme', HTMLElement));
part('larger', HTMLElement).addEventListener('click', () => view.zoom(1.4));
part('smaller', HTMLElement).addEventListener('click', () => view.zoom(1 / 1.4));
part('fit', HTMLElement).addEventListener('click', () => view.fit());
document.addEventListener('keydown', onKey);
view.fit();
turnTo(subjectIn(location.hash.slice(1)));

/** Makes something the page's subject, in the picture and in the panel. */
function turnTo(next: Subject): void {
  subject = next;
  chosenWay = undefined;
  picture.trace(undefined);
  switch (next.kind) {
    case 'all':
      picture.light(undefined, undefined);
      panel.showAll();
      break;
    case 'agent':
      picture.light(graph.reachFrom(next.index), next.index);
      panel.showAgent(next.index);
      break;
    case 'tool':
      picture.light(graphOfTool(next.index), undefined);
      panel.showTool(next.index);
      break;
    case 'finding': {
      const { path = [], tools = [] } = graph.data.findings[next.index] ?? {};
      chosenWay = { path, tool: tools[0] };
      picture.light(graph.along(chosenWay), path[0]);
      picture.trace(chosenWay);
      panel.showFinding(next.index);
    }
  }
  live.textContent = saidOf(next);
  remember(next);
}

/** The same, for who chose it elsewhere than in the picture: it is brought into view. */
function turnToSeen(next: Subject): void {
  turnTo(next);
  if (next.kind === 'agent') picture.reveal(next.index);
  else showSubject();
}

function showSubject(): void {
  if (chosenWay) picture.show(chosenWay.path);
  else if (subject.kind === 'agent') picture.show(graph.reachFrom(subject.index).agents);
  else if (subject.kind === 'tool') picture.show(graphOfTool(subject.index).agents);
  else view.fit();
}

/** In the card of an agent that is reached, a tool stands for the path to that tool; elsewhere, for the tool. */
function chooseTool(tool: number, holder: number): void {
  const reached = subject.kind === 'agent' ? graph.agent(subject.index).reach : [];
  const found = reached.find((each) => each.tool === tool && each.path.at(-1) === holder);
  if (found) panel.open({ path: found.path, tool });
  else turnTo({ kind: 'tool', index: tool });
}

function chooseWay(way: Way | undefined): void {
  chosenWay = way;
  picture.trace(way);
  if (!way) return;
  picture.showUnseen(way.path);
  const tool = way.tool === undefined ? '' : `: ${graph.tool(way.tool).name}`;
  live.textContent = `The way ${graph.namesOf(way.path)}${tool}.`;
}

/** All that have a part in running a tool: the agents that can, and the steps of their ways. */
function graphOfTool(tool: number): { readonly agents: Set<number>; readonly steps: Set<number> } {
  const paths = graph.waysTo(tool).map(({ reach }) => reach.path);
  return { agents: new Set(paths.flat()), steps: new Set(paths.flatMap((path) => graph.stepsAlong(path))) };
}

function saidOf(said: Subject): string {
  switch (said.kind) {
    case 'all':
      return 'Nothing is chosen.';
    case 'agent': {
      const { name, reach } = graph.agent(said.index);
      const undecided = reach.filter(({ mark }) => mark === 'undecided').length;
      return `${name} can have ${counted(reach.length, 'tool')} run, ${String(undecided)} of them sensitive and unguarded.`;
    }
    case 'tool':
      return `${graph.tool(said.index).name} can be run by ${counted(graph.waysTo(said.index).length, 'agent')}.`;
    case 'finding':
      return graph.data.findings[said.index]?.message ?? '';
  }
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
  const actions: Readonly<Record<string, () => void>> = {
    '/': () => search.focus(),
    Escape: () => turnTo({ kind: 'all' }),
    '+': () => view.zoom(1.4),
    '=': () => view.zoom(1.4),
    '-': () => view.zoom(1 / 1.4),
    '0': () => view.fit(),
    f: showSubject,
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/** The subject stands in the address, so that a link to it can be sent on. */
function remember(said: Subject): void {
  const name =
    said.kind === 'agent' ? graph.agent(said.index).id : said.kind === 'tool' ? graph.tool(said.index).id : '';
  const hash = name === '' ? '' : `#${encodeURIComponent(`${said.kind}=${name}`)}`;
  try {
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : hash);
  } catch {
    // Where a page may not change its address, it works without.
  }
}

function subjectIn(hash: string): Subject {
  const [, kind, name] = /^(agent|tool)=(.*)$/s.exec(decoded(hash)) ?? [];
  const nodes = kind === 'agent' ? graph.data.agents : kind === 'tool' ? graph.data.tools : [];
  const index = nodes.findIndex(({ id }) => id === name);
  return index < 0 ? { kind: 'all' } : { kind: kind === 'agent' ? 'agent' : 'tool', index };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
