import ts from 'typescript';
import { calleeOrigins, isOneOf, unaliased } from '../origins.ts';
import { around, nameOf, nodesOf, propertyOf, valueOf } from '../syntax.ts';
import type { Scope } from './operator.ts';

/** How an SDK makes a tool. Written from its documentation, and independent of the plugin's models on purpose. */
interface ToolMaker {
  readonly sdk: string;
  readonly packages: readonly string[];
  readonly names: readonly string[];
  /** Which argument has the options, and the property or the argument that is the handler. */
  readonly options: number;
  readonly handler: string | number;
  /** The option that requires approval, where a tool has one. */
  readonly approval?: string;
}

const aiPackages = ['ai', '@ai-sdk/provider-utils'];
const mcpPackages = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/server'];
const openaiPackages = ['@openai/agents', '@openai/agents-core'];

const makers: readonly ToolMaker[] = [
  { sdk: 'ai', packages: aiPackages, names: ['tool'], options: 0, handler: 'execute', approval: 'needsApproval' },
  {
    sdk: 'openai',
    packages: openaiPackages,
    names: ['tool'],
    options: 0,
    handler: 'execute',
    approval: 'needsApproval',
  },
  {
    sdk: 'mastra',
    packages: ['@mastra/core'],
    names: ['createTool'],
    options: 0,
    handler: 'execute',
    approval: 'requireApproval',
  },
  { sdk: 'langchain', packages: ['@langchain/core', 'langchain'], names: ['tool'], options: 1, handler: 0 },
  {
    sdk: 'adk',
    packages: ['@google/adk'],
    names: ['FunctionTool'],
    options: 0,
    handler: 'execute',
    approval: 'requireConfirmation',
  },
  {
    sdk: 'mcp',
    packages: mcpPackages,
    names: ['registerTool'],
    options: 1,
    handler: 2,
  },
];

export type Handler = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** A tool as a program makes it. */
export interface ToolSite {
  readonly sdk: string;
  readonly call: ts.CallExpression | ts.NewExpression;
  /** Absent where a tool is given by arguments alone: `server.tool(name, schema, handler)`. */
  readonly options: ts.ObjectLiteralExpression | undefined;
  readonly handler: Handler;
  readonly approval: string | undefined;
}

/** The tools that a file makes with a handler that is written there. */
export function toolsIn(file: ts.SourceFile, { checker }: Scope): readonly ToolSite[] {
  return [...nodesOf(file, isCallOrNew)].flatMap((call) => {
    const origins = calleeOrigins(call, checker);
    const maker = makers.find(({ packages, names }) => isOneOf(origins, packages, names));
    if (isOneOf(origins, mcpPackages, ['tool'])) return argumentTool(call);
    const options = maker && call.arguments?.[maker.options];
    if (!maker || !options || !ts.isObjectLiteralExpression(options)) return [];
    const handler =
      typeof maker.handler === 'number' ? call.arguments[maker.handler] : handlerOf(options, maker.handler);
    return handler && isHandler(handler) ? [{ sdk: maker.sdk, call, options, handler, approval: maker.approval }] : [];
  });
}

/** `server.tool(name, description, schema, handler)`, where annotations fit before the handler. */
function argumentTool(call: ts.CallExpression | ts.NewExpression): readonly ToolSite[] {
  const handler = call.arguments?.at(-1);
  const schema = call.arguments?.at(-2);
  const isPlain = call.arguments && call.arguments.length <= 4 && schema && !ts.isStringLiteralLike(schema);
  return isPlain && handler && isHandler(handler)
    ? [{ sdk: 'mcp', call, options: undefined, handler, approval: undefined }]
    : [];
}

function handlerOf(options: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
  const property = propertyOf(options, name);
  return property && ts.isMethodDeclaration(property) ? property : valueOf(options, name);
}

function isHandler(node: ts.Node): node is Handler {
  return (
    (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isMethodDeclaration(node)) &&
    node.body !== undefined
  );
}

export function isCallOrNew(node: ts.Node): node is ts.CallExpression | ts.NewExpression {
  return ts.isCallExpression(node) || ts.isNewExpression(node);
}

/** What makes or runs an agent with tools, by SDK. */
const agentMakers: readonly {
  readonly sdk: string;
  readonly packages: readonly string[];
  readonly names: readonly string[];
}[] = [
  { sdk: 'ai', packages: ['ai'], names: ['generateText', 'streamText', 'ToolLoopAgent', 'Experimental_Agent'] },
  { sdk: 'openai', packages: openaiPackages, names: ['Agent'] },
  { sdk: 'mastra', packages: ['@mastra/core'], names: ['Agent'] },
  {
    sdk: 'langchain',
    packages: ['langchain', '@langchain/langgraph', 'deepagents'],
    names: ['createAgent', 'createReactAgent', 'createDeepAgent'],
  },
  { sdk: 'adk', packages: ['@google/adk'], names: ['LlmAgent', 'Agent'] },
];

