// Takes the place of the Claude Code process: answers the SDK's control requests, and each prompt with a result.
import { createInterface } from 'node:readline';

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { type, request_id } = JSON.parse(line);
    if (type === 'control_request') {
      const response = { commands: [], models: [], agents: [], account: {} };
      write({ type: 'control_response', response: { subtype: 'success', request_id, response } });
    }
    if (type === 'user') {
      write({ type: 'system', subtype: 'init', session_id: 'session-1' });
      write({ type: 'result', subtype: 'success', result: 'hello', session_id: 'session-1', is_error: false });
    }
  })
  .on('close', () => process.exit());
