import type { ts } from '../../type-utils/index.ts';
import { declarationOf, syntax, usesOf } from '../../type-utils/index.ts';
import { argumentAt, type Scope } from './scope.ts';
import { choice, type MadeValue, unknown, type Value } from './values.ts';

/** The result of a call or `new` that is not followed. */
export function madeBy(node: ts.CallExpression | ts.NewExpression, scope: Scope): MadeValue {
  return {
    kind: 'made',
    call: node,
    argument: (index) => argumentAt(node, index, scope),
    receiver: () => {
      const callee = syntax.withoutAssertions(node.expression);
      return syntax.isPropertyAccessExpression(callee) ? scope.evaluate(callee.expression) : unknown(node);
    },
    assigned: new Map(),
    member: (name) => (syntax.isNewExpression(node) ? memberOfClass(node, name, scope) : undefined),
    base: () => (syntax.isNewExpression(node) ? baseOf(node, scope) : undefined),
    node,
  };
}

/** What `super(…)` gives to the class outside of the program that the constructed one extends. */
function baseOf(node: ts.NewExpression, scope: Scope): MadeValue | undefined {
  const own = madeBy(node, scope);
  let argument = own.argument;
  const seen = new Set<ts.Node>();
  for (let callee: ts.Expression | undefined = node.expression; callee;) {
    const owner = classNamedBy(callee, scope);
    if (!owner) return { ...own, argument };
    if (seen.has(owner)) return undefined;
    seen.add(owner);
    const made = owner.members.find(syntax.isConstructorDeclaration);
    if (made) {
      const given = superCallIn(made);
      if (!given) return undefined;
      const inside = scope.global.within(made, argument);
      argument = (index) => argumentAt(given, index, inside);
    }
    callee = syntax.superclassOf(owner);
  }
  return undefined;
}

/** The class of the program that a reference stands for. */
function classNamedBy(reference: ts.Expression, scope: Scope): ts.ClassLikeDeclaration | undefined {
  const name = syntax.withoutAssertions(reference);
  const owner = syntax.isIdentifier(name) ? declarationOf(name, scope.program) : undefined;
  return owner && syntax.isClassLike(owner) && !owner.getSourceFile().isDeclarationFile ? owner : undefined;
}

/** A method, or what a field is initialized with, of the class that is constructed or one of its bases. */
function memberOfClass(node: ts.NewExpression, name: string, scope: Scope): Value | undefined {
  const seen = new Set<ts.Node>();
  for (let callee: ts.Expression | undefined = node.expression; callee;) {
    const owner = classNamedBy(callee, scope);
    if (!owner || seen.has(owner)) return undefined;
    seen.add(owner);
    const member = owner.members.find((each) => each.name?.getText() === name);
    if (member && syntax.isMethodDeclaration(member)) return { kind: 'function', fn: member, node: member };
    if (member && syntax.isPropertyDeclaration(member))
      return member.initializer ? scope.global.evaluate(member.initializer) : unknown(member);
    callee = syntax.superclassOf(owner);
  }
  return undefined;
}

/** A field that nothing but its declaration or the constructor gives a value. */
export function valueOfField(access: ts.PropertyAccessExpression, scope: Scope): Value {
  const owner = syntax.classOfThis(access);
  const field = owner?.members.find(
    (member): member is ts.PropertyDeclaration =>
      syntax.isPropertyDeclaration(member) && member.name.getText() === access.name.text,
  );
  if (!field) return unknown(access);
  const assigned = usesOf(field, scope.program).flatMap((use) => {
    const target = syntax.parentOf(use);
    const assignment = syntax.parentOf(target);
    if (!syntax.isPropertyAccessExpression(target) || !syntax.isBinaryExpression(assignment)) return [];
    return assignment.left === target && assignment.operatorToken.kind === syntax.SyntaxKind.EqualsToken
      ? [assignment.right]
      : [];
  });
  const sources = field.initializer ? [field.initializer, ...assigned] : assigned;
  return sources.length === 0
    ? unknown(access)
    : choice(
        sources.map((source) => scope.global.evaluate(source)),
        access,
      );
}

/** `super(…)`, as a statement of a constructor. */
function superCallIn({ body }: ts.ConstructorDeclaration): ts.CallExpression | undefined {
  for (const statement of body?.statements ?? []) {
    const call = syntax.isExpressionStatement(statement) ? statement.expression : undefined;
    if (call && syntax.isCallExpression(call) && call.expression.kind === syntax.SyntaxKind.SuperKeyword) return call;
  }
  return undefined;
}
