import type { Slot } from '../../analysis/flow-graph.ts';
import type { Creation, OwnedSession } from '../../analysis/typestate/semantics.ts';
import { slotsOf } from '../../program/flow/slots.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import type { ts } from '../../type-utils/index.ts';
import { syntax } from '../../type-utils/index.ts';
import { givesItselfAway, onlyValueOf } from './fields.ts';
import { usesIn } from './uses.ts';

/** The queries about the fields of a class. */
interface Questions {
  readonly creationAt: (site: ts.Node) => Creation | undefined;
  readonly isOperation: (name: string) => boolean;
  readonly views: ReadonlySet<string>;
}

/** The classes whose new instances have sessions in their fields, and the names of these classes. */
export interface SessionOwners {
  readonly classes: ReadonlyMap<ts.Node, readonly OwnedSession[]>;
  readonly names: ReadonlySet<string>;
}

export function sessionOwnersOf(owners: readonly SessionOwner[]): SessionOwners {
  return {
    classes: new Map(owners.map(({ owner, sessions }) => [owner, sessions])),
    names: new Set(owners.flatMap(({ owner }) => owner.name?.text ?? [])),
  };
}

/** A class with the sessions that its new instances have. */
export interface SessionOwner {
  readonly owner: ts.ClassLikeDeclaration;
  readonly sessions: readonly OwnedSession[];
}

/** The classes at the top of a file whose new instances have sessions in their fields. */
export function sessionOwnersIn(file: ts.SourceFile, questions: Questions): readonly SessionOwner[] {
  // A class that is only declared has no values in its fields.
  if (file.isDeclarationFile) return [];
  return file.statements.flatMap((owner) => {
    if (!syntax.isClassLike(owner) || !owner.name) return [];
    const sessions = sessionsOwnedBy(owner, questions);
    return sessions.length > 0 ? [{ owner, sessions }] : [];
  });
}

/**
 * The sessions that a new instance of a class has in its fields: made by an initializer or by the constructor, which does
 * nothing else with them, and never replaced. A class that gives `this` away, or that has a superclass, is not followed.
 */
function sessionsOwnedBy(owner: ts.ClassLikeDeclaration, questions: Questions): readonly OwnedSession[] {
  if (syntax.superclassOf(owner) !== undefined) return [];
  const assigned = assignedInConstructor(owner);
  const mayBeMade = (field: Field): boolean =>
    [field.initializer, ...(assigned.get(field.name.text) ?? [])].some(
      (value) => value && questions.creationAt(syntax.withoutAssertions(value)) !== undefined,
    );
  // To find that a field has no other value takes a look at the whole class: last.
  const fields = owner.members
    .filter(isInstanceField)
    .filter(mayBeMade)
    .flatMap((field) => {
      const value = onlyValueOf(field);
      const made = value && syntax.withoutAssertions(value);
      const creation = made && questions.creationAt(made);
      if (!creation) return [];
      const slot = slotsOf(owner.getSourceFile()).ofField(field, field.name.text, owner);
      return [{ key: field, name: field.name.text, slot, creation }];
    });
  const isFollowed =
    fields.length > 0 && !givesItselfAway(owner) && fields.every(({ slot }) => isOnlyMade(owner, slot, questions));
  return isFollowed ? fields : [];
}

/** What the constructor assigns to members of `this`, by their names. */
function assignedInConstructor(owner: ts.ClassLikeDeclaration): ReadonlyMap<string, readonly ts.Expression[]> {
  const constructor = owner.members.find((member) => syntax.isConstructorDeclaration(member) && member.body);
  const assigned = new Map<string, readonly ts.Expression[]>();
  for (const { left, right } of constructor ? nodesIn(constructor, syntax.isAssignment, anywhere) : []) {
    if (!syntax.isPropertyAccessExpression(left) || left.expression.kind !== syntax.SyntaxKind.ThisKeyword) continue;
    assigned.set(left.name.text, [...(assigned.get(left.name.text) ?? []), right]);
  }
  return assigned;
}

type Field = ts.PropertyDeclaration & { readonly name: ts.Identifier | ts.PrivateIdentifier };

function isInstanceField(member: ts.ClassElement): member is Field {
  return (
    syntax.isPropertyDeclaration(member) &&
    syntax.isMemberName(member.name) &&
    !syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)
  );
}

/** Whether the code that runs for a new instance does nothing with the session, and leaves nothing that would. */
function isOnlyMade(owner: ts.ClassLikeDeclaration, slot: Slot, { isOperation, views }: Questions): boolean {
  return owner.members.every((member) => {
    if (!syntax.isConstructorDeclaration(member) && !syntax.isPropertyDeclaration(member)) return true;
    const uses = usesIn(member, slot, views);
    return !uses || (!uses.leaks && uses.methods.size === 0 && ![...uses.members].some(isOperation));
  });
}
