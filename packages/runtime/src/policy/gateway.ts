import { freeze, ownOption } from '../globals.ts';
import type { Environment } from './audit.ts';
import { auditDenial, enforcementOf } from './connector.ts';
import type { CallOptions, Connector, Outcome } from './connector.ts';
import type { MeasuredDocuments } from './content.ts';
import { PolicyDenied, shown } from './denied.ts';
import { checkSentDocuments, Enforcement, placeOf } from './enforcement.ts';
import type { ClassifiedCall, EnforcementOptions } from './enforcement.ts';
import { checkPins, requireRegistryParity } from './pins.ts';
import type { Pinned, RegistryPins } from './pins.ts';
import type { RegistryPin } from './registry.ts';
import { readToolCall } from './tool-call.ts';
import type { ToolCall } from './tool-call.ts';

/** What `createGateway` takes. */
export interface GatewayOptions<Result> extends EnforcementOptions {
  /** The pins of all registries, in any order: a gateway with other documents is not made. */
  readonly pin: RegistryPin | readonly RegistryPin[];
  /** Where it is in the same process: calls that are authorised go to it. It has to enforce the same registries. */
  readonly connector?: Connector<Result>;
}

/** That a call may go to the connector. Deeply frozen but for the copy of the call. */
export interface Authorization extends MeasuredDocuments {
  /** The copy that was checked: what is to be sent. */
  readonly tool_call: ToolCall;
  /** By the registry. `undefined` for an unclassified tool in development. */
  readonly tool_class: 'read' | 'write' | undefined;
  readonly content_hash_alg: 'sha256';
}

/** The second place that enforces the registry, in front of the connector. Frozen. */
export interface Gateway<Result = unknown> extends Pinned {
  readonly environment: Environment;
  readonly pins: RegistryPins;
  /**
   * Checks a document of the form `tool_call.schema.json`.
   *
   * @throws PolicyDenied; McpError with code -32602 where the document is none
   */
  readonly authorize: (toolCall: unknown, options?: CallOptions) => Promise<Authorization>;
  /**
   * Checks a document, and hands the copy that it checked to the connector.
   *
   * @throws as `authorize` and the connector do; TypeError without a connector
   */
  readonly call: (toolCall: unknown, options?: CallOptions) => Promise<Outcome<Result>>;
}

/**
 * Makes a gateway.
 *
 * @throws TypeError where an option is not what it has to be; RegistryError where the registries are not those of the pins,
 *   or the connector enforces others.
 */
export function createGateway<Result = unknown>(options: GatewayOptions<Result>): Gateway<Result> {
  const enforcement = new Enforcement('gateway', options);
  const { pins, environment } = enforcement;
  const pin = ownOption(options, 'pin');
  if (pin === undefined) throw new TypeError('The option `pin` is required: `registryPin` computes it.');
  checkPins(pins, pin);
  const connector = ownOption(options, 'connector');
  if (connector !== undefined) checkConnector(connector, enforcement);

  return freeze({ environment, pins, authorize, call });

  async function authorize(toolCall: unknown, given: CallOptions = {}): Promise<Authorization> {
    return await authorization(enforcement, readToolCall(toolCall), mayNotWrite(given));
  }

  async function call(toolCall: unknown, given: CallOptions = {}): Promise<Outcome<Result>> {
    if (!connector) throw new TypeError('This gateway has no option `connector`. Give it one, or use `authorize`.');
    const isReadOnly = mayNotWrite(given);
    const { tool_call: checked } = await authorization(enforcement, readToolCall(toolCall), isReadOnly);
    const capability = freeze({ constraints: freeze({ read_only: isReadOnly }) });
    return await connector.call(checked, { capability, signal: ownOption(given, 'signal') });
  }

  function mayNotWrite(given: CallOptions): boolean {
    return enforcement.isReadOnly(ownOption(given, 'capability'));
  }
}

async function authorization(enforcement: Enforcement, call: ToolCall, isReadOnly: boolean): Promise<Authorization> {
  const { audit } = enforcement;
  const classified = enforcement.classify(call);
  const documents = await checked(enforcement, classified, isReadOnly);
  if (!classified.tool) await audit.write('warning', classified, { documents });
  await audit.write('allowed', classified, { documents });
  return freeze({
    __proto__: null,
    tool_call: call,
    tool_class: classified.toolClass,
    document_hashes: documents.document_hashes,
    batch_total_bytes: documents.batch_total_bytes,
    content_hash_alg: 'sha256',
  } as Authorization);
}

async function checked(
  enforcement: Enforcement,
  call: ClassifiedCall,
  isReadOnly: boolean,
): Promise<MeasuredDocuments> {
  try {
    enforcement.checkClass(call, isReadOnly);
    checkDeclaration(call);
    return checkSentDocuments(call);
  } catch (error) {
    await auditDenial(enforcement.audit, call, error);
    throw error;
  }
}

/** What a caller says of the class decides nothing, and a wrong word about it is denied. */
function checkDeclaration({ call, toolClass }: ClassifiedCall): void {
  const declared = call.tool_class;
  if (declared === undefined || toolClass === undefined || declared === toolClass) return;
  throw new PolicyDenied(
    'TOOL_CLASS_DECLARATION_MISMATCH',
    `The call declares ${shown(call.tool_name)} of ${shown(call.server_id)} as a ${declared} tool, and the registry has it as a ${toolClass} tool. Correct \`tool_class\` in the call, or leave it out.`,
    placeOf(call),
  );
}

function checkConnector(connector: unknown, enforcement: Enforcement): void {
  const other = enforcementOf(connector);
  if (!other) throw new TypeError('The option `connector` has to come from `createConnector`.');
  requireRegistryParity(enforcement, other);
  if (other.environment !== enforcement.environment) {
    throw new TypeError(`The gateway is for ${enforcement.environment}, and its connector for ${other.environment}. Give both the same \`environment\`.`); // prettier-ignore
  }
}
