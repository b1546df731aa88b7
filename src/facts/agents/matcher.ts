import { agentSdks } from '../../models/agents/index.ts';
import type { AgentSdk, CallModel, GuardPart, ToolModel } from '../../models/agents/agent-sdk.ts';
import type { CalleeRef, ExportRef } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import { exportsHeldBy } from '../../program/values/held-exports.ts';
import type { CalleeOrigin, Compiler, IndexedFunction, Origin, ts } from '../../type-utils/index.ts';
import {
  bindingNamedBy,
  bindingOf,
  calledName,
  callsIn,
  compilerOf,
  filesReaching,
  functionsIn,
  givenNamesIn,
  type GivenName,
  isCallOf,
  lastNamesOf,
  matches,
  missedRangeAt,
  syntax,
  calledBinding,
} from '../../type-utils/index.ts';
import { awaitedNamesIn, broughtNamesIn } from './brought-names.ts';
import { modelIn, type Release } from './releases.ts';

/** What a tool, an agent or a guard may be made by. */
export type Call = ts.CallExpression | ts.NewExpression;

/** The lists of an SDK by what their models describe. */
const listOf = {
  tool: 'tools',
  toolSet: 'toolSets',
  agentTool: 'agentTools',
  remote: 'remotes',
  backend: 'backends',
  agent: 'agents',
  part: 'parts',
  run: 'runs',
  registry: 'registries',
  lookUp: 'lookUps',
  lending: 'lendings',
  invocation: 'invocations',
  decision: 'decisions',
  approval: 'approvals',
  relay: 'relays',
} as const satisfies Record<string, keyof AgentSdk>;

type Kind = keyof typeof listOf;

/** The models of all SDKs by what they describe. */
export type Models = { readonly [K in Kind]: NonNullable<AgentSdk[(typeof listOf)[K]]> };

/** A model of a call. */
export interface Found<M> {
  readonly model: M;
  /** What the call is of: the package in which it is declared, in the version that is installed. */
  readonly release: Release | undefined;
}

const importing: ReadonlySet<ts.SyntaxKind> = new Set([
  syntax.SyntaxKind.ImportSpecifier,
  syntax.SyntaxKind.ImportClause,
]);

/** The models of some SDKs, by what they describe. */
export const modelsOf = memo(
  (sdks: readonly AgentSdk[]) =>
    Object.fromEntries(
      Object.entries(listOf).map(([kind, list]) => [
        kind,
        sdks.flatMap((sdk): readonly CallModel[] => sdk[list] ?? []),
      ]),
    ) as unknown as Models,
);

/** The packages of the SDKs that are built in. What a user describes may be of the project itself. */
const sdkPackages: ReadonlySet<string> = new Set(
  Object.values(modelsOf(agentSdks)).flatMap((models: readonly CallModel[]) =>
    models.flatMap(({ callee }) => callee.packages),
  ),
);

/** Whether a node is one that a tool or an agent may be made by. */
export function isCall(node: ts.Node): node is Call {
  return syntax.isCallOrNew(node);
}

/** Finds the model of a call: by its name first, then by its symbol. */
export class ModelMatcher {
  readonly models: Models;
  /** The last names of all that is modelled: a gate in front of the checker. */
  readonly names: ReadonlySet<string>;
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #byName = new Map<Kind, ReadonlyMap<string, readonly CallModel[]>>();
  readonly #packages: readonly CalleeRef[];
  #files: ReadonlySet<ts.SourceFile> | undefined;
  #aliases: ReadonlyMap<string, readonly string[]> | undefined;
  #givenNames: ReadonlySet<string> | undefined;
  #broughtNames: readonly GivenName[] | undefined;
  #heldBy: string | undefined;

