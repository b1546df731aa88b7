import { noTokenMismatch } from '../../src/rules/no-token-mismatch.ts';
import { tester } from './rule-tester.ts';
import { TokenCases } from './token-cases.ts';

type MessageId = keyof typeof noTokenMismatch.messages;

const { valid, invalid, pair, silent } = new TokenCases<MessageId>();

const names = { noun: 'token', op: 'invokeTool', mint: 'runBeforeTool', place: 'line 3', minted: '', change: '' };

/** Before each program, on the line of its function. */
const setup = `
type Letter = { to: string; text: string; memo?: string; tags?: string[] };
declare const send: import('@agent-safety/runtime').Tool<'send', Letter, string>;
declare const post: import('@agent-safety/runtime').Agent<import('@agent-safety/runtime').Caps<[typeof send]>>;
const postRunner = new CallbackRunner(post, { beforeTool: () => undefined });
declare function load(path: string): Promise<string>;
`
  .trim()
  .replaceAll('\n', ' ');

interface Program {
  /** What the function is given. */
  readonly given: string;
  readonly minted: string;
  readonly between?: string;
  readonly spent: string;
  /** Before the function, on its line. */
  readonly beside?: string;
}

/** Mints for some arguments, does something, and spends on others. */
function programOf({ given, minted, between = '', spent, beside = '' }: Program): string {
  return `${setup} ${beside} export async function run(${given}) { let isDone = false;
  const token = await postRunner.runBeforeTool(send, ${minted});
  if (token instanceof GuardrailBlocked || isDone) return;
  ${between}
  await invokeTool(post, send, ${spent}, token);
}`;
}

/** A program that changes in between what both calls are given, and one that does not. */
function changed(name: string, given: string, program: Omit<Program, 'given'>, harmless: string): void {
  const wrong = { given, ...program };
  const [, node = ''] = /«(.*)»/.exec(program.spent) ?? [];
  pair(
    name,
    programOf(wrong),
    { messageId: 'changedArguments', data: { ...names, given: node, minted: program.minted, change: 'line 5' } },
    programOf({ ...wrong, between: harmless, spent: program.spent.replace(/[«»]/g, '') }),
  );
}

/** A program that spends on other arguments, and one that does not. */
function other(name: string, given: string, wrong: Omit<Program, 'given'>, right: Partial<Program>): void {
  pair(
    name,
    programOf({ given, ...wrong, spent: `«${wrong.spent}»` }),
    { messageId: 'otherArguments', data: { ...names, given: shown(wrong.spent), minted: shown(wrong.minted) } },
    programOf({ given, ...wrong, ...right }),
  );
}

/** As messages shorten it. */
function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const letter = 'letter: Letter';
const tagged = 'letter: Letter & { tags: string[] }';

const listed = 'letter: Letter & { parts: { text: string }[] }';
const ofParts = (parts: string): string => `{ to: letter.to, text: '', parts: ${parts} }`;
for (const [name, wrong, right] of [
  ['a list of other elements', '({ text: part.text.trim() })', '({ text: part.text })'],
  ['a list of elements that are written out', "({ ...part, text: '' })", '({ ...part })'],
  ['a list of changed copies', "structuredClone(part).text + '!'", 'structuredClone(part)'],
] as const)
  other(
    name,
    listed,
    { minted: ofParts('letter.parts'), spent: ofParts(`letter.parts.map((part) => ${wrong})`) },
    { spent: ofParts(`letter.parts.map((part) => ${right})`) },
  );

for (const [name, given, between, harmless] of [
  [
    'by the callback of forEach',
    'letter: Letter & { parts: { text: string }[] }',
    "letter.parts.forEach((part) => { part.text += '!'; });",
    'letter.parts.forEach((part) => { log(part.text); });',
  ],
  [
    'as an element of its list',
    'letter: Letter & { parts: { text: string }[] }',
    "for (const part of letter.parts) part.text = '';",
    'for (const { text } of letter.parts) log(text);',
  ],
  [
    'as the element of a list',
    letter,
    "for (const each of [letter]) each.text = '';",
    'for (const each of [letter]) log(each.text);',
  ],
  ['by a loop', letter, 'for (letter.text of paths) log();', 'for (const text of paths) log(text);'],
  [
    'by an object pattern',
    'letter: Letter, next: Letter',
    '({ text: letter.text } = next);',
    'let text = letter.text; ({ text } = next); log(text);',
  ],
  [
    'by a list pattern',
    letter,
    '[letter.to, letter.text] = [letter.text, letter.to];',
    '[isDone] = [letter.to !== ""];',
  ],
  [
    'by a copy that shares a list',
    tagged,
    "const copy = { ...letter }; copy.tags.push('x');",
    "const copy = { ...letter }; copy.tags = []; copy.tags.push('x');",
  ],
  [
    'through an object that holds it',
    letter,
    "const job = { letter, count: 0 }; job.letter.text = '';",
    'const job = { letter, count: 0 }; job.count++;',
  ],
] as const)
  changed(`changed ${name}`, given, { minted: 'letter', between, spent: '«letter»' }, harmless);

