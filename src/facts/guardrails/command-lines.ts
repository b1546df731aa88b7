import { agentCommandNamed, standsAt } from '../../models/agents/agent-commands.ts';
import {
  actingCommandVerbs,
  actingOptions,
  actingScript,
  containerOptions,
  containerPrograms,
  dangerousCommands,
  databaseClients,
  unpackingPrograms,
  globalOptions,
  interpreters,
  mildCommands,
  outwardTasks,
  plainClientOption,
  powerfulPrograms,
  readingCommands,
  readingClientCommand,
  readingCommandVerbs,
  readingSqlFunctions,
  scripting,
  scriptOptions,
  servicePrograms,
  shells,
  taskRunners,
  valueOptions,
  wrappingPrograms,
} from '../../models/agents/harmless.ts';
import { HOLE, sqlEffectOf } from '../../program/effects/sql.ts';

/** A line for a shell, or a program with what it is given, which no shell reads. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly isForShell: boolean;
  /** The places of the words that the model writes from their beginning. */
  readonly written: readonly number[];
}

/** Some command of a line can change much: `git push`, `/usr/bin/docker rm`. */
export function isPowerfulLine(line: CommandLine): boolean {
  return (
    !readsDatabase(line) &&
    commandsIn(line).some((command) => {
      const [called = '', ...words] = command.split(/\s+/);
      const program = (/^(?:.*[/\\])?([\w.-]+)/.exec(called)?.[1] ?? '').replace(/\.(?:exe|cmd)$/, '');
      if (dangerousCommands.includes(program)) return true;
      const unpacking = Object.hasOwn(unpackingPrograms, program) ? unpackingPrograms[program] : undefined;
      if (unpacking) return words.some((word, index) => (index === 0 && unpacking.first.test(word)) || unpacking.option.test(word)); // prettier-ignore
      const isReading = isReadingCommand([program, ...words].join(' ')) && !isWriting(command);
      return powerfulPrograms.includes(program) && !isMild(program, words) && !isReading;
    })
  );
}

/** What a program that can change much is told to do is the author's own, can be taken back, or is left to the program's own questions. */
function isMild(program: string, words: readonly string[]): boolean {
  const [first = ''] = words;
  const agent = agentCommandNamed(program);
  if (agent) {
    const freeing = [...agent.unasked, ...agent.freeing];
    return !words.some((word, index) => standsAt(freeing, word, words[index + 1]) !== undefined);
  }
  if (scripting.includes(program) && isWrittenOut(words)) return true;
  if (interpreters.includes(program)) return /^[^-]/.test(first) && !first.includes(HOLE);
  if (taskRunners.includes(program))
    return first !== '' && !words.some((word) => word.includes(HOLE) || outwardTasks.includes(word));
  if (servicePrograms.includes(program) && readsOnly(words)) return true;
  const command = withoutGlobalOptions([program, ...words].join(' '));
  return mildCommands.some((each) => isOrBeginsWith(command, each));
}

/** `-c 'import this'`: the whole script is known, and it does nothing that counts. */
function isWrittenOut(words: readonly string[]): boolean {
  const script = words.findIndex((word) => scriptOptions.includes(word)) + 1;
  if (script === 0 || script === words.length || words.some((word) => word.includes(HOLE))) return false;
  return !actingScript.test(words.slice(script).join(' '));
}

/** `compute instances list`, `ec2 describe-instances`: by the words before the first that is not known. */
function readsOnly(words: readonly string[]): boolean {
  const open = words.findIndex((word) => word.includes(HOLE));
  // Not an option, nor what comes behind one.
  const told = (open < 0 ? words : words.slice(0, open)).filter(
    (word, index) => !word.startsWith('-') && words[index - 1]?.startsWith('-') !== true,
  );
  const verbs = told.map((word) => word.split('-')[0] ?? '');
  const isAny = (of: readonly string[]): boolean => verbs.some((verb) => of.includes(verb));
  return isAny(readingCommandVerbs) && !isAny(actingCommandVerbs);
}

/** Each command of a line only shows something, and none writes what it shows to a file. */
export function isReadingLine(line: CommandLine): boolean {
  if (readsDatabase(line)) return true;
  const script = scriptOf(line);
  if (script === undefined) return isReadingByVerb(line) || commandsIn(line).every(isReadingCommand);
  return !isWriting(script) && commandsOfScript(script).every(isReadingCommand);
}

