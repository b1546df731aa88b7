import { type AgentCommand, agentCommands } from '../../models/agents/agent-commands.ts';
import { memo } from '../../memo.ts';
import { sinkEffectsOf } from '../../program/effects/effects.ts';
import { knownParts } from '../../program/control/conditions.ts';
import { HOLE } from '../../program/effects/sql.ts';
import { isNeverRun } from '../../program/lifetimes/unused.ts';
import { leavesOf } from '../../program/effects/texts.ts';
import type { Evaluator } from '../../program/values/evaluator.ts';
import { contains } from '../../program/values/nodes.ts';
import {
  elementsOf,
  isWrittenOut,
  optionsOf,
  optionsReaching,
  propertyOf,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import { bindingOf, callsIn, filesAbove, isSameReference, syntax, type ts } from '../../type-utils/index.ts';
import { defaultOf, isDefault } from '../agents/defaults.ts';
import {
  agentLineByOption,
  agentLineOf,
  type AgentLine,
  commandsOfLine,
  type GivenOption,
  programNameOf,
  restrictingIn,
  unaskedIn,
  type Word,
} from './agent-lines.ts';

/** An agent of the command line that is started so that no tool of it requests permission. */
export interface StartedAgent {
  readonly command: AgentCommand;
  /** The word by which its tools run unasked, or the line that has it. */
  readonly option: ts.Node;
  /** The option as it is written: with its value, where that is another word. */
  readonly text: string;
  /** It is started so in any case. */
  readonly isAlways: boolean;
  /** All that it is told is written in the program. */
  readonly isPromptFixed: boolean;
}

/** What the values of a program are read by. */
interface Context {
  readonly program: ts.Program;
  readonly evaluator: Evaluator;
  /** A parameter may be what it is where nothing is given for it: nobody is known who gives it anything. */
  readonly hasDefaults: boolean;
}

/** What a text must have for one of the options, looked for in one go: short ones are in any text. */
const naming = new RegExp(
  agentCommands
    .flatMap(({ unasked, unconfined }) => [...unasked, ...(unconfined?.options ?? [])])
    .flatMap((option) => option.split(' ').find((word) => !/^-\w$/.test(word)) ?? [])
    .join('|'),
);
const starting = /spawn|exec/i;

/** What runs a program in a container, or on another machine. */
const away = /^(?:docker|kubectl|limactl|nerdctl|podman|ssh|wsl)$/;

/** Whether a file of the program names an option by which such an agent runs all its tools unasked: by the text alone. */
export const mayStartAgents = memo((program: ts.Program): boolean =>
  program.getSourceFiles().some((file) => !isForeign(file) && namesOption(file)),
);

const namesOption = memo(({ text }: ts.SourceFile) => naming.test(text));

function isForeign({ isDeclarationFile, fileName }: ts.SourceFile): boolean {
  return isDeclarationFile || fileName.includes('/node_modules/');
}

/**
 * The agents of the command line that the program starts without questions, by options that a file has: the file itself, or
 * a function that it calls, wherever that is.
 */
export function startedAgentsIn(
  file: ts.SourceFile,
  program: ts.Program,
  evaluator: Evaluator,
): readonly StartedAgent[] {
  if (!namesOption(file)) return [];
  return startingFilesFor(file, program)
    .flatMap((each) => callsIn(each, (name) => starting.test(name)))
    .filter((call) => syntax.isCallExpression(call))
    .filter((call) => sinkEffectsOf(call, program).some(({ kind }) => kind === 'execute'))
    .filter((call) => !isNeverRun(call, program))
    .flatMap((call) => startedAt(call, { program, evaluator, hasDefaults: false }))
    .filter(({ option }) => option.getSourceFile() === file);
}

/** A file, those that it can reach by its imports, and those that reach it, which may start programs. */
function startingFilesFor(file: ts.SourceFile, program: ts.Program): readonly ts.SourceFile[] {
  const isNear = (other: ts.SourceFile): boolean =>
    filesAbove(program, other).has(file) || filesAbove(program, file).has(other);
  return program
    .getSourceFiles()
    .filter((each) => each === file || (!isForeign(each) && mayStart(each) && isNear(each)));
}

const mayStart = memo(({ text }: ts.SourceFile) => /child_process|execa|cross-spawn|node-pty|\bBun\b/.test(text));

/** What a call starts: by itself, or else as the functions around it are called. */
function startedAt(call: ts.CallExpression, context: Context): readonly StartedAgent[] {
  const { evaluator } = context;
  const startedIn = (runs: readonly Value[], inner = context): readonly StartedAgent[] =>
    runs.flatMap(optionsOf).flatMap((run) => (run.kind === 'made' ? startedBy(call, run.argument, inner) : []));
  const own = evaluator.valueOf(call);
  const invocations = invocationsOf(call, evaluator);
  const started =
    invocations.length > 0 ? invocations.flatMap((argument) => startedBy(call, argument, context)) : startedIn([own]);
  const isGiven = optionsOf(own).some((run) => run.kind === 'made' && isListGiven(run.argument));
  return started.length > 0 || !isGiven
    ? started
    : startedIn(evaluator.valuesOf(call, call.arguments), { ...context, hasDefaults: true });
}

/**
 * The program and its words by each of several objects that have both: `const { command, args } = isClaude ? claude(task) :
 * codex(task)`. Empty where they come from elsewhere, or from one object.
 */
function invocationsOf(call: ts.CallExpression, evaluator: Evaluator): readonly ((index: number) => Value)[] {
  const [program, words] = call.arguments.map(memberAt);
  if (!program || !words || !(program.of === words.of || isSameReference(program.of, words.of))) return [];
  const objects = optionsOf(evaluator.valueOf(program.of));
  if (objects.length < 2 || !objects.every(({ kind }) => kind === 'object')) return [];
  return objects.map((object) => (index) => propertyOf(object, (index === 0 ? program : words).name));
}

/** `invocation.args`, and `args` of `const { args } = invocation`: what it is taken from, and by which name. */
function memberAt(given: ts.Expression): { readonly of: ts.Expression; readonly name: string } | undefined {
  const node = syntax.withoutAssertions(given);
  if (syntax.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text };
  const element = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!element || !syntax.isBindingElement(element)) return undefined;
  const holder = element.parent.parent;
  const key = element.propertyName ?? element.name;
  return syntax.isVariableDeclaration(holder) && holder.initializer && syntax.isIdentifier(key)
    ? { of: holder.initializer, name: key.text }
    : undefined;
}

