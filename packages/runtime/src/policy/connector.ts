import { privateRecords } from '../private-records.ts';
import { jsonText } from '../json.ts';
import type { Json } from '../json.ts';
import { freeze, ownOption } from '../globals.ts';
import type { Audit, AuditDetail, Environment } from './audit.ts';
import { checkExpected, measureDocuments, noDocuments } from './content.ts';
import type { MeasuredDocuments } from './content.ts';
import { PolicyDenied, shown } from './denied.ts';
import { digests, leastSize } from './digest.ts';
import { momentOf, toolEffect, uuidv7 } from './effect.ts';
import type { ToolEffect } from './effect.ts';
import { checkSentDocuments, Enforcement, functionOf, placeOf } from './enforcement.ts';
import type { CallCapability, ClassifiedCall, EnforcementOptions } from './enforcement.ts';
import { checkPins } from './pins.ts';
import type { Pinned, RegistryPins } from './pins.ts';
import type { RegistryPin } from './registry.ts';
import { copyOfJson, readToolCall } from './tool-call.ts';
import type { ToolCall } from './tool-call.ts';

/** What a call may be given besides its document. */
export interface CallOptions {
  /** Narrows the connector's. */
  readonly capability?: CallCapability;
  /** Handed on to what runs the tool. */
  readonly signal?: AbortSignal | undefined;
}

/** What runs a tool. It gets a copy of the call, made before the checks: what was checked is what is sent. */
export type Perform<Result> = (call: ToolCall, context: CallContext) => Result | Promise<Result>;

/** What `Perform` learns besides the call. */
export interface CallContext {
  readonly signal: AbortSignal | undefined;
}

/** What a call came to. */
export interface Outcome<Result> {
  /** As the tool gave it; of a document read a copy, made before its documents were measured. */
  readonly result: Result;
  /** `undefined` for an unclassified tool, which has no class to be recorded. */
  readonly tool_effect: ToolEffect | undefined;
}

/** What `createConnector` takes. */
export interface ConnectorOptions<Result> extends EnforcementOptions {
  /** Runs the tools. `connectClient` and `guardServer` bring their own. */
  readonly call?: Perform<Result>;
  /** The pins of all registries, in any order: a connector with other documents is not made. */
  readonly pin?: RegistryPin | readonly RegistryPin[];
}

/** The place next to the tools where the registry is enforced. Frozen. */
export interface Connector<Result = unknown> extends Pinned {
  readonly environment: Environment;
  readonly pins: RegistryPins;
  /**
   * Runs a tool by a document of the form `tool_call.schema.json`, if the registry's policy allows it.
   *
   * @throws PolicyDenied; McpError with code -32602 where the document is none, or the result of a document read is not
   *   plain JSON; what the tool throws.
   */
  readonly call: (toolCall: ToolCall, options?: CallOptions) => Promise<Outcome<Result>>;
}

/** How a wrapper runs a call that it has copied itself. */
export interface Run<Result> {
  readonly perform: (call: ToolCall) => Result | Promise<Result>;
  readonly capability?: CallCapability | undefined;
  /** Whether a result says that the tool failed. Documents may be absent from it, and it may be as large as one of them. */
  readonly isFailure?: (result: Result) => boolean;
}

const enforcements = privateRecords<Connector<never>, Enforcement>();

/**
 * Makes a connector.
 *
 * @throws TypeError or RegistryError where an option is not what it has to be.
 */
export function createConnector<Result = unknown>(options: ConnectorOptions<Result>): Connector<Result> {
  const enforcement = new Enforcement('connector', options);
  const perform = functionOf(ownOption(options, 'call'), 'call');
  const pin = ownOption(options, 'pin');
  if (pin !== undefined) checkPins(enforcement.pins, pin);
  const connector: Connector<Result> = freeze({
    environment: enforcement.environment,
    pins: enforcement.pins,
    call: async (toolCall: ToolCall, given: CallOptions = {}) => {
      if (!perform) throw new TypeError('This connector has no option `call`. Give it one, or use `connectClient`.');
      const capability = ownOption(given, 'capability');
      const context = freeze({ signal: ownOption(given, 'signal') });
      // Awaited, here and where else a promise is the answer: else it would be taken over by a call of its `then`.
      return await runCall(enforcement, readToolCall(toolCall), {
        capability,
        perform: (call) => perform(call, context),
      });
    },
  });
  enforcements.set(connector as Connector<never>, enforcement);
  return connector;
}

/** What a connector enforces, for this package. `undefined` for what only looks like one. */
export function enforcementOf(connector: unknown): Enforcement | undefined {
  return enforcements.get(connector);
}

