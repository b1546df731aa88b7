import ts from 'typescript';
import { functionAround, nodesOf } from '../syntax.ts';
import { isOneOf, originsOf } from '../origins.ts';
import type { Scope } from './operator.ts';

/** A kind of session, as its SDK's documentation describes it. Independent of the plugin's models on purpose. */
export interface SessionKind {
  readonly packages: readonly string[];
  readonly names: readonly string[];
  /** Absent where the session is open when it is made. */
  readonly open?: string;
  readonly close: string;
  /** Methods that need an open session. */
  readonly requests: readonly string[];
  /** Methods that have to come before `open`. */
  readonly preparations: readonly string[];
  /** Whether it keeps a process or connection that the program has to end. */
  readonly mustClose: boolean;
}

const mcpPackages = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client', '@modelcontextprotocol/server'];

export const sessionKinds: readonly SessionKind[] = [
  {
    packages: mcpPackages,
    names: ['Client'],
    open: 'connect',
    close: 'close',
    requests: [
      ...[
        'callTool',
        'listTools',
        'listPrompts',
        'getPrompt',
        'listResources',
        'listResourceTemplates',
        'readResource',
      ],
      ...['ping', 'complete', 'setLoggingLevel', 'subscribeResource', 'unsubscribeResource', 'request'],
    ],
    preparations: [],
    mustClose: true,
  },
  {
    packages: mcpPackages,
    names: ['McpServer'],
    open: 'connect',
    close: 'close',
    requests: [],
    preparations: ['registerTool', 'tool', 'registerResource', 'resource', 'registerPrompt', 'prompt'],
    mustClose: false,
  },
  {
    packages: mcpPackages,
    names: ['Server'],
    open: 'connect',
    close: 'close',
    requests: ['ping', 'createMessage', 'elicitInput', 'listRoots', 'sendLoggingMessage', 'request', 'notification'],
    preparations: ['registerCapabilities'],
    mustClose: false,
  },
  {
    packages: ['@ai-sdk/mcp'],
    names: ['MCPClient'],
    close: 'close',
    requests: ['tools', 'listResources', 'readResource', 'listResourceTemplates', 'experimental_listPrompts'],
    preparations: [],
    mustClose: true,
  },
  {
    packages: ['@openai/agents', '@openai/agents-core'],
    names: ['MCPServerStdio', 'MCPServerSSE', 'MCPServerStreamableHttp'],
    open: 'connect',
    close: 'close',
    requests: ['listTools', 'callTool'],
    preparations: [],
    mustClose: true,
  },
];

/** A call of a method on a session that a name or a field holds. */
export interface SessionCall {
  readonly call: ts.CallExpression;
  readonly kind: SessionKind;
  readonly method: string;
  readonly receiver: ts.Identifier | ts.PropertyAccessExpression;
  /** The variable or field; one for all calls on the same session. */
  readonly symbol: ts.Symbol;
}

/** All calls of methods on sessions in a tree. */
export function sessionCallsIn(root: ts.Node, { checker }: Pick<Scope, 'checker'>): readonly SessionCall[] {
  const calls: SessionCall[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? sessionCallOf(node, checker) : undefined;
    if (call) calls.push(call);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return calls;
}

const allMethods = new Set(
  sessionKinds.flatMap(({ open = '', close, requests, preparations }) => [open, close, ...requests, ...preparations]),
);

function sessionCallOf(call: ts.CallExpression, checker: ts.TypeChecker): SessionCall | undefined {
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || !allMethods.has(callee.name.text)) return undefined;
  const receiver = callee.expression;
  if (!isStable(receiver)) return undefined;
  const symbol = checker.getSymbolAtLocation(receiver);
  const origins = originsOf(receiver, checker);
  const kind = sessionKinds.find(({ packages, names }) => isOneOf(origins, packages, names));
  return symbol && kind ? { call, kind, method: callee.name.text, receiver, symbol } : undefined;
}

/** A name, or a field of `this`. */
function isStable(node: ts.Expression): node is ts.Identifier | ts.PropertyAccessExpression {
  return (
    ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword)
  );
}

/**
 * The declaration of a session's variable, where it is made there or assigned once in the same function:
 * `const client = new Client(…)`, `let client; … client = await createMCPClient(…)`.
 */
export function creationOf({ symbol }: Pick<SessionCall, 'symbol'>): ts.VariableDeclaration | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  const { initializer } = declaration;
  const isUnset = !initializer || initializer.getText() === 'undefined';
  const value = isUnset ? assignedOnce(declaration) : initializer;
  return value && isMaking(value) ? declaration : undefined;
}

function isMaking(value: ts.Expression): boolean {
  const made = ts.isAwaitExpression(value) ? value.expression : value;
  return ts.isNewExpression(made) || ts.isCallExpression(made);
}

function assignedOnce(declaration: ts.VariableDeclaration): ts.Expression | undefined {
  const owner = functionAround(declaration);
  const values = [...nodesOf(owner, ts.isBinaryExpression)].filter(
    ({ left, operatorToken }) =>
      operatorToken.kind === ts.SyntaxKind.EqualsToken && left.getText() === declaration.name.getText(),
  );
  return values[0] && values.length === 1 && functionAround(values[0]) === owner ? values[0].right : undefined;
}

/** All references to a variable in its file, but for its declaration. */
export function referencesTo(symbol: ts.Symbol, root: ts.Node, checker: ts.TypeChecker): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === symbol.name && node !== nameOfDeclaration(symbol)) {
      const own = ts.isShorthandPropertyAssignment(node.parent)
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
      if (own === symbol) found.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

function nameOfDeclaration({ valueDeclaration }: ts.Symbol): ts.Node | undefined {
  return valueDeclaration && ts.isVariableDeclaration(valueDeclaration) ? valueDeclaration.name : undefined;
}

/** Whether a variable is only ever set, tested and called on: nothing else can close what it holds. */
export function isOnlyCalledOn(symbol: ts.Symbol, root: ts.Node, checker: ts.TypeChecker): boolean {
  return referencesTo(symbol, root, checker).every((name) => {
    const { parent } = name;
    if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
    const isSet = ts.isBinaryExpression(parent) && parent.left === name;
    return isSet || ts.isIfStatement(parent) || ts.isPrefixUnaryExpression(parent);
  });
}

/** Whether both run in the same function. */
export function isInOneFunction(a: ts.Node, b: ts.Node): boolean {
  return functionAround(a) === functionAround(b);
}
