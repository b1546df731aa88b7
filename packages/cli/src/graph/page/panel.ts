import type { Mark, PageReach } from './data.ts';
import { button, counted, icon, make } from './dom.ts';
import type { Graph, Way } from './graph.ts';

/** What a reader can do in the panel. */
export interface PanelEvents {
  agent(agent: number): void;
  tool(tool: number): void;
  finding(finding: number): void;
  /** A way is pointed at, or nothing any more. */
  point(way: Way | undefined): void;
  /** A way was chosen, or given up. */
  way(way: Way | undefined): void;
  close(): void;
}

const marks: readonly Mark[] = ['undecided', 'unknown', 'decided', 'harmless'];

/** The panel beside the picture, which says in words what is chosen. */
export class Panel {
  readonly #place: HTMLElement;
  readonly #graph: Graph;
  readonly #events: PanelEvents;

  constructor(place: HTMLElement, graph: Graph, events: PanelEvents) {
    this.#place = place;
    this.#graph = graph;
    this.#events = events;
  }

  /** What there is, where nothing is chosen. */
  showAll(): void {
    const { agents, tools, steps, findings, changes } = this.#graph.data;
    const counts = [
      counted(agents.length, 'agent'),
      counted(tools.length, 'tool'),
      counted(steps.length, 'delegation'),
    ];
    this.#show(
      make('h2', { tabindex: '-1' }, 'Who can do what through whom'),
      make('p', { class: 'lead' }, `${counts.join(', ')}. Choose an agent to see what it can have run.`),
      changes && this.#changes(changes),
      this.#findings(findings.map((_, at) => at)),
      this.#agents(),
      this.#legend(),
      keys(),
    );
  }

  /** What an agent can have run, and through whom. */
  showAgent(index: number): void {
    const { name, id, at, sdk, isRemote, isOpen, allowed, reach } = this.#graph.agent(index);
    const findings = this.#graph.data.findings.flatMap(({ path }, each) => (path[0] === index ? [each] : []));
    const undecided = reach.filter(({ mark }) => mark === 'undecided').length;
    this.#show(
      this.#back(),
      make('p', { class: 'kind' }, isRemote ? 'Remote agent' : 'Agent', id === name ? false : ` ${id}`),
      make('h2', { tabindex: '-1' }, name),
      make('p', { class: 'where' }, sdk, at !== null && make('code', {}, at)),
      this.#findings(findings),
      make(
        'p',
        { class: 'lead' },
        reach.length === 0
          ? 'No tool is known that it can have run.'
          : `It can have ${counted(reach.length, 'tool')} run${undecided > 0 ? `, ${String(undecided)} of them sensitive and unguarded` : ''}.`,
      ),
      isOpen &&
        make(
          'p',
          { class: 'note' },
          isRemote
            ? 'What it can do is not known here.'
            : 'It may have more: a part of what it is given cannot be read.',
        ),
      allowed !== null &&
        section(
          'Allowed by the policy',
          allowed.length,
          ...(allowed.length > 0
            ? [make('p', { class: 'patterns' }, ...allowed.map((pattern) => make('code', {}, pattern)))]
            : []),
        ),
      ...marks.map((mark) => this.#reached(index, mark)),
      this.#steps('Hands over to', this.#graph.from(index), 'to'),
      this.#steps('Is run by', this.#graph.to(index), 'from'),
    );
  }

  /** What a tool does, and who can have it run. */
  showTool(index: number): void {
    const { name, id, at, about, effects } = this.#graph.tool(index);
    const ways = this.#graph.waysTo(index);
    const rows = ways.map(({ agent, reach }) =>
      this.#wayRow({ path: reach.path, tool: index }, reach, this.#graph.agent(agent).id, 'agent'),
    );
    this.#show(
      this.#back(),
      make('p', { class: 'kind' }, 'Tool', id === name ? false : ` ${id}`),
      make('h2', { tabindex: '-1', class: 'code' }, name),
      make('p', { class: 'where' }, about, at !== null && make('code', {}, at)),
      effects.length > 0 &&
        section('What it does', effects.length, list(effects.map((effect) => make('span', {}, effect)))),
      section('Agents that can have it run', rows.length, list(rows)),
    );
  }

  /** What is wrong, and along which way. */
  showFinding(index: number): void {
    const finding = this.#graph.data.findings[index];
    if (!finding) return;
    const { message, rule, at, path, tools } = finding;
    this.#show(
      this.#back(),
      make('p', { class: 'kind finding' }, icon('finding'), 'Finding'),
      make('h2', { tabindex: '-1', class: 'message' }, ...withCode(message)),
      make('p', { class: 'where' }, make('code', {}, rule), at !== null && make('code', {}, at)),
      section('The way', path.length, this.#placesOf({ path, tool: tools[0] })),
      tools.length > 0 &&
        section(
          tools.length === 1 ? 'The tool' : 'The tools',
          tools.length,
          list(
            tools.map((tool) =>
              button({ class: 'row' }, () => this.#events.tool(tool), make('code', {}, this.#graph.tool(tool).id)),
            ),
          ),
        ),
    );
  }

  #show(...parts: readonly (HTMLElement | false | null)[]): void {
    const hadFocus = this.#place.contains(document.activeElement);
    this.#place.replaceChildren(...parts.filter((each) => each instanceof HTMLElement));
    this.#place.scrollTop = 0;
    if (hadFocus) this.#place.querySelector('h2')?.focus();
  }

  #back(): HTMLElement {
    return button({ class: 'back' }, () => this.#events.close(), '← Overview');
  }

  #changes({ since, sentences }: { readonly since: string; readonly sentences: readonly string[] }): HTMLElement {
    const items = sentences.map((sentence) => make('span', {}, ...withCode(sentence)));
    const none = make('p', { class: 'note' }, 'Nothing changed between the agents.');
    return section(`Changed since ${since}`, sentences.length, items.length > 0 ? list(items) : none);
  }

  #findings(indexes: readonly number[]): HTMLElement | false {
    if (indexes.length === 0) return false;
    const rows = indexes.map((index) => {
      const message = this.#graph.data.findings[index]?.message ?? '';
      return button(
        { class: 'row finding' },
        () => this.#events.finding(index),
        icon('finding'),
        make('span', { class: 'text' }, ...withCode(message)),
      );
    });
    return section('Findings', rows.length, list(rows));
  }

  #agents(): HTMLElement {
    const { agents } = this.#graph.data;
    const inOrder = [...agents.keys()].sort((a, b) => this.#weight(b) - this.#weight(a));
    const rows = inOrder.map((index) => {
      const { id, reach } = this.#graph.agent(index);
      return button(
        { class: 'row' },
        () => this.#events.agent(index),
        make('span', { class: 'text' }, id),
        make('span', { class: 'count' }, `${String(reach.length)} in reach`),
      );
    });
    return section('Agents', rows.length, list(rows));
  }

  /** Those first that can have the most run without a guard. */
  #weight(agent: number): number {
    const { reach } = this.#graph.agent(agent);
    return reach.filter(({ mark }) => mark === 'undecided').length * 1000 + reach.length;
  }

  #reached(agent: number, mark: Mark): HTMLElement | false {
    const reached = this.#graph.agent(agent).reach.filter((each) => each.mark === mark);
    if (reached.length === 0) return false;
    const rows = reached.map((each) =>
      this.#wayRow({ path: each.path, tool: each.tool }, each, this.#graph.tool(each.tool).name, 'tool'),
    );
    return section(capitalized(this.#graph.data.texts.marks[mark]), rows.length, list(rows), icon(mark));
  }

  /** A row with a way that is drawn in the picture while it is pointed at, and that opens to the places of the way. */
  #wayRow(way: Way, { mark, verdict, isGuarded, path }: PageReach, text: string, of: 'agent' | 'tool'): HTMLElement {
    const id = `way-${String(path[0])}-${String(way.tool)}`;
    const places = make('div', { id, class: 'places', hidden: '' }, this.#placesOf(way));
    const short = path.length === 1 ? 'its own' : `→ ${this.#graph.namesOf(path.slice(1))}`;
    const row = button(
      { class: 'row', 'aria-expanded': 'false', 'aria-controls': id },
      () => this.#toggle(row, places, way),
      icon(mark),
      make('span', { class: of === 'tool' ? 'text code' : 'text' }, text),
      isGuarded && mark !== 'harmless' && icon('guarded'),
      verdict !== 'unstated' &&
        make('span', { class: `verdict ${verdict}` }, verdict === 'unknown' ? 'not known' : verdict),
      make('span', { class: 'way' }, short),
    );
    const point = (): void => this.#events.point(way);
    const leave = (): void => this.#events.point(undefined);
    row.addEventListener('pointerenter', point);
    row.addEventListener('pointerleave', leave);
    row.addEventListener('focus', point);
    row.addEventListener('blur', leave);
    return make('div', {}, row, places);
  }

  /** Opens the row of a way, as if it had been pressed. */
  open({ path, tool }: Way): void {
    const row = this.#place.querySelector<HTMLElement>(`[aria-controls="way-${String(path[0])}-${String(tool)}"]`);
    if (row?.getAttribute('aria-expanded') !== 'false') return;
    row.click();
    row.scrollIntoView({ block: 'center' });
  }

  #toggle(row: HTMLElement, places: HTMLElement, way: Way): void {
    const isOpening = places.hidden;
    for (const other of this.#place.querySelectorAll<HTMLElement>('[aria-expanded="true"]')) {
      other.setAttribute('aria-expanded', 'false');
      if (other.nextElementSibling instanceof HTMLElement) other.nextElementSibling.hidden = true;
    }
    row.setAttribute('aria-expanded', String(isOpening));
    places.hidden = !isOpening;
    this.#events.way(isOpening ? way : undefined);
  }

  /** The way as a list of its agents and of the steps between them, each with its place. */
  #placesOf({ path, tool }: Way): HTMLElement {
    const items = path.flatMap((agent, at) => {
      const { name, at: place } = this.#graph.agent(agent);
      const previous = path[at - 1];
      const steps = previous === undefined ? [] : this.#graph.stepsAlong([previous, agent]);
      return [
        ...steps.map((step) => {
          const { via, at: where, notes } = this.#graph.step(step);
          return make(
            'li',
            { class: 'step' },
            via,
            make('code', {}, where),
            ...notes.map((note) => make('span', { class: 'note' }, note)),
          );
        }),
        make(
          'li',
          {},
          button({ class: 'link' }, () => this.#events.agent(agent), name),
          place !== null && make('code', {}, place),
        ),
      ];
    });
    if (tool === undefined) return make('ol', { class: 'way-list' }, ...items);
    const { name, at, effects } = this.#graph.tool(tool);
    const last = make(
      'li',
      {},
      'runs ',
      button({ class: 'link code' }, () => this.#events.tool(tool), name),
      at !== null && make('code', {}, at),
      ...effects.map((effect) => make('span', { class: 'note' }, effect)),
    );
    return make('ol', { class: 'way-list' }, ...items, last);
  }

  #steps(title: string, steps: readonly number[], end: 'from' | 'to'): HTMLElement | false {
    if (steps.length === 0) return false;
    const rows = steps.map((index) => {
      const step = this.#graph.step(index);
      const row = button(
        { class: 'row' },
        () => this.#events.agent(step[end]),
        make('span', { class: 'text' }, this.#graph.agent(step[end]).name),
        ...step.badges.map(icon),
        make('span', { class: 'way' }, step.via),
      );
      const notes = step.notes.map((note) => make('p', { class: 'note' }, note));
      return make('div', {}, row, ...notes);
    });
    return section(title, rows.length, list(rows));
  }

  #legend(): HTMLElement {
    const { marks: markTexts, badges } = this.#graph.data.texts;
    const entries = [
      ...marks.map((mark) => [mark, markTexts[mark]] as const),
      ...Object.entries(badges),
      ['remote', 'runs elsewhere'] as const,
      ['finding', 'it has a finding'] as const,
    ];
    return section(
      'Signs',
      undefined,
      make('ul', { class: 'legend' }, ...entries.map(([name, text]) => make('li', {}, icon(name), text))),
    );
  }
}

const keyTexts = [
  ['/', 'search'],
  ['Tab', 'to the picture, and on to this panel'],
  ['← ↑ → ↓', 'from agent to agent'],
  ['Enter', 'choose'],
  ['Esc', 'back'],
  ['+ − 0', 'larger, smaller, all'],
  ['f', 'what is chosen'],
  ['Shift + ← ↑ → ↓', 'move the picture'],
] as const;

function keys(): HTMLElement {
  const entries = keyTexts.flatMap(([key, text]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, text)]);
  return section('Keys', undefined, make('dl', { class: 'keys' }, ...entries));
}

function section(title: string, count: number | undefined, ...content: readonly Node[]): HTMLElement {
  const [first, sign] = content;
  const heading = make('h3', {}, sign, title, count !== undefined && make('span', { class: 'count' }, String(count)));
  return make('section', {}, heading, first);
}

function list(items: readonly HTMLElement[]): HTMLElement {
  return make('ul', { class: 'rows' }, ...items.map((item) => make('li', {}, item)));
}

/** A message, with what stands between backticks as code. */
function withCode(text: string): (HTMLElement | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? make('code', {}, part) : part));
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
