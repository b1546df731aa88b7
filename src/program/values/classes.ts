import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  declarationOf,
  filesNaming,
  hasModuleAsObject,
  syntax,
  typeDeclarationsOf,
  usesOf,
} from '../../type-utils/index.ts';
import { assignmentsTo, functionsAround, superCallIn } from './functions.ts';
import { contentsOf, isOfInstance } from './later-changes.ts';
import { valueOfMerged } from './literals.ts';
import { anywhere, contains } from './nodes.ts';
import { isGlobal } from './runs.ts';
import { argumentAt, type Scope } from './scope.ts';
import {
  choice,
  type Lazy,
  type ListValue,
  type OpaqueResult,
  optionsOf,
  propertyOf,
  unknown,
  type Value,
} from './values.ts';

/** The result of a call or `new` that is not followed. */
export function madeBy(node: ts.CallExpression | ts.NewExpression, scope: Scope): OpaqueResult {
  const made: OpaqueResult = {
    kind: 'made',
    call: node,
    argument: (index) =>
      index === 0 && syntax.isCallExpression(node) && scope.interpreter.knowledge.isCopy(node)
        ? copied(made, argumentAt(node, 0, scope), scope)
        : argumentAt(node, index, scope),
    receiver: () => {
      const callee = syntax.withoutAssertions(node.expression);
      return syntax.isPropertyAccessExpression(callee) ? scope.evaluate(callee.expression) : unknown(node);
    },
    assigned: new Map(),
    member: (name) => (syntax.isNewExpression(node) ? memberOfClass(node, made, name, scope) : undefined),
    lacks: (name) => syntax.isNewExpression(node) && lacksMember(node, name, scope),
    modelled: (name) => scope.interpreter.knowledge.propertyOf(made, name),
    base: () => (syntax.isNewExpression(node) ? baseOf(node, scope) : undefined),
    node,
  };
  return made;
}

/** What a copy is made with: what its original was, with what the copy is given laid over it. */
function copied(copy: OpaqueResult, given: Value, scope: Scope): Value {
  const originals = optionsOf(copy.receiver()).map((option) => {
    if (option.kind !== 'made') return unknown(option.node);
    const options = (option.base() ?? option).argument(0);
    const assigned = [...option.assigned].map(([name, later]): [string, Lazy] => [
      name,
      () => choice([propertyOf(options, name), later()], copy.node),
    ]);
    const changes: Value = { kind: 'object', properties: new Map(assigned), isOpen: false, node: copy.node };
    return valueOfMerged([options, changes], copy.node, scope);
  });
  return valueOfMerged([choice(originals, copy.node), given], copy.node, scope);
}

/** The result of `new`; of `new Map(…)` and `new Set(…)` with what is in it. */
export function madeByNew(node: ts.NewExpression, scope: Scope): OpaqueResult {
  const made = madeBy(node, scope);
  const kind = isGlobal(node.expression, 'Map') ? 'Map' : isGlobal(node.expression, 'Set') ? 'Set' : undefined;
  if (!kind) return made;
  // What is put into it may be made of what is in it.
  let list: ListValue = { kind: 'list', elements: [], isOpen: true, node };
  let isKnown = false;
  return {
    ...made,
    contents: {
      isMap: kind === 'Map',
      list: () => {
        if (isKnown) return list;
        isKnown = true;
        // In a function that calls itself, what goes into it may come out of another one that is made at the same place.
        return (list = scope.interpreter.deeper(() => contentsOf(made, kind, scope)) ?? list);
      },
    },
  };
}

/** What `super(…)` gives to the class outside of the program that the constructed one extends. */
function baseOf(node: ts.NewExpression, scope: Scope): OpaqueResult | undefined {
  const own = madeBy(node, scope);
  const last = constructionOf(node, own.argument, scope).at(-1);
  return last && !last.owner ? { ...own, argument: last.argument } : undefined;
}

/** A class on the way from the one that is constructed to its last base, with what its constructor is given. */
interface ConstructionStep {
  /** Undefined for a class outside of the program, which is the last. */
  readonly owner: ts.ClassLikeDeclaration | undefined;
  readonly argument: OpaqueResult['argument'];
}

/** The classes whose constructors `new` runs, as far as what each is given is known. */
function constructionOf(
  node: ts.NewExpression,
  given: OpaqueResult['argument'],
  scope: Scope,
): readonly ConstructionStep[] {
  const steps: ConstructionStep[] = [];
  let argument = given;
  for (const owner of classesOf(node, scope)) {
    steps.push({ owner, argument });
    const made = owner?.members.find(syntax.isConstructorDeclaration);
    if (!made) continue;
    const call = superCallIn(made);
    if (!call) break;
    const inside = scope.global.within(made, argument);
    argument = (index) => argumentAt(call, index, inside);
  }
  return steps;
}

