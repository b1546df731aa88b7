import { type Sink, sinksOf, writingMethods } from './effect.ts';

/**
 * Services of others. Read from nodemailer 10.6 and its types, resend 6.38, postmark 5.1, twilio 6.2, stripe 23.1, octokit 5.0,
 * @slack/web-api 8.2, discord.js 14.28, the AWS SDK 3.1169, @kubernetes/client-node 2.0, twitter-api-v2 1.29,
 * puppeteer-core 24.43, playwright-core 1.65 and electron 39.
 */
const money = [
  ...['Charge', 'PaymentIntent', 'Payout', 'Refund', 'Transfer', 'Subscription', 'Topup', 'CreditNote'],
].flatMap((name) => [`${name}Resource`, `${name}sResource`]);
const stripe = { of: { packages: ['stripe'], names: ['*'] }, label: 'stripe', isGrouped: true } as const;
/** What makes an address by which a command of S3 may be sent later, and sends nothing. */
export const signingFunctions = { packages: ['@aws-sdk/s3-request-presigner'], names: ['getSignedUrl'] } as const;
export const octokit = {
  of: { packages: ['@octokit/plugin-rest-endpoint-methods'], names: ['*'] },
  label: 'octokit',
  isGrouped: true,
} as const;
const octokitRequest = {
  of: { packages: ['@octokit/core', '@octokit/types'], names: ['Octokit', 'RequestInterface'] },
  effect: 'egress',
  label: 'octokit',
} as const;
/** Their other methods go by their verbs. */
const discordMembers = {
  of: { packages: ['discord.js'], names: ['GuildMember', 'GuildMemberManager', 'GuildBanManager'] },
  label: 'discord',
} as const;
export const slack = { of: { packages: ['@slack/web-api'], names: ['*'] }, label: 'slack' } as const;
const s3 = { of: { packages: ['@aws-sdk/client-s3', 'aws-sdk'], names: ['S3'] } };
const dynamo = ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'] as const;
const kubernetes = { of: { packages: ['@kubernetes/client-node'], names: ['*'] }, label: 'kubernetes' } as const;
const puppeteer = ['puppeteer', 'puppeteer-core'] as const;
/** An object of a store, by its key. */
const object = { target: { is: 'path', argument: 0, properties: ['Key'] } } as const satisfies Partial<Sink>;
/** A mail or a message, to those that it names. */
const message = {
  effect: 'egress',
  target: { is: 'name', argument: 0, properties: ['to', 'cc', 'bcc'] },
} as const satisfies Partial<Sink>;
const playwright = ['playwright', 'playwright-core', '@playwright/test'] as const;
/** Runs a script in a page, with all that its user may do there. */
const script = {
  effect: 'execute',
  runs: 'page',
  target: { is: 'command', argument: 0 },
} as const satisfies Partial<Sink>;
const onPage = 'Page Frame ElementHandle Locator FrameLocator Keyboard Mouse Touchscreen'.split(' ');