/** `helm history api`, `stockctl show 4711`: by the word that says what the program is to do. No shell reads the others. */
function isReadingByVerb({ words }: CommandLine): boolean {
  const [program = '', ...others] = commandInside(words);
  const name = program.replace(/^.*[/\\]/, '');
  if (servicePrograms.includes(name)) return readsOnly(others);
  const runsOthers = [powerfulPrograms, dangerousCommands, wrappingPrograms].some((each) => each.includes(name));
  const isTold = /^[\w.-]+$/.test(name) && readingCommandVerbs.includes(others[0] ?? '');
  return isTold && !runsOthers && readsOnly(others);
}

/** A shell writes what the script shows to a file, or puts what another one shows into it. */
function isWriting(script: string): boolean {
  return />|\$\(|`/.test(script);
}

/** A program with what it is given, all of which the author has written. */
export function isWrittenLine({ words, isForShell }: CommandLine): boolean {
  return !isForShell && !words.some((word) => word.includes(HOLE));
}

/** Whether what is not known of a script stands in single quotes, each for itself, and none of these in double quotes. */
export function isQuotedLine(line: CommandLine): boolean {
  const [first = '', ...others] = (scriptOf(line) ?? HOLE).split(HOLE);
  let before = first;
  return others.every((behind) => {
    const isInQuotes = before.endsWith("'") && behind.startsWith("'") && (before.match(/"/g)?.length ?? 0) % 2 === 0;
    before += behind;
    return isInQuotes;
  });
}

/**
 * Whether a text of the model may be an option by which a reading command does more: `git log --output=…`. Not behind `--`, nor
 * where it is the value of the option before it.
 */
export function isOpenToOptions(line: CommandLine): boolean {
  const { words, written, isForShell } = line;
  if (isForShell || written.length === 0 || actingOptionsOf(words.join(' ')).length === 0) return false;
  const end = words.indexOf('--');
  return written.some((place) => {
    const before = words[place - 1] ?? '';
    return place > 0 && (end < 0 || place < end) && !/^-\w$/.test(before) && !valueOptions.includes(before);
  });
}

/** Whether a line gives a client of a database a statement that the model writes: `psql -c <text>`, also in a container. */
export function runsStatement({ words, written }: CommandLine): boolean {
  const { inside, at } = clientIn(words);
  const places = statementPlacesOf(inside);
  return written.some((place) => places.includes(place - at));
}

/** The command of a line, without that which runs it in a container, and how many words stand before it. */
function clientIn(words: readonly string[]): { readonly inside: readonly string[]; readonly at: number } {
  const inside = commandInside(words);
  return { inside, at: words.length - inside.length };
}

/** Whether a line only gives a client of a database statements that read: `sqlite3 notes.db 'SELECT title FROM notes'`. */
function readsDatabase({ words, isForShell, written }: CommandLine): boolean {
  // What the model writes may be an option: none that stands alone makes `sqlite3` do more, where no shell reads it.
  if (isForShell && written.length > 0) return false;
  const { inside: own, at } = clientIn(isForShell ? wordsOfScript(words.join(' ')) : words);
  const places = statementPlacesOf(own);
  if (written.some((place) => own[0] !== 'sqlite3' || places.includes(place - at))) return false;
  const isNamed = databaseClients[own[0] ?? '']?.length !== 0;
  const others = own.filter(
    (_, place) => place > 0 && !places.includes(place) && !(isNamed && places.includes(place + 1)),
  );
  // `sqlite3` runs all that stands behind the name of the database.
  const isOne = isNamed || others.filter((word) => !word.startsWith('-')).length === 1;
  const isPlain = others.every((word) => plainClientOption.test(word));
  return places.length > 0 && isOne && isPlain && places.every((place) => isQuery(own[place] ?? ''));
}

/** A statement that only reads, and calls nothing that may do more. */
function isQuery(statement: string): boolean {
  if (readingClientCommand.test(statement)) return true;
  if (statement.includes(HOLE) || statement.includes('\\') || /\binto\b/i.test(statement)) return false;
  const called = [...statement.matchAll(/\b(\w+)\s*\(/g)].map(([, name = '']) => name.toLowerCase());
  return sqlEffectOf(statement)?.kind === 'read-private' && called.every((name) => readingSqlFunctions.includes(name));
}

/** The places of the statements that a client of a database is given. */
function statementPlacesOf(words: readonly string[]): readonly number[] {
  const [program = ''] = words;
  const options = Object.hasOwn(databaseClients, program) ? databaseClients[program] : undefined;
  if (!options) return [];
  if (options.length === 0) return words.length > 2 ? [words.length - 1] : [];
  return words.flatMap((_, place) => (place > 0 && options.includes(words[place - 1] ?? '') ? [place] : []));
}

/** The words of a script that is one command, and does nothing with what that shows. None for another one. */
function wordsOfScript(script: string): readonly string[] {
  const words: string[] = [];
  const rest = script.replaceAll(
    /"([^"\\$`]*)"(?=\s|$)|'([^']*)'(?=\s|$)|[^\s"'|;&<>$`()\\]+(?=\s|$)/g,
    (word, double?: string, single?: string) => {
      words.push(double ?? single ?? word);
      return '';
    },
  );
  return rest.trim() === '' ? words : [];
}

