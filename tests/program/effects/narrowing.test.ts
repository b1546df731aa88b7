import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../../src/program/effects/effects.ts';
import { isFunctionDeclaration } from '../../../src/type-utils/syntax.ts';
import { nodesIn, programOf } from '../../type-utils/in-memory-program.ts';

/** What all programs have beside: a dispatcher that runs code for one kind of store, and removes files for another. */
const store = `
  import { rm } from 'node:fs/promises';
  export interface Store { id: string; type: string; settings: { name: string }; save(): Promise<void> }
  declare const stores: { find(id: string): Promise<Store | null> };
  declare function log(...all: unknown[]): void;
  class Service {
    async runQuery(store: Store, query: string) {
      switch (store.type) {
        case 'script': return this.runScript(store, query);
        case 'folder': return rm(query);
        case 'table':
        case 'cloud-table': return [query];
        default: return undefined;
      }
    }
    private async runScript(store: Store, query: string) { return [store.id, eval(query)]; }
  }
  const service = new Service();
  const tableTypes = ['table', 'cloud-table'];
  const tableSet = new Set(tableTypes);
  const anyTypes = ['table', 'script'];
`;

/** The kinds of effects of the function called `handler`. */
function effectsIn(code: string): readonly string[] {
  const { program, file } = programOf({ 'a.ts': `${store}\n${code}` });
  const handler = nodesIn(file('a.ts'), isFunctionDeclaration).find(({ name }) => name?.text === 'handler');
  return effectsOf(handler!, program).map(({ kind }) => kind);
}

const handler = (body: string): string =>
  `export async function handler({ id, query }: { id: string; query: string }) { ${body} }`;
/** A handler that finds a store, tests it, and runs a query on it. */
const after = (test: string, call = 'return service.runQuery(store, query);'): string =>
  handler(`const store = await stores.find(id); if (!store) throw new Error('none'); ${test} ${call}`);
/** A handler that gets its store from a function. */
const fetched = (body: string, call = 'service.runQuery(store, query)'): string =>
  `async function fetchTable(id: string) { ${body} }
   ${handler(`const store = await fetchTable(id); return ${call};`)}`;

interface Twins {
  readonly right: string;
  readonly wrong: string;
  /** Of the wrong one; otherwise both effects. */
  readonly effects?: readonly string[];
}

const both = ['delete', 'execute'];

