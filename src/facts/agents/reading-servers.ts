import { readingAddresses, readingPackages } from '../../models/agents/reading-servers.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import {
  elementsOf,
  type ObjectValue,
  optionsOf,
  propertyAt,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import type { ToolSetFact } from './tools.ts';

const addressKeys = ['url', 'serverUrl'];
const commandKeys = ['command', 'fullCommand'];
/** Properties that say where a server is, or how it is started. */
export const connectionKeys: readonly string[] = [...addressKeys, ...commandKeys];

/** How deep connections lie in a configuration: `{ servers: { docs: { transport: { url } } } }`. */
const MAX_DEPTH = 4;

/**
 * Whether a set of tools is surely of servers that only publish documentation, by the addresses and packages that are
 * written in the program. Silent where one of them is not known.
 */
export function isOfReadingServers(tools: ToolSetFact, evaluator: Evaluator): boolean {
  const connections = connectionsOf(tools, evaluator);
  return connections.length > 0 && connections.every((each) => each !== undefined && isReading(each));
}

/** The objects that say where the servers of a set of tools are; undefined stands for one that is not known. */
export function connectionsOf({ node }: ToolSetFact, evaluator: Evaluator): readonly (ObjectValue | undefined)[] {
  return optionsOf(evaluator.valueOf(node)).flatMap((made) => {
    if (made.kind !== 'made') return [undefined];
    const given = connectionsIn(made.argument(0));
    if (given.length > 0) return given;
    // `client.getTools()`: the client was given them.
    return optionsOf(made.receiver()).flatMap((client) =>
      client.kind === 'made' ? connectionsIn(client.argument(0)) : [undefined],
    );
  });
}

/** Undefined stands for one that is not known. */
function connectionsIn(value: Value, depth = 0): readonly (ObjectValue | undefined)[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'unknown' || depth > MAX_DEPTH) return [undefined];
    if (option.kind === 'made') {
      const given = connectionsIn(option.argument(0), depth + 1);
      return given.length > 0 ? given : [undefined];
    }
    // What is no object is no connection: a name, a time to wait, a callback for errors.
    if (option.kind !== 'object') return [];
    if (option.isOpen) return [undefined];
    if (connectionKeys.some((key) => option.properties.has(key))) return [option];
    return [...option.properties.values()].flatMap((property) => connectionsIn(property(), depth + 1));
  });
}

function isReading(connection: ObjectValue): boolean {
  const key = connectionKeys.find((each) => connection.properties.has(each)) ?? '';
  const options = optionsOf(propertyAt(connection, [key]));
  if (addressKeys.includes(key)) return options.length > 0 && options.every(isReadingAddress);
  const command = textIn(propertyAt(connection, [key]));
  const args = elementsOf(propertyAt(connection, ['args']));
  if (command === undefined || args.isOpen) return false;
  const words = [...command.split(/\s+/), ...args.elements.map((each) => textIn(each) ?? '')];
  const [, started] = words.filter((word) => !word.startsWith('-'));
  return started !== undefined && readingPackages.includes(started.replace(/(?<=.)@.*$/, ''));
}

/** `'https://…'`, or `new URL('https://…')`. */
function isReadingAddress(value: Value): boolean {
  const text = textIn(value.kind === 'made' ? value.argument(0) : value);
  if (text === undefined || !URL.canParse(text)) return false;
  const { protocol, host, pathname } = new URL(text);
  const address = `${host}${pathname}`;
  return protocol === 'https:' && readingAddresses.some((each) => address === each || address.startsWith(`${each}/`));
}
