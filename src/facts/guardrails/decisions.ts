import { memo } from '../../memo.ts';
import type { DecisionModel } from '../../models/agents/agent-sdk.ts';
import type { CalleeRef } from '../../models/sessions/protocol.ts';
import { methodsOfTexts } from '../../models/agents/harmless.ts';
import { isOfPromises } from '../../program/values/built-ins.ts';
import { isTestCall } from '../../program/values/test-code.ts';
import { builtInSinks } from '../../models/effects/index.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  isConstant,
  isInside,
  matches,
  syntax,
  calledBinding,
  initializerOf,
  usesOf,
} from '../../type-utils/index.ts';
import { outsideCallsOf, type Runnable } from '../../program/effects/effects.ts';
import type { Controls } from '../../analysis/control.ts';
import { type KnownPart, knownParts, partsOf, testedBy } from '../../program/control/conditions.ts';
import { isControlled, isLeftByThrow } from '../../program/control/control.ts';
import { assignmentsTo, callSitesOf, functionsAround } from '../../program/values/functions.ts';
import { anywhere, contains, nodesIn } from '../../program/values/nodes.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { Questions } from '../agents/answers.ts';
import { allowingValueOf, onlyResultOf } from '../agents/polarity.ts';
import { isWrittenOut } from '../../program/values/values.ts';
import { type Call, isCall } from '../agents/matcher.ts';
import { mayBeAction } from './wrapped-actions.ts';
import { CommandLineInput } from './command-line-input.ts';
import { invocationAt } from './invocations.ts';
import { isLookUp, isNamedForLookUp, isOfListedTools, isRunInstead, lookedUpBy, memberOfThis } from './look-ups.ts';
import { partTestOf } from './partitions.ts';
import { additionsTo, type Source, sourcesOf } from './sources.ts';
import { type Subject, subjectIn, withCaptured } from './subject.ts';
import { TypeTests, validating } from './type-tests.ts';
import { isOnlyTested, testsPromises } from './unawaited.ts';

/** How far callers are followed, and names to what they stand for. */
const MAX_DEPTH = 4;

/** Of the language's own methods, those that ask whether something is among what is allowed, or what is said of it. */
const membership = new Set(['get', 'has', 'includes', 'test', 'startsWith', 'endsWith', 'match', 'some', 'every']);

/** Where SDKs are given the input schema of a tool. */
const toolSchemas = new Set(['inputSchema', 'input_schema', 'parameters', 'schema']);

/** What is made by these is still the same text, or a part of it. */
const takingApart = new Set(['parse', 'parseInt', 'parseFloat', 'Number', 'stringify', ...methodsOfTexts]);

const effectful = new Set<string>(builtInSinks.filter(({ runs }) => runs !== 'sql').flatMap(({ of }) => of.packages));

/**
 * Finds out whether code is guarded on every path: by control dependence on a decision, which is a condition on the result
 * of a call that was given what is decided about, or by a call that throws. A variable that is assigned under a decision
 * carries it.
 *
 * An outcome that surely denies what it decides about is none. Knowingly missed: one of a function or list that is not in
 * the program.
 */
export class DecisionFinder {
  readonly #facts: AgentFacts;
  readonly #program: ts.Program;
  readonly #typeTests: TypeTests;
  readonly #commandLine: CommandLineInput;
  /** Functions that the user says decide. */
  readonly #guards: readonly CalleeRef[];
  /** The first addition to each of the lists that are looked into. */
  readonly #entered = new Set<ts.Node>();

