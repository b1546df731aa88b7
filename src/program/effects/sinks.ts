import { builtInSinks, databasePackages } from '../../models/effects/index.ts';
import type { Condition, EffectKind, Sink } from '../../models/effects/effect.ts';
import type { CalleeOrigin, Compiler, Origin, ts } from '../../type-utils/index.ts';
import { memo } from '../../memo.ts';
import {
  SOME_VALUE,
  bindingOf,
  compilerOf,
  constantValueOf,
  givenNamesIn,
  matches,
  syntax,
} from '../../type-utils/index.ts';
import { isUntypedParameter } from '../values/bindings.ts';
import { type Evaluator, plainEvaluatorOf } from '../values/evaluator.ts';
import { exportsHeldInPlace } from '../values/held-exports.ts';
import type { TypedPlace } from '../values/values.ts';
import { isArithmetic } from './arithmetic.ts';
import { functionConstructorAt } from './function-constructors.ts';
import { mayHoldPromisified, promisifiedBy } from './promisified.ts';
import { isIdleStatement, sqlEffectOf } from './sql.ts';
import { ANY_WORD, firstWordOf, type GivenPart, maybe, mayBeAmong, type Texts, textsAt, textsIn } from './texts.ts';
import { actByName, actOf, isFramework } from './verbs.ts';

/** A place where code may have an effect. */
export type SinkCall = ts.CallExpression | ts.NewExpression | ts.TaggedTemplateExpression;

/** What is known of an effect by the sink that has it. */
export interface SinkTraits extends Pick<Sink, 'isDraft' | 'isWhole' | 'program' | 'runs' | 'store' | 'target'> {
  readonly kind: EffectKind;
  /** Who has it, as people write it: `fs.rm`, `axios.post`, `Collection.deleteMany`. */
  readonly sink: string;
  /** The word that decided: the method of HTTP, the verb of SQL. */
  readonly detail?: string;
}

/** An effect of one call. */
export interface SinkEffect extends SinkTraits {
  /** It depends on what the function around is given. */
  readonly open?: OpenCondition;
}

/** Holds where one of the parts begins with one of the words. */
export interface OpenCondition {
  readonly parts: readonly GivenPart[];
  readonly firstWord: readonly string[];
  /** Something else decides too, which is not known. */
  readonly isUndecided: boolean;
}

/** What of a sink's object is called. */
interface Member {
  readonly name: string;
  readonly owner: string | undefined;
  /** Among what it is grouped with: `pulls` of `octokit.rest.pulls.create()`. */
  readonly group?: string | undefined;
}

interface SinkMember {
  readonly sink: Sink;
  readonly member: Member;
}

interface SinkIndex {
  readonly functions: ReadonlyMap<string, readonly Sink[]>;
  readonly methods: ReadonlyMap<string, readonly Sink[]>;
  /** Of methods that end in `*`, what is before it. */
  readonly prefixes: readonly (readonly [string, Sink])[];
  readonly callable: readonly Sink[];
}

const index = indexOf(builtInSinks);

/** The names of variables, parameters, fields and properties that are given something by the name of a sink. */
const namesGivenSinks = memo(
  (program: ts.Program): ReadonlySet<string> => new Set(program.getSourceFiles().flatMap((file) => givenSinksIn(file))),
);

const givenSinksIn = memo((file: ts.SourceFile): readonly string[] =>
  givenNamesIn(file).flatMap(([name, original]) => (index.functions.has(original) ? [name] : [])),
);

/** Methods whose texts are worth working out where they are not written at the call. */
const queryMethods = new Set(
  'all any batch do each exec execute executeSql executeUnsafe get iterate many none one oneOrNone prepare query queryRaw raw run sql unsafe $executeRaw $executeRawUnsafe $queryRaw $queryRawUnsafe'.split(
    ' ',
  ),
);

/** Properties of what such methods are given: `{ text: 'DELETE …', values }`. */
const queryProperties = ['sql', 'text', 'query', 'statement'];

