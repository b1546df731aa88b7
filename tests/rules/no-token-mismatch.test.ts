import { noTokenMismatch } from '../../src/rules/no-token-mismatch.ts';
import { tester } from './rule-tester.ts';
import { TokenCases } from './token-cases.ts';

type MessageId = keyof typeof noTokenMismatch.messages;

const { valid, invalid, pair, silent } = new TokenCases<MessageId>();

const names = { noun: 'token', op: 'invokeTool', mint: 'runBeforeTool', place: 'line 3', minted: '', change: '' };

/** Mints for `minted`, then does something, then spends on `given`. */
function minting(minted: string, between: string, call: string, parameter = 'args: File'): string {
  return `
export async function run(${parameter}) {
  const token = await ${minted};
  if (token instanceof GuardrailBlocked) return;
  ${between}
  await ${call};
}`;
}

pair(
  'another tool',
  minting('runner.runBeforeTool(move, args)', '// @ts-expect-error', 'invokeTool(agent, «erase», args, token)'),
  { messageId: 'otherTool', data: { ...names, given: 'erase', minted: 'move' } },
  minting('runner.runBeforeTool(move, args)', '// the same', 'invokeTool(agent, move, args, token)'),
);

pair(
  'another agent',
  minting('backupRunner.runBeforeTool(erase, args)', '// @ts-expect-error', 'invokeTool(«agent», erase, args, token)'),
  { messageId: 'otherAgent', data: { ...names, given: 'agent', minted: 'backup' } },
  minting('backupRunner.runBeforeTool(erase, args)', '// the same', 'invokeTool(backup, erase, args, token)'),
);

const spare = "const spare = defineAgent({ name: 'files', tools: [erase, move, tag, list] });";
const picking = (between: string, given: string): string =>
  `${spare} ${minting(
    'runner.runBeforeTool(erase, args)',
    between,
    `invokeTool(${given}, erase, args, token)`,
    'args: File, isSpare: boolean',
  ).trim()}`;

for (const [name, between, given] of [
  ['picked before', 'log(isSpare);', 'picked'],
  ['picked on the spot', 'log(isSpare);', 'isSpare ? spare : agent'],
] as const)
  pair(
    `another agent, ${name}`,
    picking(`const picked = isSpare ? spare : agent; ${between} log(picked);`, `«${given}»`),
    { messageId: 'otherAgent', data: { ...names, given, minted: 'agent' } },
    picking(`if (isSpare) return; const picked = isSpare ? spare : agent; log(picked);`, 'picked'),
  );

silent(
  'an agent that is compared before the call',
  picking('const picked = isSpare ? spare : agent; if (picked !== agent) return;', 'picked'),
);
silent(
  'an agent and a runner that are picked together',
  `${spare} const spareRunner = new CallbackRunner(spare, { beforeTool: () => undefined });
export async function run(args: File, isSpare: boolean) {
  const token = await (isSpare ? spareRunner : runner).runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  const picked = isSpare ? spare : agent;
  await invokeTool(picked, erase, args, token);
}`,
);

pair(
  'other arguments',
  minting("runner.runBeforeTool(erase, { path: 'a' })", '', "invokeTool(agent, erase, «{ path: 'b' }», token)", ''),
  { messageId: 'otherArguments', data: { ...names, given: "{ path: 'b' }", minted: "{ path: 'a' }" } },
  minting("runner.runBeforeTool(erase, { path: 'a' })", '', "invokeTool(agent, erase, { path: 'a' }, token)", ''),
);

pair(
  'a changed copy',
  minting('runner.runBeforeTool(erase, args)', '', "invokeTool(agent, erase, «{ ...args, path: '/' }», token)"),
  { messageId: 'otherArguments', data: { ...names, given: "{ ...args, path: '/' }", minted: 'args' } },
  minting('runner.runBeforeTool(erase, args)', '', 'invokeTool(agent, erase, { ...args, path: args.path }, token)'),
);

pair(
  'another parameter',
  minting('runner.runBeforeTool(erase, args)', '', 'invokeTool(agent, erase, «used», token)', 'args: File, used: File'),
  { messageId: 'otherArguments', data: { ...names, given: 'used', minted: 'args' } },
  minting(
    'runner.runBeforeTool(erase, args)',
    'if (args !== used) return;',
    'invokeTool(agent, erase, used, token)',
    'args: File, used: File',
  ),
);

