import type { Node } from 'typescript';
import type { SessionFacts, Certainty } from '../../src/facts/sessions/session-facts.ts';
import type { Instrumented, Site } from './instrument.ts';
import type { Oracle } from './oracle.ts';
import type { Place, Tally } from './session-stub.ts';
import { noCalls, noVisits } from './session-stub.ts';

/** What all executions together say about one call of an operation. */
export type Judgement = 'bad' | 'maybe' | 'fine' | 'never';

/** What the analysis says about it. `silent`: it has no verdict, for it does not follow the session. */
export type Answer = Certainty | 'silent';

/** One operation's call: both opinions. */
export interface Opinion {
  readonly site: Site;
  readonly judgement: Judgement;
  readonly answer: Answer;
  readonly isMuted: boolean;
  /** How the analysis accounts for a call that is always wrong. */
  readonly account: Account | undefined;
}

/**
 * `reported` where it is or at a call that leads there. `muted`: after an earlier report on the same session.
 * `conditionalInCallee`: inside one of the program's functions, on a path that not every call of it takes; the caller,
 * who knows the session, cannot be sure. `outOfSight`: code that is not followed had the session, or other code runs
 * meanwhile.
 */
export type Account = 'reported' | 'muted' | 'conditionalInCallee' | 'outOfSight' | 'missed';

/** A place where the two disagree in a way that matters. */
export interface Discrepancy {
  /**
   * `false`: reported as certainly wrong, and an execution went well. `missed`: wrong in every execution, and neither
   * reported there or at the calls that lead there, nor muted. `muted`: silenced by an earlier report on the same
   * session that is no wrong call. `crash`: the analysis threw, or reported what is no call.
   */
  readonly kind: 'false' | 'missed' | 'muted' | 'crash';
  readonly site: Pick<Site, 'file' | 'start' | 'name'>;
  /** For reports at the call of one of the program's functions: the operation inside it that they are about. */
  readonly inside: Site | undefined;
  readonly detail: string;
}

export interface Comparison {
  readonly opinions: readonly Opinion[];
  readonly discrepancies: readonly Discrepancy[];
  /** Reports as certainly wrong: the right ones, and those about calls that no execution reached. */
  readonly confirmed: number;
  readonly unreached: number;
}

