import type { GuardCondition } from '../../analysis/control.ts';
import { memo } from '../../memo.ts';
import type { Compiler, ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  compilerOf,
  constantInitializerOf,
  isConstant,
  isInside,
  keyOfProperty,
  patternHolderOf,
  syntax,
  valueOfProperty,
} from '../../type-utils/index.ts';
import { isNot, partsOf, testedBy } from '../control/conditions.ts';
import { conditionsBefore, hasOpenEnd, mayLeadTo, runsAfter } from '../control/control.ts';
import { type Evaluator, plainEvaluatorOf } from '../values/evaluator.ts';
import { writtenIn } from '../values/functions.ts';
import { nodesIn } from '../values/nodes.ts';
import type { ParameterPart } from '../values/values.ts';
import { membershipTestIn, textsListed } from './membership.ts';
import { type Holder, memberOf, ObjectUses } from './object-uses.ts';
import { common, MAX_TEXTS, type TextSet, textsOfAll, union } from './text-sets.ts';
import { textsAt } from './texts.ts';

/** What is at a path in what a variable or parameter holds. */
interface Subject {
  readonly holder: Holder;
  readonly path: readonly string[];
  /** It was read at another time than now: `const { type } = database`. */
  readonly isCopy: boolean;
}

/** Texts of which a subject is one, and what shows it. */
interface Fact {
  readonly texts: TextSet;
  /** The condition, or the call that comes back only if it holds. */
  readonly test?: ts.Node;
  readonly after?: ts.Node;
  /** What is tested was read before: `const { type } = database`. */
  readonly isOld?: boolean;
}

/** Where something is known: a node, and the function that runs it. The end of a function is the function itself. */
interface Point {
  readonly node: ts.Node;
  readonly container: ts.Node;
}

/** How many functions deep facts are looked for, and in how many for one argument. */
const MAX_DEPTH = 5;
const MAX_FUNCTIONS = 100;

/** Through how many names and properties a value is followed. */
const MAX_NAMES = 32;

/** How many exits of a function are looked at. */
const MAX_EXITS = 16;

/** The analysis of a program. */
export const narrowingOf = memo((program: ts.Program) => new Narrowing(program, false));

/** The same for values that come as data, such as the input of a tool: no function changes what it is given of them. */
export const narrowingOfData = memo((program: ts.Program) => new Narrowing(program, true));

/**
 * Of which constants a value is one where a node runs, by the conditions before: `if (database.type !== 'bigquery') throw …`,
 * `types.includes(database.type)`, functions that test the field, and those that bring the object and have tested it.
 *
 * Nothing is known where a path leads past the test, where the variable or the field may have been assigned in between, and
 * where the object was handed on to what may change it. Knowingly missed: what a value is not, in functions that are given it;
 * fields of `this`; objects that what holds them from before changes at the same time.
 */
export class Narrowing {
  readonly #program: ts.Program;
  readonly #isOfData: boolean;
  readonly #compiler: Compiler;
  readonly #evaluator: Evaluator;
  readonly #uses: ObjectUses;
  readonly #given = new Map<ts.Node, Map<string, TextSet | undefined>>();
  #depth = 0;
  #functions = 0;

  constructor(program: ts.Program, isOfData: boolean) {
    this.#program = program;
    this.#isOfData = isOfData;
    this.#compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
    this.#uses = new ObjectUses(program);
  }

  /** The texts of which an expression is one where a node of the same function, or of one inside it, runs: a set for each test. */
  factsAt(expression: ts.Expression, at: ts.Node): readonly TextSet[] {
    const subject = this.#subjectOf(expression);
    this.#functions = 0;
    return subject ? this.#factsOf(subject, at, syntax.containerOf(at)).map(({ texts }) => texts) : [];
  }

