import type { InvalidTestCase, ValidTestCase } from '@typescript-eslint/rule-tester';
import { noIneffectiveGuardrail } from '../../src/rules/no-ineffective-guardrail.ts';
import { codeOf, errorsIn } from './marked.ts';
import { tester } from './rule-tester.ts';

type MessageId = keyof typeof noIneffectiveGuardrail.messages;

// Where the program itself answers the questions of a run, with a yes to all of them.

const valid: ValidTestCase<[]>[] = [];
const invalid: InvalidTestCase<MessageId, []>[] = [];

function pair(name: string, faulty: string, right: string): void {
  invalid.push({ name, code: codeOf(faulty), errors: errorsIn(faulty, { messageId: 'approvesAll', data: {} }) });
  silent(`not: ${name}`, right);
}

function silent(name: string, code: string): void {
  valid.push({ name, code });
}

// ── LangGraph ──────────────────────────────────────────────────────────────────────────────────────────────────────

const langgraph = `import { Command, isInterrupted, type CompiledStateGraph } from '@langchain/langgraph';
declare const agent: CompiledStateGraph<any, any, any>;
declare const ask: (question: string) => Promise<boolean>;
declare const queue: { next(): Promise<void> };
const config = { configurable: { thread_id: '1' } };
`;
const approving = `new Command({ resume: { decisions: [{ type: 'approve' }] } })`;

const straight = (between: string, answer: string): string =>
  `${langgraph}export async function go(text: string) {
  await agent.invoke({ messages: [text] }, config);
  ${between}
  return agent.invoke(${answer}, config);
}`;

pair(
  'an approval right behind the run that requests it, and behind what is waited for',
  straight('console.log(text);', `«${approving}»`),
  straight('await queue.next();', approving),
);
pair(
  'a resumption with `true`, and with what a person says',
  straight('', '«new Command({ resume: true })»'),
  straight("const isAllowed = await ask('go on?');", 'new Command({ resume: isAllowed })'),
);
pair(
  'a resumption that approves, and one that rejects',
  straight('', `«${approving}»`),
  straight('', approving.replace('approve', 'reject')),
);
pair(
  'an approval of an edited call, and the edit itself',
  straight('', "«new Command({ resume: [{ type: 'approve', approved: true }] })»"),
  straight('', "new Command({ resume: [{ type: 'edit', approved: true }] })"),
);
silent(
  'an approval in a function of its own: who calls it has decided',
  `${langgraph}export const approve = (id: string) => agent.invoke(${approving}, { configurable: { thread_id: id } });`,
);
silent(
  'an approval behind a run of another agent',
  `${langgraph}declare const other: typeof agent;
export async function go(text: string) { await other.invoke({ messages: [text] }); return agent.invoke(${approving}, config); }`,
);

const loop = (test: string, answer: string, before = ''): string =>
  `${langgraph}export async function go(text: string, isTrusted: boolean) {
  let result = await agent.invoke({ messages: [text] }, config);
  while (${test}) { ${before} result = await agent.invoke(${answer}, config); }
  return result;
}`;
const forEach = `new Command({ resume: { decisions: (result.__interrupt__ as unknown[]).map(() => ({ type: 'approve' })) } })`;

pair(
  'a loop over what a run requests, and one on a switch',
  loop('result.__interrupt__?.length > 0', `«${forEach}»`),
  loop('isTrusted && result.__interrupt__?.length > 0', forEach),
);
pair(
  'a loop that a function of the SDK ends, and one that asks',
  loop('isInterrupted(result)', `«${approving}»`),
  loop('isInterrupted(result)', approving, "if (!(await ask('go on?'))) break;"),
);
pair(
  'a loop that writes down what it approves, and one whose writing may refuse',
  `${loop('result.__interrupt__', `«${approving}»`, 'await audit.append(text);')}
declare const audit: { append(entry: string): Promise<void> };`,
  `${loop('result.__interrupt__', approving, 'await audit.check(text);')}
declare const audit: { check(entry: string): Promise<void> };`,
);
pair(
  'a loop that names what it approves, and one that looks at it',
  loop('result.__interrupt__', `«${approving}»`, 'console.log(result.__interrupt__);'),
  loop('result.__interrupt__', approving, "if (result.__interrupt__[0].value === 'erase') break;"),
);