/** Compares what the analysis says of each of a program's files with the program's executions. */
export function compare(
  instrumented: Instrumented,
  oracle: Oracle,
  facts: ReadonlyMap<string, SessionFacts>,
): Comparison {
  const siteAt = new Map(instrumented.sites.map((site) => [`${site.file}:${site.start}:${site.end}`, site]));
  const discrepancies: Discrepancy[] = [];
  const answers = new Map<Site, { answer: Answer; isMuted: boolean }>();
  const reported = new Set<Site>();
  const unawaited = new Map<Site, Site>();
  let confirmed = 0;
  let unreached = 0;

  for (const { verdicts, misuses } of facts.values()) {
    for (const verdict of verdicts) {
      const site = siteOf(verdict.node);
      if (site?.kind !== 'op') continue;
      // A session follows several protocols at once: what counts is the gravest of their verdicts.
      const other = answers.get(site);
      if (other && gravity.indexOf(other.answer) >= gravity.indexOf(verdict.certainty)) continue;
      answers.set(site, { answer: verdict.certainty, isMuted: verdict.isConsequence });
    }
    for (const misuse of misuses) {
      if (misuse.certainty !== 'definite') continue;
      const site = siteOf(misuse.node);
      const inside = misuse.inside && siteOf(misuse.inside);
      if (!site) {
        const { node } = misuse;
        const place = {
          file: node.getSourceFile().fileName,
          start: node.getStart(),
          name: node.getText().slice(0, 60),
        };
        discrepancies.push({ kind: 'crash', site: place, inside, detail: 'reported where nothing is called' });
        continue;
      }
      // Operations themselves were checked by their verdicts, which also exist where the report is muted.
      const cause = misuse.unawaited && siteOf(misuse.unawaited);
      if (cause) unawaited.set(site, cause);
      if (site.kind === 'call') checkReport(site, inside);
      reported.add(site);
    }
  }

  // What is muted is not reported, and need not be right.
  for (const [site, { answer, isMuted }] of answers)
    if (answer === 'definite' && !isMuted) checkReport(site, undefined);

  const opinions = instrumented.sites
    .filter((site) => site.kind === 'op')
    .map((site): Opinion => {
      const judgement = judgementOf(total(site));
      const { answer, isMuted } = answers.get(site) ?? { answer: 'silent' as const, isMuted: false };
      const account = judgement === 'bad' ? accountFor(site, answer, isMuted) : undefined;
      return { site, judgement, answer, isMuted, account };
    });
  for (const { site, judgement, isMuted } of opinions) if (isMuted && judgement === 'bad') checkMuted(site);
  return { opinions, discrepancies, confirmed, unreached };

  function siteOf(node: Node): Site | undefined {
    const file = node.getSourceFile();
    return siteAt.get(`${file.fileName}:${node.getStart(file)}:${node.end}`);
  }

  /** The visits of an op, or those of them that happened inside a call. */
  function total(site: Site, within?: Site): Tally {
    const sum = noVisits();
    for (const [calls, tally] of oracle.ops.get(site.id) ?? []) {
      if (within && !calls.split(',').includes(String(within.id))) continue;
      sum.visits += tally.visits;
      sum.wrong += tally.wrong;
      for (const before of tally.after) sum.after.add(before);
      sum.wrongAfresh += tally.wrongAfresh;
      for (const [before, count] of tally.rightAfter)
        sum.rightAfter.set(before, (sum.rightAfter.get(before) ?? 0) + count);
      sum.outOfSight += tally.outOfSight;
    }
    return sum;
  }

  function checkReport(site: Site, inside: Site | undefined): void {
    const tally = site.kind === 'op' ? total(site) : inside?.kind === 'op' ? total(inside, site) : totalInside(site);
    const judgement = judgementOf(tally);
    // An operation inside may be reached several times in one call, and be wrong only later on.
    const isAlwaysWrong =
      judgement === 'bad' ||
      isEitherWrong(tally, unawaited.get(site)) ||
      (site.kind === 'call' && judgementOf(totalInside(site)) === 'bad');
    if (isAlwaysWrong) confirmed++;
    else if (judgement === 'never') unreached++;
    else {
      discrepancies.push({
        kind: 'false',
        site,
        inside,
        detail: `${tally.visits - tally.wrong} of ${tally.visits} visits went well`,
      });
    }
  }

  /** Of a call and the one that is not awaited before it, one is always wrong: the report names both. */
  function isEitherWrong({ visits, wrong, rightAfter }: Tally, cause: Site | undefined): boolean {
    if (!cause || visits === 0) return false;
    // The cause may come after another wrong use of the session, which is the one that is counted.
    const counted =
      judgementOf(total(cause)) === 'bad'
        ? [...rightAfter.values()].reduce((sum, count) => sum + count, 0)
        : (rightAfter.get(cause.id) ?? 0);
    return wrong + counted === visits;
  }

  /** The calls of a function: those with a wrong operation inside, and those that came to their end without. */
  function totalInside(site: Site): Tally {
    const { wrong, clean } = oracle.calls.get(site.id) ?? noCalls();
    return { ...noVisits(), visits: wrong + clean, wrong };
  }

  function accountFor(site: Site, answer: Answer, isMuted: boolean): Account {
    if (isMuted) return total(site).wrongAfresh > 0 ? 'missed' : 'muted';
    if (answer === 'definite') return 'reported';
    let isMissed = false;
    let isConditional = false;
    let isUnawaited = false;
    for (const [calls, { made, after, wrongAfresh }] of oracle.ops.get(site.id) ?? []) {
      const callSites = calls === '' ? [] : calls.split(',').map((id) => instrumented.sites[Number(id)]);
      if (callSites.some((call) => call && reported.has(call))) continue;
      if (wrongAfresh === 0 && [...after].every(isReported)) continue;
      // Nobody waits for the call, and what it does happens at some time.
      if (callSites.some((call) => call?.isLeft === true && oracle.calls.get(call.id)?.isAsync === true)) {
        isUnawaited = true;
        continue;
      }
      // Who knows the session is outside, and cannot be sure of what only some calls on the way lead to. A function that
      // is called where it is written is no other function.
      const isAlways = callSites.every((call) => call && (call.isImmediate || goesWrongWith(call, made)));
      if (isAlways) isMissed = true;
      else isConditional = true;
    }
    const { visits, outOfSight } = total(site);
    if ((isMissed || isConditional) && (outOfSight > 0 || instrumented.isElusive)) return 'outOfSight';
    if (isMissed) {
      discrepancies.push({
        kind: 'missed',
        site,
        inside: undefined,
        detail: `all ${visits} visits went wrong, ${answer}`,
      });
      return 'missed';
    }
    if (isUnawaited) return 'outOfSight';
    return isConditional ? 'conditionalInCallee' : 'reported';
  }

  /** Whether each call goes wrong with the sessions that were made at some sites. */
  function goesWrongWith(call: Site, made: ReadonlySet<number>): boolean {
    const { spared } = oracle.calls.get(call.id) ?? noCalls();
    return judgementOf(totalInside(call)) === 'bad' && [...made].every((site) => !spared.has(site));
  }

  /** Whether a wrong call is reported, or one that leads to it. */
  function isReported(place: Place): boolean {
    return place.split(/[:,]/).some((id) => {
      const site = id === '' ? undefined : instrumented.sites[Number(id)];
      return site !== undefined && reported.has(site);
    });
  }

  function checkMuted(site: Site): void {
    const { visits, wrongAfresh } = total(site);
    if (wrongAfresh === 0) return;
    discrepancies.push({
      kind: 'muted',
      site,
      inside: undefined,
      detail: `${wrongAfresh} of ${visits} visits are the first wrong one`,
    });
  }
}

const gravity: readonly Answer[] = ['silent', 'unknown', 'fine', 'possible', 'definite'];

function judgementOf({ visits, wrong }: Tally): Judgement {
  if (visits === 0) return 'never';
  if (wrong === 0) return 'fine';
  return wrong === visits ? 'bad' : 'maybe';
}