/** Methods that are given a statement and do not run it. */
const loggingMethods = new Set('log debug info warn error trace fatal verbose notice describe'.split(' '));

/** Finds out which calls are of a sink. */
export class SinkFinder {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #evaluator: Evaluator;
  readonly #hasGeneratedClients: boolean;

  constructor(program: ts.Program) {
    this.#program = program;
    this.#compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
    this.#hasGeneratedClients = program
      .getSourceFiles()
      .some(
        (file) =>
          /\/(?:@prisma\/client|runtime)\//.test(file.fileName) && this.#compiler.packageOf(file) === '@prisma/client',
      );
  }

  /** The effects that a call has by itself: one of the program's own functions only by the statement that it is given. */
  effectsOf(call: SinkCall, isOwn: boolean): readonly SinkEffect[] {
    if (isOwn) return this.#ofSql(call);
    const effects = [...this.#modelled(call), ...this.#ofSql(call)];
    return effects.length > 0 ? effects : this.#byVerb(call);
  }

  /** The effects of a function that is handed on by its name: `paths.map(unlinkSync)`. */
  effectsOfReference(reference: ts.Expression): readonly SinkEffect[] {
    const name = syntax.lastNameOf(reference);
    if (name && (!this.#isCandidate(reference, name) || isOfCallback(reference))) return [];
    const origin = this.#promisified(reference) ?? (name && this.#functionOf(name));
    const members = origin ? membersOf(origin) : [];
    return members.flatMap(({ sink, member }) => (sink.when ? [] : effectOf(sink, member, undefined)));
  }

  #modelled(call: SinkCall): readonly SinkEffect[] {
    const callee = syntax.withoutAssertions(syntax.isTaggedTemplateExpression(call) ? call.tag : call.expression);
    const name = syntax.lastNameOf(callee);
    if (name && !this.#isCandidate(callee, name)) return [];
    return this.#sinksAt(call, callee, name).flatMap(({ sink, member }) => {
      if (sink.takesOptionsFirst && isGivenOptionsAlone(call)) return [];
      if (sink.isCode && isHarmlessCode(call, this.#program)) return [];
      if (!sink.when) return effectOf(sink, member, undefined);
      return syntax.isTaggedTemplateExpression(call) ? [] : this.#underCondition(sink, sink.when, member, call);
    });
  }

  /** What a method does that no sink names, or a command, by the verb that it is called by. */
  #byVerb(call: SinkCall): readonly SinkEffect[] {
    if (syntax.isTaggedTemplateExpression(call)) return [];
    const callee = syntax.withoutAssertions(call.expression);
    const name = syntax.lastNameOf(callee);
    const said = name ? actByName(name.text) : undefined;
    if (!name || said === undefined || said === 'nothing') return [];
    const kind = actOf(call, this.#program);
    if (kind === undefined || kind === 'nothing' || kind === 'unknown' || this.#isNamed(call, name)) return [];
    const owner = this.#compiler.resultOfCall(call).package ?? '';
    const isEntry = kind === 'write' && (databasePackages.has(owner) || isFramework(owner));
    return [{ kind, sink: nameOfCallee(callee), ...(isEntry ? { store: 'entries' } : {}) }];
  }

  /** Whether a sink names a method, though it may have a condition that does not hold. */
  #isNamed(call: ts.CallExpression | ts.NewExpression, name: syntax.ReferenceName): boolean {
    const found = this.#compiler.calleeOrigin(call);
    const origins = found ? [found.origin, ...found.receiver] : this.#memberOrigins(name);
    return sinksOfMethod(name.text).some((sink) => firstOf(origins, sink.of) !== undefined);
  }

  /** Whether a sink names what is called, and what it is given is known and is no effect: `request('GET /users')`. */
  isRuledOut(call: ts.CallExpression | ts.NewExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    const name = syntax.lastNameOf(callee);
    if (!name || !this.#isCandidate(callee, name)) return false;
    return this.#sinksAt(call, callee, name).some(({ sink: { when, runs } }) => {
      if (!when) return false;
      const { texts, parts, unknown } = this.#givenTo(call, when);
      const isIdle = runs === 'sql' ? isIdleStatement : firstWordOf;
      return parts.length + unknown.length === 0 && texts.length > 0 && texts.every((text) => isIdle(text));
    });
  }

  #underCondition(
    sink: Sink,
    condition: Condition,
    member: Member,
    call: ts.CallExpression | ts.NewExpression,
  ): readonly SinkEffect[] {
    const { firstWord } = condition;
    const { texts, parts, unknown } = this.#givenTo(call, condition);
    const word = wordAmong(texts, firstWord);
    if (word !== undefined) return effectOf(sink, member, word);
    const isUndecided = unknown.some((place) => this.wordsByType(place).some((each) => mayBeAmong(each, firstWord)));
    return parts.length > 0 || isUndecided
      ? effectOf(sink, member, undefined).map((effect) => ({
          ...effect,
          open: { parts, firstWord, isUndecided },
        }))
      : [];
  }

  /** The texts that decide about a condition. */
  #givenTo(call: ts.CallExpression | ts.NewExpression, { argument, property }: Condition): Texts {
    const value = this.#evaluator.argumentOf(call, argument);
    const found = textsAt(value, property === undefined ? [] : [property]);
    const [first] = call.arguments ?? [];
    if (!first || argument > 0 || property === undefined) return found;
    const node = syntax.withoutAssertions(first);
    const placed = (place: TypedPlace): TypedPlace => (place.node === node ? { ...place, isAddress: true } : place);
    return {
      ...found,
      parts: found.parts.map((part) => ({ ...part, place: placed(part.place) })),
      unknown: found.unknown.map(placed),
    };
  }