for (const [name, before] of [
  ['a key that someone presses', 'await queue.next();'],
  ['a function that throws unless the questions are allowed', 'assertAllowed(result.__interrupt__);'],
  ['a question in a browser', "prompt('go on?');"],
] as const)
  silent(
    `a loop behind ${name}`,
    `${loop('result.__interrupt__', approving, before)}
function assertAllowed(questions: unknown) { if (JSON.stringify(questions).includes('erase')) throw new Error('not that'); }`,
  );
silent(
  'an approval of what was kept of an earlier run',
  `${langgraph}export async function goOn() {
  const { values } = await agent.getState(config);
  if (isInterrupted(values)) return agent.invoke(${approving}, config);
  return values;
}`,
);
silent('an answer with what was asked for', straight('', 'new Command({ resume: { approved: true, city: text } })'));
silent(
  'answers to choose from',
  `${langgraph}declare const select: (choices: unknown[]) => Promise<Command>;
export async function go(text: string) {
  const result = await agent.invoke({ messages: [text] }, config);
  if (!result.__interrupt__) return result;
  return agent.invoke(await select([new Command({ resume: true }), new Command({ resume: false })]), config);
}`,
);
silent(
  'a function for runs that nobody watches',
  straight('', approving).replace('function go(', 'function goUnattended('),
);

const kept = (answer: string, condition: string): string =>
  `${langgraph}export async function go(text: string) {
  let input: unknown = { messages: [text] };
  for (let round = 0; round < 5; round += 1) {
    const result = await agent.invoke(input, config);
    if (${condition}) return result;
    input = ${answer};
  }
  return undefined;
}`;

pair(
  'an answer that the next round gives, and one where a person agreed',
  kept(`«${approving}»`, '!result.__interrupt__'),
  kept(approving, "!result.__interrupt__ || !(await ask('go on?'))"),
);
silent(
  'an answer for a result that a caller gives',
  `${langgraph}export const goOn = (result: Record<string, unknown>) => { if (result.__interrupt__) return agent.invoke(${approving}, config); return result; };`,
);

