import type { IndexedFunction, ts } from '../../type-utils/index.ts';
import { functionsIn, syntax } from '../../type-utils/index.ts';

/** The queries about code that may make sessions. */
interface Questions {
  readonly makesSession: (call: ts.NewExpression | ts.CallExpression) => boolean;
  /** The function that a call runs, where it is known. */
  readonly functionCalledBy: (call: ts.CallExpression) => ts.Node | undefined;
}

/** The functions that may make a session, and the names by which they and the factories are called. */
export interface SessionMakers {
  readonly functions: ReadonlySet<ts.Node>;
  readonly names: ReadonlySet<string>;
  /** The names of the getters among the functions. */
  readonly getters: ReadonlySet<string>;
}

/**
 * Which functions of some files may make a session: those in which one is constructed, or a factory is called, and those
 * that call them. A call is followed only if its callee is named like one of these.
 */
export function sessionMakersIn(
  files: Iterable<ts.SourceFile>,
  factories: ReadonlySet<string>,
  { makesSession, functionCalledBy }: Questions,
): SessionMakers {
  const functions = new Set<ts.Node>();
  const names = new Set(factories);
  const callersOf = new Map<string, IndexedFunction[]>();
  const aliases = new Map<string, string[]>();
  const getters = new Set<string>();
  const waiting: IndexedFunction[] = [];
  const byNode = new Map<ts.Node, IndexedFunction>();
  const add = (maker: IndexedFunction): void => {
    if (!maker.fn || functions.has(maker.fn)) return;
    functions.add(maker.fn);
    if (syntax.isGetAccessor(maker.fn) && syntax.isMemberName(maker.fn.name)) getters.add(maker.fn.name.text);
    waiting.push(maker);
    // It may be run where it is written.
    const outer = maker.outer && byNode.get(maker.outer);
    if (outer) add(outer);
  };
  const all = [...files].flatMap((file) => [...functionsIn(file)]);
  for (const each of all) if (each.fn) byNode.set(each.fn, each);
  for (const each of all) {
    if (each.original !== undefined) aliases.set(each.original, [...(aliases.get(each.original) ?? []), ...each.names]);
    for (const name of each.calledNames) {
      const known = callersOf.get(name);
      if (!known) callersOf.set(name, [each]);
      else if (known.at(-1) !== each) known.push(each);
    }
    if (each.constructions.some(makesSession)) add(each);
  }
  for (const factory of withAliases(factories, aliases)) {
    names.add(factory);
    for (const caller of callersOf.get(factory) ?? []) if (caller.calls.get(factory)?.some(makesSession)) add(caller);
  }
  for (let maker = waiting.pop(); maker; maker = waiting.pop()) {
    for (const name of withAliases(maker.names, aliases)) {
      names.add(name);
      for (const caller of callersOf.get(name) ?? []) {
        const isFollowed = caller.fn && functions.has(caller.fn);
        if (!isFollowed && caller.calls.get(name)?.some((call) => functionCalledBy(call) === maker.fn)) add(caller);
      }
    }
  }
  return { functions, names, getters };
}

function withAliases(names: Iterable<string>, aliases: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all) aliases.get(name)?.forEach((alias) => all.add(alias));
  return all;
}