  /** The first words that a text may have by its type, each as {@link maybe}; {@link ANY_WORD} where that says nothing. */
  wordsByType({ node, path, isAddress }: TypedPlace): readonly string[] {
    const [property, ...deeper] = path;
    const isTyped = property !== '*' && deeper.length === 0;
    const texts = isTyped ? this.#compiler.textsByType(node, property, isAddress !== true) : undefined;
    return texts ? texts.flatMap((text) => firstWordOf(text) ?? []).map(maybe) : [ANY_WORD];
  }

  /** Cheap before dear: the checker is queried only where the name is that of a sink, or may stand for another name. */
  #isCandidate(callee: ts.Expression, { text }: syntax.ReferenceName): boolean {
    if (syntax.isIdentifier(callee)) {
      const binding = bindingOf(callee);
      return binding ? !isOwnFunction(binding) : index.functions.has(text);
    }
    if (index.functions.has(text) || index.methods.has(text)) return true;
    if (index.prefixes.some(([prefix]) => text.startsWith(prefix))) return true;
    if (mayHoldPromisified(text, this.#program) || namesGivenSinks(this.#program).has(text)) return true;
    return syntax.isPropertyAccessExpression(callee) && callee.expression.kind === syntax.SyntaxKind.ThisKeyword;
  }

  #sinksAt(call: SinkCall, callee: ts.Expression, name: syntax.ReferenceName | undefined): readonly SinkMember[] {
    const original = this.#promisified(callee) ?? this.#withOptions(callee) ?? functionConstructorAt(callee);
    if (original) return membersOf(original);
    if (!name) return [];
    const found = this.#calleeOrigin(call, name) ?? this.#compiler.untypedOriginOf(callee);
    if (found && found.method === undefined) return membersOf(found.origin);
    const method = found?.method ?? name.text;
    const candidates = sinksOfMethod(method);
    const known = found ? [found.origin, ...found.receiver] : [];
    const origins = known.length > 0 || candidates.length === 0 ? known : this.#memberOrigins(name);
    const members = candidates.flatMap((sink) => {
      const owner = firstOf(sink.by === 'result' ? this.#resultOrigins(call) : origins, sink.of);
      const group = sink.isGrouped === true ? groupOf(callee) : undefined;
      return owner ? [{ sink, member: { name: method, owner: owner.name, group } }] : [];
    });
    // The default import of a package without types may be a CommonJS module: `fse.remove(path)`.
    const exported = found?.receiver.some(({ name }) => name === SOME_VALUE)
      ? membersOf({ ...found.origin, name: method })
      : [];
    const own = found ? [...members, ...exported] : [...members, ...this.#callsOfObject(callee, method)];
    return own.length > 0 ? own : this.#held(callee, name);
  }

  /** `this.run(command)` of `class Shell { private run = execSync; … }` */
  #held(callee: ts.Expression, { text }: syntax.ReferenceName): readonly SinkMember[] {
    if (!namesGivenSinks(this.#program).has(text)) return [];
    const isSink = (origin: Origin): boolean => membersOf(origin).length > 0;
    return exportsHeldInPlace(callee, isSink, this.#program).flatMap((origin) => membersOf(origin));
  }

  #calleeOrigin(call: SinkCall, name: syntax.ReferenceName): CalleeOrigin | undefined {
    if (!syntax.isTaggedTemplateExpression(call)) return this.#compiler.calleeOrigin(call);
    const origin = this.#compiler.originOfName(name);
    return origin && { origin, method: undefined, receiver: [] };
  }

  /** The package of a member of an object without a named type, as which SDKs group their functions. */
  #memberOrigins(name: syntax.ReferenceName): readonly Origin[] {
    const origin = this.#compiler.originOfName(name);
    return origin ? [{ ...origin, name: '' }] : [];
  }

  #resultOrigins(call: SinkCall): readonly Origin[] {
    return this.#hasGeneratedClients ? this.#compiler.originsOf(call) : [];
  }

  /** `api('/users', { method: 'POST' })` where `api` is an instance. */
  #callsOfObject(callee: ts.Expression, name: string): readonly SinkMember[] {
    const origins = this.#compiler.originsOf(callee);
    return index.callable.flatMap((sink) => {
      const owner = firstOf(origins, sink.of);
      return owner ? [{ sink, member: { name, owner: owner.name } }] : [];
    });
  }

