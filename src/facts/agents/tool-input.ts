import { memo } from '../../memo.ts';
import { shells } from '../../models/agents/harmless.ts';
import type { Target } from '../../models/effects/effect.ts';
import { endsInFixedName, endsInPartialName, isNewEachTime } from '../../program/effects/address-ends.ts';
import { type Start, startOf } from '../../program/effects/address-origins.ts';
import { DataPaths, namesDeclaredBy } from '../../program/effects/data-dependence.ts';
import { argumentsOf, EffectWay } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import {
  calledName,
  bindingOf,
  compilerOf,
  constantInitializerOf,
  isGlobalName,
  isInside,
  keyOfProperty,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { keyedReadAt } from '../../program/values/keyed-reads.ts';
import { optionsOf, type ParameterPart, type Value } from '../../program/values/values.ts';
import { comparesHosts } from '../../program/effects/host-checks.ts';
import { isQuotedForShell } from '../../program/effects/shell-quoting.ts';
import { isKeyOfRow, isLookedUp } from '../../program/effects/looked-up.ts';
import { isListed, isPlainWord, listedTextsOf } from '../../program/effects/tested-values.ts';
import type { AgentFacts } from './agents.ts';
import { isCall } from './matcher.ts';
import type { ToolFact } from './tools.ts';

/** What the model says to a tool, and where that goes in the tool's handler and beyond. */
export const toolInputOf = memo((facts: AgentFacts, tool: ToolFact): ToolInput => new ToolInput(facts, tool));

/** Ways to say of a part of the input that it can have but few values. */
const fixing =
  /\b(?:enum|literal|nativeEnum|picklist|refine|superRefine|regex|startsWith|endsWith)\s*\(|\b(?:enum|const|pattern)\s*:/;

/** Ways to say of a part of the input that it is no text. */
const counting = /^z\w*\s*\.\s*(?:coerce\s*\.\s*)?(?:number|int|boolean|bigint|date)\(/;

/** Ways to say of a part of the input that it is an identifier without any sign that a path is read by. */
const identifying = /\b(?:uuid(?:v\d)?|guid|cuid2?|ulid|nanoid|xid|ksuid)\s*\(/;

/** Options of a client for the address to which its requests go. */
const bases = ['baseURL', 'prefixUrl', 'baseUrl'];

/** Programs that run what they are given as a text: `/usr/bin/zsh`, `powershell.exe`. */
const shellNames = new RegExp(
  String.raw`(?:^|[/\\])(?:${[...shells, 'cmd', 'powershell', 'pwsh'].join('|')})(?:\.exe)?$`,
  'i',
);

/** The input of one tool: the first parameter of its handler, without the parts that can have but few values. */
export class ToolInput {
  readonly #facts: AgentFacts;
  readonly #handler: syntax.FunctionLike | undefined;
  readonly #parameter: ts.ParameterDeclaration | undefined;
  readonly #schema: ts.Node | undefined;
  readonly #fixed: ReadonlySet<string>;
  readonly #numbers: ReadonlySet<string>;
  /** The parameters of the functions that the handler was made with which are given some of the input. */
  readonly #handedOn: readonly ts.ParameterDeclaration[];

  constructor(facts: AgentFacts, { handler, input, runs }: ToolFact) {
    this.#facts = facts;
    this.#handler = handler;
    this.#parameter = handler?.parameters[0];
    this.#schema = input;
    this.#fixed = propertiesLike(input, fixing);
    this.#numbers = propertiesLike(input, counting);
    const given = handler && runs.size > 0 ? new DataPaths(handler, this.#begins) : undefined;
    this.#handedOn = [...runs].flatMap(([call, functions]) => {
      const { arguments: handed = [] } = isCall(call) ? call : {};
      const isOfInput = handed.map((argument) => given?.dependsOn(argument) === true);
      return functions.flatMap(({ parameters }) => parameters.filter((_, index) => isOfInput[index]));
    });
  }

  /** Whether the handler is given anything. */
  get isGiven(): boolean {
    return this.#begins.length > 0;
  }

  /** The way to an effect of the tool, with what the model gives to each call on it. */
  wayTo(effect: Effect): EffectWay {
    return this.#wayTo(effect, () => false);
  }

  /**
   * The same, but for parts of the input that are no text by their schema, what is encoded, words without anything that a
   * shell reads, and what the input only chooses, such as a row of a database.
   *
   * @param isQuotedOut whether what is put into quotes for a shell is left out as well
   */
  readonly textWayTo = memo((effect: Effect, isQuotedOut: boolean): EffectWay => {
    const { program } = this.#facts;
    return this.#writtenWayTo(
      effect,
      (node) =>
        isWord(node, program) ||
        isLookedUp(node, program) ||
        isKeyOfRow(node, program) ||
        (isQuotedOut && isQuotedForShell(node, program)),
    );
  });

  /** The same, but for what is one name in a folder, whatever the model writes: an identifier, `basename(path)`, a stripped text. */
  segmentWayTo(effect: Effect): EffectWay {
    const { program } = this.#facts;
    const identifiers = propertiesLike(this.#schema, identifying);
    return this.#writtenWayTo(
      effect,
      (node) => isWord(node, program) || isOneSegment(node) || this.#isAmong(node, identifiers),
    );
  }

  /** The same for code, in which a literal that is written down stays one. */
  codeWayTo(effect: Effect): EffectWay {
    return this.#writtenWayTo(effect, isWrittenDown);
  }

  /** Whether what a call is given is what a row of a database has that the model chooses, and no text of the model. */
  isOfRow(effect: Effect, target: Target): boolean {
    const isGiven = this.#writtenWayTo(effect, (node) => isWord(node, this.#facts.program)).isGivenAt(target);
    return isGiven && !this.textWayTo(effect, true).isGivenAt(target);
  }

  #writtenWayTo(effect: Effect, isHarmless: (node: ts.Node) => boolean): EffectWay {
    return this.#wayTo(
      effect,
      (node) => isHarmless(node) || this.#isAmong(node, this.#numbers) || this.#isFromTable(node) || isTest(node),
    );
  }

  /** The same, without what is looked up by the input: `const { email } = await findUser(id)`. */
  writtenWayTo(effect: Effect): EffectWay {
    return this.#wayTo(effect, syntax.isAwaitExpression);
  }

  #wayTo(effect: Effect, isLeftOut: (node: ts.Node) => boolean, isListedOut = true): EffectWay {
    const { program } = this.#facts;
    const begins = this.#begins.filter((name) => !isLeftOut(name));
    const handedOn = this.#handedOn.flatMap(namesDeclaredBy);
    const isKnown = (node: ts.Node): boolean => this.#isFixed(node) || (isListedOut && isListed(node, program));
    return new EffectWay(effect, [...begins, ...handedOn], (node) => isKnown(node) || isLeftOut(node));
  }

  /** Whether all that the model gives to an effect's target is among what lists of the program have. */
  #isOfList(effect: Effect, way: EffectWay): boolean {
    const { target } = effect;
    if (!target || way.isGivenAt(target)) return false;
    return this.#wayTo(effect, () => false, false).isGivenAt(target);
  }

  /** The properties at the top of its schema, as far as they are written there. */
  get names(): ReadonlySet<string> {
    const [outermost] = this.#schema ? nodesIn(this.#schema, syntax.isObjectLiteralExpression, anywhere) : [];
    return new Set(outermost?.properties.map(keyOfProperty).filter((key) => key !== undefined));
  }

  /** What the path, the address or the command begins with that a call is given. */
  startOf(target: Target, way: EffectWay): Start | undefined {
    const value = this.#valueAt(target, way);
    return value && this.#startOfValue(value, way);
  }

  /** Whether the path that a call is given surely ends in a name that the program chooses. */
  hasFixedName(target: Target, way: EffectWay): boolean {
    const value = this.#valueAt(target, way);
    return value !== undefined && endsInFixedName(value);
  }

  /** Whether the path that a call is given is surely that of a file that is not whole yet. */
  isPartial(target: Target, way: EffectWay): boolean {
    const value = this.#valueAt(target, way);
    return value !== undefined && endsInPartialName(value);
  }

  /** Whether the path that a call is given is surely another one each time. */
  isNewPath(target: Target, way: EffectWay): boolean {
    const value = this.#valueAt(target, way);
    return value !== undefined && isNewEachTime(value, this.#facts.program);
  }

  #valueAt(target: Target, way: EffectWay): Value | undefined {
    const [given] = way.valuesAt(target);
    return given && this.#facts.evaluator.valueAlong(given, way.steps);
  }

  /** Whether a part of what a function is given is something that the model says. */
  #isInput({ fn, index, path }: ParameterPart, way: EffectWay): boolean {
    return fn === way.functions[0] && this.#isGivenAt(fn, index) && !path.some((property) => this.#fixed.has(property));
  }

  /** What a path begins with where it is resolved below a folder and tested to stay there: with that folder. */
  folderOf(target: Target, way: EffectWay): Start | undefined {
    const value = this.#valueAt(target, way);
    return value && startOf(value, () => false);
  }

  /** Whether a value is what the model says, or begins with it. */
  isOf(value: Value, way: EffectWay): boolean {
    return this.#startOfValue(value, way).kind === 'input';
  }

  #startOfValue(value: Value, way: EffectWay): Start {
    return startOf(value, (part) => this.#isInput(part, way));
  }

  /** The texts that a name or a property may be by its type, or by a list that it was tested to be on. */
  textsAllowed({ node }: Value): readonly string[] | undefined {
    return syntax.isExpression(node) ? this.textsListed(node) : undefined;
  }

  /** The same, of what is written there. */
  textsListed(node: ts.Expression): readonly string[] | undefined {
    const { program } = this.#facts;
    return compilerOf(program).textsByType(node, undefined, false) ?? listedTextsOf(node, program);
  }

  /** Whether a value is a number where it is given: by the schema, or by what makes it one. */
  isNumber(value: Value): boolean {
    const { node } = value;
    if (value.kind === 'unknown') {
      const path = value.symbol?.kind === 'parameter' ? value.symbol.path : [];
      return path.length === 1 && path.every((property) => this.#numbers.has(property));
    }
    if (value.kind !== 'made' || !syntax.isExpression(node)) return false;
    const { kinds } = compilerOf(this.#facts.program).shapeOf(node);
    return kinds?.has('number') === true && [...kinds].every((kind) => kind === 'number' || kind === 'undefined');
  }

  /** Whether a value is a text that begins as the model writes it. */
  isTextOf(value: Value, way: EffectWay): boolean {
    const numbers = this.#numbers;
    return (
      startOf(value, (part) => this.#isInput(part, way) && !part.path.some((property) => numbers.has(property)))
        .kind === 'input'
    );
  }

  /**
   * Whether the model writes the command, or what a shell is to run; and not only what a program is given.
   *
   * @param isQuotedOut whether what is put into quotes for a shell is left out
   */
  isCommandWritten(effect: Effect, way: EffectWay, isQuotedOut = false): boolean {
    const { target } = effect;
    const value = target?.is === 'command' ? this.#valueAt(target, way) : undefined;
    // `Bun.spawn(['sh', '-c', line])`
    const command = value?.kind === 'list' ? value.elements[0]?.() : value;
    const start = command && this.#startOfValue(command, way);
    if (start?.kind === 'input') return !this.#isOfList(effect, way);
    const isOfShell = start?.kind === 'text' && shellNames.test(start.text);
    return isOfShell && this.isProgramGiven(effect, isQuotedOut);
  }

  /**
   * Whether a program is given a text of the model, but for the folder that it runs in.
   *
   * @param isQuotedOut whether what is put into quotes for a shell is left out as well
   */
  isProgramGiven(effect: Effect, isQuotedOut: boolean): boolean {
    const texts = this.textWayTo(effect, isQuotedOut);
    const given = argumentsOf(effect.call).filter((each) => texts.isGivenIn(each));
    // Which file a relative script is depends on the folder.
    const isScript = /['"`](?:-\w*c|\/c)['"`]/.test(syntax.containerOf(effect.call).getText());
    const isInFolder =
      isScript && given.length > 0 && !given.flatMap(withoutFolder).some((each) => texts.isGivenIn(each));
    return texts.isGivenAny && !isInFolder;
  }

  /** Whether the model chooses the host of a request, and nothing in the code compares it with others. */
  isHostChosen(effect: Effect, way: EffectWay): boolean {
    const { target } = effect;
    if (target?.is !== 'url' || this.startOf(target, way)?.kind !== 'input' || this.#isOfList(effect, way))
      return false;
    return this.#basesAt(way.call).length === 0 && !way.functions.some((fn) => comparesHosts(this.#facts.program, fn));
  }

  /** What the address of a request begins with: `https://api.example.com` of `api.put(path)`, where `api` was made for that. */
  addressStartOf(target: Target, way: EffectWay): Start | undefined {
    const value = this.#valueAt(target, way);
    const own = value && this.#startOfValue(value, way);
    // A whole address replaces the base, which `new URL(path, base)` begins with otherwise.
    const isReplaced = (value ? optionsOf(value) : []).some(
      (each) => each.kind === 'made' && syntax.isNewExpression(each.call) && this.isOf(each.argument(0), way),
    );
    if (isReplaced || own?.kind === 'input') return { kind: 'input' };
    const [base] = this.#basesAt(way.call);
    return base ? startOf(base, () => false) : own;
  }

  /** The addresses that what a request is made on was made for: of `api` in `api.get(path)`. */
  #basesAt(call: ts.Node): readonly Value[] {
    const callee = isCall(call) ? syntax.withoutAssertions(call.expression) : undefined;
    const receiver = callee && (syntax.isPropertyAccessExpression(callee) ? callee.expression : callee);
    const made = receiver ? optionsOf(this.#facts.evaluator.valueOf(receiver)) : [];
    const options = made.flatMap((each) => (each.kind === 'made' ? optionsOf(each.argument(0)) : []));
    return options.flatMap((each) =>
      each.kind === 'object' ? bases.flatMap((name) => each.properties.get(name)?.() ?? []) : [],
    );
  }

  /** `scripts[name]`, `scripts.get(name)`, where `scripts` was there before the handler: what a run makes may be of the input. */
  #isFromTable(node: ts.Node): boolean {
    const table = keyedReadAt(node)?.table;
    const root = table && syntax.rootOf(table);
    const binding = root && syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    const owner = binding && syntax.containerOf(binding);
    if (!owner || !this.#handler) return false;
    return syntax.isSourceFile(owner) || (owner !== this.#handler && isInside(this.#handler, owner));
  }

  get #begins(): readonly ts.Node[] {
    return this.#parameter ? namesDeclaredBy(this.#parameter).filter((name) => !this.#isFixed(name)) : [];
  }

  #isGivenAt(fn: syntax.FunctionLike, index: number): boolean {
    const parameter = fn.parameters[index];
    return parameter !== undefined && (parameter === this.#parameter || this.#handedOn.includes(parameter));
  }

  /** `kind` of `({ kind })`, `input.kind` or `input.context.kind`, where the schema has a list of what it can be. */
  #isFixed(node: ts.Node): boolean {
    return this.#isAmong(node, this.#fixed);
  }

  #isAmong(node: ts.Node, names: ReadonlySet<string>): boolean {
    const parameter = this.#parameter;
    if (!parameter) return false;
    if (syntax.isBindingElement(node)) {
      const key = node.propertyName ?? node.name;
      return isInside(node, parameter) && syntax.isIdentifier(key) && names.has(key.text);
    }
    if (!syntax.isPropertyAccessExpression(node) || !names.has(node.name.text)) return false;
    const root = syntax.rootOf(node);
    const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    return binding !== undefined && isInside(binding, parameter);
  }
}

/** The properties of an input of which the schema has such a text. */
function propertiesLike(input: ts.Node | undefined, pattern: RegExp): ReadonlySet<string> {
  const properties = input ? nodesIn(input, syntax.isPropertyAssignment, anywhere) : [];
  return new Set(
    properties.flatMap(({ name, initializer }) =>
      syntax.isIdentifier(name) && pattern.test(initializer.getText()) ? [name.text] : [],
    ),
  );
}

/** Whether a part of a text is one word, whatever the model writes. */
function isWord(node: ts.Node, program: ts.Program): boolean {
  return isEncoded(node) || isStripped(node) || isPlainWord(node, program);
}

/** A pattern of all signs but letters, digits and those that a shell reads nothing into: `/[^\w-]/g`. */
const strippingPattern = /^\/\[\^-?(?:\\[wd]|a-z|A-Z|0-9|[\w:@%+=,](?!-[^\]])|\\-)+-?\][+*]?\/(?:g|gi|ig|gu|ug)$/;

/** `name.replace(/[^\w-]/g, '')` behind something else: of what is left a shell reads nothing. */
function isStripped(node: ts.Node): boolean {
  if (!syntax.isCallExpression(node) || !/^replace(?:All)?$/.test(calledName(node) ?? '')) return false;
  const [pattern, text] = node.arguments;
  const isPlain = strippingPattern.test(pattern?.getText() ?? '');
  const isKept = text !== undefined && syntax.isStringLiteralLike(text) && /^[\w-]*$/.test(text.text);
  return isPlain && isKept && isBehindText(node);
}

/** `b` of `${a}${b}` and `a + b`: a program is named before it. */
function isBehindText(node: ts.Node): boolean {
  const { parent } = node;
  if (syntax.isBinaryExpression(parent)) return parent.right === node;
  if (parent.kind !== syntax.SyntaxKind.TemplateSpan) return false;
  const template = parent.parent as ts.TemplateExpression;
  return template.head.text.trim() !== '' || template.templateSpans[0] !== parent;
}

/** `encodeURIComponent(text)`, `Number(text)`, `query.toString()`: nothing of it ends a word, or a text in double quotes. */
function isEncoded(node: ts.Node): boolean {
  if (isQueryText(node)) return true;
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  if (callee && syntax.isPropertyAccessExpression(callee)) {
    const { expression: on, name } = callee;
    const isNumeric = syntax.isIdentifier(on) && (on.text === 'Math' || (on.text === 'Number' && name.text.startsWith('parse'))); // prettier-ignore
    return isNumeric && isGlobalName(on);
  }
  return (
    callee !== undefined &&
    syntax.isIdentifier(callee) &&
    ['encodeURIComponent', 'Number', 'parseInt', 'parseFloat'].includes(callee.text) &&
    isGlobalName(callee)
  );
}

/** `basename(path)`, `slugify(name)`, `name.replace(/[^\w-]/g, '')`: without a sign that leads to another folder. */
function isOneSegment(node: ts.Node): boolean {
  // `text.length`, `path.parse(text).name`
  if (syntax.isPropertyAccessExpression(node)) {
    const owner = syntax.withoutAssertions(node.expression);
    const isOfParsed = syntax.isCallExpression(owner) && calledName(owner) === 'parse';
    return node.name.text === 'length' || (isOfParsed && /^(?:base|ext|name)$/.test(node.name.text));
  }
  if (!syntax.isCallExpression(node)) return false;
  const name = calledName(node) ?? '';
  const [given] = node.arguments;
  // `.digest('hex')`, `.toString('base64url')`
  if (/^(?:digest|toString)$/.test(name)) return /^['"](?:hex|base64url)['"]$/.test(given?.getText() ?? '');
  if (name === 'replaceAll' && given && syntax.isStringLiteralLike(given)) return given.text === '/';
  if (/^replace(?:All)?$/.test(name)) return /^\/\[\^(?!.*\/.*\])[^\]]+\][+*]?\/[a-z]*g/.test(given?.getText() ?? '');
  return name === 'basename' || /slug|sanitize/i.test(name);
}