// ── Mastra ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const mastra = `import type { Agent } from '@mastra/core/agent';
declare const agent: Agent;
declare const ask: (question: string) => Promise<boolean>;
`;
const streamed = (approval: string): string =>
  `${mastra}export async function go(text: string) {
  const stream = await agent.stream(text);
  for await (const chunk of stream.fullStream) { ${approval} }
}`;
const approveCall = 'await agent.approveToolCall({ runId: stream.runId });';

pair(
  'all approvals that a stream requests, and those of one tool',
  streamed(`if (chunk.type === 'tool-call-approval') await «agent.approveToolCall({ runId: stream.runId })»;`),
  streamed(`if (chunk.type === 'tool-call-approval' && chunk.payload.toolName === 'show') ${approveCall}`),
);
pair(
  'a clause for all approvals, and one that asks',
  streamed(
    `switch (chunk.type) { case 'tool-call-approval': await «agent.approveToolCall({ runId: stream.runId })»; break; }`,
  ),
  streamed(`switch (chunk.type) { case 'tool-call-approval': if (await ask('go on?')) ${approveCall} break; }`),
);
pair(
  'an approval right behind a run, and in a route of its own',
  `${mastra}export async function go(text: string) {
  const { runId = '' } = await agent.generate(text);
  return «agent.approveToolCallGenerate({ runId })»;
}`,
  `${mastra}export const approve = (runId: string) => agent.approveToolCallGenerate({ runId });`,
);

const stopped = (kept: string, between: string): string => `import type { Agent } from '@mastra/core/agent';
declare const ask: (question: string) => Promise<boolean>;
declare const known: ReadonlySet<string>;
export async function go(agent: Agent, text: string) {
  let stream = await agent.stream(text);
  for (;;) {
    let paused: string | undefined;
    for await (const chunk of stream.fullStream) {
      ${kept}
    }
    if (paused === undefined) return;
    ${between}
    stream = await «agent.approveToolCall({ runId: stream.runId, toolCallId: paused })»;
  }
}`;
const keeps = "if (chunk.type === 'tool-call-approval') paused = chunk.payload.toolCallId;";
pair(
  'a call that a stream stops at, kept in a variable, and a question about it',
  stopped(keeps, ''),
  codeOf(stopped(keeps, "if (!(await ask('go on?'))) return;")),
);
pair(
  'one that a case of a switch keeps, and what is known of it',
  stopped("switch (chunk.type) { case 'tool-call-approval': paused = chunk.payload.toolCallId; break; }", ''),
  codeOf(stopped(keeps.replace("'tool-call-approval'", '$& && known.has(chunk.payload.toolName)'), '')),
);
silent(
  'one that something else is kept in as well',
  codeOf(stopped(`${keeps} else if (chunk.type === 'text-delta') paused = text;`, '')),
);

// ── AI SDK ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const aiSdk = `import { generateText, type ModelMessage, streamText, ToolLoopAgent, type ToolSet } from 'ai';
declare const tools: ToolSet;
declare const ask: (question: string) => Promise<boolean>;
const model = 'openai/gpt-5';
`;
const message = "{ type: 'tool-approval-response' as const, approvalId: request.approvalId, approved: true }";
const answered = (answer: string, before = ''): string =>
  `${aiSdk}export async function go(messages: ModelMessage[], isTrusted: boolean) {
  for (;;) {
    const result = await generateText({ model, tools, messages });
    const requests = result.content.filter((part) => part.type === 'tool-approval-request');
    if (requests.length === 0) return result.text;
    ${before}
    messages.push({ role: 'tool', content: requests.map((request) => (${answer})) });
  }
}`;
const looped = (body: string, run = 'generateText({ model, tools, messages })', parts = 'result.content'): string =>
  `${aiSdk}export async function go(messages: ModelMessage[], isTrusted: boolean) {
  const agent = new ToolLoopAgent({ model, tools });
  const result = await ${run};
  for await (const request of ${parts}) {
    ${body}
  }
  return [agent, messages, isTrusted];
}`;
const push = (answer: string): string => `messages.push({ role: 'tool', content: [${answer}] });`;

pair(
  'yes to all that a run requests, and what a person says of it',
  answered(`«${message}»`),
  answered(message, "if (!(await ask('go on?'))) return undefined;"),
);
pair(
  'yes to each, and yes to those of one tool',
  answered(`«${message}»`, 'console.log(requests.length);'),
  answered(message.replace('approved: true', "approved: request.toolCall.toolName === 'show'")),
);
pair(
  'yes in a loop over what a run left, and a flag that allows it',
  looped(`if (request.type === 'tool-approval-request') ${push(`«${message}»`)}`),
  looped(`if (isTrusted && request.type === 'tool-approval-request') ${push(message)}`),
);
pair(
  'yes behind what skips all else, and a question for each',
  looped(`if (request.type !== 'tool-approval-request') continue; ${push(`«${message}»`)}`),
  looped(
    `if (request.type !== 'tool-approval-request') continue; ${push(message.replace('approved: true', "approved: await ask('go on?')"))}`,
  ),
);
pair(
  'yes to what a stream requests, and no',
  looped(
    `switch (request.type) { case 'tool-approval-request': ${push(`«${message}»`)} break; }`,
    'streamText({ model, tools, messages })',
    'result.fullStream',
  ),
  looped(
    `switch (request.type) { case 'tool-approval-request': ${push(message.replace('true', 'false'))} break; }`,
    'streamText({ model, tools, messages })',
    'result.fullStream',
  ),
);
pair(
  'yes to what an agent requests, and to what is on a list',
  looped(`if (request.type === 'tool-approval-request') ${push(`«${message}»`)}`, 'agent.generate({ messages })'),
  looped(
    `if (request.type === 'tool-approval-request' && ['show'].includes(request.toolCall.toolName)) ${push(message)}`,
    'agent.generate({ messages })',
  ),
);
const reviewed = (answer: string): string =>
  looped(
    `if (request.type !== 'tool-approval-request') continue; const verdict = await ask('go on?'); ${push(answer)}`,
  );
const said = message.replace('approved: true', 'approved: true, reason: stated(verdict)');
const stating = (body: string): string => `function stated(isAllowed: boolean): string { ${body} }\n`;
pair(
  'yes with what a person says as its reason, and with what refuses by a throw',
  `${reviewed(`«${said}»`)}\n${stating('return `a person said ${String(isAllowed)}`;')}`,
  `${reviewed(said)}\n${stating("if (!isAllowed) throw new Error('refused'); return 'yes';")}`,
);
const weighed = (gives: string): string =>
  `${looped(`if (request.type !== 'tool-approval-request') continue; const verdict = await changes.review(request.toolCall.toolName); ${push(`«${message.replace('approved: true', 'approved: true, reason: verdict.note')}»`)}`)}
