import ts from 'typescript';
import { canAwait, insertAt, remove, statementAround } from '../syntax.ts';
import type { Operator, Scope, Site } from './operator.ts';
import { creationOf, isInOneFunction, sessionCallsIn } from './sdk-sessions.ts';
import type { SessionCall } from './sdk-sessions.ts';

const rules = ['no-wrong-session-state'];

/** `await client.connect(…)`, whole statements only. */
export const dropAwait: Operator = {
  name: 'drop-await',
  family: 'sessions',
  text: 'the `await` before a `connect()` goes, and a request follows',
  rules,
  *sites(file, scope) {
    for (const { open, statement } of openingsWithRequest(file, scope)) {
      const { expression } = statement;
      if (ts.isAwaitExpression(expression))
        yield {
          at: open.call.getStart(),
          edits: [{ start: expression.getStart(), end: open.call.getStart(), text: '' }],
        };
    }
  },
};

export const dropConnect: Operator = {
  name: 'drop-connect',
  family: 'sessions',
  text: 'the `connect()` goes, and a request follows',
  rules,
  *sites(file, scope) {
    for (const { open, statement } of openingsWithRequest(file, scope)) {
      if (creationOf(open)) yield { at: open.call.getStart(), edits: [remove(statement)] };
    }
  },
};

export const connectLate: Operator = {
  name: 'connect-late',
  family: 'sessions',
  text: 'the `connect()` moves behind the first request',
  rules,
  *sites(file, scope) {
    for (const { open, statement, request } of openingsWithRequest(file, scope)) {
      const first = statementAround(request.call);
      const own = statementAround(open.call);
      if (!creationOf(open) || first?.list !== own?.list || !first || ts.isReturnStatement(first.statement)) continue;
      yield {
        at: open.call.getStart(),
        edits: [remove(statement), insertAt(first.statement.end, `\n${statement.getText()}`)],
      };
    }
  },
};

export const connectTwice: Operator = {
  name: 'connect-twice',
  family: 'sessions',
  text: 'a session is connected twice, with the same transport',
  rules,
  *sites(file, scope) {
    for (const { open, statement } of openingsIn(file, scope))
      if (canAwait(statement))
        yield { at: open.call.getStart(), edits: [insertAt(statement.end, `\n${statement.getText()}`)] };
  },
};

export const registerLate: Operator = {
  name: 'register-late',
  family: 'sessions',
  text: 'a server connects before its first tool, resource or prompt is registered',
  rules,
  *sites(file, scope) {
    for (const { open, statement } of openingsIn(file, scope)) {
      const edits = registerLateEdits(open, statement, file, scope);
      if (edits) yield { at: open.call.getStart(), edits };
    }
  },
};

/** The `connect()` goes to where the server is made, with the declaration of its transport, which may come after that. */
function registerLateEdits(
  open: SessionCall,
  statement: ts.ExpressionStatement,
  file: ts.SourceFile,
  scope: Scope,
): Site['edits'] | undefined {
  const declaration = creationOf(open);
  const made = declaration && statementAround(declaration);
  const own = statementAround(open.call);
  if (!made || made.list !== own?.list) return undefined;
  const between = made.list.slice(made.index + 1, own.index);
  const isRegistered = sessionCallsIn(file, scope).some(
    (call) =>
      call.symbol === open.symbol &&
      call.kind.preparations.includes(call.method) &&
      between.some((each) => each === call.call.parent),
  );
  if (!isRegistered) return undefined;
  const moved = [...between.filter((each) => declaresTransport(each, open, scope)), statement];
  return [...moved.map(remove), insertAt(made.statement.end, moved.map((each) => `\n${each.getText()}`).join(''))];
}

function declaresTransport(statement: ts.Statement, open: SessionCall, { checker }: Scope): boolean {
  const [transport] = open.call.arguments;
  if (!transport || !ts.isIdentifier(transport) || !ts.isVariableStatement(statement)) return false;
  const symbol = checker.getSymbolAtLocation(transport);
  return statement.declarationList.declarations.some((each) => each === symbol?.valueDeclaration);
}

interface Opening {
  readonly open: SessionCall;
  readonly statement: ts.ExpressionStatement;
}

/** Statements that open a session. */
function openingsIn(file: ts.SourceFile, scope: Scope): readonly Opening[] {
  return sessionCallsIn(file, scope).flatMap((open) => {
    const statement = statementOfCall(open.call);
    return open.method === open.kind.open && statement ? [{ open, statement }] : [];
  });
}

/** Those that are awaited and followed by a request on the same session, in the same function. */
function openingsWithRequest(
  file: ts.SourceFile,
  scope: Scope,
): readonly (Opening & { readonly request: SessionCall })[] {
  const calls = sessionCallsIn(file, scope);
  return openingsIn(file, scope).flatMap(({ open, statement }) => {
    const own = statementAround(open.call);
    const later = own?.list.slice(own.index + 1) ?? [];
    const request = calls.find(
      ({ call, symbol, method, kind }) =>
        symbol === open.symbol &&
        kind.requests.includes(method) &&
        isInOneFunction(call, open.call) &&
        later.some((each) => each.pos <= call.pos && call.end <= each.end),
    );
    const isOpenedOnce =
      calls.filter((each) => each.symbol === open.symbol && each.method === open.method).length === 1;
    return request && isOpenedOnce && ts.isAwaitExpression(statement.expression) ? [{ open, statement, request }] : [];
  });
}

/** The statement that is nothing but this call, with or without `await`. */
export function statementOfCall(call: ts.CallExpression): ts.ExpressionStatement | undefined {
  const expression = ts.isAwaitExpression(call.parent) ? call.parent : call;
  const { parent } = expression;
  return ts.isExpressionStatement(parent) && statementAround(parent)?.statement === parent ? parent : undefined;
}