/** What a constant `new URLSearchParams(…)` is as a text: `query.toString()`, `${query}`. */
function isQueryText(node: ts.Node): boolean {
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  const isText = callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'toString';
  const name = isText
    ? callee.expression
    : syntax.parentOf(node).kind === syntax.SyntaxKind.TemplateSpan
      ? node
      : undefined;
  const made = name && syntax.isIdentifier(name) ? constantInitializerOf(name) : undefined;
  if (!made || !syntax.isNewExpression(made) || !syntax.isIdentifier(made.expression)) return false;
  return made.expression.text === 'URLSearchParams' && isGlobalName(made.expression);
}

/** `JSON.stringify(value)`: a literal in code, unless it is read again at once. */
function isWrittenDown(node: ts.Node): boolean {
  return isCallOfJson(node, 'stringify') && !isCallOfJson(syntax.parentOf(node), 'parse');
}

function isCallOfJson(node: ts.Node | undefined, method: string): boolean {
  const callee = node && syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  if (!callee || !syntax.isPropertyAccessExpression(callee) || callee.name.text !== method) return false;
  return syntax.isIdentifier(callee.expression) && callee.expression.text === 'JSON' && isGlobalName(callee.expression);
}

/** Methods of lists whose callback decides which elements stay, or in which order. */
const testingMethods = new Set('every filter find findIndex findLast findLastIndex some sort toSorted'.split(' '));

/** The callback of such a method, a condition, or a comparison: nothing of the input that it compares with is in what comes out. */
function isTest(node: ts.Node): boolean {
  const { parent } = node;
  if (syntax.isConditionalExpression(parent) && parent.condition === node) return true;
  if (syntax.isBinaryExpression(node) && syntax.equalityOf(node) !== undefined) return true;
  return (
    syntax.isFunctionValue(node) &&
    syntax.isCallExpression(parent) &&
    parent.expression !== node &&
    testingMethods.has(syntax.lastNameOf(parent.expression)?.text ?? '')
  );
}

/** What options of a program have beside the folder that it runs in, where they are written out: `{ cwd: folder, input: text }`. */
function withoutFolder(given: ts.Expression): readonly ts.Node[] {
  if (!syntax.isObjectLiteralExpression(given)) return [given];
  return given.properties.filter((property) => property.name?.getText() !== 'cwd');
}
