import { memo } from '../../memo.ts';
import { builtInProtocols } from '../../models/sessions/index.ts';
import type { CalleeRef, ExportRef, Protocol } from '../../models/sessions/protocol.ts';
import {
  type SharingEffect,
  type SingleClientObject,
  objectFactories,
  sharingEffects,
  singleClientObjects,
} from '../../models/sharing/single-client.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  calleeOriginOf,
  callsIn,
  compilerOf,
  constantValueOf,
  declarationOf,
  filesReaching,
  isInside,
  omitsOption,
  matches,
  originsAt,
  syntax,
  usesOf,
  writtenFor,
} from '../../type-utils/index.ts';
import { type EntryPoint, type EntryPoints, entryPointsOf } from '../../program/lifetimes/entry-points.ts';
import {
  type CallSite,
  callSitesOf,
  constructionsOf,
  functionsAround,
  isLazyAssignment,
  valueOf,
} from '../../program/values/functions.ts';
import {
  type FieldHolder,
  type Holder,
  argumentHeldBy,
  fillingsOf,
  hasInitializer,
  holderOf,
  injectedBy,
  originOfHolder,
  propertyIn,
  returnsOf,
} from '../../program/lifetimes/owners.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf } from '../../program/control/control.ts';
import { runsOnce } from '../../program/lifetimes/once.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { isInTest } from '../../program/values/test-code.ts';

/** An object that serves one client and is bound to a client by code that runs once for each. */
export interface SharedServer {
  readonly effect: SharingEffect;
  /** What binds it: a call, or the value that a factory returns. */
  readonly node: ts.Node;
  /** The object, as that code names it. */
  readonly value: ts.Expression;
  /** The method or function that binds it. */
  readonly op: string;
  /** Where the object is made, or handed to the code that shares it. */
  readonly place: ts.Node;
  /** Whether `place` makes it. */
  readonly made: boolean;
  /** What runs once per client. */
  readonly entry: EntryPoint;
}

/** Finds shared servers. */
export interface SharedServerFinder {
  /** The servers that the calls of a file share, in the order of the text. */
  readonly sharedIn: (file: ts.SourceFile) => readonly SharedServer[];
}

type Creation = ReturnType<typeof originOfHolder>;

interface Sharing {
  readonly holder: Holder;
  readonly entry: EntryPoint;
}

type Frequency = 'per request' | 'once' | 'unknown';

/** Calls between the one that binds the object and the entry point. */
const MAX_CALLS = 6;

/**
 * The finder for a program, made once for the same array of protocols. `registrars` are the user's functions or methods whose callbacks run once per request; what
 * serves one client follows from the protocols' `perConnection` and from the models.
 */
export function sharedServerFinder(
  program: ts.Program,
  protocols: readonly Protocol[],
  registrars: readonly CalleeRef[],
): SharedServerFinder {
  return finderFor(program, protocols, JSON.stringify(registrars));
}

/** Registrars stand in options, of which each file has a copy of its own. */
const finderFor = memo((program: ts.Program, protocols: readonly Protocol[], registrars: string) => {
  const objects = [...singleClientObjects, ...protocols.flatMap(perConnectionObjects)];
  return createFinder(program, objects, entryPointsOf(program, JSON.parse(registrars) as readonly CalleeRef[]));
});

function perConnectionObjects({ subjects, perConnection }: Protocol): readonly SingleClientObject[] {
  if (perConnection === undefined) return [];
  return subjects.flatMap((subject) => {
    const known = sharingEffects.filter(({ packages }) => packages.some((name) => subject.packages.includes(name)));
    return [...known, { ...subject, effect: 'sharesSession' as const }].map(({ effect, ...ref }) => ({
      subjects: [{ ...ref, names: subject.names }],
      methods: [perConnection],
      takenBy: [],
      effect,
    }));
  });
}