/** Whether the words come from what the functions around a call are given. */
function isListGiven(argument: (index: number) => Value): boolean {
  const [first, second] = [argument(0), argument(1)].map(optionsOf);
  const isOfCallers = (value: Value): boolean =>
    value.kind === 'list'
      ? value.isOpen || value.elements.some((element) => optionsOf(element()).some(isOfCallers))
      : value.kind === 'unknown' && value.symbol?.kind === 'parameter';
  const hasList = second?.some(({ kind }) => kind === 'list') === true;
  return second?.some(isOfCallers) === true || (!hasList && first?.some(isOfCallers) === true);
}

function startedBy(
  call: ts.CallExpression,
  argument: (index: number) => Value,
  context: Context,
): readonly StartedAgent[] {
  const first = argument(0);
  // `Bun.spawn(['claude', …])`
  if (optionsReaching(first).some(({ kind }) => kind === 'list')) return startedWith(call, first, undefined, context);
  const lines = optionsOf(first).flatMap(startedByLine);
  return lines.length > 0 ? lines : startedWith(call, argument(1), first, context);
}

/** What a list of words starts, which a program is given or which begins with one. */
function startedWith(
  call: ts.CallExpression,
  given: Value,
  program: Value | undefined,
  context: Context,
): readonly StartedAgent[] {
  const lists = optionsReaching(given).filter(({ kind }) => kind === 'list' || kind === 'made');
  const words = lists.flatMap((list) => wordsIn(list, context));
  const lines = program ? linesOf(program, words) : [agentLineOf(words)];
  const started = lines.flatMap((line) => (line ? startedByWords(call, line, lists, context) : []));
  if (lines.length === 1) return started;
  // Which of several programs is started is decided elsewhere, and two may have an option of one name.
  const isOfOne = ({ option }: StartedAgent): boolean => started.filter((each) => each.option === option).length === 1;
  return started.filter(isOfOne).map((each) => ({ ...each, isAlways: false }));
}

function startedByWords(
  call: ts.CallExpression,
  line: AgentLine,
  lists: readonly Value[],
  context: Context,
): readonly StartedAgent[] {
  const unasked = unaskedIn(line);
  const [option] = unasked;
  const isUnasked = (list: Value): boolean =>
    wordsIn(list, context).some(({ node }) => unasked.some((each) => each.node === node));
  // `args = [...args, model]` may have all that the list before it has.
  const own = lists.filter((list) => elementsOf(list).isOpen || isUnasked(list));
  const ownWords = own.flatMap((list) => wordsIn(list, context));
  const restricting = restrictingIn({ command: line.command, words: ownWords });
  if (!option || isCertain(restricting, call, context, false)) return [];
  const isInEach = own.length === lists.length;
  return [
    {
      command: line.command,
      option: option.node,
      text: option.text,
      isAlways: isInEach && isCertain(unasked, call, context, true),
      isPromptFixed: lists.every((list) => isWrittenOut(list)) && line.words.some(({ text }) => /\S\s+\S/.test(text)),
    },
  ];
}