  /** Which function of a module a name stands for, also where it was taken out of `await import('…')`. */
  #functionOf(name: syntax.ReferenceName): Origin | undefined {
    const origin = this.#compiler.originOfName(name);
    return origin && membersOf(origin).length > 0
      ? origin
      : (this.#compiler.originOfFunction(name) ?? this.#untypedExport(name));
  }

  /** Of `promisify(exec)`, and of a variable, field, property or parameter that holds it, what `exec` is. */
  #promisified(reference: ts.Expression): Origin | undefined {
    const original = promisifiedBy(reference, this.#program);
    const name = original && syntax.lastNameOf(original);
    return name && this.#functionOf(name);
  }

  /** Of `execa({ shell: true })`, and of a constant that holds it, what `execa` is. */
  #withOptions(reference: ts.Expression): Origin | undefined {
    const call = constantValueOf(reference);
    const name = isGivenOptionsAlone(call) ? syntax.lastNameOf(call.expression) : undefined;
    const origin = name && this.#functionOf(name);
    return origin && membersOf(origin).some(({ sink }) => sink.takesOptionsFirst) ? origin : undefined;
  }

  /** What a name stands for that is an export of a module without types. */
  #untypedExport(name: syntax.ReferenceName): Origin | undefined {
    const { parent } = name;
    const reference = syntax.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
    const found = syntax.isExpression(reference) ? this.#compiler.untypedOriginOf(reference) : undefined;
    return found?.method === undefined ? found?.origin : undefined;
  }

  // ── statements in SQL ──────────────────────────────────────────────────────────────────────────────────────────

  /** What a statement says that a call is given, whoever it is given to. */
  #ofSql(call: SinkCall): readonly SinkEffect[] {
    if (syntax.isNewExpression(call)) return [];
    const callee = syntax.withoutAssertions(syntax.isTaggedTemplateExpression(call) ? call.tag : call.expression);
    const name = syntax.lastNameOf(callee);
    if (name && loggingMethods.has(name.text)) return [];
    const texts = syntax.isTaggedTemplateExpression(call)
      ? textsIn(this.#evaluator.valueOf(call)).texts
      : call.arguments.slice(0, 3).flatMap((each) => this.#queryTexts(each, name?.text));
    const found = texts.flatMap((text) => sqlEffectOf(text) ?? []);
    if (found.length === 0 || (syntax.isCallExpression(call) && this.#isOfLanguage(call))) return [];
    const sink = nameOfCallee(callee);
    return found.map(({ kind, verb }) => ({ kind, sink, detail: verb, ...traitsOfStatement(verb) }));
  }

  #queryTexts(argument: ts.Expression, method: string | undefined): readonly string[] {
    const node = syntax.withoutAssertions(argument);
    // A tagged template is looked at where it stands.
    if (syntax.isTaggedTemplateExpression(node)) return [];
    const isWritten =
      syntax.isStringLiteralLike(node) ||
      syntax.isTemplateExpression(node) ||
      (syntax.isBinaryExpression(node) && node.operatorToken.kind === syntax.SyntaxKind.PlusToken);
    if (!isWritten && (method === undefined || !queryMethods.has(method))) return [];
    const value = this.#evaluator.valueOf(node);
    return syntax.isObjectLiteralExpression(node)
      ? queryProperties.flatMap((property) => textsAt(value, [property]).texts)
      : textsIn(value).texts;
  }

  /** `text.includes('DELETE FROM …')`, `console.log(…)`. */
  #isOfLanguage(call: ts.CallExpression): boolean {
    const origin = this.#compiler.calleeOrigin(call)?.origin;
    if (!origin) return isText(syntax.withoutAssertions(call.expression));
    return origin.package === 'typescript' || (origin.package.startsWith('node:') && origin.package !== 'node:sqlite');
  }
}