function createFinder(
  program: ts.Program,
  objects: readonly SingleClientObject[],
  entryPointOf: EntryPoints,
): SharedServerFinder {
  if (!usesAny(program, objects)) return { sharedIn: () => [] };
  const names = new Set([
    ...objects.flatMap(({ methods, takenBy }) => [...methods, ...takenBy.flatMap((callee) => callee.names)]),
    ...objectFactories.flatMap(({ callee }) => callee.names),
  ]);
  const sources = [
    ...objects.flatMap(({ subjects, takenBy }) => [...subjects, ...takenBy]),
    ...objectFactories.map(({ callee }) => callee),
  ];
  let reaching: ReadonlySet<ts.SourceFile> | undefined;
  return { sharedIn };

  function sharedIn(file: ts.SourceFile): readonly SharedServer[] {
    reaching ??= filesReaching(program, sources);
    if (!reaching.has(file)) return [];
    return callsIn(file, (name) => names.has(name))
      .filter(syntax.isCallExpression)
      .sort((a, b) => a.end - b.end)
      .flatMap(sharedAt);
  }

  function sharedAt(call: ts.CallExpression): readonly SharedServer[] {
    if (isOfNewObject(call)) return [];
    const callee = calleeOriginOf(call, program);
    if (!callee) return [];
    if (callee.method === undefined) {
      const isOf = (ref: ExportRef) => matches(callee.origin, ref);
      return [
        ...objects.flatMap((object) => (object.takenBy.some(isOf) ? takenBy(call, object) : [])),
        ...objectFactories.flatMap((factory) =>
          isOf(factory.callee) ? returnedTo(call, factory.argument, factory.property) : [],
        ),
      ];
    }
    const { method, origin, receiver } = callee;
    const access = syntax.withoutAssertions(call.expression);
    if (!syntax.isPropertyAccessExpression(access)) return [];
    const object = objects.find(
      ({ methods, subjects }) =>
        methods.includes(method) && subjects.some((ref) => receiver.some((each) => matches(each, ref))),
    );
    if (!object) return [];
    // A subclass of the user's with a method of its own does what it does.
    const isOwn = !object.subjects.some((ref) => matches(origin, ref)) && isDeclaredHere(access.name);
    return isOwn ? [] : shared(access.expression, call, method, object);
  }

  /** A method of what the same function has just made: known without its type, and the most frequent case. */
  function isOfNewObject({ expression }: ts.CallExpression): boolean {
    if (!syntax.isPropertyAccessExpression(expression) || !syntax.isIdentifier(expression.expression)) return false;
    const variable = bindingOf(expression.expression);
    return (
      variable !== undefined &&
      syntax.isVariableDeclaration(variable) &&
      variable.initializer !== undefined &&
      syntax.isNewExpression(valueOf(variable.initializer)) &&
      functionsAround(variable)[0] === functionsAround(expression)[0]
    );
  }

  function isDeclaredHere(name: ts.Node): boolean {
    const declaration = declarationOf(name, program);
    return declaration !== undefined && !declaration.getSourceFile().isDeclarationFile;
  }

  function shared(
    value: ts.Expression,
    node: ts.Node,
    op: string,
    object: SingleClientObject,
  ): readonly SharedServer[] {
    const sharing = search(value, node, MAX_CALLS);
    if (!sharing) return [];
    const { node: place, made } = creationOf(sharing.holder, MAX_CALLS);
    // In a test the number of clients is known.
    if (isInTest(place) || isInTest(node)) return [];
    if (object.unlessOption !== undefined) {
      if (!syntax.isNewExpression(place)) return [];
      const [options] = place.arguments ?? [];
      if (!omitsOption(options && writtenAs(options), object.unlessOption, program)) return [];
    }
    return [{ effect: object.effect, node, value, op, place, made, entry: sharing.entry }];
  }

  /** An expression, or what the constant is given that it names, where nothing is done with that but to make such objects of it. */
  function writtenAs(options: ts.Expression): ts.Expression {
    const declaration = syntax.isIdentifier(options) ? bindingOf(options) : undefined;
    const isOnlyGiven =
      declaration && usesOf(declaration, program).every((use) => syntax.isNewExpression(syntax.parentOf(use)));
    return isOnlyGiven ? constantValueOf(options) : options;
  }

  /** Where the object is made, as far as it is handed on by the only caller; else where it is handed over. */
  function creationOf(holder: Holder, calls: number): Creation {
    const here = originOfHolder(holder, program);
    const given = here.made || calls === 0 ? [] : givenFor(holder);
    const [argument] = given;
    if (!argument || given.length > 1) return here;
    const source = holderOf(argument, program);
    if (source) return creationOf(source, calls - 1);
    const value = valueOf(argument);
    return { node: value, made: syntax.isCallOrNew(value) };
  }

  function givenFor(holder: Holder): readonly ts.Expression[] {
    if (holder.lives === 'instance' && holder.declaration === holder.boundary)
      return constructionsOf(holder.boundary, program);
    const parameter = holder.lives === 'instance' ? injectedBy(holder, program) : holder;
    if (parameter?.lives !== 'parameter') return [];
    return callSitesOf(parameter.boundary, program).flatMap(({ call }) => argumentHeldBy(parameter, call) ?? []);
  }

  function takenBy(call: ts.CallExpression, object: SingleClientObject): readonly SharedServer[] {
    const values = call.arguments.flatMap((argument) => valuesIn(argument, object, MAX_CALLS));
    return values.flatMap((value) => shared(value, call, call.expression.getText(), object));
  }

  /** The expressions of an argument that stand for the object: in object literals, and in what holds or returns such: constants, fields, methods of `this`. */
  function valuesIn(argument: ts.Expression, object: SingleClientObject, steps: number): readonly ts.Expression[] {
    const value = valueOf(argument);
    if (syntax.isObjectLiteralExpression(value)) return value.properties.flatMap((each) => valuesOfProperty(each));
    const maker = syntax.isCallExpression(value) && steps > 0 ? makerOf(value) : undefined;
    if (maker) return returnsOf(maker).flatMap((each) => valuesIn(each, object, steps - 1));
    if (originsAt(value, program).some((origin) => object.subjects.some((ref) => matches(origin, ref)))) return [value];
    const name = syntax.isPropertyAccessExpression(value) ? value.name : value;
    const declaration = syntax.isMemberName(name) && steps > 0 ? declarationOf(name, program) : undefined;
    const given = declaration && onlyValueOf(declaration);
    const inside = given && valueOf(given);
    if (!inside || !syntax.isObjectLiteralExpression(inside)) return [];
    // What is made inside it lives as long as it does.
    return valuesIn(inside, object, steps - 1).map((each) => (holderOf(each, program) ? each : value));

    function valuesOfProperty(property: ts.ObjectLiteralElementLike): readonly ts.Expression[] {
      if (syntax.isPropertyAssignment(property)) return valuesIn(property.initializer, object, steps);
      if (syntax.isShorthandPropertyAssignment(property)) return valuesIn(property.name, object, steps);
      return syntax.isSpreadAssignment(property) ? valuesIn(property.expression, object, steps) : [];
    }
  }

  /** What a declaration is given, or the one thing that is assigned to a field: `this.#options = { mcpServers };` */
  function onlyValueOf(declaration: ts.Declaration): ts.Expression | undefined {
    if (hasInitializer(declaration)) return declaration.initializer;
    const [only, ...others] = syntax.isPropertyDeclaration(declaration) ? fillingsOf(declaration, program) : [];
    return others.length === 0 ? only?.right : undefined;
  }

  /** The function of the program, or the method of the same object, that a call runs without arguments: `this.options()`. */
  function makerOf(call: ts.CallExpression): syntax.FunctionLike | undefined {
    const callee = syntax.withoutAssertions(call.expression);
    const isOwn =
      syntax.isIdentifier(callee) || (syntax.isPropertyAccessExpression(callee) && isThis(callee.expression));
    const fn = isOwn && call.arguments.length === 0 ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    return fn && returnsOf(fn).every((each) => syntax.isObjectLiteralExpression(valueOf(each))) ? fn : undefined;
  }

  /** A factory that is called once per client and returns what outlives the call. */
  function returnedTo(call: ts.CallExpression, index: number, property: string | undefined): readonly SharedServer[] {
    const argument = call.arguments[index];
    const given = argument && property !== undefined ? propertyIn(argument, property) : argument;
    const fn = given && functionOf(given);
    return (fn ? returnsOf(fn) : []).flatMap((value) => {
      const origins = originsAt(value, program);
      const object = objects.find(({ subjects }) =>
        subjects.some((ref) => origins.some((origin) => matches(origin, ref))),
      );
      return object ? shared(value, value, call.expression.getText(), { ...object, effect: 'returnsShared' }) : [];
    });
  }

  function functionOf(value: ts.Expression): syntax.FunctionLike | undefined {
    const inline = valueOf(value);
    if (syntax.isFunctionLike(inline)) return inline;
    const declaration = declarationOf(inline, program);
    if (!declaration) return undefined;
    if (syntax.isFunctionLike(declaration)) return declaration;
    const held = hasInitializer(declaration) ? valueOf(declaration.initializer) : undefined;
    return held && syntax.isFunctionLike(held) ? held : undefined;
  }

  /** Whether the object outlives an entry point that leads to `at`. */
  function search(value: ts.Expression, at: ts.Node, calls: number): Sharing | undefined {
    const holder = holderOf(value, program);
    return holder && climb(holder, at, [], calls);
  }

  /**
   * Goes outward from `at`, through the functions around it and those that call them, while the object stays the same.
   * `subject` is the object that is bound, where `holder` holds what it is a field of.
   */
  function climb(
    holder: Holder,
    at: ts.Node,
    path: readonly ts.Node[],
    calls: number,
    subject: Holder = holder,
  ): Sharing | undefined {
    if (calls === 0) return undefined;
    if (holder.lives === 'instance' && !isThis(holder.instance))
      return climbInstance(holder, holder.instance, at, path, calls, subject);
    const around = functionsAround(at, holder.boundary);
    for (const fn of around) {
      const entry = entryPointOf(fn);
      if (!entry) continue;
      if (runsOnce(at, fn, subject, path, program)) return undefined;
      const found = sharingIn(holder, entry, calls);
      // Where the method of an object is registered by the object itself, that is known of its callers.
      if (found || !mayBePerRequest(holder, entry)) return found;
    }
    const outermost = around.at(-1);
    if (outermost && runsOnce(at, outermost, subject, path, program)) return undefined;
    for (const fn of around) {
      for (const site of callSitesOf(fn, program)) {
        const found = climbCaller(holder, site, [...path, fn], calls - 1, subject);
        if (found) return found;
      }
    }
    if (holder.lives !== 'parameter') return undefined;
    for (const { call } of callSitesOf(holder.boundary, program)) {
      const argument = argumentHeldBy(holder, call);
      const source = argument && holderOf(argument, program);
      const found = source && climb(source, call, [...path, holder.boundary], calls - 1);
      if (found) return found;
    }
    return undefined;
  }

  function climbCaller(
    holder: Holder,
    { call, receiver }: CallSite,
    path: readonly ts.Node[],
    calls: number,
    subject: Holder,
  ): Sharing | undefined {
    if (holder.lives === 'instance' && receiver && !isThis(receiver))
      return climbInstance(holder, receiver, call, path, calls, subject);
    return !holder.boundary || isInside(call, holder.boundary) ? climb(holder, call, path, calls, subject) : undefined;
  }

  /** As `climb`, for a field of an object other than `this`: it is shared if the object is, or what was put in is. */
  function climbInstance(
    field: FieldHolder,
    instance: ts.Expression,
    at: ts.Node,
    path: readonly ts.Node[],
    calls: number,
    subject: Holder,
  ): Sharing | undefined {
    const whole = holderOf(instance, program);
    const found = whole && climb(whole, at, path, calls - 1, subject);
    if (found) return isRenewed(field, found.entry, calls) ? undefined : { ...found, holder: field };
    const made = whole ? originOfHolder(whole, program).node : valueOf(instance);
    return syntax.isNewExpression(made) ? searchInjected(field, made, calls - 1) : undefined;
  }

  function searchInjected(field: FieldHolder, made: ts.NewExpression, calls: number): Sharing | undefined {
    const parameter = injectedBy(field, program);
    const argument = parameter && argumentHeldBy(parameter, made);
    return argument && search(argument, made, calls);
  }

  /** The entry point lies inside what the object lives for. Left to ask: is it replaced, or its owner made, per request? */
  function sharingIn(holder: Holder, entry: EntryPoint, calls: number): Sharing | undefined {
    if (isRenewed(holder, entry, calls)) return undefined;
    if (holder.lives !== 'instance') {
      // The function that makes it, and registers the entry point, may itself run once per request: an app for each.
      const isOwn =
        holder.lives === 'function' &&
        (listensOnAnyPort(holder.boundary) || frequencyOf(holder.declaration, calls) === 'per request');
      return isOwn ? undefined : { holder, entry };
    }
    const made = constructionsOf(holder.boundary, program);
    // A platform makes one for each session: a Durable Object.
    if (made.length === 0 && hasMethod(holder.boundary, 'fetch')) return undefined;
    if (made.length === 0) return mayBePerRequest(holder, entry) ? undefined : { holder, entry };
    if (made.some((each) => frequencyOf(each, calls) !== 'per request')) return { holder, entry };
    for (const each of made) {
      const found = searchInjected(holder, each, calls - 1);
      if (found) return found;
    }
    return undefined;
  }

  /** A method that is merely given a request may be that of an object made for this request. */
  function mayBePerRequest(holder: Holder, entry: EntryPoint): boolean {
    return entry.bySignature && holder.lives === 'instance' && constructionsOf(holder.boundary, program).length === 0;
  }

  /** Whether the owner is given another object once per request, or at an unknown time. */
  function isRenewed({ declaration, boundary, lives }: Holder, entry: EntryPoint, calls: number): boolean {
    return fillingsOf(declaration, program).some((assignment) => {
      const around = functionsAround(assignment, boundary);
      const isInitial = around.length === 0 || (lives === 'instance' && around.every(syntax.isConstructorDeclaration));
      if (isInitial || isLazy(assignment, declaration)) return false;
      if (around.every((fn) => fn !== entry.fn && isInside(entry.fn, fn))) return false;
      return frequencyOf(assignment, calls) !== 'once';
    });
  }

  /** `x ??= y`, inside `if (!x)`, or after `if (x) return x`. */
  function isLazy(assignment: ts.BinaryExpression, declaration: ts.Declaration): boolean {
    return (
      isLazyAssignment(assignment) ||
      branchesOf(assignment, program).some((condition) => mentions(testedBy(condition), declaration))
    );
  }

  function mentions(node: ts.Node, declaration: ts.Declaration): boolean {
    return (
      (syntax.isMemberName(node) && declarationOf(node, program) === declaration) ||
      syntax.forEachChild(node, (child) => mentions(child, declaration) || undefined) === true
    );
  }

  function frequencyOf(at: ts.Node, calls: number): Frequency {
    const around = functionsAround(at);
    const outermost = around.at(-1);
    if (around.some((fn) => entryPointOf(fn))) return 'per request';
    if (!outermost) return 'once';
    if (calls === 0) return 'unknown';
    const sites = around.map((fn) => callSitesOf(fn, program));
    if (sites.flat().some(({ call }) => frequencyOf(call, calls - 1) === 'per request')) return 'per request';
    return sites.at(-1)?.length === 0 ? 'unknown' : 'once';
  }
}