  constructor(program: ts.Program, models: Models) {
    this.models = models;
    this.#program = program;
    this.#compiler = compilerOf(program);
    const names = new Set<string>();
    const packages: CalleeRef[] = [];
    for (const kind of Object.keys(models) as Kind[]) {
      const byName = new Map<string, CallModel[]>();
      for (const model of models[kind])
        for (const name of lastNamesOf(model.callee)) {
          byName.set(name, [...(byName.get(name) ?? []), model]);
          // Questions to a person are looked for only where they matter.
          if (kind !== 'decision') names.add(name);
        }
      // A question to a person makes no file one that has agents.
      if (kind !== 'decision') packages.push(...models[kind].map(({ callee }) => callee));
      this.#byName.set(kind, byName);
    }
    this.names = names;
    this.#packages = packages;
  }

  /** The files whose imports reach a modelled SDK, directly or through other files. */
  get files(): ReadonlySet<ts.SourceFile> {
    return (this.#files ??= filesReaching(this.#program, this.#packages));
  }

  /** Whether a file is the SDK's own: it runs tools after their approval, and not before. */
  isOfSdk(file: ts.SourceFile): boolean {
    const name = this.#compiler.packageOf(file);
    return name !== undefined && sdkPackages.has(name);
  }

  /** The model of what a call makes, runs or asks, without the options that the installed version does not have. */
  at<K extends Kind>(kind: K, call: Call): Models[K][number] | undefined {
    return this.installedAt(kind, call)?.model;
  }

  /** The same, with the package that the call is of, in the version that is installed. */
  installedAt<K extends Kind>(kind: K, call: Call): Found<Models[K][number]> | undefined {
    const found = this.foundAt(kind, call);
    const model = found && modelIn(found.model, found.release);
    return model && { model, release: found.release };
  }

  /** The whole model of what a call makes, runs or asks, and the package that it is matched in. */
  foundAt<K extends Kind>(kind: K, call: Call): Found<Models[K][number]> | undefined {
    const named = this.#named(call, this.#byName.get(kind) ?? new Map()) as readonly Models[K][number][];
    // A question to a person counts without types too: Node's have none where `types` is empty.
    const untyped = (): CalleeOrigin | undefined =>
      kind === 'decision' ? this.#compiler.untypedOriginOf(call.expression) : undefined;
    const origin = named.length > 0 ? (this.originOf(call) ?? untyped()) : undefined;
    const model = origin && named.find(({ callee }) => isCallOf(origin, callee));
    if (model) {
      const release = [origin.origin, ...origin.receiver].find((each) => matches(each, model.callee));
      return { model, release: release && this.#certain(release, call) };
    }
    const held = this.#heldIn(named, call);
    if (held) return held;
    // A class of the program may extend the one that makes agents.
    const isAgent = kind === 'agent' && origin !== undefined && syntax.isNewExpression(call);
    return isAgent ? this.#extendedIn(named, call) : undefined;
  }

  /** The model of a function of an SDK that a variable, parameter or field of the program holds: `run = deps.run ?? query`. */
  #heldIn<M extends CallModel>(models: readonly M[], call: Call): Found<M> | undefined {
    const functions = models.filter(({ callee }) => callee.method === undefined);
    if (functions.length === 0 || !this.mayBeHeld(call)) return undefined;
    const modelOf = (origin: Origin): M | undefined => functions.find(({ callee }) => matches(origin, callee));
    const callee = syntax.withoutAssertions(call.expression);
    const [release] = exportsHeldBy(callee, (origin) => modelOf(origin) !== undefined, this.#program);
    const model = release && modelOf(release);
    return model && { model, release: this.#certain(release, call) };
  }

  /** The names of all variables, parameters, fields and properties that are given something with a modelled name. */
  get heldBy(): string {
    return (this.#heldBy ??= [...this.#given].toSorted().join(' '));
  }

  /** Whether a variable, parameter, field or property by the name of a callee is given something that has a modelled name. */
  mayBeHeld(call: Call): call is ts.CallExpression {
    return syntax.isCallExpression(call) && this.#given.has(calledName(call) ?? '');
  }

  /** The last names of calls that run an agent. */
  get runningNames(): readonly string[] {
    return (['run', 'agent'] as const).flatMap((kind) => [...(this.#byName.get(kind)?.keys() ?? [])]);
  }

  /** The model of a class that the constructed class of the program extends. */
  extendedAt<K extends 'tool' | 'part'>(kind: K, call: Call): Models[K][number] | undefined {
    if (!syntax.isNewExpression(call)) return undefined;
    const extended = (this.models[kind] as readonly Models[K][number][]).filter(isExtended);
    const found = this.#extendedIn(extended, call);
    return found && modelIn(found.model, found.release);
  }

  /** The model of the backend that an expression is by its type: no subclass, which may do otherwise. */
  backendTypedAt(expression: ts.Node): Models['backend'][number] | undefined {
    const [origin] = this.#compiler.originsOf(expression);
    const model = origin && this.models.backend.find(({ callee }) => matches(origin, callee));
    return model && modelIn(model, origin);
  }

  #extendedIn<M extends CallModel>(models: readonly M[], call: ts.NewExpression): Found<M> | undefined {
    const origins = this.#compiler.originsOf(call);
    for (const model of models) {
      const release = model.callee.method === undefined && origins.find((origin) => matches(origin, model.callee));
      if (release) return { model, release: this.#certain(release, call) };
    }
    return undefined;
  }

  /** A release whose version is not known where the program is to run with another one than is installed. */
  #certain(release: Release, call: Call): Release {
    return missedRangeAt(call, release, this.#program) === undefined ? release : { ...release, version: undefined };
  }

  /** Whether a call is of one of these. */
  isCallOfAny(call: Call, callees: readonly CalleeRef[]): boolean {
    if (callees.length === 0) return false;
    const name = calledName(call) ?? '';
    const names = [name, ...(this.#otherNames.get(name) ?? [])];
    const isNamed = callees.some((callee) => lastNamesOf(callee).some((each) => names.includes(each)));
    const origin = isNamed || isImported(call) ? this.originOf(call) : undefined;
    return origin !== undefined && callees.some((callee) => isCallOf(origin, callee));
  }

  /** Whether a name, or a member of a namespace, is this export of a package. */
  isExport(node: ts.Node, ref: ExportRef): boolean {
    const origin = this.originOfName(node);
    return origin !== undefined && matches(origin, ref);
  }

  /** Where what a name, or a member of a namespace, stands for is declared. Undefined for all else. */
  originOfName(node: ts.Node): Origin | undefined {
    const name = syntax.isPropertyAccessExpression(node) ? node.name : node;
    return syntax.isIdentifier(name) ? this.#compiler.originOfName(name) : undefined;
  }

  /** The calls of a file that may be of something that is modelled, by their names. */
  namedCallsIn(file: ts.SourceFile): readonly Call[] {
    return callsIn(file, (name) => this.names.has(name) || this.#otherNames.has(name));
  }

  /** The models that a call may be of, by its name. */
  #named(call: Call, byName: ReadonlyMap<string, readonly CallModel[]>): readonly CallModel[] {
    const name = calledName(call);
    if (name === undefined) return [];
    const callee = syntax.withoutAssertions(call.expression);
    // A method is called on something, and nothing else is, but for what is in a namespace.
    const isName = syntax.isIdentifier(callee);
    const isMember = !isName || isTaken(callee);
    const isOnName =
      syntax.isPropertyAccessExpression(callee) && (isNameOfSpace(callee.expression) || this.#given.has(name));
    const original = this.#otherNames.get(name) ?? [];
    return [name, ...original]
      .flatMap((each) => byName.get(each) ?? [])
      .filter(({ callee: { method } }) => (method === undefined ? isName || isOnName : isMember));
  }

  /** The names that imports, exports and subclasses of the program give to something that has a modelled name. */
  get #otherNames(): ReadonlyMap<string, readonly string[]> {
    if (this.#aliases) return this.#aliases;
    const aliases = new Map<string, string[]>();
    const renamed = [...this.files].flatMap(renamesIn).concat(this.#brought.map(renamedBy));
    const questions = this.#byName.get('decision');
    // A name may be given to one that has been given: each round follows one more step.
    for (let size = -1; size !== aliases.size;) {
      size = aliases.size;
      for (const { names, original = '' } of renamed) {
        const isModelled = this.names.has(original) || questions?.has(original) === true;
        const meant = [...(isModelled ? [original] : []), ...(aliases.get(original) ?? [])];
        for (const name of names)
          if (meant.length > 0) aliases.set(name, [...new Set([...(aliases.get(name) ?? []), ...meant])]);
      }
    }
    return (this.#aliases = aliases);
  }

  /** The names of variables, parameters, fields and properties that are given something with a modelled name. */
  get #given(): ReadonlySet<string> {
    if (this.#givenNames) return this.#givenNames;
    // Nodes of files that no parser has touched do not know their parents before.
    this.#compiler.bind();
    const isModelled = ([, original]: GivenName): boolean => this.names.has(original) || this.#otherNames.has(original);
    return (this.#givenNames = new Set(
      [...this.files]
        .flatMap((file) => givenNamesIn(file))
        .concat(this.#brought)
        .filter(isModelled)
        .map(([name]) => name),
    ));
  }

  /** The functions that bring what is imported at run time, and the variables that they bring it to. */
  get #brought(): readonly GivenName[] {
    return (this.#broughtNames ??= this.#findBrought());
  }

  #findBrought(): readonly GivenName[] {
    const files = [...this.files];
    const returned = files.flatMap(broughtNamesIn);
    const functions = new Set(returned.map(([name]) => name));
    return functions.size === 0 ? [] : [...returned, ...files.flatMap((file) => awaitedNamesIn(file, functions))];
  }

  /** What a call is of. */
  readonly originOf = memo((call: Call): CalleeOrigin | undefined => this.#compiler.calleeOrigin(call));
}

/** `shell` of `const { shell } = openai.tools;` */
function isTaken(name: ts.Identifier): boolean {
  const binding = bindingOf(name);
  const pattern = binding && syntax.isBindingElement(binding) ? binding.parent : undefined;
  return (
    pattern !== undefined && syntax.isObjectBindingPattern(pattern) && syntax.isVariableDeclaration(pattern.parent)
  );
}

/** A name, or that of a namespace in one that is imported: `vscode.window`. */
function isNameOfSpace(node: ts.Expression): boolean {
  if (syntax.isIdentifier(node)) return true;
  const binding = syntax.isPropertyAccessExpression(node) ? bindingNamedBy(node.expression) : undefined;
  return binding?.kind === syntax.SyntaxKind.NamespaceImport;
}

/** A name that stands for something with another one. */
type Renamed = Pick<IndexedFunction, 'names' | 'original'>;

/** The names that the imports, exports, subclasses, variables and fields of a file give to something with another one. */
const renamesIn = memo((file: ts.SourceFile): readonly Renamed[] => [
  ...functionsIn(file).filter(({ original }) => original !== undefined),
  ...subclassesIn(file),
  ...givenNamesIn(file)
    .filter(([name, original]) => name !== original)
    .map(renamedBy),
]);

function renamedBy([name, original]: GivenName): Renamed {
  return { names: [name], original };
}

/** The classes at the top of a file that extend another one. */
function subclassesIn(file: ts.SourceFile): readonly Renamed[] {
  if (file.isDeclarationFile) return [];
  return file.statements.flatMap((statement) => {
    if (!syntax.isClassLike(statement) || !statement.name) return [];
    const extended = syntax.superclassOf(statement);
    const original = extended && syntax.lastNameOf(extended)?.text;
    return original === undefined ? [] : [{ names: [statement.name.text], original }];
  });
}

/** A name that is imported may be another one there: the user's own guards are looked for under any. */
function isImported(call: Call): boolean {
  const binding = calledBinding(call);
  return binding !== undefined && importing.has(binding.kind);
}

function isExtended(model: ToolModel | GuardPart): boolean {
  return 'guard' in model ? model.member !== undefined : model.members !== undefined;
}
