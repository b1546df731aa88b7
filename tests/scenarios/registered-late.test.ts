import { describe } from 'vitest';
import { itCompiles, scenario } from './harness.ts';

// Tools of a server that a class holds: what is only called behind `connect` has not been called before.
const tool = "'find', {}, async () => ({ content: [] })";
const classOf = (members: string): string => `
export class Host {
  private readonly server = new McpServer(info);
  ${members}
}`;

describe('registrations of a server in a field', () => {
  scenario(
    'behind the connection: definite',
    classOf(`async start() {
    await this.server.connect(transport); // :open
    this.server.registerTool(${tool}); // D configure/open from=open
  }
  async stop() { await this.server.close(); }`),
  );

  scenario(
    'in a private method that is called behind the connection only: definite',
    classOf(`async start(names: string[]) {
    await this.server.connect(transport);
    for (const name of names) this.add(name); // D configure/open
  }
  private add(name: string) { this.server.registerTool(name, {}, async () => ({ content: [] })); }`),
  );

  scenario(
    'in a private method that the constructor calls as well: silent',
    classOf(`constructor() { this.add('first'); }
  async start() {
    await this.server.connect(transport);
    this.add('second');
  }
  private add(name: string) { this.server.registerTool(name, {}, async () => ({ content: [] })); }`),
  );

  scenario(
    'in a method that others may call before: silent',
    classOf(`async start() {
    await this.server.connect(transport);
    this.add('second');
  }
  add(name: string) { this.server.registerTool(name, {}, async () => ({ content: [] })); }`),
  );

  scenario(
    'by a function of the file that the constructor calls: silent',
    `${classOf(`constructor() { addFirst(this.server); }
  async start() {
    await this.server.connect(transport);
    this.server.registerTool(${tool});
  }`)}
function addFirst(server: McpServer) { server.registerTool('first', {}, async () => ({ content: [] })); }`,
  );

  scenario(
    'in a private method that is handed on: silent',
    classOf(`async start() {
    await this.server.connect(transport);
    this.add('second');
  }
  later() { return [external(this.add.bind(this))]; }
  private add(name: string) { this.server.registerTool(name, {}, async () => ({ content: [] })); }`),
  );

  scenario(
    'before the connection, and of another kind behind it: definite for that kind',
    classOf(`constructor() { this.server.registerTool(${tool}); }
  async start() {
    await this.server.connect(transport);
    this.server.registerTool('late', {}, async () => ({ content: [] }));
    this.server.registerPrompt('ask', {}, () => ({ messages: [] })); // D configure/open
  }`),
  );

  scenario(
    'with the capability declared when it is made: silent',
    `
export class Host {
  private readonly server = new McpServer(info, { capabilities: { tools: {} } });
  async start() {
    await this.server.connect(transport);
    this.server.registerTool(${tool});
  }
}`,
  );

  scenario(
    'behind a connection on some paths only: silent',
    classOf(`async start() {
    if (flag) await this.server.connect(transport);
    this.server.registerTool(${tool});
  }`),
  );

  itCompiles();
});
