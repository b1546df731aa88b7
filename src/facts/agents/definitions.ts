import { groupedBy } from '../../analysis/grouped.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  compilerOf,
  declarationOf,
  isInside,
  isRootFile,
  keyOfProperty,
  syntax,
} from '../../type-utils/index.ts';
import type { ToolModel } from '../../models/agents/agent-sdk.ts';
import { callSitesOf, functionsAround } from '../../program/values/functions.ts';
import { readAt } from '../../program/values/places.ts';
import { hasFileRunByHand, isOnlyTested, isRunByHand } from '../../program/values/test-code.ts';
import { propertyOf } from '../../program/values/values.ts';
import type { AgentFact, AgentFacts } from './agents.ts';
import { type Call, isCall } from './matcher.ts';
import { functionsOf, type GivenTool, type ToolFact } from './tools.ts';

/** A tool, as an agent has it. */
export interface HeldTool {
  readonly agent: AgentFact;
  readonly given: GivenTool & { readonly tool: ToolFact };
}

/** Files of tests and of evaluations, whose agents no user runs. */
const testing = /(?:^|[\\/])(?:__tests__|tests?|evals?|e2e)[\\/]|\.(?:test|spec|eval|e2e)\.[cm]?[jt]sx?$/;

/** What defines a tool, or several of them: a function that makes tools, a table that is mapped to them. */
export interface ToolDefinition {
  /** The call, the object, or the class. */
  readonly node: ts.Node;
  /** Its tools as the agents of the program have them, in the order of the files that make these agents. */
  readonly held: readonly HeldTool[];
}

/**
 * The tools that a file defines, with the agents that have them. Left out are agents whose project only imports the file:
 * the file may be linted with another project, which does not have them.
 */
export function definitionsIn(file: ts.SourceFile, facts: AgentFacts): readonly ToolDefinition[] {
  return mayDefineTools(file, facts) ? (definitionsOf(facts).get(file) ?? []) : [];
}

/** Whether a tool is defined where nothing is linted, or with another project than its agent: in a package, a declaration. */
export function isDefinedElsewhere({ agent, given: { tool } }: HeldTool, { program }: AgentFacts): boolean {
  const file = definingNodeOf(tool, program).getSourceFile();
  if (file.isDeclarationFile || program.isSourceFileFromExternalLibrary(file)) return true;
  const own = agent.node.getSourceFile();
  return file !== own && !isRootFile(file, program) && isRootFile(own, program);
}

/**
 * Whether only a test has an agent with a tool: what a test runner runs, or else one whose tool is defined outside of tests, by
 * what their paths do not share; or only what a developer runs by hand, also where a function makes the agent for it.
 */
export function isForTests({ agent, given: { tool } }: HeldTool, { program }: AgentFacts): boolean {
  const { node } = agent;
  if (isOnlyTested(node, program)) return true;
  const { fileName } = node.getSourceFile();
  // What defines a tool takes longer to find.
  if (isForNoUser(fileName) && isBeside(fileName, definingNodeOf(tool, program).getSourceFile().fileName)) return true;
  const maker = hasFileRunByHand(program) ? functionsAround(node).at(-1) : undefined;
  const callers = maker ? callSitesOf(maker, program).map(({ call }) => call.getSourceFile().fileName) : [];
  return callers.length > 0 && callers.every(isRunByHand);
}

/** Whether a file is for no user, and another is not, by what their paths do not share. */
function isBeside(file: string, otherFile: string): boolean {
  const own = file.split('/');
  const other = otherFile.split('/');
  const shared = own.findIndex((part, index) => part !== other[index]);
  const isOfOwn = (path: readonly string[]): boolean => isForNoUser(path.slice(shared).join('/'));
  return shared >= 0 && isOfOwn(own) && !isOfOwn(other);
}

/** Whether a file is of tests, or one that a developer runs by hand. */
function isForNoUser(path: string): boolean {
  return testing.test(path) || isRunByHand(path);
}

/**
 * What defines a tool: the call or the object, the class of the program that it is an instance of, the call by which a
 * function of the program is given its handler and makes it, or the object that it is a copy of with another handler around.
 */
