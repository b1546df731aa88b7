import { type AgentCommand, agentCommandNamed, agentCommands, standsAt } from '../../models/agents/agent-commands.ts';
import { HOLE } from '../../program/effects/sql.ts';
import type { ts } from '../../type-utils/index.ts';

/** A word of a line, as far as it is known, and what it is read from. */
export interface Word {
  readonly text: string;
  readonly node: ts.Node;
  /** What it is one of several texts of: an element of a list. Undefined: it is the only one at its place. */
  readonly of?: unknown;
}

/** An option that a line has. */
export interface GivenOption extends Word {
  /** Its value, where that is a word of its own. */
  readonly value?: ts.Node | undefined;
}

/** An agent of the command line, and what it is given. */
export interface AgentLine {
  readonly command: AgentCommand;
  readonly words: readonly Word[];
}

/** What runs the program behind it, with options and settings of its own: `timeout 600 env CI=1 claude`. */
const wrapping = /^(?:cmd|doas|env|exec|nice|nohup|setsid|stdbuf|sudo|time|timeout)$/;

/** What runs a package: `npx -y @openai/codex`, `pnpm dlx @openai/codex`. */
const launching = /^(?:bunx|npm|npx|pnpm|yarn)$/;

/** What such an agent is told beside to start: `gemini mcp add`, `claude --version`. */
const managing =
  /^(?:auth|completion|config|doctor|extensions?|install|log(?:in|out)|mcp|plugins?|setup-token|update)$/;
const showing = /^(?:--help|--version|-[hv])$/;

/** The commands of a line for a shell, each with its words without quotes. */
export function commandsOfLine(line: string, node: ts.Node): readonly (readonly Word[])[] {
  const commands: Word[][] = [[]];
  for (const [token] of line.matchAll(/(?:[^\s;&|'"\\]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+|[;&|\n]+/g))
    if (/^[;&|\n]/.test(token)) commands.push([]);
    else commands.at(-1)?.push({ text: token.replaceAll(/^['"]|['"]$/g, ''), node });
  return commands;
}

/** The agent that a line starts: by its name or its package, behind what only runs it. */
export function agentLineOf(line: readonly Word[]): AgentLine | undefined {
  let at = 0;
  const isOption = (): boolean => /^[-/]|^\w+=|^\d+[smhd]?$/.test(line[at]?.text ?? '');
  while (wrapping.test(programNameOf(line[at]?.text ?? '')) || (at === 0 && /^\w+=/.test(line[at]?.text ?? ''))) {
    at++;
    while (isOption()) at++;
  }
  const isLaunched = launching.test(programNameOf(line[at]?.text ?? ''));
  if (isLaunched) {
    at++;
    while (/^(?:-.*|dlx|exec|x)$/.test(line[at]?.text ?? '')) at++;
  }
  const called = line[at]?.text ?? '';
  const command = isLaunched
    ? agentCommands.find(({ package: name }) => called === name || called.startsWith(`${name}@`))
    : agentCommandNamed(programNameOf(called));
  const words = line.slice(at + 1);
  const isStarted = !managing.test(words[0]?.text ?? '') && !words.some(({ text }) => showing.test(text));
  return command && isStarted ? { command, words } : undefined;
}

/** What no other program is given. */
const ofOneProgram = /^--dangerously-|\bbypassPermissions$/;

/** The agent that an option is of which no other program has: of a line whose program is not known. */
export function agentLineByOption(words: readonly Word[]): AgentLine | undefined {
  const command = agentCommands.find(({ unasked }) => {
    const own = unasked.filter((option) => ofOneProgram.test(option));
    return optionsIn(words, own).length > 0;
  });
  return command && !words.some(({ text }) => showing.test(text)) ? { command, words } : undefined;
}

/** The options of a line by which all tools of the agent run unasked. */
export function unaskedIn({ command: { unasked, unconfined }, words }: AgentLine): readonly GivenOption[] {
  const isUnattended = unconfined !== undefined && optionsIn(words, unconfined.beside).length > 0;
  return [...optionsIn(words, unasked), ...(isUnattended ? optionsIn(words, unconfined.options) : [])];
}

function optionsIn(words: readonly Word[], options: readonly string[]): readonly GivenOption[] {
  return options.flatMap((option) =>
    words.flatMap(({ text, node }, index): readonly GivenOption[] => {
      if (standsAt([option], text) !== undefined) return [{ text: option, node }];
      return wordsBehind(words, index)
        .filter((value) => standsAt([option], text, value.text) !== undefined)
        .map((value) => ({ text: option, node, value: value.node }));
    }),
  );
}

/** The words that may follow one: several where the next place has several texts. */
function wordsBehind(words: readonly Word[], index: number): readonly Word[] {
  const own = words[index]?.of;
  const from = words.findIndex(({ of }, at) => at > index && (own === undefined || of !== own));
  const first = words[from];
  if (first?.of === undefined) return first ? [first] : [];
  const to = words.findIndex(({ of }, at) => at > from && of !== first.of);
  return words.slice(from, to < 0 ? words.length : to);
}

/** The options of a line that take tools from the agent, or may do so. */
export function restrictingIn({ command, words }: AgentLine): readonly Word[] {
  return words.filter(({ text }) => !text.endsWith('=false') && command.restricting.includes(text.split('=')[0] ?? ''));
}

/** `claude` of `/usr/local/bin/claude` and `claude.cmd`. */
export function programNameOf(program: string): string {
  return program.includes(HOLE) ? '' : program.replace(/^.*[/\\]/, '').replace(/\.(?:cmd|exe)$/i, '');
}
