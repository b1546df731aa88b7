/**
 * How a request says what it does, where the method is `POST` and says nothing: by the last part of its address
 * (`/api/chat.postMessage`, `/entities/delete`), or by a property of its body that names an operation
 * (`{ method: 'tools/call', params: { name: 'delete_project' } }`).
 */

/** First words of an operation that takes something away. */
export const deletingWords: readonly string[] = 'delete destroy erase purge remove uninstall wipe'.split(' ');

/** Words of a tool that is there to take something away, so that what it takes away is no mere tidying. */
export const cleaningWords: readonly string[] = [...deletingWords, 'clean', 'cleanup'];

/** First words of an operation that changes what a system or a device does: `/locks/front/unlock`. */
export const operatingWords: readonly string[] =
  'deploy disarm poweroff reboot redeploy rollback shutdown suspend terminate unlock'.split(' ');

/** Words behind them with which it is only shown, or written down: `deploy-status`. */
export const showingWords: readonly string[] = (
  'code count event events history hook hooks info list log logs notes policy preview reason report schedule state status summary ' +
  'template test'
).split(' ');

/** Properties of a body that name such an operation: not those that name a thing. */
export const commandNames: readonly string[] = 'action command method op operation'.split(' ');

/**
 * Where the operation is named by two parts behind: `/api/services/<domain>/<service>` of Home Assistant, which is at an address
 * of the settings, or in the house.
 */
export const operationRoute =
  /^(?:HOLE|https?:\/\/(?:HOLE|[\w.-]*homeassistant[\w.-]*|[\w-]+\.local|[\d.]+|[\w.-]+(?=:8123))(?::(?:\d+|HOLE))?)\/api\/services\/HOLE\/HOLE$/;

/** Where an agreement with others is taken back, or put off: `/bookings/<id>/cancel`. */
export const agreementRoute =
  /\/(?:appointment|booking|meeting|order|reservation|shipment|subscription)s?\/HOLE\/(?:cancel|reschedule)\/?(?:$|[?#](?!.*(?:dry|preview|simulat|validat)))/;

/** Where a `PATCH` only adds something: the blocks of a page of Notion. */
export const addingRoute = /^https:\/\/api\.notion\.com\/v1\/blocks\/[^/]+\/children\/?$/;

/** Words behind them with which nothing is lost: `remove-background`. */
export const editingWords: readonly string[] =
  'background bg duplicates noise object objects silence text watermark whitespace'.split(' ');

/** Hosts of services that move money, and the last parts of their addresses by which they do. */
export const payingHosts: readonly string[] = (
  'api.stripe.com api.paypal.com api-m.paypal.com api.mercury.com api.wise.com api.transferwise.com connect.squareup.com ' +
  'api.razorpay.com api.mollie.com api.paystack.co api.flutterwave.com api.circle.com api.coinbase.com api.adyen.com'
).split(' ');
export const payingParts: readonly string[] =
  'charges payment_intents payments payouts refund refunds transactions transfers withdrawals'.split(' ');

/** Words of an address to which messages are sent. */
export const sendingWords: readonly string[] = 'email emails mail message messages send sms'.split(' ');

/** Words beside them with which an address only answers something about one, where no text is sent along: `/email-validation`, `/get-profile-by-email`. */
export const answeringWords: readonly string[] =
  'check enrich exists find finder get lookup search validate validation verify'.split(' ');

/** Words of an address by which a person is called by phone, and properties of a body that name whom: of Twilio and others. */
export const callingWords: readonly string[] = 'call calls'.split(' ');
export const dialledNames: readonly string[] = 'To toNumber to_number customerNumber'.split(' ');

/** Properties of a body that name the operation. */
export const operationNames: readonly string[] =
  'action command method mutation name op operation operationName procedure tool toolName tool_name'.split(' ');

/** Properties of a body that hold what the operation is given, beside its name at times. */
export const operationParts: readonly string[] = ['params', 'payload', 'input'];

/** Properties of a body that name who gets a message. */
export const recipientNames: readonly string[] = (
  'to To recipient recipients channel channel_id channelId chat_id chatId phone phoneNumber phone_number toEmail ' +
  'to_email email'
).split(' ');

/** What sends a mail whose recipients stand in its text. */
export const rawMails: readonly string[] = ['gmail.send'];

/** Properties of a body that name what is changed, where its address is the same for all: `{ records: [{ id, fields }] }`. */
export const rowName = /^(?:ids?|key|uuid)$|(?:_id|Id|_ids|Ids)$/;

/** A sender of a service's own domain for trying it out: Resend delivers what it sends to the owner of the account only. */
export const trialSender = /@resend\.dev>?$/;

/** Types of messages that are only a sign: `{ type: 'reaction', reaction: { emoji } }`. */
export const signs: readonly string[] = ['presence', 'reaction', 'read', 'seen', 'typing'];

/** The last part of an address by which a reaction is put on or taken off, whatever the body calls that. */
export const reactionOperations: readonly string[] = ['react', 'reaction', 'reactions'];

/**
 * Words of the names that a program gives the address of its own backend in its environment: `NEXT_PUBLIC_API_URL`,
 * `SUPABASE_URL`, `INTERNAL_BACKEND_HOST`. One with the name of another system has a word of its own (`JIRA_BASE_URL`).
 */
export const ownBackendWords: ReadonlySet<string> = new Set(
  (
    'admin api app application backend base convex core data database db domain endpoint functions gateway host http https ' +
    'internal local main mastra next nuxt origin pocketbase port public react rest root self server service site supabase url ' +
    'uri vercel vite web website worker'
  ).split(' '),
);
