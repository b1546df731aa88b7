import { create, each, freeze, hasOwn, keysOf, ownOption, valuesOf } from '../globals.ts';
import { auditTo } from './audit.ts';
import type { Audit, AuditedCall, AuditListener, Environment } from './audit.ts';
import { checkExpected, measureDocuments, noDocuments } from './content.ts';
import type { ContentPlace, MeasuredDocuments } from './content.ts';
import { PolicyDenied, RegistryError, shown } from './denied.ts';
import type { PolicyCode } from './denied.ts';
import type { RegistryPins } from './pins.ts';
import { isRegistry, toolIn } from './registry.ts';
import type { ClassifiedTool, Registry, RegistryPin } from './registry.ts';
import type { ToolCall } from './tool-call.ts';

/** What a call may do, as the program that makes it has decided. Of its constraints this package reads `read_only`. */
export interface CallCapability {
  readonly constraints?: { readonly read_only?: boolean };
}

/** What connector and gateway take alike. */
export interface EnforcementOptions {
  /** Of the one server, by `parseRegistry`. Either this or `registries`. */
  readonly registry?: Registry;
  /** Of several servers. */
  readonly registries?: readonly Registry[];
  /** `'production'` unless stated otherwise: unclassified tools are denied. */
  readonly environment?: Environment;
  /** Of all calls. A call may be given one that is narrower. */
  readonly capability?: CallCapability;
  readonly onAudit?: AuditListener;
  /** Milliseconds since 1970: `Date.now` unless stated otherwise. */
  readonly clock?: () => number;
}

/** A call whose tool was looked up. */
export interface ClassifiedCall extends AuditedCall {
  /** `undefined` for an unclassified tool. */
  readonly tool: ClassifiedTool | undefined;
}

/** What connector and gateway share: registries, environment, capability and audit. */
export class Enforcement {
  readonly environment: Environment;
  readonly pins: RegistryPins;
  readonly audit: Audit;
  readonly clock: () => number;
  readonly #byServer: Readonly<Record<string, Registry>>;
  readonly #isReadOnly: boolean;

