import ts from 'typescript';
import { calleeOrigins, isOneOf, originsOf } from '../origins.ts';
import { around, functionAround, insertAt, nodesOf, remove, statementAround } from '../syntax.ts';
import type { Operator, Scope } from './operator.ts';
import { creationOf, sessionCallsIn } from './sdk-sessions.ts';

const serverNames = ['McpServer', 'Server'];

/** Methods by which web frameworks are given a function that runs for each request. */
const routes = ['get', 'post', 'put', 'delete', 'all', 'use'];

export const hoistServer: Operator = {
  name: 'hoist-server',
  family: 'sessions',
  text: 'the server of a request moves out of its handler, and all requests share it',
  rules: ['no-shared-server'],
  *sites(file, scope) {
    for (const open of sessionCallsIn(file, scope)) {
      const declaration = creationOf(open);
      if (open.method !== 'connect' || !serverNames.some((name) => open.kind.names.includes(name)) || !declaration)
        continue;
      const handler = handlerAround(declaration, scope);
      const outer = handler && statementAround(handler.parent);
      const own = statementAround(declaration);
      if (!handler || !outer || !own || !isMovable(declaration, handler, scope)) continue;
      yield {
        at: declaration.getStart(),
        edits: [remove(own.statement), insertAt(outer.statement.getStart(), `${own.statement.getText()}\n`)],
      };
    }
  },
};

/** The function around that a framework runs once per request. */
function handlerAround(node: ts.Node, { checker }: Scope): ts.SignatureDeclaration | undefined {
  const owner = functionAround(node);
  if (ts.isSourceFile(owner) || !ts.isCallExpression(owner.parent)) return undefined;
  const { expression } = owner.parent;
  const isRoute =
    ts.isPropertyAccessExpression(expression) &&
    routes.includes(expression.name.text) &&
    !isOneOf(originsOf(expression.expression, checker), ['typescript'], ['Map', 'Set']);
  const isHttp = isOneOf(calleeOrigins(owner.parent, checker), ['@types/node'], ['createServer']);
  const [request] = owner.parameters;
  return (isRoute || isHttp) && request && /^(_?req|request|c|ctx|context)$/.test(request.name.getText())
    ? owner
    : undefined;
}

/** Whether nothing in the declaration comes from the handler. */
function isMovable(declaration: ts.VariableDeclaration, handler: ts.SignatureDeclaration, { checker }: Scope): boolean {
  const list = around(declaration, ts.isVariableDeclarationList);
  if (list?.declarations.length !== 1) return false;
  if (declaration.initializer && ts.isAwaitExpression(declaration.initializer)) return false;
  return [...nodesOf(declaration.initializer ?? declaration, ts.isIdentifier)].every((name) => {
    const from = checker.getSymbolAtLocation(name)?.valueDeclaration;
    return (
      !from ||
      from.pos < handler.pos ||
      from.end > handler.end ||
      (from.pos >= declaration.pos && from.end <= declaration.end)
    );
  });
}
