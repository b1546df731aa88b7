import type { Site, Slot } from '../../analysis/flow-graph.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { assignedIn, bindingOf, isConstant, patternHolderOf, scopeOf, syntax } from '../../type-utils/index.ts';

/** Where the variables of a file are assigned, and the slots that stand for them: by syntax alone, once a file. */
export class FileSlots {
  readonly #slots = new Map<Site, Slot>();
  readonly #fields = new Map<ts.Node, Map<string, Site>>();
  readonly #properties = new Map<ts.Node, Map<string, Slot>>();
  readonly #roots = new Map<Slot, { readonly binding: ts.VariableDeclaration; readonly property: string }>();
  readonly #shared = new Map<ts.Node, number>();
  readonly #assigned = new Set<ts.Node>();
  readonly #assignedByClosures = new Set<ts.Node>();

  constructor(file: ts.SourceFile) {
    for (const target of assignedIn(file)) this.#assign(target as ts.Expression);
  }

  /** The slot of a variable or parameter, or `undefined` for a global, a function or a class. */
  variable(identifier: ts.Identifier): Slot | undefined {
    const binding = bindingOf(identifier);
    return binding && !syntax.isFunctionDeclaration(binding) && !syntax.isClassLike(binding)
      ? this.ofBinding(binding, identifier.text)
      : undefined;
  }

  /** The slot of what a binding declares. */
  ofBinding(binding: ts.Node, name: string): Slot {
    const known = this.#slots.get(binding);
    if (known) return known;
    const slot: Slot = {
      kind: 'variable',
      declaration: binding,
      name,
      bundle: patternHolderOf(binding),
      scope: scopeOf(binding),
      reassigned: this.#assigned.has(binding),
      reassignedElsewhere: this.#assignedByClosures.has(binding),
    };
    this.#slots.set(binding, slot);
    return slot;
  }

  /** The slot of `this.x`, or `undefined` where an accessor or a method has the name. */
  field(access: ts.PropertyAccessExpression): Slot | undefined {
    const owner = syntax.classOfThis(access);
    if (!owner) return undefined;
    const name = access.name.text;
    const declaration = this.#fieldOf(owner, name);
    if (!declaration) return undefined;
    return this.ofField(declaration, name, owner);
  }

  /** Whether `this.x` runs a getter of the class. */
  runsGetter(access: ts.PropertyAccessExpression): boolean {
    if (access.expression.kind !== syntax.SyntaxKind.ThisKeyword) return false;
    const getter = syntax
      .classOfThis(access)
      ?.members.find((m) => syntax.isGetAccessor(m) && syntax.isMemberName(m.name) && m.name.text === access.name.text);
    return getter !== undefined;
  }

  /** The slot of a field that is initialized where it is declared. */
  ofField(declaration: Site, name: string, owner: ts.ClassLikeDeclaration): Slot {
    const known = this.#slots.get(declaration);
    if (known) return known;
    const slot: Slot = {
      kind: 'field',
      declaration,
      name: `this.${name}`,
      bundle: declaration,
      scope: owner,
      reassigned: true,
      reassignedElsewhere: false,
    };
    this.#slots.set(declaration, slot);
    return slot;
  }

  /** The slot of `name.property`, where `name` is a constant that holds an object literal. */
  property(root: ts.Identifier, property: string): Slot | undefined {
    const binding = bindingOf(root);
    return binding && syntax.isVariableDeclaration(binding) && isPlainObject(binding)
      ? this.propertyOf(binding, property, root.text)
      : undefined;
  }

  propertyOf(binding: ts.VariableDeclaration, property: string, rootName: string): Slot {
    let slots = this.#properties.get(binding);
    if (!slots) this.#properties.set(binding, (slots = new Map<string, Slot>()));
    let slot = slots.get(property);
    if (!slot) {
      slot = {
        kind: 'property',
        declaration: {},
        name: `${rootName}.${property}`,
        bundle: binding,
        scope: scopeOf(binding),
        reassigned: true,
        reassignedElsewhere: this.#assignedByClosures.has(binding),
      };
      slots.set(property, slot);
      this.#roots.set(slot, { binding, property });
    }
    return slot;
  }

  /** Whether a constant object went somewhere as a whole before a place: what is stored in it then can be seen there. */
  isSharedBefore(root: ts.Identifier): boolean {
    const binding = bindingOf(root);
    if (!binding || !syntax.isVariableDeclaration(binding)) return false;
    let shared = this.#shared.get(binding);
    if (shared === undefined) this.#shared.set(binding, (shared = firstUseAsWhole(binding)));
    return shared < root.pos;
  }

