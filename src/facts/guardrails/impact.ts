import { memo } from '../../memo.ts';
import { actingPageScript, bookkeepingWords, derivedNouns, pruningWords } from '../../models/agents/harmless.ts';
import type { Start } from '../../program/effects/address-origins.ts';
import { argumentsOf, type EffectWay } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { isExclusive } from '../../program/effects/exclusive-writes.ts';
import { pathCheckIn, testsOwnFolder } from '../../program/effects/path-checks.ts';
import {
  isCleanedUp,
  isOfGone,
  isOfOwnLock,
  isTakenBack,
  isWithoutLoss,
  isWrittenAnew,
  listsFiles,
  rotates,
  takesExcess,
} from '../../program/effects/removals.ts';
import { isChangeOfOwnMaking, isOfOwnMaking, isPartOfOwnMaking } from '../../program/effects/own-makings.ts';
import { leavesOf } from '../../program/effects/texts.ts';
import { mayBeReached } from '../../program/effects/reached.ts';
import { isReplaced } from '../../program/effects/replacements.ts';
import { isGiven, isNullish, optionsOf, propertyAt, propertyOf, type Value } from '../../program/values/values.ts';
import { calledName, isInside, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { isCall } from '../agents/matcher.ts';
import { type ToolInput, toolInputOf } from '../agents/tool-input.ts';
import { effectsOfTool, type ToolFact } from '../agents/tools.ts';
import type { EffectKind, Target } from '../../models/effects/effect.ts';
import { memoryWords } from '../../models/agents/purpose.ts';
import { cleaningWords, rawMails, recipientNames } from '../../models/agents/requests.ts';
import { variantsOf } from '../../program/effects/variants.ts';
import {
  type CommandLine,
  isOpenToOptions,
  isPowerfulLine,
  isQuotedLine,
  isReadingLine,
  isWrittenLine,
  runsScript,
  runsStatement,
} from './command-lines.ts';
import { isOnDevelopmentChain } from './development-chains.ts';
import { commandLinesOf } from './known-lines.ts';
import { isOfInnerTool } from './inner-tools.ts';
import { isScopedToOwner } from './owner-scope.ts';
import { isOwnProcess } from './own-processes.ts';
import {
  isAddition,
  isOperation,
  isOperationChosen,
  isOwnBackend,
  isPayment,
  isRemoval,
  reachesLittle,
  recipientsOf,
  rowsIn,
} from './request-operations.ts';
import { isAdding, isSlight, isSlightBy } from './slight-changes.ts';
import { isForSomethingElse, isNamedForReading, nameOfFunction, namesOf, singularWordsOf, wordsOf } from './purpose.ts';

/** What an effect of a tool can break, by how much of it the model decides. */
export type Impact = 'critical' | 'high' | 'low' | 'none';

/** An effect of a tool with what it can break, and why that much. */
export interface JudgedEffect {
  readonly effect: Effect;
  readonly impact: Impact;
  readonly reason: Reason;
}

/**
 * - `code`, `command`, `statement`: it runs what the model writes. `shell`: it puts a text of the model into a line for a
 *   shell. `operates`: it operates the computer as the model says. `money`: it pays. `everything`: it takes a whole folder or
 *   table away. `recipient`: the model chooses who gets it.
 * - `deletes`: it takes something away. `runs`: it runs a program, of high impact where that is known to change much.
 *   `overwrites`: it writes to a file that the model chooses. `elsewhere`: it changes another system; of low impact where that
 *   is slight. `repository`: it changes files and the history of a repository.
 * - `own`: it takes away rows of whom it runs for. `moves`: it takes away what it wrote to another place before, or what it made itself.
 * - `adds`: it writes to a file that the model chooses, and that was not there. `entries`: it adds to the program's own data, or
 *   updates it. `confined`: it writes to a file that the model chooses in a folder that the program chooses. `named`: it
 *   writes to a file whose name the program chooses, in a folder that the model chooses. `fixed`: it writes to a file that
 *   the program chooses. `sends`: it sends something to a place that the program chooses. `aside`: the model decides nothing
 *   about it, and decides about something else that the tool does, or the tool is for something else.
 * - `usage`: it reports the program's own use, for a bill.
 * - `upkeep`: it keeps logs, caches and tables in order. `scratch`: it is done to a temporary file. `reads`: it runs a program
 *   that only shows something. `option`: to one that only shows something it gives a text of the model that may be an option.
 */
export type Reason =
  | 'adds'
  | 'aside'
  | 'code'
  | 'command'
  | 'confined'
  | 'deletes'
  | 'elsewhere'
  | 'entries'
  | 'everything'
  | 'fixed'
  | 'money'
  | 'moves'
  | 'named'
  | 'operates'
  | 'option'
  | 'overwrites'
  | 'own'
  | 'reads'
  | 'recipient'
  | 'repository'
  | 'runs'
  | 'scratch'
  | 'sends'
  | 'shell'
  | 'statement'
  | 'upkeep'
  | 'usage';

type Judgement = Omit<JudgedEffect, 'effect'>;

/** Effects that need a guard whatever the author of the tool states. A tool that only sends something may be a search. */
export const changes: readonly EffectKind[] = ['write', 'delete', 'execute', 'spend'];

const order: readonly Impact[] = ['none', 'low', 'high', 'critical'];

/** Compares by what can break: positive where the first can break more. */
export function compareImpacts(a: Impact, b: Impact): number {
  return order.indexOf(a) - order.indexOf(b);
}

/**
 * What the effects of a tool with one handler can break, what can break most first; of two that can break as much, the nearer
 * one.
 */
export const judgedEffectsOf = memo((facts: AgentFacts, tool: ToolFact): readonly JudgedEffect[] =>
  new ImpactAnalysis(facts, tool).all.toSorted((a, b) => compareImpacts(b.impact, a.impact)),
);

const is = (impact: Impact, reason: Reason): Judgement => ({ impact, reason });

/** Functions that make sure of something before the work begins. */
const setUpName = /^_?(?:ensure|init|initialize|migrate|bootstrap|setup)(?![a-z])/;

/** Functions that take back what had been made, as what came after it failed. */
const cleaningName = /^_?(?:cleanUp|cleanup|rollBack|rollback)(?![a-z])/;

/** Methods of HTTP that change what is there. A `POST` may only search. */
const changingRequests = ['PUT', 'PATCH', 'DELETE'];

/** The effects of one tool, each with the path from the tool's input to it. */
class ImpactAnalysis {
  readonly all: readonly JudgedEffect[];
  readonly #facts: AgentFacts;
  readonly #tool: ToolFact;
  readonly #input: ToolInput;
  readonly #effects: readonly Effect[];

  constructor(facts: AgentFacts, tool: ToolFact) {
    this.#facts = facts;
    this.#tool = tool;
    this.#input = toolInputOf(facts, tool);
    const acts = effectsOfTool(tool, facts.program)
      .filter(({ kind }) => changes.includes(kind) || kind === 'egress')
      .flatMap((effect) => variantsOf(effect, facts.program))
      .map((effect) => ({ effect, way: this.#input.wayTo(effect) }))
      .filter(({ effect }) => mayBeReached(effect, facts.program))
      .filter(({ effect }) => !isOfInnerTool(effect, () => this.#input.writtenWayTo(effect).isGivenAny, facts));
    this.#effects = acts.map(({ effect }) => effect);
    const judged = acts.map(({ effect, way }) => {
      const judgement = this.#judge(effect, way);
      return { effect, way, ...(this.#isForSomethingElse(effect, way, judgement) ? is('low', 'aside') : judgement) };
    });
    const decided = judged.filter(
      ({ effect, impact, way }) => impact !== 'none' && this.#isDecided(way) && !this.#isShared(effect, way),
    );
    this.all = judged.map((each) => {
      const { effect, way, impact, reason } = each;
      if (impact === 'none' || decided.includes(each)) return { effect, impact, reason };
      if (decided.length > 0) return { effect, ...(isMinor({ impact }) ? is('none', 'aside') : is('low', 'aside')) };
      // Where the model decides about none of them, the tool itself is the action: `shutDownCluster()`.
      if (!isMinor({ impact }))
        return { effect, ...(this.#isByTheWay(effect, way) ? is('low', 'aside') : is(impact, reason)) };
      const isAction = effect.path.length === 1 || !this.#input.isGiven;
      return { effect, ...(isAction ? is(impact, reason) : is('none', 'aside')) };
    });
  }

  /** Whether the tool removes something, or runs a program, on the way to what its author says that it is for. */
  #isForSomethingElse(effect: Effect, way: EffectWay, { impact, reason }: Judgement): boolean {
    const { kind, path, target } = effect;
    if (path.length === 1 || isMinor({ impact }) || impact === 'none') return false;
    // What a tool reads it may keep elsewhere for the next time, and take away there what it kept.
    const isDropped = kind === 'egress' && reason === 'deletes' && methodOf(effect) === 'DELETE';
    if (reason === 'elsewhere' || isDropped) return isNamedForReading(this.#tool);
    // Nobody means to remove a whole folder that the model names while something else is done.
    const isNamed = target?.is === 'path' && this.#input.startOf(target, way)?.kind === 'input';
    if (kind === 'delete') return !(reason === 'everything' && isNamed) && isForSomethingElse(this.#tool, kind);
    return kind === 'execute' && reason === 'runs' && isForSomethingElse(this.#tool, kind);
  }

  /** Whether what the model decides nothing about is done far from the handler, in a tool that decides about something. */
  #isByTheWay(effect: Effect, way: EffectWay): boolean {
    return effect.path.length > 2 && (this.#input.isGiven || this.#isShared(effect, way));
  }

  /** Whether several tools come to it by a call that is given nothing: the lock of a database that each of them opens. */
  #isShared({ path, call }: Effect, way: EffectWay): boolean {
    if (path.length <= 2 || way.isGivenAny || way.isOnGiven || !path.slice(0, -1).some(isGivenNothing)) return false;
    return (toolsByEffect(this.#facts).get(call)?.size ?? 0) > 2;
  }

  /** Whether a value of the model reaches the effect, or it stands in a branch on one. */
  #isDecided(way: EffectWay): boolean {
    return way.isGivenAny || way.isOnGiven || way.isChosenIn(this.#facts.program);
  }

  #judge(effect: Effect, way: EffectWay): Judgement {
    if (this.#isUpkeep(effect, way)) return is('none', 'upkeep');
    const { kind, target, store } = effect;
    const start = target?.is === 'path' ? this.#startOf(target, effect, way) : undefined;
    const isOwnLock = kind === 'delete' && isOfOwnLock(effect, this.#facts.program);
    const isScratch = start?.kind === 'scratch' && !this.#leavesFolder(effect, way);
    if (isScratch || isOwnProcess(effect, this.#facts.program) || isOwnLock) return is('none', 'scratch');
    switch (kind) {
      case 'spend':
        return isOnDevelopmentChain(effect, way, this.#facts) ? is('none', 'scratch') : is('critical', 'money');
      case 'execute':
        return this.#judgeRun(effect, way);
      case 'delete':
        if (isSlight(effect)) return is('low', 'elsewhere');
        // What was made in the same run.
        if (target?.is === 'path' && this.#input.isNewPath(target, way)) return is('none', 'scratch');
        if (this.#isReleased(effect) && !way.isGivenAny) return is('low', 'entries');
        if (this.#isInSetUp(effect)) return is('low', 'aside');
        if (this.#isTakenBack(effect)) return is('low', 'moves');
        if (isWithoutLoss(effect, this.#facts.program) || this.#isCleanedUp(effect)) return is('low', 'moves');
        if (target?.is === 'path' && !way.isGivenAny && isOfCache(effect)) return is('low', 'entries');
        if (target?.is === 'path' && this.#input.isPartial(target, way)) return is('low', 'moves');
        if (isReplaced(effect, this.#effects, this.#facts.program)) return is('low', 'entries');
        if (effect.isWhole !== true && isScopedToOwner(effect.call, this.#tool)) return is('low', 'own');
        if (effect.isWhole === true || this.#isRecursive(effect))
          return way.isGivenAny || way.isOnGiven ? is('critical', 'everything') : is('high', 'deletes');
        if (isWrittenAnew(effect, this.#facts.program)) return is('low', 'entries');
        return this.#isForMemories(effect) && start?.kind !== 'input' ? is('low', 'own') : is('high', 'deletes');
      case 'egress':
        return this.#judgeRequest(effect, way);
      case 'write':
        if (target?.is === 'path' && store !== 'folder' && this.#input.isNewPath(target, way)) return is('low', 'adds');
        if (store === undefined && isChangeOfOwnMaking(effect)) return is('low', 'adds');
        if (store === undefined) return is(this.#changesLittle(effect, way, start) ? 'low' : 'high', 'elsewhere');
        if (store === 'repository') return is(isSlight(effect) ? 'low' : 'high', 'repository');
        if (store === 'folder') return this.#judgeFolder(effect, way);
        if (store === 'link' && !this.#effects.some((each) => each.kind === 'delete')) return is('low', 'adds');
        if (store === 'entries' || store === 'usage') return is('low', store);
        if (!target || !way.isGivenAt(target)) return is('low', 'fixed');
        if (isExclusive(effect.call) || way.isForNewIn(this.#facts.program)) return is('low', 'adds');
        if (this.#input.hasFixedName(target, way)) return is('low', 'named');
        return this.#isAnywhere(start) && !this.#isChecked(start, effect)
          ? is('high', 'overwrites')
          : is('low', 'confined');
      default:
        return is('none', 'reads');
    }
  }

  /** `pruneOutputs(50)`: what a function takes away that it finds itself, in a tool that is not named for that. */
  #isPruned({ frames, call }: Effect, way: EffectWay): boolean {
    const isNamedSo = (name: string): boolean => pruningWords.includes(wordsOf(name)[0] ?? '');
    const last = frames.findLast(
      ({ fn }, index) => (index > 0 && isNamedSo(nameOfFunction(fn))) || (isInside(call, fn) && rotates(fn, call)),
    );
    const isListed = last !== undefined && ((!way.isGivenAny && listsFiles(last.fn)) || takesExcess(last.fn, call));
    return isListed && !wordsOf(namesOf(this.#tool)).some((word) => pruningWords.includes(word));
  }

  /** `releaseLock(name)`, `unlock()`: whether a function on the way gives a lock back, in a tool that is not named for that. */
  #isReleased({ frames }: Effect): boolean {
    if (wordsOf(namesOf(this.#tool)).includes('lock')) return false;
    return frames
      .slice(1)
      .some(({ fn }) => /^(?:_?unlock|(?:clear|drop|free|release)\w*Lock)$/.test(nameOfFunction(fn)));
  }

  /**
   * Whether something is what the agent keeps for itself, by the name of the tool, or of the function that does nothing else:
   * `forget`, `deleteMemory`.
   */
  #isForMemories({ frames }: Effect): boolean {
    const own = wordsOf(namesOf(this.#tool));
    const inner = frames.slice(1).at(-1);
    const [, noun = '', ...others] = inner ? wordsOf(nameOfFunction(inner.fn)) : [];
    const isNamedSo = others.length === 0 && memoryWords.includes(noun);
    return isNamedSo || own.every((word) => word === 'forget') || own.some((word) => memoryWords.includes(word));
  }

  /**
   * What anyone can take back, what nobody else is told of, or what is put where the program chooses: at a place, or below one,
   * as a file in a folder.
   */
  #changesLittle(effect: Effect, way: EffectWay, start: Start | undefined): boolean {
    const { isDraft, target } = effect;
    // In a repository of the model's it speaks to others.
    const isAdded = isAdding(effect) && !(target && way.isGivenAt(target));
    const isPlaced = target?.is === 'path' && way.isGivenAny && (!way.isGivenAt(target) || !this.#isAnywhere(start));
    const [given] = this.#givenTo(effect.call, way);
    return isDraft === true || isAdded || isPlaced || isSlight(effect) || isSlightBy(effect, given);
  }

  #startOf(target: Target, effect: Effect, way: EffectWay): Start | undefined {
    const start = this.#input.startOf(target, way);
    if (start?.kind !== 'input' || !this.#isChecked(start, effect)) return start;
    const folder = this.#input.folderOf(target, way);
    const isSame = effect.frames.some(({ fn }) => testsOwnFolder(fn, this.#facts.program));
    return folder?.kind === 'scratch' && isSame ? folder : start;
  }

  /** `rm(join(tmpdir(), job), { recursive: true })`: a text of the model in a path that is removed may be `..`. */
  #leavesFolder(effect: Effect, way: EffectWay): boolean {
    const { kind, target, frames, path } = effect;
    if (kind !== 'delete' || !target || !this.#isRecursive(effect)) return false;
    const ways = [way, this.#input.writtenWayTo(effect), this.#input.segmentWayTo(effect)];
    if (!ways.every((each) => each.isGivenAt(target))) return false;
    return frames.every(({ fn }, index) => pathCheckIn(this.#facts.program, fn, path[index]) === undefined);
  }

  /** Whether the model chooses a path from its beginning, or from one that leaves all open. */
  #isAnywhere(start: Start | undefined): boolean {
    if (start === undefined) return true;
    if (start.kind === 'text') return /^(?:[/\\~]|\w:[/\\]?)?$/.test(start.text);
    return start.kind === 'input' || start.kind === 'home';
  }

  /** Whether a path that leads anywhere is tested on the way, so that it leads into a folder. */
  #isChecked(start: Start | undefined, { frames, path }: Effect): boolean {
    const checks = frames.map(({ fn }, index) => pathCheckIn(this.#facts.program, fn, path[index]));
    return checks.includes('folder') || (checks.includes('below') && start?.kind !== 'input');
  }

  /** To make sure that a folder is there, on the way to something else, changes nothing. */
  #judgeFolder({ path }: Effect, way: EffectWay): Judgement {
    const isPurpose = way.isGivenAny && (path.length === 1 || !way.isForNewIn(this.#facts.program));
    return isPurpose ? is('low', 'entries') : is('none', 'upkeep');
  }

  #judgeRun(effect: Effect, way: EffectWay): Judgement {
    const { runs, target } = effect;
    const { program } = this.#facts;
    const statement = (): Judgement =>
      is(way.isCheckedIn(program) || way.isAssertedIn(program, true) ? 'low' : 'critical', 'statement');
    if (runs === 'sql') return statement();
    if (runs === 'page') return this.#judgeScript(effect, way);
    // What it is given beside the code is data for it: `new Worker(code, { eval: true, workerData })`.
    if (runs === 'code' && target && !way.isGivenAt(target)) return is('low', 'runs');
    if (runs === 'code' && this.#writesCode(effect)) return is('critical', 'code');
    // A number in a line for a shell changes nothing of what it runs.
    if (this.#input.isCommandWritten(effect, way, true)) return is('critical', 'command');
    if (runs === 'shell' && this.#isGivenScript(effect, [], true)) return is('critical', 'shell');
    const { lines, isOpen } = commandLinesOf(effect, way, this.#input, this.#facts.evaluator);
    if (lines.some(runsStatement)) return statement();
    const isReading = !isOpen && lines.length > 0 && lines.every(isReadingLine);
    // What is in quotes is one word, but of whatever the line runs.
    const isTame = isReading && lines.every(isQuotedLine) && !this.#isGivenScript(effect, lines, true);
    if (!isTame && this.#isGivenScript(effect, lines, false)) return is('high', 'runs');
    if (isReading) {
      const isOption = lines.some(isOpenToOptions) && !way.isCheckedIn(program) && !way.isAssertedIn(program);
      return isOption ? is('low', 'option') : is('none', 'reads');
    }
    if (this.#isOperation(way)) return is('critical', 'operates');
    const isFixed = !isOpen && !way.isGivenAny && lines.length > 0 && lines.every(isWrittenLine);
    if (isFixed && isNamedForReading(this.#tool) && !lines.some(isPowerfulLine)) return is('none', 'reads');
    const isStored =
      runs === 'shell' &&
      target &&
      this.#input.startOf(target, way)?.kind === 'unknown' &&
      this.#input.isOfRow(effect, target);
    return isStored || lines.some(isPowerfulLine) ? is('high', 'runs') : is('low', 'runs');
  }

  /** Whether a text of the model is in a line for a shell, also where it is in quotes unless these are left out. */
  #isGivenScript(effect: Effect, lines: readonly CommandLine[], isQuotedOut: boolean): boolean {
    const { runs, target } = effect;
    if (runs === 'shell') return target !== undefined && this.#input.textWayTo(effect, isQuotedOut).isGivenAt(target);
    return lines.some(runsScript) && this.#input.isProgramGiven(effect, isQuotedOut);
  }

  /** A script in a page: one that stands in the program, as a function or a text, mostly reads what the page has. */
  #judgeScript(effect: Effect, way: EffectWay): Judgement {
    const { target } = effect;
    const { argument, properties } = target && 'argument' in target ? target : { argument: 0 };
    const given = typeof argument === 'number' ? argumentsOf(way.call)[argument] : undefined;
    const value = given && this.#facts.evaluator.valueAlong(given, way.steps);
    const parts = value ? (properties?.map((name) => propertyOf(value, name)) ?? [value]) : [];
    const scripts = parts.flatMap(optionsOf).filter((each) => !isNullish(each));
    const isKnown = scripts.every(({ kind }) => kind === 'function' || kind === 'literal');
    const isOfModel = (each: Value): boolean =>
      leavesOf(each.kind === 'unknown' && each.symbol?.kind === 'text' ? each.symbol.parts : [each]).some((part) =>
        this.#input.isTextOf(part, way),
      );
    const isWritten = properties
      ? scripts.some(isOfModel)
      : target !== undefined && this.#input.codeWayTo(effect).isGivenAt(target);
    if (!isKnown && isWritten) return is('critical', 'code');
    return isKnown && !scripts.some(({ node }) => actingPageScript.test(node.getText()))
      ? is('none', 'reads')
      : is('low', 'runs');
  }

  /** Whether code, or a script that was made of it before, has a text of the model. */
  #writesCode(effect: Effect): boolean {
    const way = this.#input.codeWayTo(effect);
    return way.isGivenAny || way.isOnGiven;
  }

  /** Whether what the model decides about is what the tool was made for, by its model: clicks and keys of a computer. */
  #isOperation(way: EffectWay): boolean {
    return this.#tool.model.effect?.kind === 'execute' && this.#isDecided(way);
  }

  #judgeRequest(effect: Effect, way: EffectWay): Judgement {
    const { target } = effect;
    const isChosen =
      target?.is === 'name'
        ? way.isGivenAt(target) && this.#input.writtenWayTo(effect).isGivenAt(target)
        : target?.is === 'url' && this.#input.isHostChosen(effect, way);
    const isTame = target?.is === 'name' && reachesLittle(this.#givenTo(effect.call, way));
    const isRefused = isChosen && target !== undefined && way.isRefusedIn(this.#facts.program, way.valuesAt(target));
    if (isChosen && !isTame && !isRefused && !this.#isEmptyRequest(effect, way)) return is('critical', 'recipient');
    if (this.#isRawMail(effect, way)) return is('critical', 'recipient');
    const method = methodOf(effect);
    if (!changingRequests.includes(method)) return this.#judgeOperation(effect, way);
    if (method === 'DELETE') return this.#isTakenBack(effect) ? is('low', 'moves') : is('high', 'deletes');
    if (target?.is !== 'url') return is('high', 'elsewhere');
    if (isPartOfOwnMaking(effect)) return is('low', 'adds');
    const start = this.#input.addressStartOf(target, way);
    if (start && isOwnBackend(start)) return is('low', 'entries');
    // What is at one address that the program chooses gets other contents.
    const isPlaced = way.isGivenAny && !way.isGivenAt(target) && !this.#choosesRows(effect, way);
    const address = this.#addressOf(effect, way);
    return is(isPlaced || (address && isAddition(address)) ? 'low' : 'high', 'elsewhere');
  }

  /** `gmail.users.messages.send({ userId: 'me', requestBody: { raw } })`: to whom a mail goes stands in its text. */
  #isRawMail(effect: Effect, way: EffectWay): boolean {
    const isNamed = recipientNames.some((name) => this.#input.names.has(name));
    return rawMails.includes(effect.sink) && isNamed && way.isGivenAny && this.#input.writtenWayTo(effect).isGivenAny;
  }

  /** `fetch(url, { method: 'PATCH', body: JSON.stringify({ id, fields }) })` */
  #choosesRows({ call }: Effect, way: EffectWay): boolean {
    return rowsIn(this.#givenTo(call, way)).some((row) => this.#input.isOf(row, way));
  }

  #addressOf({ target }: Effect, way: EffectWay): Value | undefined {
    const [address] = target?.is === 'url' ? way.valuesAt(target) : [];
    return address && this.#facts.evaluator.valueAlong(address, way.steps);
  }

  #givenTo(call: ts.Node, { steps }: EffectWay): readonly Value[] {
    return argumentsOf(call).map((argument) => this.#facts.evaluator.valueAlong(argument, steps));
  }

  /** Of a request whose method says nothing, by its address and body. */
  #judgeOperation(effect: Effect, way: EffectWay): Judgement {
    const { target, call } = effect;
    const request = { address: this.#addressOf(effect, way), given: this.#givenTo(call, way) };
    if (isPayment(request)) return is('critical', 'money');
    if (isRemoval(request)) return is('high', 'deletes');
    const isRoute =
      target?.is === 'url' && way.isGivenAt(target) && request.address && isOperationChosen(request.address);
    const start = target?.is === 'url' ? this.#input.addressStartOf(target, way) : undefined;
    if (isRoute || isOperation(request, start?.kind === 'setting' && isOwnBackend(start)))
      return is('high', 'elsewhere');
    const isChosen = recipientsOf(request, this.#input.names).some((recipient) => this.#input.isOf(recipient, way));
    return isChosen && !reachesLittle(request.given) ? is('critical', 'recipient') : is('low', 'sends');
  }

  /** `fetch(url, { method, headers })`: whatever the method, nothing is sent along. */
  #isEmptyRequest({ call, target }: Effect, { steps }: EffectWay): boolean {
    if (target?.is !== 'url' || !isCall(call) || calledName(call) !== 'fetch') return false;
    const options = call.arguments?.[1];
    if (!options) return false;
    return !isGiven(propertyAt(this.#facts.evaluator.valueAlong(options, steps), ['body']));
  }

  /** Whether what the tool itself made is taken back, or one thing that is gone is forgotten, and the model names nothing of it. */
  #isTakenBack(effect: Effect): boolean {
    const isOne = effect.isWhole !== true && !this.#isRecursive(effect);
    if (isOne && isOfOwnMaking(effect)) return true;
    return (isTakenBack(effect) || (isOne && isOfGone(effect))) && !this.#input.writtenWayTo(effect).isGivenAny;
  }

  /**
   * `catch { await deleteObject(key) }` in what stores an upload, or `cleanUpObject(key)`, in a tool that is not named for
   * removing anything.
   */
  #isCleanedUp(effect: Effect): boolean {
    if (effect.isWhole === true || this.#isRecursive(effect)) return false;
    const isNamedSo = effect.frames.slice(1).some(({ fn }) => cleaningName.test(nameOfFunction(fn)));
    return (
      (isNamedSo || isCleanedUp(effect)) &&
      !singularWordsOf(namesOf(this.#tool)).some((word) => cleaningWords.includes(word))
    );
  }

  /** `rm(path, { recursive: true })` */
  #isRecursive({ call }: Effect): boolean {
    if (!isCall(call)) return false;
    const options = call.arguments?.at(-1);
    const given = options && propertyAt(this.#facts.evaluator.valueOf(options), ['recursive']);
    return given?.kind === 'literal' && given.value === true;
  }

  /** Whether something is made sure of first, and the tool is not named for that: `ensureLink()`. */
  #isInSetUp({ path }: Effect): boolean {
    return (
      path.slice(0, -1).some(isSetUp) && !singularWordsOf(namesOf(this.#tool)).some((word) => setUpName.test(word))
    );
  }

  /**
   * What is not what the tool is for. `ensureTables()` in a function that reads: what a function that is given nothing writes
   * further down than what the handler calls. And entries of a log, a cache or the like, by the names of what is written to, of
   * the functions on the path to it and their classes, and of the file that does it, unless the tool is named for them.
   */
  #isUpkeep(effect: Effect, way: EffectWay): boolean {
    const { kind, path, store, call, frames } = effect;
    const before = path.slice(0, -1);
    if (kind === 'write' && before.some((each, index) => isSetUp(each) || (index > 0 && isGivenNothing(each))))
      return true;
    if (kind === 'delete' && this.#isPruned(effect, way)) return true;
    const isOwn = kind === 'write' ? store !== undefined : kind === 'delete' && path.length > 1;
    if (!isOwn) return false;
    const inner = frames.slice(1).map(({ fn }) => `${nameOfFunction(fn)} ${nounOfClass(fn)}`);
    const file = path.length > 1 ? fileNameOf(call) : '';
    const names = [receiverTextOf(call), ...inner, file].join(' ');
    const own = singularWordsOf(namesOf(this.#tool));
    return singularWordsOf(names).some((word) => bookkeepingWords.includes(word) && !own.includes(word));
  }
}

/** `clearCache()`: files that can be made again, by the names of the functions that take them away. */
function isOfCache({ frames }: Effect): boolean {
  return frames.slice(1).some(({ fn }) => singularWordsOf(nameOfFunction(fn)).at(-1) === 'cache');
}

/** `ensureTables()` */
function isSetUp(call: ts.Node): boolean {
  return isGivenNothing(call) && setUpName.test(calledName(call) ?? '');
}

/** The method of a request, by its options or by what is called: `PUT` of `api.put(path)`. */
function methodOf({ detail, sink }: Effect): string {
  return detail ?? sink.split('.').at(-1)?.toUpperCase() ?? '';
}

/** `cache` of `src/cache.ts`. */
function fileNameOf(node: ts.Node): string {
  return /([^/]+?)\.\w+$/.exec(node.getSourceFile().fileName)?.[1] ?? '';
}

/** `Cache` of `class PreviewCache { drop() {} }`: what can be made again, and no other noun. */
function nounOfClass(fn: ts.Node): string {
  const owner = syntax.parentOf(fn);
  const noun = syntax.isClassLike(owner) ? wordsOf(owner.name?.text ?? '').at(-1) : undefined;
  return noun !== undefined && derivedNouns.includes(noun) ? noun : '';
}

function isGivenNothing(call: ts.Node): call is ts.CallExpression {
  return syntax.isCallExpression(call) && call.arguments.length === 0;
}

/** The definitions of tools that come to an effect, by its call. */
const toolsByEffect = memo((facts: AgentFacts): ReadonlyMap<ts.Node, ReadonlySet<ts.Node>> => {
  const tools = facts.calls.of('tool').flatMap((call) => facts.toolsAt(call));
  const found = new Map<ts.Node, Set<ts.Node>>();
  for (const tool of tools) {
    if (tool.kind !== 'tool') continue;
    for (const { call } of effectsOfTool(tool, facts.program)) {
      const own = found.get(call) ?? new Set();
      found.set(call, own.add(tool.node));
    }
  }
  return found;
});

function isMinor({ impact }: Pick<Judgement, 'impact'>): boolean {
  return impact === 'low';
}

/** What a call is made on, and the first text that it is given: `auditLog`, `'cache.json'`, `INSERT INTO metrics`. */
function receiverTextOf(call: ts.Node): string {
  if (!isCall(call)) return '';
  const callee = syntax.withoutAssertions(call.expression);
  const receiver = syntax.isPropertyAccessExpression(callee) ? callee.expression.getText() : '';
  const [first] = call.arguments ?? [];
  const given = first && syntax.isStringLiteralLike(first) ? first.text.split(/[(\n]/)[0] : '';
  return `${receiver} ${first && syntax.isIdentifier(first) ? first.text : (given ?? '')}`;
}