changed(
  'a variable assigned again',
  'to: string, text: string',
  { minted: '{ to, text }', between: 'text = text.trim();', spent: '{ to, text: «text» }' },
  'const trimmed = text.trim(); log(trimmed);',
);
changed(
  'a variable assigned again by a closure',
  'to: string, text: string',
  { minted: '{ to, text }', between: "const clear = () => { text = ''; }; clear();", spent: '{ to, text: «text» }' },
  "const clear = () => { text = ''; }; log(clear);",
);
changed(
  'what holds it replaced',
  'state: { letter: Letter; step: number }',
  {
    minted: 'state.letter',
    between: "state = { ...state, letter: { to: '', text: '' } };",
    spent: '«state.letter»',
  },
  'state = { ...state, step: state.step + 1 };',
);
changed(
  'a list in an object',
  'to: string, tags: string[]',
  { minted: "{ to, text: '', tags }", between: "tags.push('x');", spent: "{ to, text: '', tags: «tags» }" },
  "log([...tags, 'x']);",
);
changed(
  'the original of a copy',
  letter,
  { minted: '{ ...letter }', between: "letter.text = '';", spent: '«letter»' },
  "const draft = { ...letter }; draft.text = '';",
);
changed(
  'an index that is moved',
  'all: Letter[], at: number',
  { minted: 'all[at]!', between: 'at++;', spent: 'all[«at»]!' },
  'log(at + 1);',
);
changed(
  'a list that is shifted',
  'all: [Letter, ...Letter[]]',
  { minted: 'all[0]', between: 'all.shift();', spent: '«all[0]»' },
  'all.push(all[0]);',
);
const late = (call: string): string => `${setup} export async function run(letter: Letter) {
  const token = await postRunner.runBeforeTool(send, letter);
  if (token instanceof GuardrailBlocked) return;
  await ${call}; }`;
pair(
  'in another argument of the call',
  late("invokeTool(post, send, «letter», token, { signal: (letter.text = '') ? undefined : undefined })"),
  { messageId: 'changedArguments', data: { ...names, given: 'letter', change: 'line 5' } },
  late('invokeTool(post, send, letter, token, { signal: letter.text ? undefined : undefined })'),
);

const field = (body: string, spent: string): string =>
  `${setup} export class Sender { letter: Letter = { to: '', text: '' }; sent: string[] = []; async run(other: Sender) {
  const token = await postRunner.runBeforeTool(send, this.letter);
  if (token instanceof GuardrailBlocked) return this.sent;
  ${body}
  await invokeTool(post, send, ${spent}, token); return this.clear(); } clear() { this.letter.text = ''; } }`;
const ofField = { ...names, given: 'this.letter', minted: 'this.letter', change: 'line 5' };
pair(
  'a field',
  field("this.letter.text = '';", '«this.letter»'),
  { messageId: 'changedArguments', data: ofField },
  field("this.sent.push('x');", 'this.letter'),
);
pair(
  'a field changed by a method',
  field('this.clear();', '«this.letter»'),
  { messageId: 'changedArguments', data: ofField },
  field('other.clear();', 'this.letter'),
);

