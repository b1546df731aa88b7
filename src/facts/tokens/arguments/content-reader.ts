import type { ts } from '../../../type-utils/index.ts';
import { bindingOf, compilerOf, isInside, mayBeMissing, syntax } from '../../../type-utils/index.ts';
import { plainEvaluatorOf } from '../../../program/values/evaluator.ts';
import { valueOf, writtenIn } from '../../../program/values/functions.ts';
import { returnedBy, textOfKey } from '../../../program/values/nodes.ts';
import { choice, type Content, literal, type ObjectContent, type ReadContent, result, unknown } from './contents.ts';
import {
  alteredByCall,
  copiedByCall,
  isAltering,
  isAnotherEachTime,
  isCallOn,
  isNow,
  returnedByCall,
} from './known-calls.ts';
import { keyTakenBy, type Place, takenFrom, takenOrDefault } from '../places.ts';
import { asObject, isOptionalIn, propertyOf, withAll, withChange, withProperty } from './properties.ts';
import { type Change, copyOf, isCopy } from './readings.ts';

/** How many expressions lie in one another, and how many functions call each other, at most. */
const MAX_DEPTH = 40;
const MAX_CALLS = 3;

/** When what variables hold is read: what is done to it until then counts. */
export interface Moment {
  readonly at: ts.Node;
  readonly changesUntil: (node: ts.Node, place: Place) => readonly Change[];
}

/** Where a function is followed that a call runs. */
interface Run {
  /** What its parameters are given. */
  readonly given: ReadonlyMap<ts.Node, Content>;
  /** What all that it reads is read by. */
  readonly call: ts.CallExpression;
  readonly depth: number;
}

/** What the readers share of one function, each of which reads until another node. */
interface Shared {
  readonly readers: Map<ts.Node, ContentReader>;
  /** How many expressions are being read. */
  depth: number;
}

/**
 * Reads what expressions give: through constants, objects and lists that are put together, copies, and functions of the
 * program that return something of their parameters.
 */
export class ContentReader {
  readonly #program: ts.Program;
  readonly #moment: Moment | undefined;
  readonly #run: Run | undefined;
  readonly #known = new Map<ts.Expression, Content>();
  readonly #shared: Shared;

  /** @param moment undefined: variables are read as they are declared, and no functions are followed */
  constructor(program: ts.Program, moment?: Moment, run?: Run, shared: Shared = { readers: new Map(), depth: 0 }) {
    this.#program = program;
    this.#moment = moment;
    this.#run = run;
    this.#shared = shared;
  }

  read(expression: ts.Expression): Content {
    const known = this.#known.get(expression);
    if (known || this.#shared.depth > MAX_DEPTH) return known ?? unknown(expression);
    this.#shared.depth++;
    const content = this.#read(valueOf(expression));
    this.#shared.depth--;
    this.#known.set(expression, content);
    return content;
  }

  /** The reader of what is copied at a node. */
  #until(node: ts.Node): ContentReader {
    if (!this.#moment) return this;
    const { readers } = this.#shared;
    const reader =
      readers.get(node) ?? new ContentReader(this.#program, { ...this.#moment, at: node }, this.#run, this.#shared);
    readers.set(node, reader);
    return reader;
  }

  /** When a node reads what it reads: in a function that is followed, when that is called. */
  #timeOf(node: ts.Node): ts.Node {
    return this.#run?.call ?? node;
  }

  #read(node: ts.Expression): Content {
    if (syntax.isIdentifier(node)) return this.#readName(node);
    if (syntax.isAccess(node)) return this.#readAccess(node);
    if (syntax.isObjectLiteralExpression(node)) return this.#readObject(node);
    if (syntax.isArrayLiteralExpression(node)) return this.#readList(node);
    if (syntax.isTemplateExpression(node)) return this.#readTemplate(node);
    if (syntax.isConditionalExpression(node))
      return choice([this.read(node.whenTrue), this.read(node.whenFalse)], node);
    if (syntax.isBinaryExpression(node)) return this.#readBinary(node);
    if (syntax.isCallExpression(node)) return this.#readCall(node);
    if (syntax.isPrefixUnaryExpression(node) && !syntax.isNumericLiteral(node.operand))
      return result('!', [this.read(node.operand)], [], node);
    if (isNow(node)) return { ...result('now', [], [], node), evaluation: this.#timeOf(node) };
    const owner = node.kind === syntax.SyntaxKind.ThisKeyword && !this.#run ? syntax.classOfThis(node) : undefined;
    return owner ? this.#readFrom(owner, node) : this.#readLiteral(node);
  }

  #readLiteral(node: ts.Expression): Content {
    const value = plainEvaluatorOf(this.#program).valueOf(node);
    return value.kind === 'literal' ? literal(value.value, node) : unknown(node);
  }

  #readName(node: ts.Identifier): Content {
    const binding = bindingOf(node);
    if (!binding) return this.#readLiteral(node);
    return this.#run?.given.get(binding) ?? this.#readBinding(binding, node);
  }

