import { describe, expect, it } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const post = (address: string, body = '{ id }'): string =>
  `({ id }) => fetch(${address}, { method: 'POST', body: JSON.stringify(${body}) })`;

const client = `const servers = { projects: 'https://mcp.example.com' };
async function run(name: string, given: object) {
  const body = { jsonrpc: '2.0', method: 'tools/call', params: { name, arguments: given } };
  return fetch(servers.projects, { method: 'POST', body: JSON.stringify(body) });
}
const slack = async (method: string, given: object) => {
  const answer = await fetch(\`https://slack.com/api/\${method}\`, {
    method: 'POST', body: JSON.stringify(given), headers: { authorization: process.env.SLACK_TOKEN ?? '' },
  });
  return answer.json();
};
async function ownerOf(id: string): Promise<string> { return (await fetch('https://example.com/' + id)).text(); }`;

/** What a tool that is given an `id` can break. */
const judged = (run: string): string => mostAmong([{ input: '{ id: z.string() }', run }], client);

describe('a request whose method says nothing', () => {
  it.each([
    ['the last part of the address deletes', post("'https://example.com/entities/delete'"), 'high deletes'],
    ['the last word of the address deletes', post("'https://example.com/chat.delete?force=1'"), 'high deletes'],
    ['the operation stands before the row', post('`https://example.com/delete_user/${id}`'), 'high deletes'],
    ['the address begins with a setting', post('`${process.env.API}/rows/destroy`'), 'high deletes'],
    [
      'the body names the operation',
      post("'https://example.com/rpc'", "{ tool_name: 'delete_row', id }"),
      'high deletes',
    ],
    [
      'the action is one',
      post("'https://example.com/api/act'", "{ action: 'remove', emoji: 'eyes', id }"),
      'high deletes',
    ],
    ['a function is given the operation', "({ id }) => run('remove_row', { id })", 'high deletes'],
    [
      'the body is a mutation',
      post(
        "'https://example.com/graphql'",
        "{ query: 'mutation ($id: ID!) { deleteIssue(id: $id) { ok } }', variables: { id } }",
      ),
      'high deletes',
    ],
    [
      'the body has a mutation with an alias',
      post("'https://example.com/graphql'", '{ query: `mutation Go { gone: deleteIssue(id: "${id}") { ok } }` }'),
      'high deletes',
    ],
  ])('takes something away where %s', (_name, run, is) => {
    expect(judged(run)).toBe(is);
  });

  it.each([
    ['the address lists what is there', post("'https://example.com/entities/list'")],
    ['the word is that of a host', post("'https://delete.example.com/'")],
    ['the word is part of another one', post("'https://example.com/deleted-entities'")],
    ['the word is that of a folder', post("'https://example.com/delete/requests/search'")],
    ['a reaction is taken off', post("'https://example.com/api/react'", "{ action: 'remove', emoji: 'eyes', id }")],
    ['a picture loses its background', post("'https://example.com/v1/remove-background'")],
    ['the row has such a name', post("'https://example.com/rows'", "{ title: 'delete_row', id }")],
    ['the model writes the operation’s words as data', post("'https://example.com/rows'", '{ text: id }')],
    ['a text says it in a sentence', post("'https://example.com/rows'", "{ name: 'Delete what is old', id }")],
    ['a function is given another operation', "({ id }) => run('read_row', { id })"],
    [
      'the query only reads',
      post("'https://example.com/graphql'", "{ query: 'query { deleteRequests(id: $id) { ok } }', variables: { id } }"),
    ],
    [
      'the mutation adds',
      post("'https://example.com/graphql'", "{ query: 'mutation { addIssue(id: $id) { ok } }', variables: { id } }"),
    ],
  ])('sends something where %s', (_name, run) => {
    expect(judged(run)).toBe('low sends');
  });

  it.each([
    ['the model names the channel', "({ id }) => slack('chat.postMessage', { channel: id, text: 'Done' })"],
    [
      'the model names the chat',
      post('`https://api.example.com/bot${process.env.TOKEN}/sendMessage`', "{ chat_id: id, text: 'Done' }"),
    ],
    [
      'the model names the number',
      "({ id }) => fetch('https://api.example.com/Messages.json', { method: 'POST', body: new URLSearchParams({ To: id, Body: 'Done' }) })",
    ],
    [
      'the model names the address',
      post("'https://api.example.com/emails'", "{ from: 'us@example.com', to: [id], text: 'Done' }"),
    ],
  ])('reaches whom the model chooses where %s', (_name, run) => {
    expect(judged(run)).toBe('critical recipient');
  });

  it.each([
    ['the program names the channel', "({ id }) => slack('chat.postMessage', { channel: 'general', text: id })"],
    [
      'the recipient is looked up',
      "async ({ id }) => slack('chat.postMessage', { channel: await ownerOf(id), text: 'Done' })",
    ],
    [
      'the model writes the whole body',
      "({ id }) => fetch('https://api.example.com/messages', { method: 'POST', body: id })",
    ],
    ['nothing is sent to anyone', "({ id }) => slack('conversations.history', { channel: id })"],
    [
      'an answer is generated',
      post("'https://api.example.com/v1/messages'", "{ messages: [{ role: 'user', content: id }] }"),
    ],
  ])('reaches whom the program chooses where %s', (_name, run) => {
    expect(judged(run)).toBe('low sends');
  });

  it.each([
    [
      'a call is made to whom the model names',
      "new URLSearchParams({ To: id, Twiml: 'Hello' }).toString()",
      'critical recipient',
    ],
    ['the body is given as it is', "new URLSearchParams({ To: id, Twiml: 'Hello' })", 'critical recipient'],
    [
      'a call is made to whom the program names',
      "new URLSearchParams({ To: '+15550100', Twiml: id }).toString()",
      'low sends',
    ],
    ['the recipient is not in the body', 'String(id)', 'low sends'],
    ['the body names what is called by a machine', 'JSON.stringify({ to: id, data: "0x" })', 'low sends'],
    ['a call is written down', "JSON.stringify({ phone: id, notes: 'Talked' })", 'low sends'],
    ['a number is dialled', 'JSON.stringify({ toNumber: id })', 'critical recipient'],
  ])('calls by phone where %s', (_name, body, is) => {
    const address = '`https://api.twilio.com/2010-04-01/Accounts/${process.env.ACCOUNT}/Calls.json`';

    expect(judged(`({ id }) => fetch(${address}, { method: 'POST', body: ${body} })`)).toBe(is);
  });

  it.each([
    ['`https://api.example.com/v2/bookings/${encodeURIComponent(id)}/cancel`', 'high elsewhere'],
    ['`https://api.example.com/orders/${id}/cancel?notify=1`', 'high elsewhere'],
    ['`https://api.example.com/appointments/${id}/reschedule`', 'high elsewhere'],
    ['`https://api.example.com/predictions/${id}/cancel`', 'low sends'],
    ['`https://api.example.com/bookings/${id}/cancel?dry_run=true`', 'low sends'],
    ['`https://api.example.com/bookings/${id}/cancel/reasons`', 'low sends'],
    ["'https://api.example.com/bookings/cancel'", 'low sends'],
  ])('takes back what was agreed on by %s', (address, is) => {
    expect(judged(post(address, "{ reason: 'None' }"))).toBe(is);
  });

  it.each([
    ['is the body', '(mail) => fetch(mails, { method: "POST", body: JSON.stringify(mail) })', 'critical recipient'],
    [
      'is spread into the body',
      '(mail) => fetch(mails, { method: "POST", body: JSON.stringify({ from: "us@example.com", ...mail }) })',
      'critical recipient',
    ],
    ['is handed on', '(mail) => send(mail)', 'critical recipient'],
    [
      'is spread before the recipient of the program',
      '(mail) => fetch(mails, { method: "POST", body: JSON.stringify({ ...mail, to: "us@example.com" }) })',
      'low sends',
    ],
    ['has a part that is the body', '({ text }) => fetch(mails, { method: "POST", body: text })', 'low sends'],
    [
      'is sent where nothing is sent on',
      '(mail) => fetch("https://api.example.com/drafts", { method: "POST", body: JSON.stringify(mail) })',
      'low sends',
    ],
  ])('reaches whom the model chooses where what a tool is given %s', (_name, run, is) => {
    const mails = `const mails = 'https://api.example.com/emails';
const send = (given: object) => fetch(mails, { method: 'POST', body: JSON.stringify({ ...given, from: 'us@example.com' }) });`;
    const input = '{ to: z.string(), text: z.string() }';

    expect(mostAmong([{ input, run }], mails)).toBe(is);
  });

  it('reaches whom the program chooses where only a part of what a tool is given has such a name', () => {
    const run = `(note) => fetch('https://api.example.com/emails', { method: 'POST', body: JSON.stringify(note) })`;
    const input = '{ text: z.string(), range: z.object({ from: z.string(), to: z.string() }) }';

    expect(mostAmong([{ input, run }])).toBe('low sends');
  });

  it('reaches whom the program chooses where what a tool is given names nobody', () => {
    const run = `(note) => fetch('https://api.example.com/emails', { method: 'POST', body: JSON.stringify({ ...note, title: 'A note' }) })`;

    expect(mostAmong([{ input: '{ text: z.string() }', run }])).toBe('low sends');
  });

  const patch = (body: string): string =>
    `({ id }) => fetch('https://api.example.com/rows', { method: 'PATCH', body: JSON.stringify(${body}) })`;

  it.each([
    ['the body names the row', patch("{ id, text: 'Done' }"), 'high elsewhere'],
    ['the body names the row of something', patch("{ customer_id: id, text: 'Done' }"), 'high elsewhere'],
    ['entries of the body name the rows', patch('{ records: [{ id, fields: {} }] }'), 'high elsewhere'],
    ['the entries are the body', patch("[{ id, text: 'Done' }]"), 'high elsewhere'],
    ['the program names the row', patch("{ id: 'main', text: id }"), 'low elsewhere'],
    ['the body names no row', patch('{ text: id }'), 'low elsewhere'],
  ])('changes one of many, or the only one, where %s', (_name, run, is) => {
    expect(judged(run)).toBe(is);
  });

  it('changes many where their names come in a list', () => {
    const run = patch('{ records: records.map((each) => ({ id: each.id, fields: each.fields })) }').replace(
      'id',
      'records',
    );
    const input = '{ records: z.array(z.object({ id: z.string(), fields: z.unknown() })) }';

    expect(mostAmong([{ input, run }])).toBe('high elsewhere');
  });
});

