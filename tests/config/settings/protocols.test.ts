import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { protocolsOf } from '../../../src/config/settings/settings.ts';
import { builtInProtocols } from '../../../src/models/sessions/index.ts';
import type { Protocol } from '../../../src/models/sessions/protocol.ts';
import { changedAt, complaintOf } from './mistakes.ts';

const queue = {
  id: 'acme.queue',
  noun: 'queue',
  subjects: [{ packages: ['@acme/queue'], names: ['Queue'], versions: '>=3' }],
  states: {
    idle: { phase: 'unopened', text: 'not open' },
    open: { phase: 'open', text: 'open' },
    closed: { phase: 'closed', text: 'closed' },
  },
  construct: 'idle',
  constructWith: [{ argument: 0, property: ['open'], given: true, state: 'open' }],
  factories: [{ callee: { packages: ['@acme/queue'], names: ['openQueue'] }, state: 'open' }],
  ops: {
    open: { role: 'open', from: ['idle'], moves: { idle: 'open' }, settles: {}, fails: ['closed'] },
    push: { role: 'use', from: ['open'], misuse: { idle: 'rejects', closed: 'silently-dropped' }, gives: 'receipt' },
    wait: { role: 'use', from: ['open'] },
    close: { role: 'close', from: ['idle', 'open', 'closed'], moves: { open: 'closed' } },
  },
  neutral: ['on'],
  views: ['inner'],
  calls: [{ callee: { packages: ['@acme/queue'], names: ['track'], method: 'add' }, takes: 'receipt', op: 'push' }],
  awaits: [{ role: 'receipt', op: 'wait' }],
  guards: [{ member: 'isOpen', call: true, whenTruthy: ['open'], whenFalsy: ['idle', 'closed'] }],
  spontaneous: { open: 'closed' },
  mustClose: ['open'],
  perConnection: 'open',
  source: 'https://example.com/queue',
} as const satisfies Protocol;

function settingsWith(...protocols: readonly unknown[]): unknown {
  return { protocols };
}

/** The protocol above with one place changed; `undefined` takes the field away. */
function changed(path: string, value: unknown): unknown {
  return changedAt(queue, path, value);
}

function messageFor(protocol: unknown, ...others: readonly unknown[]): string {
  return complaintOf(() => protocolsOf(settingsWith(protocol, ...others)));
}

describe('protocolsOf', () => {
  it.each([
    ['no settings', undefined],
    ['no protocols', {}],
    ['protocols that are undefined', { protocols: undefined }],
  ])('answers the built-in protocols for %s', (_name, settings) => {
    expect(protocolsOf(settings)).toBe(builtInProtocols);
  });

  it('adds the protocols of the settings', () => {
    expect(protocolsOf(settingsWith(queue))).toEqual([...builtInProtocols, queue]);
  });

  it('answers the same list for the same settings, also where they were merged', () => {
    const settings = { protocols: [queue] };
    expect(protocolsOf(settings)).toBe(protocolsOf({ ...settings, guards: [] }));
  });

  it('takes a field that is undefined for one that is not there', () => {
    expect(messageFor(changed('mustClose', undefined))).toBe('no mistake');
  });
});

const AT = 'eslint-plugin-agent-safety: settings["agent-safety"].protocols[0]';

