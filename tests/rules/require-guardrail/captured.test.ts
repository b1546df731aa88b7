import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// A function inside another one uses what that one has decided about: the decision is at the calls of the inner function.
const head = `import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
interface Call { name: string; arguments: Record<string, unknown> }
interface Settings { interactive: boolean; strict: boolean }
declare function approve(name: string, input: Record<string, unknown>): Promise<{ ok: boolean }>;
declare function needsApproval(name: string): boolean;
declare function recovered<T>(run: (client: Client) => Promise<T>): Promise<T>;
declare function next(): Promise<readonly Call[]>;
`;

const guarded: Readonly<Record<string, string>> = {
  'a constant function that is called': `const { ok } = await approve(call.name, call.arguments); if (!ok) return undefined; const run = async (session: Client) => session.callTool(call); return run(client);`,
  'a constant function that is called, or handed on': `const { ok } = await approve(call.name, call.arguments); if (!ok) return undefined; const run = async (session: Client) => session.callTool(call); return settings ? recovered(run) : run(client);`,
  'a function before the decision': `async function run(session: Client) { return session.callTool(call); } if (!(await approve(call.name, call.arguments)).ok) return undefined; return run(client);`,
  'a policy that leaves the approval out': `const approval = settings?.interactive ? await approve(call.name, call.arguments) : settings?.strict && needsApproval(call.name) ? { ok: false } : { ok: true }; if (approval.ok === false) return undefined; const run = async (session: Client) => session.callTool(call); return run(client);`,
  'parts that are taken out before': `const { name, arguments: input } = call; if (!(await approve(name, input)).ok) return undefined; const run = (session: Client) => session.callTool({ name, arguments: input }); return run(client);`,
  'a function in a function': `const outer = async (session: Client) => { const run = () => session.callTool(call); return run(); }; if (!(await approve(call.name, call.arguments)).ok) return undefined; return outer(client);`,
};

const unguarded: Readonly<Record<string, string>> = {
  'a decision behind the call': `const run = async (session: Client) => session.callTool(call); const result = await run(client); if (!(await approve(call.name, call.arguments)).ok) return undefined; return result;`,
  'a decision about another call': `const run = async (session: Client) => session.callTool(call); if (!(await approve(other.name, other.arguments)).ok) return undefined; return run(client);`,
  'a decision at one of two calls': `const run = async (session: Client) => session.callTool(call); if (settings) return run(client); if (!(await approve(call.name, call.arguments)).ok) return undefined; return run(client);`,
  'an answer that is only logged': `const run = async (session: Client) => session.callTool(call); if (!(await approve(call.name, call.arguments)).ok) console.log('denied'); return run(client);`,
  'a parameter of the same name': `const run = async (call: Call) => client.callTool(call); if (!(await approve(call.name, call.arguments)).ok) return undefined; for (const each of await next()) await run(each); return undefined;`,
  'an input that is made inside': `const run = async (session: Client) => { const [step] = await next(); return step && session.callTool(step); }; if (!(await approve(call.name, call.arguments)).ok) return undefined; return run(client);`,
};

const program = (body: string): string =>
  `${head}async function handle(client: Client, call: Call, other: Call, settings?: Settings) { ${body} }
declare const client: Client;
for (const call of await next()) await handle(client, call, call);
export {};
`;

const options = [
  { allow: [], checkFixedCalls: true, checkSwitchedTools: true, checkUnknown: true, minImpact: 'high' },
] as const;

tester.run('require-guardrail: what an inner function takes from around it', requireGuardrail, {
  valid: Object.entries(guarded).map(([name, body]) => ({ name, code: program(body), options })),
  invalid: Object.entries(unguarded).map(([name, body]) => ({
    name,
    code: program(body),
    options,
    errors: [{ messageId: 'invoked' as const }],
  })),
});
