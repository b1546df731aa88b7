import type { ConstructRule, Protocol, State } from '../../models/sessions/protocol.ts';
import { uniqueIds } from '../../models/sessions/unique-ids.ts';
import { nodesIn } from '../../program/values/nodes.ts';
import type { Compiler, ts } from '../../type-utils/index.ts';
import {
  calledName,
  constantInitializerOf,
  isCallOf,
  lastNamesOf,
  propertyNamed,
  syntax,
} from '../../type-utils/index.ts';

/** The state that a constructor leaves a session in; `undefined` where its arguments do not tell. */
export function startState(protocol: Protocol, node: ts.NewExpression, compiler: Compiler): State | undefined {
  for (const rule of protocol.constructWith ?? []) {
    const holds = rulesHolds(rule, node, compiler);
    if (holds === undefined) return undefined;
    if (holds) return rule.state;
  }
  return protocol.construct;
}

/** Whether a rule about a constructor's option holds; `undefined` where the arguments do not tell. */
function rulesHolds(rule: ConstructRule, node: ts.NewExpression, compiler: Compiler): boolean | undefined {
  const args = node.arguments ?? [];
  if (args.slice(0, rule.argument + 1).some((argument) => argument.kind === syntax.SyntaxKind.SpreadElement))
    return undefined;
  let value: ts.Expression | undefined = args[rule.argument];
  for (const name of rule.property) {
    if (value === undefined || isUndefined(value)) return !rule.given;
    const literal = syntax.withoutAssertions(value);
    if (!syntax.isObjectLiteralExpression(literal)) return undefined;
    if (
      literal.properties.some(
        (p) => p.kind === syntax.SyntaxKind.SpreadAssignment || p.name.kind === syntax.SyntaxKind.ComputedPropertyName,
      )
    )
      return undefined;
    const property = propertyNamed(literal, name);
    if (!property) return !rule.given;
    if (syntax.isPropertyAssignment(property)) value = property.initializer;
    else if (syntax.isShorthandPropertyAssignment(property)) value = property.name;
    else return undefined;
  }
  if (value === undefined || isUndefined(value)) return !rule.given;
  const inner = syntax.withoutAssertions(value);
  if (rule.unique) return isUnique(inner, compiler);
  // What a variable holds may be `undefined`.
  const isCertain =
    inner.kind !== syntax.SyntaxKind.Identifier &&
    inner.kind !== syntax.SyntaxKind.ConditionalExpression &&
    inner.kind !== syntax.SyntaxKind.CallExpression &&
    inner.kind !== syntax.SyntaxKind.PropertyAccessExpression;
  return isCertain ? rule.given : undefined;
}

/** Whether a value is another one whenever it is evaluated: a new identifier, or a text with one. */
function isUnique(value: ts.Expression, compiler: Compiler): boolean {
  const stated = syntax.isIdentifier(value) ? constantInitializerOf(value) : undefined;
  return nodesIn(stated ?? value, syntax.isCallExpression).some((call) => {
    const origin = lastName(call) === undefined ? undefined : compiler.calleeOrigin(call);
    return origin !== undefined && uniqueIds.some((callee) => isCallOf(origin, callee));
  });
}

/** The name of a callee that may make identifiers. */
function lastName(call: ts.CallExpression): string | undefined {
  const name = calledName(call);
  return name !== undefined && uniqueIds.some((callee) => lastNamesOf(callee).includes(name)) ? name : undefined;
}

function isUndefined(node: ts.Expression): boolean {
  const inner = syntax.withoutAssertions(node);
  return syntax.isIdentifier(inner) && inner.text === 'undefined';
}