describe('a change of what is behind an address', () => {
  const put = (address: string, method = 'PUT'): string =>
    `({ id }) => fetch(${address}, { method: '${method}', body: JSON.stringify({ name: id }) })`;
  const own = `const base = process.env.BACKEND_URL ?? 'http://localhost:3000';
const local = axios.create({ baseURL: process.env.API_BASE_URL });
const remote = axios.create({ baseURL: process.env.JIRA_BASE_URL });
const request = (path: string, body: object) =>
  fetch(new URL(path, process.env.NEXT_PUBLIC_APP_URL), { method: 'PATCH', body: JSON.stringify(body) });`;
  const judgedOwn = (run: string): string =>
    mostAmong([{ input: '{ id: z.string() }', run }], `import axios from 'axios';\n${own}`);

  it.each([
    ['a setting names the backend', put('`${process.env.SUPABASE_URL}/rest/v1/rows?id=eq.${id}`', 'PATCH')],
    ['a setting in brackets does', put("`${process.env['API_URL']!}/rows/${id}`")],
    ['a setting comes before a default', put('`${base}/rows/${id}`')],
    ['it is on this machine', put('`http://localhost:3000/api/rows/${id}`')],
    ['a function puts the address together', '({ id }) => request(`/rows/${id}`, { name: id })'],
    ['a client was made for it', '({ id }) => local.put(`/rows/${id}`, { name: id })'],
  ])('updates the program’s own data where %s', (_name, run) => {
    expect(judgedOwn(run)).toBe('low entries');
  });

  it.each([
    ['a default is another system', put('`${process.env.API_URL ?? "https://api.example.com"}/rows/${id}`')],
    ['the model may write the whole address', put('new URL(id, process.env.API_URL)')],
    ['a client is given the whole address', '({ id }) => local.put(id, { name: id })'],
    ['the model goes on with the host', put('`http://localhost${id}`')],
    ['the host is written', put('`https://api.example.com/rows/${id}`')],
    ['a setting names another system', put('`${process.env.JIRA_BASE_URL}/issues/${id}`')],
    ['a client was made for another one', '({ id }) => remote.put(`/issues/${id}`, { name: id })'],
    ['the setting is a part of the path', put('`https://api.example.com/${process.env.APP}/rows/${id}`')],
  ])('changes another system where %s', (_name, run) => {
    expect(judgedOwn(run)).toBe('high elsewhere');
  });

  it.each([
    [
      'by a DELETE request that a tool which reads makes below its handler',
      "'DELETE'",
      'https://api.example.com/rows',
      'low aside',
    ],
    [
      'by a POST that names it, whatever the tool is called',
      "'POST'",
      'https://api.example.com/rows/delete',
      'high deletes',
    ],
  ])('takes something away %s', (_name, method, address, is) => {
    const beside = `const drop = (id: string) => fetch(\`${address}?id=\${id}\`, { method: ${method}, body: JSON.stringify({ id }) });
const show = (id: string) => drop(id);`;

    expect(
      mostAmong([{ tool: 'get_rows', says: 'Rows', input: '{ id: z.string() }', run: '({ id }) => show(id)' }], beside),
    ).toBe(is);
  });

  it('takes away what is in the program’s own data', () => {
    expect(judgedOwn(put('`${process.env.API_URL}/rows/${id}`', 'DELETE'))).toBe('high deletes');
  });
});
