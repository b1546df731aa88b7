import type { Slot } from '../../analysis/flow-graph.ts';
import type { Uses } from '../../analysis/typestate/semantics.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { functionOfBinding, bindingOf, syntax } from '../../type-utils/index.ts';
import { anywhere, contains } from '../../program/values/nodes.ts';
import { slotsOf } from '../../program/flow/slots.ts';

/** What a reference does with the session: calls a method, reads or assigns a member, nothing that matters, or lets it go. */
type Use = { readonly method: string } | { readonly member: string } | 'neutral' | 'leaks';

/**
 * What a function does with a variable, the functions it mentions included. `undefined`: it does not mention it.
 * `views` are the properties that stand for the session itself.
 */
export function usesIn(fn: ts.Node, slot: Slot, views: ReadonlySet<string>): Uses | undefined {
  return new UseCollector(slot, views).collect([fn]);
}

/** What the functions written inside `fn` do with a variable, taken together. */
export function usesInNestedFunctions(fn: ts.Node, slot: Slot, views: ReadonlySet<string>): Uses | undefined {
  const nested: ts.Node[] = [];
  const find = (node: ts.Node): void => {
    syntax.forEachChild(node, (child) => {
      if (!syntax.isFunctionLike(child) && !syntax.isClassLike(child)) find(child);
      // A function that is only called by its name runs where it is called, which is followed there.
      else if (!isOnlyCalled(child)) nested.push(child);
    });
  };
  find(fn);
  return new UseCollector(slot, views).collect(nested);
}

/** Whether a function has a name, and the name is nowhere used but to call it. */
function isOnlyCalled(fn: ts.Node): boolean {
  const binding = syntax.isFunctionDeclaration(fn) ? fn : syntax.parentOf(fn);
  return functionOfBinding(binding) === fn && !functionsUsedAsValues(fn.getSourceFile()).has(fn);
}

const functionsUsedAsValues = memo((file: ts.SourceFile): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (syntax.isIdentifier(node) && !isMemberName(node) && !isDeclarationName(node)) {
      const fn = functionOfBinding(bindingOf(node));
      const isCallee = syntax.isCallExpression(node.parent) && node.parent.expression === node;
      if (fn && !isCallee) found.add(fn);
    }
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return found;
});

/** What everything in the variable's scope does with it, its declaration left out. */
export function usesInScope(slot: Slot, views: ReadonlySet<string>): Uses {
  return (
    new UseCollector(slot, views).collect([slot.scope as ts.Node]) ?? {
      methods: new Set(),
      members: new Set(),
      leaks: false,
    }
  );
}

/** What a piece of code does with a variable itself, and where to look for more. */
interface OwnUses {
  readonly methods: Set<string>;
  readonly members: Set<string>;
  /** Functions written in it, and those it mentions. */
  readonly functions: Set<ts.Node>;
  /** Other names that it gives to the session. */
  readonly aliases: Set<ts.VariableDeclaration | ts.ParameterDeclaration>;
  mentioned: boolean;
  leaks: boolean;
}

/** By the properties that stand for the session, the variable, and the code: it is read once for each variable. */
const ownUsesOf = memo((views: ReadonlySet<string>, slot: Slot, code: ts.Node): OwnUses =>
  new UseReader(slot, views).read(code),
);

class UseCollector {
  readonly #slot: Slot;
  readonly #views: ReadonlySet<string>;
  readonly #methods = new Set<string>();
  readonly #members = new Set<string>();
  /** The other names of the session that were followed already, here or in the collector that began. */
  readonly #aliases: Set<ts.Node>;
  #mentioned = false;
  #leaks = false;

  constructor(slot: Slot, views: ReadonlySet<string>, aliases = new Set<ts.Node>()) {
    this.#slot = slot;
    this.#views = views;
    this.#aliases = aliases;
  }

  collect(nodes: readonly ts.Node[]): Uses | undefined {
    const seen = new Set(nodes);
    for (const node of seen) {
      const own = ownUsesOf(this.#views, this.#slot, node);
      this.#mentioned ||= own.mentioned;
      this.#add(own);
      for (const fn of own.functions) seen.add(fn);
      for (const alias of own.aliases) this.#followAlias(alias);
    }
    return this.#mentioned ? { methods: this.#methods, members: this.#members, leaks: this.#leaks } : undefined;
  }

  #add({ methods, members, leaks }: Uses): void {
    for (const method of methods) this.#methods.add(method);
    for (const member of members) this.#members.add(member);
    this.#leaks ||= leaks;
  }

