import { memo } from '../../memo.ts';
import { MODEL_TEXT } from '../../models/effects/effect.ts';
import type { Compiler, ts } from '../../type-utils/index.ts';
import { compilerOf, syntax } from '../../type-utils/index.ts';
import { type Evaluator, plainEvaluatorOf } from '../values/evaluator.ts';
import type { FunctionRun } from '../values/values.ts';
import { bindingMethods, callbackTakers, isImport, isRunInPlace, runsHandedFunction } from './callbacks.ts';
import { CalleeFinder } from './callees.ts';
import { type Discriminant, discriminantsAt, mayLeadThere } from './discriminants.ts';
import { mayTakeDefault, wordsAmong, wordsOfAll } from './given-words.ts';
import { listenersRunBy } from './listeners.ts';
import { functionRunByReference } from './remote-functions.ts';
import { type Narrowing, narrowingOf } from './narrowing.ts';
import {
  ANY_WORD,
  firstWordOf,
  type GivenPart,
  mayBeAmong,
  MISSING,
  NONE,
  type Texts,
  textsAt,
  textsIn,
} from './texts.ts';
import { isOnlySigned } from './signed-requests.ts';
import { type SinkCall, type SinkEffect, SinkFinder, type SinkTraits } from './sinks.ts';

/** Something that a function may do, and one way on which it does. */
export interface Effect extends SinkTraits {
  /** Where it is done: a call, a construction, a tagged template, or the call that is handed the sink as a callback. */
  readonly call: ts.Node;
  /** The calls on the shortest way there, outermost first: the first lies in the function itself, the last is `call`. */
  readonly path: readonly ts.Node[];
  /** What each call of the way stands in. */
  readonly frames: readonly EffectFrame[];
}

/** A function on the way to an effect. */
export interface EffectFrame {
  readonly fn: Runnable;
  /** It is handed on at the call before, and called from outside the program. */
  readonly isCallback: boolean;
}

/** A function, or a class for what its construction runs. */
export type Runnable = syntax.FunctionLike | ts.ClassLikeDeclaration;

interface Called extends SinkEffect {
  readonly call: SinkCall;
}

interface OwnEffect extends Called {
  readonly under: readonly Discriminant[];
}

/** A call that runs a function of the program. */
export interface Step {
  readonly call: SinkCall;
  readonly to: Runnable;
  /** `to` is handed on and called from outside the program: its arguments are unknown. */
  readonly isCallback: boolean;
}

/** A step, and under what is known of when it is made. */
interface OwnStep extends Step {
  readonly under: readonly Discriminant[];
}

/** What a function does by itself, and whom it runs, in the order of the text. */
interface Body {
  readonly effects: readonly OwnEffect[];
  readonly steps: readonly OwnStep[];
  /** Calls of what is not in the program, and of no sink. */
  readonly outside: readonly (ts.CallExpression | ts.NewExpression)[];
  /** It runs something that nothing declares otherwise than by a call: as a tag, or as the callback of a method. */
  readonly runsUnresolved: boolean;
}

/** The first words that parts of a function's parameters, and of those of the functions around it, may have, by the part's key. */
type Given = ReadonlyMap<string, GivenWords>;

interface GivenWords {
  /** None where nothing is given. */
  readonly words: readonly string[];
  /** The program has tested it before, which holds as long as nothing changes the object. */
  readonly isTested: boolean;
}

/** Parts of parameters, by the function that reads them and the part's key. */
type WantedParts = ReadonlyMap<Runnable, ReadonlyMap<string, GivenPart>>;

/** What a function is given, on the way from one whose effects are wanted. */
interface Visit {
  readonly root: Runnable;
  readonly given: Given;
  /** Of the root itself, as one call or loop around it made it. */
  readonly run?: FunctionRun | undefined;
}

/** What the first function does as one call or loop around it made it, in the order of its body. */
interface FirstBody {
  /** Which of its effects may be. */
  readonly effects: readonly boolean[];
  /** What its steps are given: null where one is not made. */
  readonly steps: readonly (Given | null)[];
}

