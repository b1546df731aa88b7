/** The colours of pictures, on a light ground and on a dark one. Text on its ground has a contrast of 4.5 at least, lines 3. */
export const colours = {
  ground: ['#f6f6f4', '#131519'],
  surface: ['#ffffff', '#1c1f25'],
  ink: ['#1b1d21', '#e7e9ed'],
  muted: ['#5a616d', '#a2a9b5'],
  rule: ['#dddfe3', '#31363f'],
  outline: ['#858c97', '#6f7784'],
  edge: ['#858c97', '#7b8391'],
  accent: ['#1b5fc1', '#86b4ff'],
  'accent-soft': ['#e6effb', '#1e2f4d'],
  finding: ['#b42318', '#ff8e82'],
  'finding-soft': ['#fdecea', '#44211f'],
  sensitive: ['#995a00', '#efb25c'],
  unknown: ['#6b53b0', '#bda9f5'],
  guard: ['#12715a', '#5ecfa8'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/** The colours as CSS variables, each by the scheme that is in use. */
export function colourVariables(): string {
  return Object.entries(colours)
    .map(([name, [light, dark]]) => `--${name}: light-dark(${light}, ${dark});`)
    .join(' ');
}

/** A style sheet with the colours of one ground in the place of the variables. */
export function withColours(style: string, ground: 'light' | 'dark'): string {
  return style.replace(/var\(--([\w-]+)\)/g, (variable, name: string) => {
    const colour = (colours as Readonly<Record<string, readonly [string, string]>>)[name];
    return colour?.[ground === 'light' ? 0 : 1] ?? variable;
  });
}
