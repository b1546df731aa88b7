import { describe, expect, test } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const input = '{ id: z.string(), text: z.string() }';
const mailed = '{ to: z.string(), text: z.string() }';
const before = `import { SignerCkbPrivateKey } from '@ckb-ccc/core';
import { Client as Notion } from '@notionhq/client';
import type { WebContents } from 'electron';
import type { CDPSession, Page } from 'playwright-core';
import { ServerClient } from 'postmark';
import { Exa } from 'exa-js';
import { Gmail } from '@googleapis/gmail';
declare const gmail: Gmail;
import { TwitterApi } from 'twitter-api-v2';
declare const exa: Exa;
declare const signer: SignerCkbPrivateKey;
declare const notion: Notion;
declare const contents: WebContents;
declare const page: Page;
declare const session: CDPSession;
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
    [
      'a mail in the text of which is to whom it goes',
      "async ({ to, text }) => gmail.sent.send({ userId: 'me', requestBody: { raw: btoa('To: ' + to + text) } })",
      'critical recipient',
    ],
    [
      'an answer, whose text alone is the model’s',
      "async ({ text }) => gmail.sent.send({ userId: 'me', requestBody: { raw: btoa('To: me@home.org' + text) } })",
      'low sends',
    ],
    ['a post', 'async ({ text }) => twitter.v2.tweet(text)', 'low sends'],
    ['a post that is taken back', 'async ({ id }) => twitter.v2.deleteTweet(id)', 'high deletes'],
    ['a balance', 'async () => signer.getBalance()', 'nothing'],
    ['a page that is read', 'async ({ id }) => notion.pages.retrieve({ page_id: id })', 'nothing'],
    ['research', 'async ({ text }) => exa.research.create({ instructions: text })', 'nothing'],
    ['pages that are watched', 'async ({ text }) => exa.websets.create({ query: text })', 'high elsewhere'],
    ['bounces', 'async () => post.getBounces()', 'nothing'],
    ['a timeline', 'async ({ id }) => twitter.v2.userTimeline(id)', 'nothing'],
  ])('%s', (_name, run, expected) => {
    expect(mostAmong([{ input: run.includes('({ to,') ? mailed : input, run }], before)).toBe(expected);
  });
});

describe('pages of a browser', () => {
  const inPage = 'contents.debugger.sendCommand';
  test.each([
    ['a script of the model', 'async ({ text }) => page.evaluate(text)', 'critical code'],
    ['one in its text', 'async ({ id }) => page.evaluate(`document.getElementById("${id}").click()`)', 'critical code'],
    ['one in a window', 'async ({ text }) => contents.executeJavaScript(text)', 'critical code'],
    ['one by a command', `async ({ text }) => ${inPage}('Runtime.evaluate', { expression: text })`, 'critical code'],
    ['one in a session', "async ({ text }) => session.send('Runtime.evaluate', { expression: text })", 'critical code'],
    [
      'one that a helper sends',
      `async ({ text }) => { const send = (method: string, params: object) => ${inPage}(method, params); await send('Runtime.evaluate', { expression: text }); }`,
      'critical code',
    ],
    [
      'one in the text of a function',
      `async ({ text }) => ${inPage}('Runtime.callFunctionOn', { functionDeclaration: 'function () { ' + text + ' }' })`,
      'critical code',
    ],
    [
      'a function of the program, on what the model names',
      `async ({ id }) => ${inPage}('Runtime.callFunctionOn', { objectId: id, functionDeclaration: 'function () { return this.id; }' })`,
      'none reads',
    ],
    ['a text that is put in', 'async ({ text }) => contents.insertText(text)', 'high elsewhere'],
    ['a script of the program', "async () => page.evaluate('document.title')", 'none reads'],
    ['a function of the program', 'async ({ id }) => page.evaluate((given) => given.length, id)', 'none reads'],
    ['a script of the program, in a window', "async () => contents.executeJavaScript('document.title')", 'none reads'],
    ['one that acts', "async () => page.evaluate('document.forms[0].submit()')", 'low runs'],
    ['a picture', `async () => ${inPage}('Page.captureScreenshot', { format: 'png' })`, 'nothing'],
    ['a title', 'async () => contents.getTitle()', 'nothing'],
  ])('%s', (_name, run, expected) => {
    expect(mostAmong([{ input, run }], before)).toBe(expected);
  });
});
