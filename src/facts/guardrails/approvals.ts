import type { ApprovalModel } from '../../models/agents/agent-sdk.ts';
import type { GuardCondition } from '../../analysis/control.ts';
import { knownParts, testedBy } from '../../program/control/conditions.ts';
import { conditionsOf, dominates } from '../../program/control/control.ts';
import { contains, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { readAt } from '../../program/values/places.ts';
import { optionsOf, type Value } from '../../program/values/values.ts';
import { bindingOf, calledName, initializerOf, isInside, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import type { DecisionFinder } from './decisions.ts';

/** The property in which a run's open questions are, where a model names none. */
const QUESTIONS = ['interruptions'];

/** How many names are followed to what they stand for. */
const MAX_DEPTH = 4;

/** Methods of lists whose callback runs for each element. */
const forEach = new Set(['forEach', 'map', 'flatMap']);

/** What says yes as a whole answer, and the properties of an answer that say what it is. */
const yes = /^(?:y|yes|ok|okay|approved?|accept(?:ed)?|allow(?:ed)?|confirm(?:ed)?|continue|proceed)$/i;
const verdicts = ['type', 'decision', 'decisions', 'action', 'status', 'approved', 'approve', 'confirmed', 'accepted'];

/** What the state of a run shows of it: that there is something to go on with, and not what. */
const progress = ['next', 'tasks', 'interrupts'];

const counting: ReadonlySet<ts.SyntaxKind> = new Set([
  syntax.SyntaxKind.LessThanToken,
  syntax.SyntaxKind.LessThanEqualsToken,
  syntax.SyntaxKind.GreaterThanToken,
  syntax.SyntaxKind.GreaterThanEqualsToken,
]);

/** What is gone over and tested on the way to a call that runs for all open questions alike. */
interface Way {
  readonly lists: readonly ts.Expression[];
  readonly tests: readonly ts.Expression[];
}

/**
 * Finds the calls that approve whatever a run requests, with no condition and no question to a person before it: in a loop
 * over all open questions, wherever a run has left some, and behind such a run.
 */
export class ApprovalFinder {
  readonly #facts: AgentFacts;
  readonly #decisions: DecisionFinder;

  constructor(facts: AgentFacts, decisions: DecisionFinder) {
    this.#facts = facts;
    this.#decisions = decisions;
  }

  approvesAll(call: Call): boolean {
    const model = this.#facts.matcher.at('approval', call);
    if (!model) return false;
    if (model.answer && !this.#isYes(readAt(this.#facts.evaluator.valueOf(call), model.answer))) return false;
    const way = this.#wayTo(call, model.questions ?? QUESTIONS);
    if (!way) return false;
    const isOpen = way.lists.length > 0 || way.tests.some((test) => isOfOwn(test, call));
    if (!isOpen && !this.#followsRun(call, model)) return false;
    const isRun = (each: Call): boolean => this.#facts.matcher.at('run', each) !== undefined;
    const subject = this.#decisions.subjectOf([...(call.arguments ?? []), ...way.lists]);
    return !this.#decisions.isDecided(call, { ...subject, isRun });
  }

  /** `true`, `'approve'`, `{ decisions: [{ type: 'approve' }] }`, and the same for each element of a list. */
  #isYes(value: Value): boolean {
    return optionsOf(value).every((option) => {
      switch (option.kind) {
        case 'literal':
          return option.value === true || (typeof option.value === 'string' && yes.test(option.value));
        case 'list':
          return option.elements.length > 0 && option.elements.every((element) => this.#isYes(element()));
        case 'object': {
          const stated = verdicts.flatMap((name) => option.properties.get(name) ?? []);
          return stated.length > 0 && stated.every((property) => this.#isYes(property()));
        }
        case 'made':
          return this.#isYesForEach(option.call);
        default:
          return syntax.isCallExpression(option.node) && this.#isYesForEach(option.node);
      }
    });
  }

  /** `requests.map(() => ({ type: 'approve' }))` */
  #isYesForEach(call: Call): boolean {
    const [callback] = call.arguments ?? [];
    if (!forEach.has(calledName(call) ?? '') || !callback || !syntax.isFunctionLike(callback)) return false;
    const returned = returnedBy(callback);
    return returned.length > 0 && returned.every((each) => this.#isYes(this.#facts.evaluator.valueOf(each)));
  }

  /** Undefined: something else than whether there are questions decides whether the call runs. */
  #wayTo(call: Call, questions: readonly string[]): Way | undefined {
    const lists: ts.Expression[] = [];
    const tests: ts.Expression[] = [];
    for (let at: ts.Node = call; ;) {
      const container = syntax.containerOf(at);
      const loops: ts.ForInOrOfStatement[] = [];
      for (const condition of conditionsOf(at, this.#facts.program) ?? [undefined]) {
        if (!condition) return undefined;
        const site = condition.site as ts.Node;
        if (syntax.isForInOrOf(site)) loops.push(site);
        else if (!areAbout(questions, condition, tests)) return undefined;
      }
      const list = syntax.isFunctionLike(container) ? listGivenTo(container) : undefined;
      for (const [around, over] of [
        ...loops.map((loop) => [loop, loop.expression] as const),
        ...(list ? [[container, list] as const] : []),
      ]) {
        if (mentions(over, questions)) {
          if (this.#decisions.isFiltered(over)) return undefined;
          lists.push(over);
        } else if (!tests.some((test) => isInside(test, around))) return undefined;
      }
      if (!list) return { lists, tests };
      at = container;
    }
  }

  /** `await agent.invoke(input); await agent.invoke(new Command({ resume: true }));`, where nothing else is waited for. */
  #followsRun(call: Call, { answer, runs = [] }: ApprovalModel): boolean {
    const resumed = answer ? syntax.parentOf(call) : call;
    const receiver = isCall(resumed) ? receiverOf(resumed) : undefined;
    if (!receiver || !isCall(resumed)) return false;
    const isOnReceiver = (each: ts.Node): boolean => isCall(each) && receiverOf(each)?.getText() === receiver.getText();
    const container = syntax.containerOf(call);
    const run = nodesIn(container, isCall, (node) => node === container || !syntax.isFunctionLike(node))
      .filter((each) => each.end < resumed.pos && isOnReceiver(each) && runs.includes(calledName(each) ?? ''))
      .findLast((each) => dominates(each, resumed, this.#facts.program));
    if (!run) return false;
    return !contains(
      container,
      (node) => {
        if (node.pos < run.end || node.end > resumed.pos) return false;
        if (syntax.isAwaitExpression(node)) return !isOnReceiver(syntax.withoutAssertions(node.expression));
        return syntax.isForOfStatement(node) && node.awaitModifier !== undefined && !isHeld(node.expression, run);
      },
      (node) => node === container || !syntax.isFunctionLike(node),
    );
  }
}

/** Whether a condition is only about whether there are questions; takes the parts of it that are. */
function areAbout(questions: readonly string[], condition: GuardCondition, tests: ts.Expression[]): boolean {
  const site = condition.site as ts.Node;
  if (syntax.isSwitchStatement(site)) {
    const clauses = [...condition.outcomes] as unknown as readonly ts.Node[];
    const areNamed = clauses.every((clause) => syntax.isCaseClause(clause) && mentions(clause.expression, questions));
    if (areNamed) tests.push(site.expression);
    return areNamed;
  }
  return knownParts(testedBy(condition)).every(({ part }) => {
    if (isPresence(part, questions)) {
      tests.push(part);
      return true;
    }
    const isCount =
      syntax.isBinaryExpression(part) && counting.has(part.operatorToken.kind) && !mentions(part, questions);
    return isCount || part.kind === syntax.SyntaxKind.TrueKeyword || mentions(part, progress);
  });
}

/** `result.__interrupt__`, `pending.length > 0`, `isInterrupted(result)`, `part.type === 'tool-call-approval'`: nothing of what a question is. */
function isPresence(part: ts.Expression, questions: readonly string[]): boolean {
  const node = syntax.withoutAssertions(part);
  if (syntax.isCallExpression(node)) {
    const [given] = node.arguments;
    if (questions.includes(calledName(node) ?? '')) return true;
    return calledName(node) === 'Boolean' && given !== undefined && isPresence(given, questions);
  }
  if (!syntax.isBinaryExpression(node)) return holdsQuestions(node, questions);
  const sides = [node.left, node.right].map(syntax.withoutAssertions);
  if (sides.some((side) => syntax.isStringLiteralLike(side) && questions.includes(side.text))) return true;
  const isIndex = counting.has(node.operatorToken.kind) ? syntax.isIdentifier : isNothing;
  const isPlain = (side: ts.Expression): boolean => syntax.isNumericLiteral(side) || isIndex(side);
  return sides.some(isPlain) && sides.some((side) => holdsQuestions(side, questions));
}

/** Whether an expression is the questions themselves, or their number. */
function holdsQuestions(expression: ts.Expression, questions: readonly string[], depth = 0): boolean {
  const node = syntax.withoutAssertions(expression);
  const inner = (each: ts.Expression): boolean => depth < MAX_DEPTH && holdsQuestions(each, questions, depth + 1);
  if (syntax.isIdentifier(node)) {
    const initializer = initializerOf(node);
    return mentionsByName(node, questions) || (initializer !== undefined && inner(initializer));
  }
  if (syntax.isPropertyAccessExpression(node))
    return questions.includes(node.name.text) || (node.name.text === 'length' && inner(node.expression));
  if (syntax.isElementAccessExpression(node)) return mentions(node.argumentExpression, questions);
  if (syntax.isBinaryExpression(node)) return syntax.isLogical(node) && inner(node.left);
  const [element, ...others] = syntax.isArrayLiteralExpression(node) ? node.elements : [];
  if (element && syntax.isSpreadElement(element)) return others.length === 0 && inner(element.expression);
  const list = syntax.isCallExpression(node) ? receiverOf(node) : undefined;
  return list !== undefined && inner(list);
}

function isNothing(node: ts.Expression): boolean {
  return node.kind === syntax.SyntaxKind.NullKeyword || (syntax.isIdentifier(node) && node.text === 'undefined');
}

/** Whether an expression names what a model calls open questions, also by a variable that holds them. */
function mentions(node: ts.Node, names: readonly string[], depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  return contains(node, (each) => {
    if (syntax.isStringLiteralLike(each)) return names.includes(each.text);
    if (!syntax.isIdentifier(each)) return false;
    if (mentionsByName(each, names)) return true;
    const initializer = initializerOf(each);
    return initializer !== undefined && mentions(initializer, names, depth + 1);
  });
}

/** `interruptions`, also of `const { interruptions: pending } = result`. */
function mentionsByName(node: ts.Identifier, names: readonly string[]): boolean {
  const binding = bindingOf(node);
  const taken = binding && syntax.isBindingElement(binding) ? binding.propertyName?.getText() : undefined;
  return names.includes(node.text) || names.includes(taken ?? '');
}

/** Whether what is tested was found in the function around: a run's result, and nothing that a caller gives. */
function isOfOwn(test: ts.Expression, call: Call): boolean {
  const container = syntax.containerOf(call);
  return contains(test, (node) => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    return binding !== undefined && syntax.isVariableDeclaration(binding) && syntax.containerOf(binding) === container;
  });
}

/** The list that a function is given to go over: `interruptions` of `interruptions.forEach((each) => …)`. */
function listGivenTo(fn: syntax.FunctionLike): ts.Expression | undefined {
  const call = syntax.parentOf(fn);
  if (!syntax.isCallExpression(call) || call.expression === fn || !forEach.has(calledName(call) ?? ''))
    return undefined;
  return receiverOf(call);
}

function receiverOf(call: Call): ts.Expression | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
}

/** Whether an expression is what a call gives, or a variable that holds it. */
function isHeld(expression: ts.Expression, call: Call): boolean {
  const value = syntax.withoutAssertions(expression);
  const held = syntax.isIdentifier(value) ? initializerOf(value) : value;
  return held !== undefined && isInside(call, held);
}
