import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { colours, colourVariables, withColours } from '../../src/graph/colours.ts';
import { htmlOf } from '../../src/graph/html.ts';
import type { PageData } from '../../src/graph/page/data.ts';
import { joined, pageScript } from '../../src/graph/page-script.ts';
import { svgOf } from '../../src/graph/svg.ts';
import { hostileReport, reportWith } from './reports.ts';

const folder = path.join(import.meta.dirname, '../../src/graph');

describe('the page', async () => {
  const report = reportWith({ agents: 50 });
  const html = await htmlOf({ report });

  it('is one file: it names nothing that would be loaded', () => {
    expect(html).not.toMatch(/\b(?:src|srcset|poster)=|<link|@import|url\(/);
    expect(html.match(/href="[^#]/g)).toBeNull();
  });

  it('allows its own script and style by their digests, and nothing else', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? [];
    const digest = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      `default-src 'none'`,
      `script-src ${digest(script)}`,
      `style-src ${digest(style)}`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `require-trusted-types-for 'script'`,
    ]);
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  it('holds what it is made from: the ways, with marks and places', () => {
    const data = dataIn(html);
    const frontdesk = data.agents.findIndex(({ name }) => name === 'frontdesk');
    const reach = report.agents.find(({ label }) => label === 'frontdesk')!.reach;
    const named = data.agents[frontdesk]!.reach.map(({ tool, path: way, verdict }) => ({
      tool: data.tools[tool]!.id,
      path: way.map((agent) => data.agents[agent]!.id),
      verdict,
    }));
    expect(named).toHaveLength(reach.length);
    expect(named).toEqual(expect.arrayContaining([...reach]));
  });

  it('ends no script and begins no comment with a name', async () => {
    const hostile = await htmlOf({ report: hostileReport() });
    const [, json = ''] = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(hostile) ?? [];
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(dataIn(hostile).agents[1]!.name).toBe('</script><script>globalThis.isBroken = true</script>');
    expect(hostile.match(/<script/g)).toHaveLength(2);
    expect(hostile.match(/<img/g)).toBeNull();
    expect(hostile).not.toMatch(/[\p{Cs}\u202E]|(?!\n)\p{Cc}/u);
  });

  it('tells what changed', async () => {
    const changed = await htmlOf({ report }, { since: 'main', sentences: ['`a` is new.'] });
    expect(dataIn(changed).changes).toEqual({ since: 'main', sentences: ['`a` is new.'] });
  });
});

describe('the script of the page', () => {
  it('is the modules after those that they import, without imports and exports', () => {
    const modules: Record<string, string> = {
      main: `import { b } from './b.js';\nimport { c } from './c.js';\nb(c);\n`,
      b: `import { c } from "./c.js";\nexport function b() { return c; }\n`,
      c: `export const c = 1;\n`,
    };
    const text = joined('main', (name) => modules[name]!);
    expect(text.split('\n').filter(Boolean)).toEqual(['const c = 1;', 'function b() { return c; }', 'b(c);']);
  });

  it('has each name once', () => {
    const modules: Record<string, string> = {
      main: `import { a } from './a.js';\nconst b = 1;\n`,
      a: `const b = 2;\nexport const a = b;\n`,
    };
    expect(() => joined('main', (name) => modules[name]!)).toThrow('Two modules of the page declare `b`. Rename one.');
  });

  it.each([`import * as a from './a.js';`, `import { a } from 'a';`, `export { a };`, `export default 1;`])(
    'is not made of what it cannot join: %s',
    (text) => {
      expect(() => joined('main', () => `${text}\n`)).toThrow('A module of the page has `');
    },
  );

  it('is JavaScript that ends no script element', () => {
    const script = pageScript();
    expect(script).not.toMatch(/^(?:import|export)\b/m);
    expect(script).not.toMatch(/<\/script|<!--/i);
    expect(script.length).toBeGreaterThan(10_000);
  });
});

describe('the colours', () => {
  const texts = ['ink', 'muted', 'accent', 'finding', 'sensitive', 'unknown', 'guard'] as const;
  const grounds = ['ground', 'surface', 'accent-soft'] as const;

  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    '%s can be read on %s, light and dark',
    (text, ground) => {
      for (const scheme of [0, 1] as const)
        expect(contrast(colours[text][scheme], colours[ground][scheme])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['outline', 'edge'] as const)('%s can be seen on its grounds, light and dark', (line) => {
    for (const scheme of [0, 1] as const)
      for (const ground of ['ground', 'surface'] as const)
        expect(contrast(colours[line][scheme], colours[ground][scheme])).toBeGreaterThanOrEqual(3);
  });

  it('of a finding can be read on its own ground', () => {
    for (const scheme of [0, 1] as const)
      expect(contrast(colours.finding[scheme], colours['finding-soft'][scheme])).toBeGreaterThanOrEqual(4.5);
  });

  it('are known wherever a style sheet names them, and used', () => {
    const styles = ['picture.css', 'page.css'].map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
    const named = new Set([...styles.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!));
    named.delete('faded-accent');
    expect([...named].sort()).toEqual(Object.keys(colours).sort());
    expect(colourVariables()).toContain('--ink: light-dark(#1b1d21, #e7e9ed);');
  });

  it('stand in an SVG file as they are, for programs that know no variables', async () => {
    const svg = await svgOf({ report: reportWith({ agents: 5 }) });
    expect(svg).not.toContain('var(');
    expect(svg).toContain(`.ground{fill:${colours.ground[0]}}`);
    expect(withColours('a{fill:var(--ink);stroke:var(--other)}', 'dark')).toBe('a{fill:#e7e9ed;stroke:var(--other)}');
  });
});

function dataIn(html: string): PageData {
  const [, json = ''] = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json) as PageData;
}

/** The contrast of two colours, as the Web Content Accessibility Guidelines 2.2 define it. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
