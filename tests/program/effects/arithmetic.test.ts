import { describe, expect, it } from 'vitest';
import { effectsOf } from '../../../src/program/effects/effects.ts';
import { isFunctionLike } from '../../../src/type-utils/syntax.ts';
import { nodesIn, programOf } from '../../type-utils/in-memory-program.ts';

/** Whether the function of a program runs what it is given as code. */
function runsCode(code: string): boolean {
  const { program, file } = programOf({ 'a.ts': code });
  const [fn] = nodesIn(file('a.ts'), isFunctionLike);
  return effectsOf(fn!, program).some(({ kind }) => kind === 'execute');
}

const stripped = (pattern: string, rest = ''): string =>
  `export function run(text: string) { const left = text.replace(${pattern}, '')${rest}; return Function('"use strict"; return (' + left + ')')(); }`;
const tested = (pattern: string): string =>
  `export function run(text: string) { if (!${pattern}.test(text)) return 'no'; return eval(text); }`;

const letters = (
  loop: string,
  lists = "const names = new Set(['sqrt', 'pi']), table = { sqrt: Math.sqrt };",
): string => `export function run(text: string, other: string, given: string[]) {
  if (!/^[\\w\\s+*().]+$/.test(text)) return 0;
  ${loop}
  const code = text.replace(/\\^/g, '**');
  return new Function('sqrt', 'return ' + code)(Math.sqrt);
}
${lists}`;
const named = (test: string, leave: string): string =>
  letters(`for (const name of text.match(/[a-z_]+/gi) ?? []) if (${test}) ${leave};`);
const matched = (list: string): string => letters(`for (const name of ${list} ?? []) if (!names.has(name)) return 0;`);
const listed = (list: string, before = ''): string =>
  letters(
    `${before} for (const name of text.match(/[a-z_]+/gi) ?? []) if (!list.has(name)) return 0;`,
    `declare const extra: string[]; const list = ${list};`,
  );

const harmless: Readonly<Record<string, string>> = {
  'all but arithmetic is stripped': stripped('/[^0-9+\\-*/().%\\s]/g'),
  'stripped with a class of characters': stripped('/[^\\d\\s+\\-*\\/().]/g'),
  'stripped, and powers are written in another way': stripped('/[^\\d+^]/g', `.replace(/\\^/g, '**').trim()`),
  'stripped in the text itself': `export const run = (text: string) => new Function(\`return \${text.replace(/[^\\d+*-]/g, '')}\`)();`,
  'letters are let in that spell nothing': stripped('/[^0-9+\\-*\\/().^sqrt ]/g', `.replace(/sqrt\\(/g, 'Math.sqrt(')`),
  'left where the whole text does not match': tested('/^[\\d\\s+\\-*/().]+$/'),
  'a pattern for so many characters': tested('/^[\\d\\s+]{1,200}$/'),
  'names are let in that a list has': named('!names.has(name)', 'throw new Error(name)'),
  'names are let in that a table has': named('!Object.hasOwn(table, name)', 'return 0'),
  'left where a part of the condition does not hold': `export function run(text: string) { if (!/^[\\d+]+$/.test(text) || text.length > 99) { throw new Error('no'); } return eval(text); }`,
  'run where the whole text matches': `export const run = (text: string) => (/^[0-9+*.-]+$/.test(text) ? eval(text) : undefined);`,
  'run inside of the test': `export function run(text: string) { if (/^[0-9+]*$/.test(text)) { return eval(text); } return 0; }`,
  'the other branch of a failed test': `export function run(text: string) { if (!/^[\\d+]+$/.test(text)) { console.log('odd'); } else { return eval(text); } return 0; }`,
  'the right of the test': `export const run = (text: string) => /^[\\d+]+$/.test(text) && eval(text);`,
  'a failed test of which every branch leaves': `export function run(text: string, isLoud: boolean) { if (!/^[\\d+]+$/.test(text)) { if (isLoud) throw new Error('no'); else return 0; } return eval(text); }`,
  'a failed test that leaves the loop': `export function run(texts: string[]) { for (const text of texts) { if (!/^[\\d+]+$/.test(text)) continue; eval(text); } }`,
  'a failed test whose throw is caught and left with': `export function run(text: string) { try { if (!/^[\\d+]+$/.test(text)) throw new Error('no'); } catch { return 0; } return eval(text); }`,
  'letters are let in that spell it in another case': stripped('/[^\\d().EVAL]/g'),
  'letters are let in that spell it with one that is replaced': stripped(
    '/[^\\d().,+ sincotaglbqrpe]/g',
    `.replace(/e/g, 'Math.E')`,
  ),
  'functions are written in another way, by a callback': stripped(
    '/[^0-9+() sqrt]/g',
    `.replace(/sqrt/g, (name) => 'Math.' + name)`,
  ),
  'a variable is stripped in place': `export function run(text: string) { let sum = text; sum = sum.trim(); sum = sum.replace(/[^\\d+*]/g, ''); return eval(sum); }`,
  'a variable is tested, and its functions are written in another way one by one': `const names = { SQRT: Math.sqrt, ABS: Math.abs };
export function run(text: string) {
  const tokens = text.toString().replace(/\\bsqrt\\(/gi, 'SQRT(');
  if (!/^[0-9+() SQRTAB]+$/.test(tokens)) return null;
  let sum = tokens;
  for (const [name] of Object.entries(names)) sum = sum.replace(new RegExp(name, 'g'), \`scope.\${name}\`);
  return new Function('scope', \`return (\${sum});\`)(names);
}`,
  'a pattern with a name': `const sum = /^[\\d+]+$/; export function run({ text }: { text: string }) { if (!sum.test(text)) return 0; return eval(\`(\${text})\`); }`,
};

