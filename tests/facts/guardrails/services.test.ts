import { describe, expect, test } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const input = '{ id: z.string(), text: z.string() }';
const before = `import { SignerCkbPrivateKey } from '@ckb-ccc/core';
import { Client as Notion } from '@notionhq/client';
import { ServerClient } from 'postmark';
import { TwitterApi } from 'twitter-api-v2';
declare const signer: SignerCkbPrivateKey;
declare const notion: Notion;
declare const post: ServerClient;
declare const twitter: TwitterApi;
`;

describe('packages of services', () => {
  test.each([
    ['a transaction', 'async ({ id }) => signer.sendTransaction({ to: id })', 'critical money'],
    [
      'a page that is archived',
      'async ({ id }) => notion.pages.update({ page_id: id, archived: true })',
      'high elsewhere',
    ],
    [
      'a mail to whom the model chooses',
      'async ({ id, text }) => post.sendEmail({ To: id, TextBody: text })',
      'critical recipient',
    ],
    ['a mail to one person', "async ({ text }) => post.sendEmail({ To: 'me@home.org', TextBody: text })", 'low sends'],
    ['a post', 'async ({ text }) => twitter.v2.tweet(text)', 'low sends'],
    ['a post that is taken back', 'async ({ id }) => twitter.v2.deleteTweet(id)', 'high deletes'],
    ['a balance', 'async () => signer.getBalance()', 'nothing'],
    ['a page that is read', 'async ({ id }) => notion.pages.retrieve({ page_id: id })', 'nothing'],
    ['bounces', 'async () => post.getBounces()', 'nothing'],
    ['a timeline', 'async ({ id }) => twitter.v2.userTimeline(id)', 'nothing'],
  ])('%s', (_name, run, expected) => {
    expect(mostAmong([{ input, run }], before)).toBe(expected);
  });
});