function wordsIn(list: Value, { evaluator, hasDefaults }: Context): readonly Word[] {
  return elementsOf(list).elements.flatMap((element) =>
    optionsOf(element)
      .flatMap((option) => [option, ...(hasDefaults ? defaultOf(option, evaluator) : [])])
      .map((option): Word => ({ text: textIn(option) ?? HOLE, node: option.node, of: element })),
  );
}

/** The agents that a program may be; where it may be one that is not known and is none of them, or a known one as well, by an option. */
function linesOf(program: Value, words: readonly Word[]): readonly (AgentLine | undefined)[] {
  const options = optionsOf(program);
  const named = options.flatMap((option) => {
    const text = textIn(option);
    return text === undefined ? [] : [agentLineOf([{ text, node: option.node }, ...words])];
  });
  const agents = named.flatMap((line) => line ?? []);
  if (agents.length === 0 || agents.length < named.length) {
    const isOpen = named.length < options.length;
    const isElsewhere = options.some((option) => away.test(programNameOf(textIn(option) ?? '')));
    return isOpen && !isElsewhere ? [agentLineByOption(words)] : [];
  }
  return [...new Map(agents.map((line) => [line.command, line])).values()];
}

/** `claude -p "${prompt}" --dangerously-skip-permissions`, as one line for a shell. */
function startedByLine(line: Value): readonly StartedAgent[] {
  const text = leavesOf([line])
    .map((part) => textIn(part) ?? HOLE)
    .join('');
  return commandsOfLine(text, line.node).flatMap((words) => {
    const started = words.length > 1 ? agentLineOf(words) : undefined;
    const [option] = started ? unaskedIn(started) : [];
    if (!started || !option || restrictingIn(started).length > 0) return [];
    const { command } = started;
    const isPromptFixed = !text.includes(HOLE);
    return [{ command, option: line.node, text: option.text, isAlways: true, isPromptFixed }];
  });
}

/**
 * Whether one of some options is given in any case, or they stand on both sides of one condition.
 *
 * @param countsDefaults whether one that is there unless another is given counts as given
 */
function isCertain(
  options: readonly GivenOption[],
  call: ts.Node,
  { program }: Context,
  countsDefaults: boolean,
): boolean {
  const conditions = options.map((option) =>
    branchesAround(option, call).filter(
      ({ of, branch }) => !countsDefaults || !(isDefault(branch, program) || isInsteadOf(branch, of, option.text)),
    ),
  );
  return conditions.some(
    (own) =>
      own.length === 0 ||
      (own.length === 1 &&
        conditions.some(
          (other) => other.length === 1 && other[0]?.of === own[0]?.of && other[0]?.branch !== own[0]?.branch,
        )),
  );
}

interface Branch {
  readonly of: ts.Node;
  readonly branch: ts.Node;
}

/** The branches of conditions that a word stands in and the call does not. */
function branchesAround({ node, value }: GivenOption, call: ts.Node): readonly Branch[] {
  const word = value ?? node;
  const branches: Branch[] = [];
  for (let at = word; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent) {
    const { parent } = at;
    if (call.pos >= parent.pos && call.end <= parent.end && call.getSourceFile() === word.getSourceFile()) break;
    const isBranch =
      ((syntax.isIfStatement(parent) || syntax.isConditionalExpression(parent)) && at !== conditionOf(parent)) ||
      (syntax.isBinaryExpression(parent) && syntax.isLogical(parent) && at === parent.right) ||
      syntax.isSwitchCase(parent);
    if (isBranch) branches.push({ of: parent, branch: at });
  }
  return branches;
}

/** `if (mode) args.push('--mode', mode); else args.push('--mode', 'all');`, `mode ? mode : 'all'`: the branch without a mode. */
function isInsteadOf(branch: ts.Node, parent: ts.Node, option: string): boolean {
  if (!syntax.isIfStatement(parent) && !syntax.isConditionalExpression(parent)) return false;
  const [first, second] = syntax.isIfStatement(parent)
    ? [parent.thenStatement, parent.elseStatement]
    : [parent.whenTrue, parent.whenFalse];
  const [name] = option.split(' ');
  const hasOption = (node: ts.Node): boolean => syntax.isStringLiteralLike(node) && node.text === name;
  if (branch !== second) return false;
  const isGiven = (part: ts.Expression): boolean =>
    (syntax.isIdentifier(part) || syntax.isPropertyAccessExpression(part)) &&
    (isSameReference(first, part) ||
      (contains(first, hasOption) &&
        contains(first, (node) => node.kind === part.kind && isSameReference(node, part))));
  return knownParts(conditionOf(parent), true).some(({ part, value }) => value && isGiven(part));
}

function conditionOf(node: ts.IfStatement | ts.ConditionalExpression): ts.Expression {
  return syntax.isIfStatement(node) ? node.expression : node.condition;
}
