// A server over stdio for the tests, which behaves as a file of JSON says: plain JavaScript, no SDK, so that it can be wrong.
//   { "name", "version", "tools", "pageSize"?, "behaviour"? }
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

const [, , file, pidFile] = process.argv;
const {
  name = 'desk',
  version = '1.0.0',
  tools = [],
  pageSize = Infinity,
  behaviour,
} = JSON.parse(readFileSync(file, 'utf8'));
const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);";
const pids = [process.pid];

if (behaviour === 'ignores signals' || behaviour === 'starts others') {
  const child = spawn(process.execPath, ['-e', stubborn], { stdio: 'ignore' });
  pids.push(child.pid);
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}
if (pidFile !== undefined) writeFileSync(pidFile, pids.join(' '));
if (behaviour === 'dies') {
  console.error('Cannot find the database.\n\u001b[2J\u202ehidden');
  process.exit(3);
}
if (behaviour === 'chatters') console.log('Server is up!\n{"not": "a message"}');
if (behaviour === 'hangs') setInterval(() => undefined, 1000);

createInterface({ input: process.stdin }).on('line', (line) => {
  if (behaviour === 'hangs' || behaviour === 'ignores signals') return;
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  const refuse = (code, message) => console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  if (method === 'initialize') {
    if (behaviour === 'refuses') return refuse(-32000, 'No licence.');
    return answer({
      protocolVersion: params.protocolVersion,
      capabilities: behaviour === 'has no tools' ? {} : { tools: {} },
      serverInfo: { name, version },
    });
  }
  if (method !== 'tools/list') return refuse(-32601, 'Method not found');
  if (behaviour === 'dies in the middle') process.exit(4);
  if (behaviour === 'answers nonsense') return answer({ tools: 'many' });
  if (behaviour === 'never ends') return answer({ tools, nextCursor: 'again' });
  const from = Number(params?.cursor ?? 0);
  const to = from + pageSize;
  answer({ tools: tools.slice(from, to), ...(to < tools.length ? { nextCursor: String(to) } : {}) });
});