  #followAlias(alias: ts.VariableDeclaration | ts.ParameterDeclaration): void {
    if (this.#aliases.has(alias)) return;
    this.#aliases.add(alias);
    const slot = slotsOf(alias.getSourceFile()).ofBinding(alias, alias.name.getText());
    const uses = new UseCollector(slot, this.#views, this.#aliases).collect([slot.scope as ts.Node]);
    if (uses) this.#add(uses);
  }
}

class UseReader {
  readonly #slot: Slot;
  readonly #views: ReadonlySet<string>;
  readonly #root: { readonly binding: ts.Node; readonly property: string } | undefined;
  readonly #name: string;
  readonly #own: OwnUses = {
    methods: new Set(),
    members: new Set(),
    functions: new Set(),
    aliases: new Set(),
    mentioned: false,
    leaks: false,
  };

  constructor(slot: Slot, views: ReadonlySet<string>) {
    this.#slot = slot;
    this.#views = views;
    this.#root = slot.kind === 'property' ? slotsOf((slot.scope as ts.Node).getSourceFile()).rootOf(slot) : undefined;
    this.#name = slot.name.slice(slot.name.indexOf('.') + 1);
  }

  read(node: ts.Node): OwnUses {
    this.#look(node);
    return this.#own;
  }

  readonly #visit = (node: ts.Node): void => {
    if (syntax.isFunctionLike(node)) this.#own.functions.add(node);
    else if (!syntax.isTypeNode(node)) this.#look(node);
  };

  #look(node: ts.Node): void {
    if (this.#isReference(node)) this.#note(node);
    else if (syntax.isIdentifier(node))
      this.#follow(functionOfBinding(isMemberName(node) ? undefined : bindingOf(node)));
    else if (
      this.#slot.kind === 'field' &&
      syntax.isPropertyAccessExpression(node) &&
      node.expression.kind === syntax.SyntaxKind.ThisKeyword
    )
      this.#follow(methodOf(node));
    syntax.forEachChild(node, this.#visit);
  }

  #follow(fn: ts.Node | undefined): void {
    if (!fn) return;
    const scope = this.#slot.scope as ts.Node;
    if (fn.getSourceFile() === scope.getSourceFile() && fn.pos >= scope.pos && fn.end <= scope.end)
      this.#own.functions.add(fn);
  }

  #isReference(node: ts.Node): node is ts.Expression {
    const { kind, declaration } = this.#slot;
    if (kind === 'field') {
      return (
        syntax.isPropertyAccessExpression(node) &&
        node.name.text === this.#name &&
        node.expression.kind === syntax.SyntaxKind.ThisKeyword &&
        syntax.classOfThis(node) === this.#slot.scope
      );
    }
    if (!syntax.isIdentifier(node) || isMemberName(node)) return false;
    if (this.#root) return bindingOf(node) === this.#root.binding && !isDeclarationName(node);
    return node.text === this.#slot.name && bindingOf(node) === declaration && !isDeclarationName(node);
  }

  #note(reference: ts.Expression): void {
    const own = this.#own;
    own.mentioned = true;
    let at: ts.Node = reference;
    if (this.#root) {
      const access = syntax.parentOf(reference);
      if (!syntax.isPropertyAccessExpression(access) || syntax.withoutAssertions(access.expression) !== reference) {
        own.leaks = true;
        return;
      }
      if (access.name.text !== this.#root.property) return;
      at = access;
    }
    const alias = aliasOf(at) ?? parameterFor(at);
    if (alias) {
      own.aliases.add(alias);
      return;
    }
    const use = useOf(at, this.#views);
    if (use === 'leaks') own.leaks = true;
    else if (use !== 'neutral') {
      if ('method' in use) own.methods.add(use.method);
      else own.members.add(use.member);
    }
  }
}

/** Whether an expression is one of those that another one chooses between. */
function isChoice(node: ts.Node, value: ts.Node): boolean {
  if (node.kind === syntax.SyntaxKind.ConditionalExpression)
    return (node as ts.ConditionalExpression).condition !== value;
  return syntax.isBinaryExpression(node) && syntax.isFallback(node);
}

/** The variable that is nothing but another name for the session. */
function aliasOf(reference: ts.Node): ts.VariableDeclaration | undefined {
  let declaration = syntax.parentOf(reference);
  for (let value = reference; isChoice(declaration, value); declaration = syntax.parentOf(declaration))
    value = declaration;
  if (
    !syntax.isVariableDeclaration(declaration) ||
    !syntax.isIdentifier(declaration.name) ||
    syntax.hasModifier(declaration.parent.parent, syntax.SyntaxKind.ExportKeyword)
  )
    return undefined;
  const slot = slotsOf(declaration.getSourceFile()).ofBinding(declaration, declaration.name.text);
  return slot.reassigned || slot.reassignedElsewhere || syntax.isSourceFile(slot.scope as ts.Node)
    ? undefined
    : declaration;
}