declare const changes: { review(name: string): Promise<${gives}> };`;
pair(
  'yes with the note of an outcome as its reason, and that of something else',
  weighed("{ outcome: 'accepted' | 'refused'; note: string }"),
  codeOf(weighed('{ note: string }')),
);
for (const gives of [
  "{ outcome: 'accepted' | 'accepted with care'; note: string }",
  "{ status: 'open' | 'done'; note: string }",
])
  silent(`yes with the note of ${gives}, of which no kind is a no, as its reason`, codeOf(weighed(gives)));
silent(
  'yes with what a function gives that says that it throws where it is a no, as its reason',
  `${looped(`if (request.type !== 'tool-approval-request') continue; const keep = await changes.confirmOrReject(request.toolCall); ${push(message.replace('approved: true', "approved: true, reason: keep ? 'always' : 'once'"))}`)}
declare const changes: { confirmOrReject(call: unknown): Promise<boolean> };`,
);
silent(
  'yes with what something gives that may refuse by a rejection, as its reason',
  `${looped(`if (request.type !== 'tool-approval-request') continue; const ticket = await changes.ticketOf(request.toolCall.toolName); ${push(message.replace('approved: true', 'approved: true, reason: ticket'))}`)}
declare const changes: { ticketOf(name: string): Promise<string> };`,
);
pair(
  'yes in a list that is counted, and what a person says there',
  `${aiSdk}export async function go(messages: ModelMessage[]) {
  for (let turn = 0; turn < 8; turn++) {
    const result = await generateText({ model, tools, messages });
    const answers: object[] = [];
    for (const request of result.content) {
      if (request.type !== 'tool-approval-request') continue;
      answers.push(«${message}»);
    }
    if (answers.length === 0) return;
  }
}`,
  `${aiSdk}export async function go(messages: ModelMessage[]) {
  for (let turn = 0; turn < 8; turn++) {
    const result = await generateText({ model, tools, messages });
    const answers: object[] = [];
    for (const request of result.content) {
      if (request.type !== 'tool-approval-request' || !(await ask('go on?'))) continue;
      answers.push(${message});
    }
    if (answers.length === 0) return;
  }
}`,
);
silent(
  'yes to one question, for who calls it',
  `${aiSdk}export const yes = (request: { approvalId: string }) => (${message});`,
);
silent(
  'yes to questions that another type has',
  `${aiSdk}interface Request { type: 'tool-approval-request'; approvalId: string }
export const yes = (requests: Request[]) => requests.filter(({ type }) => type === 'tool-approval-request').map((request) => (${message}));`,
);

// ── OpenAI Agents ──────────────────────────────────────────────────────────────────────────────────────────────────

const openai = `import { type Agent, run } from '@openai/agents';
`;
const interrupted = (body: string): string =>
  `${openai}export async function go(agent: Agent, text: string, isTrusted: boolean) {
  const result = await run(agent, text);
  ${body}
}`;

pair(
  'a list that was collected before, and a button for each element',
  interrupted(`const pending = [...result.interruptions];
  for (let index = 0; index < pending.length; index += 1) «result.state.approve(pending[index]!)»;`),
  interrupted(
    'return result.interruptions.map((each) => ({ label: each.name, onClick: () => { result.state.approve(each); } }));',
  ),
);
pair(
  'all that is pending, and all where a flag allows that',
  interrupted('for (const each of result.interruptions) «result.state.approve(each)»;'),
  interrupted('if (isTrusted) for (const each of result.interruptions) result.state.approve(each);'),
);
const told = (telling: string): string =>
  `${interrupted(`for (const each of result.interruptions) { await ${telling}(each.name); «result.state.approve(each)»; }`)}
declare const chat: { send(text: string): Promise<void>; sendApprovalRequest(text: string): Promise<void> };
async function notify(text: string) { await chat.send(text); }
async function post(text: string) { await chat.send(text); if (text === 'erase') throw new Error('refused'); }`;
pair('all that is pending, which somebody is told first', told('chat.send'), codeOf(told('chat.sendApprovalRequest')));
pair('all that is pending, which a function says, and one that refuses', told('notify'), codeOf(told('post')));
silent(
  'the one that a name is found for',
  interrupted(
    "const first = result.interruptions.find((each) => each.name === 'show'); if (first) result.state.approve(first);",
  ),
);
silent(
  'those that a user has sent back',
  interrupted(
    'const sent: typeof result.interruptions = JSON.parse(text); for (const each of sent) result.state.approve(each);',
  ),
);

tester.run('no-ineffective-guardrail', noIneffectiveGuardrail, { valid, invalid });
