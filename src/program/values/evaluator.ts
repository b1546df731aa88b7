import type { Compiler, ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  changesElsewhere,
  compilerOf,
  declarationOf,
  isConstant,
  isInside,
  syntax,
  usesInFile,
  usesOf,
} from '../../type-utils/index.ts';
import { isAssignmentOperator } from '../flow/slots.ts';
import { contains, returnsIn } from './functions.ts';
import {
  anyPropertyOf,
  choice,
  elementsOf,
  type FunctionRun,
  type FunctionValue,
  isNullish,
  type Lazy,
  type ListValue,
  literal,
  type MadeValue,
  type ObjectValue,
  optionsOf,
  propertyOf,
  spreadIn,
  textIn,
  unknown,
  type Value,
} from './values.ts';

/** How deep calls, imports and nested expressions are followed, together. */
const MAX_DEPTH = 100;

/** How many expressions are looked at for one question. Past that the rest is unknown. */
const MAX_STEPS = 5000;

/** How many elements of a list a callback is applied to, and how many values a choice may have. */
const MAX_SIZE = 200;

/** What the parameters of a function stand for while a call of it is followed. */
interface Environment {
  readonly fn: syntax.FunctionLike;
  readonly argument: (index: number) => Value;
  readonly outer: Environment | undefined;
}

/** The statements by which a function may be left. */
interface Leaves {
  readonly returns: ts.ReturnStatement[];
  readonly throws: ts.ThrowStatement[];
}

/** What is asked about calls of SDKs. */
export interface CallKnowledge {
  /** The argument that a call gives back as it is: `tool({ … })` of the AI SDK. */
  readonly identityOf: (call: ts.CallExpression) => number | undefined;
}

const evaluators = new WeakMap<ts.Program, WeakMap<CallKnowledge, Evaluator>>();

/** The evaluator of a program: values are worked out once, in whatever order they are asked for. */
export function evaluatorOf(program: ts.Program, knowledge: CallKnowledge): Evaluator {
  const ofProgram = evaluators.get(program) ?? new WeakMap<CallKnowledge, Evaluator>();
  evaluators.set(program, ofProgram);
  let evaluator = ofProgram.get(knowledge);
  if (!evaluator) ofProgram.set(knowledge, (evaluator = new Evaluator(program, knowledge)));
  return evaluator;
}

/**
 * Finds out what an expression is without running the program. Follows constants, imports, object and list literals with
 * what is assigned or pushed to them later, conditions (as a choice), and calls of the program's own functions.
 *
 * Knowingly missed: loops that fill a list, classes of the program, generators, `let` that is assigned again.
 */
export class Evaluator {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #knowledge: CallKnowledge;
  readonly #known = new WeakMap<ts.Node, Value>();
  /** What is being worked out: something that is made of itself is unknown. */
  readonly #open = new Map<ts.Node, number>();
  /** The outermost of the open ones that was met again, as its place in the order: what lies inside is not for keeping. */
  #met = Infinity;
  #depth = 0;
  #steps = 0;

  constructor(program: ts.Program, knowledge: CallKnowledge) {
    this.#program = program;
    this.#compiler = compilerOf(program);
    this.#knowledge = knowledge;
  }

  /** What an expression is. */
  valueOf(expression: ts.Expression): Value {
    return this.#evaluate(expression, undefined);
  }

  /** What an expression in a function is, where `argument` says what the function is given. */
  valueWithin(expression: ts.Expression, fn: syntax.FunctionLike, argument: (index: number) => Value): Value {
    if (this.#depth === 0) this.#steps = 0;
    return this.#deeper(() => this.#evaluate(expression, { fn, argument, outer: undefined }));
  }

  /** What a function returns; `argument` says what it is given, as far as that is known. */
  resultOf(fn: syntax.FunctionLike, argument: (index: number) => Value = () => unknown(fn)): Value {
    return this.runOf(fn).result(argument);
  }

  /** A function, to be followed with what a run of it is given. */
  runOf(fn: syntax.FunctionLike): FunctionRun {
    return this.#runIn(fn, undefined);
  }

  #runIn(fn: syntax.FunctionLike, outer: Environment | undefined): FunctionRun {
    return {
      result: (argument) => this.#deeper(() => this.#result(fn, { fn, argument, outer })),
      throws: (argument) => {
        const { body } = fn;
        const leaves: Leaves = { returns: [], throws: [] };
        if (body && syntax.isBlock(body) && contains(body, syntax.isThrowStatement))
          this.#goThrough(body.statements, { fn, argument, outer }, leaves);
        return leaves.throws.length > 0;
      },
    };
  }