const programs: Readonly<Record<string, Twins>> = {
  'the field is compared, and another value throws': {
    right: after(`if (store.type !== 'table') throw new Error('no');`),
    wrong: after(`if (store.type !== 'script') throw new Error('no');`),
    effects: ['execute'],
  },
  'in one condition with whether there is one': {
    right: handler(
      `const store = await stores.find(id); if (!store || store.type !== 'table') throw new Error('no'); return service.runQuery(store, query);`,
    ),
    wrong: handler(
      `const store = await stores.find(id); if (!store && store!.type !== 'table') throw new Error('no'); return service.runQuery(store!, query);`,
    ),
  },
  'an early return': {
    right: after(`if (store.type !== 'table') return { error: 'no' };`),
    wrong: after(`if (store.type === 'table') return { error: 'no' };`),
  },
  'of two values': {
    right: after(`if (store.type !== 'table' && store.type !== 'cloud-table') throw new Error('no');`),
    wrong: after(`if (store.type !== 'table' || store.type !== 'cloud-table') log('always');`),
  },
  'one of two is dangerous': {
    right: after(`if (!(store.type === 'table' || 'cloud-table' === store.type)) throw new Error('no');`),
    wrong: after(`if (!(store.type === 'table' || 'script' === store.type)) throw new Error('no');`),
    effects: ['execute'],
  },
  'another field, or another variable': {
    right: after(`if (store?.type !== 'table') throw new Error('no');`),
    wrong: after(`if (store.id !== 'table') throw new Error('no');`),
  },
  'another object': {
    right: after(
      `const other = await stores.find('b'); if (other!.type !== 'table' || store.type !== other!.type || store.type !== 'table') throw new Error('no');`,
    ),
    wrong: after(`const other = await stores.find('b'); if (other!.type !== 'table') throw new Error('no');`),
  },
  'the call is in the branch': {
    right: after(`if (store.type === 'table') { return service.runQuery(store, query); }`, ''),
    wrong: after(`if (store.type !== 'table') { return service.runQuery(store, query); }`, ''),
  },
  'a test in a branch that does not dominate the call': {
    right: after(`if (store.type !== 'table') { log(id); throw new Error('no'); }`),
    wrong: after(`if (query !== '') { if (store.type !== 'table') throw new Error('no'); }`),
  },
  'a throw that is caught': {
    right: after(`try { if (store.type !== 'table') throw new Error('no'); } catch { return 'no'; }`),
    wrong: after(`try { if (store.type !== 'table') throw new Error('no'); } catch { log('no'); }`),
  },
  'a list that includes it': {
    right: after(`if (!tableTypes.includes(store.type)) throw new Error('no');`),
    wrong: after(`if (!anyTypes.includes(store.type)) throw new Error('no');`),
    effects: ['execute'],
  },
  'a set that has it': {
    right: after(`if (!tableSet.has(store.type)) throw new Error('no');`),
    wrong: after(`tableSet.add('script'); if (!tableSet.has(store.type)) throw new Error('no');`),
    effects: ['execute'],
  },
  'a table that has it': {
    right: after(`const kinds = { table: true }; if (!(store.type in kinds)) throw new Error('no');`),
    wrong: after(`const kinds = { table: true, script: true }; if (!(store.type in kinds)) throw new Error('no');`),
    effects: ['execute'],
  },
  'a table that has it as its own': {
    right: after(`const kinds = { table: true }; if (!Object.hasOwn(kinds, store.type)) throw new Error('no');`),
    wrong: after(`const kinds = { type: true }; if (!Object.hasOwn(store, 'type')) throw new Error('no');`),
  },
  'a map that has it': {
    right: after(`const kinds = new Map([['table', 1]]); if (!kinds.has(store.type)) throw new Error('no');`),
    wrong: after(
      `const kinds = new Map([['a', 'table']]); kinds.set('script', id); if (!kinds.has(store.type)) throw new Error('no');`,
    ),
    effects: ['execute'],
  },
  'one of a list that it is equal to': {
    right: after(`if (!tableTypes.some((each) => each === store.type)) throw new Error('no');`),
    wrong: after(`if (!tableTypes.some((each) => each !== store.type)) throw new Error('no');`),
  },
  'a text is no list': {
    right: after(`if (!['table'].includes(store.type)) throw new Error('no');`),
    wrong: after(`if (!'table, script'.includes(store.type)) throw new Error('no');`),
  },
  'the variable is assigned after the test': {
    right: handler(
      `let store = await stores.find(id); if (!store) store = await stores.find('b'); if (store?.type !== 'table') throw new Error('no'); return service.runQuery(store, query);`,
    ),
    wrong: handler(
      `let store = await stores.find(id); if (store?.type !== 'table') throw new Error('no'); store = await stores.find('b'); return service.runQuery(store!, query);`,
    ),
  },
  'the field is assigned after the test': {
    right: after(`store.type = query; store.id = 'a'; if (store.type !== 'table') throw new Error('no');`),
    wrong: after(`if (store.type !== 'table') throw new Error('no'); store.type = query;`),
  },
  'the field is assigned by another name': {
    right: after(`const same = store; if (same.type !== 'table') throw new Error('no'); same.id = query;`),
    wrong: after(`const same = store; if (store.type !== 'table') throw new Error('no'); same.type = query;`),
  },
  'the field was read before it is assigned': {
    right: after(`const { type } = store; if (type !== 'table') throw new Error('no');`),
    wrong: after(`const { type } = store; store.type = query; if (type !== 'table') throw new Error('no');`),
  },
  'a condition with a name': {
    right: after(`const isTable = store.type === 'table'; if (!isTable) throw new Error('no');`),
    wrong: after(`const isTable = store.type === 'table'; store.type = query; if (!isTable) throw new Error('no');`),
  },
  'the object is handed on in between': {
    right: after(
      `if (store.type !== 'table') throw new Error('no'); console.log(store); show(store); function show(given: Store) { log(given.id); }`,
    ),
    wrong: after(`if (store.type !== 'table') throw new Error('no'); log(store);`),
  },
  'a function of the program changes the object': {
    right: `function rename(store: Store) { store.id = 'a'; } ${after(`if (store.type !== 'table') throw new Error('no'); rename(store);`)}`,
    wrong: `function rename(store: Store) { store.type = 'a'; } ${after(`if (store.type !== 'table') throw new Error('no'); rename(store);`)}`,
  },
  'a method of the object': {
    right: after(`if (store.type !== 'table') throw new Error('no'); log(store.settings.name.trim());`),
    wrong: after(`if (store.type !== 'table') throw new Error('no'); await store.save();`),
  },
  'a callback changes the object': {
    right: after(
      `if (store.type !== 'table') throw new Error('no');`,
      'return [query].map((each) => service.runQuery(store, each));',
    ),
    wrong: after(
      `const change = () => { store.type = query; }; if (store.type !== 'table') throw new Error('no'); change();`,
    ),
  },
  'a loop over stores': {
    right: handler(
      `for (const each of [id]) { const store = await stores.find(each); if (store?.type !== 'table') continue; await service.runQuery(store, query); }`,
    ),
    wrong: handler(
      `const store = await stores.find(id); if (store?.type !== 'table') return; for (const each of [id]) { await service.runQuery(store, each); await change(store); } async function change(given: Store) { given.type = query; }`,
    ),
  },
  'a switch around the call': {
    right: after(
      `switch (store.type) { case 'table': case 'cloud-table': return service.runQuery(store, query); }`,
      '',
    ),
    wrong: after(`switch (store.type) { case 'table': log(id); default: return service.runQuery(store, query); }`, ''),
  },
  'a type guard': {
    right: `const isTable = (store: Store): store is Store & { type: 'table' } => store.type === 'table';
      ${after(`if (!isTable(store)) throw new Error('no');`)}`,
    wrong: `const isTable = (store: Store): store is Store & { type: 'table' } => store.type === 'table' || store.id === 'a';
      ${after(`if (!isTable(store)) throw new Error('no');`)}`,
  },
  'a type guard with branches': {
    right: `function isOther(store: Store) { if (store.type === 'table') return false; return true; }
      ${after(`if (isOther(store)) throw new Error('no');`)}`,
    wrong: `function isOther(store: Store) { if (store.type === 'table') return true; return false; }
      ${after(`if (isOther(store)) throw new Error('no');`)}`,
  },
  'an assertion': {
    right: `function assertTable(store: Store): asserts store is Store & { type: 'table' } { if (!tableTypes.includes(store.type)) throw new Error('no'); }
      ${after('assertTable(store);')}`,
    wrong: `function assertTable(store: Store): asserts store is Store & { type: 'table' } { if (store.id === 'a') return; if (!tableTypes.includes(store.type)) throw new Error('no'); }
      ${after('assertTable(store);')}`,
  },
  'an assertion that throws into a catch clause': {
    right: `function assertTable(store: Store) { if (store.type !== 'table') throw new Error('no'); }
      ${after(`try { assertTable(store); } catch { return 'no'; }`)}`,
    wrong: `function assertTable(store: Store) { if (store.type !== 'table') throw new Error('no'); }
      ${after('try { assertTable(store); } catch { log(id); }')}`,
  },
  'an assertion that is awaited': {
    right: `async function assertTable(store: Store) { if (store.type !== 'table') throw new Error('no'); }
      ${after('await assertTable(store);')}`,
    wrong: `async function assertTable(store: Store) { if (store.type !== 'table') throw new Error('no'); }
      ${after('assertTable(store).catch(log);')}`,
  },
  'a function that brings the object': {
    right: fetched(
      `const found = await stores.find(id); if (!found) throw new Error('none'); if (!tableSet.has(found.type)) throw new Error('no'); return found;`,
    ),
    wrong: fetched(
      `const found = await stores.find(id); if (!found) throw new Error('none'); if (id === 'a') return found; if (!tableSet.has(found.type)) throw new Error('no'); return found;`,
    ),
  },
  'a function that brings the object, or nothing': {
    right: fetched(
      `const found = await stores.find(id); return found?.type === 'table' ? found : null;`,
      'store && service.runQuery(store, query)',
    ),
    wrong: fetched(
      `const found = await stores.find(id); return found?.type === 'table' ? null : found;`,
      'store && service.runQuery(store, query)',
    ),
  },
  'a function that brings the object, where the field was read before': {
    right: fetched(
      `const found = await stores.find(id); const type = found?.type; return type === 'table' ? found : null;`,
      'store && service.runQuery(store, query)',
    ),
    wrong: fetched(
      `const found = await stores.find(id); const type = found?.type; found!.type = id; return type === 'table' ? found : null;`,
      'store && service.runQuery(store, query)',
    ),
  },
  'a function that brings the object with others': {
    right: fetched(
      `const table = await stores.find(id); if (table?.type !== 'table') return { error: 'no' }; return { table };`,
      'store.table && service.runQuery(store.table, query)',
    ),
    wrong: fetched(
      `const table = await stores.find(id); if (table?.type !== 'table') return { error: 'no' }; return { table: await stores.find('b') };`,
      'store.table && service.runQuery(store.table, query)',
    ),
  },
  'a part of what a function brings': {
    right: `async function fetchBoth(id: string) { const table = await stores.find(id); const other = await stores.find('b'); if (table?.type !== 'table') throw new Error('no'); return { table, other }; }
      ${handler('const { table } = await fetchBoth(id); return service.runQuery(table, query);')}`,
    wrong: `async function fetchBoth(id: string) { const table = await stores.find(id); const other = await stores.find('b'); if (table?.type !== 'table') throw new Error('no'); return { table, other }; }
      ${handler('const { other } = await fetchBoth(id); return service.runQuery(other!, query);')}`,
  },
  'a constant list of which an element is assigned': {
    right: `const types = ['table']; types.slice(1); ${after(`if (!types.includes(store.type)) throw new Error('no');`)}`,
    wrong: `const types = ['table']; types[0] = 'script'; ${after(`if (!types.includes(store.type)) throw new Error('no');`)}`,
  },
  'functions that bring the object for each other': {
    right: `async function fetchAny(id: string) { const found = await stores.find(id); if (found?.type !== 'table') throw new Error('no'); return found; }
      ${fetched('log(id); return fetchAny(id);', 'service.runQuery(store as Store, query)')}`,
    wrong: `async function fetchAny(id: string) { const found = await stores.find(id); if (found?.type !== 'table') log(id); return found!; }
      ${fetched('log(id); return fetchAny(id);', 'service.runQuery(store as Store, query)')}`,
  },
  'a function that tests the object and gives it back': {
    right: `function tableOf(store: Store) { if (store.type !== 'table') throw new Error('no'); return store; }
      ${after('const table = tableOf(store);', 'return service.runQuery(table, query);')}`,
    wrong: `function tableOf(store: Store) { if (store.type !== 'table') throw new Error('no'); return store; }
      ${after('const table = tableOf(store); store.type = query;', 'return service.runQuery(table, query);')}`,
  },
  'handed on through one more function': {
    right: `async function run(store: Store, query: string) { return service.runQuery(store, query.trim()); }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
    wrong: `async function run(store: Store, query: string) { store = (await stores.find(query))!; return service.runQuery(store, query); }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
  },
  'the function that is given it changes it': {
    right: `async function run(store: Store, query: string) { store.id = query; const done = await service.runQuery(store, query); store.type = query; return done; }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
    wrong: `async function run(store: Store, query: string) { store.type = query; return service.runQuery(store, query); }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
  },
  'the function that is given it hands it on': {
    right: `async function run(store: Store, query: string) { const done = await service.runQuery(store, query); log(store); return done; }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
    wrong: `async function run(store: Store, query: string) { log(store); return service.runQuery(store, query); }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run(store, query);')}`,
  },
  'a part of another object': {
    right: `async function run({ store, query }: { store: Store; query: string }) { return service.runQuery(store, query); }
      ${after(`if (store.type !== 'table') throw new Error('no');`, 'return run({ store, query });')}`,
    wrong: `async function run({ store, query }: { store: Store; query: string }) { return service.runQuery(store, query); }
      ${after(`const other = (await stores.find('b'))!; if (store.type !== 'table') throw new Error('no');`, 'return run({ store: other, query });')}`,
  },
  'a field of a parameter': {
    right: `async function run(context: { store: Store }, query: string) { if (context.store.type !== 'table') throw new Error('no'); return service.runQuery(context.store, query); }
      ${after('', 'return run({ store }, query);')}`,
    wrong: `async function run(context: { store: Store }, query: string) { if (context.store.type !== 'table') throw new Error('no'); context.store = (await stores.find('b'))!; return service.runQuery(context.store, query); }
      ${after('', 'return run({ store }, query);')}`,
  },
  'a copy of the object': {
    right: after(
      `if (store.type !== 'table') throw new Error('no');`,
      'return service.runQuery({ ...store, id: query }, query);',
    ),
    wrong: after(
      `if (store.type !== 'table') throw new Error('no');`,
      'return service.runQuery({ ...store, type: query }, query);',
    ),
  },
  'a text and no field': {
    right: `async function run(kind: string, query: string) { if (kind === 'script') return eval(query); return [query]; }
      export async function handler({ kind, query }: { kind: string; query: string }) { if (kind !== 'table') throw new Error('no'); return run(kind, query); }`,
    wrong: `async function run(kind: string, query: string) { if (kind === 'script') return eval(query); return [query]; }
      export async function handler({ kind, query }: { kind: string; query: string }) { if (kind === 'table') throw new Error('no'); return run(kind, query); }`,
    effects: ['execute'],
  },
  'the same function tests twice': {
    right: after(
      `if (!tableSet.has(store.type)) throw new Error('no'); switch (store.type) { case 'script': return eval(query); default: return query; }`,
      '',
    ),
    wrong: after(
      `if (!tableSet.has(store.id)) throw new Error('no'); switch (store.type) { case 'script': return eval(query); default: return query; }`,
      '',
    ),
    effects: ['execute'],
  },
};

