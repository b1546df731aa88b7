import { allStates, statesIn, type Automaton, type StateSet } from '../../analysis/typestate/automaton.ts';
import type { FlowGraph, Site } from '../../analysis/flow-graph.ts';
import { Summaries } from '../../analysis/typestate/summaries.ts';
import type { Failure, Leaving, Observer, Visit } from '../../analysis/typestate/semantics.ts';
import { blamedOf } from '../../analysis/typestate/known-calls.ts';
import { mergeSites, type Cell, type SessionObject } from '../../analysis/typestate/values.ts';
import type { Op, Protocol } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import { isOfTests, mockedPackagesIn } from '../../program/values/test-code.ts';
import { stateNames, automatonOf } from './automata.ts';
import { isCaughtAtOnce, isExpectedToReject } from './expected-rejections.ts';
import { failsInOperation } from './failing.ts';
import {
  isClosedInFinally,
  isForgottenOnSomePaths,
  isHeldByClosure,
  isKeptUnlessThrown,
  isLeftByCaughtFailure,
  isLeftUnexpectedly,
  isSettledOtherwise,
} from './leaks.ts';
import { flowGraphOf } from '../../program/flow/lower.ts';
import { type EarlyCall, earlyCallsIn } from './early-calls.ts';
import { interruptedIn } from './interrupted.ts';
import { lentIn } from './lent.ts';
import { neverOpenedIn } from './never-opened.ts';
import { reusedIn } from './reused.ts';
import { SessionSemantics, sessionSourcesOf } from './semantics.ts';
import {
  type Certainty,
  isMisusedBy,
  type Leak,
  type Misuse,
  plain,
  type SessionFacts,
  type Verdict,
  type Witness,
} from './session-facts.ts';
import { analysedFunctionsOf, mayHoldSessions, runsOncePerProcess } from './gates.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  calledAt,
  enclosingLoopOf,
  isInside,
  isInUpdateOf,
  KeptByFile,
  mentions,
  subjectAt,
  syntax,
} from '../../type-utils/index.ts';

const noFacts: SessionFacts = { verdicts: [], misuses: [], leaks: [] };

/**
 * What happens to the sessions in one file: each call of an operation with its verdict, those that are wrong with their
 * cause, and the sessions that are left open. Computed once for a file in a program, and kept for the next
 * one where nothing that it rests on has changed; answers do not depend on which
 * files were queried before.
 *
 * @param protocols what sessions there are; the same array for the same settings, since results are kept by identity
 */
export const sessionFactsOf = memo(
  (sourceFile: ts.SourceFile, program: ts.Program, protocols: readonly Protocol[]): SessionFacts => {
    const own = protocolsInUse(program, protocols);
    if (!mayHoldSessions(sourceFile, program, own)) return noFacts;
    const analysis = analysisOf(program, own);
    // The flow is followed through functions that are called, and these are in files that are imported.
    const facts = keptFor(protocols).of(sourceFile, program, analysis.rests, () =>
      new FileAnalysis(sourceFile, analysis).facts(),
    );
    const early = earlyCallsIn(sourceFile, program, own, analysis.semantics);
    const found = [
      ...neverOpenedIn(sourceFile, program, own, analysis.semantics),
      ...reusedIn(sourceFile, program, own, analysis.semantics),
      ...interruptedIn(sourceFile, program, own),
      ...lentIn(sourceFile, program, own, analysis),
      ...early.map(({ misuse }) => misuse),
    ];
    return withoutMocked(withFound(withoutCalls(facts, early), found), mockedPackagesIn(sourceFile));
  },
);

const keptFor = memo((_protocols: readonly Protocol[]) => new KeptByFile<SessionFacts>());

/** Without the sessions of a package in whose place a test puts something else: nothing is opened there. */
function withoutMocked(facts: SessionFacts, mocked: ReadonlySet<string>): SessionFacts {
  if (mocked.size === 0) return facts;
  const isReal = ({ protocol }: { readonly protocol: Protocol }): boolean =>
    !protocol.subjects.some(({ packages }) => packages.some((name) => mocked.has(name)));
  return { ...facts, misuses: facts.misuses.filter(isReal), leaks: facts.leaks.filter(isReal) };
}