describe('a mistake names its place and what is allowed', () => {
  it.each<[string, string, unknown, string]>([
    [
      'a misspelt field',
      'mustclose',
      ['open'],
      `${AT}.mustclose is not known. Did you mean \`mustClose\`? Allowed: \`id\`, \`noun\`, \`subjects\`, \`states\`, \`construct\`, \`constructWith\`, \`factories\`, \`emerges\`, \`ops\`, \`neutral\`, \`views\`, \`parts\`, \`calls\`, \`awaits\`, \`guards\`, \`spontaneous\`, \`mustClose\`, \`sealed\`, \`inMemory\`, \`perConnection\`, \`source\`.`,
    ],
    ['a missing field', 'ops', undefined, `${AT} must have \`ops\`.`],
    ['a missing field further in', 'ops/push/role', undefined, `${AT}.ops.push must have \`role\`.`],
    ['an empty text', 'noun', '', `${AT}.noun must not be empty.`],
    ['no package', 'subjects/0/packages', [], `${AT}.subjects[0].packages must not be empty.`],
    ['a text for a list', 'neutral', 'on', `${AT}.neutral must be a list, not \`"on"\`.`],
    ['a list for an object', 'states', [], `${AT}.states must be an object, not a list.`],
    ['null', 'guards/0', null, `${AT}.guards[0] must be an object, not \`null\`.`],
    ['a text for a flag', 'guards/0/call', 'yes', `${AT}.guards[0].call must be \`true\` or \`false\`, not \`"yes"\`.`],
    [
      'a negative index',
      'constructWith/0/argument',
      -1,
      `${AT}.constructWith[0].argument must be the index of an argument, a whole number from 0, not \`-1\`.`,
    ],
    [
      'a phase that is none',
      'states/open/phase',
      'opne',
      `${AT}.states.open.phase must be one of the allowed values, not \`"opne"\`. Did you mean \`open\`? Allowed: \`unopened\`, \`opening\`, \`open\`, \`closed\`, \`failed\`, \`consumed\`.`,
    ],
    [
      'a role that is none',
      'ops/push/role',
      'send',
      `${AT}.ops.push.role must be one of the allowed values, not \`"send"\`. Allowed: \`open\`, \`close\`, \`use\`, \`configure\`, \`notify\`.`,
    ],
    [
      'an outcome that is none',
      'ops/push/misuse/idle',
      'reject',
      `${AT}.ops.push.misuse.idle must be one of the allowed values, not \`"reject"\`. Did you mean \`rejects\`? Allowed: \`throws\`, \`rejects\`, \`hangs\`, \`leaks\`, \`races\`, \`silently-empty\`, \`silently-dropped\`, \`breaks-later\`.`,
    ],
    [
      'a misspelt state in a list',
      'ops/push/from',
      ['open', 'idel'],
      `${AT}.ops.push.from[1] must be a state of this protocol, not \`"idel"\`. Did you mean \`idle\`? Allowed: \`idle\`, \`open\`, \`closed\`.`,
    ],
    [
      'a state that is moved from and not there',
      'ops/open/moves',
      { idel: 'open' },
      `${AT}.ops.open.moves.idel must be a state of this protocol, not \`"idel"\`. Did you mean \`idle\`? Allowed: \`idle\`, \`open\`, \`closed\`.`,
    ],
    [
      'a state that is moved to and not there',
      'spontaneous',
      { open: 'gone' },
      `${AT}.spontaneous.open must be a state of this protocol, not \`"gone"\`. Allowed: \`idle\`, \`open\`, \`closed\`.`,
    ],
    [
      'a state of `construct` that is not there',
      'construct',
      'new',
      `${AT}.construct must be a state of this protocol, not \`"new"\`. Allowed: \`idle\`, \`open\`, \`closed\`.`,
    ],
    [
      'a misuse of a state that is allowed',
      'ops/push/misuse/open',
      'throws',
      `${AT}.ops.push.misuse.open says what goes wrong in a state that \`from\` allows.`,
    ],
    [
      'a call that is an operation that is not there',
      'calls/0/op',
      'pussh',
      `${AT}.calls[0].op must be an operation of this protocol, not \`"pussh"\`. Did you mean \`push\`? Allowed: \`open\`, \`push\`, \`wait\`, \`close\`.`,
    ],
    [
      'a call that takes what nothing gives',
      'calls/0/takes',
      'reciept',
      `${AT}.calls[0].takes must be a role that an operation or a call \`gives\`, or one of \`parts\`, not \`"reciept"\`. Did you mean \`receipt\`? Allowed: \`subject\`, \`receipt\`.`,
    ],
    [
      'an await of what nothing gives',
      'awaits/0/role',
      'subject',
      `${AT}.awaits[0].role must be a role that an operation or a call \`gives\`, or one of \`parts\`, not \`"subject"\`. Allowed: \`receipt\`.`,
    ],
    [
      'an operation of the connection that is not there',
      'perConnection',
      'connect',
      `${AT}.perConnection must be an operation of this protocol, not \`"connect"\`. Allowed: \`open\`, \`push\`, \`wait\`, \`close\`.`,
    ],
    [
      'an operation that is neutral as well',
      'neutral',
      ['on', 'push'],
      `${AT}.neutral[1] is \`"push"\`, which is an operation as well.`,
    ],
    [
      'a range of versions that is none',
      'subjects/0/versions',
      'latest',
      `${AT}.subjects[0].versions must be a range of versions such as \`>=1.2.0 <2.0.0\`, not \`"latest"\`.`,
    ],
    [
      'a range of versions that is none, further in',
      'calls/0/callee/versions',
      '>=x.y',
      `${AT}.calls[0].callee.versions must be a range of versions such as \`>=1.2.0 <2.0.0\`, not \`">=x.y"\`.`,
    ],
    [
      'the id of a built-in protocol',
      'id',
      'mcp.client.v1',
      `${AT}.id is \`"mcp.client.v1"\`, which something else has already.`,
    ],
  ])('%s', (_name, path, value, message) => {
    expect(messageFor(changed(path, value))).toBe(message);
  });

  it('a name that is no identifier', () => {
    expect(messageFor(changed('ops/Symbol.dispose', { role: 'close', from: ['opne'] }))).toBe(
      `${AT}.ops["Symbol.dispose"].from[0] must be a state of this protocol, not \`"opne"\`. Did you mean \`open\`? Allowed: \`idle\`, \`open\`, \`closed\`.`,
    );
  });

  it('an id that is there twice', () => {
    expect(messageFor(queue, queue)).toBe(
      `${AT.replace('[0]', '[1]')}.id is \`"acme.queue"\`, which something else has already.`,
    );
  });

  it('more states than the analysis can follow', () => {
    const states = Object.fromEntries(
      Array.from({ length: 31 }, (_, index) => [`state${index}`, { phase: 'open', text: 'open' }]),
    );
    expect(messageFor(changed('states', states))).toBe(`${AT}.states has 31 entries, of at most 30.`);
  });

  it('more changes of the state than the analysis can follow', () => {
    const move = { role: 'use', from: ['idle'], moves: { idle: 'open' }, settles: { open: 'closed' } };
    const ops = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`step${index}`, move]));
    const { calls: _calls, awaits: _awaits, perConnection: _perConnection, ...rest } = queue;
    expect(messageFor({ ...rest, ops })).toBe(
      `${AT}.ops change the state in 32 ways, of at most 30. Describe some of them in a protocol of its own.`,
    );
  });

  it.each([
    [
      'the settings of the plugin',
      'on',
      'eslint-plugin-agent-safety: settings["agent-safety"] must be an object, not `"on"`.',
    ],
    [
      'a record of protocols',
      { protocols: { queue } },
      'eslint-plugin-agent-safety: settings["agent-safety"].protocols must be a list, not an object.',
    ],
    ['a protocol by its name', { protocols: ['queue'] }, `${AT} must be an object, not \`"queue"\`.`],
  ])('%s', (_name, settings, message) => {
    expect(() => protocolsOf(settings)).toThrow(new Error(message));
  });
});

describe('the example in the docs', () => {
  const page = readFileSync(new URL('../../../docs/internals/protocols.md', import.meta.url), 'utf8');
  const blockOf = (language: string): string => page.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
  const settingsOf = async (code: string): Promise<unknown> => {
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    return (module as { default: [{ settings: { 'agent-safety': unknown } }] }).default[0].settings['agent-safety'];
  };

  it('is a protocol', async () => {
    expect(protocolsOf(await settingsOf(blockOf('js')))).toHaveLength(builtInProtocols.length + 1);
  });

  it('has the mistake that is shown, with a letter swapped', async () => {
    const misspelt = blockOf('js').replace("role: 'use', from: ['open']", "role: 'use', from: ['opne']");
    const settings = await settingsOf(misspelt);
    expect(() => protocolsOf(settings)).toThrow(new Error(blockOf('text')));
  });
});
