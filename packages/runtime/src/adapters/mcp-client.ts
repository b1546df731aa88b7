import { admitCall, refusalOf } from './governed-call.ts';
import type { AnyRunner } from './governed-call.ts';

export { elsewhere } from './elsewhere.ts';
export { GuardrailFailed } from './governed-call.ts';
export type { AnyRunner } from './governed-call.ts';

/** A client of an MCP server, of whichever SDK. */
export interface ToolCaller {
  readonly callTool: (params: never, ...rest: never[]) => Promise<unknown>;
}

/** What every SDK's `callTool` takes first. */
interface CallParams {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/**
 * A client that calls only the tools that the runner's agent holds, with `elsewhere` as their handler, and only after the
 * runner has let the call pass, with the arguments that it decided about. A call that is blocked does not reach the
 * server; it resolves to a result with `isError`, as a tool's own no would. There is nothing but `callTool` on it: hand
 * it on in the place of the client, which can do more.
 *
 * @throws GuardrailFailed, and what the client throws.
 */
export function governedClient<Client extends ToolCaller>(client: Client, runner: AnyRunner): Pick<Client, 'callTool'> {
  return {
    callTool: async (params: CallParams, ...rest: readonly unknown[]) => {
      const { name, arguments: args = {} } = params;
      const outcome = await admitCall(runner, name, args, 'replaceable');
      if (outcome.kind !== 'admitted') {
        return { __proto__: null, content: [{ type: 'text', text: refusalOf(outcome) }], isError: true };
      }
      const call = client.callTool.bind(client) as (...given: readonly unknown[]) => Promise<unknown>;
      // The rest of the parameters is for the protocol: progress, tracing.
      return call({ ...params, name, arguments: outcome.args }, ...rest);
    },
  };
}