  /** @throws TypeError or RegistryError where an option is not what it has to be. */
  constructor(component: 'connector' | 'gateway', options: EnforcementOptions) {
    this.environment = environmentOf(ownOption(options, 'environment'));
    this.clock = functionOf(ownOption(options, 'clock'), 'clock') ?? Date.now;
    this.#byServer = registriesByServer(options);
    this.#isReadOnly = isReadOnly(ownOption(options, 'capability'));
    this.pins = pinsOf(this.#byServer);
    const listener = functionOf(ownOption(options, 'onAudit'), 'onAudit');
    this.audit = auditTo(listener, component, this.environment, this.clock);
  }

  /** The only server, where there is one only. */
  get onlyServer(): string | undefined {
    const servers = keysOf(this.#byServer);
    return servers.length === 1 ? servers[0] : undefined;
  }

  classify(call: ToolCall): ClassifiedCall {
    const registry = this.#byServer[call.server_id];
    const tool = registry && toolIn(registry, call.tool_name);
    return { call, tool, toolClass: tool?.registered.tool_class, pin: registry?.pin };
  }

  /** Whether calls of a server's tool are not denied for what they are. */
  isCallable(serverId: string, toolName: string, mayNotWrite: boolean): boolean {
    const registry = this.#byServer[serverId];
    return this.#codeFor(registry && toolIn(registry, toolName), mayNotWrite) === undefined;
  }

  /** Whether a call may not write, by either capability. */
  isReadOnly(capability: CallCapability | undefined): boolean {
    return isReadOnly(capability) || this.#isReadOnly;
  }

  /**
   * Denies what no registry has, and what writes where it may not.
   *
   * @throws PolicyDenied TOOL_UNCLASSIFIED_DENIED or TOOL_CLASS_MISMATCH
   */
  checkClass({ call, tool, pin }: ClassifiedCall, mayNotWrite: boolean): void {
    const code = this.#codeFor(tool, mayNotWrite);
    if (code === undefined) return;
    const message = tool
      ? `${shown(call.tool_name)} of ${shown(call.server_id)} is a write tool by the registry, and the capability of this call is \`read_only\`. Use a read tool, or a capability that may write.`
      : unclassified(call, pin, this.environment);
    throw new PolicyDenied(code, message, placeOf(call));
  }

  /** Why calls of a tool are denied; `undefined` where they are not. */
  #codeFor(tool: ClassifiedTool | undefined, mayNotWrite: boolean): PolicyCode | undefined {
    if (!tool) return this.environment === 'development' && !mayNotWrite ? undefined : 'TOOL_UNCLASSIFIED_DENIED';
    return mayNotWrite && tool.registered.tool_class !== 'read' ? 'TOOL_CLASS_MISMATCH' : undefined;
  }
}

/**
 * The documents that a call sends, measured and compared with those that its caller meant. A read sends none, and what it is
 * expected to answer is compared afterwards.
 *
 * @throws PolicyDenied with a code that starts with `DOC_`
 */
export function checkSentDocuments({ call, tool, toolClass }: ClassifiedCall): MeasuredDocuments {
  const place = placeOf(call);
  const expected = call.expected_document_hashes;
  if (toolClass === 'read' && tool?.content) return noDocuments;
  const sent = tool?.content ? measureDocuments(tool.content, call.arguments ?? noArguments, place) : noDocuments;
  checkExpected(expected, sent, place);
  return sent;
}

/** Who is called, for a denial. */
export function placeOf({ server_id, tool_name }: ToolCall): ContentPlace {
  return { serverId: server_id, toolName: tool_name };
}

/** An option that is a function. */
export function functionOf<Value>(value: Value | undefined, name: string): Value | undefined {
  if (value === undefined || typeof value === 'function') return value;
  throw new TypeError(`The option \`${name}\` has to be a function.`);
}

/** A capability that a call was given, once it was checked. */
function isReadOnly(capability: CallCapability | undefined): boolean {
  if (capability === undefined) return false;
  const constraints = objectWith(capability, 'constraints');
  const readOnly: unknown = constraints === undefined ? undefined : objectWith(constraints, 'read_only');
  if (readOnly === undefined || typeof readOnly === 'boolean') return readOnly === true;
  throw new TypeError('`capability.constraints.read_only` has to be true or false.');
}

const noArguments = freeze(create(null) as Record<string, never>);

/** The own property of what has to be an object. */
function objectWith(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) throw new TypeError('`capability` has to be an object with `constraints`.'); // prettier-ignore
  return hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function environmentOf(given: unknown): Environment {
  if (given === undefined) return 'production';
  if (given === 'production' || given === 'development') return given;
  throw new TypeError("The option `environment` has to be 'production' or 'development'.");
}

function registriesByServer(options: EnforcementOptions): Readonly<Record<string, Registry>> {
  const one = ownOption(options, 'registry');
  const several = ownOption(options, 'registries');
  if ((one === undefined) === (several === undefined)) throw new TypeError('Either the option `registry` or `registries` is required, and not both.'); // prettier-ignore
  const byServer = create(null) as Record<string, Registry>;
  for (const registry of several ?? [one]) {
    if (!isRegistry(registry)) throw new TypeError('A registry has to come from `parseRegistry`.');
    if (byServer[registry.server_id]) throw new RegistryError(`There are two registries of ${shown(registry.server_id)}. Keep one.`); // prettier-ignore
    byServer[registry.server_id] = registry;
  }
  return byServer;
}

function pinsOf(byServer: Readonly<Record<string, Registry>>): RegistryPins {
  const pins = create(null) as Record<string, RegistryPin>;
  each(valuesOf(byServer), ({ server_id, pin }) => {
    pins[server_id] = pin;
  });
  return freeze(pins);
}

function unclassified(
  { server_id, tool_name }: ToolCall,
  pin: RegistryPin | undefined,
  environment: Environment,
): string {
  const subject =
    pin === undefined
      ? `No registry describes the server ${shown(server_id)}, so the class of ${shown(tool_name)} is unknown`
      : `${shown(tool_name)} is not in the registry of ${shown(server_id)}, so its class is unknown`;
  const remedy = pin === undefined ? 'Add a reviewed registry of that server' : 'Review the tool and add it there, under its exact name'; // prettier-ignore
  const why = environment === 'development' ? ', and the capability of this call is `read_only`' : '';
  return `${subject}${why}. ${remedy}.`;
}
