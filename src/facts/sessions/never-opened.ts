import type { CallRule, Protocol, State } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import { type Encounters, type Journey, journeysFrom } from '../../program/lifetimes/journey.ts';
import { isCallee } from '../../program/lifetimes/kept-functions.ts';
import { functionsAround } from '../../program/values/functions.ts';
import { contains } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  allCallsIn,
  calledAt,
  callsIn,
  calleeOriginOf,
  compilerOf,
  filesReaching,
  isCallOf,
  isInside,
  subjectAt,
  syntax,
} from '../../type-utils/index.ts';
import { needsOther, onlyProtocolOf, stateNames } from './automata.ts';
import { isExpectedToReject } from './expected-rejections.ts';
import type { SessionSemantics } from './semantics.ts';
import { type Misuse, plain } from './session-facts.ts';
import { isRightBehind, startedBy, type Started, waitsBefore } from './started-for-each.ts';

/** The role of the session itself; values made of it have those that the protocol gives. */
const SUBJECT = 'subject';

type Call = ts.CallExpression | ts.NewExpression;

/** A call that needs a session open. */
interface Use {
  readonly node: ts.Node;
  readonly op: string;
}

/** A session that no code opens, or whose opening nothing waits for, and what needs it open, in the order of the text of each file. */
interface Unopened {
  readonly protocol: Protocol;
  readonly made: ts.NewExpression;
  readonly state: State;
  readonly uses: readonly Use[];
  /** The call that has begun to open it, where there is one. */
  readonly opening: ts.CallExpression | undefined;
}

/**
 * The calls in a file that need a session open which nothing in the program opens: of each session the first. The session
 * is followed through variables, private fields, functions of the program and what is made of it (an agent), and counts
 * only where all of that is known.
 */
export function neverOpenedIn(
  file: ts.SourceFile,
  program: ts.Program,
  protocols: readonly Protocol[],
  semantics: SessionSemantics,
): readonly Misuse[] {
  const byCall = new Map<ts.Node, Unopened[]>();
  for (const unopened of unopenedOf(protocols, program, semantics)) {
    const node = unopened.uses[0]?.node;
    if (node?.getSourceFile() === file) byCall.set(node, [...(byCall.get(node) ?? []), unopened]);
  }
  return [...byCall.values()].flatMap((sessions) => misuseOf(sessions, program) ?? []);
}

const unopenedOf = memo(
  (protocols: readonly Protocol[], program: ts.Program, semantics: SessionSemantics): readonly Unopened[] => {
    const relevant = protocols.filter(isOpenedLater);
    if (relevant.length === 0) return [];
    const files = filesReaching(
      program,
      relevant.flatMap(({ subjects }) => subjects),
    );
    return [...files]
      .filter(({ isDeclarationFile }) => !isDeclarationFile)
      .flatMap((file) => allCallsIn(file).filter(syntax.isNewExpression))
      .flatMap((made) => unopenedAt(made, relevant, program, semantics));
  },
);

/** Whether a session is made before it is opened, and something needs it open. */
function isOpenedLater(protocol: Protocol): boolean {
  const { calls, construct, ops } = protocol;
  if (construct === undefined) return false;
  const needsOpen = (op: string | undefined) => op !== undefined && needsOther(protocol, op, construct);
  return Object.keys(ops).some(needsOpen) || calls?.some(({ op }) => needsOpen(op)) === true;
}

/** Whether a session can be given, before it is opened, to a call whose result needs it open. */
function isUsedThroughOthers({ calls, construct, ops }: Protocol): boolean {
  return (
    construct !== undefined &&
    calls?.some(({ takes, gives }) => takes === SUBJECT && gives !== undefined) === true &&
    calls.some(({ op }) => op !== undefined && ops[op]?.from.includes(construct) === false)
  );
}

function unopenedAt(
  made: ts.NewExpression,
  protocols: readonly Protocol[],
  program: ts.Program,
  semantics: SessionSemantics,
): readonly Unopened[] {
  const creation = semantics.creationAt(made);
  const protocol = onlyProtocolOf(creation, protocols);
  const [state] = protocol ? stateNames(protocol, creation?.masks[0] ?? 0) : [];
  if (!protocol || state === undefined) return [];
  // Of what has methods of its own, the flow of a function follows all that is not in a list.
  const isFollowed = !isUsedThroughOthers(protocol);
  if (isFollowed && !opensForEach(made.getSourceFile(), protocol)) return [];
  return journeysFrom(made, SUBJECT, encountersOf(protocol, program), program).flatMap((journey): Unopened[] => {
    if (journey.escapes) return [];
    const uses = usesIn(journey, protocol, state, program);
    if (uses.length === 0) return [];
    const [opening, another] = openingsIn(journey, protocol, program);
    if (!opening) return isFollowed ? [] : [{ protocol, made, state, uses, opening: undefined }];
    if (isFollowed && !journey.isListed) return [];
    // Only where nothing else opens it is it known not to be open yet.
    if (another || !syntax.isPropertyAccessExpression(opening)) return [];
    const next = protocol.ops[opening.name.text]?.moves?.[state];
    const call = syntax.parentOf(opening);
    const beside = syntax.isCallExpression(call) ? uses.filter(({ node }) => isBeside(node, call)) : [];
    if (syntax.isCallExpression(call) && next !== undefined && beside.length > 0)
      return [{ protocol, made, state: next, uses: beside, opening: call }];
    const started = startedBy(opening);
    const isThere = started !== undefined && journey.additions.every((addition) => isDoneAtOnce(addition, started));
    const early = isThere ? uses.filter(({ node }) => isRightBehind(node, started.statement)) : [];
    return !started || next === undefined || early.length === 0
      ? []
      : [{ protocol, made, state: next, uses: early, opening: started.call }];
  });
}