/** An agent, or a run of one, as a program makes it. */
export interface AgentSite {
  readonly sdk: string;
  readonly call: ts.CallExpression | ts.NewExpression;
  readonly options: ts.ObjectLiteralExpression;
}

export function agentsIn(file: ts.SourceFile, { checker }: Scope): readonly AgentSite[] {
  return [...nodesOf(file, isCallOrNew)].flatMap((call) => {
    const origins = calleeOrigins(call, checker);
    const maker = agentMakers.find(({ packages, names }) => isOneOf(origins, packages, names));
    const options = call.arguments?.[0];
    return maker && options && ts.isObjectLiteralExpression(options) ? [{ sdk: maker.sdk, call, options }] : [];
  });
}

/** Whether an agent of the program has the tool: it stands in `tools`, or a variable that does holds it. */
export function isGivenToAgent({ call }: Pick<ToolSite, 'call'>, scope: Scope): boolean {
  const lists = toolListsOf(scope);
  if (lists.some((list) => isInside(call, list))) return true;
  const holder = around(call, ts.isVariableDeclaration);
  if (!holder || !ts.isIdentifier(holder.name) || !isDirectly(call, holder)) return false;
  const symbol = scope.checker.getSymbolAtLocation(holder.name);
  return symbol !== undefined && lists.some((list) => isNamedIn(symbol, list, scope.checker));
}

function isNamedIn(symbol: ts.Symbol, list: ts.Node, checker: ts.TypeChecker): boolean {
  return [...nodesOf(list, ts.isIdentifier)].some((name) => {
    if (name.text !== symbol.name && !ts.isShorthandPropertyAssignment(name.parent)) return false;
    const own = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    return own !== undefined && unaliased(own, checker) === symbol;
  });
}

/** Whether the variable holds the tool, or an object of tools, and not what a function makes of it. */
function isDirectly(call: ts.Node, holder: ts.VariableDeclaration): boolean {
  for (let at = call.parent; at !== holder; at = at.parent) {
    const isPart = ts.isObjectLiteralExpression(at) || ts.isPropertyAssignment(at) || ts.isArrayLiteralExpression(at);
    if (!isPart && !ts.isAsExpression(at) && !ts.isSatisfiesExpression(at)) return false;
  }
  return true;
}

function isInside(node: ts.Node, list: ts.Node): boolean {
  for (let at = node.parent as ts.Node | undefined; at; at = at.parent as ts.Node | undefined) {
    if (at === list) return true;
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}

const knownLists = new WeakMap<readonly ts.SourceFile[], readonly ts.Node[]>();

function toolListsOf(scope: Scope): readonly ts.Node[] {
  const known = knownLists.get(scope.files) ?? scope.files.flatMap((file) => toolListsIn(file, scope));
  knownLists.set(scope.files, known);
  return known;
}

function toolListsIn(file: ts.SourceFile, scope: Scope): readonly ts.Node[] {
  return agentsIn(file, scope).flatMap(({ options }) => propertyOf(options, 'tools') ?? []);
}

/** An expression for a text that the model writes: the first text of the handler's input. */
export function modelInputOf({ handler }: ToolSite, { checker }: Scope): string | undefined {
  const input = handler.parameters.at(0);
  if (!input) return undefined;
  if (ts.isObjectBindingPattern(input.name)) {
    const names = input.name.elements.flatMap(({ name, dotDotDotToken }) =>
      ts.isIdentifier(name) && !dotDotDotToken ? [name] : [],
    );
    return names.find((name) => isText(checker.getTypeAtLocation(name)))?.text;
  }
  if (!ts.isIdentifier(input.name)) return undefined;
  const property = checker
    .getTypeAtLocation(input)
    .getProperties()
    .find((each) => /^\w+$/.test(each.name) && isText(checker.getTypeOfSymbolAtLocation(each, input)));
  return property && `${input.name.text}.${property.name}`;
}

/** Whether a value is a text, or of no type. Of a list of words the model cannot choose another. */
function isText(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => (flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0);
}

/** The name that a tool has in an object of tools: `tools: { weather: tool(…) }`. */
export function keyOf({ call }: ToolSite): string | undefined {
  const { parent } = call;
  return ts.isPropertyAssignment(parent) ? nameOf(parent.name) : undefined;
}