function definingNodeOf(tool: ToolFact, program: ts.Program): ts.Node {
  const { node, model } = tool;
  if (!(model.members || model.isLiteral) || !syntax.isNewExpression(node))
    return makingCallOf(tool, program) ?? wrappedBy(tool)?.node ?? node;
  const named = syntax.lastNameOf(node.expression);
  const made = named && declarationOf(named, program);
  return made && syntax.isClassLike(made) ? made : node;
}

/**
 * `defineTool({ name, run: async (input) => … })`, or `apiTool({ method: 'DELETE', path: '/users' })`, where that is a function
 * of the program that makes the tool of what it is given.
 */
export function makingCallOf(tool: ToolFact, program: ts.Program): Call | undefined {
  const { node, inCall } = tool;
  const maker = syntax.containerOf(node);
  if (!syntax.isFunctionLike(maker)) return undefined;
  for (const fn of functionsOf(tool)) {
    if (isInside(fn, node)) continue;
    const call = callGiven(fn);
    const outer = call && syntax.isCallExpression(call) ? compilerOf(program).functionCalledBy(call)?.fn : undefined;
    if (outer && isInside(node, outer) && !isInside(fn, outer)) return call;
  }
  // What is made by one call alone is defined where it is written.
  if (!inCall || !isResultOf(node, maker) || callSitesOf(maker, program).length < 2) return undefined;
  for (const index of maker.parameters.keys()) {
    const given: ts.Node | undefined = inCall.around(maker, index)?.node;
    const call: ts.Node | undefined = given && syntax.parentOf(given);
    if (call && syntax.isCallExpression(call) && compilerOf(program).functionCalledBy(call)?.fn === maker) return call;
  }
  return undefined;
}

/** Whether a function returns a tool where it makes it, also through a call that gives it back: `return tool({ … });`. */
function isResultOf(tool: ts.Node, fn: syntax.FunctionLike): boolean {
  let at = tool;
  while (syntax.isExpression(at.parent) && (isAssertion(at.parent) || isGivenAlone(at, at.parent))) at = at.parent;
  return syntax.isReturnStatement(at.parent) || at.parent === fn;
}

function isAssertion(node: ts.Expression): boolean {
  return syntax.withoutAssertions(node) !== node;
}

function isGivenAlone(node: ts.Node, call: ts.Node): boolean {
  return syntax.isCallExpression(call) && call.arguments.length === 1 && call.arguments[0] === node;
}

/** What a tool is a copy of: `{ ...tool, strict: true }`, or `{ ...tool, execute: (input) => timed(() => tool.execute(input)) }`. */
interface Wrapped {
  readonly node: ts.ObjectLiteralExpression;
  readonly handler: syntax.FunctionLike;
}

/** The tool that a tool is a copy of: the copy has its guards. */
function wrappedBy(tool: ToolFact): Wrapped | undefined {
  const { node, runs, model } = tool;
  if (!syntax.isObjectLiteralExpression(node) || !node.properties.some(syntax.isSpreadAssignment)) return undefined;
  const inner = [...runs.values()].flat();
  const handlers = new Set(inner.length > 0 || !isPlainCopy(node, model) ? inner : functionsOf(tool));
  const [only, ...others] = [...handlers].flatMap((handler): readonly Wrapped[] => {
    const owner = syntax.isMethodDeclaration(handler) ? handler.parent : syntax.parentOf(syntax.parentOf(handler));
    return syntax.isObjectLiteralExpression(owner) && owner !== node ? [{ node: owner, handler }] : [];
  });
  return others.length === 0 ? only : undefined;
}

/** `{ ...tool, strict: true }` of what a function is given: with all that it has, and nothing that guards. */
function isPlainCopy(copy: ts.ObjectLiteralExpression, { guards = [] }: ToolModel): boolean {
  const guarding = new Set(guards.map(({ at }) => at.path?.[0]));
  return copy.properties.every((each) => {
    if (!syntax.isSpreadAssignment(each)) return !guarding.has(keyOfProperty(each));
    const binding = syntax.isIdentifier(each.expression) ? bindingOf(each.expression) : undefined;
    return binding !== undefined && syntax.isParameter(binding);
  });
}

/** The call that is given a value where it is written, or an object that has it. */
function callGiven(value: ts.Node): Call | undefined {
  let at = value;
  let around = syntax.parentOf(at);
  while (
    syntax.isPropertyAssignment(around) ||
    syntax.isObjectLiteralExpression(around) ||
    syntax.isParenthesizedExpression(around) ||
    syntax.isAsExpression(around) ||
    syntax.isSatisfiesExpression(around)
  ) {
    at = around;
    around = syntax.parentOf(at);
  }
  return isCall(around) && around.expression !== at ? around : undefined;
}

