import type { ExportRef } from '../sessions/protocol.ts';
import { databaseSinks } from './databases.ts';
import type { EffectKind } from './effect.ts';
import { machineSinks } from './machines.ts';
import { conversationMethods, messengerSinks } from './messengers.ts';
import { serviceSinks } from './services.ts';
import { sourceSinks } from './sources.ts';

/**
 * What methods of modelled packages do that no sink names. The first word of the method's own name decides
 * (`slack.chat.delete`, `repos.createFork`), and only for methods that give a promise: what gives a value computes it, and
 * what gives nothing sets up the client. Read over all methods of @slack/web-api 8.2, octokit 5.0, resend 6.38, stripe 23.1,
 * mongodb 7.9 and @mastra/core 1.71, and over those of discord.js 14.28 that are awaited; also over those of
 * @hubspot/api-client 13.5, @linear/sdk 98, @microsoft/microsoft-graph-client 3.0, @notionhq/client 5.26, jira.js 5.4,
 * mailgun.js 14.0, postmark 5.1, tsdav 2.3, twitter-api-v2 1.29 and @larksuiteoapi/node-sdk 1.74.
 */
export const verbs: readonly { readonly does: EffectKind | 'nothing'; readonly words: readonly string[] }[] = [
  {
    does: 'nothing',
    words: (
      'get list find search read lookup look load fetch count has is can exists exist retrieve describe show view check ' +
      'compare compute calculate parse format validate verify resolve summarize analyze translate embed estimate wait ' +
      'poll tail watch subscribe unsubscribe observe status diff stat stats head peek inspect explain preview ping echo ' +
      'test info history replies query scan select aggregate distinct download export iterator iterate page paginate ' +
      'paging auto next connect disconnect close end release open ready login logout auth authenticate authorize refresh ' +
      'on once off for each map filter to clone session transaction begin commit abort rollback access identity sign ' +
      'encrypt decrypt hook log debug warn error recall'
    ).split(' '),
  },
  {
    does: 'write',
    words: (
      'create update set add put post patch upsert rename archive unarchive move insert write save store edit modify ' +
      'replace append prepend assign unassign attach detach enable disable activate deactivate approve reject accept ' +
      'deny decline merge fork lock unlock pin unpin mark join leave invite mute unmute restore tag untag upload import ' +
      'copy duplicate increment decrement publish unpublish star unstar follow unfollow block unblock convert transfer ' +
      'grant register cancel complete submit schedule reset resume pause rotate link unlink mutate share restrict untrash'
    ).split(' '),
  },
  {
    does: 'delete',
    words:
      'delete del remove destroy purge drop revoke kick erase clear truncate wipe trash uninstall unregister expunge flush prune'.split(
        ' ',
      ),
  },
  { does: 'egress', words: 'send email mail notify reply forward broadcast'.split(' ') },
];

/** Words before the one that decides: `bulkDelete`, `dangerouslyClearAll`, `tryNext`. */
export const prefixes: readonly string[] = 'admin async batch bulk dangerously many maybe multi try'.split(' ');

/** Ends of names that say what is given, `deletedCount`, and methods that set up the client, `removeListener`. */
export const idleEnds = /(?:Count|Listeners?)$/;

/** Ends of names that say what is given, `userInfo`, `importStatus`: not after a word that only changes, as in `deleteLogs`. */
export const readingEnds = /(?:Info|Information|Logs?|Links|Metrics|Stats|Status|Exists)$/;

/** Words that change what the rest of a name says, beside those that delete. */
export const changingWords: readonly string[] =
  'create update set add put upsert insert write edit modify replace reset'.split(' ');

/** What runs a model or an agent, of SDKs: whatever that comes to has guards of its own. */
export const modelWords: readonly string[] = (
  'generate gen regenerate stream invoke run call chat start restart init initialize build prepare process execute ' +
  'evaluate network speak listen answer image text video embedding complete completion transcribe rerank batch predict ' +
  'suspend sleep settled custom consume messages responses language model tool request complete ensure setup handle ' +
  'elicit ask prompt think plan'
).split(' ');

/** In a browser nearly every method acts on the page: those that count are named. */
const browsers = /^(?:puppeteer|playwright|@playwright)/;

/** Packages of services and databases whose methods go by their verbs. `*` stands for the rest of a name. */
export const servicePackages: readonly string[] = [
  ...new Set(
    [...serviceSinks, ...machineSinks, ...messengerSinks, ...databaseSinks, ...sourceSinks].flatMap(
      ({ of }): readonly string[] => of.packages,
    ),
  ),
  ...['@octokit/*', '@aws-sdk/*', '@smithy/*', '@googleapis/*', 'googleapis', 'googleapis-common', '@slack/*'],
  ...['@hubspot/api-client', '@linear/sdk', '@microsoft/microsoft-graph-client', '@notionhq/client', 'jira.js'],
  ...['mailgun.js', 'postmark', 'tsdav', 'twitter-api-v2', '@larksuiteoapi/node-sdk'],
].filter((name) => !browsers.test(name));

/** Packages of SDKs: where a sink or verb says nothing of a method, it may still be one that runs a model. */
export const sdkPackages: readonly string[] = [
  ...['ai', '@ai-sdk/*', '@anthropic-ai/*', 'openai', '@google/genai', '@google/adk', '@langchain/*', 'langchain'],
  ...['deepagents', '@openai/*', '@mastra/*', '@modelcontextprotocol/*', 'fastmcp'],
];

/** Packages that keep what is written for the program itself: vectors, memory, schedules. */
export const frameworkPackages: readonly string[] = ['@mastra/*', '@langchain/core', '@langchain/langgraph*'];

