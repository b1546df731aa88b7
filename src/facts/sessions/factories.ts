import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import type { CallIndex, IndexedFunction, ts } from '../../type-utils/index.ts';
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
  files: ReadonlySet<ts.SourceFile>,
  factories: ReadonlySet<string>,
  { callersOf, withAliases }: CallIndex,
  { makesSession, functionCalledBy }: Questions,
): SessionMakers {
  const functions = new Set<ts.Node>();
  const names = new Set(factories);
  const getters = new Set<string>();
  const waiting: IndexedFunction[] = [];
  const add = (maker: IndexedFunction): void => {
    if (!maker.fn || functions.has(maker.fn)) return;
    functions.add(maker.fn);
    if (syntax.isGetAccessor(maker.fn) && syntax.isMemberName(maker.fn.name)) getters.add(maker.fn.name.text);
    waiting.push(maker);
    // It may be run where it is written.
    const outer = maker.outer && functionsByNode(maker.fn.getSourceFile()).get(maker.outer);
    if (outer) add(outer);
  };
  const callersNaming = (name: string): readonly IndexedFunction[] =>
    callersOf(name).flatMap(({ file, functions: callers }) => (files.has(file) ? callers : []));
  /** By the function that they run: many may have one name. */
  const callersByFunction = memo(
    (_files: typeof files, name: string): ReadonlyMap<ts.Node, readonly IndexedFunction[]> => {
      const found = new Map<ts.Node, IndexedFunction[]>();
      for (const caller of callersNaming(name))
        for (const fn of new Set((caller.calls.get(name) ?? []).map(functionCalledBy)))
          if (fn) addTo(found, fn, caller);
      return found;
    },
  );
  for (const file of files)
    for (const each of functionsConstructing(file)) if (each.constructions.some(makesSession)) add(each);
  for (const factory of withAliases(factories)) {
    names.add(factory);
    for (const caller of callersNaming(factory)) if (caller.calls.get(factory)?.some(makesSession)) add(caller);
  }
  for (let maker = waiting.pop(); maker; maker = waiting.pop()) {
    if (!maker.fn) continue;
    for (const name of withAliases(maker.names)) {
      names.add(name);
      callersByFunction(files, name).get(maker.fn)?.forEach(add);
    }
  }
  return { functions, names, getters };
}

const functionsByNode = memo(
  (file: ts.SourceFile): ReadonlyMap<ts.Node, IndexedFunction> =>
    new Map(functionsIn(file).flatMap((each) => (each.fn ? [[each.fn, each] as const] : []))),
);

const functionsConstructing = memo((file: ts.SourceFile) =>
  functionsIn(file).filter(({ constructions }) => constructions.length > 0),
);
