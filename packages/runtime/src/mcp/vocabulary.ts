/* eslint-disable @typescript-eslint/no-deprecated -- what 2026-07-28 deprecates is what the versions before it speak */
import {
  CallToolRequestSchema,
  CallToolResultSchema,
  CancelTaskRequestSchema,
  CancelTaskResultSchema,
  CompleteRequestSchema,
  CompleteResultSchema,
  CreateMessageRequestSchema,
  CreateMessageResultWithToolsSchema,
  CreateTaskResultSchema,
  DiscoverRequestSchema,
  DiscoverResultSchema,
  ElicitRequestSchema,
  ElicitResultSchema,
  ElicitationCompleteNotificationSchema,
  EmptyResultSchema,
  GetPromptRequestSchema,
  GetPromptResultSchema,
  GetTaskPayloadRequestSchema,
  GetTaskPayloadResultSchema,
  GetTaskRequestSchema,
  GetTaskResultSchema,
  ListPromptsRequestSchema,
  ListPromptsResultSchema,
  ListResourceTemplatesRequestSchema,
  ListResourceTemplatesResultSchema,
  ListResourcesRequestSchema,
  ListResourcesResultSchema,
  ListRootsRequestSchema,
  ListRootsResultSchema,
  ListTasksRequestSchema,
  ListTasksResultSchema,
  ListToolsRequestSchema,
  ListToolsResultSchema,
  LoggingMessageNotificationSchema,
  PingRequestSchema,
  ProgressNotificationSchema,
  PromptListChangedNotificationSchema,
  ReadResourceRequestSchema,
  ReadResourceResultSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  RootsListChangedNotificationSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  TaskStatusNotificationSchema,
  ToolListChangedNotificationSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/core';
import type {
  ClientCapabilitiesSchema,
  ImplementationSchema,
  InitializeRequestSchema,
  InitializeResultSchema,
  LoggingLevelSchema,
  ProgressSchema,
  ServerCapabilitiesSchema,
  SubscriptionFilterSchema,
} from '@modelcontextprotocol/core';
import type { InferInput, InferOutput, StandardSchemaV1 } from '../standard-schema.ts';
import { SessionError } from './session-error.ts';

// What may be said in MCP, as data: methods, the official SDK's schema of their params and results, and the capability
// that the answering side must have declared. Which state allows a method is the handles' business.
// Read from the schemas of @modelcontextprotocol/core 2.4.0 (protocol 2025-11-25 and 2026-07-28).

/** Versions with a handshake (`initialize`), newest first: what a client offers and accepts. */
export const handshakeVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;
export type HandshakeVersion = (typeof handshakeVersions)[number];

/** The first version without a handshake: each request carries version, client and capabilities in its `_meta`. */
export const statelessVersion = '2026-07-28';
export type StatelessVersion = typeof statelessVersion;

/** How one request looks on the wire, and what it takes. */
export interface RequestForm {
  /** The schema of `{ method, params }`. */
  readonly request: StandardSchemaV1;
  readonly result: StandardSchemaV1;
  /** The capability that the answering side must have declared, as a path into its capabilities. */
  readonly needs?: string;
}

/** Requests that a client sends, by method. */
export const clientRequests = {
  ping: { request: PingRequestSchema, result: EmptyResultSchema },
  'tools/list': { request: ListToolsRequestSchema, result: ListToolsResultSchema, needs: 'tools' },
  'tools/call': { request: CallToolRequestSchema, result: CallToolResultSchema, needs: 'tools' },
  'resources/list': { request: ListResourcesRequestSchema, result: ListResourcesResultSchema, needs: 'resources' },
  'resources/templates/list': {
    request: ListResourceTemplatesRequestSchema,
    result: ListResourceTemplatesResultSchema,
    needs: 'resources',
  },
  'resources/read': { request: ReadResourceRequestSchema, result: ReadResourceResultSchema, needs: 'resources' },
  'resources/subscribe': { request: SubscribeRequestSchema, result: EmptyResultSchema, needs: 'resources.subscribe' },
  'resources/unsubscribe': {
    request: UnsubscribeRequestSchema,
    result: EmptyResultSchema,
    needs: 'resources.subscribe',
  },
  'prompts/list': { request: ListPromptsRequestSchema, result: ListPromptsResultSchema, needs: 'prompts' },
  'prompts/get': { request: GetPromptRequestSchema, result: GetPromptResultSchema, needs: 'prompts' },
  'completion/complete': { request: CompleteRequestSchema, result: CompleteResultSchema, needs: 'completions' },
  'logging/setLevel': { request: SetLevelRequestSchema, result: EmptyResultSchema, needs: 'logging' },
  'tasks/get': { request: GetTaskRequestSchema, result: GetTaskResultSchema, needs: 'tasks' },
  'tasks/result': { request: GetTaskPayloadRequestSchema, result: GetTaskPayloadResultSchema, needs: 'tasks' },
  'tasks/list': { request: ListTasksRequestSchema, result: ListTasksResultSchema, needs: 'tasks.list' },
  'tasks/cancel': { request: CancelTaskRequestSchema, result: CancelTaskResultSchema, needs: 'tasks.cancel' },
  'server/discover': { request: DiscoverRequestSchema, result: DiscoverResultSchema },
} as const satisfies Record<string, RequestForm>;

/** `tools/call` with a `task` in its params is answered at once, by the task. */
export const taskCallForm = {
  request: CallToolRequestSchema,
  result: CreateTaskResultSchema,
  needs: 'tasks.requests.tools.call',
} as const satisfies RequestForm;

/** Requests that a server sends, by method. */
export const serverRequests = {
  ping: { request: PingRequestSchema, result: EmptyResultSchema },
  'sampling/createMessage': {
    request: CreateMessageRequestSchema,
    result: CreateMessageResultWithToolsSchema,
    needs: 'sampling',
  },
  'elicitation/create': { request: ElicitRequestSchema, result: ElicitResultSchema, needs: 'elicitation' },
  'roots/list': { request: ListRootsRequestSchema, result: ListRootsResultSchema, needs: 'roots' },
} as const satisfies Record<string, RequestForm>;

/** Notifications that a server sends, by method; `notifications/cancelled` is the connection's own. */
export const serverNotifications = {
  'notifications/message': LoggingMessageNotificationSchema,
  'notifications/progress': ProgressNotificationSchema,
  'notifications/resources/updated': ResourceUpdatedNotificationSchema,
  'notifications/resources/list_changed': ResourceListChangedNotificationSchema,
  'notifications/tools/list_changed': ToolListChangedNotificationSchema,
  'notifications/prompts/list_changed': PromptListChangedNotificationSchema,
  'notifications/elicitation/complete': ElicitationCompleteNotificationSchema,
  'notifications/tasks/status': TaskStatusNotificationSchema,
} as const satisfies Record<string, StandardSchemaV1>;

/** Notifications that a client sends once its session is active, by method. */
export const clientNotifications = {
  'notifications/progress': ProgressNotificationSchema,
  'notifications/roots/list_changed': RootsListChangedNotificationSchema,
} as const satisfies Record<string, StandardSchemaV1>;

type Forms = Record<string, RequestForm>;
type ParamsOfSchema<Schema extends StandardSchemaV1> =
  InferInput<Schema> extends { params?: infer Params } ? Exclude<Params, undefined> : never;
type ReceivedParamsOfSchema<Schema extends StandardSchemaV1> =
  InferOutput<Schema> extends { params?: infer Params } ? Exclude<Params, undefined> : never;

/** The params that `method` is sent with. */
export type ParamsOf<Table extends Forms, Method extends keyof Table> = ParamsOfSchema<Table[Method]['request']>;
/** The params of `method` as its handler gets them, validated. */
export type ReceivedParamsOf<Table extends Forms, Method extends keyof Table> = ReceivedParamsOfSchema<
  Table[Method]['request']
>;
/** What the sender of `method` gets, validated. */
export type ResultOf<Table extends Forms, Method extends keyof Table> = InferOutput<Table[Method]['result']>;
/** What the handler of `method` returns. */
export type ReturnedResultOf<Table extends Forms, Method extends keyof Table> = InferOutput<Table[Method]['result']>;

export type ClientRequests = typeof clientRequests;
export type ServerRequests = typeof serverRequests;

/** A notification of the server, told apart by its `method`. */
export type ServerNotification = {
  [Method in keyof typeof serverNotifications]: InferOutput<(typeof serverNotifications)[Method]>;
}[keyof typeof serverNotifications];

/** A notification of the client, told apart by its `method`. */
export type ClientNotification = {
  [Method in keyof typeof clientNotifications]: InferOutput<(typeof clientNotifications)[Method]>;
}[keyof typeof clientNotifications];

export type Implementation = InferInput<typeof ImplementationSchema>;
// What goes into these schemas is preprocessed, so that only what comes out has a type.
export type ClientCapabilities = InferOutput<typeof ClientCapabilitiesSchema>;
export type ServerCapabilities = InferOutput<typeof ServerCapabilitiesSchema>;
export type InitializeParams = ReceivedParamsOfSchema<typeof InitializeRequestSchema>;
export type InitializeResult = InferOutput<typeof InitializeResultSchema>;
export type DiscoverResult = InferOutput<typeof DiscoverResultSchema>;
export type CreateTaskResult = InferOutput<typeof CreateTaskResultSchema>;
export type LoggingLevel = InferInput<typeof LoggingLevelSchema>;
export type Progress = InferOutput<typeof ProgressSchema>;
export type SubscriptionFilter = InferInput<typeof SubscriptionFilterSchema>;

/**
 * `value` as `schema` describes it.
 *
 * @param what names the value in the message
 * @throws SessionError with `reason`, the schema's issues in its `data`
 */
export function checked<Schema extends StandardSchemaV1>(
  schema: Schema,
  value: unknown,
  what: string,
  reason: 'invalid params' | 'invalid result',
): InferOutput<Schema> {
  const outcome = schema['~standard'].validate(value);
  if (outcome instanceof Promise) {
    throw new SessionError(reason, `${what} has a schema that answers later; the protocol's schemas answer at once.`);
  }
  if (outcome.issues === undefined) return outcome.value;
  const places = outcome.issues.map(({ message, path = [] }) => {
    const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
    return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
  });
  throw new SessionError(
    reason,
    `${what} does not have the form that MCP gives it: ${places.slice(0, 3).join('; ')}.`,
    {
      data: { issues: places },
    },
  );
}

/** Whether `capabilities` has what the dotted `path` names: an object, or `true`. */
export function declares(capabilities: object, path: string): boolean {
  let value: unknown = capabilities;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return value !== undefined && value !== null && value !== false;
}
