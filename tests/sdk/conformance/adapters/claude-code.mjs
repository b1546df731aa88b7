// Takes the place of the Claude Code process. Each prompt is a list of tool calls, as JSON; it asks the SDK about them as
// Claude Code does, all at once, "runs" those that are allowed, and answers with what came of each.
import { createInterface } from 'node:readline';

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

const waiting = new Map();
let requests = 0;
let hookIds = [];

/** Asks the SDK, and resolves to its answer. */
function ask(request) {
  const request_id = `request-${requests++}`;
  write({ type: 'control_request', request_id, request });
  return new Promise((resolve) => {
    waiting.set(request_id, resolve);
  });
}

async function call({ tool, input, subagent, server, provenance, by = 'canUseTool' }) {
  const tool_use_id = `use-${requests}`;
  const mcp_server = server ? { name: server, source: 'sdk' } : provenance;
  const answer =
    by === 'canUseTool'
      ? await ask({ subtype: 'can_use_tool', tool_name: tool, input, tool_use_id, agent_id: subagent, mcp_server })
      : await ask({
          subtype: 'hook_callback',
          callback_id: hookIds[0],
          tool_use_id,
          input: {
            hook_event_name: 'PreToolUse',
            tool_name: tool,
            tool_input: input,
            tool_use_id,
            ...(subagent && { agent_id: 'agent-1', agent_type: subagent }),
            ...(mcp_server && { mcp_server }),
          },
        });
  const decision = answer.response?.hookSpecificOutput;
  const isAllowed = answer.response?.behavior === 'allow' || decision?.permissionDecision === 'allow';
  if (!isAllowed) return { tool, answer };
  const args = answer.response.updatedInput ?? decision?.updatedInput ?? input;
  if (!server) return { tool, ran: args };
  const name = tool.split('__').at(-1);
  const message = { jsonrpc: '2.0', id: requests, method: 'tools/call', params: { name, arguments: args } };
  const { response } = await ask({ subtype: 'mcp_message', server_name: server, message });
  return { tool, result: response.mcp_response.result };
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { type, request_id, request, response, message } = JSON.parse(line);
    if (type === 'control_request') {
      hookIds = request.hooks?.PreToolUse?.[0]?.hookCallbackIds ?? hookIds;
      const nothing = { commands: [], models: [], agents: [], account: {}, hook_on_failure_supported: true };
      write({ type: 'control_response', response: { subtype: 'success', request_id, response: nothing } });
    }
    if (type === 'control_response') {
      waiting.get(response.request_id)?.(response);
      waiting.delete(response.request_id);
    }
    if (type === 'user') {
      write({ type: 'system', subtype: 'init', session_id: 'session-1' });
      void Promise.all(JSON.parse(message.content).map(call)).then((results) => {
        const result = JSON.stringify(results);
        write({ type: 'result', subtype: 'success', result, session_id: 'session-1', is_error: false });
      });
    }
  })
  .on('close', () => process.exit());