interface Reached {
  readonly effects: readonly Effect[];
  readonly undecided: readonly Call[];
}

type Call = ts.CallExpression | ts.NewExpression;

/** In how many ways one function is looked at by what it is given, before it is looked at without. */
const MAX_WAYS = 16;

/** How long access paths are: a function that calls itself with a part of what it is given has longer ones each time. */
const MAX_PATH = 3;

/** Of how many parts of its parameters, and of those around it, a function is told apart by what it is given for them. */
const MAX_PARTS = 16;

const NOTHING: Given = new Map();

/**
 * What a function may do to the world: by itself, in callbacks that it writes or hands on, and through the functions,
 * methods and constructors of the program that it calls. The shortest way to each place first; of two as long the one
 * that is earlier in the text.
 *
 * Knowingly missed: functions that come in as parameters, methods of one of several subclasses or of one of several classes
 * with an interface, accessors, iterators, and what `any` hides.
 *
 * @param run the function as one call of a function around it made it: what that was given decides as well
 */
export function effectsOf(fn: syntax.FunctionLike, program: ts.Program, run?: FunctionRun): readonly Effect[] {
  return analysisOf(program).effectsOf(fn, run);
}

/**
 * The calls of sinks that a function may come to, of which it is not known whether they have an effect: the word that decides,
 * such as the method of HTTP, is no constant that is known.
 */
export function undecidedCallsOf(fn: syntax.FunctionLike, program: ts.Program, run?: FunctionRun): readonly Call[] {
  return analysisOf(program).undecidedCallsOf(fn, run);
}

/** The calls that a function may come to, as `effectsOf` does, whose callee is neither in the program nor a sink. */
export function outsideCallsOf(fn: Runnable, program: ts.Program): readonly (ts.CallExpression | ts.NewExpression)[] {
  return analysisOf(program).outsideCallsOf(fn);
}

/** The calls in a function that run functions of the program. */
export function stepsOf(fn: Runnable, program: ts.Program): readonly Step[] {
  return analysisOf(program).stepsOf(fn);
}

/** A function, and those of the program that it may come to run. */
export function reachedFrom(fn: Runnable, program: ts.Program): ReadonlySet<Runnable> {
  return analysisOf(program).reachedFrom(fn);
}

/** Whether a function may run something that nothing declares as the tag of a template or as a callback. */
export function runsUnresolved(fn: syntax.FunctionLike, program: ts.Program): boolean {
  return analysisOf(program).runsUnresolved(fn);
}

/** The effects that a call has by itself, as its callee is modelled. */
export function sinkEffectsOf(call: SinkCall, program: ts.Program): readonly SinkEffect[] {
  return analysisOf(program).sinkEffectsOf(call);
}

const analysisOf = memo((program: ts.Program) => new EffectAnalysis(program));

