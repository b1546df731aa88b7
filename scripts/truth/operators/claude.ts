import ts from 'typescript';
import { calleeOrigins, isOneOf } from '../origins.ts';
import { addProperty, insertAt, nodesOf, propertyOf, replace, valueOf } from '../syntax.ts';
import type { Operator, Scope } from './operator.ts';
import { isCallOrNew } from './sdk-tools.ts';

/** The options of `query({ prompt, options })` of Claude's Agent SDK, where they are written in place. */
function queriesIn(file: ts.SourceFile, { checker }: Scope): readonly ts.ObjectLiteralExpression[] {
  return [...nodesOf(file, isCallOrNew)].flatMap((call) => {
    if (!isOneOf(calleeOrigins(call, checker), ['@anthropic-ai/claude-agent-sdk'], ['query'])) return [];
    const given = call.arguments?.[0];
    const options = given && ts.isObjectLiteralExpression(given) ? optionsIn(given, checker) : undefined;
    return options ?? [];
  });
}

/** The literal, also where a variable of the file holds it. */
function optionsIn(given: ts.ObjectLiteralExpression, checker: ts.TypeChecker): ts.ObjectLiteralExpression | undefined {
  const property = propertyOf(given, 'options');
  if (!property) return undefined;
  if (ts.isPropertyAssignment(property) && ts.isObjectLiteralExpression(property.initializer))
    return property.initializer;
  const symbol = ts.isShorthandPropertyAssignment(property)
    ? checker.getShorthandAssignmentValueSymbol(property)
    : ts.isPropertyAssignment(property) && checker.getSymbolAtLocation(property.initializer);
  const declaration = symbol ? symbol.valueDeclaration : undefined;
  const value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** Whether something else may decide: `tools` restricts, hooks stop. */
function isOpen(options: ts.ObjectLiteralExpression): boolean {
  return ['tools', 'hooks', 'disallowedTools'].every((name) => !propertyOf(options, name));
}

export const bypassPermissions: Operator = {
  name: 'bypass-permissions',
  family: 'approvals',
  text: "`permissionMode` of a query becomes `'bypassPermissions'`",
  rules: ['no-unguarded-sensitive-tool', 'no-ineffective-guardrail'],
  *sites(file, scope) {
    for (const options of queriesIn(file, scope).filter(isOpen)) {
      const mode = propertyOf(options, 'permissionMode');
      const value = valueOf(options, 'permissionMode');
      if (value) yield { at: options.getStart(), edits: [replace(value, "'bypassPermissions'")] };
      else if (!mode)
        yield { at: options.getStart(), edits: [addProperty(options, "permissionMode: 'bypassPermissions'")] };
    }
  },
};

export const widenAllowedTools: Operator = {
  name: 'widen-allowed-tools',
  family: 'approvals',
  text: '`Bash` joins the tools that run without approval',
  rules: ['require-guardrail', 'no-ineffective-guardrail'],
  *sites(file, scope) {
    for (const options of queriesIn(file, scope).filter(isOpen)) {
      const list = valueOf(options, 'allowedTools');
      if (list && ts.isArrayLiteralExpression(list))
        yield { at: options.getStart(), edits: [insertAt(list.getStart() + 1, "'Bash', ")] };
      else if (!propertyOf(options, 'allowedTools'))
        yield { at: options.getStart(), edits: [addProperty(options, "allowedTools: ['Bash']")] };
    }
  },
};
