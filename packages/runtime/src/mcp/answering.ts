import type { InferOutput, StandardSchemaV1 } from '../standard-schema.ts';
import type { Connection, IncomingRequest, ProtocolViolation } from './connection.ts';
import { SessionError, sessionCode } from './session-error.ts';
import { McpError } from '../errors.ts';
import type { JsonObject, JsonRpcId, JsonRpcNotification } from './transport.ts';
import { checked, taskCallForm } from './vocabulary.ts';
import type {
  ClientRequests,
  Progress,
  ReceivedParamsOf,
  RequestForm,
  ResultOf,
  ServerRequests,
} from './vocabulary.ts';

/** What a handler knows of the request that it answers. */
export interface HandlerContext {
  /** Aborted when the peer cancels the request, and when the session ends. */
  readonly signal: AbortSignal;
  readonly requestId: JsonRpcId;
  /** What the transport tells about the message, as it tells it: the SDKs' HTTP transports have `authInfo` in it. */
  readonly extra: unknown;
  /** Tells the peer how far the work is, if it asked for that; otherwise nothing happens. */
  readonly sendProgress: (progress: Progress) => Promise<void>;
}

/** A handler of `Method`: gets validated params, and its result is validated before it is sent. */
export type Handler<
  Table extends ClientRequests | ServerRequests,
  Method extends keyof Table,
  Context extends HandlerContext,
> = (
  params: ReceivedParamsOf<Table, Method>,
  context: Context,
) => ResultOf<Table, Method> | Promise<ResultOf<Table, Method>>;

type AnyHandler = (params: unknown, context: HandlerContext) => unknown;

/**
 * The answer to a request by the handler for its method.
 *
 * @throws McpError method not found (no handler), invalid params; SessionError `invalid result` where the handler's
 *   result is none; what the handler throws
 */
export async function answerBy(
  handlers: object,
  forms: ClientRequests | ServerRequests,
  { method, params }: Pick<IncomingRequest, 'method' | 'params'>,
  context: HandlerContext,
): Promise<JsonObject> {
  const form = ownValue(forms, method) as RequestForm | undefined;
  const handler = ownValue(handlers, method);
  if (form === undefined || typeof handler !== 'function') {
    throw new McpError(sessionCode.methodNotFound, `Nobody answers \`${method}\` here.`);
  }
  const request = checked(form.request, { method, params }, `The request \`${method}\``, 'invalid params');
  const result = await (handler as AnyHandler)((request as { params?: unknown }).params ?? {}, context);
  const schema = isTask(method, result) ? taskCallForm.result : form.result;
  checked(schema, result, `The result for \`${method}\``, 'invalid result');
  return result as JsonObject;
}

/** A server may answer a call at once, by the task that it has made for it. */
function isTask(method: string, result: unknown): boolean {
  return method === 'tools/call' && typeof result === 'object' && result !== null && Object.hasOwn(result, 'task');
}

/** A context for `request`, whose progress goes over `connection`. */
export function contextOf({ id, params, signal, extra }: IncomingRequest, connection: Connection): HandlerContext {
  const progressToken = (params?._meta as JsonObject | undefined)?.progressToken;
  return {
    signal,
    requestId: id,
    extra,
    sendProgress: async (progress) => {
      // Progress of a request that is answered, or cancelled, is nothing that the peer could place.
      if (progressToken === undefined || !connection.isAnswering(id)) return;
      await connection.notify('notifications/progress', { progressToken, ...progress }, { relatedRequestId: id });
    },
  };
}

/** `notification` by the schema for its method, or the violation that it is. */
export function recognised<Schemas extends { readonly [Method in keyof Schemas]: StandardSchemaV1 }>(
  schemas: Schemas,
  { method, params }: JsonRpcNotification,
):
  | { readonly notification: InferOutput<Schemas[keyof Schemas]>; readonly violation: undefined }
  | { readonly violation: ProtocolViolation } {
  const message = { method, ...(params && { params }) };
  const schema = ownValue(schemas, method) as Schemas[keyof Schemas] | undefined;
  if (schema === undefined) {
    const detail = `\`${method}\` is no notification that this side gets.`;
    return { violation: { kind: 'unknown notification', detail, message } };
  }
  try {
    const notification = checked(schema, message, `The notification \`${method}\``, 'invalid params');
    return { notification, violation: undefined };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { violation: { kind: 'invalid notification', detail: error.message, message } };
  }
}

/** What the peer names is looked up among the own keys only: `constructor` is no method. */
function ownValue(table: object, key: string): unknown {
  return Object.hasOwn(table, key) ? (table as Record<string, unknown>)[key] : undefined;
}