/** The class that `new` constructs and those that it extends, nearest first; `undefined`, as the last, is not known here. */
function* classesOf(node: ts.NewExpression, scope: Scope): Generator<ts.ClassLikeDeclaration | undefined, void> {
  const seen = new Set<ts.Node>();
  for (let callee: ts.Expression | undefined = node.expression; callee;) {
    const owner = classNamedBy(callee, scope);
    if (!owner || seen.has(owner)) {
      yield undefined;
      return;
    }
    yield owner;
    seen.add(owner);
    callee = syntax.superclassOf(owner);
  }
}

/** The class of the program that a reference stands for, also by a variable: `tools.map((ToolClass) => new ToolClass())`. */
function classNamedBy(reference: ts.Expression, scope: Scope): ts.ClassLikeDeclaration | undefined {
  const name = syntax.withoutAssertions(reference);
  if (!syntax.isIdentifier(name)) return undefined;
  const owner = classAt(name, scope);
  if (owner || !isHeld(name)) return owner;
  const [held, other] = optionsOf(scope.evaluate(name));
  return held && !other && syntax.isIdentifier(held.node) ? classAt(held.node, scope) : undefined;
}

function classAt(name: ts.Identifier, { program }: Scope): ts.ClassLikeDeclaration | undefined {
  const owner = declarationOf(name, program);
  return owner && syntax.isClassLike(owner) && !owner.getSourceFile().isDeclarationFile ? owner : undefined;
}

/** Whether a variable or parameter of the file has the name. */
function isHeld(name: ts.Identifier): boolean {
  const binding = bindingOf(name);
  return (
    binding !== undefined &&
    (syntax.isParameter(binding) || syntax.isVariableDeclaration(binding) || syntax.isBindingElement(binding))
  );
}

/** A method, or what a field or getter gives, of the class that is constructed or one of its bases. */
function memberOfClass(node: ts.NewExpression, made: OpaqueResult, name: string, scope: Scope): Value | undefined {
  for (const owner of classesOf(node, scope)) {
    const inside = owner && scope.global.within(owner, () => unknown(owner), { receiver: () => made });
    const value = inside && memberIn(owner, name, inside, owner);
    if (value) return value;
  }
  return undefined;
}

/** Whether neither the class that is constructed nor one of its bases has a member by a name, or copies any into itself. */
function lacksMember(node: ts.NewExpression, name: string, scope: Scope): boolean {
  for (const owner of classesOf(node, scope)) {
    if (!owner || declaresMember(owner, name) || handsItselfOn(owner)) return false;
    // An interface of the same name may declare more.
    if (owner.name && typeDeclarationsOf(owner.name, scope.program).length > 1) return false;
  }
  return true;
}

/** As a member, a parameter of the constructor, or whatever a computed name is. */
function declaresMember(owner: ts.ClassLikeDeclaration, name: string): boolean {
  const parameters = owner.members.find(syntax.isConstructorDeclaration)?.parameters ?? [];
  const names = [name, `'${name}'`, `"${name}"`];
  return [...owner.members, ...parameters].some(
    ({ name: declared }) => declared && (syntax.isComputedPropertyName(declared) || names.includes(declared.getText())),
  );
}

/** `Object.assign(this, options)`, `this[key] = …`: members that the class does not declare. */
const handsItselfOn = memo((owner: ts.ClassLikeDeclaration): boolean =>
  contains(
    owner,
    (each) => each.kind === syntax.SyntaxKind.ThisKeyword && !syntax.isPropertyAccessExpression(each.parent),
    anywhere,
  ),
);

/** `this.tools`: what the class that it is in says of it. */
export function valueOfField(access: ts.PropertyAccessExpression, scope: Scope): Value {
  const owner = syntax.classOfThis(access);
  if (!owner) return unknown(access);
  const { text } = access.name;
  const receivers = scope.receiver ? optionsOf(scope.receiver()) : [];
  const known = receivers.flatMap((made) => (made.kind === 'made' ? (made.member(text) ?? []) : []));
  if (known.length > 0 && known.length === receivers.length) return choice(known, access);
  const own = memberIn(owner, text, scope.global, access);
  const isOfConstructor = own
    ? optionsOf(own).every((each) => isParameterOf(each, owner))
    : isKeptParameter(owner, text, scope.program);
  const made = isOfConstructor ? constructionsOf(owner, scope.program) : [];
  const given = made.flatMap((node) => madeBy(node, scope.global).member(text) ?? []);
  return given.length > 0 && given.length === made.length ? choice(given, access) : (own ?? unknown(access));
}

/** Whether a value is what a class is constructed with. */
function isParameterOf(value: Value, owner: ts.ClassLikeDeclaration): boolean {
  const symbol = value.kind === 'unknown' ? value.symbol : undefined;
  return symbol?.kind === 'parameter' && syntax.isConstructorDeclaration(symbol.fn) && symbol.fn.parent === owner;
}

/** `constructor(private readonly root: string)`, where nothing else is assigned to it. */
function isKeptParameter(owner: ts.ClassLikeDeclaration, name: string, program: ts.Program): boolean {
  const { property } = parameterProperty(owner, name);
  return property !== undefined && assignmentsTo(property, program).length === 0;
}

