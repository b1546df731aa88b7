import { icon, make } from './dom.ts';
import type { Graph } from './graph.ts';

/** What can be found. */
export interface Found {
  readonly kind: 'agent' | 'tool';
  readonly index: number;
  readonly name: string;
  readonly id: string;
}

const mostShown = 12;

/** The search over agents and tools: a text field with a list below it, to be used by keyboard. */
export class Search {
  readonly #field: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #entries: readonly Found[];
  readonly #choose: (found: Found) => void;
  #shown: readonly Found[] = [];
  #active = -1;

  constructor(field: HTMLInputElement, results: HTMLElement, graph: Graph, choose: (found: Found) => void) {
    this.#field = field;
    this.#list = results;
    this.#choose = choose;
    this.#entries = [
      ...graph.data.agents.map(({ name, id }, index): Found => ({ kind: 'agent', index, name, id })),
      ...graph.data.tools.map(({ name, id }, index): Found => ({ kind: 'tool', index, name, id })),
    ];
    field.addEventListener('input', () => this.#search());
    field.addEventListener('focus', () => this.#search());
    field.addEventListener('blur', () => this.#close());
    field.addEventListener('keydown', (event) => this.#onKey(event));
    // The field would lose the focus, and the list with it, before the click comes.
    results.addEventListener('pointerdown', (event) => event.preventDefault());
  }

  focus(): void {
    this.#field.focus();
    this.#field.select();
  }

  #search(): void {
    const wanted = this.#field.value.trim().toLowerCase();
    const ranked = this.#entries
      .map((found) => ({ found, rank: rankOf(found, wanted) }))
      .filter(({ rank }) => wanted !== '' && rank < Infinity)
      .sort((a, b) => a.rank - b.rank || a.found.id.length - b.found.id.length);
    this.#shown = ranked.slice(0, mostShown).map(({ found }) => found);
    this.#active = this.#shown.length > 0 ? 0 : -1;
    const left = ranked.length - this.#shown.length;
    const rest =
      wanted === ''
        ? ''
        : ranked.length === 0
          ? 'No agent or tool has this in its name.'
          : left > 0
            ? `and ${String(left)} more`
            : '';
    this.#list.replaceChildren(
      ...this.#shown.map((found, at) => this.#option(found, at)),
      ...(rest ? [make('li', { class: 'rest', role: 'presentation' }, rest)] : []),
    );
    this.#list.hidden = wanted === '';
    this.#field.setAttribute('aria-expanded', String(wanted !== ''));
    this.#mark();
  }

  #option(found: Found, at: number): HTMLElement {
    const option = make(
      'li',
      { role: 'option', id: `found-${String(at)}`, class: found.kind },
      icon(found.kind === 'agent' ? 'agent' : 'tool'),
      make('span', { class: found.kind === 'tool' ? 'text code' : 'text' }, found.id),
      make('span', { class: 'way' }, found.kind),
    );
    option.addEventListener('click', () => this.#take(found));
    return option;
  }

  #onKey(event: KeyboardEvent): void {
    const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const move = moves[event.key];
    if (move !== undefined && this.#shown.length > 0) {
      this.#active = (this.#active + move + this.#shown.length) % this.#shown.length;
      this.#mark();
    } else if (event.key === 'Enter') {
      const found = this.#shown[this.#active];
      if (found) this.#take(found);
    } else if (event.key === 'Escape') {
      if (this.#list.hidden) this.#field.blur();
      this.#field.value = '';
      this.#close();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #take(found: Found): void {
    this.#close();
    this.#field.value = '';
    this.#choose(found);
  }

  #mark(): void {
    const options = this.#list.querySelectorAll('[role="option"]');
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === this.#active)));
    if (this.#active < 0) this.#field.removeAttribute('aria-activedescendant');
    else this.#field.setAttribute('aria-activedescendant', `found-${String(this.#active)}`);
  }

  #close(): void {
    this.#list.hidden = true;
    this.#shown = [];
    this.#active = -1;
    this.#field.setAttribute('aria-expanded', 'false');
    this.#field.removeAttribute('aria-activedescendant');
  }
}

/** The lower, the better: the whole name, its beginning, the beginning of a word in it, anywhere in it. */
function rankOf({ name, id }: Found, wanted: string): number {
  const text = name.toLowerCase();
  if (text === wanted) return 0;
  if (text.startsWith(wanted)) return 1;
  const at = text.indexOf(wanted);
  if (at > 0) return /[\s_\-./]/.test(text.charAt(at - 1)) ? 2 : 3;
  return id.toLowerCase().includes(wanted) ? 4 : Infinity;
}