/** Without what is wrong with the calls that come behind others which are wrong. */
function withoutCalls(facts: SessionFacts, early: readonly EarlyCall[]): SessionFacts {
  const behind = new Set<ts.Node>(early.map(({ opener }) => opener));
  const misuses = facts.misuses.filter(({ node }) => !behind.has(node));
  return misuses.length === facts.misuses.length ? facts : { ...facts, misuses };
}

/** Where the flow leads to a session that is in a wrong state, here or in a function that is called, it explains more. */
function withFound(facts: SessionFacts, found: readonly Misuse[]): SessionFacts {
  const judged = new Set<ts.Node | undefined>([
    ...facts.verdicts.flatMap(({ certainty, node }) => (certainty === 'definite' ? [node] : [])),
    ...facts.misuses.map(({ inside }) => inside),
  ]);
  // What is done with the tools of a client that a function has closed is wrong for certain, where it is seen.
  const closed = new Set(facts.misuses.flatMap(({ witnesses }) => witnesses.map(({ node }) => node)));
  const isSeen = ({ returned, witnesses }: Misuse): boolean =>
    returned === 'result' && witnesses.some(({ node }) => closed.has(node));
  const added = found.filter((each) => !judged.has(each.node) && !isSeen(each));
  return added.length === 0 ? facts : { ...facts, misuses: [...facts.misuses, ...added].sort(byPosition) };
}

interface ProgramAnalysis {
  readonly program: ts.Program;
  readonly semantics: SessionSemantics;
  readonly summaries: Summaries;
  readonly protocols: ReadonlyMap<Automaton, Protocol>;
  readonly protocolList: readonly Protocol[];
  /** What facts of a file rest on beside it and what it imports. */
  readonly rests: readonly unknown[];
}

/** The protocols of which the program can have sessions. */
const protocolsInUse = memo((program: ts.Program, protocols: readonly Protocol[]) =>
  protocols.filter((protocol) => mentions(program, sessionSourcesOf([protocol]))),
);

const analysisOf = memo((program: ts.Program, protocols: readonly Protocol[]): ProgramAnalysis => {
  const semantics = new SessionSemantics(program, protocols);
  return {
    program,
    semantics,
    summaries: new Summaries(semantics),
    protocols: new Map(protocols.map((p) => [automatonOf(p), p])),
    protocolList: protocols,
    rests: [semantics.seenByNames, ...protocols],
  };
});

/** What all visits of one call, for one protocol, add up to: copies of `finally` blocks and paths with other sessions included. */
interface CallAggregate {
  readonly node: ts.Node;
  readonly protocol: Protocol;
  op: string;
  readonly automaton: Automaton;
  object: SessionObject;
  violating: StateSet;
  allowing: StateSet;
  other: boolean;
  /** The same for the visits on paths that no exception led to. */
  readonly normal: Standing;
  interfered: boolean;
  /** Some path is known to end in a violation, by what happens to the session on it. */
  failsOnPath: boolean;
  isConsequence: boolean;
  witnesses: (readonly Site[] | undefined)[];
  inside: Failure | undefined;
  /** On different paths different calls inside are to blame. */
  isMixed: boolean;
  readonly violations: Map<Site, Failure>;
  readonly passing: Set<Site>;
  /** Some path to the call is not known at all, and none that is known comes from the caller. */
  uninformed: boolean;
  isUnreachable: boolean;
}

/** The states in which a session may be at a call, and whether the call may be one on something else. */
interface Standing {
  violating: StateSet;
  allowing: StateSet;
  other: boolean;
}

class FileAnalysis implements Observer {
  readonly #file: ts.SourceFile;
  readonly #analysis: ProgramAnalysis;
  readonly #tallies = new Map<Site, Map<string, CallAggregate>>();
  readonly #callbacks = new Set<CallAggregate>();
  /** Calls in callbacks that are right on some path. */
  readonly #passing = new Set<Site>();
  /** Whether the sessions that a function makes need no close of their own. */
  #settled: { readonly fn: ts.Node; readonly bySite: Map<Site, boolean> } | undefined;
  readonly #leaks = new Map<Site, Leak>();
  #graph: FlowGraph | undefined;
  /** What the function that is observed leaves open lives as long as the process. Worked out when it leaves something. */
  #runsOnce: boolean | undefined;