const two = 'to: string, text: string';
other('swapped', two, { minted: '{ to, text }', spent: '{ to: text, text: to }' }, { spent: '{ text: text, to: to }' });
other(
  'parts of two parameters',
  'shown: Letter, used: Letter',
  { minted: '{ to: shown.to, text: shown.text }', spent: '{ to: used.to, text: shown.text }' },
  { between: 'if (used.to !== shown.to) return;' },
);
other(
  'two parts of one parameter',
  'job: { shown: Letter; used: Letter }',
  { minted: 'job.shown', spent: 'job.used' },
  { between: 'job.used = job.shown;' },
);
other('two elements', 'all: Letter[]', { minted: 'all[0]!', spent: 'all[1]!' }, { spent: 'all[0]!' });
other(
  'taken apart the other way round',
  'pair: [string, string]',
  {
    minted: '{ to: pair[0], text: pair[1] }',
    between: 'const [text, to] = pair;',
    spent: '{ to, text }',
  },
  { between: 'const [to, text] = pair;' },
);
other(
  'an added property',
  two,
  { minted: '{ to, text }', spent: "{ to, text, memo: '' }" },
  { spent: '{ to, text, memo: undefined }' },
);
other(
  'a dropped property',
  letter,
  { minted: 'letter', between: 'const { memo, ...rest } = letter; log(memo);', spent: 'rest' },
  { spent: '{ ...rest, memo }' },
);
other(
  'another value of a condition',
  'letter: Letter, spare: Letter, flag: boolean',
  { minted: 'letter', spent: 'flag ? spare : letter' },
  { minted: 'flag ? spare : letter' },
);
other(
  'a default',
  letter,
  { minted: 'letter', spent: "{ ...letter, memo: letter.memo ?? 'none' }" },
  { spent: "{ ...letter, text: letter.text ?? 'none' }" },
);
other(
  'options spread over it',
  'letter: Letter, options: Partial<Letter>',
  { minted: 'letter', spent: '{ ...letter, ...options }' },
  { spent: '{ ...options, ...letter, memo: letter.memo, tags: letter.tags }' },
);
other(
  'assigned into a new object',
  letter,
  { minted: 'letter', spent: "Object.assign({}, letter, { text: '' })" },
  { spent: 'Object.assign({}, letter)' },
);

other(
  'a property of a record',
  'letter: Letter & Record<string, unknown>',
  { minted: 'letter', spent: "{ ...letter, text: '' }" },
  { spent: '{ ...letter }' },
);
other(
  'a value from elsewhere',
  letter,
  { minted: 'letter', between: "const text = await load('text');", spent: '{ ...letter, text }' },
  { between: 'const text = await load(letter.text);' },
);
other('frozen', two, { minted: 'Object.freeze({ to, text })', spent: "{ to, text: '' }" }, { spent: '{ to, text }' });

for (const [name, copy, between] of [
  ['spread', 'const copy = { ...letter };', "copy.text = '';"],
  ['cloned', 'const copy = structuredClone(letter);', 'copy.text += copy.to;'],
  ['parsed', 'const copy: Letter = JSON.parse(JSON.stringify(letter));', 'copy.memo ??= letter.to;'],
  ['shortened', 'const copy = { ...letter };', 'delete copy.memo;'],
] as const)
  other(
    `a copy, ${name}, that is changed`,
    letter,
    { minted: 'letter', between: `${copy} ${between}`, spent: 'copy' },
    { between: `${copy} const more = { ...copy }; more.text = ''; copy.to = letter.to; log(more);` },
  );
other(
  'a copied list that grows',
  tagged,
  { minted: 'letter', between: "const tags = [...letter.tags]; tags.push('x');", spent: '{ ...letter, tags }' },
  { between: 'const tags = [...letter.tags]; log(tags.length);' },
);

for (const [name, altered, same] of [
  ['a method', 'text.trim()', 'text.toString()'],
  ['a template', '`${to}: ${text}`', '`${text}`'],
  ['an operator', "text + '!'", "text ?? ''"],
  ['a function of the language', 'decodeURIComponent(text)', 'String(text)'],
  ['a function of the program', 'lower(text)', 'checked(text)'],
] as const)
  other(
    `made of it by ${name}`,
    two,
    {
      minted: '{ to, text }',
      spent: `{ to, text: ${altered} }`,
      beside:
        "const lower = (text: string) => text.toLowerCase(); function checked(text: string) { if (text === '') throw new Error('empty'); return text; }",
    },
    { spent: `{ to, text: ${same} }` },
  );