  #evaluate(expression: ts.Expression, env: Environment | undefined): Value {
    const node = syntax.withoutAssertions(expression);
    if (this.#depth === 0) this.#steps = 0;
    if (this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) {
      // What was cut short here may be known to another question.
      this.#met = -1;
      return unknown(node);
    }
    if (env) return this.#deeper(() => this.#look(node, env));
    const known = this.#known.get(node);
    if (known) return known;
    const place = this.#open.get(node);
    if (place !== undefined) {
      this.#met = Math.min(this.#met, place);
      return unknown(node);
    }
    const own = this.#open.size;
    this.#open.set(node, own);
    const value = this.#deeper(() => this.#look(node, undefined));
    this.#open.delete(node);
    if (this.#met >= own) this.#known.set(node, value);
    if (this.#met >= own || own === 0) this.#met = Infinity;
    return value;
  }

  #deeper(work: () => Value): Value {
    this.#depth++;
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  #look(node: ts.Expression, env: Environment | undefined): Value {
    if (syntax.isStringLiteralLike(node)) return literal(node.text, node);
    if (syntax.isNumericLiteral(node)) return literal(Number(node.text), node);
    if (syntax.isIdentifier(node)) return this.#name(node, env);
    if (syntax.isObjectLiteralExpression(node)) return this.#later(this.#object(node, env), node, env);
    if (syntax.isArrayLiteralExpression(node)) return this.#later(this.#list(node, env), node, env);
    if (syntax.isFunctionLike(node)) return this.#function(node, node, env);
    if (syntax.isCallExpression(node)) return this.#call(node, env);
    if (syntax.isNewExpression(node)) return this.#later(this.#made(node, env), node, env);
    if (syntax.isAwaitExpression(node)) return this.#evaluate(node.expression, env);
    if (syntax.isPropertyAccessExpression(node)) return this.#member(node, env);
    if (syntax.isConditionalExpression(node)) {
      const isTrue = truthOf(this.#evaluate(node.condition, env));
      const branches = [...(isTrue === false ? [] : [node.whenTrue]), ...(isTrue === true ? [] : [node.whenFalse])];
      return choice(
        branches.map((branch) => this.#evaluate(branch, env)),
        node,
      );
    }
    if (syntax.isBinaryExpression(node)) return this.#binary(node, env);
    if (syntax.isTemplateExpression(node)) return this.#template(node, env);
    if (syntax.isElementAccessExpression(node)) {
      const key = this.#evaluate(node.argumentExpression, env);
      const whole = this.#evaluate(node.expression, env);
      if (key.kind !== 'literal') return anyPropertyOf(whole, node);
      return typeof key.value === 'string' ? propertyOf(whole, key.value) : unknown(node);
    }
    if (syntax.isPrefixUnaryExpression(node)) return this.#unary(node, env);
    switch (node.kind) {
      case syntax.SyntaxKind.TrueKeyword:
        return literal(true, node);
      case syntax.SyntaxKind.FalseKeyword:
        return literal(false, node);
      case syntax.SyntaxKind.NullKeyword:
        return literal(null, node);
      case syntax.SyntaxKind.VoidExpression:
        return literal(undefined, node);
      default:
        return unknown(node);
    }
  }

  // ── names ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #name(name: ts.Identifier, env: Environment | undefined): Value {
    const binding = bindingOf(name);
    if (!binding) return name.text === 'undefined' ? literal(undefined, name) : unknown(name);
    const isImported =
      binding.kind === syntax.SyntaxKind.ImportSpecifier ||
      binding.kind === syntax.SyntaxKind.ImportClause ||
      binding.kind === syntax.SyntaxKind.NamespaceImport;
    const declaration = isImported ? declarationOf(name, this.#program) : binding;
    return declaration ? this.#declared(declaration, name, isImported ? undefined : env) : unknown(name);
  }

  #declared(declaration: ts.Node, name: ts.Node, env: Environment | undefined): Value {
    if (declaration.getSourceFile().isDeclarationFile) return unknown(name);
    if (syntax.isFunctionLike(declaration))
      return this.#function(declaration, declaration, environmentAt(declaration, env));
    if (syntax.isParameter(declaration)) return this.#parameter(declaration, name, env);
    if (syntax.isBindingElement(declaration)) return this.#element(declaration, name, env);
    if (declaration.kind === syntax.SyntaxKind.ExportAssignment)
      return this.#evaluate((declaration as ts.ExportAssignment).expression, undefined);
    if (declaration.kind === syntax.SyntaxKind.EnumMember) {
      const { initializer } = declaration as ts.EnumMember;
      return initializer ? this.#evaluate(initializer, undefined) : unknown(name);
    }
    if (syntax.isVariableDeclaration(declaration) && syntax.isForOfStatement(declaration.parent.parent))
      return this.#elementGoneOver(declaration.parent.parent, name, env);
    if (!syntax.isVariableDeclaration(declaration) || !declaration.initializer || !this.#isSettled(declaration))
      return unknown(name);
    return this.#evaluate(declaration.initializer, environmentAt(declaration, env));
  }

  #function(fn: syntax.FunctionLike, node: ts.Node, env: Environment | undefined): FunctionValue {
    return { kind: 'function', fn, node, ...(env ? { inCall: this.#runIn(fn, env) } : {}) };
  }

  /** Of `for (const tool of tools)`: one of the elements. */
  #elementGoneOver({ expression }: ts.ForOfStatement, name: ts.Node, env: Environment | undefined): Value {
    const { elements, isOpen } = elementsOf(this.#evaluate(expression, env));
    return isOpen || elements.length > MAX_SIZE ? unknown(name) : choice(elements, name);
  }

  /** Whether a variable keeps its first value. */
  #isSettled(declaration: ts.VariableDeclaration): boolean {
    return isConstant(declaration) || usesOf(declaration, this.#program).every((use) => !isAssigned(use));
  }

  #parameter(parameter: ts.ParameterDeclaration, name: ts.Node, env: Environment | undefined): Value {
    const call = environmentOf(parameter.parent, env);
    const isPlain = syntax.isIdentifier(parameter.name) && !parameter.dotDotDotToken;
    if (!call && isPlain) return this.#elementGivenTo(parameter, name, env);
    const given = call && isPlain;
    if (!given) return unknown(name);
    const value = call.argument(call.fn.parameters.indexOf(parameter));
    return isUndefined(value) && parameter.initializer ? this.#evaluate(parameter.initializer, env) : value;
  }

  /** Of `agents.map((agent) => …)`: one of the elements. */
  #elementGivenTo(parameter: ts.ParameterDeclaration, name: ts.Node, env: Environment | undefined): Value {
    const { parent: fn } = parameter;
    const call = syntax.parentOf(fn);
    const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
    const isCallback =
      callee !== undefined &&
      syntax.isCallExpression(call) &&
      call.arguments[0] !== undefined &&
      syntax.withoutAssertions(call.arguments[0]) === fn &&
      fn.parameters[0] === parameter &&
      syntax.isPropertyAccessExpression(callee) &&
      givingMethods.has(callee.name.text);
    if (!isCallback) return unknown(name);
    const list = this.#evaluate(callee.expression, env);
    const { elements, isOpen } = elementsOf(list);
    return list.kind !== 'list' || isOpen || elements.length > MAX_SIZE ? unknown(name) : choice(elements, name);
  }

  /** `const { tools } = config`, `({ tools }) => …`, `([name, tool]) => …` */
  #element(element: ts.BindingElement, name: ts.Node, env: Environment | undefined): Value {
    const pattern = element.parent;
    const holder = pattern.parent;
    if (element.dotDotDotToken) return unknown(name);
    const key = syntax.isObjectBindingPattern(pattern) ? (element.propertyName ?? element.name) : undefined;
    if (key && !syntax.isIdentifier(key) && !syntax.isStringLiteralLike(key)) return unknown(name);
    let whole: Value = unknown(name);
    if (syntax.isParameter(holder)) {
      const call = environmentOf(holder.parent, env);
      whole = call ? call.argument(call.fn.parameters.indexOf(holder)) : this.#elementGivenTo(holder, name, env);
    } else if (syntax.isBindingElement(holder)) whole = this.#element(holder, name, env);
    else if (syntax.isForOfStatement(holder.parent.parent))
      whole = this.#elementGoneOver(holder.parent.parent, name, env);
    else if (holder.initializer && isConstant(element))
      whole = this.#evaluate(holder.initializer, environmentAt(holder, env));
    const value = key
      ? propertyOf(whole, key.text)
      : elementAt(
          whole,
          pattern.elements.findIndex((each) => each === element),
        );
    if (!element.initializer) return value;
    const fallback = element.initializer;
    return choice(
      optionsOf(value).flatMap((option) => {
        if (option.kind === 'unknown') return [option, this.#evaluate(fallback, env)];
        return [isUndefined(option) ? this.#evaluate(fallback, env) : option];
      }),
      name,
    );
  }

  #member(node: ts.PropertyAccessExpression, env: Environment | undefined): Value {
    if (node.expression.kind === syntax.SyntaxKind.ThisKeyword) return this.#field(node);
    const { expression } = node;
    // `helpers.tools` of a namespace import, and `Mode.Bypass` of an enum.
    const isSpace = syntax.isIdentifier(expression) && this.#isSpace(expression);
    const declaration = isSpace ? declarationOf(node.name, this.#program) : undefined;
    if (declaration) return this.#declared(declaration, node, undefined);
    return propertyOf(this.#evaluate(expression, env), node.name.text);
  }

  #isSpace(name: ts.Identifier): boolean {
    const binding = bindingOf(name);
    if (!binding || syntax.isVariableDeclaration(binding) || syntax.isParameter(binding)) return false;
    if (binding.kind === syntax.SyntaxKind.NamespaceImport || binding.kind === syntax.SyntaxKind.EnumDeclaration)
      return true;
    return (
      binding.kind === syntax.SyntaxKind.ImportSpecifier &&
      declarationOf(name, this.#program)?.kind === syntax.SyntaxKind.EnumDeclaration
    );
  }

  /** A field that nothing but its declaration or the constructor gives a value. */
  #field(access: ts.PropertyAccessExpression): Value {
    const owner = syntax.classOfThis(access);
    const field = owner?.members.find(
      (member): member is ts.PropertyDeclaration =>
        syntax.isPropertyDeclaration(member) && member.name.getText() === access.name.text,
    );
    if (!field) return unknown(access);
    const assigned = usesOf(field, this.#program).flatMap((use) => {
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
          sources.map((source) => this.#evaluate(source, undefined)),
          access,
        );
  }

  // ── objects and lists ──────────────────────────────────────────────────────────────────────────────────────────

  #object(node: ts.ObjectLiteralExpression, env: Environment | undefined): ObjectValue {
    const properties = new Map<string, Lazy>();
    const spread: MadeValue[] = [];
    let isOpen = false;
    for (const property of node.properties) {
      if (syntax.isSpreadAssignment(property)) {
        const value = this.#evaluate(property.expression, env);
        isOpen = mergeInto(properties, value) || isOpen;
        spread.push(...madeIn(value));
        continue;
      }
      const key = this.#key(property.name, env);
      if (key === undefined) isOpen = true;
      else if (syntax.isPropertyAssignment(property)) {
        const { initializer } = property;
        set(properties, key, () => this.#evaluate(initializer, env));
      } else if (syntax.isShorthandPropertyAssignment(property)) {
        const { name } = property;
        set(properties, key, () => this.#name(name, env));
      } else if (syntax.isMethodDeclaration(property)) {
        set(properties, key, () => ({ kind: 'function', fn: property, node: property }));
      } else set(properties, key, () => unknown(property));
    }
    return { kind: 'object', properties, isOpen, spread, node };
  }

  #key(name: ts.PropertyName, env: Environment | undefined): string | undefined {
    if (name.kind !== syntax.SyntaxKind.ComputedPropertyName) return 'text' in name ? name.text : undefined;
    const key = this.#evaluate(name.expression, env);
    return key.kind === 'literal' ? String(key.value) : undefined;
  }

  #list(node: ts.ArrayLiteralExpression, env: Environment | undefined): ListValue {
    const elements: Lazy[] = [];
    const spread: MadeValue[] = [];
    let isOpen = false;
    for (const element of node.elements) {
      if (!syntax.isSpreadElement(element)) {
        elements.push(() => this.#evaluate(element, env));
        continue;
      }
      const value = this.#evaluate(element.expression, env);
      const more = elementsOf(value);
      elements.push(...more.elements.map((each) => () => each));
      spread.push(...madeIn(value));
      isOpen ||= more.isOpen;
    }
    return { kind: 'list', elements, isOpen, spread, node };
  }

  /**
   * Adds what is assigned or pushed later to the variable that a literal or a call initializes: what its file says, and
   * for what is made elsewhere all files. Whether that has run is not asked.
   */
  #later(value: Value, node: ts.Node, env: Environment | undefined): Value {
    const declaration = syntax.parentOf(node);
    if (!syntax.isVariableDeclaration(declaration) || !syntax.isIdentifier(declaration.name)) return value;
    // In a call that is followed, what is added to a list may be made of the list itself, without end.
    if (env && value.kind !== 'object') return value;
    let { isOpen = false } = 'isOpen' in value ? value : {};
    const added: { readonly key: string; readonly value: Lazy; readonly node: ts.Node }[] = [];
    const pushed: Lazy[] = [];
    const elsewhere = value.kind === 'made' ? changesElsewhere(declaration, this.#program) : [];
    for (const use of [...usesInFile(declaration, this.#program), ...elsewhere]) {
      const access = syntax.parentOf(use);
      const user = syntax.parentOf(access);
      const list = value.kind === 'made' ? listAddedTo(access, use) : undefined;
      if (syntax.isPropertyAccessExpression(access) && syntax.isCallExpression(user) && user.expression === access) {
        if (isAddingMethod(access.name.text)) {
          const more = this.#added(user, env);
          pushed.push(...more.elements);
          isOpen ||= more.isOpen;
        } else if (value.kind === 'list' && !readingMethods.has(access.name.text)) isOpen = true;
      } else if (
        syntax.isBinaryExpression(user) &&
        user.left === access &&
        isAssignmentOperator(user.operatorToken.kind)
      ) {
        const key = this.#assignedKey(access, env);
        const { right } = user;
        if (key === undefined) isOpen = true;
        else added.push({ key, value: () => this.#evaluate(right, environmentAt(right, env)), node: right });
      } else if (list) {
        const key = this.#assignedKey(access, env);
        const elements: Lazy = () => ({ kind: 'list', ...this.#added(list, env), node: list });
        if (key !== undefined) added.push({ key, value: elements, node: list });
      }
    }
    if (value.kind === 'list') return { ...value, elements: [...value.elements, ...pushed], isOpen };
    if (value.kind !== 'object' && value.kind !== 'made') return value;
    const before = value.kind === 'object' ? value.properties : value.assigned;
    if (added.length === 0 && (value.kind === 'made' || isOpen === value.isOpen)) return value;
    const properties = new Map(before);
    for (const { key, value: source, node: place } of added) {
      const earlier = properties.get(key) ?? (() => literal(undefined, place));
      properties.set(key, () => choice([earlier(), source()], place));
    }
    return value.kind === 'made' ? { ...value, assigned: properties } : { ...value, properties, isOpen };
  }

  /** What a call of `push` adds to a list. */
  #added(
    call: ts.CallExpression,
    env: Environment | undefined,
  ): { readonly elements: readonly Lazy[]; readonly isOpen: boolean } {
    const own = environmentAt(call, env);
    const elements: Lazy[] = [];
    let isOpen = false;
    for (const argument of call.arguments) {
      if (!syntax.isSpreadElement(argument)) elements.push(() => this.#evaluate(argument, own));
      else {
        const spread = elementsOf(this.#evaluate(argument.expression, own));
        elements.push(...spread.elements.map((element) => () => element));
        isOpen ||= spread.isOpen;
      }
    }
    return { elements, isOpen };
  }

  #assignedKey(target: ts.Node, env: Environment | undefined): string | undefined {
    if (syntax.isPropertyAccessExpression(target)) return target.name.text;
    if (!syntax.isElementAccessExpression(target)) return undefined;
    const key = this.#evaluate(target.argumentExpression, environmentAt(target, env));
    return key.kind === 'literal' ? String(key.value) : undefined;
  }

  // ── calls ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #call(node: ts.CallExpression, env: Environment | undefined): Value {
    const known = this.#ofLanguage(node, env);
    if (known) return known;
    const called = this.#calledFunction(node, env);
    if (called) {
      const argument = (index: number): Value => this.#argument(node, index, env);
      const outer = environmentAt(called, env);
      return this.#later(this.#result(called, { fn: called, argument, outer }), node, env);
    }
    const identity = this.#knowledge.identityOf(node);
    return this.#later(identity === undefined ? this.#made(node, env) : this.#argument(node, identity, env), node, env);
  }

  #calledFunction(node: ts.CallExpression, env: Environment | undefined): syntax.FunctionLike | undefined {
    const callee = syntax.withoutAssertions(node.expression);
    if (syntax.isIdentifier(callee) || syntax.isFunctionLike(callee)) {
      const value = this.#evaluate(callee, env);
      return value.kind === 'function' ? value.fn : undefined;
    }
    return syntax.isPropertyAccessExpression(callee) ? this.#compiler.functionCalledBy(node)?.fn : undefined;
  }

  /** What a function returns: one of the values behind `return`. */
  #result(fn: syntax.FunctionLike, env: Environment): Value {
    const { body } = fn;
    if (!body || ('asteriskToken' in fn && fn.asteriskToken)) return unknown(fn);
    if (!syntax.isBlock(body)) return this.#evaluate(body, env);
    const leaves: Leaves = { returns: [], throws: [] };
    this.#goThrough(body.statements, env, leaves);
    const { returns: returned } = leaves;
    if (returned.length === 0) return literal(undefined, fn);
    if (returned.length > MAX_SIZE) return unknown(fn);
    return choice(
      returned.map(({ expression }) => (expression ? this.#evaluate(expression, env) : literal(undefined, fn))),
      fn,
    );
  }

  /** The statements by which the function may be left. Answers whether the code behind the statements may be reached. */
  #goThrough(statements: readonly ts.Statement[], env: Environment, leaves: Leaves): boolean {
    for (const statement of statements) {
      if (syntax.isReturnStatement(statement)) {
        leaves.returns.push(statement);
        return false;
      }
      if (syntax.isThrowStatement(statement)) {
        leaves.throws.push(statement);
        return false;
      }
      if (syntax.isBlock(statement)) {
        if (!this.#goThrough(statement.statements, env, leaves)) return false;
      } else if (syntax.isIfStatement(statement)) {
        // A condition is worth working out only where the function may be left behind it.
        const isTrue = contains(statement, isLeaving) ? truthOf(this.#evaluate(statement.expression, env)) : undefined;
        const { thenStatement, elseStatement } = statement;
        const goesOn = [
          isTrue !== false && this.#goThrough([thenStatement], env, leaves),
          isTrue !== true && (!elseStatement || this.#goThrough([elseStatement], env, leaves)),
        ];
        if (!goesOn.includes(true)) return false;
      } else if (syntax.isSwitchStatement(statement)) this.#goThroughSwitch(statement, env, leaves);
      // The variable stands for all elements at once.
      else if (syntax.isForOfStatement(statement)) this.#goThrough([statement.statement], env, leaves);
      else addLeaves(statement, leaves);
    }
    return true;
  }

  #goThroughSwitch({ expression, caseBlock }: ts.SwitchStatement, env: Environment, leaves: Leaves): void {
    const asked = this.#evaluate(expression, env);
    const { clauses } = caseBlock;
    const taken = clauses.findIndex((clause) => {
      const isCase = clause.kind === syntax.SyntaxKind.CaseClause;
      return isCase && isEqual(asked, this.#evaluate(clause.expression, env)) === true;
    });
    const isClosed = asked.kind === 'literal';
    const first = taken >= 0 ? taken : clauses.findIndex((clause) => clause.kind === syntax.SyntaxKind.DefaultClause);
    if (!isClosed) addLeaves(caseBlock, leaves);
    else if (first >= 0)
      this.#goThrough(
        clauses.slice(first).flatMap((clause) => [...clause.statements]),
        env,
        leaves,
      );
  }

  #made(node: ts.CallExpression | ts.NewExpression, env: Environment | undefined): MadeValue {
    return {
      kind: 'made',
      call: node,
      argument: (index) => this.#argument(node, index, env),
      receiver: () => {
        const callee = syntax.withoutAssertions(node.expression);
        return syntax.isPropertyAccessExpression(callee) ? this.#evaluate(callee.expression, env) : unknown(node);
      },
      assigned: new Map(),
      member: (name) => (syntax.isNewExpression(node) ? this.#memberOfClass(node, name) : undefined),
      base: () => (syntax.isNewExpression(node) ? this.#baseOf(node, env) : undefined),
      node,
    };
  }

  /** What `super(…)` gives to the class outside of the program that the constructed one extends. */
  #baseOf(node: ts.NewExpression, env: Environment | undefined): MadeValue | undefined {
    const own = this.#made(node, env);
    let argument = own.argument;
    const seen = new Set<ts.Node>();
    for (let callee: ts.Expression | undefined = node.expression; callee;) {
      const owner = this.#classNamedBy(callee);
      if (!owner) return { ...own, argument };
      if (seen.has(owner)) return undefined;
      seen.add(owner);
      const made = owner.members.find(syntax.isConstructorDeclaration);
      if (made) {
        const given = superCallIn(made);
        if (!given) return undefined;
        const inside: Environment = { fn: made, argument, outer: undefined };
        argument = (index) => this.#argument(given, index, inside);
      }
      callee = syntax.superclassOf(owner);
    }
    return undefined;
  }

  /** The class of the program that a reference stands for. */
  #classNamedBy(reference: ts.Expression): ts.ClassLikeDeclaration | undefined {
    const name = syntax.withoutAssertions(reference);
    const owner = syntax.isIdentifier(name) ? declarationOf(name, this.#program) : undefined;
    return owner && syntax.isClassLike(owner) && !owner.getSourceFile().isDeclarationFile ? owner : undefined;
  }

  /** A method, or what a field is initialized with, of the class that is constructed or one of its bases. */
  #memberOfClass(node: ts.NewExpression, name: string): Value | undefined {
    const seen = new Set<ts.Node>();
    for (let callee: ts.Expression | undefined = node.expression; callee;) {
      const owner = this.#classNamedBy(callee);
      if (!owner || seen.has(owner)) return undefined;
      seen.add(owner);
      const member = owner.members.find((each) => each.name?.getText() === name);
      if (member && syntax.isMethodDeclaration(member)) return { kind: 'function', fn: member, node: member };
      if (member && syntax.isPropertyDeclaration(member))
        return member.initializer ? this.#evaluate(member.initializer, undefined) : unknown(member);
      callee = syntax.superclassOf(owner);
    }
    return undefined;
  }

  #argument(node: ts.CallExpression | ts.NewExpression, index: number, env: Environment | undefined): Value {
    const given = node.arguments ?? [];
    const place = index < 0 ? given.length + index : index;
    if (given.slice(0, place + 1).some(syntax.isSpreadElement)) return unknown(node);
    const argument = given[place];
    return argument ? this.#evaluate(argument, env) : literal(undefined, node);
  }

  /** Methods of lists, and functions of `Object`. */
  #ofLanguage(node: ts.CallExpression, env: Environment | undefined): Value | undefined {
    const callee = syntax.withoutAssertions(node.expression);
    if (!syntax.isPropertyAccessExpression(callee)) return undefined;
    const method = callee.name.text;
    if (syntax.isIdentifier(callee.expression) && !bindingOf(callee.expression))
      return callee.expression.text === 'Object' ? this.#ofObject(node, method, env) : undefined;
    if (method === 'includes' || method === 'has') return this.#membership(callee.expression, node, env);
    if (method === 'get') return this.#entryOf(callee.expression, node, env);
    if (method === 'test') return this.#match(callee.expression, node, env);
    if (textMethods.has(method)) return this.#ofText(callee.expression, method, node, env);
    if (!listMethods.has(method) && !testingMethods.has(method)) return undefined;
    const list = this.#evaluate(callee.expression, env);
    if (list.kind !== 'list') return undefined;
    switch (method) {
      case 'concat': {
        const others = node.arguments.map((_, index) => this.#argument(node, index, env));
        const parts = others.map((other) => (other.kind === 'list' ? elementsOf(other) : undefined));
        const elements = others.flatMap((other, i) => parts[i]?.elements ?? [other]);
        return {
          ...list,
          elements: [...list.elements, ...elements.map((element) => () => element)],
          isOpen: list.isOpen || parts.some((part, i) => part?.isOpen ?? others[i]?.kind === 'unknown'),
          node,
        };
      }
      case 'map':
      case 'flatMap': {
        const callback = this.#argument(node, 0, env);
        if (callback.kind !== 'function' || list.elements.length > MAX_SIZE) return unknown(node);
        const { fn } = callback;
        const outer = environmentAt(fn, env);
        const mapped = list.elements.map((element, position): Lazy => {
          const argument = (index: number): Value => {
            if (index === 0) return element();
            return index === 1 ? literal(position, node) : list;
          };
          return () => this.#deeper(() => this.#result(fn, { fn, argument, outer }));
        });
        if (method === 'map') return { kind: 'list', elements: mapped, isOpen: list.isOpen, node };
        const parts = mapped.map((value) => elementsOf(value()));
        const elements = parts.flatMap((part) => part.elements.map((element) => () => element));
        return { kind: 'list', elements, isOpen: list.isOpen || parts.some((part) => part.isOpen), node };
      }
      case 'some':
      case 'every': {
        const callback = this.#argument(node, 0, env);
        if (callback.kind !== 'function' || list.isOpen || list.elements.length > MAX_SIZE) return unknown(node);
        const run = callback.inCall ?? this.#runIn(callback.fn, environmentAt(callback.fn, env));
        const truths = list.elements.map((element) =>
          truthOf(run.result((index) => (index === 0 ? element() : unknown(node)))),
        );
        const decisive = method === 'some';
        if (truths.includes(decisive)) return literal(decisive, node);
        return truths.includes(undefined) ? unknown(node) : literal(!decisive, node);
      }
      case 'filter':
        // Those that stay are among these.
        return { kind: 'list', elements: [], isOpen: true, node };
      default:
        return { ...list, node };
    }
  }

  /** `new Map([['a', 1]]).get(key)`, with what its file sets later: one of the values, where the key is not known. */
  #entryOf(holder: ts.Expression, node: ts.CallExpression, env: Environment | undefined): Value | undefined {
    const map = this.#evaluate(holder, env);
    if (map.kind !== 'made' || !syntax.isNewExpression(map.call) || map.call.expression.getText() !== 'Map')
      return undefined;
    const declaration = syntax.parentOf(map.call);
    const isHeld = syntax.isVariableDeclaration(declaration) && syntax.isIdentifier(declaration.name);
    const pairs = elementsOf(map.argument(0)).elements.map((pair) => elementsOf(pair).elements);
    for (const use of isHeld ? usesInFile(declaration, this.#program) : []) {
      const method = syntax.parentOf(use);
      const call = syntax.parentOf(method);
      if (!syntax.isPropertyAccessExpression(method) || method.name.text !== 'set' || !syntax.isCallExpression(call))
        continue;
      pairs.push(call.arguments.map((argument) => this.#evaluate(argument, undefined)));
    }
    const asked = this.#argument(node, 0, env);
    if (asked.kind === 'literal' && this.#isWhole(map) && pairs.every(([key]) => key && isEqual(key, asked) === false))
      return literal(undefined, node);
    const values = pairs.flatMap(([key, value]) => (value && (!key || isEqual(key, asked) !== false) ? [value] : []));
    return values.length === 0 || values.length > MAX_SIZE ? unknown(node) : choice(values, node);
  }

  /** `['erase', 'send'].includes(name)`, `new Set(['erase']).has(name)`, of texts that are all known. */
  #membership(holder: ts.Expression, node: ts.CallExpression, env: Environment | undefined): Value | undefined {
    const whole = this.#evaluate(holder, env);
    const isSet =
      whole.kind === 'made' && syntax.isNewExpression(whole.call) && whole.call.expression.getText() === 'Set';
    const list = isSet ? whole.argument(0) : whole;
    const asked = this.#argument(node, 0, env);
    if (typeof textIn(list) === 'string') return this.#ofText(holder, 'includes', node, env);
    if (list.kind !== 'list' || (isSet && !this.#isWhole(whole))) return undefined;
    const { elements, isOpen } = elementsOf(list);
    const isLiteral = asked.kind === 'literal' && !isOpen && elements.every(({ kind }) => kind === 'literal');
    return isLiteral
      ? literal(
          elements.some((element) => isEqual(element, asked) === true),
          node,
        )
      : unknown(node);
  }

  /** Whether nothing but the construction of a `Map` or `Set`, and what `set` is given in its file, fills it. */
  #isWhole({ call }: MadeValue): boolean {
    const declaration = syntax.parentOf(call);
    if (!syntax.isVariableDeclaration(declaration)) return true;
    if (!syntax.isIdentifier(declaration.name) || !isConstant(declaration)) return false;
    return usesOf(declaration, this.#program).every((use) => {
      const access = syntax.parentOf(use);
      if (syntax.isPropertyAccessExpression(access)) return lookingMethods.has(access.name.text);
      return (
        syntax.isSpreadElement(access) ||
        syntax.isForOfStatement(access) ||
        access.kind === syntax.SyntaxKind.ExportSpecifier
      );
    });
  }

  /** `name.startsWith('mcp__')`, where both texts are known. */
  #ofText(
    holder: ts.Expression,
    method: string,
    node: ts.CallExpression,
    env: Environment | undefined,
  ): Value | undefined {
    const text = textIn(this.#evaluate(holder, env));
    if (text === undefined) return undefined;
    if (method === 'toLowerCase') return literal(text.toLowerCase(), node);
    if (method === 'toUpperCase') return literal(text.toUpperCase(), node);
    if (method === 'trim') return literal(text.trim(), node);
    const part = textIn(this.#argument(node, 0, env));
    if (part === undefined || node.arguments.length !== 1) return unknown(node);
    if (method === 'includes') return literal(text.includes(part), node);
    return literal(method === 'startsWith' ? text.startsWith(part) : text.endsWith(part), node);
  }

  /** `/^Bash$/.test(name)`: a pattern that remembers its last match is not followed. */
  #match(holder: ts.Expression, node: ts.CallExpression, env: Environment | undefined): Value | undefined {
    const { node: pattern } = this.#evaluate(holder, env);
    const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern.getText()) ?? [];
    const text = textIn(this.#argument(node, 0, env));
    if (pattern.kind !== syntax.SyntaxKind.RegularExpressionLiteral || source === undefined || /[gy]/.test(flags))
      return undefined;
    return text === undefined ? unknown(node) : literal(new RegExp(source, flags).test(text), node);
  }

  #ofObject(node: ts.CallExpression, method: string, env: Environment | undefined): Value | undefined {
    if (method === 'freeze' || method === 'seal') return this.#argument(node, 0, env);
    if (method === 'assign') {
      const properties = new Map<string, Lazy>();
      let isOpen = false;
      for (let index = 0; index < node.arguments.length; index++)
        isOpen = mergeInto(properties, this.#argument(node, index, env)) || isOpen;
      return { kind: 'object', properties, isOpen, node };
    }
    if (method === 'values' || method === 'entries') {
      const of = this.#argument(node, 0, env);
      if (of.kind !== 'object') return unknown(node);
      const pair = (key: string, value: Lazy): Lazy => {
        if (method === 'values') return value;
        return () => ({ kind: 'list', elements: [() => literal(key, node), value], isOpen: false, node });
      };
      const elements = [...of.properties].map(([key, value]) => pair(key, value));
      return { kind: 'list', elements, isOpen: of.isOpen, spread: of.spread ?? [], node };
    }
    if (method !== 'fromEntries') return undefined;
    const { elements, isOpen } = elementsOf(this.#argument(node, 0, env));
    const properties = new Map<string, Lazy>();
    let isComplete = !isOpen;
    for (const pair of elements) {
      const [key, value] = elementsOf(pair).elements;
      if (key?.kind === 'literal' && value) properties.set(String(key.value), () => value);
      else isComplete = false;
    }
    return { kind: 'object', properties, isOpen: !isComplete, node };
  }

  // ── operators ──────────────────────────────────────────────────────────────────────────────────────────────────

  #binary(node: ts.BinaryExpression, env: Environment | undefined): Value {
    const left = (): Value => this.#evaluate(node.left, env);
    const right = (): Value => this.#evaluate(node.right, env);
    switch (node.operatorToken.kind) {
      case syntax.SyntaxKind.QuestionQuestionToken:
        return this.#unless(left(), right, (value) => !isNullish(value), node);
      case syntax.SyntaxKind.BarBarToken:
        return this.#unless(left(), right, (value) => value.kind !== 'literal' || Boolean(value.value), node);
      case syntax.SyntaxKind.AmpersandAmpersandToken:
        return this.#unless(left(), right, (value) => value.kind === 'literal' && !value.value, node);
      case syntax.SyntaxKind.CommaToken:
      case syntax.SyntaxKind.EqualsToken:
        return right();
      case syntax.SyntaxKind.EqualsEqualsEqualsToken:
      case syntax.SyntaxKind.EqualsEqualsToken:
      case syntax.SyntaxKind.ExclamationEqualsEqualsToken:
      case syntax.SyntaxKind.ExclamationEqualsToken: {
        const isSame = isEqual(left(), right());
        if (isSame === undefined) return unknown(node);
        const isNegated =
          node.operatorToken.kind === syntax.SyntaxKind.ExclamationEqualsEqualsToken ||
          node.operatorToken.kind === syntax.SyntaxKind.ExclamationEqualsToken;
        return literal(isSame !== isNegated, node);
      }
      case syntax.SyntaxKind.PlusToken: {
        const [a, b] = [left(), right()];
        const isText = a.kind === 'literal' && b.kind === 'literal';
        return isText && (typeof a.value === 'string' || typeof b.value === 'string')
          ? literal(`${String(a.value)}${String(b.value)}`, node)
          : unknown(node);
      }
      default:
        return unknown(node);
    }
  }

  /** The left value where it is taken, else the right one; both where that cannot be told. */
  #unless(left: Value, right: () => Value, isTaken: (value: Value) => boolean, node: ts.BinaryExpression): Value {
    const isAnd = node.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken;
    return choice(
      optionsOf(left).flatMap((option) => {
        // Of `unknown && x` the left side is some falsy value, such as `undefined`.
        if (option.kind === 'unknown' || (option.kind === 'made' && syntax.isCallExpression(option.call)))
          return isAnd ? [literal(undefined, option.node), right()] : [option, right()];
        return isTaken(option) ? [option] : [right()];
      }),
      node,
    );
  }

  #unary(node: ts.PrefixUnaryExpression, env: Environment | undefined): Value {
    const value = this.#evaluate(node.operand, env);
    if (node.operator === syntax.SyntaxKind.ExclamationToken)
      return value.kind === 'literal'
        ? literal(!value.value, node)
        : choice([literal(true, node), literal(false, node)], node);
    return node.operator === syntax.SyntaxKind.MinusToken && value.kind === 'literal' && typeof value.value === 'number'
      ? literal(-value.value, node)
      : unknown(node);
  }

  #template(node: ts.TemplateExpression, env: Environment | undefined): Value {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const value = this.#evaluate(span.expression, env);
      if (value.kind !== 'literal') return unknown(node);
      text += String(value.value) + span.literal.text;
    }
    return literal(text, node);
  }
}

/** Whether a value is true in a condition. Undefined where that cannot be told. */
function truthOf(value: Value): boolean | undefined {
  const options = optionsOf(value).map((option) => {
    if (option.kind === 'literal') return Boolean(option.value);
    return option.kind === 'unknown' || option.kind === 'made' ? undefined : true;
  });
  return options.every((each) => each === options[0]) ? options[0] : undefined;
}

/** Of choices: whether all pairs are equal, or all differ. */
function isEqual(a: Value, b: Value): boolean | undefined {
  const answers = optionsOf(a).flatMap((one) =>
    optionsOf(b).map((other) =>
      one.kind === 'literal' && other.kind === 'literal' ? one.value === other.value : undefined,
    ),
  );
  return answers.every((each) => each === answers[0]) ? answers[0] : undefined;
}

function isLeaving(node: ts.Node): boolean {
  return syntax.isReturnStatement(node) || syntax.isThrowStatement(node);
}

function addLeaves(node: ts.Node, leaves: Leaves): void {
  leaves.returns.push(...returnsIn(node));
  contains(node, (each) => {
    if (syntax.isThrowStatement(each)) leaves.throws.push(each);
    return false;
  });
}

/** Methods of texts that give a text, or say whether a text has another. */
const textMethods = new Set(['endsWith', 'startsWith', 'toLowerCase', 'toUpperCase', 'trim']);

/** Methods that say whether a function holds for elements of a list. */
const testingMethods = new Set(['every', 'some']);

/** Members of maps and sets that take nothing into them, and `set`, which is followed. */
const lookingMethods = new Set(['entries', 'forEach', 'get', 'has', 'keys', 'set', 'size', 'values']);

/** Methods that give a list again, which is known where this one is. */
const listMethods = new Set(['concat', 'map', 'flatMap', 'filter', 'slice', 'toSorted', 'toReversed']);

/** Methods that give each element to a function. */
const givingMethods = new Set(['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'some']);

/** Methods that leave a list as it is. */
const readingMethods = new Set([
  ...listMethods,
  'find',
  'forEach',
  'includes',
  'join',
  'some',
  'every',
  'indexOf',
  'at',
]);

function isAddingMethod(name: string): boolean {
  return name === 'push' || name === 'unshift';
}

/** Of `agent` in `agent.handoffs.push(…)`: the call that adds to the list which a property of it holds. */
function listAddedTo(property: ts.Node, owner: ts.Node): ts.CallExpression | undefined {
  const isAccess = syntax.isPropertyAccessExpression(property) || syntax.isElementAccessExpression(property);
  if (!isAccess || syntax.withoutAssertions(property.expression) !== owner) return undefined;
  const method = syntax.parentOf(property);
  const call = syntax.parentOf(method);
  const isAdded =
    syntax.isPropertyAccessExpression(method) &&
    isAddingMethod(method.name.text) &&
    syntax.isCallExpression(call) &&
    call.expression === method;
  return isAdded ? call : undefined;
}

/** What of something that is spread is made elsewhere. */
function madeIn(value: Value): readonly MadeValue[] {
  return [...optionsOf(value).filter((option) => option.kind === 'made'), ...spreadIn(value)];
}

/** Lays the properties of a value over others. Returns whether it may have more. */
function mergeInto(properties: Map<string, Lazy>, value: Value): boolean {
  const options = optionsOf(value);
  const objects = options.filter((option) => option.kind === 'object');
  // `...(cond && { … })` adds nothing where the condition is false.
  const isComplete = options.every((option) => option.kind === 'object' || option.kind === 'literal');
  const isOpen = !isComplete || objects.some((object) => object.isOpen);
  const names = new Set(objects.flatMap((object) => [...object.properties.keys()]));
  for (const [name, before] of properties)
    if (isOpen && !names.has(name)) properties.set(name, () => choice([before(), unknown(value.node)], value.node));
  for (const name of names) {
    const before = properties.get(name) ?? (() => literal(undefined, value.node));
    const after = options.map((option) => {
      const own = option.kind === 'object' ? option.properties.get(name) : undefined;
      if (own) return own;
      return option.kind === 'object' && option.isOpen ? () => unknown(value.node) : before;
    });
    const [only] = after;
    set(
      properties,
      name,
      only && after.length === 1
        ? only
        : () =>
            choice(
              after.map((each) => each()),
              value.node,
            ),
    );
  }
  return isOpen;
}

/** A property that is set again takes its new place in the order. */
function set(properties: Map<string, Lazy>, name: string, value: Lazy): void {
  properties.delete(name);
  properties.set(name, value);
}

/** `super(…)`, as a statement of a constructor. */
function superCallIn({ body }: ts.ConstructorDeclaration): ts.CallExpression | undefined {
  for (const statement of body?.statements ?? []) {
    const call = syntax.isExpressionStatement(statement) ? statement.expression : undefined;
    if (call && syntax.isCallExpression(call) && call.expression.kind === syntax.SyntaxKind.SuperKeyword) return call;
  }
  return undefined;
}

function environmentOf(fn: ts.Node, env: Environment | undefined): Environment | undefined {
  for (let at = env; at; at = at.outer) if (at.fn === fn) return at;
  return undefined;
}

/** The part of an environment that code at a place can see: that of the functions around it. */
function environmentAt(node: ts.Node, env: Environment | undefined): Environment | undefined {
  let at = env;
  while (at && (!isInside(node, at.fn) || node === at.fn)) at = at.outer;
  return at;
}

/** An element of a list by its place: `undefined` as a literal past the end of one that is all known. */
function elementAt(value: Value, index: number): Value {
  return choice(
    optionsOf(value).map((option) => {
      if (option.kind !== 'list' || option.isOpen) return unknown(option.node);
      return option.elements[index]?.() ?? literal(undefined, option.node);
    }),
    value.node,
  );
}

function isUndefined(value: Value): boolean {
  return value.kind === 'literal' && value.value === undefined;
}

function isAssigned(use: ts.Node): boolean {
  const parent = syntax.parentOf(use);
  return (
    syntax.isBinaryExpression(parent) &&
    syntax.withoutAssertions(parent.left) === use &&
    isAssignmentOperator(parent.operatorToken.kind)
  );
}
