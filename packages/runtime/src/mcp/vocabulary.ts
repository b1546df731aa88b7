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
import type * as core from '@modelcontextprotocol/core';
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

type Core = typeof core;

/** How one request looks on the wire, and what it takes. */
export interface RequestForm<
  Request extends StandardSchemaV1 = StandardSchemaV1,
  Result extends StandardSchemaV1 = StandardSchemaV1,
> {
  /** The schema of `{ method, params }`. */
  readonly request: Request;
  readonly result: Result;
  /** The capability that the answering side must have declared, as a path into its capabilities. */
  readonly needs?: string;
}

/** The form with the official schemas of these names. Named, so that declarations say the names and not their contents. */
type Form<Request extends string, Result extends string> = RequestForm<
  Core[`${Request}RequestSchema` & keyof Core] & StandardSchemaV1,
  Core[`${Result}ResultSchema` & keyof Core] & StandardSchemaV1
>;

/** Requests that a client sends, by method. */
export interface ClientRequests {
  readonly ping: Form<'Ping', 'Empty'>;
  readonly 'tools/list': Form<'ListTools', 'ListTools'>;
  readonly 'tools/call': Form<'CallTool', 'CallTool'>;
  readonly 'resources/list': Form<'ListResources', 'ListResources'>;
  readonly 'resources/templates/list': Form<'ListResourceTemplates', 'ListResourceTemplates'>;
  readonly 'resources/read': Form<'ReadResource', 'ReadResource'>;
  readonly 'resources/subscribe': Form<'Subscribe', 'Empty'>;
  readonly 'resources/unsubscribe': Form<'Unsubscribe', 'Empty'>;
  readonly 'prompts/list': Form<'ListPrompts', 'ListPrompts'>;
  readonly 'prompts/get': Form<'GetPrompt', 'GetPrompt'>;
  readonly 'completion/complete': Form<'Complete', 'Complete'>;
  readonly 'logging/setLevel': Form<'SetLevel', 'Empty'>;
  readonly 'tasks/get': Form<'GetTask', 'GetTask'>;
  readonly 'tasks/result': Form<'GetTaskPayload', 'GetTaskPayload'>;
  readonly 'tasks/list': Form<'ListTasks', 'ListTasks'>;
  readonly 'tasks/cancel': Form<'CancelTask', 'CancelTask'>;
  readonly 'server/discover': Form<'Discover', 'Discover'>;
}

export const clientRequests: ClientRequests = {
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
};

/** `tools/call` with a `task` in its params is answered at once, by the task. */
export const taskCallForm: Form<'CallTool', 'CreateTask'> = {
  request: CallToolRequestSchema,
  result: CreateTaskResultSchema,
  needs: 'tasks.requests.tools.call',
};

/** Requests that a server sends, by method. */
export interface ServerRequests {
  readonly ping: Form<'Ping', 'Empty'>;
  readonly 'sampling/createMessage': RequestForm<
    Core['CreateMessageRequestSchema'],
    Core['CreateMessageResultWithToolsSchema']
  >;
  readonly 'elicitation/create': Form<'Elicit', 'Elicit'>;
  readonly 'roots/list': Form<'ListRoots', 'ListRoots'>;
}

export const serverRequests: ServerRequests = {
  ping: { request: PingRequestSchema, result: EmptyResultSchema },
  'sampling/createMessage': {
    request: CreateMessageRequestSchema,
    result: CreateMessageResultWithToolsSchema,
    needs: 'sampling',
  },
  'elicitation/create': { request: ElicitRequestSchema, result: ElicitResultSchema, needs: 'elicitation' },
  'roots/list': { request: ListRootsRequestSchema, result: ListRootsResultSchema, needs: 'roots' },
};

/** Notifications that a server sends, by method; `notifications/cancelled` is the connection's own. */
export interface ServerNotifications {
  readonly 'notifications/message': Core['LoggingMessageNotificationSchema'];
  readonly 'notifications/progress': Core['ProgressNotificationSchema'];
  readonly 'notifications/resources/updated': Core['ResourceUpdatedNotificationSchema'];
  readonly 'notifications/resources/list_changed': Core['ResourceListChangedNotificationSchema'];
  readonly 'notifications/tools/list_changed': Core['ToolListChangedNotificationSchema'];
  readonly 'notifications/prompts/list_changed': Core['PromptListChangedNotificationSchema'];
  readonly 'notifications/elicitation/complete': Core['ElicitationCompleteNotificationSchema'];
  readonly 'notifications/tasks/status': Core['TaskStatusNotificationSchema'];
}

export const serverNotifications: ServerNotifications = {
  'notifications/message': LoggingMessageNotificationSchema,
  'notifications/progress': ProgressNotificationSchema,
  'notifications/resources/updated': ResourceUpdatedNotificationSchema,
  'notifications/resources/list_changed': ResourceListChangedNotificationSchema,
  'notifications/tools/list_changed': ToolListChangedNotificationSchema,
  'notifications/prompts/list_changed': PromptListChangedNotificationSchema,
  'notifications/elicitation/complete': ElicitationCompleteNotificationSchema,
  'notifications/tasks/status': TaskStatusNotificationSchema,
};

/** Notifications that a client sends once its session is active, by method. */
export interface ClientNotifications {
  readonly 'notifications/progress': Core['ProgressNotificationSchema'];
  readonly 'notifications/roots/list_changed': Core['RootsListChangedNotificationSchema'];
}

export const clientNotifications: ClientNotifications = {
  'notifications/progress': ProgressNotificationSchema,
  'notifications/roots/list_changed': RootsListChangedNotificationSchema,
};

type RequestSchemaOf<Table, Method extends keyof Table> = Table[Method] extends {
  readonly request: infer Schema extends StandardSchemaV1;
}
  ? Schema
  : never;
type ResultSchemaOf<Table, Method extends keyof Table> = Table[Method] extends {
  readonly result: infer Schema extends StandardSchemaV1;
}
  ? Schema
  : never;
type SentParams<Schema extends StandardSchemaV1> =
  InferInput<Schema> extends { params?: infer Params } ? Exclude<Params, undefined> : never;
type ReceivedParams<Schema extends StandardSchemaV1> =
  InferOutput<Schema> extends { params?: infer Params } ? Exclude<Params, undefined> : never;

/** The params that `Method` is sent with. */
export type ParamsOf<Table, Method extends keyof Table> = SentParams<RequestSchemaOf<Table, Method>>;
/** The params of `Method` as its handler gets them, validated. */
export type ReceivedParamsOf<Table, Method extends keyof Table> = ReceivedParams<RequestSchemaOf<Table, Method>>;
/** What the sender of `Method` gets, and what its handler returns. */
export type ResultOf<Table, Method extends keyof Table> = InferOutput<ResultSchemaOf<Table, Method>>;

/** A notification of the server, told apart by its `method`. */
export type ServerNotification = {
  [Method in keyof ServerNotifications]: InferOutput<ServerNotifications[Method]>;
}[keyof ServerNotifications];

/** A notification of the client, told apart by its `method`. */
export type ClientNotification = {
  [Method in keyof ClientNotifications]: InferOutput<ClientNotifications[Method]>;
}[keyof ClientNotifications];

export type Implementation = InferInput<typeof ImplementationSchema>;
// What goes into these schemas is preprocessed, so that only what comes out has a type.
export type ClientCapabilities = InferOutput<typeof ClientCapabilitiesSchema>;
export type ServerCapabilities = InferOutput<typeof ServerCapabilitiesSchema>;
export type InitializeParams = ReceivedParams<typeof InitializeRequestSchema>;
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
