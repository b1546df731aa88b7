import type { Protocol } from '../../models/sessions/protocol.ts';
import { conditionsOf, dominates, failsInto, isCaught, leadsTo } from '../../program/control/control.ts';
import { isInert } from '../../program/flow/expressions.ts';
import { slotsOf } from '../../program/flow/slots.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { compilerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import { onlyOpenerIn } from './after-open.ts';
import { needsOther, onlyProtocolOf } from './automata.ts';
import { isFieldOfThis } from './fields.ts';
import type { SessionSemantics } from './semantics.ts';
import { type Misuse, plain } from './session-facts.ts';

/** A private field with a session that is made with it, and the one call that opens it. */
interface OpenedField {
  readonly protocol: Protocol;
  readonly field: ts.PropertyDeclaration;
  readonly name: string;
  readonly made: ts.NewExpression;
  readonly opener: syntax.MethodCall;
}

/** A call that comes too early, and the one that opens the session behind it. */
export interface EarlyCall {
  readonly misuse: Misuse;
  readonly opener: ts.Node;
}

/**
 * The calls that need the session of a private field open and run before the one call that opens it: in the same method
 * before it, where the first run of the method goes wrong, and in methods of a class whose constructor begins to open it and
 * keeps no promise that they could wait for.
 */
export function earlyCallsIn(
  file: ts.SourceFile,
  program: ts.Program,
  protocols: readonly Protocol[],
  semantics: SessionSemantics,
): readonly EarlyCall[] {
  const relevant = protocols.filter(({ construct }) => construct !== undefined);
  if (relevant.length === 0) return [];
  return file.statements
    .flatMap((owner) => (syntax.isClassLike(owner) ? openedFieldsOf(owner, relevant, semantics) : []))
    .flatMap((field) => {
      const isStarted = syntax.isConstructorDeclaration(syntax.containerOf(field.opener));
      const misuse = isStarted ? startedMisuseOf(field, program) : earlyMisuseOf(field, program);
      return misuse ? [{ misuse, opener: field.opener }] : [];
    });
}

function openedFieldsOf(
  owner: ts.ClassLikeDeclaration,
  protocols: readonly Protocol[],
  semantics: SessionSemantics,
): readonly OpenedField[] {
  return owner.members.flatMap((field) => {
    if (!syntax.isPropertyDeclaration(field) || !syntax.isMemberName(field.name) || !field.initializer) return [];
    const made = syntax.withoutAssertions(field.initializer);
    if (!syntax.isNewExpression(made)) return [];
    const creation = semantics.creationAt(made);
    const protocol = onlyProtocolOf(creation, protocols);
    if (!creation || !protocol) return [];
    const name = field.name.text;
    const opener = onlyOpenerIn(owner, creation.automata);
    if (!opener || !isCallOfField(opener, field, name)) return [];
    // Only what nothing else has is surely not open before that call.
    const slot = slotsOf(owner.getSourceFile()).ofField(field, name, owner);
    const isContained = semantics.entering(slot, new Set(Object.keys(protocol.ops)))?.unopened !== undefined;
    return isContained ? [{ protocol, field, name, made, opener }] : [];
  });
}

/** The first call that a method makes of what needs the session open before the method opens it. */
function earlyMisuseOf(field: OpenedField, program: ts.Program): Misuse | undefined {
  const { opener, protocol } = field;
  const state = protocol.construct ?? '';
  const method = syntax.containerOf(opener);
  if (!syntax.isFunctionLike(method) || !method.body) return undefined;
  const isBefore = (call: ts.CallExpression): boolean =>
    dominates(call, opener, program) &&
    leadsTo(opener, call, program) === false &&
    // `try { await client.ping(); } catch { await client.connect(transport); }`
    failsInto(call, opener, program) === false;
  const [first] = nodesIn(method.body, syntax.isCallExpression).flatMap((call) => {
    // What is not waited for, or is caught, is a way to find out whether it is open.
    if (call.end > opener.pos || !isAwaited(call)) return [];
    const used = needsOpen(call, field) ? call : useWithin(call, field, program);
    return used && isBefore(call) ? [{ call, used }] : [];
  });
  return first && misuseOf(field, first.call, first.used, state, field.made);
}

/** The call of what needs the session open that a function of the same class makes, where a call runs it. */
function useWithin(call: ts.CallExpression, field: OpenedField, program: ts.Program): syntax.MethodCall | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  const isOfOther =
    syntax.isPropertyAccessExpression(callee) && callee.expression.kind !== syntax.SyntaxKind.ThisKeyword;
  const fn = isOfOther ? undefined : compilerOf(program).functionCalledBy(call)?.fn;
  return fn?.body && isInside(fn, field.field.parent) ? certainUseIn(fn.body, field, program) : undefined;
}