/** Whether two calls are started at once: `Promise.all([server.connect(), run(agent)])`. */
function isBeside(use: ts.Node, opening: ts.CallExpression): boolean {
  const list = syntax.parentOf(opening);
  return (
    syntax.isArrayLiteralExpression(list) &&
    syntax.isCallExpression(syntax.parentOf(list)) &&
    list.elements.some((element) => element !== opening && isInside(use, element) && isStartedAtOnce(use, element))
  );
}

/** Whether nothing is waited for before a call in an expression, which no function inside it makes. */
function isStartedAtOnce(use: ts.Node, element: ts.Expression): boolean {
  return functionsAround(use)[0] === functionsAround(element)[0] && !contains(element, syntax.isAwaitExpression);
}

/** Whether a file opens something for each element of a list, and waits for none of them. */
function opensForEach(file: ts.SourceFile, { ops }: Protocol): boolean {
  if (!/\.(?:forEach|map)\(/.test(file.text)) return false;
  return callsIn(file, (name) => Object.hasOwn(ops, name) && ops[name]?.role === 'open').some(
    ({ expression }) => syntax.isPropertyAccessExpression(expression) && startedBy(expression) !== undefined,
  );
}

/** Whether a session is in its list when the function that opens it has been called for each element. */
function isDoneAtOnce(addition: ts.CallExpression, { statement }: Started): boolean {
  if (!isInside(addition, statement)) return addition.end <= statement.pos;
  const [fn] = functionsAround(addition);
  return fn !== undefined && !waitsBefore(addition, fn);
}

function encountersOf(protocol: Protocol, program: ts.Program): Encounters<string> {
  // What comes of a run opens nothing.
  const isRun = (gives: string | undefined): boolean => protocol.awaits?.some(({ role }) => role === gives) === true;
  return {
    given(call, role) {
      const rules = rulesFor(protocol, call, role, program);
      const given = rules.find(({ gives }) => gives !== undefined && !isRun(gives))?.gives;
      return rules.length === 0 ? undefined : { gives: given };
    },
    keeps: (access, role) =>
      isCallee(access)
        ? role === SUBJECT &&
          (access.name.text in protocol.ops || protocol.neutral?.includes(access.name.text) === true)
        : compilerOf(program).isPrimitive(access),
  };
}

/** The members and calls by which a session is opened. */
function openingsIn(
  { calls, members }: Journey<string>,
  protocol: Protocol,
  program: ts.Program,
): readonly (Call | ts.PropertyAccessExpression)[] {
  const opens = (op: string | undefined) => op !== undefined && protocol.ops[op]?.role === 'open';
  return [
    ...members.flatMap(({ access }) => (opens(access.name.text) ? [access] : [])),
    ...calls.flatMap(({ call, role }) =>
      rulesFor(protocol, call, role, program).some(({ op }) => opens(op)) ? [call] : [],
    ),
  ];
}

function usesIn(
  { calls, members }: Journey<string>,
  protocol: Protocol,
  state: State,
  program: ts.Program,
): readonly Use[] {
  const needsOpen = (op: string) => needsOther(protocol, op, state);
  const direct = members.flatMap(({ access }) => {
    const op = access.name.text;
    return needsOpen(op) ? [{ node: syntax.parentOf(access), op }] : [];
  });
  const through = calls.flatMap(({ call, role }) => {
    const op = rulesFor(protocol, call, role, program).flatMap((rule) => rule.op ?? [])[0];
    return op !== undefined && needsOpen(op) ? [{ node: call, op }] : [];
  });
  return [...direct, ...through].sort(byPlace);
}

function rulesFor(
  { calls }: Protocol,
  call: ts.CallExpression | ts.NewExpression,
  role: string,
  program: ts.Program,
): readonly CallRule[] {
  const origin = calleeOriginOf(call, program);
  return origin ? (calls ?? []).filter(({ takes, callee }) => takes === role && isCallOf(origin, callee)) : [];
}

/** What is wrong with one call, for all the sessions that it needs open. */
function misuseOf(all: readonly Unopened[], program: ts.Program): Misuse | undefined {
  const never = all.filter(({ opening }) => !opening);
  const sessions = never.length > 0 ? never : all;
  const [first] = sessions;
  const use = first?.uses[0];
  const operation = use && first.protocol.ops[use.op];
  if (!operation) return undefined;
  const { protocol, state } = first;
  const names = sessions.map(({ made }) => subjectAt(made, undefined, protocol.noun));
  return {
    protocol,
    certainty: 'definite',
    node: use.node,
    op: use.op,
    called: calledAt(use.node, use.op),
    // The message puts the first and last in backticks.
    subject: [...new Set(names)].join('`, `'),
    cause: { role: operation.role, phase: protocol.states[state]?.phase ?? 'unopened' },
    states: [state],
    witnesses: sessions.map(({ made, opening }) => ({ state, node: opening ?? made })),
    outcome: operation.misuse?.[state],
    ...plain,
    unawaited: first.opening,
    neverOpened: first.opening === undefined,
    expectedToReject: first.uses.every(({ node }) => isExpectedToReject(node, program)),
  };
}

function byPlace(a: Use, b: Use): number {
  const [fileOfA, fileOfB] = [a.node.getSourceFile().fileName, b.node.getSourceFile().fileName];
  return fileOfA === fileOfB ? a.node.end - b.node.end : fileOfA < fileOfB ? -1 : 1;
}