/** `execa({ shell: true })` */
function isGivenOptionsAlone(call: ts.Node): call is ts.CallExpression {
  if (!syntax.isCallExpression(call) || call.arguments.length !== 1) return false;
  const [options] = call.arguments;
  return options !== undefined && syntax.isObjectLiteralExpression(syntax.withoutAssertions(options));
}

/** `eval(text)`, `new Function('x', body)`. What names the parameters is not run. */
function isHarmlessCode(call: SinkCall, program: ts.Program): boolean {
  if (syntax.isTaggedTemplateExpression(call)) return false;
  const code = call.arguments?.at(-1);
  // A function that is written out is what the author wrote, and so no more harmless than others.
  return (
    code !== undefined && !syntax.isStringLiteralLike(syntax.withoutAssertions(code)) && isArithmetic(code, program)
  );
}

/** The first of the words that one of the texts begins with. */
function wordAmong(texts: readonly string[], words: readonly string[]): string | undefined {
  return texts.map(firstWordOf).find((word) => word !== undefined && words.includes(word));
}

function isOwnFunction(binding: ts.Node): boolean {
  if (syntax.isFunctionLike(binding) || syntax.isClassLike(binding)) return true;
  const value = syntax.isVariableDeclaration(binding) && binding.initializer;
  return value ? syntax.isFunctionLike(syntax.withoutAssertions(value)) : false;
}

/** A callback gives on what it is given, which is seldom a function and dear to find out. */
function isOfCallback(reference: ts.Expression): boolean {
  const binding = syntax.isIdentifier(reference) ? bindingOf(reference) : undefined;
  return binding !== undefined && isUntypedParameter(binding);
}

function isText(callee: ts.Expression): boolean {
  return (
    syntax.isPropertyAccessExpression(callee) &&
    (syntax.isStringLiteralLike(callee.expression) || syntax.isArrayLiteralExpression(callee.expression))
  );
}

/** `INSERT` and `UPDATE` change rows; what changes tables, or the rights to them, changes more. */
function traitsOfStatement(verb: string): Pick<Sink, 'isWhole' | 'store'> {
  if (verb === 'DROP' || verb === 'TRUNCATE') return { isWhole: true };
  return ['ALTER', 'COPY', 'CREATE', 'INSERT', 'MERGE', 'REPLACE', 'UPDATE', 'UPSERT'].includes(verb)
    ? { store: 'entries' }
    : {};
}

