import { homedir } from 'node:os';
import parseArguments from 'string-argv';
import { UsageError } from '../../usage-error.ts';

/** How a server is reached. */
export type Connection = StdioConnection | HttpConnection;

/** A program that is started, and spoken to by its standard input and output. */
export interface StdioConnection {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Variables that it gets besides those that every program needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** A server at an address. */
export interface HttpConnection {
  readonly kind: 'http';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The options by which a command names a server. */
export interface ConnectionOptions {
  readonly stdio?: string;
  readonly url?: string;
  /** `Name: value`. */
  readonly header?: readonly string[];
  /** `NAME`, with the value that it has here, or `NAME=value`. */
  readonly env?: readonly string[];
}

/**
 * The server that options name; undefined where they name none.
 *
 * @throws UsageError where they name two, or are not of their form
 */
export function connectionOf({ stdio, url, header = [], env = [] }: ConnectionOptions): Connection | undefined {
  if (stdio !== undefined && url !== undefined)
    throw new UsageError('`--stdio` and `--url` name two servers. Give one of them.');
  if (url === undefined && header.length > 0) throw new UsageError('`--header` is for a server with `--url`.');
  if (stdio === undefined && env.length > 0) throw new UsageError('`--env` is for a server with `--stdio`.');
  if (url !== undefined) return { kind: 'http', url: urlOf(url), headers: headersOf(header) };
  return stdio === undefined ? undefined : { ...commandOf(stdio), env: variablesOf(env) };
}

/**
 * The same, of a command that can do without a server.
 *
 * @throws UsageError also where there is a timeout, and no server
 */
export function liveServerOf(options: ConnectionOptions & { readonly timeout?: string }): Connection | undefined {
  const connection = connectionOf(options);
  if (!connection && options.timeout !== undefined)
    throw new UsageError('`--timeout` is for a server with `--stdio` or `--url`.');
  return connection;
}

/** What only a shell understands, where it stands alone. */
const shellWords = new Set(['&', '&&', '|', '||', ';', '<', '>', '>>', '2>', '2>&1']);

function commandOf(text: string): Omit<StdioConnection, 'env'> {
  const [command, ...args] = parseArguments(text);
  if (command === undefined)
    throw new UsageError('`--stdio` needs the command of the server, such as --stdio "npx -y my-server".');
  const word = args.find((each) => shellWords.has(each));
  if (word !== undefined)
    throw new UsageError(
      `\`--stdio\` runs one program, without a shell, and \`${word}\` is for a shell. Write sh -c '…' around it.`,
    );
  return { kind: 'stdio', command, args };
}

function urlOf(text: string): URL {
  if (!/^https?:/i.test(text) || !URL.canParse(text))
    throw new UsageError('`--url` needs an address such as https://example.com/mcp.');
  return new URL(text);
}

function headersOf(texts: readonly string[]): Record<string, string> {
  const headers = texts.map((text) => {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
    // The text itself may be a secret.
    if (name === undefined || value === undefined)
      throw new UsageError('`--header` needs a name and a value, such as --header "Authorization: Bearer …".');
    return [name, value] as const;
  });
  return Object.fromEntries(headers);
}

function variablesOf(texts: readonly string[]): Record<string, string> {
  const variables = texts.map((text) => {
    const at = text.indexOf('=');
    const name = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? process.env[name] : text.slice(at + 1);
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError('`--env` needs a NAME, or NAME=value.');
    if (value === undefined) throw new UsageError(`\`--env ${name}\`: there is no variable of this name.`);
    return [name, value] as const;
  });
  return Object.fromEntries(variables);
}

// ── without secrets ──────────────────────────────────────────────────────────────────────────────────────────────────

const HIDDEN = '…';

/** Names of flags and variables whose value is a secret. */
const secretName =
  /token|secret|passw|pwd|api-?_?key|\bkey\b|[-_]key\b|auth|credential|bearer|cookie|header|session|\bpat\b/i;

/**
 * How a server was reached, for a file and for messages. Headers, variables, the query and the user of an address, and
 * what looks like a secret in arguments and addresses are left out; the home folder is `~`.
 */
export function shownConnection(connection: Connection): string {
  if (connection.kind === 'http') return shownUrl(connection.url);
  let isSecretNext = false;
  const words = [connection.command, ...connection.args].map((word) => {
    const isValue = isSecretNext && !word.startsWith('-');
    isSecretNext = word.startsWith('-') && !word.includes('=') && secretName.test(word);
    const shown = isValue ? HIDDEN : shownWord(word);
    return /^[^\s'"]+$/.test(shown) ? shown : `'${shown.replaceAll("'", '"')}'`;
  });
  return words.join(' ');
}

/** The texts that no message may repeat. Short ones are left out: they would be found in ordinary words. */
export function secretsOf(connection: Connection): readonly string[] {
  const shown = shownConnection(connection);
  const all = connection.kind === 'http' ? secretsOfUrl(connection) : secretsOfCommand(connection);
  return all.filter((text) => text.length >= 6 && !/^(bearer|basic)$/i.test(text) && !shown.includes(text));
}

function secretsOfUrl({ url, headers }: HttpConnection): readonly string[] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return [...values, ...secretsIn(url), ...url.pathname.split('/').filter(isSecretLike)];
}

function secretsOfCommand({ command, args, env }: StdioConnection): readonly string[] {
  const words = [command, ...args];
  const hidden = words.filter((word, index) => secretName.test(words[index - 1] ?? '') || shownWord(word) !== word);
  const urls = words.filter((word) => URL.canParse(word)).flatMap((word) => secretsIn(new URL(word)));
  return [...Object.values(env), ...hidden.filter((word) => !/^[./]/.test(word)), ...urls];
}

function secretsIn(url: URL): readonly string[] {
  return [url.href, url.password, ...url.searchParams.values()];
}

function shownWord(word: string): string {
  const [, name, value] = /^(-{0,2}[\w.-]+)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined && value !== undefined) return `${name}=${secretName.test(name) ? HIDDEN : shownWord(value)}`;
  if (/^[a-z][\w+.-]*:\/\//i.test(word)) {
    return URL.canParse(word) ? shownUrl(new URL(word)) : HIDDEN;
  }
  if (isSecretLike(word)) return HIDDEN;
  const home = homedir();
  return home.length > 1 && (word === home || word.startsWith(`${home}/`)) ? `~${word.slice(home.length)}` : word;
}

function shownUrl({ protocol, host, pathname }: URL): string {
  const path = pathname
    .split('/')
    .map((part) => (isSecretLike(part) ? HIDDEN : part))
    .join('/');
  return `${protocol}//${host}${path}`;
}

/** Long, and of letters and digits: a key and no word, no path, no version of a package. */
function isSecretLike(text: string): boolean {
  return /^[\w=%+~-]{20,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}