function parameterProperty(
  owner: ts.ClassLikeDeclaration,
  name: string,
): {
  readonly constructor: ts.ConstructorDeclaration | undefined;
  readonly property: ts.ParameterDeclaration | undefined;
} {
  const constructor = owner.members.find(syntax.isConstructorDeclaration);
  const property = constructor?.parameters.find(
    (each) => syntax.isParameterPropertyDeclaration(each, constructor) && each.name.getText() === name,
  );
  return { constructor, property };
}

/** How many constructions of a class are followed. */
const MAX_CONSTRUCTIONS = 4;

/** All constructions of a class in the program, where these are few and nothing else can construct or extend it. */
const constructionsOf = memo((owner: ts.ClassLikeDeclaration, program: ts.Program): readonly ts.NewExpression[] => {
  const file = owner.getSourceFile();
  const isOpen = [...filesNaming(program, file)].some((each) => each !== file && hasModuleAsObject(each));
  if (!owner.name || isOpen || /\bnew\s+this\b/.test(owner.getText())) return [];
  const found: ts.NewExpression[] = [];
  for (const use of usesOf(owner, program)) {
    const parent = syntax.parentOf(use);
    if (syntax.isNewExpression(parent) && parent.expression === use) found.push(parent);
    else if (!isOnlyNamed(use, parent)) return [];
  }
  return found.length <= MAX_CONSTRUCTIONS ? found : [];
});

/** A type, an import or export, `instanceof`, and a static member. */
function isOnlyNamed(use: ts.Node, parent: ts.Node): boolean {
  return (
    (syntax.isTypeNode(parent) && parent.kind !== syntax.SyntaxKind.ExpressionWithTypeArguments) ||
    syntax.isImportSpecifier(parent) ||
    syntax.isImportClause(parent) ||
    parent.kind === syntax.SyntaxKind.ExportSpecifier ||
    parent.kind === syntax.SyntaxKind.QualifiedName ||
    (syntax.isBinaryExpression(parent) && parent.operatorToken.kind === syntax.SyntaxKind.InstanceOfKeyword) ||
    (syntax.isPropertyAccessExpression(parent) && parent.expression === use)
  );
}

/** What a member of a class is; a field that nothing but its declaration or the constructor gives a value. */
function memberIn(owner: ts.ClassLikeDeclaration, name: string, scope: Scope, from: ts.Node): Value | undefined {
  const { interpreter } = scope;
  const member = owner.members.find((each) => each.name?.getText() === name);
  if (!member) {
    const { constructor, property } = parameterProperty(owner, name);
    const argument = property && constructor && argumentsOf(constructor, scope);
    if (!argument || !syntax.isIdentifier(property.name)) return undefined;
    const given = scope.within(constructor, argument).evaluate(property.name);
    return choice([given, ...assignedTo(property, scope)], from);
  }
  if (syntax.isMethodDeclaration(member) && !member.body) return undefined;
  if (syntax.isMethodDeclaration(member))
    return { kind: 'function', fn: member, node: member, inCall: interpreter.runIn(member, scope) };
  if (syntax.isGetAccessor(member)) return interpreter.runIn(member, scope).result(() => unknown(member));
  if (!syntax.isPropertyDeclaration(member)) return undefined;
  const { initializer } = member;
  const initial = initializer ? [scopeOfSource(initializer, scope).evaluate(initializer)] : [];
  const values = [...initial, ...assignedTo(member, scope)];
  return choice(values.length === 0 ? [unknown(from)] : values, from);
}

/** What is assigned to a field of an instance, wherever that is. */
function assignedTo(member: ts.PropertyDeclaration | ts.ParameterDeclaration, scope: Scope): readonly Value[] {
  return assignmentsTo(member, scope.program).flatMap(({ left, right, operatorToken }) => {
    const isSet = operatorToken.kind === syntax.SyntaxKind.EqualsToken;
    return isSet && isOfInstance(left, scope.at(left), scope) ? [scopeOfSource(right, scope).evaluate(right)] : [];
  });
}

/** The scope of what is assigned to a field: in the constructor with what is given to it, where that is known. */
function scopeOfSource(source: ts.Expression, scope: Scope): Scope {
  const [outermost] = functionsAround(source).slice(-1);
  const argument = outermost && syntax.isConstructorDeclaration(outermost) && argumentsOf(outermost, scope);
  return outermost && argument ? scope.within(outermost, argument) : scope.at(source);
}

/** What is given to a constructor that made `this`: that of its class, or of one that this extends. */
function argumentsOf(constructor: ts.ConstructorDeclaration, scope: Scope): OpaqueResult['argument'] | undefined {
  const made = scope.receiver?.();
  if (made?.kind !== 'made' || !syntax.isNewExpression(made.call)) return undefined;
  return constructionOf(made.call, made.argument, scope).find(({ owner }) => owner === constructor.parent)?.argument;
}
