import { type Sink, writingMethods } from './effect.ts';

/**
 * Services of others. Read from nodemailer 10.6 and its types, resend 6.38, twilio 6.2, stripe 23.1, octokit 5.0,
 * @slack/web-api 8.2, the AWS SDK 3.1169, @kubernetes/client-node 2.0, puppeteer-core 24.43 and playwright-core 1.65.
 */
const money = [
  ...['Charge', 'PaymentIntent', 'Payout', 'Refund', 'Transfer', 'Subscription', 'Topup', 'Invoice', 'CreditNote'],
].flatMap((name) => [`${name}Resource`, `${name}sResource`]);
const stripe = { packages: ['stripe'], names: ['*'] } as const;
const octokit = {
  of: { packages: ['@octokit/plugin-rest-endpoint-methods'], names: ['*'] },
  label: 'octokit',
} as const;
const octokitRequest = {
  packages: ['@octokit/core', '@octokit/types'],
  names: ['Octokit', 'RequestInterface'],
} as const;
const slack = { of: { packages: ['@slack/web-api'], names: ['*'] }, label: 'slack' } as const;
const s3 = { packages: ['@aws-sdk/client-s3', 'aws-sdk'], names: ['S3'] } as const;
const dynamo = ['@aws-sdk/client-dynamodb', '@aws-sdk/lib-dynamodb'] as const;
const kubernetes = { of: { packages: ['@kubernetes/client-node'], names: ['*'] }, label: 'kubernetes' } as const;
const puppeteer = ['puppeteer', 'puppeteer-core'] as const;
/** Of a mail or a message. */
const receivers = { is: 'name', argument: 0, properties: ['to', 'cc', 'bcc'] } as const;
const playwright = ['playwright', 'playwright-core', '@playwright/test'] as const;
const onPage = [
  'Page',
  'Frame',
  'ElementHandle',
  'Locator',
  'FrameLocator',
  'Keyboard',
  'Mouse',
  'Touchscreen',
] as const;

export const serviceSinks = [
  {
    of: { packages: ['nodemailer'], names: ['Mail', 'Transporter'] },
    methods: ['sendMail'],
    effect: 'egress',
    target: receivers,
    label: 'nodemailer',
  },
  {
    of: { packages: ['resend'], names: ['Emails', 'Batch', 'Broadcasts'] },
    methods: ['send', 'create'],
    effect: 'egress',
    target: receivers,
    label: 'resend',
  },
  {
    of: { packages: ['@sendgrid/mail'], names: ['MailService'] },
    methods: ['send', 'sendMultiple'],
    effect: 'egress',
    target: receivers,
  },
  {
    of: {
      packages: ['twilio'],
      names: ['MessageListInstance', 'CallListInstance', 'VerificationListInstance', 'ParticipantListInstance'],
    },
    methods: ['create'],
    effect: 'egress',
    target: receivers,
    label: 'twilio',
  },

  {
    of: { packages: ['stripe'], names: money },
    methods: ['create', 'confirm', 'capture', 'pay', 'createReversal', 'finalizeInvoice', 'sendInvoice', 'resume'],
    effect: 'spend',
    label: 'stripe',
  },
  {
    of: stripe,
    methods: ['create', 'update', 'confirm', 'capture', 'pay', 'cancel', 'approve', 'attach', 'detach', 'close'],
    effect: 'write',
    label: 'stripe',
  },
  { of: stripe, methods: ['del', 'voidInvoice'], effect: 'delete', label: 'stripe' },

  {
    ...octokit,
    methods: [
      ...['create*', 'update*', 'merge*', 'add*', 'set*', 'lock*', 'unlock*', 'replace*', 'submit*', 'rename*'],
      ...['transfer*', 'cancel*', 'approve*', 'enable*', 'disable*', 'reRun*', 'dispatch*'],
    ],
    effect: 'write',
    target: { is: 'name', argument: 0, properties: ['owner', 'repo'] },
  },
  { ...octokit, methods: ['delete*', 'remove*', 'dismiss*'], effect: 'delete' },
  {
    of: octokitRequest,
    methods: ['request'],
    effect: 'egress',
    when: { argument: 0, firstWord: writingMethods },
    label: 'octokit',
  },
  {
    of: octokitRequest,
    methods: ['graphql'],
    effect: 'egress',
    when: { argument: 0, firstWord: ['MUTATION'] },
    label: 'octokit',
  },

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
        ...['PutObjectCommand', 'CopyObjectCommand', 'CreateBucketCommand', 'CreateMultipartUploadCommand'],
        ...['PutBucketPolicyCommand', 'PutObjectAclCommand', 'PutBucketAclCommand', 'RestoreObjectCommand'],
      ],
    },
    effect: 'write',
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
  {
    of: s3,
    methods: ['putObject', 'copyObject', 'createBucket', 'createMultipartUpload', 'putBucketPolicy', 'upload'],
    effect: 'write',
  },
  { of: s3, methods: ['deleteObject', 'deleteObjects', 'deleteBucket', 'deleteBucketPolicy'], effect: 'delete' },
  {
    of: {
      packages: dynamo,
      names: [
        ...['PutCommand', 'UpdateCommand', 'BatchWriteCommand', 'TransactWriteCommand', 'PutItemCommand'],
        ...['UpdateItemCommand', 'BatchWriteItemCommand', 'TransactWriteItemsCommand', 'CreateTableCommand'],
      ],
    },
    effect: 'write',
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

  { ...kubernetes, methods: ['create*', 'patch*', 'replace*'], effect: 'write' },
  { ...kubernetes, methods: ['delete*'], effect: 'delete' },
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
  {
    of: { packages: [...puppeteer, ...playwright], names: ['Page', 'Frame'] },
    methods: ['goto'],
    effect: 'untrusted-input',
    target: { is: 'url', argument: 0 },
  },
] as const satisfies readonly Sink[];