  readonly #questions: Questions = {
    isQuestion: (call) => this.#decisionAt(call) !== undefined,
    asks: (fn) => this.asks(fn),
  };

  constructor(facts: AgentFacts, guards: readonly CalleeRef[]) {
    this.#facts = facts;
    this.#program = facts.program;
    this.#typeTests = new TypeTests(facts.program);
    this.#commandLine = new CommandLineInput(facts.program);
    this.#guards = guards;
  }

  /** What a decision about a call has to be about. `choosing`: what says which tool it is, where that is not known. */
  subjectOf(about: readonly ts.Node[], receiver?: ts.Node, name?: string, choosing?: readonly ts.Node[]): Subject {
    const receivers = new Set<ts.Node>();
    const keys: ts.Node[] = [];
    if (receiver) this.#trace(receiver, receivers, keys);
    const declarations = new Set<ts.Node>();
    for (const node of about) this.#trace(node, declarations);
    for (const each of receivers) declarations.delete(each);
    // `toolsByName[call.name].invoke(…)`: the tool is chosen by `call`.
    const chosenBy = new Set<ts.Node>();
    for (const key of [...keys, ...(choosing ?? [])]) this.#trace(key, chosenBy);
    for (const each of chosenBy) declarations.add(each);
    return { declarations, name, chosenBy: choosing ? chosenBy : new Set(), receivers };
  }

  /** Whether a decision about the subject dominates a node, through its callers too. */
  isDecided(node: ts.Node, subject: Subject, depth = 0): boolean {
    return this.#isTyped(subject) || this.#isDecidedWithin(undefined, node, subject, depth);
  }

  /** Whether whoever started the program typed what is decided about on its command line. */
  isFromCommandLine(about: readonly ts.Node[]): boolean {
    return this.#commandLine.isTyped(about);
  }

  /** The same, of what comes before the node in a function. Without one, in all of the program. */
  #isDecidedWithin(fn: ts.Node | undefined, node: ts.Node, subject: Subject, depth: number): boolean {
    for (let at = node; ;) {
      const container = syntax.containerOf(at);
      if (this.#isControlled(at, subject)) return true;
      if (container === fn || !syntax.isFunctionLike(container)) return false;
      const { parent } = container;
      if (this.#isLeftToOthers(container)) return true;
      if (!isInline(container)) return this.#areCallersDecided(container, subject, depth);
      if (isCall(parent) && this.#isWrapper(parent, container, subject, depth)) return true;
      if (
        isCall(parent) &&
        syntax.isPropertyAccessExpression(parent.expression) &&
        this.isFiltered(parent.expression.expression)
      )
        return true;
      at = container;
    }
  }

  /** Whether a place lies in the handler of a tool. */
  isInTool(node: ts.Node): boolean {
    for (let at = node; !syntax.isSourceFile(at); at = at.parent)
      if (isCall(at) && at !== node && this.#facts.matcher.at('tool', at)) return true;
    return false;
  }

  /** Whether a call decides about anything: a question to a person, or a callee that the settings name. */
  isDecision(call: Call): boolean {
    return this.#decisionAt(call) !== undefined || this.isGuard(call);
  }

  /** Whether a call is of a function that decides by the settings. */
  isGuard(call: Call): boolean {
    return this.#facts.matcher.isCallOfAny(call, this.#guards);
  }

  #decisionAt(call: Call): DecisionModel | undefined {
    const { matcher } = this.#facts;
    const model = matcher.at('decision', call);
    const binding = !model && syntax.isIdentifier(call.expression) ? bindingOf(call.expression) : undefined;
    if (!binding || !syntax.isBindingElement(binding)) return model;
    // `({ suspend }) => suspend(question)`: a method that is taken out of what the function is given.
    const name = (binding.propertyName ?? binding.name).getText();
    const methods = matcher.models.decision.filter(({ callee }) => callee.method === name);
    const origins = methods.length > 0 ? compilerOf(this.#program).originsOf(binding.parent) : [];
    return methods.find(({ callee }) => origins.some((origin) => matches(origin, callee)));
  }

  /** Whether a part of the subject was given to a function around it. */
  isGivenFromOutside({ declarations }: Subject): boolean {
    return [...declarations].some((each) => syntax.isParameter(each));
  }

  /** Whether a function comes to a call that asks a person, whatever becomes of the answer. */
  asks(fn: Runnable): boolean {
    return outsideCallsOf(fn, this.#program).some((call) => this.isDecision(call));
  }

  /**
   * Whether a handler that a function of the program has made decides before it runs what that function was given:
   * `run: approved('compile', async (input) => …)`. A call whose result nobody takes, and which is not given the input, is
   * no such run, but a log.
   */
  isGated(handler: syntax.FunctionLike): boolean {
    const { body } = handler;
    const inner = body
      ? nodesIn(body, isCall).filter((call) => {
          const binding = calledBinding(call);
          return binding !== undefined && syntax.isParameter(binding) && binding.parent !== handler;
        })
      : [];
    const subject = subjectIn(handler.parameters);
    const isDecided = inner.map((call) => this.#isDecidedWithin(handler, call, subject, 0));
    // The others are what decides.
    return (
      inner.some((call, index) => isDecided[index] === true && mayBeAction(handler, call)) &&
      inner.every((call, index) => isDecided[index] === true || this.#decides(call, subject))
    );
  }

  /** Whether the subject was typed by the person who was asked for it: `rl.question('> ', (line) => …)`. */
  #isTyped({ declarations }: Subject): boolean {
    return [...declarations].some((each) => {
      if (syntax.isParameter(each)) {
        const call = syntax.parentOf(each.parent);
        return isCall(call) && call.expression !== each.parent && this.isDecision(call);
      }
      const initializer = syntax.isVariableDeclaration(each) ? each.initializer : undefined;
      const made = initializer && syntax.isAwaitExpression(initializer) ? initializer.expression : initializer;
      return made !== undefined && isCall(made) && this.isDecision(made);
    });
  }

  // ── the ways to a node ─────────────────────────────────────────────────────────────────────────────────────────

  /** Whether decisions about the subject control a node, by the flow of the function around it. */
  #isControlled(node: ts.Node, subject: Subject, depth = 0, seen = new Set<ts.Node>()): boolean {
    const controls: Controls = {
      decides: (condition) => {
        const { site, discarded } = condition;
        // What is assigned where something is denied may be looked at as a denial.
        const parts = depth === 0 ? partsOf(condition) : knownParts(testedBy(condition));
        const isDecisive =
          syntax.isForOfStatement(site as ts.Node) || syntax.isForInStatement(site as ts.Node)
            ? this.isFiltered(testedBy(condition))
            : this.#isDecisive(parts, subject, depth, seen);
        return isDecisive || this.isResumed(discarded());
      },
      stops: (call) => isCall(call as ts.Node) && call !== node && this.#throwsUnless(call as Call, subject),
    };
    return isControlled(node, controls, this.#program);
  }

  /** `if (!resumeData) { await suspend(question); return; }`: what comes behind is run again with the answer. */
  isResumed(discarded: readonly object[]): boolean {
    return discarded.some((call) => isCall(call as ts.Node) && this.#decisionAt(call as Call)?.goesOn === true);
  }

  /** Whether a condition depends on a decision about the subject that its outcome may allow. */
  #isDecisive(parts: readonly KnownPart[], subject: Subject, depth = 0, seen = new Set<ts.Node>()): boolean {
    return parts.some(
      ({ part, value }) =>
        this.#dependsOnDecision(part, subject, depth, new Set(seen)) &&
        !this.isDenied(part, value) &&
        !this.isUnawaited(part) &&
        !this.#isOfOtherTools(part, value, subject),
    );
  }

  /** `if (!confirm(path)) return;` of a promise, or what may be one, which is there whatever the answer is. */
  isUnawaited(part: ts.Expression): boolean {
    if (!compilerOf(this.#program).isPending(part)) return testsPromises(part);
    const value = syntax.withoutAssertions(part);
    const binding = syntax.isIdentifier(value) ? bindingOf(value) : undefined;
    // `if (isPromise(answer)) answer = await answer;`
    return !binding || !usesOf(binding, this.#program).some((use) => syntax.isAwaitExpression(use.parent));
  }

  /** `if (!isOwnTool(name)) return remote.call(name)`: that the tool is none of some others is no decision about it. */
  #isOfOtherTools(part: ts.Expression, value: boolean | undefined, { chosenBy }: Subject): boolean {
    if (value !== false || chosenBy.size === 0 || !syntax.isCallExpression(part)) return false;
    const fn = compilerOf(this.#program).functionNamedBy(part.expression);
    return fn !== undefined && isLookUp(fn, this.#holdsTools, this.#program);
  }

  /** Whether a constant is a table of tools and nothing else. */
  readonly #holdsTools = memo((declaration: ts.Node): boolean => {
    const initializer =
      syntax.isVariableDeclaration(declaration) && isConstant(declaration) ? declaration.initializer : undefined;
    if (!initializer) return false;
    const { tools, isOpen } = this.#facts.tools.toolsIn(this.#facts.evaluator.valueOf(initializer), []);
    return tools.length > 0 && !isOpen;
  });

  /** Whether a part of a condition surely denies what it decides about where it has a value: `isAllowed(path)` is false. */
  isDenied(part: ts.Expression, value: boolean | undefined): boolean {
    if (value === undefined) return false;
    const allowing = allowingValueOf(part, this.#program, this.#questions);
    return allowing !== undefined && allowing !== value;
  }

  /** `calls.filter(({ name }) => allowed.has(name))`: what is gone over has been decided about, one by one. */
  isFiltered(list: ts.Expression): boolean {
    const value = syntax.withoutAssertions(list);
    if (syntax.isIdentifier(value)) {
      const part = partTestOf(value);
      if (part) return this.#isDecidedBy(part.fn, part.holds);
      const additions = additionsTo(value);
      if (additions.length > 0) return this.#areDecided(additions);
      const initializer = initializerOf(value);
      return initializer !== undefined && !syntax.isIdentifier(initializer) && this.isFiltered(initializer);
    }
    if (!syntax.isCallExpression(value) || !syntax.isPropertyAccessExpression(value.expression)) return false;
    const [test] = value.arguments;
    const isFilter = value.expression.name.text === 'filter' && !isOfPromises(value);
    if (isFilter && test && syntax.isFunctionLike(test) && this.#isDecidedBy(test, true)) return true;
    return this.isFiltered(value.expression.expression);
  }

  /** `if (await asks(call)) allowed.push(call);`: whether what is put into a list has been decided about. */
  #areDecided(additions: readonly Source[]): boolean {
    const [first] = additions;
    // What is put into a list that is gone over there comes from the list.
    if (!first || this.#entered.has(first.node)) return false;
    this.#entered.add(first.node);
    const areDecided = additions.every(({ node, each = [] }) => this.#isControlled(node, subjectIn(each)));
    this.#entered.delete(first.node);
    return areDecided;
  }

  /** Whether an outcome of a test of elements is a decision about each of them. */
  #isDecidedBy(test: syntax.FunctionLike, holds: boolean): boolean {
    const subject = subjectIn(test.parameters);
    const returned = onlyResultOf(test);
    return returned
      ? this.#isDecisive(knownParts(returned, holds), subject)
      : test.body !== undefined && this.#dependsOnDecision(test.body, subject);
  }

  /** `await assertApproved(name, input)`: it throws where it does not allow the call. */
  #throwsUnless(call: Call, subject: Subject): boolean {
    if (isOnlyTested(call, this.#program)) return false;
    if (this.isGuard(call)) return true;
    if (!this.#isAbout(call, subject) || !syntax.isCallExpression(call)) return false;
    const fn = compilerOf(this.#program).functionNamedBy(call.expression);
    if (!fn?.body || !isLeftByThrow(fn) || this.#typeTests.isTypeTest(fn)) return false;
    return !this.#isLookUp(fn, subject);
  }

  #areCallersDecided(fn: syntax.FunctionLike, subject: Subject, depth: number): boolean {
    const sites = depth < MAX_DEPTH ? callSitesOf(fn, this.#program) : [];
    const outer = sites.filter(({ call }) => !isInside(call, fn));
    // What only hands on a name that it is given leaves the decision to whoever calls it.
    if (outer.length === 0)
      return [fn, ...functionsAround(fn)].some(({ parameters }) =>
        parameters.some((each) => subject.chosenBy.has(each)),
      );
    return outer.every(({ call, receiver }) => {
      const handedTo = (wanted: ReadonlySet<ts.Node>): readonly ts.Expression[] =>
        fn.parameters.flatMap((each, index) => (wanted.has(each) ? (call.arguments?.[index] ?? []) : []));
      const handed = handedTo(subject.declarations);
      // A call whose tool and arguments are literals was decided by its author.
      if (handed.length > 0 && handed.every((argument) => isWrittenOut(this.#facts.evaluator.valueOf(argument))))
        return true;
      if (this.#commandLine.isTyped(handed) && this.#commandLine.areMadeOfParameters(subject.declarations, fn))
        return true;
      // `run(tools.get(call.name), call.args)`: what the tool is called on is handed on as well.
      const [heldBy = receiver] = handedTo(subject.receivers);
      const about = this.subjectOf(handed, heldBy, subject.name, handedTo(subject.chosenBy));
      // What a person is asked further out may be anything: the next line of a chat.
      return this.isDecided(call, { ...withCaptured(about, subject, fn), isFar: true }, depth + 1);
    });
  }

  /** A tool's handler, the handler of a server, and a test: who runs them decides. */
  #isLeftToOthers(fn: syntax.FunctionLike): boolean {
    if (this.#isHandlerOfClass(fn)) return true;
    let node: ts.Node = fn;
    for (let at = fn.parent; ; node = at, at = at.parent) {
      if (isCall(at)) {
        if (at.expression === node) return false;
        if (this.#facts.matcher.at('tool', at) ?? this.#facts.matcher.at('relay', at)) return true;
        if (definesTool(at)) return true;
        return isTestCall(at);
      }
      const isPart =
        syntax.isPropertyAssignment(at) ||
        syntax.isObjectLiteralExpression(at) ||
        syntax.isParenthesizedExpression(at) ||
        syntax.isAsExpression(at) ||
        syntax.isSatisfiesExpression(at);
      if (!isPart) return false;
    }
  }

  /** `class Search extends StructuredTool { _call() … }` */
  #isHandlerOfClass(fn: syntax.FunctionLike): boolean {
    if (!syntax.isMethodDeclaration(fn) || !syntax.isClassLike(fn.parent) || !fn.parent.heritageClauses) return false;
    const name = fn.name.getText();
    return this.#facts.matcher.models.tool.some(({ members }) => members?.handler === name);
  }

  /** `withApproval(name, input, () => client.callTool(…))`: a function of the program that is given the subject. */
  #isWrapper(call: Call, closure: ts.Node, subject: Subject, depth: number): boolean {
    if (this.isGuard(call)) return true;
    const others = (call.arguments ?? []).filter((argument) => argument !== closure);
    if (!syntax.isCallExpression(call) || !others.some((other) => this.#mentions(other, subject))) return false;
    const fn = compilerOf(this.#program).functionNamedBy(call.expression);
    const index = call.arguments.findIndex((argument) => syntax.withoutAssertions(argument) === closure);
    const parameter = fn?.parameters[index];
    if (!fn?.body || !parameter) return false;
    const runs = nodesIn(fn.body, isCall, anywhere).filter((each) => calledBinding(each) === parameter);
    const given = subjectIn(fn.parameters);
    // What is not called here is handed on, to what may decide.
    return depth > MAX_DEPTH || runs.every((run) => this.#isDecidedWithin(fn, run, given, depth + 1));
  }

  // ── what a condition depends on ────────────────────────────────────────────────────────────────────────────────

  /** Whether a condition depends on the result of a call that decides about the subject. */
  #dependsOnDecision(
    expression: ts.Node,
    subject: Subject,
    depth = 0,
    seen = new Set<ts.Node>(),
    isPresenceTested = (): boolean => this.#typeTests.testsPresence(expression),
  ): boolean {
    if (depth > MAX_DEPTH) return false;
    const visit = (node: ts.Node): boolean => {
      if (syntax.isFunctionLike(node)) return false;
      if (isCall(node) && this.#decides(node, subject, isPresenceTested)) return true;
      if (syntax.isElementAccessExpression(node) && this.#looksUp(node, subject)) return true;
      if (syntax.isIdentifier(node) && isReference(node)) {
        const binding = bindingOf(node);
        if (!binding || seen.has(binding) || subject.receivers.has(binding)) return false;
        seen.add(binding);
        return (
          sourcesOf(node, binding, this.#program).some(({ node: source, each }) => {
            const about = each ? subjectIn(each) : subject;
            return this.#dependsOnDecision(source, about, depth + 1, seen, isPresenceTested);
          }) || this.#assignmentsTo(binding).some((each) => this.#isControlled(each, subject, depth + 1, seen))
        );
      }
      return syntax.forEachChild(node, (child) => visit(child) || undefined) ?? false;
    };
    return visit(expression);
  }

  #assignmentsTo(variable: ts.Node): readonly ts.BinaryExpression[] {
    return syntax.isVariableDeclaration(variable) ? assignmentsTo(variable, this.#program) : [];
  }

  /** @param isPresenceTested whether its result is only tested for its type, or for being there */
  #decides(call: Call, subject: Subject, isPresenceTested = (): boolean => false): boolean {
    if (this.isDecision(call) && (!subject.isFar || this.#isAbout(call, subject))) return true;
    const fn = syntax.isCallExpression(call) ? compilerOf(this.#program).functionNamedBy(call.expression) : undefined;
    if (fn && !subject.isFar && this.asks(fn)) return true;
    // The definition of a tool has its name, and decides about none of its calls.
    if (!this.#isAbout(call, subject) || this.#facts.matcher.at('tool', call) || subject.isRun?.(call)) return false;
    if (fn) {
      const isOnlyTest = this.#typeTests.isTypeTest(fn) || this.#isLookUp(fn, subject);
      return !(isOnlyTest && isPresenceTested());
    }
    if (this.#isRecordLookUp(call)) return false;
    const { package: owner, isPlatform } = compilerOf(this.#program).resultOfCall(call);
    if (isPlatform)
      return (
        membership.has(calledName(call) ?? '') &&
        !this.#isOfTools(call.expression, subject) &&
        !isRunInstead(call, this.#program)
      );
    if (syntax.isCallExpression(call) && compilerOf(this.#program).narrows(call)) return false;
    return owner === undefined || !(validating.has(owner) || effectful.has(owner) || this.#runsAgents(owner));
  }

  /** Whether a function only says whether the tool is there. */
  #isLookUp(fn: syntax.FunctionLike, { receivers }: Subject): boolean {
    return receivers.size > 0 && isLookUp(fn, (declaration) => receivers.has(declaration), this.#program);
  }

  /** `client.callTool({ name: 'get_record', … })`: whether there is such a record is no decision. */
  #isRecordLookUp(call: Call): boolean {
    const name = invocationAt(call, this.#facts)?.name;
    return name !== undefined && isNamedForLookUp(name);
  }

  /** To run an agent on is no decision about what it has asked. */
  #runsAgents(owner: string): boolean {
    return this.#facts.matcher.models.approval.some(({ callee }) => callee.packages.includes(owner));
  }

  /** `policy[name]`: what is said of the tool somewhere. */
  #looksUp(access: ts.ElementAccessExpression, subject: Subject): boolean {
    const { expression, argumentExpression } = access;
    if (isRunInstead(access, this.#program)) return false;
    const isOfSubject = this.#mentions(expression, subject) || this.#isOnReceiver(expression, subject);
    return !isOfSubject && this.#mentions(argumentExpression, subject);
  }

  /** `tools.has(name)` asks whether there is such a tool, also of a server. */
  #isOfTools(callee: ts.Expression, subject: Subject): boolean {
    const member = syntax.withoutAssertions(callee);
    const table = syntax.isPropertyAccessExpression(member) ? member.expression : undefined;
    return this.#isOnReceiver(callee, subject) || (table !== undefined && isOfListedTools(table, this.#program));
  }

  /** Whether an expression is of what the tool is called on. */
  #isOnReceiver(expression: ts.Expression, { receivers }: Subject): boolean {
    const names = new Set<ts.Node>();
    this.#trace(expression, names);
    return [...names].some((name) => receivers.has(name));
  }

  #isAbout(call: Call, subject: Subject): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const receiver = syntax.isPropertyAccessExpression(callee) ? [callee.expression] : [];
    return [...receiver, ...(call.arguments ?? [])].some((part) => this.#mentions(part, subject));
  }

  #mentions(node: ts.Node, subject: Subject): boolean {
    const { declarations, name, receivers } = subject;
    if (name !== undefined && syntax.isStringLiteralLike(node) && node.text.includes(name)) return true;
    if (syntax.isTemplateExpression(node) && name !== undefined && node.getText().includes(name)) return true;
    // `deleteFile.name` is the name of the tool that is called.
    if (syntax.isPropertyAccessExpression(node) && node.name.text === 'name' && syntax.isIdentifier(node.expression)) {
      const binding = bindingOf(node.expression);
      if (binding && receivers.has(binding)) return true;
    }
    if (syntax.isIdentifier(node) && isReference(node)) {
      const found = new Set<ts.Node>();
      this.#trace(node, found);
      return [...found].some((each) => declarations.has(each));
    }
    return syntax.forEachChild(node, (child) => this.#mentions(child, subject) || undefined) ?? false;
  }

  /** The declarations of the names in an expression, and of what these are parts of; `keys` takes what it is looked up by. */
  #trace(node: ts.Node, into: Set<ts.Node>, keys?: ts.Node[]): void {
    if (syntax.isFunctionLike(node)) return;
    if (keys && syntax.isElementAccessExpression(node)) {
      keys.push(node.argumentExpression);
      this.#trace(node.expression, into, keys);
      return;
    }
    const found = keys && lookedUpBy(node);
    if (found) {
      if (found.key) keys.push(found.key);
      this.#trace(found.table, into, keys);
      return;
    }
    const member = syntax.isPropertyAccessExpression(node) ? memberOfThis(node, this.#program) : undefined;
    if (member) into.add(member);
    if (!syntax.isIdentifier(node)) {
      syntax.forEachChild(node, (child) => {
        this.#trace(child, into, keys);
      });
      return;
    }
    const binding = isReference(node) ? bindingOf(node) : undefined;
    if (!binding || into.has(binding)) return;
    into.add(binding);
    let holder: ts.Node = binding;
    while (syntax.isBindingElement(holder)) {
      holder = holder.parent.parent;
      into.add(holder);
    }
    const initializer = syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
    if (initializer && (isPartOf(initializer) || (keys && lookedUpBy(syntax.withoutAssertions(initializer)))))
      this.#trace(initializer, into, keys);
  }
}

/** Whether an expression is a part of something else, or put together of parts: no call made it. */
function isPartOf(expression: ts.Expression): boolean {
  return !contains(expression, (node) => syntax.isCallExpression(node) && !takingApart.has(calledName(node) ?? ''));
}

/** `defineFunction({ name, description, inputSchema }, handler)`: a tool of an SDK that is not known. */
function definesTool({ arguments: given }: Call): boolean {
  const isDefinition = (argument: ts.Expression): boolean => {
    const properties = syntax.isObjectLiteralExpression(argument) ? argument.properties : [];
    const names = properties.map(({ name }) => name?.getText() ?? '');
    return names.includes('description') && names.some((name) => toolSchemas.has(name));
  };
  return given?.some(isDefinition) ?? false;
}

/** A function that is written where it is handed on or called, and has no name to call it by. */
function isInline(fn: syntax.FunctionLike): boolean {
  return (syntax.isArrowFunction(fn) || syntax.isFunctionExpression(fn)) && isCall(syntax.parentOf(fn));
}

function isReference(name: ts.Identifier): boolean {
  const { parent } = name;
  if (syntax.isPropertyAccessExpression(parent)) return parent.name !== name;
  if (syntax.isPropertyAssignment(parent)) return parent.name !== name;
  return true;
}