  /** The texts of which an expression is none there, as what it was compared with led elsewhere. */
  exclusionsAt(expression: ts.Expression, at: ts.Node): readonly string[] {
    const subject = this.#subjectOf(expression);
    if (!subject) return [];
    return this.#testedFacts(subject, at, syntax.containerOf(at), (each) => this.#exclusionsBy(each, subject)).flatMap(
      ({ texts }) => texts,
    );
  }

  /** The texts of which what a call gives at a path in an argument is one. */
  textsGiven(call: ts.CallExpression | ts.NewExpression, index: number, path: readonly string[]): TextSet | undefined {
    const known = this.#given.get(call) ?? new Map<string, TextSet | undefined>();
    this.#given.set(call, known);
    const key = [index, ...path].join('.');
    if (!known.has(key)) {
      this.#functions = 0;
      known.set(key, this.#findGiven(call, index, path));
    }
    return known.get(key);
  }

  #findGiven(call: ts.CallExpression | ts.NewExpression, index: number, path: readonly string[]): TextSet | undefined {
    const given = call.arguments?.slice(0, index + 1) ?? [];
    const argument = given[index];
    if (!argument || given.some((each) => syntax.isSpreadElement(each))) return undefined;
    const texts = this.#textsOf(argument, path, { node: call, container: syntax.containerOf(call) });
    return texts && texts.length > 0 ? texts : undefined;
  }

  /** Whether what is at a path in a parameter may be another value at a node of the function, or of one inside it, than was given. */
  isChangedBefore({ fn, index, path }: ParameterPart, node: ts.Node): boolean {
    const parameter = fn.parameters[index];
    if (!parameter || parameter.dotDotDotToken) return true;
    const [holder, rest] = elementAt(parameter, path);
    const container = syntax.containerOf(node);
    // What the default of the parameter gives is among what a call gives; that of an element comes in its place.
    return !syntax.isIdentifier(holder.name) || (holder !== parameter && holder.initializer !== undefined)
      ? true
      : this.#isChanged({ holder, path: rest, isCopy: true }, {}, { node, container, home: fn });
  }

  /** Of which texts what is at a path in an expression is one, where a node runs. */
  #textsOf(expression: ts.Expression, path: readonly string[], at: Point, isAwaited = false): TextSet | undefined {
    const node = syntax.withoutAssertions(expression);
    if (syntax.isAwaitExpression(node)) return this.#textsOf(node.expression, path, at, true);
    // Of nothing no field is read.
    if (path.length > 0 && syntax.isNullishLiteral(node)) return [];
    if (syntax.isConditionalExpression(node))
      return union(
        [true, false].map((outcome) => {
          const branch = outcome ? node.whenTrue : node.whenFalse;
          return (
            this.#textsOf(branch, path, at, isAwaited) ?? this.#textsOfBranch(branch, path, node.condition, outcome, at)
          );
        }),
      );
    if (syntax.isBinaryExpression(node) && syntax.isFallback(node))
      return union([node.left, node.right].map((each) => this.#textsOf(each, path, at, isAwaited)));
    const [name, ...rest] = path;
    if (syntax.isObjectLiteralExpression(node) && name !== undefined) {
      const source = propertyIn(node, name);
      if (!source) return undefined;
      return this.#textsOf(source.value, source.isWhole ? path : rest, at);
    }
    if (syntax.isCallExpression(node)) return this.#textsOfCall(node, path, at, isAwaited);
    const subject = this.#subjectOf(node);
    if (subject) return common(this.#factsOf(extended(subject, path), at.node, at.container));
    return undefined;
  }

  /** What the condition of a conditional expression shows for one of its branches. */
  #textsOfBranch(
    branch: ts.Expression,
    path: readonly string[],
    condition: ts.Expression,
    outcome: boolean,
    at: Point,
  ): TextSet | undefined {
    const whole = this.#subjectOf(branch);
    const home = whole && homeOf(whole.holder);
    if (!whole || !home) return undefined;
    const subject = extended(whole, path);
    const facts = this.#factsByOutcome(condition, outcome, subject).map((fact) => ({ ...fact, test: condition }));
    return common(facts.filter((fact) => !this.#isChanged(subject, fact, { ...at, home })));
  }

  // ── what holds at a place ──────────────────────────────────────────────────────────────────────────────────────

  #factsOf(subject: Subject, at: ts.Node, container: ts.Node): readonly Fact[] {
    const tested = (condition: GuardCondition): readonly Fact[] => this.#factsByCondition(condition, subject);
    return this.#testedFacts(subject, at, container, tested, () => this.#givenFacts(subject, at, container));
  }

  /** What the conditions before a place show of a subject, and what is known of it from elsewhere, unless it may have changed since. */
  #testedFacts(
    subject: Subject,
    at: ts.Node,
    container: ts.Node,
    factsBy: (condition: GuardCondition) => readonly Fact[],
    givenFacts: () => readonly Fact[] = () => [],
  ): readonly Fact[] {
    const home = homeOf(subject.holder);
    if (!home) return [];
    const found: Fact[] = [...givenFacts()];
    for (let node = at, around = container; ; node = around, around = syntax.containerOf(around)) {
      for (const condition of conditionsBefore(node, around, this.#program))
        for (const fact of factsBy(condition)) found.push(fact);
      if (around === home) break;
      if (syntax.isSourceFile(around)) return [];
    }
    if (found.length === 0) return [];
    return found.filter((fact) => !this.#isChanged(subject, fact, { node: at, container, home }));
  }

  /** What a variable is declared with, and the calls that come back only if a test holds. */
  #givenFacts(subject: Subject, at: ts.Node, container: ts.Node): readonly Fact[] {
    const { holder, path } = subject;
    const found: Fact[] = [];
    const declared = patternHolderOf(holder);
    const taken = pathTaken(holder);
    const source = syntax.isVariableDeclaration(declared) && !isOfLoop(declared) ? declared.initializer : undefined;
    const texts =
      source && taken && syntax.isIdentifier(holder.name) && isSet(holder)
        ? this.#deeper(() => this.#textsOf(source, [...taken, ...path], { node: at, container }))
        : undefined;
    if (texts) found.push({ texts });
    for (const { call, fn, index, path: rest } of this.#uses.usesOf(holder, path).given) {
      const isAwaited = syntax.isAwaitExpression(syntax.parentOf(call));
      if (syntax.isAsync(fn) && !isAwaited) continue;
      const around = syntax.containerOf(call);
      if (!isInside(at, around) || !runsAfter(call, at, around, this.#program)) continue;
      const tested = this.#textsAtEnd(fn, index, rest);
      if (tested) found.push({ texts: tested, after: call });
    }
    return found;
  }

  #factsByCondition(condition: GuardCondition, subject: Subject): readonly Fact[] {
    const site = condition.site as ts.Node;
    if (syntax.isForInOrOf(site)) return [];
    const tested = testedBy(condition);
    if (syntax.isSwitchStatement(site)) {
      const clauses = [...condition.outcomes].map((outcome) => (typeof outcome === 'boolean' ? undefined : outcome));
      if (!this.#isSubject(tested, subject)) return [];
      const texts = union(
        clauses.map((clause) => {
          const node = clause as ts.Node | undefined;
          return node && syntax.isCaseClause(node) ? this.#constantsIn(node.expression) : undefined;
        }),
      );
      return texts ? [{ texts, test: site }] : [];
    }
    const [outcome, other] = condition.outcomes;
    if (other !== undefined || typeof outcome !== 'boolean') return [];
    return this.#factsByOutcome(tested, outcome, subject).map((fact) => ({ ...fact, test: site }));
  }

  /** `if (name === 'search') return …` before: what a subject is not. */
  #exclusionsBy(condition: GuardCondition, subject: Subject): readonly Fact[] {
    const site = condition.site as ts.Node;
    if (syntax.isForInOrOf(site) || syntax.isSwitchStatement(site)) return [];
    return partsOf(condition).flatMap(({ part, value }) => {
      if (value === undefined || !syntax.isBinaryExpression(part) || syntax.equalityOf(part) !== !value) return [];
      const compared = this.#comparedIn(part, subject).filter(({ texts }) => texts.length === 1);
      return compared.map((fact) => ({ ...fact, test: site }));
    });
  }

  /** What a condition shows where it has an outcome. */
  #factsByOutcome(condition: ts.Expression, outcome: boolean, subject: Subject): readonly Fact[] {
    const node = syntax.withoutAssertions(condition);
    if (isNot(node)) return this.#factsByOutcome(node.operand, !outcome, subject);
    if (!syntax.isBinaryExpression(node) || !syntax.isLogical(node)) return this.#factsByPart(node, outcome, subject);
    const { kind } = node.operatorToken;
    if (kind === syntax.SyntaxKind.QuestionQuestionToken) return [];
    const [left, right] = [node.left, node.right].map((part) => this.#factsByOutcome(part, outcome, subject));
    if (!left || !right) return [];
    if (outcome === (kind === syntax.SyntaxKind.AmpersandAmpersandToken)) return [...left, ...right];
    // One of the parts holds: `type === 'postgresql' || type === 'mysql'`.
    const texts = union([common(left), common(right)]);
    return texts ? [{ texts, isOld: [...left, ...right].some(({ isOld }) => isOld) }] : [];
  }

  #factsByPart(part: ts.Expression, value: boolean, subject: Subject): readonly Fact[] {
    const listed = value ? this.#listedBy(part, subject) : undefined;
    if (listed) return [listed];
    if (syntax.isBinaryExpression(part))
      return syntax.equalityOf(part) === value ? this.#comparedIn(part, subject) : [];
    // `const isPostgres = database.type === 'postgresql';`
    if (syntax.isIdentifier(part)) {
      const initializer = constantInitializerOf(part);
      const facts = initializer && isTest(initializer) ? this.#factsByOutcome(initializer, value, subject) : [];
      return facts.map((fact) => ({ ...fact, isOld: true }));
    }
    return syntax.isCallExpression(part) ? this.#factsByGuard(part, value, subject) : [];
  }

  /** What a subject is compared with, on either side. */
  #comparedIn({ left, right }: ts.BinaryExpression, subject: Subject): readonly Fact[] {
    return [
      [left, right],
      [right, left],
    ].flatMap(([tested, other]) => {
      const texts = tested && other && this.#isSubject(tested, subject) ? this.#constantsIn(other) : undefined;
      return texts && tested ? [{ texts, isOld: this.#isOld(tested) }] : [];
    });
  }

  /** `postgresTypes.includes(database.type)`, `database.type in drivers` */
  #listedBy(test: ts.Expression, subject: Subject): Fact | undefined {
    const { subject: tested, collection, of } = membershipTestIn(test) ?? {};
    if (!tested || !collection || !of || !this.#isSubject(tested, subject)) return undefined;
    const texts = textsListed(this.#evaluator.valueOf(collection), of);
    return texts && texts.length > 0 && texts.length <= MAX_TEXTS ? { texts, isOld: this.#isOld(tested) } : undefined;
  }

  /** `isPostgres(database)`, by what the function tests of its parameter. */
  #factsByGuard(call: ts.CallExpression, value: boolean, subject: Subject): readonly Fact[] {
    const fn = this.#compiler.functionCalledBy(call)?.fn;
    if (!fn || syntax.isAsync(fn) || syntax.isGenerator(fn)) return [];
    return call.arguments.flatMap((argument, index) => {
      if (call.arguments.slice(0, index + 1).some((each) => syntax.isSpreadElement(each))) return [];
      const rest = this.#restOf(argument, subject);
      const texts = rest && this.#textsByResult(fn, index, rest, value);
      return texts ? [{ texts, isOld: this.#isOld(argument) }] : [];
    });
  }

  #constantsIn(expression: ts.Expression): TextSet | undefined {
    return textsOfAll([this.#evaluator.valueOf(expression)]);
  }

  // ── what functions show ────────────────────────────────────────────────────────────────────────────────────────

  /** Of which texts a part of a parameter is one where a function returns something true, or something false. */
  #textsByResult(fn: syntax.FunctionLike, index: number, path: readonly string[], value: boolean): TextSet | undefined {
    return this.#inFunction(fn, index, path, (subject) => {
      const ofResult = (result: ts.Expression | undefined, at: ts.Node): TextSet | undefined => {
        const known = result ? constantTruth(result) : false;
        if (known !== undefined && known !== value) return [];
        const shown = result && known === undefined ? this.#factsByOutcome(result, value, subject) : [];
        return common([...this.#factsOf(subject, at, fn), ...shown]);
      };
      const { body } = fn;
      if (!body) return undefined;
      // Something else may have come of the field since it was tested.
      if (this.#uses.handlingOf(fn, index, path) !== 'reads') return undefined;
      if (!syntax.isBlock(body)) return ofResult(body, body);
      const ends = !value && hasOpenEnd(fn, this.#program) ? [ofResult(undefined, fn)] : [];
      return union([
        ...nodesIn(body, syntax.isReturnStatement).map((each) => ofResult(each.expression, each)),
        ...ends,
      ]);
    });
  }

  /** Of which texts a part of a parameter is one once a function has come back. */
  #textsAtEnd(fn: syntax.FunctionLike, index: number, path: readonly string[]): TextSet | undefined {
    return this.#inFunction(fn, index, path, (subject) => {
      const { body } = fn;
      if (!body || !syntax.isBlock(body) || syntax.isGenerator(fn)) return undefined;
      // What is tested may no longer be what was given.
      if (this.#uses.handlingOf(fn, index, path) === 'changes') return undefined;
      const ends = [...nodesIn(body, syntax.isReturnStatement), ...(hasOpenEnd(fn, this.#program) ? [fn] : [])];
      return ends.length === 0 ? undefined : union(ends.map((at) => common(this.#factsOf(subject, at, fn))));
    });
  }

  #inFunction(
    fn: syntax.FunctionLike,
    index: number,
    path: readonly string[],
    work: (subject: Subject) => TextSet | undefined,
  ): TextSet | undefined {
    const holder = fn.parameters[index];
    if (!holder || !syntax.isIdentifier(holder.name) || holder.dotDotDotToken || holder.initializer) return undefined;
    return this.#deeper(() => work({ holder, path, isCopy: false }));
  }

  /** Of which texts what is at a path in the result of a call is one. */
  #textsOfCall(call: ts.CallExpression, path: readonly string[], at: Point, isAwaited: boolean): TextSet | undefined {
    const fn = this.#compiler.functionCalledBy(call)?.fn;
    if (!fn?.body || syntax.isGenerator(fn) || (syntax.isAsync(fn) && !isAwaited)) return undefined;
    const texts = this.#deeper(() => this.#textsOfResult(fn, path, isAwaited || syntax.isAsync(fn)));
    if (!texts) return undefined;
    // What comes back may be what was given: who has that can change it.
    const isShared = call.arguments.some((argument, index) => {
      const given = this.#subjectOf(argument);
      if (!given || this.#uses.handlingOf(fn, index, path) !== 'returns') return false;
      const home = homeOf(given.holder);
      return !home || this.#isChanged(extended(given, path), { after: call }, { ...at, home });
    });
    return isShared ? undefined : texts;
  }

  #textsOfResult(fn: syntax.FunctionLike, path: readonly string[], isAwaited: boolean): TextSet | undefined {
    const { body } = fn;
    if (!body) return undefined;
    const ofResult = (result: ts.Expression, node: ts.Node): TextSet | undefined => {
      const value = syntax.withoutAssertions(result);
      const known = this.#textsOf(value, path, { node, container: fn }, isAwaited);
      if (known) return known;
      // An object itself is no text.
      if (!syntax.isObjectLiteralExpression(value) || path.length === 0) return undefined;
      const { texts, parts, unknown } = textsAt(this.#evaluator.valueOf(value), path);
      return parts.length === 0 && unknown.length === 0 ? texts : undefined;
    };
    if (!syntax.isBlock(body)) return ofResult(body, body);
    const returned = nodesIn(body, syntax.isReturnStatement).flatMap((each) =>
      each.expression ? [ofResult(each.expression, each)] : [],
    );
    return returned.length > 0 && returned.length <= MAX_EXITS ? union(returned) : undefined;
  }

  #deeper(work: () => TextSet | undefined): TextSet | undefined {
    if (this.#depth >= MAX_DEPTH || ++this.#functions > MAX_FUNCTIONS) return undefined;
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  // ── subjects ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** What an expression reads: `database.type`, also by another name for the same object. */
  #subjectOf(expression: ts.Expression, depth = 0): Subject | undefined {
    const node = syntax.withoutAssertions(expression);
    if (depth > MAX_NAMES) return undefined;
    if (syntax.isAccess(node)) {
      const whole = this.#subjectOf(node.expression, depth + 1);
      const name = memberOf(node);
      return whole && name !== undefined ? extended(whole, [name]) : undefined;
    }
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (!binding || !isHolder(binding)) return undefined;
    return this.#originOf(binding, depth) ?? { holder: binding, path: [], isCopy: false };
  }

  /** `const same = database`, `const { type } = database`: what they are read from. */
  #originOf(binding: Holder, depth: number): Subject | undefined {
    if (!isConstant(binding) || (syntax.isVariableDeclaration(binding) && isOfLoop(binding))) return undefined;
    const taken = pathTaken(binding);
    const holder = patternHolderOf(binding);
    const source = taken && syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
    const whole = source && this.#subjectOf(source, depth + 1);
    if (!taken || !whole || !isSet(whole.holder)) return undefined;
    const isPart = taken.length > 0 || syntax.isAccess(syntax.withoutAssertions(source));
    return { ...extended(whole, taken), isCopy: whole.isCopy || isPart };
  }

  /** Whether what an expression is was read before. */
  #isOld(expression: ts.Expression): boolean {
    return this.#subjectOf(expression)?.isCopy === true;
  }

  #isSubject(expression: ts.Expression, subject: Subject): boolean {
    return this.#restOf(expression, subject)?.length === 0;
  }

  /** The path from an expression to a subject. */
  #restOf(expression: ts.Expression, { holder, path }: Subject): readonly string[] | undefined {
    const found = this.#subjectOf(expression);
    const isOn = found?.holder === holder && found.path.every((name, index) => path[index] === name);
    return isOn ? path.slice(found.path.length) : undefined;
  }

  /** Whether a subject may be another value at a place than what a fact shows. */
  #isChanged(
    { holder, path, isCopy }: Subject,
    { test, after, isOld }: Omit<Fact, 'texts'>,
    { node, container, home }: Point & { readonly home: ts.Node },
  ): boolean {
    return this.#uses.usesOf(holder, path).changes.some((change) => {
      if (this.#isOfData && !change.isAssigned) return false;
      // What a function inside does, or may see, may come at any time.
      if (container !== home || syntax.containerOf(change.node) !== home) return true;
      if (!change.isAssigned && isPartOfResult(change.node, node)) return false;
      const isTestedAgain = change.isAssigned && !isCopy && !isOld && !(test && isInside(change.node, test));
      const nodes = [holder, ...(isTestedAgain && after ? [after] : [])];
      const tests = isTestedAgain && test ? [test] : [];
      return mayLeadTo(change.node, node, container, { nodes, tests }, this.#program);
    });
  }
}

function extended(subject: Subject, path: readonly string[]): Subject {
  return path.length === 0 ? subject : { ...subject, path: [...subject.path, ...path] };
}

function isHolder(binding: ts.Node): binding is Holder {
  return syntax.isVariableDeclaration(binding) || syntax.isParameter(binding) || syntax.isBindingElement(binding);
}

/** Whether a node is in what a statement returns, and nothing there is done with it: `return { database }`. */
function isPartOfResult(node: ts.Node, at: ts.Node): boolean {
  let part = node;
  while (
    part !== at &&
    (syntax.isObjectLiteralExpression(part) ||
      syntax.isArrayLiteralExpression(part) ||
      syntax.isPropertyAssignment(part) ||
      syntax.isShorthandPropertyAssignment(part))
  )
    part = syntax.parentOf(part);
  return part === at && syntax.isReturnStatement(at);
}

/** Whether a variable is never assigned again. */
function isSet(holder: Holder): boolean {
  return isConstant(holder) || !writtenIn(holder.getSourceFile()).has(holder);
}

/** The function that a variable lives in. */
function homeOf(holder: Holder): ts.Node | undefined {
  const declared = patternHolderOf(holder);
  const home = syntax.isParameter(declared) ? declared.parent : syntax.containerOf(declared);
  return syntax.isFunctionLike(home) ? home : undefined;
}

function isOfLoop({ parent }: ts.VariableDeclaration): boolean {
  return syntax.isForInOrOf(parent.parent);
}

/** The element of a parameter's pattern that holds what is at a path, and what is left of the path. */
function elementAt(
  holder: ts.ParameterDeclaration | ts.BindingElement,
  path: readonly string[],
): readonly [ts.ParameterDeclaration | ts.BindingElement, readonly string[]] {
  const [first, ...rest] = path;
  if (first === undefined || !syntax.isObjectBindingPattern(holder.name)) return [holder, path];
  const element = holder.name.elements.find((each) => pathWithin(each) === first);
  return element ? elementAt(element, rest) : [holder, path];
}

/** The name by which an element of a pattern takes out what it is. */
function pathWithin({ name, propertyName, dotDotDotToken }: ts.BindingElement): string | undefined {
  const key = propertyName ?? name;
  return !dotDotDotToken && (syntax.isIdentifier(key) || syntax.isStringLiteralLike(key)) ? key.text : undefined;
}

/** The names by which a pattern takes out what an element is: none of a variable. */
function pathTaken(binding: ts.Node): readonly string[] | undefined {
  if (!syntax.isBindingElement(binding)) return [];
  const { initializer, parent } = binding;
  const name = pathWithin(binding);
  if (name === undefined || initializer || !syntax.isObjectBindingPattern(parent)) return undefined;
  const outer = pathTaken(parent.parent);
  return outer && [...outer, name];
}

/** The expression that gives an object a property, or the object spread in that does. */
function propertyIn(
  { properties }: ts.ObjectLiteralExpression,
  name: string,
): { readonly value: ts.Expression; readonly isWhole: boolean } | undefined {
  for (const property of [...properties].reverse()) {
    if (syntax.isSpreadAssignment(property)) return { value: property.expression, isWhole: true };
    const key = keyOfProperty(property);
    if (key === undefined) return undefined;
    const value = key === name ? valueOfProperty(property) : undefined;
    if (value) return { value, isWhole: false };
  }
  return undefined;
}

function isTest(expression: ts.Expression): boolean {
  const node = syntax.withoutAssertions(expression);
  return syntax.isBinaryExpression(node) || syntax.isCallExpression(node) || syntax.isPrefixUnaryExpression(node);
}

/** Whether an expression is written to be true or false. */
function constantTruth(expression: ts.Expression): boolean | undefined {
  const node = syntax.withoutAssertions(expression);
  if (node.kind === syntax.SyntaxKind.TrueKeyword) return true;
  return node.kind === syntax.SyntaxKind.FalseKeyword || syntax.isNullishLiteral(node) ? false : undefined;
}
