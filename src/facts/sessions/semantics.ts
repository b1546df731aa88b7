import { allStates, closeUnder, type Automaton, type Effects } from '../../analysis/typestate/automaton.ts';
import { PASSED, type FlowGraph, type Site, type Slot } from '../../analysis/flow-graph.ts';
import type {
  Bystander,
  CallEffect,
  Callee,
  Creation,
  OwnedSession,
  Semantics,
  Settlement,
  Uses,
} from '../../analysis/typestate/semantics.ts';
import { valueAt } from '../../multimap.ts';
import { loggerPackages, loggingMethods } from '../../models/sessions/loggers.ts';
import type { CallRule, ExportRef, Factory, Protocol } from '../../models/sessions/protocol.ts';
import type { CalleeOrigin, Compiler, Origin, ResolvedFunction, ts } from '../../type-utils/index.ts';
import {
  functionOfBinding,
  bindingOf,
  calledName,
  callIndexOf,
  compilerOf,
  filesReaching,
  hierarchyTextOf,
  isCallOf,
  isConstant,
  isGlobalName,
  KeptByFile,
  lastNamesOf,
  matches,
  namesThatMayNotReturn,
  syntax,
} from '../../type-utils/index.ts';
import { automatonOf } from './automata.ts';
import { calledOnlyAfter, onlyOpenerIn, openersOf } from './after-open.ts';
import { flowGraphOf } from '../../program/flow/lower.ts';
import { isStackMade } from '../../program/flow/stacks.ts';
import { startState } from './construction.ts';
import { MakersInFile, type SessionMakers, sessionMakersIn } from './factories.ts';
import { throwsAsBystander } from './bystanders.ts';
import { onlyValueOf } from './fields.ts';
import { type SessionOwner, type SessionOwners, sessionOwnersIn, sessionOwnersOf } from './instances.ts';
import { SelfContained } from './self-contained.ts';
import { isPromiseReturned, settlementOf } from './settlements.ts';
import { usesIn, usesInNestedFunctions, usesInScope } from './uses.ts';

/** The names by which code can touch a session: gates in front of the checker. */
export interface SessionNames {
  readonly operations: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  /** Exports that make sessions, or that act on them when called. */
  readonly callees: ReadonlySet<string>;
  /** Exports that make sessions when they are called. */
  readonly factories: ReadonlySet<string>;
}

export function sessionNamesOf(protocols: readonly Protocol[]): SessionNames {
  const factories = protocols.flatMap((p) => (p.factories ?? []).map(({ callee }) => callee));
  const calls = protocols.flatMap((p) => (p.calls ?? []).map(({ callee }) => callee));
  return {
    operations: new Set(protocols.flatMap((p) => Object.keys(p.ops))),
    views: new Set(protocols.flatMap((p) => p.views ?? [])),
    callees: new Set([...factories, ...calls].flatMap(lastNamesOf)),
    factories: new Set(factories.flatMap(lastNamesOf)),
  };
}

/** Where sessions come from: the packages of what is constructed, and of what makes sessions when it is called. */
export function sessionSourcesOf(protocols: readonly Protocol[]): readonly ExportRef[] {
  return protocols.flatMap((p) => [...p.subjects, ...(p.factories ?? []).map(({ callee }) => callee)]);
}

const makersByFile = new KeptByFile<MakersInFile>();
const ownersByFile = new KeptByFile<readonly SessionOwner[]>();

interface KnownProtocol {
  readonly protocol: Protocol;
  readonly automaton: Automaton;
}

/**
 * What the typestate engine asks about one program, answered from the models, the syntax and, last and least often, the
 * checker. Every answer is remembered: the engine asks again on each visit of a block.
 */