describe('fields that are tested before', () => {
  it.each(Object.entries(programs))('%s', (_, { right, wrong, effects = both }) => {
    expect(effectsIn(right)).toEqual([]);
    expect([...effectsIn(wrong)].sort()).toEqual(effects);
  });

  it('is known to all tools on its own: one test does not hold for another caller', () => {
    const code = `${after(`if (store.type !== 'table') throw new Error('no');`)}
      export async function other(store: Store, query: string) { return service.runQuery(store, query); }`;
    const { program, file } = programOf({ 'a.ts': `${store}\n${code}` });
    const functions = nodesIn(file('a.ts'), isFunctionDeclaration);
    const kindsOf = (name: string): string[] =>
      effectsOf(
        functions.find((fn) => fn.name?.text === name)!,
        program,
      ).map(({ kind }) => kind);
    expect(kindsOf('handler')).toEqual([]);
    expect(kindsOf('other').sort()).toEqual(both);
    expect(kindsOf('handler')).toEqual([]);
  });

  it.each([
    ['what a field is not', after(`if (store.type === 'script' || store.type === 'folder') throw new Error('no');`)],
    [
      'a field of `this`',
      `class Runner { constructor(readonly store: Store) {} run(query: string) { if (this.store.type !== 'table') throw new Error('no'); return service.runQuery(this.store, query); } }
       ${after('', 'return new Runner(store).run(query);')}`,
    ],
    [
      'what a list finds',
      handler(
        `const all = [(await stores.find(id))!]; const store = all.find((each) => each.type === 'table'); return service.runQuery(store!, query);`,
      ),
    ],
  ])('known gap: %s', (_, code) => {
    expect([...effectsIn(code)].sort()).toEqual(both);
  });
});
