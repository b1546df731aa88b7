import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { lint } from '../../scripts/demo/lint.ts';
import type { LintResult } from '../../scripts/demo/lint.ts';
import { exampleSource } from '../../scripts/demo/run.ts';
import plugin from '../../src/index.ts';
import { rules } from '../../src/rules/index.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';

const { folder, files, options } = exampleSource();
const host = sharingDeclarations(ts.createCompilerHost(options));
const source = { folder, files, options, program: ts.createProgram({ rootNames: files, options, host }) };
const names = source.files.map((file) => path.relative(source.folder, file).replaceAll(path.sep, '/'));
let result: LintResult;

beforeAll(async () => {
  result = await lint(plugin, source);
});

it('type-check against the SDKs', () => {
  const errors = ts.getPreEmitDiagnostics(source.program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${String(line)} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });

  expect(errors).toEqual([]);
});

it('come in twins', () => {
  const twins = (folder: string): string[] =>
    names.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length));

  expect(twins('unsafe/')).toEqual(twins('safe/'));
  expect(twins('unsafe/').length).toBeGreaterThan(0);
});

it('can all be analysed', () => {
  expect(result.failures).toEqual([]);
});

it('have nothing to report in their safe twins', () => {
  expect(result.findings.filter(({ file }) => file.startsWith('safe/'))).toEqual([]);
});

it('show every rule that code which type-checks can break', () => {
  const shown = new Set(result.findings.map(({ rule }) => rule));
  const breakable = Object.entries(rules).filter(([, { docs }]) => docs.layer !== 'setup');

  expect([...shown].sort()).toEqual(breakable.map(([name]) => name).sort());
});