function effectOf(
  { effect: kind, label, of, methods, target, program, runs, store, isDraft, isWhole }: Sink,
  { name: member, owner, group }: Member,
  word: string | undefined,
): SinkEffect[] {
  const [module = ''] = of.packages;
  const isBuiltIn = !methods && module.startsWith('node:') && !/^[A-Z]/.test(member);
  const object = label ?? (isBuiltIn ? module.slice('node:'.length) : owner);
  const isItself = methods && !methods.includes(member) && methods.includes('()');
  const names = [object, ...(isItself ? [] : [group, member])];
  const sink = names.filter((each) => each !== undefined).join('.');
  return [
    {
      kind,
      sink,
      ...(word === undefined ? {} : { detail: word }),
      ...(target ? { target } : {}),
      ...(program ? { program } : {}),
      ...(runs ? { runs } : {}),
      ...(store ? { store } : {}),
      ...(isDraft ? { isDraft } : {}),
      ...(isWhole ? { isWhole } : {}),
    },
  ];
}

function groupOf(callee: ts.Expression): string | undefined {
  const receiver = syntax.isPropertyAccessExpression(callee) && syntax.withoutAssertions(callee.expression);
  return receiver && syntax.isPropertyAccessExpression(receiver) ? receiver.name.text : undefined;
}

/** How long the name of a sink may be. */
const MAX_NAME = 40;

function nameOfCallee(callee: ts.Expression): string {
  const text = callee
    .getText()
    .replace(/\s*\n\s*/g, '')
    .replace(/\s+/g, ' ');
  return text.length <= MAX_NAME ? text : (endOf(callee) ?? 'a query');
}

/** The last names of a long callee: `users.drafts.create` of `services.gmail(account).users.drafts.create`. */
function endOf(callee: ts.Expression): string | undefined {
  const name = syntax.lastNameOf(callee)?.text;
  const node = syntax.withoutAssertions(callee);
  const before = syntax.isPropertyAccessExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  const start = before && syntax.isPropertyAccessExpression(before) ? endOf(before) : undefined;
  if (name === undefined || start === undefined || start.length + name.length >= MAX_NAME) return name;
  return `${start}.${name}`;
}

function firstOf(origins: readonly Origin[], of: Sink['of']): Origin | undefined {
  const isAny = of.names.includes('*');
  const [name = ''] = of.names;
  return origins
    .map((origin) => (origin.name === SOME_VALUE ? { ...origin, name } : origin))
    .find((origin) => matches(isAny ? { ...origin, name: '*' } : origin, of));
}

function membersOf(origin: Origin): readonly SinkMember[] {
  const name = origin.name.replace(/\$\d+$/, '');
  const sinks = (index.functions.get(name) ?? []).filter(({ of }) => matches(origin, of));
  return sinks.map((sink) => ({ sink, member: { name, owner: undefined } }));
}

function sinksOfMethod(method: string): readonly Sink[] {
  const named = index.methods.get(method) ?? [];
  return [...named, ...index.prefixes.flatMap(([prefix, sink]) => (method.startsWith(prefix) ? [sink] : []))];
}

function indexOf(sinks: readonly Sink[]): SinkIndex {
  const functions = new Map<string, Sink[]>();
  const methods = new Map<string, Sink[]>();
  const prefixes: [string, Sink][] = [];
  const callable: Sink[] = [];
  const add = (map: Map<string, Sink[]>, name: string, sink: Sink): void => {
    map.set(name, [...(map.get(name) ?? []), sink]);
  };
  for (const sink of sinks) {
    if (!sink.methods) for (const name of sink.of.names) add(functions, name, sink);
    for (const method of sink.methods ?? []) {
      if (method === '()') callable.push(sink);
      else if (method.endsWith('*')) prefixes.push([method.slice(0, -1), sink]);
      else add(methods, method, sink);
    }
  }
  return { functions, methods, prefixes, callable };
}
