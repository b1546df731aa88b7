import { noTokenReuse } from '../../src/rules/no-token-reuse.ts';
import { tester } from './rule-tester.ts';
import { TokenCases } from './token-cases.ts';

type MessageId = keyof typeof noTokenReuse.messages;

const { valid, invalid, pair, silent } = new TokenCases<MessageId>();

const names = { op: 'invokeTool', token: 'token', noun: 'token', mint: 'runBeforeTool', may: '', inside: '' };

/** Mints a token, and then does something with it. */
function minting(body: string, before = ''): string {
  return `
${before.trim()}
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  ${body}
}`.trim();
}

const call = 'await invokeTool(agent, erase, args, token);';
const marked = 'await «invokeTool(agent, erase, args, token)»;';

pair(
  'spent twice',
  minting(`${call} ${marked}`),
  { messageId: 'spentTwice', data: { ...names, place: 'the call on line 5' } },
  minting(`if (flag) { ${call} } else { ${call} }`),
);

pair(
  'spent twice on some paths',
  minting(`if (flag) { ${call} } ${marked}`),
  { messageId: 'spentTwice', data: { ...names, place: 'the call on line 5', may: ' on some paths' } },
  minting(`if (flag) { ${call} return; } ${call}`),
);

pair(
  'spent again after a failure',
  minting(`try { ${call} } catch { ${marked} }`),
  { messageId: 'spentTwice', data: { ...names, place: 'the call on line 5' } },
  minting(`try { ${call} } catch (error) { log(error, token); }`),
);

pair(
  'spent in a loop',
  minting(`for (const path of paths) { log(path); ${marked} }`),
  { messageId: 'spentInLoop', data: { ...names, place: 'the call on line 5' } },
  minting(`for (const path of paths) { log(path); ${call} break; }`),
);

pair(
  'spent by a function of the program',
  minting(
    'await spend(args, token); await «spend(args, token)»;',
    'async function spend(args: File, token: Token) { await invokeTool(agent, erase, args, token); }',
  ),
  { messageId: 'spentInCallee', data: { ...names, op: 'invokeTool', place: 'the call on line 2', inside: 'line 2' } },
  minting(
    'await show(args, token); await show(args, token);',
    'async function show(args: File, token: Token) { log(args, token); }',
  ),
);

pair(
  'spent for each element',
  minting('await Promise.all(paths.map(() => «invokeTool(agent, erase, args, token)»));'),
  { messageId: 'spentRepeatedly', data: { ...names, place: 'line 5' } },
  minting('await Promise.all([args].map((each) => log(each, token)));'),
);

pair(
  'spent by what is retried',
  minting(
    'await retried(() => «invokeTool(agent, erase, args, token)»);',
    'async function retried<T>(work: () => Promise<T>) { for (;;) try { return await work(); } catch (error) { log(error); } }',
  ),
  { messageId: 'spentRepeatedly', data: { ...names, place: 'line 6' } },
  minting(
    'await logged(() => invokeTool(agent, erase, args, token));',
    'async function logged<T>(work: () => Promise<T>) { try { return await work(); } catch (error) { log(error); } }',
  ),
);

for (const [name, twice, once] of [
  ['twice in a row', 'log(await work()); return await work();', 'log(await other()); return await work();'],
  [
    'again behind its handler',
    'try { return await work(); } catch (error) { log(error); } return await work();',
    'try { return await work(); } catch (error) { log(error); } return await other();',
  ],
  [
    'again in a finally block',
    'try { return await work(); } finally { log(await work()); }',
    'try { return await work(); } finally { log(await other()); }',
  ],
  [
    'again where a later call failed',
    'try { log(await work()); await other(); } catch (error) { log(error, await work()); }',
    'try { await other(); log(await work()); } catch (error) { log(error, await other()); }',
  ],
  [
    'on each of two paths',
    'log(await work()); if (flag) await work();',
    'if (flag) log(await work()); else await work();',
  ],
] as const)
  pair(
    `spent by what runs it ${name}`,
    minting(
      'await retried(() => «invokeTool(agent, erase, args, token)»);',
      `async function retried(work: () => Promise<unknown>, other = log): Promise<unknown> { ${twice} }`,
    ),
    { messageId: 'spentRepeatedly', data: { ...names, place: 'line 6' } },
    minting(
      'await retried(() => invokeTool(agent, erase, args, token));',
      `async function retried(work: () => Promise<unknown>, other = log): Promise<unknown> { ${once} }`,
    ),
  );