other(
  'made of it by a path function',
  two,
  {
    minted: '{ to, text }',
    spent: '{ to, text: normalize(text) }',
    beside: "import { normalize } from 'node:path';",
  },
  { beside: 'declare function normalize(text: string): string;', minted: '{ to, text: normalize(text) }' },
);
other(
  'a part of the list',
  tagged,
  { minted: 'letter', spent: '{ ...letter, tags: letter.tags.slice(1) }' },
  { spent: '{ ...letter, tags: letter.tags.slice() }' },
);
other(
  'a copy that a function changes',
  letter,
  {
    minted: 'letter',
    spent: 'signed(letter)',
    beside: "function signed(given: Letter) { const copy = { ...given }; copy.text += '--'; return copy; }",
  },
  { beside: 'function signed(given: Letter) { const copy = { ...given }; log(copy); return copy; }' },
);
other(
  'compared without consequence',
  'shown: Letter, used: Letter',
  { minted: 'shown', between: "if (JSON.stringify(shown) !== JSON.stringify(used)) log('differs');", spent: 'used' },
  { between: 'if (JSON.stringify(shown) !== JSON.stringify(used)) return;' },
);
other(
  'compared in one property',
  'shown: Letter, used: Letter',
  { minted: 'shown', between: 'if (shown.to !== used.to) return;', spent: 'used' },
  {
    between:
      'if (shown.to !== used.to || shown.text !== used.text || shown.memo !== used.memo || shown.tags !== used.tags) return;',
  },
);
other(
  'logged together',
  'shown: Letter, used: Letter',
  { minted: 'shown', between: 'console.info(shown, used);', spent: 'used' },
  { between: 'deepEqual(shown, used);', beside: "import { deepEqual } from 'node:assert';" },
);

const put = (
  text: string,
  assignment: string,
): string => `${setup} export async function run(letter: Letter) { const text = ${text}; ${assignment}
  const token = await postRunner.runBeforeTool(send, letter);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(post, send, «{ ...letter, text }», token); }`;
for (const text of ["await load('text')", 'letter.text.trim()'])
  pair(
    `not put there before the mint: ${text}`,
    put(text, 'log(letter.text);'),
    {
      messageId: 'otherArguments',
      data: { ...names, given: '{ ...letter, text }', minted: 'letter', place: 'line 3' },
    },
    put(text, 'letter.text = text;').replace(/[«»]/g, ''),
  );

const emptied = (
  spent: string,
): string => `${setup} export async function run(job: { letter?: Letter }) { const { letter } = job;
  if (!letter) return;
  const token = await postRunner.runBeforeTool(send, letter);
  if (token instanceof GuardrailBlocked) return;
  job.letter = undefined;
  await invokeTool(post, send, ${spent}, token); }`;
pair(
  'what held it, emptied',
  emptied('«job.letter»!'),
  {
    messageId: 'changedArguments',
    data: { ...names, given: 'job.letter', minted: 'letter', change: 'line 6', place: 'line 4' },
  },
  emptied('{ ...letter }'),
);

pair(
  'tokens of Promise.all',
  `${setup} export async function run(a: Letter, b: Letter) {
  const [first, second] = await Promise.all([postRunner.runBeforeTool(send, a), postRunner.runBeforeTool(send, b)]);
  if (first instanceof GuardrailBlocked || second instanceof GuardrailBlocked) return;
  await invokeTool(post, send, «a», second); }`,
  { messageId: 'otherArguments', data: { ...names, given: 'a', minted: 'b' } },
  `${setup} export async function run(a: Letter, b: Letter) {
  const [first, second] = await Promise.all([postRunner.runBeforeTool(send, a), postRunner.runBeforeTool(send, b)]);
  if (first instanceof GuardrailBlocked || second instanceof GuardrailBlocked) return;
  await invokeTool(post, send, b, second); }`,
);

pair(
  'a tool picked by a condition',
  `const eraseToo = defineTool({ name: 'erase', class: 'write', input: file, guardrail: 'required', handler: () => '' }); const both = defineAgent({ name: 'both', tools: [erase, eraseToo] }); const bothRunner = new CallbackRunner(both, { beforeTool: () => undefined }); export async function run(args: File) {
  const token = await bothRunner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(both, «flag ? eraseToo : erase», args, token as never); }`,
  { messageId: 'otherTool', data: { ...names, given: 'flag ? eraseToo : erase', minted: 'erase' } },
  `export async function run(args: File) {
  const token = await runner.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(agent, flag ? erase : erase, args, token); }`,
);