/** Classes which say by their name what sending them does: `client.send(new DeleteBucketTaggingCommand(…))`. */
export const commands = { packages: ['@aws-sdk/*', '@smithy/*'], end: 'Command', sentBy: 'send' } as const;

/**
 * Methods that change nothing elsewhere, or only what the agent keeps for itself, whatever their verb: runs, the texts of a
 * run, and the memory of a conversation. `x*` is every name that begins so, and `*` any.
 */
export const idleMethods: readonly { readonly of: ExportRef; readonly methods: readonly string[] }[] = [
  ...conversationMethods,
  { of: { packages: ['kysely'], names: ['*'] }, methods: ['execute*', 'stream', 'destroy'] },
  { of: { packages: ['knex', 'typeorm', 'mongoose', 'sequelize'], names: ['*'] }, methods: ['initialize', 'raw'] },
  { of: { packages: ['knex'], names: ['Knex', 'Client'] }, methods: ['destroy'] },
  { of: { packages: ['typeorm'], names: ['DataSource'] }, methods: ['destroy'] },
  { of: { packages: ['discord.js'], names: ['BaseClient'] }, methods: ['login', 'destroy'] },
  {
    of: { packages: ['discord.js'], names: ['BaseInteraction'] },
    methods: ['reply', 'editReply', 'deleteReply', 'defer*', 'followUp', 'update', 'respond', 'show*'],
  },
  {
    of: { packages: ['discord.js'], names: ['User', 'GuildMember', 'UserManager'] },
    methods: ['createDM', 'deleteDM'],
  },
  // A search that takes its time.
  { of: { packages: ['exa-js'], names: ['ResearchClient', 'ResearchBaseClient'] }, methods: ['*'] },
  // A bot edits its own messages only.
  { of: { packages: ['discord.js'], names: ['Message'] }, methods: ['edit', 'react', 'suppressEmbeds'] },
  {
    of: { packages: ['@slack/web-api'], names: ['*'] },
    methods: ['all', 'conversations', 'files', 'members', 'messages', 'token', 'presentDetails'],
  },
  {
    of: { packages: ['mongodb'], names: ['Collection', 'Db', 'Admin'] },
    methods: ['collections', 'estimatedDocumentCount', 'indexes', 'options', 'profilingLevel', 'replSetGetStatus'],
  },
  {
    of: { packages: ['redis', '@redis/client', 'ioredis', '@upstash/redis'], names: ['*'] },
    methods: (
      'exec quit duplicate ttl pttl keys type strlen getRange getrange mget hkeys hKeys hvals hVals hlen hLen hexists ' +
      'hExists hmget hmGet scard sCard sismember sIsMember smismember sMembers sdiff sinter sunion llen lLen lindex lIndex ' +
      'lpos zcard zCard zcount zCount zrange zRange* zrangebyscore zrevrange zrank zRank zscore zScore xlen xLen xrange xRange ' +
      'xread xRead dbsize dbSize hscan hScan sscan sScan zscan zScan geopos geodist pfcount psubscribe pSubscribe'
    ).split(' '),
  },
  {
    of: {
      packages: ['openai', '@anthropic-ai/sdk', '@google/genai'],
      names: [
        ...['Completions', 'Responses', 'Messages', 'BetaMessages', 'Embeddings', 'Images', 'Moderations', 'Speech'],
        ...['Transcriptions', 'Translations', 'Models', 'Chat', 'Live', 'BaseInteractions', 'Interactions'],
      ],
    },
    methods: ['create*', 'edit*', 'send*', 'compact'],
  },
  { of: { packages: ['@mastra/core'], names: ['Mastra', 'RequestContext', 'ToolStream'] }, methods: ['*'] },
  {
    of: { packages: ['@mastra/core'], names: ['Agent', 'DurableAgent', 'Run', 'Workflow', 'Session'] },
    methods: [
      'approve*',
      'decline*',
      'resume*',
      'cancel*',
      'createRun*',
      'set*',
      'send*',
      'followUp',
      'clearObjective',
    ],
  },
  {
    of: { packages: ['@mastra/core'], names: ['MastraMemory', 'ProcessorStreamWriter'] },
    methods: ['add*', 'copy*', 'create*', 'save*', 'update*', 'write'],
  },
  {
    of: { packages: ['@google/adk'], names: ['Context', 'ToolContext', 'CallbackContext', 'ReadonlyContext'] },
    methods: ['*'],
  },
  {
    of: {
      packages: ['@openai/agents', '@openai/agents-core', '@openai/agents-openai'],
      names: ['Session', 'MemorySession', 'OpenAIConversationsSession', 'RunContext', 'RunState'],
    },
    methods: ['*'],
  },
  {
    of: {
      packages: ['@langchain/core', '@langchain/langgraph', '@langchain/langgraph-checkpoint', 'langchain'],
      names: [
        ...['BaseCheckpointSaver', 'BaseChatMessageHistory', 'BaseListChatMessageHistory', 'BaseMemory', 'BaseCache'],
        ...['Runnable', 'Pregel', 'CallbackManager', 'BaseCallbackHandler'],
      ],
    },
    methods: ['*'],
  },
  { of: { packages: ['@langchain/textsplitters', 'langchain'], names: ['TextSplitter'] }, methods: ['*'] },
  // What a tool keeps from one conversation to the next. To take it away again counts.
  {
    of: {
      packages: ['@langchain/core', '@langchain/langgraph', '@langchain/langgraph-checkpoint'],
      names: ['BaseStore'],
    },
    methods: ['put', 'batch', 'mset'],
  },
  {
    of: {
      packages: [
        ...['@modelcontextprotocol/sdk', '@modelcontextprotocol/client', '@modelcontextprotocol/server'],
        ...['@modelcontextprotocol/core', 'fastmcp'],
      ],
      names: ['*'],
    },
    methods: ['*'],
  },
];