pair(
  'spent again where it was rejected',
  minting('await audit(invokeTool(agent, erase, args, token).catch(() => «invokeTool(agent, erase, args, token)»));'),
  { messageId: 'spentAfterFailure', data: { ...names, place: 'line 5' } },
  minting('await audit(invokeTool(agent, erase, args, token).catch((error: unknown) => { log(error, token); }));'),
);

for (const [name, before, stored, place, local] of [
  [
    'a module’s array',
    'const all: Token[] = [];',
    'all.push(«token»);',
    'all',
    'const all: Token[] = []; all.push(token);',
  ],
  [
    'a module’s variable',
    'let last: Token | undefined;',
    'last = «token»; log(last);',
    'last',
    'let last: Token | undefined; last = token; log(last);',
  ],
  [
    'a module’s list of calls',
    'const calls: { args: File; token: Token }[] = [];',
    'calls.push({ args, «token» });',
    'calls',
    'const calls: { args: File; token: Token }[] = []; calls.push({ args, token });',
  ],
] as const)
  pair(
    `kept in ${name}`,
    minting(stored, before),
    { messageId: 'outlivesCall', data: { ...names, place } },
    minting(local),
  );

pair(
  'kept in a field',
  `
export class Eraser {
  #token: Token | undefined;
  keep(token: Token) {
    this.#token = «token»;
    return this.#token;
  }
}`,
  { messageId: 'outlivesCall', data: { ...names, place: 'this.#token' } },
  `
export class Eraser {
  #args: File | undefined;
  keep(args: File, token: Token) {
    this.#args = args;
    log(this.#args, token);
  }
}`,
);

pair(
  'a promise of a decision, kept in a field that is filled once',
  `
export class Eraser {
  #decision: Promise<Token | GuardrailBlocked> | undefined;
  async run(args: File) {
    this.#decision ??= «runner.runBeforeTool(erase, args)»;
    const token = await this.#decision;
    return token instanceof GuardrailBlocked ? undefined : invokeTool(agent, erase, args, token);
  }
}`,
  {
    messageId: 'outlivesCall',
    data: { ...names, token: 'runner.runBeforeTool(erase, args)', place: 'this.#decision' },
  },
  `
export class Eraser {
  #runs: number | undefined;
  async run(args: File) {
    this.#runs ??= 0;
    const token = await runner.runBeforeTool(erase, args);
    return token instanceof GuardrailBlocked ? undefined : invokeTool(agent, erase, args, token);
  }
}`,
);

const tested = (first: string, then: string): string => `
import { isBlocked } from '@agent-safety/runtime';
export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (isBlocked(token)) return;
  ${first}
  ${then}
}`;
pair(
  'spent on some paths, after a test whether it was blocked',
  tested('if (flag) await invokeTool(agent, erase, args, token);', 'await «invokeTool(agent, erase, args, token)»;'),
  { messageId: 'spentTwice', data: { ...names, place: 'the call on line 6', may: ' on some paths' } },
  tested(
    'if (flag) await invokeTool(agent, erase, args, token);',
    'else if (!isBlocked(token)) await invokeTool(agent, erase, args, token);',
  ),
);

/** A class that keeps a token until it is executed. */
const keeper = (field: string, kept: string, execute: string): string => `
export class Call {
  ${field}
  async approve(args: File) {
    const token = await runner.runBeforeTool(erase, args);
    if (token instanceof GuardrailBlocked) return false;
    ${kept};
    return true;
  }
  async execute(args: File) { ${execute} }
}`;
const kept = (place: string) => ({ messageId: 'outlivesCall' as const, data: { ...names, place } });
const taken = `const token = this.#token; this.#token = undefined; if (token) await invokeTool(agent, erase, args, token);`;

pair(
  'kept in a field that is not emptied',
  keeper('#token: Token | undefined;', 'this.#token = «token»', taken.replace('this.#token = undefined;', '')),
  kept('this.#token'),
  keeper('#token: Token | undefined;', 'this.#token = token', taken),
);
pair(
  'kept in a field that one of two readers empties',
  keeper('#token: Token | undefined; show() { return this.#token; }', 'this.#token = «token»', taken),
  kept('this.#token'),
  keeper('#token: Token | undefined; isApproved() { return this.#token !== undefined; }', 'this.#token = token', taken),
);
pair(
  'kept in a field that is taken out of the object',
  keeper(
    'private token: Token | undefined;',
    'this.token = «token»',
    `const { token } = this; ${taken.replaceAll('#', '').replace('token =', 'mine =')} log(token);`,
  ),
  kept('this.token'),
  keeper(
    'private token: Token | undefined;',
    'this.token = token',
    `const before = this.token; this.token = undefined; log(before); ${taken.replaceAll('#', '')}`,
  ),
);
pair(
  'kept in a public field that is emptied',
  keeper('token: Token | undefined;', 'this.token = «token»', taken.replaceAll('#', '')),
  kept('this.token'),
  keeper('private token: Token | undefined;', 'this.token = token', taken.replaceAll('#', '')),
);

