type Child = Node | string | false | null | undefined;

/** An element with attributes and children. Text goes in as text, whatever it holds. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const child of children) if (child !== false && child !== null && child !== undefined) element.append(child);
  return element;
}

/** A button that does something. */
export function button(
  attributes: Readonly<Record<string, string>>,
  onPress: () => void,
  ...children: readonly Child[]
) {
  const element = make('button', { type: 'button', ...attributes }, ...children);
  element.addEventListener('click', onPress);
  return element;
}

/** One of the symbols of the picture. What it says is said in words beside it. */
export function icon(name: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', `icon ${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('viewBox', '0 0 16 16');
  const use = document.createElementNS(namespace, 'use');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
}

/** The element of the page with an id. */
export function part<T extends Element>(id: string, type: abstract new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof type)) throw new Error(`The page has no ${id}.`);
  return element;
}

/** `1 tool`, `2 tools`. */
export function counted(count: number, noun: string): string {
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}