  constructor(file: ts.SourceFile, analysis: ProgramAnalysis) {
    this.#file = file;
    this.#analysis = analysis;
  }

  facts(): SessionFacts {
    const { semantics, summaries } = this.#analysis;
    for (const fn of analysedFunctionsOf(this.#file, semantics)) {
      const graph = flowGraphOf(fn);
      this.#graph = graph;
      this.#runsOnce = undefined;
      summaries.observe(graph, this);
    }
    const tallies = [...this.#tallies.values()].flatMap((byName) => [...byName.values()].filter(({ op }) => op !== ''));
    for (const tally of this.#callbacks) if (this.#passing.has(tally.node)) allow(tally, allStates(tally.automaton));
    for (const tally of tallies) this.#blame(tally);
    const misuses = tallies.flatMap((tally) => this.#misuse(tally));
    return {
      verdicts: verdictsOf(tallies).sort(byPosition),
      misuses: onePerCall(unmuted(misuses)).sort(byPosition),
      leaks: onePerReplacement([...this.#leaks.values()]).sort(byPosition),
    };
  }

  visit(visit: Visit): void {
    const protocol = this.#analysis.protocols.get(visit.automaton);
    const node = visit.site as ts.Node;
    if (!protocol || node.getSourceFile() !== this.#file) return;
    let byName = this.#tallies.get(visit.site);
    if (!byName) this.#tallies.set(visit.site, (byName = new Map<string, CallAggregate>()));
    // Each of several sessions that a function is given is really there: they are no alternatives of each other.
    const key = `${visit.automaton.id} ${visit.through ? `through ${visit.through.name}` : visit.name}`;
    const tally = byName.get(key);
    const { allowing } = visit;
    // What only others can have brought about explains less than what is so without them.
    const violating = visit.violating & ~visit.foreign || visit.violating;
    // What happens on paths that do not run counts only where no path does.
    if (tally && visit.isUnreachable && !tally.isUnreachable) return;
    if (tally?.isUnreachable && !visit.isUnreachable) byName.delete(key);
    // A promise's callback runs only where it is chained: what is known there is all there is.
    if (visit.inCallback && violating === 0) {
      this.#passing.add(visit.site);
      return;
    }
    const isCallback = tally !== undefined && this.#callbacks.has(tally);
    if (tally && visit.inCallback && !isCallback && !tally.object.made) byName.delete(key);
    else if (isCallback && !visit.inCallback && !visit.object.made) return;
    const current = byName.get(key);
    if (!current) {
      const fresh: CallAggregate = {
        node,
        protocol,
        op: visit.name,
        automaton: visit.automaton,
        object: visit.object,
        violating,
        allowing,
        other: visit.other,
        interfered: visit.interfered,
        normal: { violating: 0, allowing: 0, other: false },
        failsOnPath: isCertain(visit),
        isConsequence: visit.isConsequence,
        witnesses: [],
        inside: visit.inside,
        isMixed: false,
        violations: new Map(visit.violations.map((violation) => [violation.site, violation])),
        passing: new Set(visit.passing),
        uninformed: visit.uninformed,
        isUnreachable: visit.isUnreachable,
      };
      for (const state of statesIn(violating)) fresh.witnesses[state] = visit.witnesses[state];
      if (!visit.isExceptional) add(fresh.normal, visit);
      byName.set(key, fresh);
      if (visit.inCallback) this.#callbacks.add(fresh);
      return;
    }
    current.isConsequence =
      current.violating === 0 ? visit.isConsequence : current.isConsequence && (visit.isConsequence || violating === 0);
    if (current.violating === 0 && violating !== 0) {
      current.object = visit.object;
      current.inside = visit.inside;
      current.op = visit.name;
    } else if (violating !== 0 && current.inside?.site !== visit.inside?.site) {
      current.isMixed = true;
    }
    for (const violation of visit.violations) current.violations.set(violation.site, violation);
    for (const site of visit.passing) current.passing.add(site);
    if (!visit.isExceptional) add(current.normal, visit);
    current.interfered ||= visit.interfered;
    current.failsOnPath ||= isCertain(visit);
    current.uninformed &&= visit.uninformed;
    for (const state of statesIn(violating))
      current.witnesses[state] = mergeSites(current.witnesses[state], visit.witnesses[state]);
    add(current, visit);
  }

  exit(kind: Leaving, site: Site, cells: readonly (readonly [SessionObject, Cell])[]): void {
    const graph = this.#graph;
    if (!graph || cells.length === 0 || (this.#runsOnce ??= runsOncePerProcess(graph.fn as ts.Node))) return;
    const implicit = kind === 'unwind' || kind === 'rethrow';
    for (const [object, cell] of cells) {
      const known = this.#leaks.get(object.site);
      // An exit that the code chose says more than an exception that a call may throw, and of those one that is expected.
      if (known && (!known.implicit || (implicit && known.modelled))) continue;
      const modelled = kind === 'unwind' && this.#failsInOperation(site as ts.Node);
      if (known && implicit && !modelled) continue;
      const left = object.automata.find((automaton, i) => ((cell.tracks[i]?.mask ?? 0) & automaton.mustClose) !== 0);
      const mask = (left && cell.tracks[object.automata.indexOf(left)]?.mask) ?? 0;
      const protocol = left && this.#analysis.protocols.get(left);
      if (!protocol) continue;
      const onSomePathsOnly = (mask & ~left.mustClose) !== 0;
      if (onSomePathsOnly && (implicit || kind === 'lost')) continue;
      const node = object.site as ts.Node;
      const subject = subjectAt(node, undefined, protocol.noun);
      const fn = graph.fn as ts.Node;
      const exit = site as ts.Node;
      const isInLoop = exit === node;
      // What a loop declares is gone with each iteration: the end of the function says more.
      if (isInLoop && !isAssigned(node)) continue;
      if (isHeldByClosure(exit, fn, subject, kind === 'lost')) continue;
      if (!implicit && kind !== 'throw' && isKeptUnlessThrown(node, fn, subject)) continue;
      const closers = methodsFor(protocol, 'close');
      // A session that another one takes the place of is not the one that is closed in the end.
      if (!implicit && kind !== 'lost' && isClosedInFinally(exit, fn, subject, closers)) continue;
      const { program } = this.#analysis;
      if (onSomePathsOnly && !isForgottenOnSomePaths(exit, fn, subject, closers, program)) continue;
      if (this.#isSettledOtherwise(object, fn, subject, protocol)) continue;
      const open = { site: node, exit, fn, subject, openers: methodsFor(protocol, 'open'), closers };
      this.#leaks.set(object.site, {
        protocol,
        subject,
        node,
        exit,
        replaced: kind === 'lost' && (isInLoop || !isInside(node, exit)),
        inLoop: isInLoop,
        exceptional: kind === 'throw' || implicit,
        implicit: implicit || isLeftUnexpectedly(open, program),
        caught: !implicit && isLeftByCaughtFailure(open),
        modelled,
        needed: stateNames(protocol, mask).find((state) => isMisusedBy(protocol, closers, state)),
        inTest: isOfTests(node, program),
      });
    }
  }

  #failsInOperation(site: ts.Node): boolean {
    const { program, protocolList } = this.#analysis;
    return failsInOperation(protocolList, program, site);
  }

  #isSettledOtherwise({ site }: SessionObject, fn: ts.Node, subject: string, protocol: Protocol): boolean {
    if (this.#settled?.fn !== fn) this.#settled = { fn, bySite: new Map() };
    const known = this.#settled.bySite.get(site);
    if (known !== undefined) return known;
    const isInMemory = (argument: ts.Expression): boolean => this.#analysis.semantics.isInMemory(argument, protocol);
    const [openers, closers] = [methodsFor(protocol, 'open'), methodsFor(protocol, 'close')];
    const isSettled = isSettledOtherwise(
      site as ts.Node,
      fn,
      subject,
      openers,
      closers,
      isInMemory,
      this.#analysis.program,
    );
    this.#settled.bySite.set(site, isSettled);
    return isSettled;
  }

  /** Finds the call inside that a call of one of the program's functions is reported for. */
  #blame(tally: CallAggregate): void {
    if (!tally.inside || tally.allowing !== 0) return;
    const isTaken = (violation: Failure): boolean =>
      this.#isReportedInside({ ...tally, inside: violation, op: violation.operation });
    if (!tally.isMixed && !isTaken(tally.inside)) return;
    const others = [...tally.violations.values()].filter((violation) => !isTaken(violation));
    const blamed = blamedOf(others, tally.passing);
    if (blamed) {
      tally.inside = blamed;
      tally.op = blamed.operation;
      tally.violating = blamed.states;
      for (const state of statesIn(blamed.states))
        tally.witnesses[state] = blamed.witnesses[state] ?? tally.witnesses[state];
    } else if (tally.isMixed) allow(tally, tally.violating);
  }

  #misuse(tally: CallAggregate): Candidate[] {
    const certainty = certaintyOf(tally);
    if (certainty !== 'definite' && certainty !== 'possible') return [];
    const { protocol, op, node, inside } = tally;
    const names = Object.keys(protocol.states);
    const witnesses = statesIn(tally.violating).flatMap((number) =>
      (tally.witnesses[number] ?? []).map((site): Witness => ({ state: names[number] ?? '', node: site as ts.Node })),
    );
    witnesses.sort((a, b) => byPosition(a, b));
    // Of a session from outside anything may hold; what counts is what was seen to happen to it.
    const witnessed = stateNames(protocol, tally.violating).filter((name) =>
      witnesses.some((witness) => witness.state === name),
    );
    const states = witnessed.length > 0 ? witnessed : stateNames(protocol, tally.violating);
    const [state] = states;
    const info = state === undefined ? undefined : protocol.states[state];
    const operation = protocol.ops[op];
    if (!info || !operation || state === undefined || this.#isReportedInside(tally)) return [];
    // What only notifies, and has something else to do where nobody is there, is right before there is one.
    if (operation.role === 'notify' && isCaughtAtOnce((inside?.site as ts.Node | undefined) ?? node)) return [];
    const loop = enclosingLoopOf(node);
    const isAfter = (witness: Witness): boolean =>
      witness.node.getSourceFile() === this.#file &&
      (witness.node.pos >= node.pos || isInUpdateOf(loop, witness.node)) &&
      loop !== undefined &&
      witness.node.end <= loop.end &&
      witness.node !== tally.object.site;
    const misuse: Misuse = {
      protocol,
      certainty,
      node,
      op,
      called: inside ? op : calledAt(node, op),
      subject: tally.object.isHidden
        ? `the ${protocol.noun}`
        : subjectAt(node, op, subjectAt(tally.object.site as ts.Node, undefined, protocol.noun)),
      cause: { role: operation.role, phase: info.phase },
      states,
      witnesses,
      outcome: operation.misuse?.[state],
      ...plain,
      inEarlierIteration: witnesses.length > 0 && witnesses.every(isAfter),
      inside: inside?.site as ts.Node | undefined,
      unawaited:
        info.phase === 'opening' && protocol.spontaneous?.[state] === undefined
          ? witnesses.find((w) => w.state === state)?.node
          : undefined,
      expectedToReject: isExpectedToReject(node, this.#analysis.program),
    };
    return [{ misuse, isConsequence: tally.isConsequence, object: tally.object.site }];
  }

  /** A callee that goes wrong in whatever state it is called is reported there, not at each of its callers. */
  #isReportedInside(tally: CallAggregate): boolean {
    if (!tally.inside || !isCall(tally.node)) return false;
    const inner = tally.inside.site as ts.Node;
    const facts = inner.getSourceFile() === this.#file ? undefined : inner;
    if (facts) return false;
    const own = this.#tallies.get(inner)?.get(`${tally.automaton.id} ${tally.op}`);
    return own !== undefined && certaintyOf(own) === 'definite';
  }
}

interface Candidate {
  readonly misuse: Misuse;
  readonly isConsequence: boolean;
  readonly object: Site;
}

/** Only the first wrong call on a path is reported; one that a test expects to fail does not count as such. */
function unmuted(candidates: readonly Candidate[]): Misuse[] {
  const reported = new Set(candidates.flatMap((c) => (c.isConsequence || c.misuse.expectedToReject ? [] : [c.object])));
  const first = new Map<Site, Misuse>();
  for (const { misuse, isConsequence, object } of [...candidates].sort((a, b) => byPosition(a.misuse, b.misuse))) {
    if (isConsequence && !misuse.expectedToReject && !reported.has(object) && !first.has(object))
      first.set(object, misuse);
  }
  return [...candidates.flatMap((c) => (c.isConsequence ? [] : [c.misuse])), ...first.values()];
}

/** `client = new Client(info)`, `client = await createClient()` */
function isAssigned(made: ts.Node): boolean {
  const parent = syntax.parentOf(made);
  return syntax.isAssignment(syntax.isAwaitExpression(parent) ? syntax.parentOf(parent) : parent);
}

function methodsFor(protocol: Protocol, role: Op['role']): ReadonlySet<string> {
  return new Set(Object.keys(protocol.ops).filter((name) => protocol.ops[name]?.role === role));
}

function isCall(node: ts.Node): boolean {
  return syntax.isCallOrNew(node) || syntax.isAccess(node) || syntax.isAwaitExpression(node);
}

function add(sum: Standing, { violating, allowing, other }: Standing): void {
  sum.violating |= violating;
  sum.allowing |= allowing;
  sum.other ||= other;
}

function allow(tally: CallAggregate, states: StateSet): void {
  tally.allowing |= states;
  tally.normal.allowing |= states;
}

/**
 * A call is wrong for certain if it is on every path to it. For a close, which is what a `finally` block is for, every path
 * without an exception is enough: what may throw before a stream is made of a client's tools is no reason to close the client
 * under the stream.
 */
function certaintyOf(tally: CallAggregate): Certainty {
  if (tally.violating === 0) return 'fine';
  const isSure = ({ violating, allowing, other }: Standing): boolean => violating !== 0 && allowing === 0 && !other;
  const isClose = tally.protocol.ops[tally.op]?.role === 'close';
  if (isSure(tally) || (isClose && isSure(tally.normal))) return 'definite';
  // Where something else failed, nobody needs the session any longer.
  if (isClose && tally.normal.violating === 0 && tally.normal.allowing !== 0) return 'fine';
  return (tally.interfered || tally.other) && !tally.failsOnPath ? 'unknown' : 'possible';
}

/** Whether a call on a session from elsewhere is wrong on the path of a visit, by what happens to the session on it. */
function isCertain({ object, violating, allowing, foreign, other, uninformed }: Visit): boolean {
  return !object.made && (violating & ~foreign) !== 0 && (allowing & ~foreign) === 0 && !other && !uninformed;
}

const bySeverity: readonly Certainty[] = ['fine', 'unknown', 'possible', 'definite'];

/** One verdict for each call and operation: that of the session it is worst for. */
function verdictsOf(tallies: readonly CallAggregate[]): Verdict[] {
  const worst = new Map<ts.Node, Map<string, Verdict>>();
  for (const tally of tallies) {
    const { node, op, isConsequence } = tally;
    const certainty = certaintyOf(tally);
    let byOperation = worst.get(node);
    if (!byOperation) worst.set(node, (byOperation = new Map<string, Verdict>()));
    const known = byOperation.get(op);
    if (!known || bySeverity.indexOf(certainty) > bySeverity.indexOf(known.certainty))
      byOperation.set(op, { node, op, certainty, isConsequence });
  }
  return [...worst.values()].flatMap((byOperation) => [...byOperation.values()]);
}

/** A call that several protocols object to is one finding: the surest, then the first protocol's. */
function onePerCall(misuses: readonly Misuse[]): Misuse[] {
  const best = new Map<ts.Node, Misuse>();
  for (const misuse of misuses) {
    const known = best.get(misuse.node);
    if (!known || (known.certainty === 'possible' && misuse.certainty === 'definite')) best.set(misuse.node, misuse);
  }
  return [...best.values()];
}

/** Of a session that an assignment in a loop replaces, and the one that it makes and replaces itself, the first. */
function onePerReplacement(leaks: readonly Leak[]): Leak[] {
  return leaks.filter(
    ({ inLoop, node }) =>
      !inLoop || !leaks.some(({ replaced, exit }) => replaced && exit !== node && isInside(node, exit)),
  );
}

function byPosition(a: { readonly node: ts.Node }, b: { readonly node: ts.Node }): number {
  return a.node.end - b.node.end || a.node.pos - b.node.pos;
}