/** The parameter that a session is given for, where the function that is called is certain and keeps to the parameter. */
function parameterFor(reference: ts.Node): ts.ParameterDeclaration | undefined {
  const call = syntax.parentOf(reference);
  if (!syntax.isCallExpression(call) || !syntax.isIdentifier(call.expression)) return undefined;
  const index = call.arguments.indexOf(reference as ts.Expression);
  const isCounted =
    index >= 0 && call.arguments.slice(0, index).every((a) => a.kind !== syntax.SyntaxKind.SpreadElement);
  const fn = isCounted ? functionOfBinding(bindingOf(call.expression)) : undefined;
  const parameter = fn?.parameters[index];
  if (!fn || !parameter || !syntax.isIdentifier(parameter.name) || parameter.dotDotDotToken || mentionsArguments(fn))
    return undefined;
  const slot = slotsOf(fn.getSourceFile()).ofBinding(parameter, parameter.name.text);
  return slot.reassigned || slot.reassignedElsewhere ? undefined : parameter;
}

const mentionsArguments = memo((fn: ts.Node): boolean =>
  contains(fn, (node) => syntax.isIdentifier(node) && node.text === 'arguments', anywhere),
);

function useOf(reference: ts.Node, views: ReadonlySet<string>): Use {
  const parent = syntax.parentOf(reference);
  if (syntax.isPropertyAccessExpression(parent) && syntax.withoutAssertions(parent.expression) === reference) {
    const member = parent.name.text;
    if (views.has(member)) return useOf(parent, views);
    const user = syntax.parentOf(parent);
    if (syntax.isCallExpression(user) && syntax.withoutAssertions(user.expression) === parent)
      return { method: member };
    return syntax.isBinaryExpression(user) || syntax.isIfStatement(user) || syntax.isPrefixUnaryExpression(user)
      ? 'neutral'
      : { method: member };
  }
  if (
    syntax.isIfStatement(parent) ||
    syntax.isPrefixUnaryExpression(parent) ||
    parent.kind === syntax.SyntaxKind.WhileStatement
  )
    return 'neutral';
  if (
    parent.kind === syntax.SyntaxKind.ExpressionStatement ||
    (parent.kind === syntax.SyntaxKind.ConditionalExpression &&
      (parent as ts.ConditionalExpression).condition === reference)
  )
    return 'neutral';
  if (syntax.isBinaryExpression(parent)) {
    const operator = parent.operatorToken.kind;
    if (syntax.isAssignmentOperator(operator))
      return syntax.withoutAssertions(parent.left) === reference ? 'neutral' : 'leaks';
    const isComparison =
      operator >= syntax.SyntaxKind.EqualsEqualsToken && operator <= syntax.SyntaxKind.ExclamationEqualsEqualsToken;
    const isMembership =
      operator === syntax.SyntaxKind.InKeyword && syntax.withoutAssertions(parent.right) === reference;
    const isCondition =
      operator === syntax.SyntaxKind.AmpersandAmpersandToken && syntax.withoutAssertions(parent.left) === reference;
    return isComparison || isMembership || isCondition ? 'neutral' : 'leaks';
  }
  return 'leaks';
}

function methodOf(access: ts.PropertyAccessExpression): ts.Node | undefined {
  const owner = syntax.classOfThis(access);
  return owner && methodsOf(owner).get(access.name.text);
}

const methodsOf = memo(
  ({ members }: ts.ClassLikeDeclaration): ReadonlyMap<string, ts.Node> =>
    new Map(
      members.flatMap((member) =>
        syntax.isMethodDeclaration(member) && member.body ? [[member.name.getText(), member] as const] : [],
      ),
    ),
);

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    syntax.isMemberOfAccess(node) ||
    (parent.kind === syntax.SyntaxKind.PropertyAssignment && (parent as ts.PropertyAssignment).name === node) ||
    (syntax.isMethodDeclaration(parent) && parent.name === node) ||
    (parent.kind === syntax.SyntaxKind.PropertyDeclaration && (parent as ts.PropertyDeclaration).name === node)
  );
}

function isDeclarationName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    'name' in parent &&
    parent.name === node &&
    parent.kind !== syntax.SyntaxKind.ShorthandPropertyAssignment &&
    parent.kind !== syntax.SyntaxKind.ExportSpecifier
  );
}
