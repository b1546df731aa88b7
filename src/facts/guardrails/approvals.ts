import type { ApprovalModel } from '../../models/agents/agent-sdk.ts';
import { type ApprovalMessageModel, approvalMessages } from '../../models/agents/approval-messages.ts';
import type { GuardCondition } from '../../analysis/control.ts';
import { partsOf } from '../../program/control/conditions.ts';
import { conditionsOf, dominates, isLeftByThrow } from '../../program/control/control.ts';
import { isInert } from '../../program/flow/expressions.ts';
import { assignmentsTo, functionsAround, listGoneOverBy, namedDeclarationOf } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { readAt } from '../../program/values/places.ts';
import { isWrittenOut, optionsOf, propertyOf, type Value } from '../../program/values/values.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  declarationOf,
  initializerOf,
  isInside,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { isAnsweredByProperty } from './approval-names.ts';
import type { DecisionFinder } from './decisions.ts';
import { wordsOf } from './purpose.ts';

/** The property in which a run's open questions are, where a model names none. */
const QUESTIONS = ['interruptions'];

/** How many names are followed to what they stand for. */
const MAX_DEPTH = 4;

/** Methods of lists whose callback runs for each element. */
const forEach = new Set(['forEach', 'map', 'flatMap']);

/** Those that give as many elements as there are. */
const keeping = new Set(['entries', 'flatMap', 'map', 'slice', 'values']);

/** What says yes as a whole answer, and the properties of an answer that say what it is. */
const yes = /^(?:y|yes|ok|okay|approved?|accept(?:ed)?|allow(?:ed)?|confirm(?:ed)?|continue|proceed)$/i;
const verdicts = ['type', 'decision', 'decisions', 'approved', 'approve', 'confirmed', 'accepted'];

/** What one of the kinds of an answer is, where it is one. */
const refusing = /^(?:abort|block|cancel|den|declin|disapprov|fail|no|refus|reject|skip|stop)/i;

/** The name of a function says that it throws where the answer is no. */
const throwing = /Or_?(?:Fail|Reject|Throw)/i;

/** Properties of an answer, each of one of several texts: `outcome: 'accepted' | 'refused'`. */
const answering = ['action', 'answer', 'decision', 'outcome', 'result', 'status', 'verdict'];

/** What a function does that only writes down what happens. */
const recording: ReadonlySet<string> = new Set(['append', 'audit', 'log', 'record', 'trace', 'track']);

/** What a function does that only tells a person something, and what its name has where it is a question. */
const telling: ReadonlySet<string> = new Set(
  'announce broadcast display emit notify post print publish reply say send show tell'.split(' '),
);
const questioning = /^(?:approv\w*|ask\w*|confirm\w*|consent|decision|permission|prompt|question|request|review|wait)$/;

/** What the state of a run shows of it: that there is something to go on with, and not what. */
const progress = ['next', 'tasks', 'interrupts'];

const counting: ReadonlySet<ts.SyntaxKind> = new Set([
  syntax.SyntaxKind.LessThanToken,
  syntax.SyntaxKind.LessThanEqualsToken,
  syntax.SyntaxKind.GreaterThanToken,
  syntax.SyntaxKind.GreaterThanEqualsToken,
]);

/** What of a model says which questions an answer is for. */
type Questions = Pick<ApprovalModel, 'questions' | 'runs'>;