export class SessionSemantics implements Semantics {
  readonly names: SessionNames;
  readonly #program: ts.Program;
  readonly #sources: readonly ExportRef[];
  #makers: SessionMakers | undefined;
  #owners: SessionOwners | undefined;
  #seenByNames: string | undefined;
  /** What facts of a file rest on beside it and what it imports. */
  #rests: readonly unknown[] | undefined;
  readonly #compiler: Compiler;
  readonly #protocols: readonly KnownProtocol[];
  /** Something has no methods of its own: all that happens to it is that it is passed on. */
  readonly #hasSealed: boolean;
  /** Something may be taken out of what a call returns. */
  readonly #hasEmerging: boolean;
  readonly #automataLists = new Map<string, readonly Automaton[]>();
  readonly #creations = new Map<Site, Creation | undefined>();
  readonly #containedSessions = new Map<Slot, Creation | undefined>();
  readonly #foreignSessions = new Map<Slot, Creation | undefined>();
  readonly #ownedSessions = new Map<Site, readonly OwnedSession[]>();
  readonly #callEffects = new Map<Site, readonly CallEffect[]>();
  readonly #callees = new Map<Site, Callee | undefined>();
  readonly #bystanders = new Map<ts.Node, Omit<Bystander, 'sharesThis'> | undefined>();
  readonly #functionsCalled = new Map<Site, ResolvedFunction | undefined>();
  readonly #calleeOrigins = new Map<Site, CalleeOrigin | undefined>();
  readonly #neverReturning = new Map<Site, boolean>();
  readonly #total = new Map<Site, boolean>();
  readonly #selfContained: SelfContained;
  readonly #settlements = new Map<Site, Settlement | undefined>();
  readonly #exhaustive = new Map<Site, boolean>();
  readonly #uses = new Map<Site, Map<Slot, Uses | undefined>>();
  readonly #nestedUses = new Map<Site, Map<Slot, Uses | undefined>>();

