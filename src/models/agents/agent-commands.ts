/** An agent of the command line, by the documentation of Claude Code, Codex and Gemini CLI. */
export interface AgentCommand {
  /** The name of its program. */
  readonly program: string;
  /** What it is started with by its package: `npx @openai/codex`. */
  readonly package: string;
  /** What lets all of its tools run unasked: an option, or an option with its value. */
  readonly unasked: readonly string[];
  /** What does so only beside one of some other words: where nobody is asked anyway, but a sandbox confines it. */
  readonly unconfined?: { readonly options: readonly string[]; readonly beside: readonly string[] };
  /** What else takes questions from it, in whole or in part. */
  readonly freeing: readonly string[];
  /** Options that take tools away from it, or may do so, whatever else it is given. */
  readonly restricting: readonly string[];
  /** What to do instead. */
  readonly remedy: string;
}

/** Agents that ask for permission themselves, or may only read where nobody answers, and the words that take this from them. */
export const agentCommands: readonly AgentCommand[] = [
  {
    program: 'claude',
    package: '@anthropic-ai/claude-code',
    unasked: ['--dangerously-skip-permissions', '--permission-mode bypassPermissions'],
    freeing: [
      ...['--allow-dangerously-skip-permissions', '--allowedTools', '--allowed-tools'],
      ...['--permission-mode acceptEdits', 'bypassPermissions', 'acceptEdits'],
    ],
    restricting: ['--disallowedTools', '--disallowed-tools', '--tools', '--settings'],
    remedy: 'Leave it out, and list in `--allowedTools` what it may do',
  },
  {
    program: 'codex',
    package: '@openai/codex',
    unasked: ['--dangerously-bypass-approvals-and-sandbox', '--yolo'],
    unconfined: {
      options: ['--sandbox danger-full-access', '-s danger-full-access'],
      beside: ['exec', 'e', '--ask-for-approval never', '-a never'],
    },
    freeing: [
      ...['--full-auto', '--sandbox danger-full-access', '--sandbox workspace-write'],
      ...['danger-full-access', 'workspace-write'],
    ],
    restricting: [],
    remedy: 'Leave it out, and confine it by `--sandbox workspace-write`',
  },
  {
    program: 'gemini',
    package: '@google/gemini-cli',
    unasked: ['--yolo', '-y', '--approval-mode yolo'],
    freeing: ['--approval-mode auto_edit', '--allowed-tools', 'yolo', 'auto_edit'],
    restricting: ['--sandbox', '-s'],
    remedy: 'Leave it out, and list in `--allowed-tools` what it may do',
  },
];

/** Which of some options stands at a word: alone, with its value behind it, or as `--sandbox=danger-full-access`. */
export function standsAt(options: readonly string[], word: string, next = ''): string | undefined {
  return options.find((option) => [word, word.replace('=', ' '), `${word} ${next}`].includes(option));
}

/** The agent that a program is, by its name. */
export function agentCommandNamed(program: string): AgentCommand | undefined {
  return agentCommands.find((each) => each.program === program);
}
