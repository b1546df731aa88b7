import type { Sink } from './effect.ts';
import { octokit, slack } from './services.ts';

/**
 * What brings in texts that others wrote: mailboxes, chats, issues, the web. Mails and messages are private as well. Read
 * from imapflow 2.10 and its types 1.0, @googleapis/gmail 18.0, @slack/web-api 8.2, octokit 5.0, @tavily/core 0.7,
 * exa-js 2.23 and @mendable/firecrawl-js 1.21.
 */
const open = { is: 'open' } as const;
const page = { is: 'url', argument: 0 } as const;
const imap = { of: { packages: ['imapflow', '@types/imapflow'], names: ['ImapFlow'] }, label: 'imap' } as const;
const inbox = ['fetch', 'fetchOne', 'fetchAll', 'download', 'downloadMany'] as const;
const gmail = {
  of: {
    packages: ['@googleapis/gmail', 'googleapis'],
    names: [
      ...['Resource$Users$Messages', 'Resource$Users$Threads', 'Resource$Users$Drafts'],
      'Resource$Users$Messages$Attachments',
    ],
  },
  label: 'gmail',
} as const;
const tavily = {
  of: { packages: ['@tavily/core'], names: ['TavilyClient'] },
  effect: 'untrusted-input',
  label: 'tavily',
} as const;
const firecrawl = {
  of: { packages: ['@mendable/firecrawl-js'], names: ['FirecrawlApp', 'Firecrawl', 'FirecrawlClient'] },
  effect: 'untrusted-input',
  label: 'firecrawl',
} as const;

export const sourceSinks = [
  { ...imap, methods: inbox, effect: 'untrusted-input', target: open },
  { ...imap, methods: inbox, effect: 'read-private' },
  { ...gmail, methods: ['get', 'list'], effect: 'untrusted-input', target: open },
  { ...gmail, methods: ['get', 'list'], effect: 'read-private' },
  {
    of: { packages: gmail.of.packages, names: ['Resource$Users$Messages', 'Resource$Users$Drafts'] },
    methods: ['send'],
    effect: 'egress',
    target: open,
    label: 'gmail',
  },
  { ...slack, methods: ['history', 'replies'], effect: 'untrusted-input', target: open },
  { ...slack, methods: ['history', 'replies'], effect: 'read-private' },
  {
    ...octokit,
    methods: [
      ...['listForRepo', 'listComments', 'listCommentsForRepo', 'listReviews', 'listReviewComments', 'getComment'],
      ...['issuesAndPullRequests', 'listForAuthenticatedUser'],
    ],
    effect: 'untrusted-input',
    target: open,
  },
  { ...octokit, methods: ['getContent', 'getBlob', 'downloadZipballArchive'], effect: 'read-private' },

  { ...tavily, methods: ['search', 'searchQNA', 'searchContext', 'research'], target: open },
  { ...tavily, methods: ['extract', 'crawl'], target: page },
  {
    of: { packages: ['exa-js'], names: ['Exa'] },
    methods: ['search', 'searchAndContents', 'findSimilar', 'findSimilarAndContents', 'getContents', 'answer'],
    effect: 'untrusted-input',
    target: open,
    label: 'exa',
  },
  { ...firecrawl, methods: ['search'], target: open },
  { ...firecrawl, methods: ['scrapeUrl', 'scrape', 'crawlUrl', 'crawl', 'mapUrl', 'batchScrapeUrls'], target: page },
] as const satisfies readonly Sink[];

/** Hosts whose answers hold what anybody may have written, whoever asks them for what; with those below them. */
export const openHosts: readonly string[] = (
  'api.tavily.com api.exa.ai api.search.brave.com api.bing.microsoft.com google.serper.dev serpapi.com api.duckduckgo.com ' +
  'duckduckgo.com html.duckduckgo.com customsearch.googleapis.com api.firecrawl.dev r.jina.ai s.jina.ai ' +
  'gmail.googleapis.com graph.microsoft.com api.github.com gitlab.com www.reddit.com oauth.reddit.com ' +
  'hn.algolia.com hacker-news.firebaseio.com api.x.com api.twitter.com public.api.bsky.app api.stackexchange.com ' +
  'wikipedia.org export.arxiv.org'
).split(' ');

/** Hosts on which whoever writes can be read by anybody. */
export const publicHosts: readonly string[] = (
  'api.github.com gitlab.com oauth.reddit.com api.x.com api.twitter.com bsky.social api.stackexchange.com dpaste.org ' +
  'pastebin.com'
).split(' ');