const harmful: Readonly<Record<string, string>> = {
  'nothing is looked at': `export const run = (text: string) => eval(text);`,
  'letters are let in': stripped('/[^\\w+]/g'),
  'letters are let in that spell a function': stripped('/[^\\d().eval]/g'),
  'letters are let in that spell it in another case': stripped('/[^\\d().EVAL]/gi'),
  'letters are let in that spell a member': stripped('/[^\\d().constru]/g'),
  'a letter is replaced by what spells it': stripped('/[^\\d(). e]/g', `.replace(/e/g, 'eval')`),
  'a callback writes what spells it': stripped('/[^\\d(). x]/g', `.replace(/x/g, (name) => 'eval' + name)`),
  'a callback writes quotes': stripped('/[^\\d(). x]/g', `.replace(/x/g, (name) => '"' + name + '"')`),
  'what is stripped is put back by a callback': `export const run = (text: string) => eval(text.replace(/[^\\d+]+/g, (name) => 'Math.' + name));`,
  'what is stripped is put back by a pattern': `export const run = (text: string) => eval(text.replace(/[^\\d+]+/g, 'Math.$&'));`,
  'what is stripped is put back': `export const run = (text: string) => eval(text.replace(/[^\\d+]/g, (each) => each));`,
  'a letter that is replaced is put back': stripped('/[^\\d().eval]/g', `.replace(/v/g, '$&')`),
  'a name is completed': `export const run = (text: string) => eval(\`process.\${text.replace(/[^abort()]/g, '')}\`);`,
  'a name is completed behind it': `export const run = (text: string) => eval(text.replace(/[^abort()]/g, '') + 'Signal');`,
  'it is taken out of a list after its test': `export function run(text: string, all: string[]) { if (!/^[\\d+]+$/.test(text)) return 0; [text] = all as [string]; return eval(text); }`,
  'it is each of a list after its test': `export function run(text: string, all: string[]) { if (!/^[\\d+]+$/.test(text)) return 0; for (text of all) eval(text); return 1; }`,
  'only the first such letter is replaced': stripped('/[^\\d().eval]/g', `.replace(/e/, '')`),
  'a variable is stripped on one of two paths': `export function run(text: string, isLoud: boolean) { let sum = text; if (isLoud) sum = sum.replace(/[^\\d+*]/g, ''); return eval(sum); }`,
  'a variable is stripped too late': `export function run(text: string) { let sum = text; const it = eval(sum); sum = sum.replace(/[^\\d+*]/g, ''); return it; }`,
  'a variable is another one after its test': `export function run(text: string, other: string) { let sum = text; if (!/^[\\d+]+$/.test(sum)) return 0; sum = other; return eval(sum); }`,
  'a range with letters is let in': stripped('/[^+-z]/g'),
  'brackets are let in': stripped('/[^\\d()+!\\[\\]]/g'),
  'names of another text are looked for': matched('other.match(/[a-z_]+/gi)'),
  'only the first name is looked for': matched('text.match(/[a-z_]+/i)'),
  'only long names are looked for': matched('text.match(/[a-z_]{9,}/gi)'),
  'what is no name is looked for': matched('text.match(/[^a-z]+/gi)'),
  'some names are left out': matched('text.match(/[a-z_]+/gi)?.slice(1)'),
  'a list that has others': listed("new Set(['sqrt', ...extra])"),
  'a list that is a text': listed("new Set('sqrt')"),
  'a list to which something is added': listed("new Set(['sqrt'])", 'given.forEach((each) => list.add(each));'),
  'a list of what is global': listed("new Set(['sqrt', 'globalThis'])"),
  'names are looked for under a condition': letters(
    `if (other) for (const name of text.match(/[a-z_]+/gi) ?? []) if (!names.has(name)) return 0;`,
  ),
  'names are looked for where it is caught': letters(
    `try { for (const name of text.match(/[a-z_]+/gi) ?? []) if (!names.has(name)) throw 0; } catch { console.log(text); }`,
  ),
  'some names are passed over': letters(
    `for (const name of text.match(/[a-z_]+/gi) ?? []) { if (name.length > 9) continue; if (!names.has(name)) return 0; }`,
  ),
  'some names that the list does not have go on': letters(
    `for (const name of text.match(/[a-z_]+/gi) ?? []) if (!names.has(name)) { if (other) continue; throw 0; }`,
  ),
  'a part of the name is looked up': named('!names.has(name.slice(0, 2))', 'return 0'),
  'names are let in that no list has': tested('/^[\\w\\s+]+$/'),
  'a name that the list does not have goes on': named('!names.has(name)', 'console.log(name)'),
  'a name that the list has leaves': named('names.has(name)', 'throw new Error(name)'),
  'a list has what leads to more': named("!['sqrt', 'constructor'].includes(name)", 'throw new Error(name)'),
  'a table of anything': named('!Object.hasOwn(globalThis, name)', 'throw new Error(name)'),
  'only the first is stripped': stripped('/[^\\d+]/'),
  'only some characters are stripped': stripped('/[;{}]/g'),
  'it is replaced by what is not empty': `export const run = (text: string, by: string) => eval(text.replace(/[^\\d+]/g, by));`,
  'only a part of the text has to match': tested('/[\\d+]+/'),
  'only the beginning has to match': tested('/^[\\d+]+/'),
  'one line has to match': tested('/^[\\d+]+$/m'),
  'one of two forms has to match': tested('/^[\\d+]+$|x/'),
  'the class ends before': tested('/^[\\d]|[a-z]+$/'),
  'what does not match goes on': `export function run(text: string) { if (!/^[\\d+]+$/.test(text)) console.log('odd'); return eval(text); }`,
  'one branch of a failed test goes on': `export function run(text: string, isLoud: boolean) { if (!/^[\\d+]+$/.test(text)) { if (isLoud) throw new Error('no'); } return eval(text); }`,
  'the left of the test': `export const run = (text: string) => /^[\\d+]+$/.test(text) || eval(text);`,
  'a failed test that leaves an inner loop': `export function run(text: string) { for (const each of ['a']) { if (!/^[\\d+]+$/.test(text)) break; console.log(each); } return eval(text); }`,
  'a failed test whose throw is caught': `export function run(text: string) { try { if (!/^[\\d+]+$/.test(text)) throw new Error('no'); } catch { console.log('odd'); } return eval(text); }`,
  'a test on one of two paths': `export function run(text: string, isLoud: boolean) { if (isLoud) { if (!/^[\\d+]+$/.test(text)) return 0; } return eval(text); }`,
  'something else is tested': `export function run(text: string, other: string) { if (!/^[\\d+]+$/.test(other)) return 0; return eval(text); }`,
  'it is another text then': `export function run(text: string, other: string) { if (!/^[\\d+]+$/.test(text)) return 0; text = other; return eval(text); }`,
  'the test is turned round': `export function run(text: string) { if (/^[\\d+]+$/.test(text)) return 0; return eval(text); }`,
  'both have to fail': `export function run(text: string, isOk: boolean) { if (!/^[\\d+]+$/.test(text) && !isOk) return 0; return eval(text); }`,
  'another part is not looked at': `export const run = (a: string, b: string) => eval(\`\${a.replace(/[^\\d]/g, '')} + \${b}\`);`,
  'the other branch of the test': `export const run = (text: string) => (/^[\\d+]+$/.test(text) ? 0 : eval(text));`,
  'what is written there': `export const run = () => eval('process.exit()');`,
};

describe('code that is arithmetic', () => {
  it.each(Object.entries(harmless))('%s', (_, code) => {
    expect(runsCode(code)).toBe(false);
  });
});

describe('code that may be anything', () => {
  it.each(Object.entries(harmful))('%s', (_, code) => {
    expect(runsCode(code)).toBe(true);
  });
});
