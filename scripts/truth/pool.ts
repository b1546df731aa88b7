import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Answer, Job } from './worker.ts';

const script = path.resolve(import.meta.dirname, '../truth.mjs');

/** Has the jobs done by so many processes. An answer is given as soon as it is there. */
export async function doAll(
  jobs: readonly Job[],
  processes: number,
  onAnswer: (answer: Answer) => void,
): Promise<void> {
  const waiting = [...jobs];
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, () => work(waiting, onAnswer)));
}

/** How many jobs a process does before another takes its place: what it has parsed stays in its memory. */
const jobsOfProcess = 6;

/** The compiler itself takes hours for the types of some packages: such a source is given up, in milliseconds. */
const timeLimit = 600_000;

/** Processes, one after the other, take jobs until none is left. */
async function work(waiting: Job[], onAnswer: (answer: Answer) => void): Promise<void> {
  while (waiting.length > 0) {
    const worker = fork(script, ['--worker'], { execArgv: ['--max-old-space-size=6144'] });
    try {
      for (let count = 0; count < jobsOfProcess && worker.connected; count++) {
        const job = waiting.shift();
        if (job) onAnswer(await done(worker, job));
      }
    } finally {
      worker.kill();
    }
  }
}

function done(worker: ChildProcess, job: Job): Promise<Answer> {
  return new Promise((resolve) => {
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      worker.off('exit', fail);
      resolve(answer);
    };
    const fail = (): void => {
      end({ source: job.source.name, outcomes: [], findings: [], failures: ['its process ended'], seconds: 0 });
    };
    const timer = setTimeout(() => {
      worker.disconnect();
      worker.kill('SIGKILL');
    }, timeLimit);
    worker.once('exit', fail);
    worker.once('message', (answer) => {
      end(answer as Answer);
    });
    worker.send(job);
  });
}
