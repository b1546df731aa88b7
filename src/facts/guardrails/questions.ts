import type { GuardCondition } from '../../analysis/control.ts';
import { partsOf, testedBy } from '../../program/control/conditions.ts';
import {
  branchesOf,
  conditionsOf,
  dominates,
  failsInto,
  isLeftByThrow,
  leadsTo,
} from '../../program/control/control.ts';
import { DataPaths, namesDeclaredBy, writtenBy } from '../../program/effects/data-dependence.ts';
import { EffectWay } from '../../program/effects/effect-paths.ts';
import {
  type Effect,
  effectsOf,
  outsideCallsOf,
  reachedFrom,
  type Runnable,
  stepsOf,
} from '../../program/effects/effects.ts';
import { isInert } from '../../program/flow/expressions.ts';
import { valueOf } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledBinding,
  calledName,
  compilerOf,
  constantInitializerOf,
  isInside,
  syntax,
} from '../../type-utils/index.ts';
import { wordsOf } from '../../models/agents/guard-words.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import type { ToolFact } from '../agents/tools.ts';
import {
  isApprovalCall,
  isAnsweredByProperty,
  isApprovalFunction,
  isApprovalResult,
  isBesideResult,
  isNamedForNeed,
  isVerdictRead,
  mayRefuse,
} from './approval-names.ts';
import { approvedStatesIn } from './approved-states.ts';
import type { DecisionFinder } from './decisions.ts';
import { changes } from './impact.ts';
import { keptApprovalsIn } from './kept-approvals.ts';
import { isPendingQuestion } from './pending-questions.ts';
import { isOnlyTested } from './unawaited.ts';
import { QuestionSwitches } from './question-switches.ts';

/** The questions to a person in a function, and what depends on their answers. */
interface Answers {
  /** Calls that ask, and calls of functions of the program that do. */
  readonly questions: readonly Call[];
  /** Those that come back only where the answer allows it. */
  readonly stopping: readonly Call[];
  /** Answers that other functions have kept. */
  readonly kept: readonly ts.Node[];
  readonly paths: DataPaths;
}

/**
 * Whether the handler of a tool requests approval for what it does: its effects are control dependent on the answer to a
 * question, come after a call that asks and may throw, or are done to what the person has typed. A function of the program
 * that gets an approval by its name counts as a question.
 *
 * Knowingly missed: a condition that leaves the question out, unless it is a switch in the input. Where an effect is not in the program, and where an answer is
 * kept or handed on, any question counts.
 */
export class QuestionFinder {
  readonly #program: ts.Program;
  readonly #facts: AgentFacts;
  readonly #decisions: DecisionFinder;

  constructor(facts: AgentFacts, decisions: DecisionFinder) {
    this.#facts = facts;
    this.#program = facts.program;
    this.#decisions = decisions;
  }