pair(
  'spent by a timer after the call',
  minting(`${call} setTimeout(() => void «invokeTool(agent, erase, args, token)», 10);`),
  { messageId: 'spentTwice', data: { ...names, place: 'the call on line 5' } },
  minting('setTimeout(() => void invokeTool(agent, erase, args, token), 10);'),
);

pair(
  'called twice, with the token bound to it',
  minting(
    'const work = spend.bind(undefined, args, token); await work(); await «work()»;',
    'async function spend(args: File, token: Token) { await invokeTool(agent, erase, args, token); }',
  ),
  { messageId: 'spentRepeatedly', data: { ...names, op: 'work', place: 'line 6' } },
  minting(
    'const work = spend.bind(undefined, args, token); await work();',
    'async function spend(args: File, token: Token) { await invokeTool(agent, erase, args, token); }',
  ),
);

const sdk = "import { generateText, type LanguageModel } from 'ai'; declare const model: LanguageModel;";

pair(
  'handed to another agent’s run',
  minting("await generateText({ model, prompt: 'Erase it', experimental_context: { «token» } });", sdk),
  { messageId: 'sharedWithAgent', data: { ...names, place: 'generateText' } },
  minting(`await generateText({ model, prompt: 'Erase it?', experimental_context: { args } }); ${call}`, sdk),
);

pair(
  'spent by another agent’s tool',
  minting(
    `
  const helper = new Agent({
    name: 'Helper',
    tools: [tool({ name: 'erase', description: 'Erases', parameters: file, execute: () => invokeTool(agent, erase, args, «token») })],
  });
  await start(helper, 'Erase it');`,
    "import { Agent, run as start, tool } from '@openai/agents';",
  ),
  { messageId: 'sharedWithAgent', data: { ...names, place: 'Agent' } },
  minting(
    `
  const helper = new Agent({
    name: 'Helper',
    tools: [tool({ name: 'erase', description: 'Erases', parameters: file, execute: () => args.path })],
  });
  await start(helper, 'Erase it');
  ${call}`,
    "import { Agent, run as start, tool } from '@openai/agents';",
  ),
);

silent('a token that is compared and logged', minting(`${call} log(token, token === undefined);`));
silent(
  'known gap: a callback of another package',
  minting(
    'await each(paths, () => invokeTool(agent, erase, args, token));',
    'declare function each(list: string[], work: () => unknown): Promise<void>;',
  ),
);
silent('a token that is not spent', minting('log(args);'));

for (const [name, again, once] of [
  [
    'a break of an inner loop',
    "for (;;) { for (const each of ['a']) { log(each, await work()); break; } }",
    "for (;;) { for (const each of ['a']) { log(each); return await work(); } }",
  ],
  [
    'a condition behind the call',
    'for (;;) { const done = await work(); if (flag) return done; else log(done); }',
    "for (;;) { const done = await work(); if (flag) return done; else throw new Error('odd'); }",
  ],
  [
    'a block behind the call',
    'for (;;) { log(await work()); { log(flag); } }',
    'for (;;) { log(await work()); { break; } }',
  ],
  [
    'a process that may be left behind the call',
    'for (;;) { log(await work()); if (flag) process.exit(); }',
    'for (;;) { log(await work()); process.exit(); }',
  ],
  [
    'a labelled continue',
    "next: for (;;) { for (const each of ['a']) { log(each, await work()); continue next; } return undefined; }",
    "next: for (;;) { for (const each of ['a']) { log(each, await work()); break next; } return undefined; }",
  ],
] as const) {
  const spent = (call: string, body: string): string =>
    minting(`await retried(() => ${call});`, `async function retried<T>(work: () => Promise<T>) { ${body} }`);
  pair(
    `spent by what runs again: ${name}`,
    spent('«invokeTool(agent, erase, args, token)»', again),
    { messageId: 'spentRepeatedly', data: { ...names, place: 'line 6' } },
    spent('invokeTool(agent, erase, args, token)', once),
  );
}

tester.run('no-token-reuse', noTokenReuse, { valid, invalid });
