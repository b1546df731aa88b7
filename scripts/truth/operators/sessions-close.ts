import ts from 'typescript';
import { around, canAwait, functionAround, insertAt, nodesOf, remove, replace, statementAround } from '../syntax.ts';
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

export const closeByHelper: Operator = {
  name: 'close-by-helper',
  family: 'sessions',
  text: 'a function of the file closes it before a request',
  rules: ['no-wrong-session-state'],
  *sites(file, scope) {
    const isJavaScript = /\.[cm]?jsx?$/.test(file.fileName);
    for (const { call, kind, method, receiver } of sessionCallsIn(file, scope)) {
      const own = statementAround(call);
      if (!kind.requests.includes(method) || !own || !canAwait(call) || isBehindFunction(call, own.statement)) continue;
      const name = kind.names.find((each) => isImported(each, file));
      if (name === undefined) continue;
      const comment = isJavaScript ? `/** @param {${name}} session */\n` : '';
      const parameter = isJavaScript ? 'session' : `session: ${name}`;
      const helper = `\n${comment}async function seededStop(${parameter}) {\n  await session.${kind.close}();\n}\n`;
      yield {
        at: call.getStart(),
        edits: [
          insertAt(own.statement.getStart(), `await seededStop(${receiver.getText()});\n`),
          insertAt(file.end, helper),
        ],
      };
    }
  },
};

/** Whether an import of the file brings the name. */
function isImported(name: string, file: ts.SourceFile): boolean {
  return [...nodesOf(file, ts.isImportSpecifier)].some((specifier) => specifier.name.text === name);
}

export const earlyThrow: Operator = {
  name: 'early-throw',
  family: 'sessions',
  text: 'an error is thrown between `connect()` and a `close()` that no `finally` has',
  rules: ['require-session-close'],
  *sites(file, scope) {
    for (const { close, statement } of onlyClosings(file, scope)) {
      const isInFinally = around(statement, ts.isTryStatement)?.finallyBlock === statement.parent;
      if (!isInFinally && functionAround(statement) === functionAround(creationOf(close) ?? statement))
        yield {
          at: close.call.getStart(),
          edits: [insertAt(statement.getStart(), "if (process.env.SEEDED) throw new Error('seeded');\n")],
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