  /** What a variable holds: unless it is assigned again, what it is declared with. */
  #readBinding(binding: ts.Node, node: ts.Expression): Content {
    const own = this.#readFrom(binding, node);
    const content = writtenIn(binding.getSourceFile()).has(binding) ? undefined : this.#declaredWith(binding, node);
    return content ? this.#heldBy(own, content) : own;
  }

  #declaredWith(binding: ts.Node, node: ts.Expression): Content | undefined {
    if (syntax.isImportSpecifier(binding)) return this.#readLiteral(node);
    if (syntax.isVariableDeclaration(binding)) return binding.initializer && this.read(binding.initializer);
    if (!syntax.isBindingElement(binding)) return undefined;
    if (binding.dotDotDotToken) return this.#readRest(binding);
    const taken = takenOrDefault(binding);
    const whole = taken && this.read(taken.from);
    const property = whole && propertyOf(whole, taken.key, node, this.#timeOf(binding));
    const { initializer: other } = binding;
    if (!property || !other) return property;
    const isOptional = isOptionalIn(whole, taken.key);
    return isOptional ? choice([property, this.read(other)], other) : isOptional === false ? property : undefined;
  }

  /** `{ path, ...rest } = args` */
  #readRest({ parent: pattern }: ts.BindingElement): Content | undefined {
    const { parent: holder } = pattern;
    const from =
      syntax.isVariableDeclaration(holder) && syntax.isObjectBindingPattern(pattern) ? holder.initializer : undefined;
    const object = from && asObject(this.#copyOf(from, from, false));
    const taken = pattern.elements.flatMap((each) =>
      syntax.isBindingElement(each) ? (takenFrom(each)?.key ?? []) : [],
    );
    return object && taken.reduce((rest, key) => withProperty(rest, key, literal(undefined, from)), object);
  }

  #readFrom(root: ts.Node, node: ts.Expression): ReadContent {
    const shape = () => compilerOf(this.#program).shapeOf(node);
    return { kind: 'read', reading: { root, path: [], times: [this.#timeOf(node)] }, shape, node };
  }

  /** What a constant is declared with: another name of that, or an object of its own, with all that is done to it. */
  #heldBy(own: ReadContent, content: Content): Content {
    if (content.kind === 'unknown') return own;
    if (content.kind === 'literal' || (content.kind === 'read' && !isCopy(content.reading))) return content;
    const changes = this.#moment?.changesUntil(this.#moment.at, own.reading) ?? [];
    const settled = changes.reduce<Content>(
      (before, change) => withChange(before, change, (given) => this.#until(change.node).read(given)),
      content,
    );
    return { ...settled, at: own.reading };
  }

  #readAccess(node: ts.ElementAccessExpression | ts.PropertyAccessExpression): Content {
    const whole = this.read(node.expression);
    if (syntax.isPropertyAccessExpression(node)) return propertyOf(whole, node.name.text, node, this.#timeOf(node));
    const index = this.read(node.argumentExpression);
    if (index.kind === 'literal') return propertyOf(whole, String(index.value), node, this.#timeOf(node));
    return result('[]', [whole, index], [], node);
  }

  /** `{ ...args, path }` */
  #readObject(node: ts.ObjectLiteralExpression): Content {
    const [first, ...others] = node.properties;
    if (first && syntax.isSpreadAssignment(first) && others.length === 0)
      return this.#copyOf(first.expression, node, false);
    let object: ObjectContent = { kind: 'object', properties: new Map(), rest: [], node };
    for (const property of node.properties) {
      if (syntax.isSpreadAssignment(property)) object = withAll(object, this.#copyOf(property.expression, node, false));
      else if (syntax.isShorthandPropertyAssignment(property))
        object = withProperty(object, property.name.text, this.read(property.name));
      else {
        const key = textOfKey(property.name);
        if (key === undefined) return unknown(node);
        // Methods are no part of JSON, and accessors may give anything.
        const content = syntax.isPropertyAssignment(property) ? this.read(property.initializer) : unknown(node);
        object = withProperty(object, key, content);
      }
    }
    return object;
  }

  #copyOf(expression: ts.Expression, node: ts.Expression, isDeep: boolean): Content {
    return { ...this.#copied(this.#until(node).read(expression), node, isDeep), node };
  }

  #copied({ at: _, ...content }: Content, node: ts.Node, isDeep: boolean): Content {
    if (content.kind !== 'read') return content;
    return { ...content, reading: copyOf(content.reading, this.#timeOf(node), isDeep) };
  }

  /** What a result is made of is taken as it is then: what changes later leaves the result as it is. */
  #inputsOf(expressions: readonly ts.Expression[], node: ts.Node): readonly Content[] {
    return expressions.map((each) => this.#copied(this.read(each), node, true));
  }

  /** `[a, b]`, `[...list]`, `[...list, a]` */
  #readList(node: ts.ArrayLiteralExpression): Content {
    const [only, ...others] = node.elements;
    if (only && syntax.isSpreadElement(only) && others.length === 0) return this.#copyOf(only.expression, node, false);
    const spreads = node.elements.filter(syntax.isSpreadElement).map(({ expression }) => expression);
    const inputs = this.#inputsOf(spreads, node);
    if (spreads.length > 0) return result('[…]', inputs, inputs, node);
    const elements = node.elements.map((each, index) => [String(index), this.read(each)] as const);
    return { kind: 'object', properties: new Map(elements), rest: [], node };
  }

  #readTemplate(node: ts.TemplateExpression): Content {
    const inputs = this.#inputsOf(
      node.templateSpans.map(({ expression }) => expression),
      node,
    );
    const texts = [node.head.text, ...node.templateSpans.map(({ literal: { text } }) => text)];
    const [only] = inputs;
    // `${path}` is the path itself.
    return only && texts.join('') === '' && inputs.length === 1
      ? only
      : result(texts.join('${}'), inputs, inputs, node);
  }

  /** `a ?? b`, `euros * 100` */
  #readBinary(node: ts.BinaryExpression): Content {
    const { left, right, operatorToken } = node;
    switch (operatorToken.kind) {
      case syntax.SyntaxKind.CommaToken:
      case syntax.SyntaxKind.EqualsToken:
        return this.read(right);
      case syntax.SyntaxKind.BarBarToken:
      case syntax.SyntaxKind.QuestionQuestionToken:
        return mayBeMissing(left, this.#program) || operatorToken.kind === syntax.SyntaxKind.BarBarToken
          ? choice([this.read(left), this.read(right)], node)
          : this.read(left);
      default: {
        const inputs = this.#inputsOf([left, right], node);
        return result(operatorToken.getText(), inputs, isAltering(node) ? inputs : [], node);
      }
    }
  }

  #readCall(call: ts.CallExpression): Content {
    const copied = copiedByCall(call);
    if (copied) return this.#copyOf(copied.of, call, copied.isDeep);
    const returned = returnedByCall(call);
    if (returned) return this.read(returned);
    if (isCallOn(call, 'Object', ['assign'])) return this.#readAssign(call);
    return this.#readRun(call) ?? this.#readResult(call);
  }

  /** `Object.assign({}, args, options)` gives its first argument, which is an object of its own where it is written there. */
  #readAssign(call: ts.CallExpression): Content {
    const [target, ...others] = call.arguments;
    const object = target ? this.read(target) : unknown(call);
    if (object.kind !== 'object' || object.node !== target) return object;
    return others.reduce<ObjectContent>((whole, each) => withAll(whole, this.#copyOf(each, call, false)), object);
  }

  /** What a function of the program returns. Undefined: it is not followed. */
  #readRun(call: ts.CallExpression): Content | undefined {
    const depth = (this.#run?.depth ?? 0) + 1;
    const isFollowed = this.#moment !== undefined && depth <= MAX_CALLS;
    const fn = isFollowed ? compilerOf(this.#program).functionCalledBy(call)?.fn : undefined;
    if (!fn || syntax.isGenerator(fn) || call.arguments.some(syntax.isSpreadElement)) return undefined;
    const written = writtenIn(fn.getSourceFile());
    const given = new Map<ts.Node, Content>();
    for (const [index, parameter] of fn.parameters.entries()) {
      const argument = call.arguments[index];
      if (!argument || parameter.dotDotDotToken || written.has(parameter)) return undefined;
      const content = this.#until(call).read(argument);
      given.set(parameter, content);
      if (!syntax.isIdentifier(parameter.name)) this.#give(given, parameter.name, content);
    }
    const run = { given, call: this.#run?.call ?? call, depth };
    const returned = returnedBy(fn).map((each) => this.#readReturned(each, fn, run));
    return returned.length > 0 && returned.every(({ kind }) => kind !== 'unknown') ? choice(returned, call) : undefined;
  }

  /** What the names of a parameter's pattern stand for. One with a default, or that is written again, for itself. */
  #give(given: Map<ts.Node, Content>, pattern: ts.BindingPattern, content: Content): void {
    for (const element of pattern.elements) {
      const key = syntax.isBindingElement(element) ? keyTakenBy(element) : undefined;
      if (!syntax.isBindingElement(element) || key === undefined || element.initializer) continue;
      const taken = propertyOf(content, key, content.node, element);
      if (!syntax.isIdentifier(element.name)) this.#give(given, element.name, taken);
      else if (!writtenIn(element.getSourceFile()).has(element)) given.set(element, taken);
    }
  }

  #readReturned(expression: ts.Expression, fn: ts.Node, run: Run): Content {
    const moment = this.#moment && { ...this.#moment, at: expression };
    const content = new ContentReader(this.#program, moment, run, {
      readers: new Map(),
      depth: this.#shared.depth,
    }).read(expression);
    // A variable of its own is none for the caller.
    return content.at && isInside(content.at.root, fn) ? { ...content, at: undefined } : content;
  }

  /** What a function that is not followed makes of what it is given. */
  #readResult(call: ts.CallExpression): Content {
    const callee = syntax.withoutAssertions(call.expression);
    const isMethod = syntax.isPropertyAccessExpression(callee);
    const given = isMethod ? [callee.expression, ...call.arguments] : call.arguments;
    const inputs = this.#inputsOf(given, call);
    const altered = alteredByCall(call);
    const content = result(
      isMethod ? callee.name.text : callee.getText(),
      inputs,
      inputs.filter((_, index) => altered.some((each) => each === given[index])),
      call,
    );
    return isAnotherEachTime(call) ? { ...content, evaluation: this.#timeOf(call) } : content;
  }
}
