import { existsSync, readFileSync } from 'node:fs';
import { transpiled } from 'eslint-plugin-agent-safety/internal/analysis';

/**
 * The script of the page: the modules in `page/`, joined into one that imports nothing, because a page that is a single
 * file has nowhere to import from. They are read as the build left them; where the program runs from its sources, from
 * those.
 *
 * @throws Error where two modules declare the same name at their top, or import what is not there
 */
export function pageScript(): string {
  return joined('main', (name) => {
    const built = new URL(`page/${name}.js`, import.meta.url);
    if (existsSync(built)) return readFileSync(built, 'utf8');
    return transpiled(readFileSync(new URL(`page/${name}.ts`, import.meta.url), 'utf8'));
  });
}

/**
 * Modules as one: each after those that it imports, without the words `import` and `export`.
 *
 * @param read the text of a module, by its name. Modules import each other by name alone: `import { a, b } from './c.js'`
 */
export function joined(main: string, read: (name: string) => string): string {
  const texts = new Map<string, string>();
  add(main);
  const text = [...texts.values()].join('\n');
  const [left] = /^(?:import|export)\b.*/m.exec(text) ?? [];
  if (left !== undefined) throw new Error(`A module of the page has \`${left}\`, which cannot be joined.`);
  const names = Array.from(text.matchAll(topLevelName), ([, name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two modules of the page declare \`${twice}\`. Rename one.`);
  return text;

  function add(name: string): void {
    if (texts.has(name)) return;
    const own = read(name);
    for (const [, imported] of own.matchAll(importOf)) if (imported !== undefined) add(imported);
    texts.set(name, own.replace(importOf, '').replace(/^export (?=(?:async|function|class|const|let) )/gm, ''));
  }
}

/** The compiler changes the quotes where it changes the ending of the name. */
const importOf = /^import \{[^}]*\} from ['"]\.\/([\w-]+)\.[jt]s['"];$/gm;

/** As the compiler prints it: what is at the top of a module is not indented. */
const topLevelName = /^(?:async )?(?:function|class|const|let) (\w+)/gm;