  readonly requestsApproval = memo((handler: syntax.FunctionLike): boolean => {
    if (!this.mayApprove(handler)) return false;
    const effects = effectsOf(handler, this.#program);
    const changing = effects.filter(({ kind }) => changes.includes(kind));
    const wanted = changing.length > 0 ? changing : effects.filter(({ kind }) => kind === 'egress');
    if (wanted.length === 0) return true;
    const switches = new QuestionSwitches(handler, this.#program);
    const unanswered = wanted.filter((effect) => !this.#isAnswered(effect, switches));
    // Beside what the person was asked about there may be logs, caches and folders.
    const isApproved =
      unanswered.length < wanted.length &&
      !unanswered.some((each) => each.kind !== 'write' && isChosen(each, handler) && !this.#isAside(each));
    if (isApproved || !this.#decisions.asks(handler)) return isApproved;
    const leading = new Set(wanted.flatMap(({ path }) => path));
    return [...reachedFrom(handler, this.#program)].some((fn) => this.#isAnswerKept(fn, leading));
  });

  /** Whether there are some effects of a handler, and each of them depends on an answer. */
  areAnswered(handler: syntax.FunctionLike, effects: readonly Effect[]): boolean {
    const switches = new QuestionSwitches(handler, this.#program);
    return effects.length > 0 && effects.every((effect) => this.#isAnswered(effect, switches));
  }

  /** Whether something is done where the answer was no, or whatever it was: `finally { … }`. */
  #isAside({ path, frames }: Effect): boolean {
    return frames.some(({ fn }, index) => {
      const call = path[index];
      if (!call) return false;
      const { paths } = this.#answersIn(fn);
      return this.#isConditional(call, paths) || isInFinally(call, fn);
    });
  }

  /** Whether a function comes to a question to a person, or to what gets an approval by its name, whatever becomes of the answer. */
  readonly mayApprove = memo(
    (fn: Runnable): boolean =>
      this.#mayRequest(fn) ||
      [...reachedFrom(fn, this.#program)].some((each) => this.#keptApprovalsIn(each).length > 0),
  );

  readonly #mayRequest = memo((fn: Runnable): boolean => {
    if (this.#decisions.asks(fn)) return true;
    const isDecision = (node: ts.Node): boolean =>
      isCall(node) ? isVerdictRead(node, this.#program) : syntax.isIfStatement(node) && isOfNeed(node.expression);
    if (contains(fn, isDecision, anywhere)) return true;
    return (
      [...reachedFrom(fn, this.#program)].some((each) => isApprovalFunction(each) || isPendingQuestion(each)) ||
      outsideCallsOf(fn, this.#program).some((call) => isApprovalCall(call, this.#program))
    );
  });

  readonly #keptApprovalsIn = memo((fn: Runnable) => [
    ...keptApprovalsIn(fn, this.#program, (other, node) => {
      if (!this.#mayRequest(other) && !contains(other, this.#isApprovalCall, anywhere)) return false;
      const { paths } = this.#answers(other, [], this.#mayRequest);
      return (syntax.isAssignment(node) && paths.dependsOn(node.right)) || this.#isConditional(node, paths);
    }),
    ...approvedStatesIn(fn, this.#facts),
  ]);

  readonly #isApprovalCall = (node: ts.Node): boolean => isCall(node) && isApprovalCall(node, this.#program);

  #isAnswered({ path, frames }: Effect, switches: QuestionSwitches): boolean {
    return frames.some(({ fn }, index) => {
      const call = path[index];
      return call === undefined || this.#isAnsweredIn(fn, call, index === 0 ? switches : undefined);
    });
  }

  /** Whether the handler that several tools share asks about others by their names, and runs what this one was made with unasked. */
  isForOtherTools({ handler, runs }: ToolFact, name: string | undefined): boolean {
    const calls = handler ? [...runs.keys()].filter((call) => isInside(call, handler)) : [];
    if (!handler || calls.length < 2 || name === undefined) return false;
    const asked = calls.filter((call) => this.#isAnsweredIn(handler, call));
    const others = calls.filter((call) => !asked.includes(call));
    const names = asked.map((call) => branchesOf(call, this.#program).flatMap(toolNamesIn));
    if (others.length === 0 || names.some((each) => each.some((text) => text === name))) return false;
    return asked.length > 0 && names.every((each) => each.length > 0);
  }

  /** `book({ approve: () => confirm(order), pay: () => pay(order) })`: what is handed on beside a question may depend on it. */
  #isHandedOnWithQuestion(callback: ts.Node): boolean {
    let at = syntax.parentOf(callback);
    while (syntax.isPropertyAssignment(at) || syntax.isObjectLiteralExpression(at)) at = syntax.parentOf(at);
    const given = isCall(at) ? (at.arguments ?? []) : [];
    return given.some((argument) =>
      nodesIn(argument, syntax.isFunctionLike, anywhere).some(
        (other) => !isInside(callback, other) && !isInside(other, callback) && this.mayApprove(other),
      ),
    );
  }

  /**
   * Whether a node of a function, or of those that it runs in place, depends on an answer there.
   *
   * @param switches parts of the function's input by which a question is switched off
   */
  #isAnsweredIn(fn: Runnable, node: ts.Node, switches?: QuestionSwitches): boolean {
    const answers = this.#answersIn(fn);
    const given = isCall(node) ? (node.arguments ?? []) : [];
    // `rm(await rl.question('Which file?'))`
    if (given.some((argument) => isOfAnswer(argument, answers.paths, this.#program))) return true;
    for (let at = node; ;) {
      if (this.#isControlled(at, fn, answers, switches)) return true;
      const container = syntax.containerOf(at);
      if (container === fn || !syntax.isFunctionLike(container) || !isInside(container, fn)) return false;
      if (this.#isRunWhenAnswered(container, fn) || this.#isHandedOnWithQuestion(container)) return true;
      at = container;
    }
  }

  /**
   * `if (needsApproval) return pend(call);`: whether something is done only where the program's settings need no approval
   * for it. What the model says, or is worked out from that, is no setting, and neither is a constant that is never on.
   */
  #isWithoutNeed(node: ts.Node, fn: Runnable): boolean {
    const needs = (conditionsOf(node, this.#program) ?? []).flatMap((condition) => {
      const isKept = (): boolean => condition.discarded().some((each) => isCall(each as ts.Node));
      const parts = partsOf(condition).filter(
        ({ part, value }) => value === false && isNamedForNeed(part) && !isSwitchedOff(part),
      );
      return parts.length > 0 && isKept() ? parts : [];
    });
    if (needs.length === 0 || !syntax.isFunctionLike(fn)) return needs.length > 0;
    const given = new DataPaths(fn, fn.parameters.flatMap(namesDeclaredBy));
    return needs.some(({ part }) => !given.dependsOn(part));
  }

  #isControlled(
    node: ts.Node,
    fn: Runnable,
    { questions, kept, stopping, paths }: Answers,
    switches: QuestionSwitches | undefined,
  ): boolean {
    const container = syntax.containerOf(node);
    const isBefore = (call: Call): boolean =>
      call !== node && syntax.containerOf(call) === container && !dominates(node, call, this.#program);
    // In `do { … } while (await confirm('Go on?'))` the first run comes before the question.
    const isAskedHere = questions.some((call) => syntax.containerOf(call) === container);
    if (isAskedHere && !questions.some(isBefore)) return false;
    const isStopped = (call: Call): boolean =>
      leadsTo(call, node, this.#program) !== false && failsInto(call, node, this.#program) !== true;
    const isOn = (call: Call): boolean => switches?.isSwitchedOff(call, node) !== true;
    if (stopping.some((call) => isBefore(call) && isStopped(call) && isOn(call))) return true;
    if (this.#isWithoutNeed(node, fn)) return true;
    return this.#isConditional(node, paths, (part, value, condition) => {
      const isSkipped = switches?.skipsAnswer(condition, node, (each) => paths.dependsOn(each)) === true;
      // `if (!gate.approved) await erase(path)`
      const isRefused = value === false && kept.includes(part);
      const isOfOtherState =
        syntax.isBinaryExpression(part) &&
        kept.includes(part.left) &&
        value !== undefined &&
        syntax.equalityOf(part) !== value;
      const isNoAnswer = this.#decisions.isDenied(part, value) || this.#decisions.isUnawaited(part);
      return !isSkipped && !isRefused && !isOfOtherState && !isNoAnswer;
    });
  }

  #isConditional(
    node: ts.Node,
    paths: DataPaths,
    mayAllow: (part: ts.Expression, value: boolean | undefined, condition: GuardCondition) => boolean = () => true,
  ): boolean {
    return (
      conditionsOf(node, this.#program)?.some(
        (condition) =>
          partsOf(condition).some(({ part, value }) => paths.dependsOn(part) && mayAllow(part, value, condition)) ||
          this.#decisions.isResumed(condition.discarded()),
      ) ?? true
    );
  }

  /** `confirmed(path, () => rm(path))`: the function that takes a callback asks before it calls it. */
  #isRunWhenAnswered(callback: ts.Node, fn: Runnable): boolean {
    const call = syntax.parentOf(callback);
    const taker = stepsOf(fn, this.#program).find((step) => step.call === call && !step.isCallback)?.to;
    if (!taker || !isCall(call) || syntax.isClassLike(taker) || !this.mayApprove(taker)) return false;
    const index = call.arguments?.findIndex((argument) => syntax.withoutAssertions(argument) === callback) ?? -1;
    const parameter = taker.parameters[index];
    return nodesIn(taker, isCall, anywhere)
      .filter((each) => parameter && calledBinding(each) === parameter)
      .every((each) => this.#isAnsweredIn(taker, each));
  }

  readonly #answersIn = memo((fn: Runnable): Answers => this.#answers(fn, this.#keptApprovalsIn(fn)));

  /** The answers in a function, and those that others have kept for it. */
  #answers(fn: Runnable, kept: readonly ts.Node[], mayRequest = this.mayApprove): Answers {
    const asking = new Map<ts.Node, Runnable>();
    for (const { call, to } of stepsOf(fn, this.#program)) if (mayRequest(to)) asking.set(call, to);
    const questions = nodesIn(fn, isCall, anywhere).filter(
      (call) => asking.has(call) || this.#decisions.isDecision(call) || isApprovalCall(call, this.#program),
    );
    const assignments = nodesIn(fn, syntax.isAssignment, anywhere);
    const begins = new Set<ts.Node>([...questions, ...kept]);
    for (const { arguments: given = [] } of questions)
      for (const each of given)
        if (syntax.isFunctionLike(each)) each.parameters.flatMap(namesDeclaredBy).forEach((name) => begins.add(name));
    let paths = new DataPaths(fn, begins);
    // `if (answer === 'y') approved = true`
    for (let size = -1; size !== begins.size; paths = new DataPaths(fn, begins)) {
      size = begins.size;
      for (const each of assignments)
        if (this.#isConditional(each, paths)) writtenBy(each.left).forEach((name) => begins.add(name));
    }
    const stopping = questions.filter((call) => {
      if (isOnlyTested(call, this.#program)) return false;
      const to = asking.get(call);
      return to ? this.#mayRefuse(call, to) : this.#decisions.isGuard(call) || mayRefuse(call, this.#program);
    });
    return { questions, kept, stopping, paths };
  }

  /** Whether a function refuses by a `throw`: where its result says whether it was a yes, only by one that depends on that. */
  #mayRefuse(call: Call, fn: Runnable): boolean {
    if (!isAnsweredByProperty(call, this.#program)) return this.#mayThrow(fn);
    return [...reachedFrom(fn, this.#program)].some((each) => {
      const { paths } = this.#answersIn(each);
      const isOfAnswer = (test: ts.Node): boolean =>
        paths.dependsOn(test) ||
        nodesIn(test, syntax.isIdentifier, anywhere).some(({ text }) => isApprovalResult(text));
      return nodesIn(each, syntax.isThrowStatement, anywhere).some((statement) =>
        conditionsOf(statement, this.#program)?.some((condition) => isOfAnswer(testedBy(condition))),
      );
    });
  }

  #mayThrow(fn: Runnable): boolean {
    const compiler = compilerOf(this.#program);
    return [...reachedFrom(fn, this.#program)].some(
      (each) =>
        isLeftByThrow(each) || contains(each, (node) => syntax.isCallExpression(node) && compiler.neverReturns(node)),
    );
  }

  /** Whether a call only shows what it is given: `note(answer)`, which writes it to the terminal. */
  #isShowing(call: Call, fn: Runnable): boolean {
    const run = stepsOf(fn, this.#program).filter((step) => step.call === call);
    const reached = run.flatMap(({ to }) => [...reachedFrom(to, this.#program)]);
    return (
      run.length > 0 &&
      reached.every((each) => {
        const steps = stepsOf(each, this.#program);
        const keeps = (node: ts.Node): boolean => {
          if (changesSomething(node)) return true;
          if (!isCall(node) || isInert(node.expression) || steps.some((step) => step.call === node)) return false;
          return !/^process\.std(?:err|out)\.write$/.test(node.expression.getText());
        };
        return !contains(each, keeps, anywhere);
      })
    );
  }

  /**
   * Whether an answer goes where it is not followed: into a field, a variable of the code around, or a call for its own sake.
   *
   * @param leading the calls that lead to what is done
   */
  #isAnswerKept(fn: Runnable, leading: ReadonlySet<ts.Node>): boolean {
    const { questions, paths } = this.#answersIn(fn);
    const isBehind = (call: Call): boolean =>
      [...leading].some(
        (each) => syntax.containerOf(each) === syntax.containerOf(call) && dominates(each, call, this.#program),
      );
    if (questions.every(isBehind)) return false;
    const isOwn = (target: ts.Expression): boolean => {
      const written = writtenBy(target);
      return written.length > 0 && written.every((binding) => isInside(binding, fn));
    };
    const isKept = (node: ts.Node): boolean => {
      if (syntax.isAssignment(node))
        return !isOwn(node.left) && (paths.dependsOn(node.right) || this.#isConditional(node, paths));
      if (!syntax.isExpressionStatement(node)) return false;
      const call = valueOf(node.expression);
      if (!isCall(call) || questions.includes(call) || leading.has(call)) return false;
      if (isInert(call.expression) || this.#isLog(call, fn) || this.#isShowing(call, fn)) return false;
      const callee = syntax.withoutAssertions(call.expression);
      const isAdded = syntax.isPropertyAccessExpression(callee) && isOwn(callee.expression);
      const given = call.arguments?.filter((argument) => !syntax.isFunctionLike(argument)) ?? [];
      return !isAdded && given.some((argument) => this.#isOfDecision(argument, paths));
    };
    return contains(fn, isKept, anywhere);
  }

  /** `log(…)`, `this.logger.info(…)`, `this.audit.push(…)`: by its name, unless it is of the program and may throw. */
  #isLog(call: Call, fn: Runnable): boolean {
    if (!isNamedForLogs(calledName(call) ?? '') && !isAddedToLog(call)) return false;
    return !stepsOf(fn, this.#program).some((step) => step.call === call && this.#mayThrow(step.to));
  }

  /** Whether what a call is given is of an answer, and not only of what stands there beside the decision. */
  #isOfDecision(argument: ts.Node, paths: DataPaths): boolean {
    if (!paths.dependsOn(argument)) return false;
    const names = nodesIn(argument, syntax.isIdentifier, anywhere).filter(
      (name) => !syntax.isMemberOfAccess(name) && paths.dependsOn(name),
    );
    return names.length === 0 || names.some((name) => !isBesideResult(name, this.#program));
  }
}

/** `const needsApproval = false;` */
function isSwitchedOff(part: ts.Expression): boolean {
  const value = syntax.isIdentifier(part) ? constantInitializerOf(part) : undefined;
  return value?.kind === syntax.SyntaxKind.FalseKeyword;
}

/** Whether a condition has a switch by which an approval is needed. */
function isOfNeed(condition: ts.Expression): boolean {
  return contains(condition, (node) => syntax.isExpression(node) && isNamedForNeed(node));
}

function isNamedForLogs(name: string): boolean {
  return /^(?:audit|debug|info|log|print|record|trace|verbose|warn)(?:Line|Message)?$/.test(name);
}

/** `this.audit.push(entry)`, `history.unshift(…)` */
function isAddedToLog({ expression }: Call): boolean {
  const callee = syntax.withoutAssertions(expression);
  if (!syntax.isPropertyAccessExpression(callee) || !/^(?:add|append|push|unshift)$/.test(callee.name.text))
    return false;
  const words = wordsOf(syntax.lastNameOf(callee.expression)?.text ?? '');
  return words.some((word) =>
    /^(?:audits?|history|journal|logs?|protocol|records?|traces?|trail|transcript)$/.test(word),
  );
}

function changesSomething(node: ts.Node): boolean {
  if (syntax.isAssignment(node) || node.kind === syntax.SyntaxKind.DeleteExpression) return true;
  return syntax.isUpdate(node);
}

/** Whether what a call is given is in any case of an answer: not a variable that only has one where the person changes something. */
function isOfAnswer(argument: ts.Node, paths: DataPaths, program: ts.Program): boolean {
  if (!paths.dependsOn(argument)) return false;
  const names = nodesIn(argument, syntax.isIdentifier, anywhere).filter((name) => paths.dependsOn(name));
  return (
    names.length === 0 ||
    names.some((name) => {
      const binding = bindingOf(name);
      const initializer = binding && syntax.isVariableDeclaration(binding) ? binding.initializer : undefined;
      if (!binding || !initializer || isPlaceholder(initializer) || paths.dependsOn(initializer)) return true;
      return nodesIn(syntax.containerOf(binding), syntax.isAssignment).some(
        ({ left, right, end }) =>
          end <= argument.pos &&
          writtenBy(left).includes(binding) &&
          paths.dependsOn(right) &&
          conditionsOf(right, program)?.length === 0,
      );
    })
  );
}

/** `let answer = ''`, `let answer = null` */
function isPlaceholder(initializer: ts.Expression): boolean {
  return syntax.isNullishLiteral(initializer) || (syntax.isStringLiteralLike(initializer) && initializer.text === '');
}

/** Whether the model chooses what an effect is done to; where that is not known, whether it says anything about it. */
function isChosen(effect: Effect, { parameters }: syntax.FunctionLike): boolean {
  const { target } = effect;
  const way = new EffectWay(effect, parameters.flatMap(namesDeclaredBy), () => false);
  return target ? way.isGivenAt(target) : effect.kind === 'delete' && way.isGivenAny;
}

/** `pay` of `toolName === 'pay'` */
function toolNamesIn(condition: GuardCondition): readonly string[] {
  return partsOf(condition).flatMap(({ part, value }) => {
    if (value !== true || !syntax.isBinaryExpression(part) || syntax.equalityOf(part) !== true) return [];
    const [tested, other] = syntax.isStringLiteralLike(part.left) ? [part.right, part.left] : [part.left, part.right];
    const isOfName = /^(?:tool)?_?name$|^tool$/i.test(syntax.lastNameOf(tested)?.text ?? '');
    return isOfName && syntax.isStringLiteralLike(other) ? [other.text] : [];
  });
}

/** Whether a node of a function runs however the `try` block before it was left. */
function isInFinally(node: ts.Node, fn: ts.Node): boolean {
  for (let at = node; at !== fn && !syntax.isSourceFile(at); at = at.parent)
    if (syntax.isTryStatement(at.parent) && at.parent.finallyBlock === at) return true;
  return false;
}