/** Whether a line gives a script to a shell: of its own, or in a container. */
export function runsScript({ words }: CommandLine): boolean {
  return scriptIn(commandInside(words)) !== undefined;
}

/** What a shell reads: a line that is for one, or the script that a program is given. */
function scriptOf({ words, isForShell }: CommandLine): string | undefined {
  return isForShell ? words.join(' ') : scriptIn(commandInside(words));
}

/** The commands of a line, each with its words; of what runs in a container, the command there. */
function commandsIn({ words, isForShell }: CommandLine): readonly string[] {
  return isForShell ? commandsOfScript(words.join(' ')) : [commandInside(words).join(' ')];
}

function commandsOfScript(script: string): readonly string[] {
  return script.split(/[|;&\n]+/).map((command) => command.trim());
}

/** `-c`, `-lc`, `/c` */
const scriptOption = /^(?:-\w*c|\/c)$/i;

/** `ls -1` of `sh -c 'ls -1'`, `cmd.exe /d /c 'ls -1'` */
function scriptIn([program = '', ...words]: readonly string[]): string | undefined {
  const name = program.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  if (name !== 'cmd' && !shells.includes(name)) return undefined;
  const place = words.findIndex((word) => !/^(?:-\w+|\/\w)$/.test(word) || scriptOption.test(word));
  return scriptOption.test(words[place] ?? '') ? words[place + 1] : undefined;
}

/**
 * `xdotool key Return` of `docker exec -i desktop env DISPLAY=:1 xdotool key Return`. All of the line where the command in the
 * container is not known, or runs another one.
 */
function commandInside(words: readonly string[]): readonly string[] {
  const [program = '', command = ''] = words;
  if (!containerPrograms.includes(program) || command !== 'exec') return words;
  let first = 2;
  while (words[first]?.startsWith('-') === true) first += isValued(words[first] ?? '') ? 2 : 1;
  let inside = words.slice(first + 1);
  if (inside[0] === 'env') {
    const end = inside.findIndex((word, index) => index > 0 && !/^\w+=/.test(word));
    inside = end < 0 ? [] : inside.slice(end);
  }
  const [inner = ''] = inside;
  return /^[\w.-]+$/.test(inner) && !inner.startsWith('-') && !wrappingPrograms.includes(inner) ? inside : words;
}

/** `-u`, `-iu`: an option of `docker exec` behind which comes its value. */
function isValued(option: string): boolean {
  return containerOptions.includes(option) || /^-\w*[euw]$/.test(option);
}

function isReadingCommand(line: string): boolean {
  const command = withoutGlobalOptions(line);
  const acting = actingOptionsOf(command);
  return (
    readingCommands.some((each) => isOrBeginsWith(command, each)) &&
    !command.split(' ').some((word) => acting.some((option) => isOption(word, option)))
  );
}

function actingOptionsOf(line: string): readonly string[] {
  const command = withoutGlobalOptions(line);
  return Object.entries(actingOptions).flatMap(([each, options]) => (isOrBeginsWith(command, each) ? options : []));
}

/** `-o`, `-ofile`, `--output`, `--output=file` */
function isOption(word: string, option: string): boolean {
  return word === option || word.startsWith(/^-\w$/.test(option) ? option : `${option}=`);
}

/** `git log` of `git -C folder log`. */
function withoutGlobalOptions(command: string): string {
  const [program = '', ...words] = command.split(' ');
  const options = globalOptions[program];
  if (!options) return command;
  let first = 0;
  while (words[first]?.startsWith('-')) {
    const word = words[first] ?? '';
    const isAlone = options.alone.includes(word) || options.valued.some((option) => word.startsWith(`${option}=`));
    const isSetting = options.settings?.[word]?.test(words[first + 1] ?? '') === true;
    if (!isAlone && !isSetting && !options.valued.includes(word)) return command;
    first += isAlone ? 1 : 2;
  }
  return [program, ...words.slice(first)].join(' ');
}

function isOrBeginsWith(text: string, beginning: string): boolean {
  return text === beginning || text.startsWith(`${beginning} `);
}
