import type { ExportRef } from '../sessions/protocol.ts';

/**
 * Names of what makes a repeated request recognizable, without `_`, `-` and a leading `x-`, in lower case: `Idempotency-Key`
 * (Stripe, Adyen, PayPal's `PayPal-Request-Id`), `clientToken` (AWS), `MessageDeduplicationId` (SQS), `client_msg_id` (Slack).
 */
export const idempotencyKeyName =
  /^(?:\w*idempot(?:ency|ent|ence)?\w*|\w*dedup\w*|(?:client|caller)(?:request)?(?:token|nonce|key|id|msgid|reference)|paypalrequestid|once?key)$/;

/** Names of what identifies one request or what comes of it, which serves as a key where the receiver keeps it. */
export const requestIdName =
  /^(?:id|key|uuid|guid|nonce|ref|reference|\w*(?:request|operation|command|transaction|tx|payment|charge|refund|transfer|payout|order|purchase|booking|reservation|message|mail|external|call|run|job|event|unique|merchant)(?:id|key|uuid|ref|reference|token|number|no|nonce))$/;

/** Names of a run or a call by which an SDK tells a repeated execution from another: AI SDK, LangChain, OpenAI Agents. */
export const callIdName =
  /^(?:toolcallid|callid|runid|requestid|invocationid|functioncallid|executionid|workflowid|threadid)$/;

/** Names by which a request is found in logs: they are another each time, and recognize nothing. */
export const tracingName = /trace|span|correlation|session/;

/** Words in the description of an input by which it is such a key. */
export const keyDescription =
  /idempot|dedup|exactly[- ]once|(?:same|stable|unique)\b[^.]*\b(?:retr(?:y|ies)|attempts?)/i;

/** Names of what can be paid or closed once: a second payment of the same one is refused. */
export const onceName =
  /^(?:\w*(?:order|invoice|bill|payment|paymentintent|charge|transaction|booking|reservation|quote|cart|checkout|intent|ticket|payout|expense|statement|draft|proposal)(?:id|number|ref|reference|key|no)?)$/;

/** Those of them that are paid as a whole, whatever amount is given beside them. */
export const settledName =
  /^\w*(?:invoice|bill|quote|cart|checkout|proposal|draft)(?:id|number|ref|reference|key|no)?$/;

/** Names of how much is paid. */
export const amountName = /^\w*(?:amount|cents|price|total|sum|quantity|qty|currency|euros?|dollars|usd|eur)\w*$/;

/** Functions whose result is another one each time. */
export const freshFunctions: readonly ExportRef[] = [
  { packages: ['node:crypto', 'crypto'], names: ['randomUUID', 'randomBytes', 'randomInt'] },
  { packages: ['uuid'], names: ['v1', 'v4', 'v6', 'v7'] },
  { packages: ['nanoid'], names: ['nanoid'] },
  { packages: ['ulid', 'ulidx'], names: ['ulid', 'monotonicFactory'] },
  { packages: ['@paralleldrive/cuid2', 'cuid2', 'cuid'], names: ['createId', 'default', 'cuid'] },
  { packages: ['ai', '@ai-sdk/provider-utils'], names: ['generateId', 'createIdGenerator'] },
  { packages: ['short-uuid', 'shortid', 'hyperid', 'ksuid', 'xid-js', 'typeid-js'], names: ['*'] },
];

/** The same on global objects, as they are written. */
export const freshCalls =
  /^(?:(?:globalThis\.)?(?:self\.)?(?:window\.)?crypto\.(?:randomUUID|getRandomValues)|Date\.now|performance\.now|Math\.random|process\.hrtime(?:\.bigint)?|uuid\.v[147]|uuidv[147])$/;

/** Calls that make a day or another span of time of a moment: the same for each retry within it. */
export const bucketing =
  /^(?:toDateString|toLocaleDateString|floor|round|trunc|ceil|getDate|getFullYear|getMonth|startOfDay|startOfHour|format)$/;
