import { groupedBy } from '../../analysis/grouped.ts';
import {
  compilerOf,
  type DataProperty,
  type DataShape,
  isInside,
  namesWithin,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import {
  type InputEvent,
  isLook,
  isPrefix,
  isSamePath,
  type Look,
  type Operand,
  type Parse,
  type Read,
  sharesTool,
  type ToolNames,
  type Use,
} from './input-events.ts';
import { isOfTested, isRefused } from './input-tests.ts';
import type { Mismatch, MismatchKind } from './mismatch.ts';
import { type DeclaredSchema, partAt, type SchemaPart } from './schemas.ts';
import { plainName } from './named-values.ts';
import { conflictOf, listText, nearestName } from './shapes.ts';
import { type Refusal, refusalsIn } from './unhandled-values.ts';

/** A tool with what it is given by its declaration. */
export interface ContractTool {
  readonly name: string | undefined;
  readonly input: DeclaredSchema | undefined;
  readonly node: ts.Node;
}

/** The tools that one handler runs. */
export interface HandledTools {
  readonly tools: ReadonlyMap<string, ContractTool>;
  /** It may run tools other than these. */
  readonly isOpen: boolean;
  readonly node: ts.Node;
  readonly handler: syntax.FunctionLike;
}

/** What the schemas of some tools say of a path. */
interface Part {
  readonly tool: ContractTool;
  readonly part: SchemaPart;
}

type Declared = Part & { readonly part: Extract<SchemaPart, { readonly kind: 'declared' }> };

/** Compares what handlers do with their input to what the schemas declare. */
export class InputComparison {
  readonly #handled: HandledTools;
  readonly #events: readonly InputEvent[];
  /** By the first property of their paths. */
  readonly #byProperty: ReadonlyMap<string | undefined, readonly InputEvent[]>;
  readonly #isStrict: boolean;
  readonly #found = new Map<string, Mismatch>();
  readonly #reported = new Set<string>();

  constructor({ program }: AgentFacts, handled: HandledTools, events: readonly InputEvent[]) {
    this.#handled = handled;
    this.#events = events;
    this.#byProperty = groupedBy(events, ({ path: [property] }) => property);
    this.#isStrict = compilerOf(program).isStrictAboutUndefined;
  }

  mismatches(): readonly Mismatch[] {
    for (const event of this.#events) {
      if (event.kind === 'parse') this.#parse(event);
    }
    for (const event of this.#events) {
      if (event.kind === 'read') this.#read(event);
      else if (event.kind === 'use') this.#use(event);
    }
    for (const refusal of refusalsIn(this.#events)) this.#refused(refusal);
    return [...this.#found.values()];
  }

  // ── reads ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #read(read: Read): void {
    const parts = this.#partsAt(read.path, read.tools);
    if (!parts) return;
    if (parts.every(({ part }) => part.kind === 'undeclared')) {
      if (!this.#isExcused(read, parts)) this.#undeclared('undeclared', read, parts);
      return;
    }
    const declared = parts.filter(isDeclared);
    if (read.isParsed || declared.length === 0 || declared.length < parts.length) return;
    const claim = read.claim();
    if (claim) this.#claimed(read, claim, declared);
  }

  #claimed(read: Read, claim: DataProperty, declared: readonly Declared[]): void {
    const conflicts = declared.map(({ part }) => conflictOf(part.property.shape, claim.shape));
    const [conflict] = conflicts;
    if (conflict && conflicts.every((each) => each !== undefined)) {
      if (read.isCast && !conflict.isWhole) return;
      const isLookedAt = this.#isLookedAt(
        read,
        conflict.isWhole ? ['test', 'write', 'guard'] : ['test', 'write', 'guard', 'check'],
      );
      if (!isLookedAt) this.#report('type', read, declared, { declared: conflict.given, taken: conflict.taken });
    } else if (claim.isOptional === true && declared.every(({ part }) => part.property.isOptional === false))
      this.#report('required', read, declared);
  }

  /** A read that is written for input of another form: behind a test of it, or beside a declared property. */
  #isExcused(read: Read, parts: readonly Part[]): boolean {
    if (read.isParsed && !this.#isOfValidator(read)) return true;
    const container = syntax.containerOf(read.node);
    // What a function takes that the handler calls, and need not be given: others may give it.
    const isForOthers = !isInside(read.node, this.#handled.handler) && read.claim()?.isOptional === true;
    if (isForOthers && !this.#isSpelledOtherwise(read, parts)) return true;
    if (isRefused(read.node) || (this.#isOfOtherTool(read) && this.#isTestedFor(read))) return true;
    const name = read.path.at(-1) ?? '';
    const owner = read.path.slice(0, -1);
    return this.#eventsOf(read).some((event) => {
      if (event.kind === 'test' && isSamePath(event.path, owner) && isOfTested(event.node, name))
        return syntax.containerOf(event.node) === container;
      if (!isSamePath(event.path, read.path)) return isPrefix(event.path, read.path) && event.kind === 'write';
      if (event.kind === 'write') return true;
      if (event.kind === 'test') return syntax.containerOf(event.node) === container;
      return event.kind === 'operand' && this.#hasDeclaredOperand(event);
    });
  }

  /** Whether what is read runs for another tool as well, which declares it: `{ add_to_task: add, add_to_project: add }`. */
  #isOfOtherTool({ node, path }: Read): boolean {
    const near = this.#byProperty.get(path[0]) ?? [];
    return near.some((event) => {
      if (event.kind !== 'read' || event.node !== node || !isSamePath(event.path, path)) return false;
      return this.#partsAt(path, event.tools)?.some(isDeclared) ?? false;
    });
  }

  /** Whether something is done only where it is there: `if (args.task) …`. What leaves without it needs it. */
  #isTestedFor(read: Read): boolean {
    const container = syntax.containerOf(read.node);
    return this.#eventsOf(read).some(
      ({ kind, path, node }) =>
        kind === 'check' &&
        isSamePath(path, read.path) &&
        (syntax.isIfStatement(node) || syntax.isConditionalExpression(node)) &&
        syntax.containerOf(node) === container &&
        // What a pattern takes is used elsewhere.
        (syntax.isBindingElement(read.node) || isInside(read.node, node)),
    );
  }

  /** Whether a property that a validator gave back is one that it takes: others it makes itself. */
  #isOfValidator(read: Read): boolean {
    const { path } = read;
    return this.#eventsOf(read).some((event) => {
      if (event.kind !== 'parse' || !isPrefix(event.path, path) || event.path.length === path.length) return false;
      return partAt(event.takes, path.slice(event.path.length)).kind === 'declared';
    });
  }

  /** `args.path ?? args.file_path` */
  #hasDeclaredOperand({ of, path }: Operand): boolean {
    return this.#events.some((event) => {
      if (event.kind !== 'operand' || event.of !== of || isSamePath(event.path, path)) return false;
      return this.#partsAt(event.path, event.tools)?.some(isDeclared) ?? false;
    });
  }

  // ── uses ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #use(use: Use): void {
    const parts = this.#partsAt(use.path, use.tools);
    if (!parts || use.isParsed) return;
    const declared = parts.filter(isDeclared);
    if (declared.length < parts.length) return;
    const isOptional = use.path.length > 0 && declared.every(({ part }) => part.property.isOptional === true);
    if (isOptional) this.#optional(use, declared);
    else if (declared.every(({ part }) => part.property.shape.properties)) {
      const takes = use.takes();
      if (takes && takes !== 'value') this.#needed(use, takes, declared);
    }
  }

  /** A part that may be missing, where it has to be there. */
  #optional(use: Use, declared: readonly Declared[]): void {
    const claims = this.#eventsOf(use).filter(
      (event): event is Read => event.kind === 'read' && isSamePath(event.path, use.path),
    );
    if (claims.length === 0) return;
    const stated = claims.flatMap((read) => read.claim() ?? []);
    // The compiler checks what is said to be optional.
    if (stated.some(({ isOptional }) => isOptional !== false)) return;
    if (use.isOperand && stated.length === 0) return;
    if (this.#isLookedAt(use, ['check', 'guard', 'test', 'write'])) return;
    const takes = use.takes();
    if (takes !== 'value') {
      if (!this.#isStrict || !takes?.kinds || takes.kinds.size === 0 || takes.kinds.has('undefined')) return;
    }
    this.#report('optional', use, declared);
  }

  /** The whole input, or an object of it, where an object with some properties has to be. */
  #needed(use: Use, takes: DataShape, declared: readonly Declared[]): void {
    if (!this.#isStrict || takes.kinds?.size !== 1 || !takes.kinds.has('object')) return;
    const properties = [...(takes.properties ?? [])];
    // An object with methods is no input.
    if (properties.some(([, { shape }]) => shape.kinds?.has('function'))) return;
    for (const [name, { isOptional }] of properties) {
      if (isOptional !== false) continue;
      this.#lacking({ ...use, path: [...use.path, name] }, declared, 'needed');
    }
  }

  #lacking(event: Use | Parse, declared: readonly Declared[], verb: 'needed' | 'parsed'): void {
    const inner = this.#partsAt(event.path, event.tools);
    if (!inner || inner.length < declared.length) return;
    if (this.#isLookedAt(event, verb === 'needed' ? ['check', 'guard', 'test', 'write'] : ['write'])) return;
    if (inner.every(({ part }) => part.kind === 'undeclared')) this.#undeclared(`${verb}Undeclared`, event, inner);
    else if (inner.every((each) => isDeclared(each) && each.part.property.isOptional === true))
      this.#report(`${verb}Optional`, event, inner.filter(isDeclared));
  }

  // ── values ─────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Texts that all schemas list for a property, and that the handler refuses: it has a branch for others of them. */
  #refused({ look, node, handled }: Refusal): void {
    const parts = this.#partsAt(look.path, look.tools)?.filter(isDeclared) ?? [];
    const listed = parts.map(({ part }) => textsListedIn(part.property.shape));
    const [first, ...others] = listed;
    if (!first || listed.includes(undefined)) return;
    const common = [...first].filter((text) => others.every((texts) => texts?.has(text)));
    const refused = common.filter((text) => !handled.has(text));
    if (refused.length === 0 || refused.length === common.length) return;
    this.#report('unhandled', { ...look, node }, parts, { taken: listText(refused) });
  }

  // ── validators ─────────────────────────────────────────────────────────────────────────────────────────────────

  #parse(parse: Parse): void {
    const parts = this.#partsAt(parse.path, parse.tools);
    const declared = parts?.filter(isDeclared);
    if (!parts || !declared || declared.length < parts.length) return;
    if (!declared.every(({ part }) => part.property.shape.properties)) return;
    for (const [name, { isOptional, shape }] of parse.takes.properties ?? []) {
      const inner = { ...parse, path: [...parse.path, name] };
      if (isOptional === false && shape.kinds) this.#lacking(inner, declared, 'parsed');
      const members = this.#partsAt(inner.path, inner.tools)?.filter(isDeclared) ?? [];
      const conflicts = members.map(({ part }) => conflictOf(part.property.shape, shape));
      const [conflict] = conflicts;
      if (conflict && members.length === parts.length && conflicts.every((each) => each?.isWhole === true))
        this.#report('type', inner, members, { declared: conflict.given, taken: conflict.taken });
    }
  }

  // ── what the schemas say ───────────────────────────────────────────────────────────────────────────────────────

  /** What the schemas of some tools say of a path. Undefined: they are not all known. */
  #partsAt(path: readonly string[], names: ToolNames): readonly Part[] | undefined {
    const { tools, isOpen } = this.#handled;
    if (!names && isOpen) return undefined;
    const among = [...(names ?? tools.keys())].map((name) => tools.get(name));
    if (among.length === 0) return undefined;
    const parts: Part[] = [];
    for (const tool of among) {
      if (!tool?.input) return undefined;
      const part = partAt(tool.input.output, path);
      // What is in a part that is not declared was reported there.
      parts.push({ tool, part });
    }
    return parts.some(({ part }) => part.kind === 'unknown') ? undefined : parts;
  }

  /** Whether code looks at a part, or at what it is in, so that it does not rely on it. */
  #isLookedAt(at: InputEvent, kinds: readonly Look['kind'][]): boolean {
    const { path } = at;
    return this.#eventsOf(at).some((event) => {
      if (!isLook(event) || !kinds.includes(event.kind)) return false;
      const isInside = event.kind === 'guard' || event.kind === 'write';
      return isInside ? isPrefix(event.path, path) : isSamePath(event.path, path);
    });
  }

  /** What the handler does with the same property of its input, or with the whole, for one of the same tools. */
  #eventsOf(at: InputEvent): readonly InputEvent[] {
    const near = [undefined, at.path[0]].flatMap((property) => this.#byProperty.get(property) ?? []);
    return near.filter((event) => sharesTool(event, at));
  }

  #undeclared(kind: MismatchKind, event: InputEvent, parts: readonly Part[]): void {
    const names = this.#isOneOfSeveral(event) ? [] : this.#neverRead(parts);
    this.#report(kind, event, parts, { nearest: nearestName(event.path.at(-1) ?? '', names) });
  }

  /** `input.title ?? input.name`, which reads whatever a tool of several may have: another name is not meant. */
  #isOneOfSeveral({ node, path }: InputEvent): boolean {
    let whole = node;
    for (let at = node.parent; !syntax.isStatement(at); at = at.parent)
      if (syntax.isEither(at)) whole = at;
      else if (!syntax.isAccess(at) && !syntax.isParenthesizedExpression(at) && !syntax.isAsExpression(at)) break;
    return (
      whole !== node &&
      this.#events.some(
        (other) => other.kind === 'read' && !isSamePath(other.path, path) && isInside(other.node, whole),
      )
    );
  }

  /** `dueDate` for `due_date`, which is declared, and which nothing reads. */
  #isSpelledOtherwise({ path }: Read, parts: readonly Part[]): boolean {
    const name = path.at(-1) ?? '';
    const { handler } = this.#handled;
    return this.#neverRead(parts).some(
      (each) => plainName(each) === plainName(name) && namesWithin(handler, each).length === 0,
    );
  }

  /** The properties that are declared beside one that is not, as far as nothing reads a property of their names. */
  #neverRead(parts: readonly Part[]): readonly string[] {
    const owners = parts.flatMap(({ part }) => (part.kind === 'undeclared' ? [part.owner] : []));
    const taken = new Set(this.#events.filter(({ kind }) => kind === 'read').map(({ path }) => path.at(-1)));
    return owners.flatMap(({ properties }) => [...(properties?.keys() ?? [])].filter((each) => !taken.has(each)));
  }

  #report(
    kind: MismatchKind,
    { node, path }: InputEvent,
    parts: readonly Part[],
    more: Pick<Mismatch, 'declared' | 'nearest' | 'taken'> = {},
  ): void {
    const tools = parts.flatMap(({ tool }) => tool.name ?? []);
    // One line of a schema, or of the handler, has to change: not each place that reads it.
    const key = [path.join('.'), ...tools].join(' ');
    if (this.#reported.has(key)) return;
    if (kind !== 'required') this.#reported.add(key);
    const [first] = parts;
    const declared = first && isDeclared(first) ? first.part.property.node : undefined;
    // A function that several tools share is one place.
    const place = [kind, path.join('.'), node.getSourceFile().fileName, node.pos, node.end].join(' ');
    const known = this.#found.get(place);
    this.#found.set(place, {
      kind,
      node,
      tool: this.#handled.node,
      path,
      schema: declared ?? first?.tool.input?.node,
      ...more,
      ...known,
      tools: [...new Set([...(known?.tools ?? []), ...tools])],
    });
  }
}

function isDeclared(part: Part): part is Declared {
  return part.part.kind === 'declared';
}

/** The texts of which a value is one. Undefined: it may be another, or something else than a text. */
function textsListedIn({ kinds, texts }: DataShape): ReadonlySet<string> | undefined {
  const isText = [...(kinds ?? [])].every((kind) => kind === 'string' || kind === 'null' || kind === 'undefined');
  return kinds?.has('string') && isText ? texts : undefined;
}
