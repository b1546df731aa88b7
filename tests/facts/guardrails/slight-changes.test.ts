import { describe, expect, test } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const input = '{ id: z.string(), text: z.string(), n: z.number() }';
const before = `import { Octokit } from '@octokit/rest';
import { Docs, Drive } from '@googleapis/docs';
declare const octokit: Octokit;
declare const docs: Docs;
declare const drive: Drive;
async function fill(documentId: string, requests: object[]) { await docs.documents.batchUpdate({ documentId, requestBody: { requests } }); }
`;

const judged = (run: string): string => mostAmong([{ input, run }], before);
const onDocument = (id: string, request: string): string =>
  `async ({ id, text }) => docs.documents.batchUpdate({ documentId: ${id}, requestBody: { requests: [${request}] } })`;
const onFile = (given: string): string => `async ({ id, text }) => drive.files.update({ fileId: id, ${given} })`;
const ofRepository = (call: string): string => `async ({ id, text, n }) => octokit.rest.${call}`;
const inserting = '{ insertText: { text, location: { index: 1 } } }';
const removing = '{ deleteContentRange: { range: { startIndex: 1, endIndex: 9 } } }';

describe('what can be set back', () => {
  test.each([
    ['a star', ofRepository("activity.starRepoForAuthenticatedUser({ owner: id, repo: 'site' })"), 'low'],
    ['a subscription that ends', ofRepository("activity.deleteRepoSubscription({ owner: id, repo: 'site' })"), 'low'],
    ['notifications that are read', ofRepository('activity.markNotificationsAsRead()'), 'low'],
    ['a label', ofRepository("issues.addLabels({ owner: 'us', repo: id, issue_number: n, labels: [text] })"), 'low'],
    ['no label', ofRepository("issues.removeLabel({ owner: 'us', repo: id, issue_number: n, name: text })"), 'low'],
    [
      'an assignee less',
      ofRepository("issues.removeAssignees({ owner: 'us', repo: id, issue_number: n, assignees: [text] })"),
      'low',
    ],
    [
      'an issue of another repository with the number of one that was made',
      "async ({ id, text }) => { const made = await octokit.rest.issues.create({ owner: 'us', repo: 'site', title: text }); await octokit.rest.issues.update({ owner: 'us', repo: id, issue_number: made.data.number, state: 'closed' }); }",
      'high',
    ],
    ['a fork', ofRepository("repos.createFork({ owner: id, repo: 'site' })"), 'low'],
    ['a branch', ofRepository("git.createRef({ owner: 'us', repo: id, ref: text, sha: 'abc' })"), 'low'],
    [
      'what a branch stands for',
      ofRepository("git.updateRef({ owner: 'us', repo: id, ref: text, sha: 'abc' })"),
      'high',
    ],
    ['a merge', ofRepository("pulls.merge({ owner: 'us', repo: id, pull_number: n })"), 'high'],
    [
      'an issue that is closed',
      ofRepository("issues.update({ owner: 'us', repo: id, issue_number: n, state: 'closed' })"),
      'high',
    ],
    ['another name', onFile('requestBody: { name: text }'), 'low'],
    ['another folder', onFile('addParents: text'), 'low'],
    ['a file that is taken out of the trash', onFile('requestBody: { trashed: false }'), 'low'],
    ['a file that is put there', onFile('requestBody: { trashed: true }'), 'high'],
    ['what may be put there', onFile("requestBody: { trashed: text === 'yes' }"), 'high'],
    ['other contents', onFile('requestBody: { name: text }, media: { body: text }'), 'high'],
    ['who may write', onFile('requestBody: { writersCanShare: true }'), 'high'],
    ['what is not known', onFile('requestBody: JSON.parse(text)'), 'high'],
  ])('%s', (_name, run, impact) => {
    expect(judged(run).split(' ')[0]).toBe(impact);
  });
});

describe('changes of a document', () => {
  const create = 'const made = await docs.documents.create({ requestBody: { title: text } });';
  test.each([
    ['a text that is put in', onDocument('id', inserting), 'low'],
    ['another style', onDocument('id', '{ updateTextStyle: { fields: text } }'), 'low'],
    ['a text that is taken out', onDocument('id', removing), 'high'],
    ['a text in the place of another', onDocument('id', `${removing}, ${inserting}`), 'high'],
    ['requests of the model', onDocument('id', '...JSON.parse(text)'), 'high'],
    [
      'what was made before',
      `async ({ text }) => { ${create} const id = made.data.documentId!; await docs.documents.batchUpdate({ documentId: id, requestBody: { requests: [${removing}] } }); }`,
      'low',
    ],
    [
      'the same, in a function',
      `async ({ text }) => { ${create} await fill(made.data.documentId, [${removing}]); }`,
      'low',
    ],
    ['another one', `async ({ id, text }) => { ${create} await fill(id, [${removing}]); return made; }`, 'high'],
    [
      'another one in what was made',
      `async ({ id, text }) => { const made = await drive.files.create({ requestBody: { name: text } }); await drive.files.update({ fileId: id, parentId: made.data.id, media: { body: text } }); }`,
      'high',
    ],
    [
      'rights to what was made',
      `async ({ text }) => { const made = await drive.files.create({ requestBody: { name: text } }); await drive.permissions.update({ fileId: made.data.id, requestBody: { role: 'owner' } }); }`,
      'high',
    ],
  ])('%s', (_name, run, impact) => {
    expect(judged(run).split(' ')[0]).toBe(impact);
  });
});