  /** The properties of a constant object that have slots. */
  propertiesOf(root: ts.Identifier): readonly Slot[] {
    const binding = bindingOf(root);
    const slots = binding && this.#properties.get(binding);
    return slots ? [...slots.values()] : [];
  }

  /** The constant object that a slot is a property of. */
  rootOf(slot: Slot): { readonly binding: ts.VariableDeclaration; readonly property: string } | undefined {
    return this.#roots.get(slot);
  }

  #fieldOf(owner: ts.ClassLikeDeclaration, name: string): Site | undefined {
    let fields = this.#fields.get(owner);
    if (!fields) this.#fields.set(owner, (fields = new Map<string, Site>()));
    const known = fields.get(name);
    if (known) return known;
    const member = owner.members.find((m) => m.name && syntax.isMemberName(m.name) && m.name.text === name);
    if (
      member &&
      (syntax.isGetAccessor(member) ||
        syntax.isSetAccessor(member) ||
        member.kind === syntax.SyntaxKind.MethodDeclaration)
    )
      return undefined;
    const parameter = member ?? parameterProperty(owner, name) ?? {};
    fields.set(name, parameter);
    return parameter;
  }

  #assign(target: ts.Expression): void {
    const inner = syntax.withoutAssertions(target);
    if (syntax.isIdentifier(inner)) this.#note(inner, inner);
    else if (syntax.isPropertyAccessExpression(inner) && syntax.isIdentifier(inner.expression))
      this.#noteProperty(inner.expression, inner);
    else if (syntax.isArrayLiteralExpression(inner))
      for (const element of inner.elements)
        this.#assign(syntax.isSpreadElement(element) ? element.expression : element);
    else if (syntax.isObjectLiteralExpression(inner)) {
      for (const property of inner.properties) {
        if (syntax.isShorthandPropertyAssignment(property)) this.#note(property.name, property);
        else if (syntax.isPropertyAssignment(property)) this.#assign(property.initializer);
        else if (syntax.isSpreadAssignment(property)) this.#assign(property.expression);
      }
    } else if (syntax.isPlainAssignment(inner)) this.#assign(inner.left);
  }

  #note(name: ts.Identifier, at: ts.Node): void {
    const binding = bindingOf(name);
    if (!binding) return;
    this.#assigned.add(binding);
    if (syntax.containerOf(at) !== syntax.containerOf(binding)) this.#assignedByClosures.add(binding);
  }

  /** A property of a constant object: what a nested function assigns makes all its properties unknown. */
  #noteProperty(root: ts.Identifier, at: ts.Node): void {
    const binding = bindingOf(root);
    if (binding && syntax.isVariableDeclaration(binding) && syntax.containerOf(at) !== syntax.containerOf(binding))
      this.#assignedByClosures.add(binding);
  }
}

/** The slots of a file, by syntax alone. */
export const slotsOf = memo((file: ts.SourceFile): FileSlots => new FileSlots(file));

/** Where an object is first used other than by its properties. */
function firstUseAsWhole(binding: ts.VariableDeclaration): number {
  let first = Infinity;
  const visit = (node: ts.Node): void => {
    const isUse = syntax.isIdentifier(node) && node !== binding.name && bindingOf(node) === binding;
    if (isUse && !(syntax.isPropertyAccessExpression(node.parent) && node.parent.expression === node))
      first = Math.min(first, node.pos);
    syntax.forEachChild(node, visit);
  };
  visit(scopeOf(binding));
  return first;
}

/** Whether a declaration is a constant object literal whose properties can be followed one by one. */
export function isPlainObject(binding: ts.VariableDeclaration): boolean {
  if (!isConstant(binding) || !binding.initializer) return false;
  const literal = syntax.withoutAssertions(binding.initializer);
  // Accessors and methods can reach the other properties through `this`.
  return (
    syntax.isObjectLiteralExpression(literal) &&
    literal.properties.every(
      (p) => syntax.isPropertyAssignment(p) || syntax.isShorthandPropertyAssignment(p) || syntax.isSpreadAssignment(p),
    )
  );
}

function parameterProperty(owner: ts.ClassLikeDeclaration, name: string): ts.ParameterDeclaration | undefined {
  for (const member of owner.members) {
    if (member.kind !== syntax.SyntaxKind.Constructor) continue;
    const constructor = member as ts.ConstructorDeclaration;
    return constructor.parameters.find(
      (p) => p.modifiers && p.modifiers.length > 0 && syntax.isIdentifier(p.name) && p.name.text === name,
    );
  }
  return undefined;
}