for (const [name, program] of [
  [
    'the same expression twice',
    { given: two, minted: '{ to, text: `${to}/${text.trim()}` }', spent: '{ to, text: `${to}/${text.trim()}` }' },
  ],
  [
    'a text made before the change',
    { given: letter, minted: 'letter', between: 'const { to, text } = letter;', spent: '{ ...letter, to, text }' },
  ],
  [
    'what another function gives',
    { given: letter, minted: 'letter', beside: 'declare function kept(to: string): Letter;', spent: 'kept(letter.to)' },
  ],
  [
    'a literal that is tested',
    {
      given: letter,
      minted: '{ ...letter }',
      between: "if (letter.memo !== 'x') return;",
      spent: "{ ...letter, memo: 'x' }",
    },
  ],
  ['a default that never applies', { given: letter, minted: 'letter', spent: "{ ...{ text: '' }, ...letter }" }],
  [
    'built up by assignments',
    {
      given: two,
      minted: '{ to, text }',
      between: 'const built: Letter = { to, text: to }; built.text = text;',
      spent: 'built',
    },
  ],
  [
    'a function that gives its parameter',
    { given: letter, minted: 'letter', beside: 'const same = (given: Letter) => given;', spent: 'same(letter)' },
  ],
  [
    'without a property that may be missing',
    { given: letter, minted: 'letter', spent: '{ to: letter.to, text: letter.text }' },
  ],
  ['sorted for both', { given: tagged, minted: '{ ...letter, tags: letter.tags.sort() }', spent: 'letter' }],
] as const satisfies readonly (readonly [string, Program])[])
  silent(name, programOf(program));

for (const [name, given, between, harmless] of [
  [
    'a method that is applied',
    tagged,
    'Array.prototype.push.apply(letter.tags, paths);',
    'Array.prototype.push.apply([...letter.tags], paths);',
  ],
  [
    'a handler of a promise',
    letter,
    'await load(letter.to).then((text) => { letter.text = text; });',
    'await load(letter.to).then((text) => { log(text); });',
  ],
  [
    'a setter',
    letter,
    "const form = { set text(value: string) { letter.text = value; } }; form.text = '';",
    "const form = { set text(value: string) { log(letter, value); } }; form.text = '';",
  ],
  [
    'the list that a callback is given',
    tagged,
    "letter.tags.forEach((each, at, all) => { all[at] = each + '!'; });",
    'letter.tags.forEach((each, at, all) => { log(all[at], each); });',
  ],
] as const)
  changed(`changed by ${name}`, given, { minted: 'letter', between, spent: '«letter»' }, harmless);

silent(
  'known gap: changed by the defaults of a schema',
  programOf({
    given: letter,
    minted: 'letter',
    between: "const schema = z.object({ to: z.string(), text: z.string(), memo: z.string().default('none') });",
    spent: 'schema.parse(letter)',
  }),
);

silent(
  'a token of either branch',
  `${setup} export async function run(a: Letter, b: Letter, isFirst: boolean) {
  const token = isFirst ? await postRunner.runBeforeTool(send, a) : await postRunner.runBeforeTool(send, b);
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(post, send, { to: isFirst ? a.to : b.to, text: isFirst ? a.text : b.text }, token);
}`,
);

// defaults, and operations that differ

other(
  'a default that is filled in by a pattern',
  letter,
  { minted: 'letter', between: "const { to, text, memo = 'none' } = letter;", spent: '{ to, text, memo }' },
  { between: "const { to, text = '', memo } = letter;" },
);
silent(
  'a default that is filled in for both',
  `${setup} export async function run(letter: Letter) {
  const { to, text, memo = 'none' } = letter;
  const token = await postRunner.runBeforeTool(send, { to, text, memo });
  if (token instanceof GuardrailBlocked) return;
  await invokeTool(post, send, { to, text, memo }, token);
}`,
);
silent(
  'a default that a condition rules out',
  programOf({
    given: letter,
    minted: 'letter',
    between: "if (!letter.memo) return; const { to, text, memo = 'none' } = letter;",
    spent: '{ to, text, memo }',
  }),
);
for (const [name, minted, spent, same] of [
  ['roundings', 'Math.floor(at)', 'Math.ceil(at)', 'Math.floor(at)'],
  ['signs', 'at + 1', 'at - 1', 'at + 1'],
  ['limits', 'Math.min(at, 9)', 'Math.max(at, 9)', 'Math.min(at, 9)'],
] as const)
  other(
    `two ${name} of a number`,
    `${letter}, at: number`,
    { minted: `{ ...letter, text: \`#\${${minted}}\` }`, spent: `{ ...letter, text: \`#\${${spent}}\` }` },
    { spent: `{ ...letter, text: \`#\${${same}}\` }` },
  );
silent(
  'texts that are put together in two forms',
  programOf({
    given: letter,
    minted: '{ ...letter, text: letter.to + letter.text }',
    spent: '{ ...letter, text: `${letter.to}${letter.text}` }',
  }),
);

tester.run('no-token-mismatch, arguments', noTokenMismatch, { valid, invalid });
