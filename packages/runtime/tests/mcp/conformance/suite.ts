import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

// Runs the official conformance suite against our client and our server: @modelcontextprotocol/conformance, which plays
// the other side, over HTTP and in processes of its own.

const here = import.meta.dirname;
const root = path.join(here, '../../../../..');
const suite = path.join(root, 'tests/sdk/node_modules/@modelcontextprotocol/conformance');
const shim = path.join(here, 'node-20.mjs');

/** The newest version with a handshake, and the one without. */
export const versions = ['2025-11-25', '2026-07-28'] as const;
type Version = (typeof versions)[number];

export type Side = 'client' | 'server';

/** What one scenario found: how many of its checks passed, and the messages of those that did not. */
export interface Verdict {
  readonly side: Side;
  readonly scenario: string;
  readonly version: Version;
  readonly passed: number;
  readonly failures: readonly string[];
}

/** A scenario that says nothing of sessions, and why. */
export interface Inapplicable {
  readonly side: Side;
  readonly scenario: string;
  readonly version: string;
  readonly reason: string;
}

interface Scenario {
  readonly side: Side;
  readonly name: string;
  readonly versions: readonly string[];
}

interface Check {
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly name: string;
  readonly errorMessage?: string;
}

/** The version of the suite that is installed. */
export function suiteVersion(): string {
  const { version } = JSON.parse(readFileSync(path.join(suite, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Runs every scenario that is about sessions, and names the others. */
export async function runSuite(): Promise<{ verdicts: Verdict[]; inapplicable: Inapplicable[] }> {
  const scenarios = await listScenarios();
  const inapplicable: Inapplicable[] = [];
  const runs: { side: Side; scenario: string; version: Version }[] = [];
  for (const { side, name, versions: itsVersions } of scenarios) {
    const applicable = versions.filter((version) => itsVersions.includes(version));
    for (const version of applicable.length > 0 ? applicable : itsVersions) {
      const reason = reasonAgainst(side, name, version);
      if (reason !== undefined) inapplicable.push({ side, scenario: name, version, reason });
      else runs.push({ side, scenario: name, version: version as Version });
    }
  }
  const verdicts = [
    ...(await runServer(runs.filter(({ side }) => side === 'server').map(({ scenario }) => scenario))),
    ...(await runClient(runs.filter(({ side }) => side === 'client'))),
  ];
  return { verdicts, inapplicable };
}

function reasonAgainst(side: Side, scenario: string, version: string): string | undefined {
  if (scenario.startsWith('auth/')) return 'Authorization is the business of the transport.';
  if (version === 'extension') return 'Extensions of the protocol are not part of a session.';
  if (side === 'server' && version === '2026-07-28')
    return "The server's session has a handshake; this version has none.";
  return undefined;
}

async function listScenarios(): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  let side: Side | undefined;
  for (const line of (await output(['list'])).split('\n')) {
    if (/^\w.*scenarios/.test(line))
      side = line.startsWith('Server') ? 'server' : line.startsWith('Client') ? 'client' : undefined;
    const [, name, versionsOf] = /^ {2}- (\S+) \[(.+)\]$/.exec(line) ?? [];
    if (side !== undefined && name !== undefined && versionsOf !== undefined) {
      scenarios.push({ side, name, versions: versionsOf.split(',') });
    }
  }
  if (scenarios.length === 0) throw new Error('The conformance suite lists no scenarios.');
  return scenarios;
}

/** All scenarios at once, one after the other, against one process of our server. */
async function runServer(scenarios: readonly string[]): Promise<Verdict[]> {
  const [version] = versions;
  const server = spawn(process.execPath, ['--import', 'tsx', path.join(here, 'server.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
    return await inFolder(async (folder) => {
      await output(['server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', folder]);
      return scenarios.map((scenario) =>
        verdictOf({ side: 'server', scenario, version }, folder, `server-${scenario}-`),
      );
    });
  } finally {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** Each scenario with a client process of its own; two at a time. */
async function runClient(runs: readonly Pick<Verdict, 'side' | 'scenario' | 'version'>[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const waiting = runs.entries();
  const work = async (): Promise<void> => {
    for (const [at, run] of waiting) {
      verdicts[at] = await inFolder(async (folder) => {
        const command = `${process.execPath} --import tsx ${path.relative(root, path.join(here, 'client.ts'))}`;
        const scenario = ['--scenario', run.scenario, '--spec-version', run.version];
        await output(['client', '--command', command, ...scenario, '-o', folder]);
        return verdictOf(run, folder, run.scenario);
      });
    }
  };
  await Promise.all([work(), work()]);
  return verdicts;
}

function verdictOf(run: Pick<Verdict, 'side' | 'scenario' | 'version'>, folder: string, prefix: string): Verdict {
  // Results are in a folder named after the scenario and the time.
  const pattern = new RegExp(`^${prefix.replace(/-$/, '')}-\\d{4}-\\d\\d-\\d\\dT`);
  const result = readdirSync(folder).find((name) => pattern.test(name));
  if (result === undefined) return { ...run, passed: 0, failures: ['The suite left no result.'] };
  const checks = JSON.parse(readFileSync(path.join(folder, result, 'checks.json'), 'utf8')) as Check[];
  const hasPassed = ({ status, name }: Check): boolean => {
    // A warning here is that a busy machine was late to reconnect; too early, or twice as late, would be a failure.
    return status === 'SUCCESS' || (status === 'WARNING' && name === 'ClientRespectsRetryField');
  };
  const made = checks.filter(({ status }) => status !== 'INFO' && status !== 'SKIPPED');
  return {
    ...run,
    passed: made.filter(hasPassed).length,
    failures: made
      .filter((check) => !hasPassed(check))
      .map(({ name, errorMessage }) => `${name}: ${errorMessage ?? 'failed'}`),
  };
}

/** What the suite prints. It exits with 1 where a check failed: the verdicts say which. */
async function output(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', shim, path.join(suite, 'dist/index.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child, 'close');
  return Buffer.concat(chunks).toString('utf8');
}

async function inFolder<Outcome>(use: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