export const serviceSinks: readonly Sink[] = [
  {
    of: { packages: ['nodemailer'], names: ['Mail', 'Transporter'] },
    methods: ['sendMail'],
    ...message,
    label: 'nodemailer',
  },
  {
    of: { packages: ['resend'], names: ['Emails', 'Batch', 'Broadcasts'] },
    methods: ['send', 'create'],
    ...message,
    label: 'resend',
  },
  {
    of: { packages: ['twitter-api-v2'], names: ['*'] },
    methods: ['tweet', 'tweetThread', 'quote', 'retweet'],
    effect: 'egress',
    label: 'twitter',
  },
  {
    of: { packages: ['postmark'], names: ['ServerClient'] },
    methods: ['sendEmail', 'sendEmailWithTemplate'],
    effect: 'egress',
    target: { is: 'name', argument: 0, properties: ['To', 'Cc', 'Bcc'] },
    label: 'postmark',
  },
  {
    of: { packages: ['@sendgrid/mail'], names: ['MailService'] },
    methods: ['send', 'sendMultiple'],
    ...message,
  },
  {
    of: {
      packages: ['twilio'],
      names: ['MessageListInstance', 'CallListInstance', 'VerificationListInstance', 'ParticipantListInstance'],
    },
    methods: ['create'],
    ...message,
    label: 'twilio',
  },

  {
    of: { packages: ['stripe'], names: money },
    methods: ['create', 'confirm', 'capture', 'pay', 'createReversal', 'resume'],
    effect: 'spend',
    label: 'stripe',
    isGrouped: true,
  },
  // What `create` makes is a draft.
  {
    of: { packages: ['stripe'], names: ['InvoiceResource', 'InvoicesResource'] },
    methods: ['pay', 'finalizeInvoice', 'sendInvoice'],
    effect: 'spend',
    label: 'stripe',
    isGrouped: true,
  },
  // Drafts, what is in the catalogue, and pages on which a person has yet to pay.
  {
    of: {
      packages: ['stripe'],
      names: [
        ...['Invoice', 'InvoiceItem', 'Quote', 'Customer', 'Product', 'Price', 'Coupon', 'Session', 'PaymentLink'],
      ].flatMap((name) => [`${name}Resource`, `${name}sResource`]),
    },
    methods: ['create'],
    effect: 'write',
    isDraft: true,
    label: 'stripe',
    isGrouped: true,
  },
  // What the program reports of its own use, for the bill of its customers.
  ...[
    { names: ['MeterEvent', 'MeterEventAdjustment', 'MeterEventSession', 'MeterEventStream'], methods: ['create'] },
    { names: ['SubscriptionItem'], methods: ['createUsageRecord'] },
  ].map(({ names, methods }): Sink => ({
    of: { packages: ['stripe'], names: names.flatMap((name) => [`${name}Resource`, `${name}sResource`]) },
    methods,
    effect: 'write',
    store: 'usage',
    label: 'stripe',
    isGrouped: true,
  })),
  ...sinksOf(stripe, {
    write: ['create', 'update', 'confirm', 'capture', 'pay', 'cancel', 'approve', 'attach', 'detach', 'close'],
    delete: ['del', 'voidInvoice'],
  }),

  {
    ...octokit,
    methods: [
      ...['create*', 'update*', 'merge*', 'add*', 'set*', 'lock*', 'unlock*', 'replace*', 'submit*', 'rename*'],
      ...[
        'transfer*',
        'cancel*',
        'approve*',
        'enable*',
        'disable*',
        'reRun*',
        'dispatch*',
        'mark*',
        'star*',
        'unstar*',
      ],
    ],
    effect: 'write',
    target: { is: 'name', argument: 0, properties: ['owner', 'repo'] },
  },
  { ...octokit, methods: ['delete*', 'remove*', 'dismiss*'], effect: 'delete' },
  { ...octokitRequest, methods: ['request'], when: { argument: 0, firstWord: writingMethods } },
  { ...octokitRequest, methods: ['graphql'], when: { argument: 0, firstWord: ['MUTATION'] } },

  { ...discordMembers, methods: ['ban', 'bulkBan', 'kick', 'prune'], effect: 'delete' },
  { ...discordMembers, methods: ['timeout', 'disableCommunicationUntil'], effect: 'write' },

  {
    ...slack,
    methods: ['postMessage', 'postEphemeral', 'scheduleMessage', 'meMessage', 'uploadV2', 'filesUploadV2'],
    effect: 'egress',
    target: { is: 'name', argument: 0, properties: ['channel', 'channel_id', 'user'] },
  },

  {
    of: {
      packages: ['@aws-sdk/client-s3'],
      names: [
        ...['CreateBucketCommand', 'PutBucketPolicyCommand', 'PutObjectAclCommand', 'PutBucketAclCommand'],
        'RestoreObjectCommand',
      ],
    },
    effect: 'write',
  },
  {
    of: {
      packages: ['@aws-sdk/client-s3'],
      names: ['PutObjectCommand', 'CopyObjectCommand', 'CreateMultipartUploadCommand'],
    },
    effect: 'write',
    ...object,
  },
  {
    of: {
      packages: ['@aws-sdk/client-s3'],
      names: ['DeleteObjectCommand', 'DeleteObjectsCommand', 'DeleteBucketCommand', 'DeleteBucketPolicyCommand'],
    },
    effect: 'delete',
  },
  {
    of: { packages: ['@aws-sdk/client-s3'], names: ['GetObjectCommand', 'ListObjectsV2Command'] },
    effect: 'read-private',
  },
  { of: { packages: ['@aws-sdk/lib-storage'], names: ['Upload'] }, effect: 'write' },
  { ...s3, methods: ['putObject', 'copyObject', 'createMultipartUpload', 'upload'], effect: 'write', ...object },
  ...sinksOf(s3, {
    write: ['createBucket', 'putBucketPolicy'],
    delete: ['deleteObject', 'deleteObjects', 'deleteBucket', 'deleteBucketPolicy'],
  }),
  {
    of: {
      packages: dynamo,
      names: [
        ...['PutCommand', 'UpdateCommand', 'BatchWriteCommand', 'TransactWriteCommand', 'PutItemCommand'],
        ...['UpdateItemCommand', 'BatchWriteItemCommand', 'TransactWriteItemsCommand', 'CreateTableCommand'],
      ],
    },
    effect: 'write',
    store: 'entries',
  },
  { of: { packages: dynamo, names: ['DeleteCommand', 'DeleteItemCommand', 'DeleteTableCommand'] }, effect: 'delete' },
  { of: { packages: ['@aws-sdk/client-lambda'], names: ['InvokeCommand'] }, effect: 'execute' },
  {
    of: {
      packages: ['@aws-sdk/client-ses', '@aws-sdk/client-sesv2', '@aws-sdk/client-sns', '@aws-sdk/client-sqs'],
      names: ['SendEmailCommand', 'SendRawEmailCommand', 'PublishCommand', 'SendMessageCommand'],
    },
    effect: 'egress',
    target: {
      is: 'name',
      argument: 0,
      properties: ['Destination', 'Destinations', 'PhoneNumber', 'TopicArn', 'QueueUrl'],
    },
  },

  ...sinksOf(kubernetes, { write: ['create*', 'patch*', 'replace*'], delete: ['delete*'] }),
  { of: { packages: ['@kubernetes/client-node'], names: ['Exec'] }, methods: ['exec'], effect: 'execute' },

  {
    of: { packages: puppeteer, names: onPage },
    methods: ['click', 'type', 'press', 'select', 'tap', 'fill', 'uploadFile', 'sendCharacter', 'drop'],
    effect: 'write',
  },
  {
    of: { packages: playwright, names: onPage },
    methods: [
      ...['click', 'dblclick', 'type', 'press', 'pressSequentially', 'fill', 'check', 'uncheck', 'setChecked', 'tap'],
      ...['selectOption', 'setInputFiles', 'dragTo', 'dragAndDrop', 'dispatchEvent', 'insertText'],
    ],
    effect: 'write',
  },
  ...[
    { of: { packages: [...puppeteer, ...playwright], names: onPage }, methods: ['evaluate', 'evaluateHandle'] },
    {
      of: { packages: ['electron'], names: ['WebContents', 'WebFrame', 'WebFrameMain', 'WebviewTag'] },
      methods: ['executeJavaScript'],
    },
  ].map((sink): Sink => ({ ...sink, ...script })),
  ...[
    { of: { packages: ['electron'], names: ['Debugger'] }, methods: ['sendCommand'] },
    { of: { packages: [...puppeteer, ...playwright], names: ['CDPSession'] }, methods: ['send'] },
  ].map((devTools): Sink => ({
    ...devTools,
    ...script,
    target: { is: 'command', argument: 1, properties: ['expression', 'functionDeclaration', 'scriptSource', 'source'] },
    when: { argument: 0, firstWord: ['RUNTIME', 'DEBUGGER'] },
  })),
  {
    of: { packages: [...puppeteer, ...playwright], names: ['Page', 'Frame'] },
    methods: ['goto'],
    effect: 'untrusted-input',
    target: { is: 'url', argument: 0 },
  },
];