/** Checks a call that is shared with nobody, runs it, and checks its result. */
export async function runCall<Result>(
  enforcement: Enforcement,
  call: ToolCall,
  { perform, capability, isFailure }: Run<Result>,
): Promise<Outcome<Result>> {
  const { audit } = enforcement;
  const classified = enforcement.classify(call);
  let sent: MeasuredDocuments;
  try {
    enforcement.checkClass(classified, enforcement.isReadOnly(capability));
    requireIdempotencyKey(classified);
    sent = checkSentDocuments(classified);
  } catch (error) {
    await auditDenial(audit, classified, error);
    throw error;
  }
  const effectId = classified.tool && uuidv7(momentOf(enforcement.clock));
  const before = { documents: sent, effectId };
  if (!classified.tool) await audit.write('warning', classified, before);
  const allowed = audit.write('allowed', classified, before);
  if (allowed !== undefined) await allowed;

  const result = await performed(audit, classified, before, perform);
  let failed: boolean;
  let received: Received | undefined;
  try {
    failed = isFailure?.(result) === true;
    received = checkReceived(classified, result, failed);
  } catch (error) {
    if (!(error instanceof PolicyDenied)) await audit.write('failed', classified, before);
    await auditDenial(audit, classified, error, effectId);
    throw error;
  }
  const documents = received?.documents ?? sent;
  const completed = audit.write(failed ? 'failed' : 'completed', classified, { documents, effectId });
  if (completed !== undefined) await completed;
  const toolClass = classified.toolClass;
  return outcomeOf(
    received ? (received.result as Result) : result,
    effectId !== undefined && toolClass ? toolEffect(effectId, call, toolClass, documents) : undefined,
  );
}

/** Runs the tool. Of what it throws an entry is written before it is thrown on. */
async function performed<Result>(
  audit: Audit,
  classified: ClassifiedCall,
  detail: AuditDetail,
  perform: (call: ToolCall) => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await perform(classified.call);
  } catch (error) {
    await audit.write('failed', classified, detail);
    throw error;
  }
}

/** Writes an entry for what a check threw, where that is a denial. */
export async function auditDenial(
  audit: Audit,
  classified: ClassifiedCall,
  error: unknown,
  effectId?: string,
): Promise<void> {
  if (!(error instanceof PolicyDenied)) return;
  await audit.write('denied', classified, { documents: noDocuments, code: error.code, effectId });
}

function requireIdempotencyKey({ call, toolClass }: ClassifiedCall): void {
  if (toolClass !== 'write' || call.idempotency_key !== undefined) return;
  throw new PolicyDenied(
    'IDEMPOTENCY_KEY_REQUIRED',
    `${shown(call.tool_name)} of ${shown(call.server_id)} is a write tool by the registry, and its call has no \`idempotency_key\`. Give each intended write a key of its own, and repetitions of it the same one.`,
    placeOf(call),
  );
}

/** The documents of a read's result, and the copy that they were measured in. */
interface Received {
  readonly result: Json;
  readonly documents: MeasuredDocuments;
}

/** `undefined` for tools that read no documents. */
function checkReceived(
  { call, tool, toolClass }: ClassifiedCall,
  result: unknown,
  failed: boolean,
): Received | undefined {
  if (toolClass !== 'read' || !tool?.content) return undefined;
  const place = { ...placeOf(call), wasInvoked: true, mayBeAbsent: failed };
  const copy = copyOfJson(result, `The result of ${shown(call.tool_name)}`);
  const documents = measureDocuments(tool.content, copy, place);
  if (failed) checkSizeOfFailure(tool.content.mostItemBytes, copy, place);
  else checkExpected(call.expected_document_hashes, documents, place);
  return { result: copy, documents };
}

/** An error may not carry past the limit what a document may not. */
function checkSizeOfFailure(most: number, result: Json, place: ReturnType<typeof placeOf>): void {
  const text = jsonText(result);
  if (leastSize(text, 'utf8') <= most && (digests.of(text, 'utf8')?.size ?? Infinity) <= most) return;
  throw new PolicyDenied(
    'DOC_SIZE_EXCEEDED',
    `The result of ${shown(place.toolName)} is an error that is larger than \`max_read_bytes\` allows: ${most} bytes. Shorten it in the server.`,
    place,
  );
}

/** Without prototype: a `then` on `Object.prototype` would take its place when it is awaited. */
function outcomeOf<Result>(result: Result, effect: ToolEffect | undefined): Outcome<Result> {
  return freeze({ __proto__: null, result, tool_effect: effect } as Outcome<Result>);
}
