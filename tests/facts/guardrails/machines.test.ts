import { describe, expect, it } from 'vitest';
import { mostAmong } from './judged-tools.ts';

const input = '{ text: z.string() }';

/** What each handler does, by what stands beside it. */
const programs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "import { type IPty, spawn } from 'node-pty';\ndeclare const term: IPty; declare const size: number;": {
    "spawn('sh', ['-c', text], {});": 'critical command',
    'term.write(text);': 'critical command',
    'term.resize(size, text.length);': 'nothing',
  },
  "import { Client } from 'ssh2';\ndeclare const ssh: Client;": {
    'ssh.exec(text, () => undefined);': 'critical command',
    'ssh.end();': 'nothing',
  },
  "import { NodeSSH } from 'node-ssh';\ndeclare const ssh: NodeSSH;": {
    'await ssh.execCommand(text);': 'critical command',
    'await ssh.putFile("a", text);': 'high elsewhere',
    'await ssh.getFile("a", text);': 'nothing',
  },
  "import { Docker } from 'dockerode';\ndeclare const docker: Docker;": {
    'await docker.getContainer(text).stop();': 'high elsewhere',
    'await docker.getContainer(text).remove();': 'high deletes',
    'await docker.getContainer(text).inspect();': 'nothing',
  },
  "import { Api, Context } from 'grammy';\ndeclare const api: Api; declare const context: Context;": {
    'await api.sendMessage(text, "Hello");': 'critical recipient',
    'await api.sendMessage(context.chat.id, text);': 'low sends',
    'await api.sendChatAction(text, "typing");': 'nothing',
    'await api.banChatMember(text, 1);': 'high deletes',
    'await api.deleteMessage(text, 1);': 'high deletes',
    'await api.editMessageText(text, 1, text);': 'nothing',
    'await context.reply(text);': 'nothing',
    'await context.banChatMember(1);': 'high deletes',
  },
  "import { Client } from 'whatsapp-web.js';\ndeclare const phone: Client;": {
    'await phone.sendMessage(text, "Hello");': 'critical recipient',
    'await phone.sendSeen(text);': 'nothing',
  },
  "import { Client } from '@larksuiteoapi/node-sdk';\ndeclare const lark: Client;": {
    'await lark.im.message.create({ data: { receive_id: text } });': 'high elsewhere',
    'await lark.im.message.list({ data: { receive_id: text } });': 'nothing',
    'await lark.bitable.appTableRecord.create({ data: { fields: { text } } });': 'low elsewhere',
    'await lark.bitable.appTableRecord.delete({ path: { record_id: text } });': 'high deletes',
  },
};

describe('terminals, other machines and messengers', () => {
  it.each(
    Object.entries(programs).flatMap(([beside, each]) => Object.entries(each).map((to) => [...to, beside] as const)),
  )('%s %s', (statement, is, beside) => {
    expect(mostAmong([{ input, run: `async ({ text }) => { ${statement} }` }], beside)).toBe(is);
  });
});
