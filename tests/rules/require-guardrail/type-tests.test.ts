import { type Options as RuleOptions, requireGuardrail } from '../../../src/rules/require-guardrail.ts';
import { tester } from '../rule-tester.ts';

// A wrapper of a handler that tests the type of what it is given, or decides about the call.
const head = `import { streamText, tool, ToolLoopAgent } from 'ai';
import { z } from 'zod';
interface Context { kind: 'context'; sessionId: string; token?: string; isAdmin: boolean }
interface Options { experimental_context?: unknown }
interface Input { repo: string; number: number }
class Session implements Context { kind = 'context' as const; sessionId = ''; isAdmin = false; }
const repos = new Set(['docs', 'website']);
declare function isOutsideContext(value: unknown): value is Context;
declare function isOutsideAllowed(repo: string): repo is 'docs' | 'website';
function isContext(value: unknown): value is Context { return typeof value === 'object' && value !== null && 'sessionId' in value; }
function isMarked(value: unknown): value is Context { return isContext(value) && (value as Context).kind === 'context' && value.sessionId.length > 0; }
function isAllowed(repo: string): repo is 'docs' | 'website' { return repos.has(repo); }
function isEither(repo: unknown): repo is 'docs' | 'website' { return repo === 'docs' || repo === 'website'; }
function isSession(value: unknown): boolean { return value instanceof Session; }
function isListed(value: Input): boolean { return typeof value.repo === 'string' && repos.has(value.repo); }
function isDone(value: Context): boolean { return value.isAdmin; }
function assertContext(value: unknown): asserts value is Context { if (!isContext(value)) throw new Error('No context'); }
function assertAllowed(value: unknown): asserts value is Input { if (!isListed(value as Input)) throw new Error('Denied'); }
function contextOf(value: unknown): Context | undefined { return isContext(value) ? value : undefined; }
function neededContext(options: Options): Context { const found = contextOf(options.experimental_context); if (!found) throw new Error('No context'); return found; }
function tokenOf(options: Options): string | undefined { return (options.experimental_context as Context).token; }
function allowedOf(input: Input): Input | undefined { return repos.has(input.repo) ? input : undefined; }
const schema = z.object({ sessionId: z.string() });
function isParsed(value: unknown): boolean { return schema.safeParse(value).success; }
`;

const pairs: Readonly<Record<string, readonly [wrong: string, right: string]>> = {
  'a type predicate': [
    `if (!isContext(options.experimental_context)) return 'no context';`,
    `if (!isAllowed(input.repo)) return 'denied';`,
  ],
  'a type predicate that looks at a mark': [
    `if (!isMarked(options.experimental_context)) return 'no context';`,
    `if (!isEither(input.repo)) return 'denied';`,
  ],
  'a type predicate of other code': [
    `if (!isOutsideContext(options.experimental_context)) return 'no context';`,
    `if (!isOutsideAllowed(input.repo)) return 'denied';`,
  ],
  'a function that uses instanceof': [
    `if (!isSession(options.experimental_context)) return 'no context';`,
    `if (!isDone(options.experimental_context as Context)) return 'denied';`,
  ],
  'a function that uses a schema': [
    `if (!isParsed(options.experimental_context)) return 'no context';`,
    `if (!isListed(input)) return 'denied';`,
  ],
  'an outcome that is kept': [
    `const isThere = isContext(options.experimental_context); if (!isThere) return 'no context';`,
    `const isGood = isAllowed(input.repo); if (!isGood) return 'denied';`,
  ],
  'typeof of a part': [
    `if (typeof tokenOf(options) !== 'string') return 'no token';`,
    `if (tokenOf(options) !== process.env['TOKEN']) return 'denied';`,
  ],
  'a part that is in it': [
    `if (!('token' in neededContext(options))) return 'no token';`,
    `if (!neededContext(options).isAdmin) return 'denied';`,
  ],
  instanceof: [
    `if (!(neededContext(options) instanceof Session)) return 'no session';`,
    `if (!(allowedOf(input) instanceof Object)) return 'denied';`,
  ],
  'a comparison with null': [
    `if (contextOf(options.experimental_context) == null) return 'no context';`,
    `if (allowedOf(input) == null) return 'denied';`,
  ],
  'the presence of a part': [
    `const context = neededContext(options); if (!context.token) return 'no token';`,
    `const context = neededContext(options); if (!context.isAdmin) return 'denied';`,
  ],
  'a condition that leads to null': [
    `const context = isContext(options.experimental_context) ? options.experimental_context : null; if (!context) return 'no context';`,
    `const allowed = isListed(input) ? input : null; if (!allowed) return 'denied';`,
  ],
  'an assertion function': [`assertContext(options.experimental_context);`, `assertAllowed(input);`],
};

/** What any function of the program that may decide is, it decides. */
const silent: Readonly<Record<string, string>> = {
  'a clause for each value': `switch (tokenOf(options)) { case 'a': break; default: return 'denied'; }`,
  'a type test beside a decision': `if (!isContext(options.experimental_context) || !isAllowed(input.repo)) return 'no';`,
};

const program = (body: string, agent: string): string => `${head}
function wrapped(run: (input: Input, context: unknown) => Promise<string>) {
  return async (input: Input, options: Options): Promise<string> => {
    ${body}
    try { return await run(input, options.experimental_context); } catch (error) { return String(error); }
  };
}
const merge = tool({
  description: 'Merge a pull request',
  inputSchema: z.object({ repo: z.string(), number: z.number() }),
  execute: wrapped(async ({ repo, number }) => {
    await fetch(\`https://api.example.com/repos/\${repo}/pulls/\${number}/merge\`, { method: 'PUT' });
    return 'ok';
  }),
});
${agent}
`;
const loop = `export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', tools: { merge } });`;
const stream = `export const go = (context: unknown) => streamText({ model: 'openai/gpt-5', prompt: 'Go', tools: { merge }, experimental_context: context });`;

const strict: [Partial<RuleOptions>] = [{ checkUnknown: true, minImpact: 'low' }];

tester.run('require-guardrail: type tests in a handler', requireGuardrail, {
  valid: [
    ...Object.entries(pairs).map(([name, [, right]]) => ({
      name: `not: ${name}`,
      code: program(right, loop),
      options: strict,
    })),
    ...Object.entries(silent).map(([name, body]) => ({ name, code: program(body, loop), options: strict })),
  ],
  invalid: Object.entries(pairs).map(([name, [wrong]], index) => ({
    name,
    code: program(wrong, index % 2 === 0 ? loop : stream),
    options: strict,
    errors: [
      {
        messageId: 'unguarded' as const,
        data: {
          agents: index % 2 === 0 ? '`agent`' : '`go`',
          tool: '`merge`',
          what: 'changes another system with `fetch` (line 36; high impact)',
          remedy: 'Set `needsApproval: true`',
        },
      },
    ],
  })),
});