  constructor(program: ts.Program, protocols: readonly Protocol[]) {
    this.#program = program;
    this.#sources = sessionSourcesOf(protocols);
    this.#compiler = compilerOf(program);
    this.#compiler.bind();
    this.#protocols = protocols.map((protocol) => ({ protocol, automaton: automatonOf(protocol) }));
    this.#hasSealed = protocols.some(({ sealed }) => sealed);
    this.#hasEmerging = protocols.some(({ emerges }) => emerges !== undefined);
    this.names = sessionNamesOf(protocols);
    this.#selfContained = new SelfContained(this.#compiler, {
      isTotal: (call) => this.neverThrows(call),
      isSession: (made) => this.creationAt(made) !== undefined,
      functionCalledBy: (call) => this.#functionCalledBy(call)?.fn,
    });
  }

  creationAt(site: Site): Creation | undefined {
    const node = site as ts.Node;
    if (syntax.isNewExpression(node)) return valueAt(this.#creations, site, () => this.#constructed(node));
    if (syntax.isBindingElement(node))
      return this.#hasEmerging ? valueAt(this.#creations, site, () => this.#emerged(node)) : undefined;
    // Most calls are none by their names, which is sooner said again than remembered.
    if (!syntax.isCallExpression(node) || !this.#mayBe(node, this.names.callees)) return undefined;
    return valueAt(this.#creations, site, () => this.#fromFactory(node));
  }

  isStackAt(site: Site): boolean {
    return isStackMade(site as ts.Node);
  }

  ownedAt(site: Site): readonly OwnedSession[] {
    const node = site as ts.Node;
    if (!syntax.isNewExpression(node) || this.#hasSealed || this.#hasEmerging) return [];
    return valueAt(this.#ownedSessions, site, () => {
      const callee = syntax.withoutAssertions(node.expression);
      const owners = this.#ownersOfSessions();
      if (!syntax.isIdentifier(callee) || !this.#mayBe(node, owners.names)) return [];
      const owner = this.#compiler.classConstructedBy(node);
      return (owner && owners.classes.get(owner)) ?? [];
    });
  }

  /** The classes that have sessions of their own, where a file of the program declares them at its top. */
  #ownersOfSessions(): SessionOwners {
    if (this.#owners) return this.#owners;
    const questions = {
      creationAt: (made: ts.Node) => this.creationAt(made),
      isOperation: (name: string) => this.names.operations.has(name),
      views: this.names.views,
    };
    const files = [...filesReaching(this.#program, this.#sources)];
    return (this.#owners = sessionOwnersOf(
      files.flatMap((file) => this.#kept(ownersByFile, file, () => sessionOwnersIn(file, questions))),
    ));
  }

  /** What is found of a file, from the program before where it is the same there. */
  #kept<Value>(all: KeptByFile<Value>, file: ts.SourceFile, compute: () => Value): Value {
    this.#rests ??= [hierarchyTextOf(this.#program), ...this.#protocols.map(({ protocol }) => protocol)];
    return all.of(file, this.#program, this.#rests, compute);
  }

  entering(slot: Slot, methods: ReadonlySet<string>): Creation | undefined {
    const isPassed = methods.has(PASSED);
    const isUsed = (isPassed && this.#hasSealed) || [...methods].some((method) => this.names.operations.has(method));
    if (!isUsed && !isPassed) return undefined;
    // What is only passed on is not worth a question to the checker.
    const contained = valueAt(this.#containedSessions, slot, () => this.#contained(slot));
    return contained ?? (isUsed ? valueAt(this.#foreignSessions, slot, () => this.#external(slot)) : undefined);
  }

  callEffectsAt(site: Site): readonly CallEffect[] {
    const node = site as ts.Node;
    if (!syntax.isCallExpression(node) && !syntax.isNewExpression(node)) return [];
    if (!this.#mayBe(node, this.names.callees)) return [];
    return valueAt(this.#callEffects, site, () => {
      const origin = this.#calleeOrigin(node);
      if (!origin) return [];
      return this.#protocols.flatMap(({ protocol, automaton }) =>
        (protocol.calls ?? [])
          .filter((rule) => isCallOf(origin, rule.callee))
          .map((rule: CallRule): CallEffect => ({
            automaton,
            takes: rule.takes,
            operation: rule.op === undefined ? undefined : automaton.operations.get(rule.op),
            gives: rule.gives,
          })),
      );
    });
  }

  calleeAt(site: Site): Callee | undefined {
    return valueAt(this.#callees, site, () => {
      const called = this.#functionRunBy(site as ts.Node);
      return called && { graph: flowGraphOf(called.fn), sharesThis: called.sharesThis };
    });
  }

  bystanderAt(site: Site): Bystander | undefined {
    if (this.#hasSealed || this.#hasEmerging || !syntax.isCallExpression(site as ts.Node)) return undefined;
    const called = this.#functionCalledBy(site as ts.CallExpression);
    const bystander = called && valueAt(this.#bystanders, called.fn, () => this.#bystander(called.fn));
    return bystander && { ...bystander, sharesThis: called.sharesThis };
  }

  #bystander(fn: syntax.FunctionLike): Omit<Bystander, 'sharesThis'> | undefined {
    const throws = throwsAsBystander(fn, (call) => this.mayTouchSessions(call));
    return throws === undefined ? undefined : { fn, isAsync: syntax.isAsync(fn), throws };
  }

  /** Whether a call may be of an operation, of what makes or takes sessions, or of what does not come back. */
  mayTouchSessions(call: ts.CallExpression | ts.NewExpression): boolean {
    if (syntax.isNewExpression(call)) return this.creationAt(call) !== undefined;
    const name = calledName(call);
    return (
      (name !== undefined && this.names.operations.has(name)) ||
      this.#mayBe(call, this.names.callees) ||
      this.mayMatter(call) ||
      this.neverReturns(call)
    );
  }

  #functionRunBy(node: ts.Node): ResolvedFunction | undefined {
    if (syntax.isPropertyAccessExpression(node)) return this.#compiler.getterRunBy(node);
    return syntax.isCallExpression(node) ? this.#functionCalledBy(node) : undefined;
  }

  #functionCalledBy(node: ts.CallExpression): ResolvedFunction | undefined {
    return valueAt(this.#functionsCalled, node, () => {
      const callee = syntax.withoutAssertions(node.expression);
      if (syntax.isIdentifier(callee)) {
        const binding = bindingOf(callee);
        // A global, a parameter or a variable: no body that is certain.
        if (!binding) return undefined;
        const fn = functionOfBinding(binding);
        if (fn && syntax.isGenerator(fn)) return undefined;
        if (fn) return { fn, sharesThis: fn.kind === syntax.SyntaxKind.ArrowFunction };
        if (!isImport(binding)) return undefined;
      } else if (!syntax.isPropertyAccessExpression(callee)) return undefined;
      else if (syntax.isIdentifier(callee.expression) && isGlobalName(callee.expression)) return undefined;
      const resolved = this.#compiler.functionCalledBy(node);
      return resolved && !syntax.isGenerator(resolved.fn) ? resolved : undefined;
    });
  }

  mayMatter(site: Site): boolean {
    const node = site as ts.Node;
    if (syntax.isPropertyAccessExpression(node)) return this.#mayMakeWhenRead(node);
    if (!syntax.isCallExpression(node)) return false;
    const name = calledName(node);
    return (name !== undefined && namesThatMayNotReturn(this.#program).has(name)) || this.mayMakeSession(node);
  }

  /** What is seen of all files by names alone, whether or not they are imported, as a text: for comparison with another program. */
  get seenByNames(): string {
    return (this.#seenByNames ??= [
      hierarchyTextOf(this.#program),
      ...[
        namesThatMayNotReturn(this.#program),
        this.#sessionMakers.names,
        this.#sessionMakers.getters,
        this.#ownersOfSessions().names,
      ].map((names) => [...names].join()),
    ].join('\n'));
  }

  get #sessionMakers(): SessionMakers {
    return (this.#makers ??= sessionMakersIn(
      filesReaching(this.#program, this.#sources),
      this.names.factories,
      callIndexOf(this.#program),
      {
        foundIn: (file) => this.#kept(makersByFile, file, () => new MakersInFile()),
        makesSession: (each) => this.creationAt(each) !== undefined,
        functionCalledBy: (each) => this.#functionCalledBy(each)?.fn,
      },
    ));
  }

  /** Whether the getter that reading a member runs may make a session. */
  #mayMakeWhenRead(access: ts.PropertyAccessExpression): boolean {
    const { functions, getters } = this.#sessionMakers;
    if (!getters.has(access.name.text)) return false;
    const getter = this.#compiler.getterRunBy(access);
    return getter !== undefined && functions.has(getter.fn);
  }

  /** Whether the function that a call runs may make a session. */
  mayMakeSession(call: ts.CallExpression): boolean {
    const makers = this.#sessionMakers;
    const name = calledName(call);
    if (name === undefined || !makers.names.has(name)) return false;
    const callee = this.#functionCalledBy(call);
    return callee !== undefined && makers.functions.has(callee.fn);
  }

  graphOf(fn: Site): FlowGraph | undefined {
    return syntax.isFunctionLike(fn as ts.Node) ? flowGraphOf(fn as ts.Node) : undefined;
  }

  mayReach(inner: Site, slot: Slot): boolean {
    const node = inner as ts.Node;
    const scope = slot.scope as ts.Node;
    return (
      'kind' in scope &&
      node.getSourceFile() === scope.getSourceFile() &&
      node.pos >= scope.pos &&
      node.end <= scope.end
    );
  }

  usesOf(fn: Site, slot: Slot): Uses | undefined {
    return rememberPair(this.#uses, fn, slot, () => usesIn(fn as ts.Node, slot, this.names.views));
  }

  usesInClosures(fn: Site, slot: Slot): Uses | undefined {
    return rememberPair(this.#nestedUses, fn, slot, () => usesInNestedFunctions(fn as ts.Node, slot, this.names.views));
  }

  neverReturns(site: Site): boolean {
    return valueAt(this.#neverReturning, site, () => {
      const node = site as ts.Node;
      return syntax.isCallExpression(node) && this.#compiler.neverReturns(node);
    });
  }

  neverThrows(site: Site): boolean {
    const node = site as ts.Node;
    return (
      syntax.isCallExpression(node) &&
      valueAt(this.#total, site, () => this.#compiler.isOfCollection(node) || this.#isOfLogger(node))
    );
  }

  isSelfContained(fn: Site): boolean {
    return syntax.isFunctionLike(fn as ts.Node) && this.#selfContained.has(fn as syntax.FunctionLike);
  }

  #isOfLogger(call: ts.CallExpression): boolean {
    if (!loggingMethods.has(calledName(call) ?? '')) return false;
    const callee = this.#calleeOrigin(call);
    return [...(callee ? [callee.origin, ...callee.receiver] : [])].some((origin) =>
      loggerPackages.has(origin.package),
    );
  }

  returnsPromise(site: Site): boolean {
    return isPromiseReturned(site as ts.Node, this.#compiler);
  }

  settlementOf(site: Site): Settlement | undefined {
    return valueAt(this.#settlements, site, () =>
      settlementOf(site as ts.Expression, {
        compiler: this.#compiler,
        functionCalledBy: (call) => this.#functionCalledBy(call),
        originOf: (call) => this.#calleeOrigin(call),
      }),
    );
  }

  isExhaustive(site: Site): boolean {
    return valueAt(this.#exhaustive, site, () => this.#compiler.isExhaustive(site as ts.SwitchStatement));
  }

  /** Whether what a session is opened over holds nothing outside of memory, so that leaving it open leaks nothing. */
  isInMemory(argument: ts.Expression, protocol: Protocol): boolean {
    const refs = protocol.inMemory ?? [];
    return (
      refs.length > 0 && this.#compiler.originsOf(argument).some((origin) => refs.some((ref) => matches(origin, ref)))
    );
  }

  // ── where sessions come from ───────────────────────────────────────────────────────────────────────────────────

  #constructed(node: ts.NewExpression): Creation | undefined {
    const callee = syntax.withoutAssertions(node.expression);
    if (syntax.isIdentifier(callee) && isGlobalName(callee)) return undefined;
    const origins = this.#compiler.originsOf(node);
    const found = this.#protocols.flatMap(({ protocol, automaton }) => {
      if ((protocol.construct === undefined && !protocol.constructWith) || !isSubject(protocol, origins)) return [];
      const state = startState(protocol, node, this.#compiler);
      return state === undefined ? [] : [{ automaton, mask: 1 << Object.keys(protocol.states).indexOf(state) }];
    });
    if (found.length === 0 || this.#overrides(node, origins)) return undefined;
    return this.#creation(found);
  }

  /** A subclass of the program that replaces an operation follows a protocol of its own. */
  #overrides(node: ts.Node, origins: readonly Origin[]): boolean {
    const [nearest] = origins;
    if (nearest && this.#protocols.some(({ protocol }) => isSubject(protocol, [nearest])))
      return !this.#compiler.isPlainInstance(node);
    const members = this.#compiler.ownMembersOf(node);
    return members.some((name) => name === 'constructor' || this.names.operations.has(name));
  }

  /** What a pattern takes out of the result of a call, by its type. */
  #emerged(node: ts.BindingElement): Creation | undefined {
    const origins = this.#compiler.originsOf(node.name);
    const found = this.#protocols.flatMap(({ protocol, automaton }) =>
      protocol.emerges !== undefined && isSubject(protocol, origins)
        ? [{ automaton, mask: 1 << Object.keys(protocol.states).indexOf(protocol.emerges) }]
        : [],
    );
    return found.length === 0 ? undefined : this.#creation(found);
  }

  #fromFactory(node: ts.CallExpression): Creation | undefined {
    const origin = this.#calleeOrigin(node);
    if (!origin) return undefined;
    const found = this.#protocols.flatMap(({ protocol, automaton }) => {
      const factory = protocol.factories?.find((f: Factory) => isCallOf(origin, f.callee));
      return factory ? [{ automaton, mask: 1 << Object.keys(protocol.states).indexOf(factory.state) }] : [];
    });
    return found.length === 0 ? undefined : this.#creation(found);
  }

  #creation(
    found: readonly { readonly automaton: Automaton; readonly mask: number }[],
    external = false,
    effects: readonly Effects[] = [],
  ): Creation {
    return {
      automata: this.#listOf(found.map((f) => f.automaton)),
      masks: found.map((f) => f.mask),
      external,
      effects,
      witnesses: undefined,
    };
  }

  /** The same list for the same automata, so that lists can be compared by identity. */
  #listOf(automata: readonly Automaton[]): readonly Automaton[] {
    return valueAt(this.#automataLists, automata.map((a) => a.id).join(' '), () => automata);
  }

  /**
   * A constant or private field that is made where it is declared and never let go: its state on entry of any function
   * is what the operations called on it anywhere can have made of it.
   */
  #contained(slot: Slot): Creation | undefined {
    const declaration = slot.declaration as ts.Node;
    const made = initializerOf(slot, declaration);
    const creation = made && this.creationAt(made);
    if (!creation) return undefined;
    const uses = usesInScope(slot, this.names.views);
    const { automata } = creation;
    const isKnown = (name: string): boolean =>
      automata.some((a) => a.operations.has(name) || a.neutral.has(name) || a.tests.has(name));
    const takesMethod = [...uses.members].some((name) => automata.some((a) => a.operations.has(name)));
    if (uses.leaks || takesMethod || ![...uses.methods].every(isKnown)) return undefined;
    const effects = automata.map((automaton) =>
      [...uses.methods].reduce((all, method) => {
        const operation = automaton.operations.get(method);
        return operation ? all | operation.callEffect | operation.settleEffect : all;
      }, 0),
    );
    const opener = onlyOpenerIn(slot.scope as ts.Node, automata);
    // What runs only behind the call that opens it has not run before.
    const late = opener ? calledOnlyAfter(opener, uses.methods, this.#program) : undefined;
    const masks = creation.masks.map((mask, i) => {
      const automaton = automata[i];
      return automaton ? closeUnder(automaton, mask, (effects[i] ?? 0) & ~effectsOf(automaton, late)) : mask;
    });
    const isUntouched = effects.every((effect) => effect === 0);
    const witnesses = masks.map((mask) =>
      Array.from({ length: 30 }, (_, state) => (isUntouched && (mask >> state) & 1 ? [made] : undefined)),
    );
    const unopened = opener
      ? creation.masks.map((mask, i) => {
          const automaton = automata[i];
          return automaton ? closeUnder(automaton, mask, (effects[i] ?? 0) & ~openingEffects(automaton)) : mask;
        })
      : undefined;
    return { ...creation, masks, effects, witnesses, unopened };
  }

  #external(slot: Slot): Creation | undefined {
    const declaration = slot.declaration as ts.Node;
    if (!('kind' in declaration)) return undefined;
    const { name = declaration } = declaration as ts.NamedDeclaration;
    const origins = this.#compiler.originsOf(name);
    const isReplaced = origins.length > 0 && this.#overrides(name, origins);
    const found = this.#protocols.flatMap(({ protocol, automaton }) =>
      (protocol.sealed || !isReplaced) && isSubject(protocol, origins)
        ? [{ automaton, mask: allStates(automaton) }]
        : [],
    );
    return found.length === 0 ? undefined : this.#creation(found, true);
  }

  // ── what is called ─────────────────────────────────────────────────────────────────────────────────────────────

  /** Whether a call can be of one of these names, through an import that renames it as well. */
  #mayBe(node: ts.CallExpression | ts.NewExpression, names: ReadonlySet<string>): boolean {
    const callee = syntax.withoutAssertions(node.expression);
    if (syntax.isPropertyAccessExpression(callee)) return names.has(callee.name.text);
    if (!syntax.isIdentifier(callee)) return false;
    if (names.has(callee.text)) return true;
    const binding = bindingOf(callee);
    return (
      binding !== undefined &&
      syntax.isImportSpecifier(binding) &&
      binding.propertyName !== undefined &&
      names.has(binding.propertyName.text)
    );
  }

  #calleeOrigin(node: ts.CallExpression | ts.NewExpression): CalleeOrigin | undefined {
    return valueAt(this.#calleeOrigins, node, () => this.#compiler.calleeOrigin(node));
  }
}

