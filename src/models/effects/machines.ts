import { type Sink, sinksOf } from './effect.ts';

const line = { is: 'command', argument: 0 } as const;
const container = { of: { packages: ['dockerode'], names: ['Container'] }, label: 'docker' } as const;

/** Terminals, and machines of others. Read from node-pty 1.1, ssh2 1.17, node-ssh 13.2 and dockerode 5.0. */
export const machineSinks: readonly Sink[] = [
  { of: { packages: ['node-pty'], names: ['spawn'] }, effect: 'execute', target: line, label: 'pty' },
  // What is written there is typed into the shell.
  {
    of: { packages: ['node-pty'], names: ['IPty'] },
    methods: ['write'],
    effect: 'execute',
    target: line,
    runs: 'shell',
    label: 'pty',
  },
  {
    of: { packages: ['ssh2'], names: ['Client'] },
    methods: ['exec'],
    effect: 'execute',
    target: line,
    runs: 'shell',
    label: 'ssh',
  },
  {
    of: { packages: ['node-ssh'], names: ['NodeSSH'] },
    methods: ['exec', 'execCommand'],
    effect: 'execute',
    target: line,
    runs: 'shell',
    label: 'ssh',
  },
  ...sinksOf(container, { write: ['kill', 'pause', 'rename', 'restart', 'stop', 'update'], delete: ['remove'] }),
];