describe('are found unsafe', () => {
  // The line of code is named by its text: line numbers would say less to a reader, and change with every comment.
  it.each([
    ['archive-tools.ts', 'needsApproval: false,', 'no-unguarded-sensitive-tool: optedOut'],
    ['attachment-agent.ts', 'const deleteAttachment = tool({', 'require-guardrail: unguarded'],
    [
      'chat-route.ts',
      'const client = await createMCPClient({ transport: knowledgeBase });',
      'require-session-close: leftOpenByThrow',
    ],
    ['chat-route.ts', 'await client.close();', 'no-wrong-session-state: closedInUse'],
    ['chat-route.ts', 'tools: await client.tools(),', 'require-guardrail: unguardedServer'],
    [
      'chat-route.ts',
      'const client = await createMCPClient({ transport: knowledgeBase });',
      'require-session-close: leftOpenByThrow',
    ],
    [
      'chat-route.ts',
      'const { text } = await generateText({ model, tools, prompt: `Sum up ticket ${ticket} in one line.` });',
      'require-guardrail: unguardedServer',
    ],
    [
      'editor-server.ts',
      'const { roots } = await server.server.listRoots();',
      'no-wrong-session-state: calledBeforeInitialized',
    ],
    ['editor-server.ts', 'server.registerTool(', 'no-wrong-session-state: configuredAfterOpen'],
    ['letter-draft.ts', 'const { text } = await generateText({', 'no-lethal-combination: combined'],
    [
      'order-desk.ts',
      "const orderDesk = new Agent({ name: 'Order desk', tools: [lookUp], handoffs: [billing, shipping] });",
      'no-disallowed-capability: received',
    ],
    [
      'refund-agent.ts',
      'middleware: [humanInTheLoopMiddleware({ interruptOn: { issueRefund: true } })],',
      'no-ineffective-guardrail: unmatchedKey',
    ],
    ['refund-fee.ts', 'return await invokeTool(desk, payBack, args, token);', 'no-token-mismatch: changedArguments'],
    [
      'refund-queue.ts',
      'const token = { isApproved } as unknown as GuardrailToken<typeof payBack, typeof desk>;',
      'no-forged-token: asserted',
    ],
    [
      'refund-payment.ts',
      'execute: async ({ account, cents }) => bank.transfer({ id: randomUUID(), account, cents }),',
      'require-idempotency-key: keyOfExecution',
    ],
    ['refund-retry.ts', 'return await invokeTool(desk, payBack, args, token);', 'no-token-reuse: spentInLoop'],
    [
      'reply-review.ts',
      'const review = query({ prompt: String(req.body), options: { mcpServers: { tickets } } });',
      'no-shared-server: sharesTools',
    ],
    ['reply-review.ts', "await review.setModel('haiku');", 'no-wrong-session-state: wrongOnSomePaths'],
    ['search-gateway.ts', 'export const gateway = createMcpHandler(() => server);', 'no-shared-server: returnsShared'],
    ['search-gateway.ts', 'const { tools } = await client.listTools();', 'no-wrong-session-state: calledBeforeOpen'],
    [
      'search-gateway.ts',
      "await client.connect(new StreamableHTTPClientTransport(new URL('/archive', searchUrl)));",
      'no-wrong-session-state: openedTwice',
    ],
    ['spam-desk.ts', 'handoffs: [sweeper],', 'no-scope-widening: widened'],
    ['spam-desk.ts', "name: 'delete_ticket',", 'require-guardrail: unguarded'],
    ['status-page.ts', 'await transport.handleRequest(req, res, req.body);', 'no-shared-server: reusesTransport'],
    [
      'status-page.ts',
      "const client = new Client({ name: 'status', version: '1.0.0' });",
      'require-session-close: leftOpen',
    ],
    ['tenant-clients.ts', 'const { tools } = await client.listTools();', 'no-wrong-session-state: calledUnawaited'],
    [
      'tenant-clients.ts',
      "const tickets = await client.callTool({ name: 'list_tickets', arguments: { customer } });",
      'no-wrong-session-state: calledAfterClose',
    ],
    [
      'tenant-clients.ts',
      "const client = new Client({ name: 'support-desk-check', version: '1.0.0' });",
      'require-session-close: leftOpen',
    ],
    ['ticket-server.ts', 'await server.connect(transport);', 'no-shared-server: refusesSecond'],
    ['triage-agent.ts', 'return await answer(rota, question);', 'no-wrong-session-state: wrongInCallee'],
    ['triage-agent.ts', 'const agent = new Agent({', 'require-guardrail: unguardedServer'],
    ['triage-agent.ts', 'const tools = await rota.listTools();', 'no-wrong-session-state: wrongOnSomePaths'],
  ])('%s: %s', (file, code, expected) => {
    expect(found()).toContainEqual([file, code, expected]);
  });

  it('and nothing else is', () => {
    expect(result.findings.filter(({ file }) => file.startsWith('unsafe/'))).toHaveLength(36);
  });

  it('with hardly one finding in ten on a line with another of the same rule', () => {
    const lines = result.findings.map(({ file, line, rule }) => `${file}:${String(line)} ${rule}`);

    expect(lines.length - new Set(lines).size).toBeLessThanOrEqual(lines.length / 10);
  });

  it('by `recommended`, save for what is wrong on some paths only, for sessions that a failed request leaves open, for tools of which nothing is known, for what comes together, for what a step gives, for what a schema and a handler only disagree about, and for tools that are not registered or need a key', () => {
    const onlyStrict = result.findings.filter(({ preset }) => preset === 'strict');

    expect(new Set(onlyStrict.map(({ messageId }) => messageId))).toEqual(
      new Set([
        'combined',
        'keyOfExecution',
        'leftOpenByThrow',
        'undeclared',
        'unguardedServer',
        'unregistered',
        'widened',
        'wrongOnSomePaths',
      ]),
    );
  });
});

function found(): string[][] {
  return result.findings.map(({ file, line, rule, messageId }) => {
    const code = readFileSync(path.join(source.folder, file), 'utf8').split('\n')[line - 1]?.trim() ?? '';
    return [path.basename(file), code, `${rule}: ${messageId}`];
  });
}