for (const [name, change, harmless, parameter] of [
  ['assigned to', "args.path = '/';", "const other = { ...args }; other.path = '/';", undefined],
  ['assigned by a key', "args['path'] = '/';", "log(args['path']);", undefined],
  ['added to', "args.path += '/..';", "log(args.path + '/..');", undefined],
  ['replaced', "args = { path: '/' };", "const later = { path: '/' }; log(later);", undefined],
  ['changed by Object.assign', "Object.assign(args, { path: '/' });", 'log(Object.assign({}, args));', undefined],
  ['changed by Reflect', "Reflect.set(args, 'path', '/');", "log(Reflect.get(args, 'path'));", undefined],
  ['changed in a branch', "if (flag) args.path = '/';", "if (flag) { args.path = '/'; return; }", undefined],
  [
    'changed before a break',
    "for (const each of names) { if (each) { args.path = '/'; break; } }",
    "for (const each of names) { if (each) { args.path = '/'; return; } }",
    'args: File, names: string[]',
  ],
  [
    'changed before a continue',
    "for (const each of names) { if (each) { args.path = '/'; continue; } log(each); }",
    "for (const each of names) { if (each) { args.path = '/'; throw new Error(each); } log(each); }",
    'args: File, names: string[]',
  ],
  [
    'changed in a clause',
    "switch (mode) { case 'root': args.path = '/'; break; default: log(mode); }",
    "switch (mode) { case 'root': args.path = '/'; return; default: log(mode); }",
    'args: File, mode: string',
  ],
  [
    'changed in a clause that falls through',
    "switch (mode) { case 'root': args.path = '/'; case 'log': log(mode); break; default: return; }",
    "switch (mode) { case 'root': args.path = '/'; case 'none': return; default: log(mode); }",
    'args: File, mode: string',
  ],
  [
    'changed before a throw that is caught',
    "try { args.path = '/'; throw new Error('odd'); } catch (error) { log(error); }",
    "try { args.path = '/'; throw new Error('odd'); } catch (error) { return; }",
    undefined,
  ],
  [
    'changed, and left on one of two paths',
    "if (flag) { args.path = '/'; if (args.path) return; else log(args); }",
    "if (flag) { args.path = '/'; if (args.path) return; else throw new Error('odd'); }",
    undefined,
  ],
  [
    'changed before the process may be left',
    "if (flag) { args.path = '/'; if (args.path) process.exit(1); }",
    "if (flag) { args.path = '/'; process.exit(1); }",
    undefined,
  ],
  ['changed in a block', "{ args.path = '/'; }", "if (args.path === '') throw (args.path = '/');", undefined],
] as const)
  pair(
    name,
    minting('runner.runBeforeTool(erase, args)', change, 'invokeTool(agent, erase, «args», token)', parameter),
    { messageId: 'changedArguments', data: { ...names, given: 'args', minted: 'args', change: 'line 5' } },
    minting('runner.runBeforeTool(erase, args)', harmless, 'invokeTool(agent, erase, args, token)', parameter),
  );

for (const [name, change, harmless] of [
  ['pushed to', "args.tags.push('x');", "log(args.tags.concat('x'));"],
  ['sorted', 'args.tags.sort();', 'log(args.tags.slice().sort());'],
  ['sorted under another name', 'const { tags } = args; tags.sort();', 'const tags = [...args.tags]; tags.sort();'],
  ['emptied', 'args.tags.length = 0;', 'log(args.tags.length);'],
] as const)
  pair(
    name,
    minting(
      'runner.runBeforeTool(tag, args)',
      change,
      'invokeTool(agent, tag, «args», token)',
      'args: { path: string; tags: string[] }',
    ),
    { messageId: 'changedArguments', data: { ...names, given: 'args', minted: 'args', change: 'line 5' } },
    minting(
      'runner.runBeforeTool(tag, args)',
      harmless,
      'invokeTool(agent, tag, args, token)',
      'args: { path: string; tags: string[] }',
    ),
  );

// what is put in the place of an agent

const replacing = (between: string): string => `
let current = defineAgent({ name: 'files', tools: [erase] });
export async function run(args: File) { const guard = new CallbackRunner(current, { beforeTool: () => undefined });
  const token = await guard.runBeforeTool(erase, args);
  if (token instanceof GuardrailBlocked) return;
  ${between}
}`;
pair(
  'an agent that is replaced',
  replacing(
    "current = defineAgent({ name: 'files', tools: [erase] }); await invokeTool(«current», erase, args, token);",
  ),
  { messageId: 'replaced', data: { ...names, place: 'line 4', given: 'current', minted: 'current', change: 'line 6' } },
  replacing("await invokeTool(current, erase, args, token); current = defineAgent({ name: 'files', tools: [erase] });"),
);

// the entry of a map

const files = 'const files = new Map<string, File>();';
const lookedUp = (change: string, spent: string): string =>
  `${files} ${minting(
    'runner.runBeforeTool(erase, before)',
    change,
    `invokeTool(agent, erase, ${spent}, token)`,
    'id: string, other: string, before = files.get(id)!',
  ).trim()}`.replace(', before = files.get(id)!) {', ') { const before = files.get(id)!;');
pair(
  'the entry of a map that is replaced',
  lookedUp("files.set(id, { path: '/' });", '«files».get(id)!'),
  { messageId: 'changedArguments', data: { ...names, given: 'files', minted: 'before', change: 'line 5' } },
  lookedUp("files.set(other, { path: '/' });", 'files.get(id)!'),
);
silent('the entry of a map that is put back', lookedUp('files.set(id, before);', 'files.get(id)!'));

tester.run('no-token-mismatch', noTokenMismatch, { valid, invalid });