/** What says yes, what it is said about, and the call that goes on with it. */
interface Answer {
  readonly node: ts.Node;
  readonly about: readonly ts.Node[];
  readonly resumed: Call | undefined;
  readonly model: Questions;
}

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
    const resumed = model.answer ? resumedBy(call) : call;
    if (!resumed && !isAssigned(call)) return false;
    return this.#isForAll({ node: call, about: call.arguments ?? [], resumed, model });
  }

  /** The messages in a file that do the same: `{ type: 'tool-approval-response', approvalId, approved: true }`. */
  messagesIn(file: ts.SourceFile): readonly ts.ObjectLiteralExpression[] {
    if (!this.#facts.matcher.files.has(file) || this.#facts.matcher.isOfSdk(file)) return [];
    return approvalMessages
      .filter(({ type }) => file.text.includes(type))
      .flatMap((model) =>
        nodesIn(file, syntax.isObjectLiteralExpression, anywhere).filter((node) => this.#isApproval(node, model)),
      );
  }

  #isApproval(node: ts.ObjectLiteralExpression, model: ApprovalMessageModel): boolean {
    const value = this.#facts.evaluator.valueOf(node);
    const type = propertyOf(value, 'type');
    const isOfType = type.kind === 'literal' && type.value === model.type;
    if (!isOfType || !this.#isYes(propertyOf(value, model.answer)) || !this.#isOfQuestion(node, model)) return false;
    return this.#isForAll({ node, about: [], resumed: undefined, model });
  }

  /** Whether a message answers what the SDK has requested, by where the property is declared that it takes the id from. */
  #isOfQuestion(node: ts.ObjectLiteralExpression, { id, packages }: ApprovalMessageModel): boolean {
    const property = node.properties.find((each) => each.name?.getText() === id);
    const given = property && syntax.isPropertyAssignment(property) ? property.initializer : undefined;
    const name = given && syntax.lastNameOf(syntax.withoutAssertions(given));
    const declared = name && declarationOf(name, this.#facts.program);
    const owner = declared && compilerOf(this.#facts.program).packageOf(declared.getSourceFile());
    return owner !== undefined && packages.includes(owner);
  }

  /** Whether an answer is given to whatever is asked, with nothing between it and the run that asks. */
  #isForAll({ node, about, resumed, model }: Answer): boolean {
    const way = this.#wayTo(node, model.questions ?? QUESTIONS);
    if (!way || isForUnattended(node)) return false;
    const run = this.#runBefore(resumed ?? node, model);
    // The list of the questions says that they are open; a test of them does where the run is in view.
    const isOpen = way.lists.length > 0 || (run !== undefined && (way.tests.length > 0 || resumed !== undefined));
    if (!isOpen || this.#isWaitedFor(run, resumed ?? node, node)) return false;
    const subject = this.#decisions.subjectOf([...about, ...way.lists, ...way.tests]);
    return !this.#decisions.isDecided(node, { ...subject, isRun: this.#isRun });
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
          // What says more than yes answers a question for something.
          const names = [...option.properties.keys()];
          const stated = names.filter((name) => verdicts.includes(name));
          const isMore = names.some((name) => !verdicts.includes(name) && !isWrittenOut(propertyOf(option, name)));
          return (
            !option.isOpen &&
            stated.length > 0 &&
            !isMore &&
            stated.every((name) => this.#isYes(propertyOf(option, name)))
          );
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
  #wayTo(answer: ts.Node, questions: readonly string[]): Way | undefined {
    const lists: ts.Expression[] = [];
    const tests: ts.Expression[] = [];
    for (let at = answer; ;) {
      const container = syntax.containerOf(at);
      const loops: ts.ForInOrOfStatement[] = [];
      for (const condition of conditionsOf(at, this.#facts.program) ?? [undefined]) {
        if (!condition) return undefined;
        const site = condition.site as ts.Node;
        // What comes behind a loop is not done for each of its elements.
        if (syntax.isForInOrOf(site)) loops.push(...(isInside(at, site) ? [site] : []));
        else if (!areAbout(questions, condition, tests)) return undefined;
      }
      const list = syntax.isFunctionLike(container) ? listGoneOverBy(container, forEach) : undefined;
      for (const [around, over] of [
        ...loops.map((loop) => [loop, loop.expression] as const),
        ...(list ? [[container, list] as const] : []),
      ]) {
        if (mentions(over, questions) || holdsQuestions(over, questions)) {
          if (this.#decisions.isFiltered(unfiltered(over, questions))) return undefined;
          lists.push(over);
        } else if (!tests.some((test) => isInside(test, around))) return undefined;
      }
      if (!list) return { lists, tests };
      at = container;
    }
  }

  /** The run before a call in its function that may have left questions open: of the agent that is answered, where a model names its runs. */
  #runBefore(node: ts.Node, { runs }: Questions): Call | undefined {
    const receiver = isCall(node) ? receiverOf(node)?.getText() : undefined;
    const container = syntax.containerOf(node);
    const isRun = (each: Call): boolean =>
      runs && receiver !== undefined
        ? runs.includes(calledName(each) ?? '') && receiverOf(each)?.getText() === receiver
        : this.#isRun(each) || (runs?.includes(calledName(each) ?? '') === true && this.#isAgent(each));
    return nodesIn(container, isCall, (inner) => inner === container || !syntax.isFunctionLike(inner)).findLast(
      (each) => each.end < node.pos && isRun(each) && dominates(each, node, this.#facts.program),
    );
  }

  /**
   * Whether something else than a run is waited for between a run, or the beginning of the function, and the end of an answer.
   *
   * @param said what says yes, as a part of the answer
   */
  #isWaitedFor(run: Call | undefined, answer: ts.Node, said: ts.Node): boolean {
    const container = syntax.containerOf(answer);
    const isOfRun = (node: ts.Node, depth = 0): boolean => {
      const value = syntax.withoutAssertions(node as ts.Expression);
      const held = syntax.isIdentifier(value) && depth < MAX_DEPTH ? valuesHeldBy(value, this.#facts.program) : [];
      if (held.length > 0) return held.every((each) => isOfRun(syntax.withoutAwait(each), depth + 1));
      if (syntax.isPropertyAccessExpression(value)) return isOfRun(value.expression);
      return isCall(value) && (value === run || isInside(answer, value) || this.#isOfAgent(value));
    };
    return contains(container, (node) => {
      if (node.end > answer.end || (run && node.pos < run.end)) return false;
      if (syntax.isAwaitExpression(node))
        return !isOfRun(node.expression) && !isRecord(node) && !this.#isTold(node) && !this.#isOnlySaid(node, said);
      if (syntax.isForOfStatement(node) && node.awaitModifier) return !isOfRun(node.expression);
      const isAsked = syntax.isCallExpression(node) && /^(?:alert|confirm|prompt)$/.test(calledName(node) ?? '');
      return isAsked || node.kind === syntax.SyntaxKind.YieldExpression;
    });
  }

  /** `await chat.send('About to erase it')`: whoever is told that has no time to answer, unless the function waits itself. */
  #isTold(waited: ts.AwaitExpression): boolean {
    const call = syntax.withoutAssertions(waited.expression);
    if (!syntax.isExpressionStatement(syntax.parentOf(waited)) || !syntax.isCallExpression(call)) return false;
    const [verb = '', ...words] = wordsOf(calledName(call) ?? '');
    if (!telling.has(verb) || words.some((word) => questioning.test(word))) return false;
    const body = compilerOf(this.#facts.program).functionCalledBy(call)?.fn.body;
    const mayAnswer = (node: ts.Node): boolean => syntax.isThrowStatement(node) || syntax.isNewExpression(node);
    return !body || !contains(body, mayAnswer, anywhere);
  }

  /** Whether what is waited for is only written down in an answer that is yes without it, as its reason. */
  #isOnlySaid(waited: ts.AwaitExpression, said: ts.Node): boolean {
    const holder = syntax.parentOf(waited);
    if (!syntax.isVariableDeclaration(holder) || !syntax.isIdentifier(holder.name)) return false;
    if (!syntax.isObjectLiteralExpression(said)) return false;
    const { program } = this.#facts;
    const compiler = compilerOf(program);
    const mayStop = (call: ts.Node): boolean => {
      const fn = syntax.isCallExpression(call) ? compiler.functionCalledBy(call)?.fn : undefined;
      return isCall(call) && !isInert(call.expression) && (!fn || isLeftByThrow(fn));
    };
    const uses = usesOf(holder, program);
    const isSaid = uses.length > 0 && uses.every((use) => isInside(use, said)) && !contains(said, mayStop);
    return isSaid && this.#isVerdict(waited);
  }

  /** Whether what is waited for says whether it was a yes: then it does not refuse by a rejection. */
  #isVerdict(waited: ts.AwaitExpression): boolean {
    const { program } = this.#facts;
    const call = syntax.withoutAssertions(waited.expression);
    // `await confirmOrReject(call)`
    if (isCall(call) && throwing.test(calledName(call) ?? '')) return false;
    const textsOf = (property: string | undefined): readonly string[] =>
      compilerOf(program).textsByType(waited, property, false) ?? [];
    const texts = textsOf(undefined);
    const isTruth = texts.length > 0 && texts.every((text) => /^(?:true|false)$/.test(text));
    const isChoice = (kinds: readonly string[]): boolean =>
      kinds.length > 1 && kinds.some((kind) => refusing.test(kind));
    return (
      isTruth ||
      answering.some((name) => isChoice(textsOf(name))) ||
      (isCall(call) && isAnsweredByProperty(call, program))
    );
  }

  readonly #isRun = (call: Call): boolean => this.#facts.matcher.at('run', call) !== undefined;

  /** `generateText(…)` runs the agent that it makes. */
  #isAgent(call: Call): boolean {
    return syntax.isCallExpression(call) && this.#facts.matcher.at('agent', call) !== undefined;
  }

  #isOfAgent(call: Call): boolean {
    return this.#isRun(call) || this.#isAgent(call) || this.#facts.matcher.at('approval', call) !== undefined;
  }
}

/** `await audit.append(entry);`: what is written down, and gives no answer. */
function isRecord({ expression, parent }: ts.AwaitExpression): boolean {
  const call = syntax.withoutAssertions(expression);
  const name = syntax.isCallExpression(call) ? calledName(call) : undefined;
  return (
    syntax.isExpressionStatement(parent) && name !== undefined && wordsOf(name).some((word) => recording.has(word))
  );
}

/** `input = new Command({ resume: true })`, for the next round of a loop. */
function isAssigned(answer: Call): boolean {
  const parent = syntax.parentOf(answer);
  return syntax.isAssignment(parent) && parent.right === answer;
}

/** The call that is given an answer. */
function resumedBy(answer: Call): Call | undefined {
  const parent = syntax.parentOf(answer);
  return syntax.isCallExpression(parent) && parent.arguments.some((each) => each === answer) ? parent : undefined;
}

/** What a variable is given, where it is declared and wherever it is assigned. */
function valuesHeldBy(name: ts.Identifier, program: ts.Program): readonly ts.Expression[] {
  const binding = bindingOf(name);
  if (!binding || !syntax.isVariableDeclaration(binding)) return [];
  const assigned = assignmentsTo(binding, program).map(({ right }) => right);
  return [...(binding.initializer ? [binding.initializer] : []), ...assigned];
}

/** A function that is named for running alone: who calls it has decided that. */
function isForUnattended(answer: ts.Node): boolean {
  const names = functionsAround(answer).map((fn) => namedDeclarationOf(fn)?.name?.getText() ?? '');
  return names.some((name) => /auto|unattended|headless|trusted|yolo/i.test(name));
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
  return partsOf(condition).every(({ part }) => {
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
  const isIndex = counting.has(node.operatorToken.kind) ? syntax.isIdentifier : syntax.isNullishLiteral;
  const isPlain = (side: ts.Expression): boolean => syntax.isNumericLiteral(side) || isIndex(side);
  return sides.some(isPlain) && sides.some((side) => holdsQuestions(side, questions));
}

/** Whether an expression is the questions themselves, or their number. */
function holdsQuestions(expression: ts.Expression, questions: readonly string[], depth = 0): boolean {
  const node = syntax.withoutAssertions(expression);
  const inner = (each: ts.Expression): boolean => depth < MAX_DEPTH && holdsQuestions(each, questions, depth + 1);
  if (syntax.isIdentifier(node)) {
    const initializer = initializerOf(node);
    return (
      mentionsByName(node, questions) ||
      (initializer !== undefined && inner(initializer)) ||
      isFilledBy(questions, node)
    );
  }
  if (syntax.isPropertyAccessExpression(node))
    return questions.includes(node.name.text) || (node.name.text === 'length' && inner(node.expression));
  if (syntax.isElementAccessExpression(node)) return mentions(node.argumentExpression, questions);
  if (syntax.isBinaryExpression(node)) return syntax.isLogical(node) && inner(node.left);
  const [element, ...others] = syntax.isArrayLiteralExpression(node) ? node.elements : [];
  if (element && syntax.isSpreadElement(element)) return others.length === 0 && inner(element.expression);
  if (!syntax.isCallExpression(node)) return false;
  if (isFilterForQuestions(node, questions)) return true;
  const list = keeping.has(calledName(node) ?? '') ? receiverOf(node) : undefined;
  return list !== undefined && inner(list);
}

/**
 * A variable that only the questions fill: `let pending;` with `if (part.type === 'tool-call-approval') pending = part.id`, and
 * `const answers = [];` with `answers.push(…)` there.
 */
function isFilledBy(questions: readonly string[], name: ts.Identifier): boolean {
  const binding = bindingOf(name);
  if (!binding || !syntax.isVariableDeclaration(binding)) return false;
  const { initializer } = binding;
  const isOf = (node: ts.Expression): boolean => {
    const target = syntax.withoutAssertions(node);
    return syntax.isIdentifier(target) && bindingOf(target) === binding;
  };
  const container = syntax.containerOf(binding);
  const isList = initializer && syntax.isArrayLiteralExpression(initializer) && initializer.elements.length === 0;
  const given: readonly ts.Node[] = isList
    ? nodesIn(container, syntax.isCallExpression, anywhere).filter(
        (call) => calledName(call) === 'push' && isOf(receiverOf(call) ?? call),
      )
    : nodesIn(container, syntax.isAssignment, anywhere).filter(
        ({ left, right }) => isOf(left) && !syntax.isNullishLiteral(right),
      );
  const isEmpty = isList ?? (!initializer || syntax.isNullishLiteral(initializer));
  return isEmpty && given.length > 0 && given.every((each) => isWhereQuestion(each, container, questions));
}

/** Whether code stands in a branch for questions: `if (isQuestion) …`, `if (!isQuestion) continue; …`. */
function isWhereQuestion(node: ts.Node, container: ts.Node, questions: readonly string[]): boolean {
  for (let at = node; at !== container; at = at.parent) {
    const { parent } = at;
    const isBranch = syntax.isIfStatement(parent) && parent.thenStatement === at;
    if (isBranch && isPresence(parent.expression, questions)) return true;
    if (syntax.isCaseClause(parent) && parent.expression !== at && mentions(parent.expression, questions)) return true;
    const before = syntax.isBlock(parent) ? parent.statements.filter(({ end }) => end <= at.pos) : [];
    const isSkip = (statement: ts.Statement): boolean =>
      syntax.isContinueStatement(syntax.isBlock(statement) ? (statement.statements[0] ?? statement) : statement);
    if (
      before.some(
        (each) => syntax.isIfStatement(each) && isSkip(each.thenStatement) && isPresence(each.expression, questions),
      )
    )
      return true;
  }
  return false;
}

/** What a list is taken from by a filter that only finds the questions. */
function unfiltered(list: ts.Expression, questions: readonly string[]): ts.Expression {
  const node = syntax.withoutAssertions(list);
  const named = syntax.isIdentifier(node) ? initializerOf(node) : node;
  const call = named && syntax.withoutAssertions(named);
  const isFilter = call !== undefined && syntax.isCallExpression(call) && isFilterForQuestions(call, questions);
  return (isFilter ? receiverOf(call) : undefined) ?? list;
}

/** `content.filter((part) => part.type === 'tool-approval-request')` */
function isFilterForQuestions(call: ts.CallExpression, questions: readonly string[]): boolean {
  const [test] = call.arguments;
  if (calledName(call) !== 'filter' || !test || !syntax.isFunctionLike(test)) return false;
  const returned = returnedBy(test);
  return returned.length > 0 && returned.every((each) => isPresence(each, questions));
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

function receiverOf(call: Call): ts.Expression | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
}
