import { memo } from '../../memo.ts';
import { addTo, valueAt } from '../../multimap.ts';
import type { CallIndex, Callers, IndexedFunction, ts } from '../../type-utils/index.ts';
import { functionsIn, syntax } from '../../type-utils/index.ts';

/** What is found of one file on the way, to be kept for the next program where it is the same there. */
export class MakersInFile {
  constructing: readonly IndexedFunction[] | undefined;
  /** The functions that make a session by a factory, by its name. */
  readonly byFactory = new Map<string, readonly IndexedFunction[]>();
  /** Callers, by the name that they call and by the function that it runs: many may have one name. */
  readonly byName = new Map<string, ReadonlyMap<ts.Node, readonly IndexedFunction[]>>();
}

/** The queries about code that may make sessions. */
interface Questions {
  readonly foundIn: (file: ts.SourceFile) => MakersInFile;
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
  { foundIn, makesSession, functionCalledBy }: Questions,
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
  const callersNaming = (name: string): readonly Callers[] => callersOf(name).filter(({ file }) => files.has(file));
  for (const file of files)
    (foundIn(file).constructing ??= functionsConstructing(file).filter(({ constructions }) =>
      constructions.some(makesSession),
    )).forEach(add);
  for (const factory of withAliases(factories)) {
    names.add(factory);
    for (const { file, functions: callers } of callersNaming(factory))
      valueAt(foundIn(file).byFactory, factory, () =>
        callers.filter(({ calls }) => calls.get(factory)?.some(makesSession)),
      ).forEach(add);
  }
  for (let maker = waiting.pop(); maker; maker = waiting.pop()) {
    if (!maker.fn) continue;
    for (const name of withAliases(maker.names)) {
      names.add(name);
      for (const { file, functions: callers } of callersNaming(name))
        valueAt(foundIn(file).byName, name, () => byFunction(callers, name, functionCalledBy))
          .get(maker.fn)
          ?.forEach(add);
    }
  }
  return { functions, names, getters };
}

function byFunction(
  callers: readonly IndexedFunction[],
  name: string,
  functionCalledBy: Questions['functionCalledBy'],
): ReadonlyMap<ts.Node, readonly IndexedFunction[]> {
  const found = new Map<ts.Node, IndexedFunction[]>();
  for (const caller of callers)
    for (const fn of new Set((caller.calls.get(name) ?? []).map(functionCalledBy))) if (fn) addTo(found, fn, caller);
  return found;
}

const functionsByNode = memo(
  (file: ts.SourceFile): ReadonlyMap<ts.Node, IndexedFunction> =>
    new Map(functionsIn(file).flatMap((each) => (each.fn ? [[each.fn, each] as const] : []))),
);

const functionsConstructing = memo((file: ts.SourceFile) =>
  functionsIn(file).filter(({ constructions }) => constructions.length > 0),
);