/** The first call in a method of a class whose constructor has begun to open the session, and waits for nothing. */
function startedMisuseOf(field: OpenedField, program: ts.Program): Misuse | undefined {
  const { opener, protocol } = field;
  const state = protocol.ops[opener.expression.name.text]?.moves?.[protocol.construct ?? ''];
  if (state === undefined || !isDropped(opener)) return undefined;
  const [used] = field.field.parent.members.flatMap((member) => {
    // Private ones, and those that the class hands on, may run from timers and listeners alone.
    if (!syntax.isMethodDeclaration(member) || !member.body || syntax.isPrivateMember(member)) return [];
    const use = certainUseIn(member.body, field, program);
    return use && !isHandedOn(member) ? use : [];
  });
  return used && { ...misuseOf(field, used, used, state, opener), certainty: 'possible' };
}

/** Whether a class names a method of its own in a function inside of one, or without calling it: `onclose = () => this.list()`. */
function isHandedOn({ name, parent }: ts.MethodDeclaration): boolean {
  return contains(
    parent,
    (node) =>
      syntax.isPropertyAccessExpression(node) &&
      node.expression.kind === syntax.SyntaxKind.ThisKeyword &&
      node.name.text === name.getText() &&
      !(syntax.isCallExpression(node.parent) && node.parent.expression === node && isOfMember(node)),
    anywhere,
  );
}

function isOfMember(node: ts.Node): boolean {
  return syntax.isClassLike(syntax.parentOf(syntax.containerOf(node)));
}

/** The call of what needs the session open that a function makes, and waits for, before it does anything else. */
function certainUseIn(body: ts.Node, field: OpenedField, program: ts.Program): syntax.MethodCall | undefined {
  const use = nodesIn(body, syntax.isCallExpression).find((call): call is syntax.MethodCall => needsOpen(call, field));
  const isFirst = (call: syntax.MethodCall): boolean =>
    !contains(
      body,
      (node) =>
        node.end <= call.pos &&
        (syntax.isAwaitExpression(node) || (syntax.isCallExpression(node) && !isInert(node.expression))),
    );
  const isCertain = use && isAwaited(use) && !isCaught(use, body) && isFirst(use);
  return isCertain && conditionsOf(use, program)?.length === 0 ? use : undefined;
}

/** `await this.#client.ping()`, `return this.#client.ping()` */
function isAwaited(call: ts.CallExpression): boolean {
  const parent = syntax.parentOf(call);
  return syntax.isAwaitExpression(parent) || syntax.isReturnStatement(parent) || syntax.isFunctionLike(parent);
}

function needsOpen(call: ts.CallExpression, { protocol, field, name }: OpenedField): call is syntax.MethodCall {
  return isCallOfField(call, field, name) && needsOther(protocol, call.expression.name.text, protocol.construct ?? '');
}

/** `this.#client.connect(…)` */
function isCallOfField(
  call: ts.CallExpression | ts.NewExpression,
  declared: ts.PropertyDeclaration,
  name: string,
): call is syntax.MethodCall {
  if (!syntax.isMethodCall(call)) return false;
  const { expression: field } = call.expression;
  return isFieldOfThis(field, declared) && field.name.text === name;
}

/** Whether nothing keeps a promise, nor what is chained to it: `void client.connect(transport)`, `….catch(report);`. */
function isDropped(call: ts.CallExpression): boolean {
  const parent = syntax.parentOf(call);
  if (syntax.isVoidExpression(parent) || syntax.isExpressionStatement(parent)) return true;
  const chained = syntax.isPropertyAccessExpression(parent) && parent.name.text === 'catch' ? parent.parent : undefined;
  return chained !== undefined && syntax.isCallExpression(chained) && isDropped(chained);
}

function misuseOf(
  { protocol, name }: OpenedField,
  call: ts.CallExpression,
  used: syntax.MethodCall,
  state: string,
  witness: ts.Node,
): Misuse {
  const op = used.expression.name.text;
  const operation = protocol.ops[op];
  return {
    ...plain,
    protocol,
    certainty: 'definite',
    node: call,
    op,
    called: op,
    subject: `this.${name}`,
    cause: { role: operation?.role ?? 'use', phase: protocol.states[state]?.phase ?? 'unopened' },
    states: [state],
    witnesses: [{ state, node: witness }],
    outcome: operation?.misuse?.[state],
    inside: used === call ? undefined : used,
  };
}
