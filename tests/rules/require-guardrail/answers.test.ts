import { requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// What a tool does depends on the answer of a person, and goes on with the right one, whatever the model says.
const head = `import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { confirm } from '@inquirer/prompts';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';
const rl = createInterface({ input: process.stdin, output: process.stdout });
const server = new Server({ name: 's', version: '1.0.0' }, { capabilities: {} });
const requestedSchema = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } } };
const schema = z.object({ path: z.string(), force: z.boolean(), reason: z.string().optional() });
type Input = z.infer<typeof schema>;
declare function isLarge(path: string): boolean;
declare const approver: { approve(path: string): Promise<boolean> };
declare function isPromise(value: unknown): boolean;
declare const reviewer: { approve(path: string): boolean | Promise<boolean> };
class Operator {
  readonly audit: { answer: string }[] = [];
  async ask(question: string): Promise<string> { const answer = await rl.question(question); this.audit.push({ answer }); return answer; }
}
const operator = new Operator();
const keeping = 'Keep it?';
async function ask(question: string): Promise<string> {
  console.log('---');
  const answer = await rl.question(\`\${question} [y/n] \`);
  return answer.trim().toLowerCase();
}
async function askOrRefuse(question: string): Promise<string> { if (!process.stdin.isTTY) return 'no'; return (await rl.question(question)).trim(); }
async function agreed(question: string): Promise<boolean> { const answer = await ask(question); return answer === 'y'; }
async function demand(path: string): Promise<void> { if ((await rl.question(path)) !== 'y') throw new Error('denied'); }
`;

const answers: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a text that a function brings': [
    `const answer = await ask('Erase?'); if (answer === 'yes') return 'kept'; await rm(path); return 'ok';`,
    `const answer = await ask('Erase?'); if (answer !== 'yes') return 'kept'; await rm(path); return 'ok';`,
  ],
  'a text that a function brings, or answers by itself': [
    `if ((await askOrRefuse('Erase?')) !== 'n') return 'kept'; await rm(path); return 'ok';`,
    `if ((await askOrRefuse('Erase?')) === 'n') return 'kept'; await rm(path); return 'ok';`,
  ],
  'a truth value that a function brings': [
    `if (await agreed(\`Erase \${path}?\`)) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await agreed(\`Erase \${path}?\`))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'one of several texts': [
    `const answer = await ask('Erase?'); if (['y', 'yes'].includes(answer)) return 'kept'; await rm(path); return 'ok';`,
    `const answer = await ask('Erase?'); if (!['y', 'yes'].includes(answer)) return 'kept'; await rm(path); return 'ok';`,
  ],
  'the beginning of a text': [
    `if ((await ask('Erase?')).startsWith('n')) await rm(path); return 'ok';`,
    `if ((await ask('Erase?')).startsWith('y')) await rm(path); return 'ok';`,
  ],
  'a pattern of a text': [
    `const isYes = /^y(es)?$/i.test(await ask('Erase?')); if (isYes) return 'kept'; await rm(path); return 'ok';`,
    `const isYes = /^y(es)?$/i.test(await ask('Erase?')); if (!isYes) return 'kept'; await rm(path); return 'ok';`,
  ],
  'what a library confirms': [
    `const isGood = await confirm({ message: 'Erase?' }); if (isGood) return 'kept'; await rm(path); return 'ok';`,
    `const isGood = await confirm({ message: 'Erase?' }); if (!isGood) return 'kept'; await rm(path); return 'ok';`,
  ],
  'the action of an elicitation': [
    `const { action } = await server.elicitInput({ message: 'Erase?', requestedSchema }); if (action === 'accept') return 'kept'; await rm(path); return 'ok';`,
    `const { action } = await server.elicitInput({ message: 'Erase?', requestedSchema }); if (action !== 'accept') return 'kept'; await rm(path); return 'ok';`,
  ],
  'promises of several, of which each is there': [
    `const isGood = [path].some(async (each) => await agreed(each)); if (!isGood) return 'kept'; await rm(path); return 'ok';`,
    `const isGood = (await Promise.all([path].map((each) => agreed(each)))).every(Boolean); if (!isGood) return 'kept'; await rm(path); return 'ok';`,
  ],
  'promises of all, of which each is there': [
    `if (![path].every(async (each) => agreed(each))) return 'kept'; await rm(path); return 'ok';`,
    `for (const each of [path]) if (!(await agreed(each))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a promise that nothing awaits': [
    `const isGood = agreed(\`Erase \${path}?\`); if (!isGood) return 'kept'; await rm(path); return 'ok';`,
    `const isGood = await agreed(\`Erase \${path}?\`); if (!isGood) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a promise that is tested where it is made': [
    `if (!agreed(\`Erase \${path}?\`)) return 'kept'; await rm(path); return 'ok';`,
    `if (!(await agreed(\`Erase \${path}?\`))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a promise of someone that the program does not have': [
    `const isApproved = approver.approve(path); if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
    `const isApproved = await approver.approve(path); if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'what may be a promise by its type': [
    `const isApproved = reviewer.approve(path); if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
    `const isApproved = await reviewer.approve(path); if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
  ],
  'an answer that is only written down': [
    `const answer = await operator.ask('Erase?'); await rm(path); return answer;`,
    `const answer = await operator.ask('Erase?'); if (answer !== 'y') return 'kept'; await rm(path); return 'ok';`,
  ],
  'the content of an elicitation': [
    `const result = await server.elicitInput({ message: 'Erase?', requestedSchema }); if (result.content?.ok) return 'kept'; await rm(path); return 'ok';`,
    `const result = await server.elicitInput({ message: 'Erase?', requestedSchema }); if (!result.content?.ok) return 'kept'; await rm(path); return 'ok';`,
  ],
};

const switches: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a part of the condition': [
    `if (!force && !(await agreed('Erase?'))) return 'kept'; await rm(path); return 'ok';`,
    `if (force || !(await agreed('Erase?'))) return 'kept'; await rm(path); return 'ok';`,
  ],
  'a part of what is kept': [
    `const isGood = force || (await agreed('Erase?')); if (isGood) await rm(path); return 'ok';`,
    `const isGood = force && (await agreed('Erase?')); if (isGood) await rm(path); return 'ok';`,
  ],
  'a branch around the question': [
    `if (!force) { if (!(await agreed('Erase?'))) return 'kept'; } await rm(path); return 'ok';`,
    `if (!force) { if (!(await agreed('Erase?'))) return 'kept'; await rm(path); } return 'ok';`,
  ],
  'a branch around a function that throws': [
    `if (force === false) await demand(path); await rm(path); return 'ok';`,
    `if (force === false) console.log(path); await demand(path); await rm(path); return 'ok';`,
  ],
};

/** What may be a policy, or is uncertain. */
const silent: Readonly<Record<string, string>> = {
  'what may be a promise by its type, and is awaited where it is one': `let isApproved = reviewer.approve(path); if (isPromise(isApproved)) isApproved = await isApproved; if (!isApproved) return 'kept'; await rm(path); return 'ok';`,
  'a question whose yes keeps the file': `if ((await ask('Keep the file?')) === 'yes') return 'kept'; await rm(path); return 'ok';`,
  'a constant question whose yes keeps the file': `if ((await ask(keeping)) === 'yes') return 'kept'; await rm(path); return 'ok';`,
  'a question that the model writes': `if ((await ask(reason ?? '')) === 'yes' || (await ask(path)) === 'yes') return 'kept'; await rm(path); return 'ok';`,
  'an answer that is neither yes nor no': `if ((await ask('Which one?')) === path) return 'kept'; await rm(path); return 'ok';`,
  'a test of the input by the program': `if (isLarge(path) && !(await agreed('Erase?'))) return 'kept'; await rm(path); return 'ok';`,
  'a part of the input that is there': `if (!reason && !(await agreed('Erase?'))) return 'kept'; await rm(path); return 'ok';`,
  'a part of the input that says what is done': `if (force && !(await agreed('Erase?'))) return 'kept'; await rm(path, { force }); return 'ok';`,
  'known gap: a switch that is logged': `console.log(force); if (!force && !(await agreed('Erase?'))) return 'kept'; await rm(path); return 'ok';`,
};

const program = (body: string): string => `${head}const careful = tool(
  async ({ path, force, reason }: Input) => { ${/\bforce\b/.test(body) ? '' : 'void force; '}void reason; ${body} },
  { name: 'careful', description: 'Erase', schema },
);
export const agent = createAgent({ model: 'openai:gpt-5', tools: [careful] });
`;

/** The same with the input as a whole. */
const whole = (body: string): string => `${head}const careful = tool(
  async (input: Input) => { ${body.replaceAll(/(?<!\{ )\b(force|path)\b(?!: )/g, 'input.$1')} },
  { name: 'careful', description: 'Erase', schema },
);
export const agent = createAgent({ model: 'openai:gpt-5', tools: [careful] });
`;

const all = { ...answers, ...switches };
const errors = [{ messageId: 'unguarded' as const }];

tester.run('require-guardrail: answers to questions in a handler', requireGuardrail, {
  valid: [
    ...Object.entries(all).map(([name, [, right]]) => ({ name: `not: ${name}`, code: program(right) })),
    ...Object.entries(switches).map(([name, [, right]]) => ({ name: `not: ${name}, of an input`, code: whole(right) })),
    ...Object.entries(silent).map(([name, body]) => ({ name, code: program(body) })),
  ],
  invalid: [
    ...Object.entries(all).map(([name, [wrong]]) => ({ name, code: program(wrong), errors })),
    ...Object.entries(switches).map(([name, [wrong]]) => ({
      name: `${name}, of an input`,
      code: whole(wrong),
      errors,
    })),
  ],
});