function openingEffects(automaton: Automaton): Effects {
  return openersOf(automaton).reduce((all, { callEffect, settleEffect }) => all | callEffect | settleEffect, 0);
}

/** What calls of some methods, those that configure a session, can do to it. */
function effectsOf({ operations }: Automaton, methods: ReadonlySet<string> = new Set()): Effects {
  return [...methods].reduce((all, method) => {
    const operation = operations.get(method);
    return operation?.effect === undefined ? all | (operation?.callEffect ?? 0) : all;
  }, 0);
}

/** Whether something is a session of a protocol, by where its type comes from. */
export function isSubject(protocol: Protocol, origins: readonly Origin[]): boolean {
  return origins.some((origin) => protocol.subjects.some((subject) => matches(origin, subject)));
}

/** The `new` or call that makes the session of a constant that nothing outside its scope can see. */
function initializerOf(slot: Slot, declaration: ts.Node): ts.Node | undefined {
  if (!('kind' in declaration)) return undefined;
  if (syntax.isVariableDeclaration(declaration)) {
    const isPrivate =
      (isConstant(declaration) || !slot.reassigned) &&
      syntax.isIdentifier(declaration.name) &&
      !isExportedVariable(declaration);
    // A global script's variables are visible everywhere.
    return isPrivate && declaration.initializer && !isScriptGlobal(declaration)
      ? syntax.withoutAssertions(declaration.initializer)
      : undefined;
  }
  if (slot.kind !== 'field' || !syntax.isPropertyDeclaration(declaration)) return undefined;
  if (!syntax.isPrivateMember(declaration) || syntax.hasModifier(declaration, syntax.SyntaxKind.StaticKeyword))
    return undefined;
  const made = onlyValueOf(declaration);
  return made && syntax.withoutAssertions(made);
}

function isExportedVariable(declaration: ts.VariableDeclaration): boolean {
  return syntax.hasModifier(declaration.parent.parent, syntax.SyntaxKind.ExportKeyword);
}

function isScriptGlobal(declaration: ts.VariableDeclaration): boolean {
  const container = syntax.containerOf(declaration);
  return (
    syntax.isSourceFile(container) &&
    !container.statements.some(
      (s) =>
        s.kind === syntax.SyntaxKind.ImportDeclaration ||
        s.kind === syntax.SyntaxKind.ExportDeclaration ||
        syntax.hasModifier(s, syntax.SyntaxKind.ExportKeyword),
    )
  );
}

function isImport(binding: ts.Node): boolean {
  return (
    syntax.isImportSpecifier(binding) ||
    binding.kind === syntax.SyntaxKind.ImportClause ||
    binding.kind === syntax.SyntaxKind.NamespaceImport
  );
}

function rememberPair<A, B, V>(memory: Map<A, Map<B, V>>, a: A, b: B, compute: () => V): V {
  return valueAt(
    valueAt(memory, a, () => new Map<B, V>()),
    b,
    compute,
  );
}
