import ts from 'typescript';
import { around, canAwait, functionAround, insertAt, remove, replace, statementAround } from '../syntax.ts';
import type { Operator, Scope, Site } from './operator.ts';
import { creationOf, isOnlyCalledOn, sessionCallsIn } from './sdk-sessions.ts';
import type { SessionCall } from './sdk-sessions.ts';
import { statementOfCall } from './sessions-open.ts';

export const dropClose: Operator = {
  name: 'drop-close',
  family: 'sessions',
  text: 'the only `close()` of a session goes that its function made',
  rules: ['require-session-close'],
  *sites(file, scope) {
    for (const { close, statement } of onlyClosings(file, scope))
      yield { at: close.call.getStart(), edits: [remove(statement)] };
  },
};

export const uncalledClose: Operator = {
  name: 'uncalled-close',
  family: 'sessions',
  text: '`client.close` without the parentheses',
  rules: ['require-session-close'],
  *sites(file, scope) {
    for (const { close } of onlyClosings(file, scope))
      yield { at: close.call.getStart(), edits: [replace(close.call, close.call.expression.getText())] };
  },
};

export const closeOutOfFinally: Operator = {
  name: 'close-out-of-finally',
  family: 'sessions',
  text: 'the `close()` moves from `finally` to the end of `try`, so that a failed request leaves the session open',
  rules: ['require-session-close'],
  *sites(file, scope) {
    for (const { close, statement } of onlyClosings(file, scope)) {
      const edits = outOfFinally(close, statement, scope);
      if (edits) yield { at: close.call.getStart(), edits };
    }
  },
};

function outOfFinally(close: SessionCall, statement: ts.ExpressionStatement, scope: Scope): Site['edits'] | undefined {
  const attempt = around(statement, ts.isTryStatement);
  if (attempt?.finallyBlock !== statement.parent || attempt.catchClause) return undefined;
  const isRequested = sessionCallsIn(attempt.tryBlock, scope).some(
    ({ symbol, method, kind, call }) =>
      symbol === close.symbol && kind.requests.includes(method) && ts.isAwaitExpression(call.parent),
  );
  if (!isRequested) return undefined;
  return [remove(statement), insertAt(attempt.tryBlock.end - 1, `${statement.getText()}\n`)];
}

export const closeBeforeUse: Operator = {
  name: 'close-before-use',
  family: 'sessions',
  text: 'a `close()` is put before a request on the same session',
  rules: ['no-wrong-session-state'],
  *sites(file, scope) {
    for (const { call, kind, method, receiver } of sessionCallsIn(file, scope)) {
      const own = statementAround(call);
      if (!kind.requests.includes(method) || !own || !canAwait(call) || isBehindFunction(call, own.statement)) continue;
      yield {
        at: call.getStart(),
        edits: [insertAt(own.statement.getStart(), `await ${receiver.getText()}.${kind.close}();\n`)],
      };
    }
  },
};

/** Whether the call runs in a callback of its statement. */
function isBehindFunction(call: ts.CallExpression, statement: ts.Statement): boolean {
  return functionAround(call) !== functionAround(statement);
}

interface Closing {
  readonly close: SessionCall;
  readonly statement: ts.ExpressionStatement;
}

/**
 * The `close()` of sessions that a function makes and gives to nothing else, where it is the only one. What a script
 * opens lives as long as its process, and is left out.
 */
function onlyClosings(file: ts.SourceFile, scope: Scope): readonly Closing[] {
  const calls = sessionCallsIn(file, scope);
  return calls.flatMap((close) => {
    const declaration = creationOf(close);
    const statement = statementOfCall(close.call);
    if (!close.kind.mustClose || close.method !== close.kind.close || !declaration || !statement) return [];
    const owner = functionAround(declaration);
    const isOnly =
      calls.filter(({ symbol, method }) => symbol === close.symbol && method === close.method).length === 1;
    const isOpened =
      close.kind.open === undefined ||
      calls.some(({ symbol, method, kind }) => symbol === close.symbol && method === kind.open);
    const isOwn = isOnlyCalledOn(close.symbol, file, scope.checker);
    return isOnly && isOpened && isOwn && !livesWithProcess(owner, file, scope) ? [{ close, statement }] : [];
  });
}

/** Whether a function is the module itself, or called by nothing but the module's top level: `main()`. */
function livesWithProcess(owner: ts.SignatureDeclaration | ts.SourceFile, file: ts.SourceFile, scope: Scope): boolean {
  if (ts.isSourceFile(owner)) return true;
  const { name } = owner;
  if (!name || !ts.isIdentifier(name)) return false;
  const symbol = scope.checker.getSymbolAtLocation(name);
  const calls: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) &&
      node !== name &&
      node.text === name.text &&
      scope.checker.getSymbolAtLocation(node) === symbol
    )
      calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls.length > 0 && calls.every((call) => ts.isSourceFile(functionAround(call)));
}
