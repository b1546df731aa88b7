import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** What a command took, with all processes that it started. */
export interface Usage {
  /** Milliseconds of the clock, from its start to its end, and of the processor. */
  readonly wall: number;
  readonly cpu: number;
  /** Bytes: the most that each of its processes held, added up. They need not have held it at the same time. */
  readonly memory: number;
  /** What of both is of the command's own process. */
  readonly own: { readonly cpu: number; readonly memory: number };
}

const taskset = '/usr/bin/taskset';

/** Whether processes can be watched, and kept to one core of the processor: on Linux. */
export const canWatch = existsSync('/proc/self/status') && existsSync(taskset);

/** A command that runs on one core of the processor, with all processes that it starts. */
export function onOneCore(command: readonly string[]): readonly [program: string, ...parameters: string[]] {
  return [taskset, '-c', String(availableParallelism() - 1), ...command];
}

const INTERVAL = 20;
/** Linux counts the time of processes in hundredths of a second. */
const TICK = 10;

/**
 * Runs a command on one core of the processor, and watches it and the processes below it. The compiler's process is ended
 * by a signal, and so nothing that the system adds up for its parent includes it.
 *
 * @throws Error where it ends in another way than by a status of `statuses`, with the end of what it wrote
 */
export async function watch(command: readonly string[], cwd: string, statuses: readonly number[]): Promise<Usage> {
  const began = performance.now();
  const [program, ...parameters] = onOneCore(command);
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let end = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (end = (end + text).slice(-2000)));
  const processes = new Map<number, Sample>();
  const timer = setInterval(() => {
    for (const pid of child.pid === undefined ? [] : withThoseBelow(child.pid)) {
      const sample = sampleOf(pid);
      const before = processes.get(pid);
      if (sample) processes.set(pid, { cpu: sample.cpu, memory: Math.max(sample.memory, before?.memory ?? 0) });
    }
  }, INTERVAL);
  try {
    const [status, wall] = await new Promise<[status: number | null, wall: number]>((resolve, reject) => {
      child.on('error', reject);
      let wall = 0;
      child.on('exit', () => (wall = performance.now() - began));
      child.on('close', (code) => {
        resolve([code, wall]);
      });
    });
    if (status === null || !statuses.includes(status))
      throw new Error(`${command.join(' ')} ended with ${String(status)}:\n${end}`);
    const samples = [...processes.values()];
    return {
      wall,
      cpu: samples.reduce((sum, { cpu }) => sum + cpu, 0),
      memory: samples.reduce((sum, { memory }) => sum + memory, 0),
      own: processes.get(child.pid ?? 0) ?? { cpu: 0, memory: 0 },
    };
  } finally {
    clearInterval(timer);
  }
}

type Sample = Usage['own'];

/** A process and those below it. */
function withThoseBelow(pid: number): readonly number[] {
  try {
    const tasks = readdirSync(`/proc/${String(pid)}/task`);
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/${String(pid)}/task/${task}/children`, 'utf8')
        .split(' ')
        .filter(Boolean),
    );
    return [pid, ...children.flatMap((child) => withThoseBelow(Number(child)))];
  } catch {
    // It, or one of its threads, has ended in the meantime.
    return [pid];
  }
}

/** What a process has used so far; undefined once it is gone. One that has ended has its time still, and no memory. */
function sampleOf(pid: number): Sample | undefined {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    // The name of the program, in parentheses, may have spaces; the times are the 14th and 15th field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
    return { cpu: (Number(fields[11]) + Number(fields[12])) * TICK, memory: Number(kilobytes) * 1024 };
  } catch {
    return undefined;
  }
}