class EffectAnalysis {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #evaluator: Evaluator;
  readonly #callees: CalleeFinder;
  readonly #sinks: SinkFinder;
  readonly #narrowing: Narrowing;
  readonly #bodies = new Map<Runnable, Body>();
  /** By what the functions around one were given, where that is known. */
  readonly #results = new Map<Runnable, Map<string, Reached>>();
  /** The parts that conditions depend on, of functions that are looked at by what those around them were given. */
  readonly #wanted = new Map<Runnable, WantedParts>();
  readonly #keys = new Map<Runnable, number>();
  /** What calls give for the parts of parameters: each search of a function that reaches them has the same parts. */
  readonly #handed = new Map<SinkCall, Map<string, Texts>>();
  readonly #outside = new Map<Runnable, readonly (ts.CallExpression | ts.NewExpression)[]>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
    this.#callees = new CalleeFinder(program);
    this.#sinks = new SinkFinder(program);
    this.#narrowing = narrowingOf(program);
  }

  effectsOf(fn: Runnable, run?: FunctionRun): readonly Effect[] {
    return this.#reachedBy(fn, run).effects;
  }

  sinkEffectsOf(call: SinkCall): readonly SinkEffect[] {
    return this.#sinks.effectsOf(call, false);
  }

  undecidedCallsOf(fn: Runnable, run?: FunctionRun): readonly Call[] {
    return this.#reachedBy(fn, run).undecided;
  }

  #reachedBy(fn: Runnable, run: FunctionRun | undefined): Reached {
    const given = run ? this.#givenAround(fn, run) : NOTHING;
    // A handler that unknown entries share as well does what any of them does.
    const first = run && !run.isOfOpenTable() ? this.#firstBodyOf({ root: fn, given, run }) : undefined;
    const results = this.#results.get(fn) ?? new Map<string, Reached>();
    this.#results.set(fn, results);
    const way = JSON.stringify([[...given], first?.effects, first?.steps.map((step) => step && [...step])]);
    let result = results.get(way);
    if (!result) results.set(way, (result = this.#search(fn, given, first)));
    return result;
  }

  #firstBodyOf(visit: Visit): FirstBody {
    const { effects, steps } = this.#bodyOf(visit.root);
    const wanted = this.#wantedFrom(visit.root);
    return {
      effects: effects.map(({ under, call }) => this.#isFeasible(under, call, visit)),
      steps: steps.map((step) => this.#givenTo(step, visit, wanted)),
    };
  }

  /** The words that the functions around one were given where they made it: `method` of `apiTool({ method: 'DELETE', … })`. */
  #givenAround(fn: Runnable, run: FunctionRun): Given {
    const words = new Map<string, GivenWords>();
    for (const part of this.#wantedFrom(fn).get(fn)?.values() ?? []) {
      if (isOwnPart(part, fn)) continue;
      const value = run.around(part.fn, part.index);
      const texts = value && textsAt(value, part.path);
      if (!texts || texts.mayBeOther || texts.parts.length + texts.unknown.length > 0) continue;
      words.set(this.#keyOf(part), { words: [...new Set(texts.texts.flatMap(firstWordsOf))].sort(), isTested: false });
    }
    return words;
  }

  outsideCallsOf(root: Runnable): readonly (ts.CallExpression | ts.NewExpression)[] {
    let calls = this.#outside.get(root);
    if (!calls) this.#outside.set(root, (calls = this.#findOutside(root)));
    return calls;
  }

  stepsOf(at: Runnable): readonly Step[] {
    return this.#bodyOf(at).steps;
  }

  runsUnresolved(root: Runnable): boolean {
    return [...this.reachedFrom(root)].some((at) => this.#bodyOf(at).runsUnresolved);
  }

  #findOutside(root: Runnable): readonly (ts.CallExpression | ts.NewExpression)[] {
    const calls = new Set<ts.CallExpression | ts.NewExpression>();
    const bodies = [...this.reachedFrom(root)].map((at) => this.#bodyOf(at));
    const steps = bodies.flatMap((body) => body.steps);
    for (const { outside } of bodies) for (const call of outside) if (!runsHandedFunction(call, steps)) calls.add(call);
    return [...calls];
  }

  reachedFrom(root: Runnable): ReadonlySet<Runnable> {
    const reached = new Set([root]);
    for (const at of reached) for (const { to } of this.#bodyOf(at).steps) reached.add(to);
    return reached;
  }

  // ── the way to sinks ───────────────────────────────────────────────────────────────────────────────────────────

  /** Breadth first, so that the first way to a place is the shortest. */
  #search(root: Runnable, around: Given, first?: FirstBody): Reached {
    const wanted = this.#wantedFrom(root);
    const found = new Map<string, Effect>();
    const undecided = new Set<Call>();
    const ids = new Map<ts.Node, number>();
    const idOf = (node: ts.Node): number => {
      const id = ids.get(node) ?? ids.size;
      ids.set(node, id);
      return id;
    };
    const seen = new Map<Runnable, Set<string>>();
    const queue: {
      readonly at: Runnable;
      readonly given: Given;
      readonly path: readonly ts.Node[];
      readonly frames: readonly EffectFrame[];
    }[] = [];
    const visit = (at: Runnable, given: Given, path: readonly ts.Node[], frames: readonly EffectFrame[]): void => {
      const ways = seen.get(at) ?? new Set<string>();
      seen.set(at, ways);
      const isKnown = ways.size < MAX_WAYS;
      const way = isKnown ? JSON.stringify([...given]) : '[]';
      if (ways.has(way)) return;
      ways.add(way);
      queue.push({ at, given: isKnown ? given : NOTHING, path, frames });
    };
    visit(root, around, [], [{ fn: root, isCallback: false }]);
    // The queue grows while it is gone through.
    for (const { at, given, path, frames } of queue) {
      const { effects, steps } = this.#bodyOf(at);
      const known = path.length === 0 ? first : undefined;
      for (const [index, { open, under, ...effect }] of effects.entries()) {
        if (!(known ? known.effects[index] : this.#isFeasible(under, effect.call, { root, given }))) continue;
        const words = open?.parts.flatMap((part) => this.#wordsOf(part, effect.call, { root, given })) ?? [];
        const said: readonly (string | undefined)[] = open
          ? [...new Set(words.filter((each) => open.firstWord.includes(each)))]
          : [undefined];
        if (open && said.length === 0) {
          const isUndecided =
            !open.firstWord.includes(MODEL_TEXT) &&
            (open.isUndecided || words.some((each) => mayBeAmong(each, open.firstWord)));
          if (isUndecided && !syntax.isTaggedTemplateExpression(effect.call)) undecided.add(effect.call);
          continue;
        }
        // One call may send requests of several methods: what is posted does not stand for what is deleted.
        for (const word of said) {
          const key = [effect.kind, effect.sink, idOf(effect.call), word].join(' ');
          if (found.has(key)) continue;
          const detail = word === undefined ? {} : { detail: word };
          found.set(key, { ...effect, ...detail, path: [...path, effect.call], frames });
        }
      }
      for (const [index, step] of steps.entries()) {
        const handed = known ? known.steps[index] : this.#givenTo(step, { root, given }, wanted);
        if (handed)
          visit(step.to, handed, [...path, step.call], [...frames, { fn: step.to, isCallback: step.isCallback }]);
      }
    }
    // A later place of one function may have been found before a nearer one of the next.
    const effects = [...found.values()].sort((a, b) => a.path.length - b.path.length);
    return { effects, undecided: [...undecided] };
  }

  #wantedFrom(root: Runnable): WantedParts {
    let wanted = this.#wanted.get(root);
    if (!wanted) this.#wanted.set(root, (wanted = this.#partsWanted(root)));
    return wanted;
  }

  /** The parts of parameters that conditions of sinks depend on, of all functions that are reached. */
  #partsWanted(root: Runnable): WantedParts {
    const reached = new Set([root]);
    const wanted = new Map<Runnable, Map<string, GivenPart>>();
    const callers = new Map<Runnable, { readonly from: Runnable; readonly step: Step }[]>();
    const waiting: Runnable[] = [];
    const want = (fn: Runnable, parts: readonly GivenPart[]): void => {
      for (const part of parts) {
        const known = wanted.get(fn) ?? new Map<string, GivenPart>();
        wanted.set(fn, known);
        const key = this.#keyOf(part);
        if (known.has(key) || known.size >= MAX_PARTS || part.path.length > MAX_PATH) continue;
        known.set(key, part);
        waiting.push(fn);
      }
    };
    for (const from of reached) {
      const { effects, steps } = this.#bodyOf(from);
      for (const { open } of effects) if (open) want(from, open.parts);
      for (const { under } of [...effects, ...steps]) for (const { texts } of under) want(from, texts.parts);
      for (const step of steps) {
        reached.add(step.to);
        callers.set(step.to, [...(callers.get(step.to) ?? []), { from, step }]);
      }
    }
    for (let fn = waiting.pop(); fn; fn = waiting.pop())
      for (const { from, step } of callers.get(fn) ?? [])
        for (const part of wanted.get(fn)?.values() ?? [])
          want(from, isOwnPart(part, fn) ? this.#handedOn(part, step).parts : [part]);
    return wanted;
  }

  /** Whether what a function is given may lead into the branches that something of it stands in. */
  #isFeasible(under: readonly Discriminant[], at: ts.Node, visit: Visit): boolean {
    return under.every((discriminant) => {
      const { tested } = discriminant;
      const { texts, parts, unknown } = visit.run && tested ? textsIn(visit.run.valueOf(tested)) : discriminant.texts;
      if (unknown.length > 0) return true;
      const words = parts.flatMap((part) => this.#wordsOf(part, at, visit));
      const given = [
        ...texts.map((text) => firstWordOf(text) ?? ANY_WORD),
        ...words,
        ...(words.includes(MISSING) ? (discriminant.fallback ?? []) : []),
      ];
      return given.length === 0 || given.some((word) => mayLeadThere(discriminant, word));
    });
  }

  /** What a step is given: null where it is not made. */
  #givenTo(step: OwnStep, visit: Visit, wanted: WantedParts): Given | null {
    if (!this.#isFeasible(step.under, step.call, visit)) return null;
    const parts = wanted.get(step.to);
    if (!parts) return NOTHING;
    const words = new Map<string, GivenWords>();
    for (const [key, part] of [...parts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const handed = isOwnPart(part, step.to) ? this.#handedOn(part, step, visit.run) : { ...NONE, parts: [part] };
      // All conditions ask for a word only.
      const all = wordsOfAll(handed, step, [
        ...handed.texts.map(firstWordsOf),
        ...handed.parts.map((each) => this.#wordsOf(each, step.call, visit)),
        ...handed.unknown.map((place) => this.#sinks.wordsByType(place)),
      ]);
      const narrowed = this.#narrowedWords(part, step);
      words.set(key, {
        words: [...new Set(narrowed ? wordsAmong(all, narrowed) : all)].sort(),
        isTested: narrowed !== undefined || handed.parts.some((each) => visit.given.get(this.#keyOf(each))?.isTested),
      });
    }
    return words;
  }

  /** The first words that a part of a parameter has by what is tested before the call. */
  #narrowedWords(part: GivenPart, { call, to, isCallback }: Step): readonly string[] | undefined {
    const { index, path } = part;
    if (!isOwnPart(part, to) || isCallback || syntax.isTaggedTemplateExpression(call) || path.includes('*'))
      return undefined;
    const words = this.#narrowing.textsGiven(call, index, path)?.map(firstWordOf);
    return words?.every((word) => word !== undefined) ? words : undefined;
  }

  #handedOn(part: GivenPart, { call, isCallback }: Step, run?: FunctionRun): Texts {
    if (isCallback || syntax.isTaggedTemplateExpression(call) || mayTakeDefault(part, call))
      return { ...NONE, unknown: [part.place] };
    if (run) return textsAt(run.givenTo(part.fn, part.index, call), part.path);
    const known = this.#handed.get(call) ?? new Map<string, Texts>();
    this.#handed.set(call, known);
    const key = this.#keyOf(part);
    let texts = known.get(key);
    if (!texts) known.set(key, (texts = textsAt(this.#evaluator.givenTo(part.fn, part.index, call), part.path)));
    return texts;
  }

  /** The first words that a part of a parameter may have at a node: as far as they are not known, those of its type. */
  #wordsOf(part: GivenPart, at: ts.Node, { root, given }: Visit): readonly string[] {
    const handed = given.get(this.#keyOf(part));
    const isKept = handed && !(handed.isTested && this.#narrowing.isChangedBefore(part, at));
    const known = isKept ? handed.words : undefined;
    if (known && !known.includes(ANY_WORD)) return known;
    const byType = this.#sinks.wordsByType(part.place);
    // What the type of a tool's input allows, the model may choose.
    const isChosen = part.fn === root && part.index === 0;
    return [
      ...(known ?? []).filter((word) => word !== ANY_WORD),
      ...byType.map((word) => (isChosen && word !== ANY_WORD ? word.slice(ANY_WORD.length) : word)),
      ...(isChosen && byType.includes(ANY_WORD) ? [MODEL_TEXT] : []),
    ];
  }

  #keyOf({ fn, index, path }: GivenPart): string {
    const key = this.#keys.get(fn) ?? this.#keys.size;
    this.#keys.set(fn, key);
    return `${String(key)} ${String(index)} ${path.join('.')}`;
  }

  // ── what a function does by itself ─────────────────────────────────────────────────────────────────────────────

  #bodyOf(at: Runnable): Body {
    let body = this.#bodies.get(at);
    if (!body) this.#bodies.set(at, (body = this.#read(at)));
    return body;
  }

  #read(at: Runnable): Body {
    const effects: Called[] = [];
    const steps: OwnStep[] = [];
    const outside: (ts.CallExpression | ts.NewExpression)[] = [];
    let hasUnresolved = false;
    const visit = (node: ts.Node): void => {
      if (syntax.isTypeNode(node) || syntax.isClassLike(node)) return;
      if (syntax.isFunctionLike(node) && !isRunInPlace(node)) return;
      if ((syntax.isCallOrNew(node) && !isOnlySigned(node, this.#program)) || syntax.isTaggedTemplateExpression(node)) {
        const before = { effects: effects.length, steps: steps.length };
        const isCalleeKnown = this.#readCall(node, effects, steps);
        const isKnown = steps.length > before.steps || effects.slice(before.effects).some(isKnownEffect);
        if (syntax.isTaggedTemplateExpression(node))
          hasUnresolved ||= !isCalleeKnown && this.#compiler.isUnresolved(node.tag);
        // A function of the program that is handed on does not show what takes it.
        else if (
          !isImport(node) &&
          (!isKnown || (!isCalleeKnown && this.#compiler.isUnresolved(node.expression))) &&
          !this.#sinks.isRuledOut(node)
        )
          outside.push(node);
        hasUnresolved ||= !isKnown && this.#hasUnresolvedCallback(node);
      }
      syntax.forEachChild(node, visit);
    };
    if (syntax.isClassLike(at)) for (const part of this.#constructionOf(at)) part.forEach(visit);
    else syntax.forEachChild(at, visit);
    const underAt = (call: SinkCall): readonly Discriminant[] =>
      discriminantsAt(call, at, this.#evaluator, this.#narrowing, this.#compiler);
    return {
      effects: effects.map((each) => ({ ...each, under: underAt(each.call) })),
      steps: steps.map((each) => ({ ...each, under: [...underAt(each.call), ...each.under] })),
      outside,
      runsUnresolved: hasUnresolved,
    };
  }

  /** Whether the callee itself is known: functions of the program, or a sink. */
  #readCall(call: SinkCall, effects: Called[], steps: OwnStep[]): boolean {
    const callee = syntax.withoutAssertions(syntax.isTaggedTemplateExpression(call) ? call.tag : call.expression);
    const own = syntax.isNewExpression(call)
      ? this.#callees.classesNamedBy(callee).map((to) => ({ to, under: [] }))
      : this.#callees.functionsCalledBy(callee);
    for (const each of own) steps.push({ call, isCallback: false, ...each });
    const itsEffects = this.#sinks.effectsOf(call, own.length > 0);
    for (const effect of itsEffects) effects.push({ ...effect, call });
    const isKnown = own.length > 0 || itsEffects.some(isKnownEffect);
    if (syntax.isTaggedTemplateExpression(call)) return isKnown;
    if (syntax.isCallExpression(call)) {
      for (const to of listenersRunBy(call, this.#program)) steps.push({ call, to, isCallback: true, under: [] });
      const remote = functionRunByReference(call, this.#program);
      if (remote) steps.push({ call, to: remote.to, isCallback: !remote.isGivenArguments, under: [] });
    }
    // `purge.bind(this)`, `purge.call(this, path)`
    const bound =
      syntax.isPropertyAccessExpression(callee) && bindingMethods.has(callee.name.text) ? [callee.expression] : [];
    for (const handed of [...bound, ...(call.arguments ?? [])]) this.#readHanded(handed, call, effects, steps);
    return isKnown;
  }

  /** `items.forEach(act)`, `setTimeout(act)`, where nothing declares `act`. */
  #hasUnresolvedCallback(call: SinkCall): boolean {
    if (!syntax.isCallExpression(call) || !callbackTakers.has(syntax.lastNameOf(call.expression)?.text ?? ''))
      return false;
    const [callback] = call.arguments;
    const reference = callback && syntax.withoutAssertions(callback);
    return (
      reference !== undefined &&
      (syntax.isIdentifier(reference) || syntax.isPropertyAccessExpression(reference)) &&
      this.#compiler.isUnresolvedFunction(reference)
    );
  }

  /** A function that is handed on by its name: taken for run. */
  #readHanded(
    handed: ts.Expression,
    call: ts.CallExpression | ts.NewExpression,
    effects: Called[],
    steps: OwnStep[],
  ): void {
    const reference = syntax.withoutAssertions(handed);
    // `paths.map(promisify(unlink))`
    if (syntax.isCallExpression(reference))
      for (const effect of this.#sinks.effectsOfReference(reference)) effects.push({ ...effect, call });
    const name = syntax.lastNameOf(reference);
    if (!name || !(syntax.isIdentifier(reference) || syntax.isPropertyAccessExpression(reference))) return;
    const fn = this.#callees.functionHandedBy(reference, name);
    if (fn) steps.push({ call, to: fn, isCallback: true, under: [] });
    else for (const effect of this.#sinks.effectsOfReference(reference)) effects.push({ ...effect, call });
  }

  /** What runs when a class of the program is constructed: its fields and constructor, and those of its bases. */
  #constructionOf(owner: ts.ClassLikeDeclaration): readonly (readonly ts.Node[])[] {
    const parts: ts.Node[][] = [];
    const seen = new Set<ts.ClassLikeDeclaration>();
    for (let at: ts.ClassLikeDeclaration | undefined = owner; at && !seen.has(at);) {
      seen.add(at);
      parts.push(
        at.members.flatMap((member): ts.Node[] => {
          if (syntax.isConstructorDeclaration(member))
            return [...member.parameters, ...(member.body?.statements ?? [])];
          const isField = syntax.isPropertyDeclaration(member) && member.initializer;
          if (!isField || syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)) return [];
          return syntax.isFunctionLike(syntax.withoutAssertions(isField)) ? [] : [isField];
        }),
      );
      const base: ts.Expression | undefined = at.heritageClauses?.find(
        ({ token }) => token === syntax.SyntaxKind.ExtendsKeyword,
      )?.types[0]?.expression;
      [at] = base ? this.#callees.classesNamedBy(base) : [];
    }
    return parts;
  }
}

/** What a statement does that is not known may be anything. */
function isKnownEffect({ open }: SinkEffect): boolean {
  return !open?.firstWord.includes(MODEL_TEXT);
}

/** The first word of a text, if it has one. */
function firstWordsOf(text: string): readonly string[] {
  const word = firstWordOf(text);
  return word === undefined ? [] : [word];
}

/** Whether a part is given by a call of a function, and not of one around it. */
function isOwnPart({ fn }: GivenPart, at: Runnable): boolean {
  return fn === at || (syntax.isConstructorDeclaration(fn) && fn.parent === at);
}
