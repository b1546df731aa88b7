import type { Answer, AnswerPart, Guard } from '../../models/agents/agent-sdk.ts';
import { wordsOf } from '../../models/agents/guard-words.ts';
import { recordingVerbs } from '../../models/agents/purpose.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledBinding, calledName, compilerOf, isInside, syntax } from '../../type-utils/index.ts';
import { knownParts, testedBy } from '../../program/control/conditions.ts';
import { conditionsOf, isCaught, isLeftByThrow } from '../../program/control/control.ts';
import { DataPaths, namesDeclaredBy } from '../../program/effects/data-dependence.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { isInert } from '../../program/flow/expressions.ts';
import type { ModelMatcher } from './matcher.ts';
import { throwsOnlyOthers } from './rethrown.ts';
import { contains, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { allowingValueOf } from './polarity.ts';
import {
  type ChoiceValue,
  elementsOf,
  type FunctionValue,
  isGiven,
  isNullish,
  literal,
  optionsOf,
  propertyAt,
  propertyOf,
  unknown,
  type Value,
} from '../../program/values/values.ts';

/**
 * What a guard does for one tool: `absent` where there is none, `lets` where a value says that the tool may run, `inert`
 * where a function says so to every call, `inverted` where it stops only what is harmless, `failsOpen` where it says so unless it throws, which stops nothing either,
 * `decides` where it may stop the tool.
 */
export type Outcome = 'absent' | 'lets' | 'inert' | 'inverted' | 'failsOpen' | 'decides' | 'unknown';

/** A guard with the value that it has in the program. */
export interface GivenGuard {
  readonly guard: Guard;
  readonly value: Value;
  /** What it is given to. */
  readonly owner: Value;
  /** What is there to guard, whatever it is given. */
  readonly part?: ts.Node;
}

/** What a guard does for one tool, and the value that says so. */
export interface Judgement {
  readonly outcome: Outcome;
  /** What says so: the value, or the object that has no entry for the tool. */
  readonly node: ts.Node;
  /** The value is a function for all tools, or the entry of this one. */
  readonly by: 'value' | 'fn' | 'entry' | 'no entry';
  /** Those that it supersedes do not run for the tool. */
  readonly takesPrecedence: boolean;
}

type Found = Omit<Judgement, 'takesPrecedence'>;

/** Whether a guard stops the tool somewhere, as far as that is known. */
export function mayStop({ outcome }: Pick<Judgement, 'outcome'>): boolean {
  return outcome === 'decides' || outcome === 'unknown';
}

/** Whether an answer of a guard may let a tool run so that nothing after it decides. */
export function mayGrant({ guard, value }: GivenGuard): boolean {
  return guard.grants !== undefined && isGiven(value);
}

/** A guard that applies to a tool. */
interface Asked {
  readonly guard: Guard;
  readonly tool: string | undefined;
}

/** How many functions may hand an answer on. */
const MAX_HANDED_ON = 4;

/** Judges guards by what they answer. */
export class GuardJudge {
  readonly #program: ts.Program;
  readonly #evaluator: Evaluator;
  readonly #matcher: ModelMatcher;

  constructor(program: ts.Program, evaluator: Evaluator, matcher: ModelMatcher) {
    this.#program = program;
    this.#evaluator = evaluator;
    this.#matcher = matcher;
  }

  /**
   * What a guard does for a tool.
   *
   * @param tool the name that the tool has for the agent; undefined where it is not known
   */
  judge({ guard, value, part }: GivenGuard, tool: string | undefined): Judgement {
    const found = this.#judge({ guard, tool }, value);
    const judgement = { ...found, takesPrecedence: this.#takesPrecedence({ guard, tool }, value, found) };
    if (found.outcome !== 'absent' || found.by === 'no entry') return judgement;
    if (guard.absent === 'stops') return { ...judgement, outcome: 'decides' };
    return part ? { ...judgement, outcome: 'inert', node: part } : judgement;
  }

  #takesPrecedence({ guard, tool }: Asked, value: Value, { by }: Found): boolean {
    const { supersedes } = guard;
    if (!supersedes) return false;
    const { when, by: answers = guard.allowedBy } = supersedes;
    if ((by === 'fn' || by === 'entry') && when.includes(by)) return true;
    return (
      when.includes('lets') &&
      optionsOf(value).every((option) => {
        const { outcome } = this.#judge({ guard: { ...guard, allowedBy: answers }, tool }, option);
        return outcome === 'lets' || outcome === 'inert';
      })
    );
  }

  /**
   * The literal by which a guard says that a tool runs.
   *
   * @param isAlways whether it has to say so in any case; otherwise also where something else may be said instead
   */
  optOutAt({ guard, value }: GivenGuard, tool: string | undefined, isAlways: boolean): ts.Node | undefined {
    const said = optionsOf(value).flatMap((option) => {
      if (guard.shape !== 'by tool' || option.kind !== 'object') return [option];
      const entry = tool === undefined ? undefined : option.properties.get(tool)?.();
      return entry ? optionsOf(entry) : [];
    });
    const isSaid = (option: Value): boolean =>
      this.#isOptOut(option, guard) ||
      (option.kind === 'literal' &&
        option.value !== undefined &&
        guard.allowedBy.some((answer) => answer === option.value));
    if (isAlways && !said.every((option) => isSaid(option) || isNullish(option))) return undefined;
    return said.find(isSaid)?.node;
  }

  /** What a hook answers to every call of a tool, so that the tool runs and nothing after the hook decides. */
  grantOf({ guard, value }: GivenGuard, tool: string): ts.Node | undefined {
    if (!guard.grants) return undefined;
    const grantBy = (hook: Value): ts.Node | undefined =>
      inEach(hook, (option) => (option.kind === 'function' ? this.#grantBy(option, { guard, tool }) : undefined));
    return inEach(value, (entries) =>
      inClosed(entries, (entry) => {
        if (!alwaysMatches(propertyOf(entry, 'matcher'), tool)) return undefined;
        return inEach(propertyOf(entry, 'hooks'), (hooks) => inClosed(hooks, grantBy));
      }),
    );
  }

  /** What a function grants, unless it may decide by other means than its answer: it throws, waits or ends the program. */
  #grantBy(value: FunctionValue, asked: Asked): ts.Node | undefined {
    const { fn } = value;
    const { guard, tool } = asked;
    const given = givenOf(asked, fn);
    const run = this.#evaluator.runOfValue(value);
    if (!this.#onlyAnswers(fn) || this.#asserts(fn, tool) || run.throws(given)) return undefined;
    return inEach(run.result(given), (answer) => grantIn(answer, guard.grants ?? []));
  }

  /** Whether all that a function does about a call is to answer, by what is written out there or in a function that it hands it to. */
  #onlyAnswers(fn: syntax.FunctionLike, depth = 0): boolean {
    const compiler = compilerOf(this.#program);
    const decides = (node: ts.Node): boolean =>
      syntax.isThrowStatement(node) ||
      syntax.isIterationStatement(node, false) ||
      (syntax.isCallExpression(node) && compiler.neverReturns(node));
    if (!fn.body || depth > MAX_HANDED_ON || contains(fn.body, decides)) return false;
    return returnedBy(fn).every((each) => {
      const value = syntax.withoutAwait(each);
      if (!syntax.isCallExpression(value)) return isWhole(value, fn);
      const other = compiler.functionNamedBy(value.expression);
      return other !== undefined && this.#onlyAnswers(other, depth + 1);
    });
  }

  #isOptOut(value: Value, { optOut }: Guard): boolean {
    return optOut !== undefined && value.kind === 'made' && this.#matcher.isCallOfAny(value.call, [optOut]);
  }

  #judge(asked: Asked, value: Value): Found {
    switch (asked.guard.shape) {
      case 'decision':
        return this.#decision(value, asked);
      case 'by tool':
        return this.#byTool(value, asked);
      case 'hooks':
        return this.#hooks(value, asked);
      case 'list':
        return this.#list(value, asked.guard);
      case 'servers': {
        const isByName = optionsOf(value).some(({ kind }) => kind === 'object');
        return isByName ? { outcome: 'unknown', node: value.node, by: 'entry' } : this.#decision(value, asked);
      }
      case 'skip':
        return this.#skip(value, asked.guard);
    }
  }

  /** One of several values: what stops the tool somewhere counts, and then what is not known. */
  #decision(value: Value, asked: Asked): Found {
    const judged = optionsOf(value).map((option) => this.#one(option, asked));
    for (const outcome of ['decides', 'unknown', 'inverted', 'lets', 'failsOpen', 'inert'] as const) {
      const first = judged.find((each) => each.outcome === outcome);
      if (first) return first;
    }
    return judged[0] ?? { outcome: 'absent', node: value.node, by: 'value' };
  }

  #one(value: Value, asked: Asked): Found {
    const at = (outcome: Outcome, by: Found['by'] = 'value'): Found => ({ outcome, node: value.node, by });
    if (value.kind === 'literal' && (value.value === undefined || value.value === null)) return at('absent');
    if (value.kind === 'list') {
      const { elements, isOpen } = elementsOf(value);
      const judged = elements.map((element) => this.#decision(element, asked));
      const best = judged.find(mayStop);
      return best ?? judged[0] ?? at(isOpen ? 'unknown' : 'absent');
    }
    if (value.kind === 'function') return at(this.#ofFunction(value, asked), 'fn');
    if (this.#isOptOut(value, asked.guard)) return at('lets');
    const answer = this.#isAllowed(value, asked.guard.allowedBy);
    if (answer === 'unknown') return at('unknown');
    if (!answer) return at('decides');
    // A literal says that the tool may run; anything else looks like a guard.
    return at(value.kind === 'literal' ? 'lets' : 'inert');
  }

  #byTool(value: Value, asked: Asked): Found {
    const { tool } = asked;
    const judged = optionsOf(value).map((option): Found => {
      if (option.kind !== 'object') return this.#one(option, asked);
      if (tool === undefined) return { outcome: 'unknown', node: option.node, by: 'entry' };
      const entry = option.properties.get(tool)?.();
      if (entry) {
        const { outcome, node } = this.#decision(entry, asked);
        return { outcome, node, by: outcome === 'absent' ? 'no entry' : 'entry' };
      }
      return { outcome: option.isOpen ? 'unknown' : 'absent', node: option.node, by: 'no entry' };
    });
    const first =
      judged.find(({ outcome }) => outcome === 'decides') ?? judged.find((each) => each.outcome === 'unknown');
    return first ?? judged[0] ?? { outcome: 'absent', node: value.node, by: 'value' };
  }

  #hooks(value: Value, asked: Asked): Found {
    const { guard, tool } = asked;
    const { elements, isOpen } = elementsOf(value);
    const judged = elements.flatMap((element) => {
      const matcher = propertyOf(element, 'matcher');
      if (!mayMatch(matcher, tool)) return [];
      const { unless } = guard.failsOpen ?? {};
      const isClosed = unless && this.#isAllowed(element, [unless]) !== false;
      const { failsOpen: _, ...closed } = guard;
      return [this.#decision(propertyOf(element, 'hooks'), { tool, guard: isClosed ? closed : guard })];
    });
    const first = judged.find(mayStop);
    if (first) return first;
    return judged[0] ?? { outcome: isOpen ? 'unknown' : 'absent', node: value.node, by: 'value' };
  }

  #skip(value: Value, { allowedBy }: Guard): Found {
    const answers = optionsOf(value).map((option) => this.#isAllowed(option, allowedBy));
    const isSaid = answers.every((answer) => answer === true);
    const outcome = answers.includes('unknown') ? 'unknown' : isSaid ? 'lets' : 'absent';
    return { outcome, node: value.node, by: 'value' };
  }

  #list(value: Value, { among }: Guard): Found {
    const at = (outcome: Outcome): Found => ({ outcome, node: value.node, by: 'value' });
    if (optionsOf(value).some((option) => option.kind === 'unknown' || option.kind === 'made')) return at('unknown');
    const { elements, isOpen } = elementsOf(value);
    const texts = elements.flatMap((element) => (element.kind === 'literal' ? [element.value] : []));
    if (
      among &&
      texts.length === elements.length &&
      !isOpen &&
      !texts.some((text) => among.some((each) => each === text))
    )
      return at('absent');
    if (elements.length > 0) return at('decides');
    // A word in the place of a list stands for all: `interruptBefore: '*'`.
    if (optionsOf(value).some((option) => option.kind === 'literal' && typeof option.value === 'string'))
      return at('decides');
    return at(isOpen ? 'unknown' : 'absent');
  }

  #ofFunction(value: FunctionValue, asked: Asked): Outcome {
    const { fn } = value;
    const { guard, tool } = asked;
    if (!fn.body) return 'unknown';
    const given = givenOf(asked, fn);
    const run = this.#evaluator.runOfValue(value);
    const throws = (run.throws(given) && !throwsOnlyOthers(fn, this.#program)) || this.#asserts(fn, tool);
    if (throws && !guard.failsOpen) return 'decides';
    if (!throws && callsFirst(fn, guard, this.#program)) return 'inert';
    const answers = optionsOf(run.result(given)).map((answer) => {
      const isRecord = answer.kind === 'made' && isNamedForRecord(answer.call) && this.#isNothing(answer.call);
      return isRecord ? literal(undefined, fn) : answer;
    });
    if (!answers.every((answer) => this.#isAllowed(answer, guard.allowedBy, fn) === true))
      return isInverted(fn, guard, this.#program) ? 'inverted' : 'decides';
    return throws ? 'failsOpen' : 'inert';
  }

  /**
   * Whether a statement of a function, or its result, is a call that may throw by what it is given of the tool's call:
   * `assertHarmless(command);`, of the program by its text; of what is not known, unless its name says that it only writes
   * something down. Not where that is caught there, or done for another tool.
   */
  #asserts(fn: syntax.FunctionLike, tool: string | undefined): boolean {
    const { body, parameters } = fn;
    const compiler = compilerOf(this.#program);
    const statements = body ? nodesIn(body, syntax.isExpressionStatement).map(({ expression }) => expression) : [];
    const results = returnedBy(fn).filter((each) => this.#isNothing(each));
    const asserting = [...statements, ...results].flatMap((statement) => {
      const call = syntax.withoutAwait(statement);
      if (!syntax.isCallExpression(call) || isCaught(statement, fn) || isForOther(statement, fn, tool)) return [];
      const called = compiler.functionNamedBy(call.expression);
      const isAwaited = syntax.isAwaitExpression(statement);
      const isWaitedFor = isAwaited || !(called ? syntax.isAsync(called) : compiler.isPending(call));
      const isAssertion = called ? throwsByInput(called, this.#program) : mayAssert(call, fn);
      return isWaitedFor && isAssertion ? [call] : [];
    });
    if (asserting.length === 0) return false;
    const given = new DataPaths(fn, parameters.flatMap(namesDeclaredBy));
    return asserting.some((call) => call.arguments.some((argument) => given.dependsOn(argument)));
  }

  /** Whether a call gives nothing by its type: `trace.add(toolName)`. */
  #isNothing(node: ts.Expression): boolean {
    return syntax.isCallOrNew(node) && compilerOf(this.#program).resultOfCall(node).gives === 'nothing';
  }

  /** Whether an answer is one by which the tool runs. */
  #isAllowed(answer: Value, lets: readonly Answer[], fn?: syntax.FunctionLike): boolean | 'unknown' {
    const options = optionsOf(answer).map((option): boolean | 'unknown' => {
      const matched = lets.map((pattern) => this.#isAnswer(option, pattern, fn));
      if (matched.includes(true)) return true;
      if (option.kind === 'unknown' || option.kind === 'made' || matched.includes('unknown')) return 'unknown';
      return false;
    });
    if (options.every((each) => each === true)) return true;
    return options.includes(false) ? false : 'unknown';
  }

  #isAnswer(
    value: Exclude<Value, { kind: 'choice' }>,
    pattern: Answer,
    fn: syntax.FunctionLike | undefined,
  ): boolean | 'unknown' {
    if (pattern === null || typeof pattern !== 'object')
      return (
        value.kind === 'literal' &&
        (pattern === null ? value.value === undefined || value.value === null : value.value === pattern)
      );
    if ('without' in pattern) {
      if (value.kind !== 'object') return false;
      if (pattern.without.some((name) => value.properties.has(name))) return false;
      return value.isOpen ? 'unknown' : true;
    }
    if ('unless' in pattern) {
      const parts = value.kind === 'object' ? pattern.unless.map((part) => hasPart(value, part)) : [true];
      return parts.includes(true) ? false : parts.includes('unknown') ? 'unknown' : true;
    }
    if ('callsParameter' in pattern)
      return value.kind === 'made' && callsParameter(value.call, pattern.callsParameter, fn);
    if ('export' in pattern) return value.kind === 'unknown' && this.#matcher.isExport(value.node, pattern.export);
    if ('made' in pattern) return value.kind === 'made' && this.#matcher.isCallOfAny(value.call, [pattern.made]);
    if (value.kind !== 'object') return false;
    const property = propertyOf(value, pattern.property);
    const options = optionsOf(property);
    if (options.every((option) => option.kind === 'literal' && option.value === pattern.is)) return true;
    const answers = options.flatMap((option) =>
      option.kind === 'function' ? optionsOf(this.#evaluator.resultOf(option.fn)) : [],
    );
    if (answers.length > 0 && answers.every((answer) => answer.kind === 'literal' && answer.value === pattern.is))
      return true;
    return options.some((option) => option.kind === 'unknown') ? 'unknown' : false;
  }
}

/** `const result = await handler(request);` before anything else: what is looked at afterwards stops nothing. */
function callsFirst(fn: syntax.FunctionLike, { allowedBy }: Guard, program: ts.Program): boolean {
  const calls = fn.body ? nodesIn(fn.body, syntax.isCallExpression) : [];
  return allowedBy.some((answer) => {
    if (answer === null || typeof answer !== 'object' || !('callsParameter' in answer)) return false;
    const call = calls.find((each) => callsParameter(each, answer.callsParameter, fn));
    return (
      call !== undefined &&
      conditionsOf(call, program)?.length === 0 &&
      calls.every((each) => each.pos >= call.pos || isInert(each.expression))
    );
  });
}

/** `needsApproval: ({ command }) => harmless.includes(command)`: what is surely allowed is stopped, and nothing else. */
function isInverted(fn: syntax.FunctionLike, { allowedBy }: Guard, program: ts.Program): boolean {
  const tests = returnedBy(fn).filter((each) => !isLetting(each, allowedBy));
  return (
    tests.length > 0 &&
    tests.every((test) => {
      const allowing = allowingValueOf(test, program);
      return allowing !== undefined && !allowedBy.includes(allowing) && allowedBy.includes(!allowing);
    })
  );
}

/** `return false;`, where that lets a tool run. */
function isLetting({ kind }: ts.Node, allowedBy: readonly Answer[]): boolean {
  if (kind === syntax.SyntaxKind.TrueKeyword) return allowedBy.includes(true);
  return kind === syntax.SyntaxKind.FalseKeyword && allowedBy.includes(false);
}

/** Whether a call of what is not known may throw: `policy.inspect(input)`. Not that of the tool, which a function is given. */
function mayAssert(call: ts.CallExpression, fn: syntax.FunctionLike): boolean {
  const binding = calledBinding(call);
  const isGiven = binding !== undefined && syntax.isParameter(binding) && binding.parent === fn;
  return !isGiven && !isInert(call.expression) && !isNamedForRecord(call);
}

/** `trace.add(toolName)`: by its name it stops nothing. */
function isNamedForRecord(call: ts.CallExpression | ts.NewExpression): boolean {
  const [verb = ''] = wordsOf(calledName(call) ?? '');
  return recordingVerbs.has(verb);
}

/** Whether a `throw` that leaves a function stands under a condition on what it is given. */
function throwsByInput(fn: syntax.FunctionLike, program: ts.Program): boolean {
  if (!fn.body || !isLeftByThrow(fn)) return false;
  const given = new DataPaths(fn, fn.parameters.flatMap(namesDeclaredBy));
  return nodesIn(fn.body, syntax.isThrowStatement).some((statement) =>
    conditionsOf(statement, program)?.some((condition) => given.dependsOn(testedBy(condition))),
  );
}

/** `if (input.tool_name === 'Read') assertReadable(input);` */
function isForOther(statement: ts.Node, fn: ts.Node, tool: string | undefined): boolean {
  for (let at = statement; at !== fn; at = at.parent) {
    const { parent } = at;
    if (!syntax.isIfStatement(parent) || parent.thenStatement !== at) continue;
    for (const { part, value } of knownParts(parent.expression, true)) {
      if (value !== true || !syntax.isBinaryExpression(part) || syntax.equalityOf(part) !== true) continue;
      const isOfName = /^tool_?name$/i.test(syntax.lastNameOf(part.left)?.text ?? '');
      if (isOfName && syntax.isStringLiteralLike(part.right) && part.right.text !== tool) return true;
    }
  }
  return false;
}

/** Whether an answer has one of the values that count at a place. */
function hasPart(value: Value, { path, is }: AnswerPart): boolean | 'unknown' {
  const options = optionsOf(propertyAt(value, path));
  const isCounted = (option: Value): boolean =>
    option.kind === 'literal' ? (is ? is.some((each) => each === option.value) : option.value !== undefined) : !is;
  if (options.some((option) => option.kind !== 'unknown' && option.kind !== 'made' && isCounted(option))) return true;
  return options.some(({ kind }) => kind === 'unknown' || kind === 'made') ? 'unknown' : false;
}

function callsParameter(
  call: ts.CallExpression | ts.NewExpression,
  index: number,
  fn: syntax.FunctionLike | undefined,
): boolean {
  const binding = calledBinding(call);
  return binding !== undefined && binding === fn?.parameters[index];
}

/** What a guard's function is given for a tool, by argument. */
function givenOf({ guard: { toolNameAt }, tool }: Asked, fn: syntax.FunctionLike): (index: number) => Value {
  return (index) => (toolNameAt?.argument === index && tool !== undefined ? told(tool, toolNameAt, fn) : unknown(fn));
}

/** What a function is given of a tool: its name, at some place in an argument that may have more. */
function told(tool: string, { path = [], beside = {} }: NonNullable<Guard['toolNameAt']>, node: ts.Node): Value {
  const known = Object.entries(beside).map(([name, text]) => [name, () => literal(text, node)] as const);
  return path.reduceRight<Value>(
    (value, name, depth) => ({
      kind: 'object',
      properties: new Map([[name, () => value], ...(depth === path.length - 1 ? known : [])]),
      isOpen: true,
      node,
    }),
    literal(tool, node),
  );
}

/** What is found in the first element of a list that has it, where all of the list is known. */
function inClosed<T>(list: Value, find: (value: Value) => T | undefined): T | undefined {
  const { elements, isOpen } = elementsOf(list);
  if (isOpen) return undefined;
  for (const element of elements) {
    const found = find(element);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether an answer is written out where it is returned, or a constant of the code around: nothing is put into it later. */
function isWhole(answer: ts.Expression, fn: ts.Node): boolean {
  const node = syntax.withoutAssertions(answer);
  if (syntax.isConditionalExpression(node)) return isWhole(node.whenTrue, fn) && isWhole(node.whenFalse, fn);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return !syntax.isIdentifier(node) || (binding !== undefined && !isInside(binding, fn));
}

/** What is found in a value, where it is found in each value that it may have. */
function inEach<T>(value: Value, find: (option: Exclude<Value, ChoiceValue>) => T | undefined): T | undefined {
  const found = optionsOf(value).map(find);
  return found.every((each) => each !== undefined) ? found[0] : undefined;
}

/** The value by which an answer grants a call. */
function grantIn(answer: Value, grants: readonly AnswerPart[]): ts.Node | undefined {
  for (const { path, is = [] } of grants) {
    const granted = inEach(propertyAt(answer, path), (option) =>
      option.kind === 'literal' && is.some((each) => each === option.value) ? option.node : undefined,
    );
    if (granted) return granted;
  }
  return undefined;
}

/** Whether a hook's pattern matches a tool, as far as that is known. */
function alwaysMatches(matcher: Value, tool: string): boolean {
  return optionsOf(matcher).every(({ kind }) => kind === 'literal') && mayMatch(matcher, tool);
}

/** Whether a hook's pattern may match a tool; it always may where it is not known, or is none. */
function mayMatch(matcher: Value, tool: string | undefined): boolean {
  return optionsOf(matcher).some((option) => {
    if (tool === undefined || option.kind !== 'literal' || typeof option.value !== 'string') return true;
    if (option.value === '' || option.value === '*') return true;
    try {
      return new RegExp(`^(?:${option.value})$`).test(tool);
    } catch {
      return true;
    }
  });
}