/**
 * Where the name of a tool is written in its definition; otherwise that of the variable or property that holds the
 * definition, or of what is called.
 */
export function nameNodeOf(tool: ToolFact, facts: AgentFacts): ts.Node {
  const definition = definingNodeOf(tool, facts.program);
  const { members, name } = tool.model;
  const named = members ? propertyOf(tool.value, members.name) : name && readAt(tool.value, name);
  const isText = named?.kind === 'literal' && typeof named.value === 'string';
  if (isText && isInside(named.node, definition)) return named.node;
  const whole = wholeOf(definition, facts);
  const held = syntax.isClassLike(definition) ? definition.name : heldAs(whole);
  if (held) return held;
  return isCall(whole) ? (syntax.lastNameOf(whole.expression) ?? whole.expression) : whole;
}

/** The name that a tool has by its definition, or that of the variable or property that holds the definition. */
export function nameByDefinition(tool: ToolFact, facts: AgentFacts): string | undefined {
  const held = heldAs(wholeOf(tool.node, facts));
  return tool.name ?? (held && (syntax.isIdentifier(held) || syntax.isStringLiteralLike(held)) ? held.text : undefined);
}

/** `tool({ … })` returns the object, which then is the tool. */
export function wholeOf(definition: ts.Node, { matcher }: AgentFacts): ts.Node {
  const around = syntax.parentOf(definition);
  return isCall(around) && matcher.at('tool', around)?.returnsArgument !== undefined ? around : definition;
}

/** The name of the variable or property that holds a value where it is written. */
function heldAs(value: ts.Node): ts.BindingName | ts.PropertyName | undefined {
  const holder = syntax.parentOf(value);
  const isNamed = syntax.isVariableDeclaration(holder) || syntax.isPropertyAssignment(holder);
  return isNamed || syntax.isPropertyDeclaration(holder) ? holder.name : undefined;
}

const definitionsOf = memo((facts: AgentFacts): ReadonlyMap<ts.SourceFile, readonly ToolDefinition[]> => {
  const held = facts.calls
    .of('agent')
    .flatMap((call) => facts.agentsAt(call))
    .flatMap((agent) => agent.tools.map((given) => ({ agent, given })))
    .filter(isOfTool)
    .filter((each) => !isDefinedElsewhere(each, facts) && !isForTests(each, facts));
  const byNode = groupedBy(held, ({ given }) => definingNodeOf(given.tool, facts.program));
  const definitions = [...byNode].map(([node, own]): ToolDefinition => ({ node, held: own }));
  return groupedBy(definitions, ({ node }) => node.getSourceFile());
});

/** Whether it is a tool that has a definition: no other agent, and no server. */
export function isOfTool(held: { readonly agent: AgentFact; readonly given: GivenTool }): held is HeldTool {
  return held.given.tool.kind === 'tool';
}

/** The same for one tool under all names that agents have for it, and another for each tool that a function makes. */
export function identityOf(tool: ToolFact, name: string | undefined): string {
  const wrapped = wrappedBy(tool)?.handler;
  const functions = (wrapped ? [wrapped] : functionsOf(tool)).map(
    (fn) => `${fn.getSourceFile().fileName}:${String(fn.pos)}`,
  );
  return tool.name ?? (functions.length > 0 ? functions.join() : (name ?? ''));
}

/** Whether a file may define a tool, by its imports and its text: to find the agents of the program takes more time. */
function mayDefineTools(file: ts.SourceFile, { matcher }: AgentFacts): boolean {
  if (file.isDeclarationFile) return false;
  if (matcher.files.has(file)) return true;
  // An object is a tool where an agent is given it, and its file may import nothing.
  return handlerNamesOf(matcher.models.tool).some((name) => file.text.includes(name));
}

const handlerNamesOf = memo((models: readonly ToolFact['model'][]): readonly string[] => {
  const literals = models.filter(({ isLiteral }) => isLiteral);
  return [...new Set(literals.flatMap(({ handler }) => handler?.path?.slice(-1) ?? []))];
});
