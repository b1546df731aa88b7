/** Words by which the author of a tool says what it does, and whether doing it twice does it twice. */

/** Verbs that move money or commit to pay. */
export const payingVerbs: readonly string[] = (
  'charge pay refund reimburse repay transfer withdraw deposit disburse payout purchase buy debit credit donate tip remit ' +
  'wire order book reserve rent checkout'
).split(' ');

/** Those of them that names begin with as nouns, or that are no payment without an amount: `order_history`, `book_title`. */
export const payingNouns: readonly string[] =
  'charge refund transfer deposit purchase payout debit credit tip wire order book rent checkout reserve'.split(' ');

/** What is paid or ordered, behind a verb that makes it: `create_payment`, `issue_refund`. */
export const payments: readonly string[] = (
  'payment payments refund refunds charge transfer payout purchase order funds money deposit withdrawal donation booking ' +
  'reservation subscription transaction'
).split(' ');

/** Verbs that make a payment of such a noun. */
export const makingPayment: readonly string[] =
  'create make issue process initiate execute send submit place start perform do trigger'.split(' ');

/** Verbs that send something to a person or a group. */
export const sendingVerbs: readonly string[] =
  'send email mail notify forward broadcast announce tweet text sms message dm reply publish post invite'.split(' ');

/** Verbs that make one thing more each time. */
export const makingVerbs: readonly string[] =
  'create submit insert append schedule enqueue dispatch trigger mint comment book place file issue increment'.split(
    ' ',
  );

/** Nouns of what has a name or a place of its own, so that a second one of it is refused or is the same. */
export const namedThings: readonly string[] = (
  'file files folder directory dir branch tag label repository repo table index collection database schema bucket ' +
  'namespace topic queue channel user role group workspace environment secret variable key config setting session ' +
  'thread fork release worktree container network volume image cluster project page or if query draft preview plan'
).split(' ');

/** What is made beside a payment, and is none by itself: `createWalletClient`, `create_transaction_group`. */
export const besidePayments: readonly string[] = (
  'client connection context pool provider server socket transport account attachment budget category comment coupon ' +
  'discount export filter group import label link marker method note plan profile receipt reminder report rule split tag ' +
  'template type'
).split(' ');

/** What is entered in a calendar, or in the books of a company, by a verb that is one of payments: `book_meeting`, `purchase_order_receive`. */
export const enteredThings: readonly string[] =
  'appointment appointments meeting meetings slot slots call event order orders requisition entry'.split(' ');

/** Words in a name by which the tool does the same once and twice. */
export const idempotentWords: readonly string[] = (
  'upsert ensure set put update replace delete remove sync merge rename move toggle enable disable assign cancel close ' +
  'archive start stop'
).split(' ');

/** Words behind a verb with which the name is of something to look at: `order_status`, `transfer_to_agent`. */
export const lookingWords: readonly string[] = (
  'status history list info details detail summary report policy policies rules limit limits preview estimate quote to ' +
  'for by count search total title template templates options rate rates fee fees page handler'
).split(' ');

/** Methods of services that make one thing more each time, by the end of what messages call them. */
export const repeatingMethods: readonly string[] = [
  ...['issues.create', 'issues.createComment', 'pulls.createReview', 'pulls.createReviewComment', 'gists.create'],
  ...['pulls.createReplyForReviewComment', 'actions.createWorkflowDispatch', 'repos.createDispatchEvent'],
  ...['repos.createCommitComment', 'actions.reRunWorkflow'],
];

/** Payments of one thing that is there: a second one is refused. */
export const settlingMethods: readonly string[] = 'confirm capture pay resume cancel finalizeInvoice sendInvoice'.split(
  ' ',
);

/** Words for a test or a note of whether something was done before, or for what runs it once. */
export const onceWords =
  /idempot|dedup|once|already|processed|handled|seen|claim|acquire|setnx|insertIfAbsent|exactlyOnce|memo|cached|replay/i;

/** First words of look-ups whose result says whether something was done before. */
export const lookUpWords =
  /^_*(?:has|is|was|get|find|lookup|lookUp|load|fetch|exists|exist|check|select|query|first|read|recall|already|seen|findFirst|findUnique|findOne|search|list|some|includes)(?![a-z])/;

/** What is looked up to be refused, which is no note of what was done: `blocked.has(account)`. */
export const refusalWords =
  /block|ban|deny|denied|forbid|suspend|limit|quota|fraud|sanction|flag|abort|cancel|closed|frozen/i;

/** Functions that run what they are given under a name, once for each name: steps of a workflow. */
export const stepMethods: readonly string[] = ['run', 'do', 'step', 'task', 'activity', 'sideEffect'];
