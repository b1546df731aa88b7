import { groupedBy } from '../../analysis/grouped.ts';
import { memo } from '../../memo.ts';
import {
  calleeOriginOf,
  callsIn,
  compilerOf,
  declarationOf,
  initializerOf,
  isCallOn,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { functionGivenAs } from '../values/functions.ts';

/** The classes of emitters: Node's own, and those that have its methods. */
const emitters = {
  packages: ['node:events', 'events', 'eventemitter3'],
  names: ['EventEmitter', 'EventEmitterAsyncResource'],
};

/** Methods that register a function for an event. */
const registering = new Set(['addListener', 'on', 'once', 'prependListener', 'prependOnceListener']);

interface Listener {
  readonly emitter: ts.Expression;
  readonly registration: ts.CallExpression;
  readonly given: ts.Expression;
}

/**
 * The functions that `emitter.emit('name', …)` runs: those that the program registers for an event of that name, written out,
 * on the same variable, field or class. Another copy of a class counts as the same. Empty for any other call.
 */
export function listenersRunBy(call: ts.CallExpression, program: ts.Program): readonly syntax.FunctionLike[] {
  const callee = syntax.withoutAssertions(call.expression);
  const event = eventOf(call);
  if (event === undefined || !syntax.isPropertyAccessExpression(callee) || callee.name.text !== 'emit') return [];
  const listeners = listenersIn(program).get(event);
  if (!listeners || !isOfEmitter(call, program)) return [];
  const own = identitiesOf(callee.expression, program);
  return listeners
    .filter(
      ({ emitter, registration }) =>
        identitiesOf(emitter, program).some((each) => own.includes(each)) && isOfEmitter(registration, program),
    )
    .flatMap(({ given }) => functionGivenAs(given, program) ?? []);
}

/** The registrations of all own files, by the names of their events. */
const listenersIn = memo((program: ts.Program): ReadonlyMap<string, readonly Listener[]> => {
  const own = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  const calls = own.flatMap((file) => callsIn(file, (name) => registering.has(name))).filter(syntax.isCallExpression);
  const listeners = calls.flatMap((registration): readonly (Listener & { readonly event: string })[] => {
    const callee = syntax.withoutAssertions(registration.expression);
    const event = eventOf(registration);
    const given = registration.arguments[1];
    if (event === undefined || !given || !syntax.isPropertyAccessExpression(callee)) return [];
    return [{ event, emitter: callee.expression, registration, given }];
  });
  return groupedBy(listeners, ({ event }) => event);
});

function eventOf({ arguments: [event] }: ts.CallExpression): string | undefined {
  return event && syntax.isStringLiteralLike(event) ? event.text : undefined;
}

function isOfEmitter(call: ts.CallExpression, program: ts.Program): boolean {
  const origin = calleeOriginOf(call, program);
  return origin !== undefined && isCallOn(origin, emitters);
}

/** What an emitter is known by: the variable or field that has it, and the class of the program that it is of. */
function identitiesOf(emitter: ts.Expression, program: ts.Program): readonly ts.Node[] {
  const reference = syntax.withoutAssertions(emitter);
  if (reference.kind === syntax.SyntaxKind.ThisKeyword) {
    const owner = syntax.classOfThis(reference);
    return owner ? [owner] : [];
  }
  const name = syntax.lastNameOf(reference);
  const declaration = name && declarationOf(name, program);
  if (!declaration) return [];
  const made = syntax.isIdentifier(reference) ? initializerOf(reference) : undefined;
  const owner = made && syntax.isNewExpression(made) ? compilerOf(program).classConstructedBy(made) : undefined;
  return owner && !owner.getSourceFile().isDeclarationFile ? [declaration, owner] : [declaration];
}