/** Whether a function listens on a port that the system chooses: it hands its address to the one client that it is for. */
function listensOnAnyPort(fn: ts.Node): boolean {
  const calls = nodesIn(fn, syntax.isMethodCall, anywhere).filter(
    ({ expression }) => expression.name.text === 'listen',
  );
  return (
    calls.length > 0 &&
    calls.every(({ arguments: [port] }) => {
      const number = port && (writtenFor(port, 'port') ?? port);
      return number !== undefined && syntax.isNumericLiteral(number) && number.text === '0';
    })
  );
}

function isThis({ kind }: ts.Node): boolean {
  return kind === syntax.SyntaxKind.ThisKeyword;
}

function hasMethod(owner: ts.Node, name: string): boolean {
  return syntax.isClassLike(owner) && owner.members.some((each) => each.name?.getText() === name);
}

/**
 * Whether the program has a package that makes such objects: without one, no call needs a look. The package of a user's
 * protocol may be the program itself.
 */
function usesAny(program: ts.Program, objects: readonly SingleClientObject[]): boolean {
  const packages = new Set(objects.flatMap(({ subjects }) => subjects.flatMap((subject) => subject.packages)));
  const installed = new Set(
    builtInProtocols.flatMap(({ subjects }) => subjects.flatMap((subject): readonly string[] => subject.packages)),
  );
  if (
    objects.some(
      ({ effect, subjects }) =>
        effect === 'sharesSession' &&
        !subjects.every(({ packages: from }) => from.every((name) => installed.has(name))),
    )
  )
    return true;
  const folders = [...packages].map((name) => `/node_modules/${name}/`);
  return program.getSourceFiles().some(({ fileName }) => folders.some((folder) => fileName.includes(folder)));
}
