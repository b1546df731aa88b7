import { dangerousCommands, powerfulPrograms, readingCommands } from '../../models/agents/harmless.ts';

/** Some command of a line for a shell can change much: `git push`, `/usr/bin/docker rm`. */
export function isPowerfulLine(line: string): boolean {
  const programs = line.split(/[|;&]+/).map((command) => /^\s*(?:\S*[/\\])?([\w.-]+)/.exec(command)?.[1] ?? '');
  return programs.some((name) => {
    const program = name.replace(/\.(?:exe|cmd)$/, '');
    return powerfulPrograms.includes(program) || dangerousCommands.includes(program);
  });
}

/** Each command of a line for a shell only shows something, and none writes what it shows to a file. */
export function isReadingLine(line: string): boolean {
  const commands = line.split(/[|;&]+/).map((command) => command.trim());
  return (
    !line.includes('>') &&
    commands.every((command) => readingCommands.some((each) => command === each || command.startsWith(`${each} `)))
  );
}
