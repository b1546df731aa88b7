import type { CAC, Command } from 'cac';
import { nearestOf } from 'eslint-plugin-agent-safety/internal/start';
import { listed } from './texts.ts';
import { UsageError } from './usage-error.ts';

/** The command line as the parser takes it: without the program and the script. */
type Arguments = readonly string[];

/**
 * Checks that there is a command, and that it has the options that are given.
 *
 * @throws UsageError with the nearest name, where there is no such command or option
 */
export function checkNames({ args, commands, globalCommand, matchedCommand, options }: CAC, given: Arguments): void {
  const known = [globalCommand, ...(matchedCommand ? [matchedCommand] : commands)];
  const unknown = Object.keys(options).find((name) => name !== '--' && !known.some((each) => each.hasOption(name)));
  if (unknown !== undefined) {
    const names = known.flatMap((each) => each.options.map(({ name }) => name));
    const of = matchedCommand ? ` of \`${matchedCommand.name}\`` : '';
    throw new UsageError(
      `There is no option \`${spelled(unknown, given)}\`${of}.${suggestion(nearestOf(names, unknown), '--')}`,
    );
  }
  if (matchedCommand || options.help || options.version) return;
  const [name] = args;
  if (name === undefined) throw new UsageError('Name a command.');
  const names = commands.map((command) => command.name);
  throw new UsageError(`There is no command \`${name}\`.${suggestion(nearestOf(names, name))}`);
}

/**
 * The values of a command's options as they were given: the parser makes a number of what looks like one, as some hashes
 * of commits do, and a list of what is given twice.
 *
 * @param many the options that may be given more than once: each has a list
 * @throws UsageError where another option that has a value is given twice
 */
export function valuesAsGiven(
  command: Command,
  options: object,
  given: Arguments,
  many: ReadonlySet<string> = new Set(),
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...options };
  for (const { name } of command.options.filter(({ required }) => required)) {
    if (values[name] === undefined) continue;
    const all = given.flatMap((argument, at) => {
      if (argument !== `--${name}` && !argument.startsWith(`--${name}=`)) return [];
      const [, joined] = argument.split(/=(.*)/s);
      return [joined ?? given[at + 1] ?? ''];
    });
    if (!many.has(name) && Array.isArray(values[name]))
      throw new UsageError(`\`--${name}\` is given twice. Give it once.`);
    values[name] = many.has(name) ? all : (all[0] ?? '');
  }
  return values;
}

/**
 * The value of an option that is one of several names.
 *
 * @param noun what the names are of, for the message
 * @throws UsageError with the nearest name, or all of them, where it is none
 */
export function oneOf<Name extends string>(names: readonly Name[], noun: string, given: string): Name {
  const known = names.find((each) => each === given);
  if (known !== undefined) return known;
  const nearest = nearestOf(names, given);
  const remedy = nearest === undefined ? `Choose ${listed(names)}.` : `Did you mean \`${nearest}\`?`;
  throw new UsageError(`There is no ${noun} \`${given}\`. ${remedy}`);
}

function suggestion(nearest: string | undefined, dashes = ''): string {
  return nearest === undefined ? '' : ` Did you mean \`${dashes}${nearest}\`?`;
}

/** An option as it was written: the parser knows its name without dashes, and in camel case. */
function spelled(name: string, given: Arguments): string {
  const written = given.map((argument) => argument.replace(/=.*/s, ''));
  const inCamelCase = (text: string) =>
    text.replace(/^-+/, '').replaceAll(/([a-z])-([a-z])/g, (_, a: string, b: string) => a + b.toUpperCase());
  return (
    written.find((text) => text.startsWith('-') && inCamelCase(text) === name) ??
    (name.length > 1 ? `--${name}` : `-${name}`)
  );
}
