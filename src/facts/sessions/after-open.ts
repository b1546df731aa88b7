import type { Automaton, Operation } from '../../analysis/typestate/automaton.ts';
import { dominates } from '../../program/control/control.ts';
import { callSitesOf, functionsAround, isOnlyCalled } from '../../program/values/functions.ts';
import { allCallsIn, calledName, isInside, syntax, type ts, usesOf } from '../../type-utils/index.ts';

type Call = ts.CallExpression | ts.NewExpression;

/** How many functions between a call and the one that opens are followed. */
const MAX_DEPTH = 4;

/** The operations that open a session. */
export function openersOf({ operations }: Automaton): readonly Operation[] {
  return [...operations.values()].filter(({ effect }) => effect === 'opens');
}

/** The one call in the scope of a slot that, by its name, opens what it holds. Undefined: there is none, or more. */
export function onlyOpenerIn(scope: ts.Node, automata: readonly Automaton[]): Call | undefined {
  const openers = new Set(automata.flatMap(openersOf).map(({ name }) => name));
  const [opener, ...others] = callsNamed(openers, scope);
  return others.length === 0 ? opener : undefined;
}

/** Those of some methods of which all calls in the file, by their names, run only once another call has run. */
export function calledOnlyAfter(opener: Call, methods: ReadonlySet<string>, program: ts.Program): ReadonlySet<string> {
  const others = callsNamed(methods, opener.getSourceFile()).filter((call) => !comesAfter(call, opener, program));
  const early = new Set(others.map(calledName));
  return new Set([...methods].filter((method) => !early.has(method)));
}

function callsNamed(names: ReadonlySet<string>, scope: ts.Node): readonly Call[] {
  return allCallsIn(scope.getSourceFile()).filter((call) => isInside(call, scope) && names.has(calledName(call) ?? ''));
}

/**
 * Whether a call runs only once another one has: it comes behind that in its function, or in functions of which all that the
 * program does is to call them behind it.
 */
function comesAfter(call: ts.Node, opener: ts.Node, program: ts.Program, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  const container = syntax.containerOf(opener);
  const around = functionsAround(call);
  const index = around.findIndex((fn) => fn === container);
  // A function that is written behind it runs behind it.
  if (index !== -1) return dominates(opener, around[index - 1] ?? call, program);
  const outermost = around.at(-1);
  if (!outermost || !isOnlyCalledHere(outermost, program)) return false;
  const sites = callSitesOf(outermost, program);
  return sites.length > 0 && sites.every((site) => comesAfter(site.call, opener, program, depth + 1));
}

/** A private method, or a function of the file, with which nothing is done but to call it. */
function isOnlyCalledHere(fn: syntax.FunctionLike, program: ts.Program): boolean {
  if (!syntax.isMethodDeclaration(fn)) return isOnlyCalled(fn, program);
  return syntax.isPrivateMember(fn) && callSitesOf(fn, program).length === usesOf(fn, program).length;
}
