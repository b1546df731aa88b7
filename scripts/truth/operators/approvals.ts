import ts from 'typescript';
import { addProperty, canAwait, propertyOf, removeProperty, replace, valueOf } from '../syntax.ts';
import type { Edit, Operator, Scope, Site } from './operator.ts';
import { givenToolsIn } from './given-tools.ts';
import { agentsIn, keyOf, modelInputOf } from './sdk-tools.ts';
import type { ToolSite } from './sdk-tools.ts';
import { atBeginning, atTop, deletion, seeded } from './seeds.ts';
import { unguardedToolsIn } from './tools.ts';

const guardRules = ['require-guardrail', 'no-unguarded-sensitive-tool', 'no-ineffective-guardrail'];

/** A tool of an agent that can require approval itself. */
interface Approvable {
  readonly options: ts.ObjectLiteralExpression;
  /** The option that requires approval, and how it is set, where it is. */
  readonly approval: string;
  readonly property: ts.ObjectLiteralElementLike | undefined;
}

/** What such a tool removes needs no approval any more; the twin requires it. */
function unapproved(
  name: string,
  text: string,
  withoutApproval: (tool: Approvable) => readonly Edit[] | undefined,
): Operator {
  return {
    name,
    family: 'approvals',
    text,
    rules: guardRules,
    *sites(file, scope) {
      for (const tool of givenToolsIn(file, scope)) {
        const { approval, options, handler } = tool;
        const input = modelInputOf(tool, scope);
        if (approval === undefined || !options || input === undefined) continue;
        const property = propertyOf(options, approval);
        if (property && !/true|=>|function|\(/.test(property.getText())) continue;
        const edits = withoutApproval({ options, approval, property });
        if (!edits) continue;
        const effect = [...tool.giving, ...seeded(handler, deletion, input)];
        yield {
          at: tool.call.getStart(),
          twin: property ? effect : [...effect, addProperty(options, `${approval}: true`)],
          edits: [...effect, ...edits],
        };
      }
    },
  };
}

export const dropApproval = unapproved(
  'drop-approval',
  'a tool that removes something loses its `needsApproval` or `requireApproval`',
  ({ property }) => (property ? [removeProperty(property)] : []),
);

export const approveAlways = unapproved(
  'approve-always',
  'its `needsApproval` becomes `false`',
  ({ options, approval, property }) => {
    if (!property) return [addProperty(options, `${approval}: false`)];
    return ts.isPropertyAssignment(property) ? [replace(property.initializer, 'false')] : undefined;
  },
);

const terminal =
  "import { createInterface as seededInterface } from 'node:readline/promises';\n" +
  'const seededTerminal = seededInterface({ input: process.stdin, output: process.stdout });\n';

const confirming =
  `${terminal}async function seededConfirm() {\n` +
  "  return (await seededTerminal.question('Remove it?')) === 'yes';\n}\n";

/** A handler that requests approval at the terminal, rightly and with a bug. */
function question(
  name: string,
  text: string,
  top: string,
  right: (effect: string, input: string) => string,
  wrong: (effect: string, input: string) => string,
): Operator {
  return {
    name,
    family: 'approvals',
    text,
    rules: guardRules,
    *sites(file, scope) {
      for (const tool of unguardedToolsIn(file, scope)) {
        const input = modelInputOf(tool, scope);
        if (input === undefined || !isAsync(tool)) continue;
        const before = [...tool.giving, ...atTop(file, deletion.top(file) + top)];
        const effect = deletion.statement(input);
        yield {
          at: tool.call.getStart(),
          twin: [...before, ...atBeginning(tool.handler, right(effect, input))],
          edits: [...before, ...atBeginning(tool.handler, wrong(effect, input))],
        };
      }
    },
  };
}

function isAsync({ handler }: ToolSite): boolean {
  return (
    handler.body !== undefined &&
    canAwait(ts.isBlock(handler.body) ? (handler.body.statements[0] ?? handler.body) : handler.body)
  );
}

const answer = (input: string): string => `await seededTerminal.question(\`Remove \${String(${input})}?\`)`;
const refuse = "throw new Error('denied');";

export const questionAfterEffect = question(
  'question-after-effect',
  'the question at the terminal comes after the effect',
  terminal,
  (effect, input) => `if ((${answer(input)}) !== 'yes') ${refuse}\n${effect}`,
  (effect, input) => `${effect}\nif ((${answer(input)}) !== 'yes') ${refuse}`,
);

export const invertDecision = question(
  'invert-decision',
  'the handler goes on where the answer is no',
  terminal,
  (effect, input) => `if ((${answer(input)}) !== 'yes') ${refuse}\n${effect}`,
  (effect, input) => `if ((${answer(input)}) === 'yes') ${refuse}\n${effect}`,
);

export const invertConfirm = question(
  'invert-confirm',
  'the same, where a function of the file has the question',
  confirming,
  (effect) => `if (!(await seededConfirm())) ${refuse}\n${effect}`,
  (effect) => `if (await seededConfirm()) ${refuse}\n${effect}`,
);

export const unreadAnswer = question(
  'unread-answer',
  'nothing reads the answer',
  terminal,
  (effect, input) => `if ((${answer(input)}) !== 'yes') ${refuse}\n${effect}`,
  (effect, input) => `${answer(input)};\n${effect}`,
);

export const loggedDenial = question(
  'logged-denial',
  'a denial is logged, and the handler goes on',
  terminal,
  (effect, input) => `if ((${answer(input)}) !== 'yes') ${refuse}\n${effect}`,
  (effect, input) => `if ((${answer(input)}) !== 'yes') console.error('denied');\n${effect}`,
);

export const swallowedDenial = question(
  'swallowed-denial',
  'a denial is thrown, and caught before the effect',
  terminal,
  (effect, input) => `if ((${answer(input)}) !== 'yes') ${refuse}\n${effect}`,
  (effect, input) =>
    `try {\nif ((${answer(input)}) !== 'yes') ${refuse}\n} catch (error) {\nconsole.error(error);\n}\n${effect}`,
);

export const effectInDenial = question(
  'effect-on-both-paths',
  'the effect comes on both branches of the decision',
  terminal,
  (effect, input) => `if ((${answer(input)}) === 'yes') {\n${effect}\n} else {\n${refuse}\n}`,
  (effect, input) => `if ((${answer(input)}) === 'yes') {\n${effect}\n} else {\n${effect}\n}`,
);

/** Entries of `toolApproval` for one of at least two tools that are written in place. */
function entries(
  name: string,
  text: string,
  mutate: (
    key: string,
    other: string,
  ) => { readonly value: string; readonly top?: string; readonly twinTop?: string; readonly twin?: string },
): Operator {
  return {
    name,
    family: 'approvals',
    text,
    rules: guardRules,
    *sites(file, scope) {
      for (const agent of agentsIn(file, scope).filter(({ sdk }) => sdk === 'ai')) {
        const tools = valueOf(agent.options, 'tools');
        if (!tools || !ts.isObjectLiteralExpression(tools) || propertyOf(agent.options, 'toolApproval')) continue;
        yield* entrySites(tools, agent.options, file, scope, mutate);
      }
    },
  };
}

function* entrySites(
  tools: ts.ObjectLiteralExpression,
  options: ts.ObjectLiteralExpression,
  file: ts.SourceFile,
  scope: Scope,
  mutate: Parameters<typeof entries>[2],
): Generator<Site> {
  const keys = tools.properties.flatMap(({ name }) => (name && ts.isIdentifier(name) ? name.text : []));
  for (const tool of unguardedToolsIn(file, scope).filter(({ call }) => call.parent.parent === tools)) {
    const key = keyOf(tool);
    const input = modelInputOf(tool, scope);
    if (key === undefined || input === undefined) continue;
    const { value, top = '', twin, twinTop = '' } = mutate(key, keys.find((each) => each !== key) ?? '');
    const withEntry = (entry: string, before: string): readonly Edit[] => [
      ...atTop(file, before),
      ...seeded(tool.handler, deletion, input),
      addProperty(options, `toolApproval: ${entry}`),
    ];
    if (value !== '')
      yield {
        at: tool.call.getStart(),
        twin: withEntry(twin ?? `{ ${key}: 'user-approval' }`, twinTop),
        edits: withEntry(value, top),
      };
  }
}

const policy = (key: string): string =>
  `const seededPolicy: Record<string, 'user-approval' | 'approved'> = { ${key}: 'user-approval' };\n`;

export const guardWrongTool = entries(
  'guard-wrong-tool',
  'the entry of `toolApproval` is for another tool of the agent',
  (_, other) => ({ value: other === '' ? '' : `{ ${other}: 'user-approval' }` }),
);

export const approveEntry = entries('approve-entry', 'the entry of `toolApproval` is `approved`', (key) => ({
  value: `{ ${key}: 'approved' }`,
}));

export const approveAll = entries('approve-all', '`toolApproval` is a function that approves everything', () => ({
  value: "() => 'approved'",
  twin: "() => 'user-approval'",
}));

export const misspellGuardKey = entries('misspell-guard-key', 'the key in a table of approvals has a typo', (key) => ({
  value: 'seededPolicy',
  twin: 'seededPolicy',
  top: policy(`${key}s`),
  twinTop: policy(key),
}));

export const approvalOperators: readonly Operator[] = [
  dropApproval,
  approveAlways,
  questionAfterEffect,
  invertDecision,
  invertConfirm,
  unreadAnswer,
  loggedDenial,
  swallowedDenial,
  effectInDenial,
  guardWrongTool,
  approveEntry,
  approveAll,
  misspellGuardKey,
];
