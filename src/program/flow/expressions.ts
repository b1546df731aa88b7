import {
  FALSE,
  NULLISH,
  PRESENT,
  TRUE,
  UNKNOWN,
  noArguments,
  type Combinator,
  type Condition,
  type Operand,
  type Refinement,
  type Slot,
} from '../../analysis/flow-graph.ts';
import type { Gathered, ts } from '../../type-utils/index.ts';
import { functionOfBinding, bindingOf, isGlobalName, syntax } from '../../type-utils/index.ts';
import { filledByCall, filledVariable } from './filled.ts';
import type { GraphBuilder, OpenBlock } from './graph-builder.ts';
import { type FileSlots } from './slots.ts';
import { isRunAtShutdown } from './shutdown.ts';
import { isRunByStack } from './stacks.ts';

/** Built-in objects whose functions call nothing back and keep nothing. */
const inertGlobals = new Set([
  'console',
  'JSON',
  'Math',
  'Number',
  'String',
  'Boolean',
  'Date',
  'BigInt',
  'parseInt',
  'parseFloat',
  'isNaN',
]);
/** Other built-in objects, and those of their functions of which that holds as well. */
const inertMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ['Array', ['isArray']],
  ['Object', ['getOwnPropertyNames', 'hasOwn', 'keys']],
  ['Reflect', ['has']],
]);
/** Those that give what they are given, or parts of it. */
const copyingMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ['Object', ['assign', 'entries', 'freeze', 'fromEntries', 'values']],
]);
const combinators: ReadonlySet<string> = new Set<Combinator>(['all', 'allSettled', 'any', 'race']);

/** What is done with a value: awaited, returned, nothing. */
type Finish = (value: Operand) => Operand;

/** What a condition with several parts is, and where it leads when it holds as a whole. */
interface Whole {
  readonly site: ts.Expression;
  readonly whenTrue: OpenBlock;
}
const unchanged: Finish = (value) => value;

/** How deep expressions may nest. */
const MAX_DEPTH = 500;

/**
 * Lowers expressions to instructions, in JavaScript's order of evaluation. Long, since it is one visitor over one grammar:
 * a case for each kind of expression, which share the state of the block that is open.
 */
export class Expressions {
  readonly #builder: GraphBuilder;
  readonly #slots: FileSlots;
  readonly #onRead: (slot: Slot, node: ts.Node) => void;
  readonly #receivers = new Map<object, Set<string>>();
  /** Where an optional chain goes when it is cut short. */
  #chainExit: OpenBlock | undefined;
  #readsArguments = false;
  #depth = 0;

  constructor(builder: GraphBuilder, slots: FileSlots, onRead: (slot: Slot, node: ts.Node) => void) {
    this.#builder = builder;
    this.#slots = slots;
    this.#onRead = onRead;
  }

  /** Whether parameters are also read by position. */
  get readsArguments(): boolean {
    return this.#readsArguments;
  }

  /** The methods that are called on each slot. */
  get receivers(): Map<object, Set<string>> {
    return this.#receivers;
  }

  lower(expression: ts.Expression): Operand {
    const node = syntax.withoutAssertions(expression);
    // Generated tables nest thousands deep: past some depth nothing is concluded, and the stack survives.
    if (this.#depth > MAX_DEPTH) {
      this.#builder.giveUp();
      return UNKNOWN;
    }
    this.#depth++;
    const value = isChainLink(node) ? this.#optionalChain(node) : this.#lowerNode(node);
    this.#depth--;
    return value;
  }

  /**
   * Lowers an expression and what is done with its value: for each of the values that it chooses between by itself, so
   * that what is known of one is not blurred by the others.
   */
  lowerEach(expression: ts.Expression, finish: Finish): Operand {
    const node = syntax.withoutAssertions(expression);
    if (this.#depth > MAX_DEPTH) return finish(this.lower(node));
    this.#depth++;
    const value = this.#lowerChoice(node, finish) ?? finish(this.lower(node));
    this.#depth--;
    return value;
  }

  #lowerChoice(node: ts.Expression, finish: Finish): Operand | undefined {
    if (isChainLink(node)) return this.#optionalChain(node, finish);
    if (node.kind === syntax.SyntaxKind.ConditionalExpression)
      return this.#conditional(node as ts.ConditionalExpression, finish);
    return syntax.isBinaryExpression(node) ? this.#logical(node, finish) : undefined;
  }

  #lowerNode(node: ts.Expression): Operand {
    switch (node.kind) {
      case syntax.SyntaxKind.Identifier:
        return this.#identifier(node as ts.Identifier);
      case syntax.SyntaxKind.NullKeyword:
        return NULLISH;
      case syntax.SyntaxKind.StringLiteral:
      case syntax.SyntaxKind.NumericLiteral:
      case syntax.SyntaxKind.BigIntLiteral:
      case syntax.SyntaxKind.NoSubstitutionTemplateLiteral:
      case syntax.SyntaxKind.RegularExpressionLiteral:
        return PRESENT;
      case syntax.SyntaxKind.TrueKeyword:
        return TRUE;
      case syntax.SyntaxKind.FalseKeyword:
        return FALSE;
      case syntax.SyntaxKind.ThisKeyword:
      case syntax.SyntaxKind.SuperKeyword:
      case syntax.SyntaxKind.MetaProperty:
      case syntax.SyntaxKind.OmittedExpression:
        return UNKNOWN;
      case syntax.SyntaxKind.PropertyAccessExpression:
        return this.#propertyAccess(node as ts.PropertyAccessExpression);
      case syntax.SyntaxKind.ElementAccessExpression:
        return this.#elementAccess(node as ts.ElementAccessExpression);
      case syntax.SyntaxKind.CallExpression:
        return this.#call(node as ts.CallExpression);
      case syntax.SyntaxKind.NewExpression:
        return this.#new(node as ts.NewExpression);
      case syntax.SyntaxKind.AwaitExpression:
        return this.lowerEach((node as ts.AwaitExpression).expression, (src) =>
          this.#emit((dst) => ({ op: 'await', dst, src, site: node })),
        );
      case syntax.SyntaxKind.YieldExpression: {
        const { expression } = node as ts.YieldExpression;
        const src = expression ? this.lower(expression) : NULLISH;
        return this.#emit((dst) => ({ op: 'yield', dst, src, site: node }));
      }
      case syntax.SyntaxKind.ArrowFunction:
      case syntax.SyntaxKind.FunctionExpression:
      case syntax.SyntaxKind.ClassExpression:
        return this.#emit((dst) => ({
          op: 'closure',
          dst,
          fn: node,
          isChained: isChainedCallback(node, this.#builder.isGuarded) || isRunByStack(node) || isRunAtShutdown(node),
        }));
      case syntax.SyntaxKind.ObjectLiteralExpression:
        return this.#objectLiteral(node as ts.ObjectLiteralExpression);
      case syntax.SyntaxKind.ArrayLiteralExpression:
        return this.#aggregate(
          (node as ts.ArrayLiteralExpression).elements.map((e) =>
            this.lower(syntax.isSpreadElement(e) ? e.expression : e),
          ),
        );
      case syntax.SyntaxKind.BinaryExpression:
        return this.#binary(node as ts.BinaryExpression);
      case syntax.SyntaxKind.ConditionalExpression:
        return this.#conditional(node as ts.ConditionalExpression);
      case syntax.SyntaxKind.PrefixUnaryExpression:
      case syntax.SyntaxKind.PostfixUnaryExpression: {
        const { operand } = node as ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;
        this.lower(operand);
        this.#forgetAssigned(operand, node);
        return PRESENT;
      }
      case syntax.SyntaxKind.VoidExpression:
        this.lower((node as ts.VoidExpression).expression);
        return NULLISH;
      case syntax.SyntaxKind.TypeOfExpression:
        this.lower((node as ts.TypeOfExpression).expression);
        return PRESENT;
      case syntax.SyntaxKind.DeleteExpression:
        this.lower((node as ts.DeleteExpression).expression);
        this.#forgetAssigned((node as ts.DeleteExpression).expression, node);
        return PRESENT;
      case syntax.SyntaxKind.TemplateExpression:
        for (const span of (node as ts.TemplateExpression).templateSpans) this.lower(span.expression);
        return PRESENT;
      case syntax.SyntaxKind.TaggedTemplateExpression:
        return this.#taggedTemplate(node as ts.TaggedTemplateExpression);
      default:
        return this.#anythingElse(node);
    }
  }

  /** Evaluates a condition, or a part of `whole`, and goes to one of two blocks. */
  condition(
    expression: ts.Expression,
    whenTrue: OpenBlock,
    whenFalse: OpenBlock,
    whole: Whole = { site: expression, whenTrue },
  ): void {
    const node = syntax.withoutAssertions(expression);
    const builder = this.#builder;
    if (node.kind === syntax.SyntaxKind.TrueKeyword) {
      builder.jump(whenTrue);
      return;
    }
    if (node.kind === syntax.SyntaxKind.FalseKeyword) {
      builder.jump(whenFalse);
      return;
    }
    if (isNegation(node)) {
      this.condition(node.operand, whenFalse, whenTrue, whole);
      return;
    }
    if (syntax.isBinaryExpression(node)) {
      const { left, right } = node;
      const operator = node.operatorToken.kind;
      if (operator === syntax.SyntaxKind.AmpersandAmpersandToken || operator === syntax.SyntaxKind.BarBarToken) {
        const between = builder.block();
        if (operator === syntax.SyntaxKind.AmpersandAmpersandToken) this.condition(left, between, whenFalse, whole);
        else this.condition(left, whenTrue, between, whole);
        builder.start(between);
        this.condition(right, whenTrue, whenFalse, whole);
        return;
      }
      if (operator === syntax.SyntaxKind.CommaToken) {
        this.lower(left);
        this.condition(right, whenTrue, whenFalse, whole);
        return;
      }
      const isEqual = syntax.equalityOf(node);
      const compared = isEqual === undefined ? undefined : comparedWithNullish(left, right);
      if (compared) {
        const [yes, no] = isEqual ? [whenTrue, whenFalse] : [whenFalse, whenTrue];
        this.#test(compared, 'nullish', yes, no, whole);
        return;
      }
    }
    this.#test(node, 'truthy', whenTrue, whenFalse, whole);
  }

  #test(
    node: ts.Expression,
    test: 'truthy' | 'nullish',
    whenTrue: OpenBlock,
    whenFalse: OpenBlock,
    whole: Whole,
  ): void {
    const builder = this.#builder;
    const subject = syntax.withoutAssertions(node);
    const slot = this.slotOf(syntax.isPlainAssignment(subject) ? syntax.withoutAssertions(subject.left) : subject);
    const tested = slot ? undefined : this.#testedMember(subject);
    const operand = this.lower(subject);
    const refinement = (sense: boolean): Refinement | undefined => {
      // `client.transport === undefined` asks the same as `!client.transport`.
      if (tested)
        return {
          operand,
          slot: tested.slot,
          test: 'member',
          member: tested.member,
          called: tested.called,
          sense: sense === (test === 'truthy'),
          keeps: false,
        };
      if (!slot && operand < 0) return undefined;
      return refined(operand, slot, test, sense, false);
    };
    const condition = (to: OpenBlock): Condition => ({ site: whole.site, outcome: to === whole.whenTrue });
    builder.goto(whenTrue, refinement(true), condition(whenTrue));
    builder.goto(whenFalse, refinement(false), condition(whenFalse));
    builder.current = undefined;
  }

  #testedMember(node: ts.Expression): { slot: Slot; member: string; called: boolean } | undefined {
    const called = syntax.isCallExpression(node);
    const access = called ? syntax.withoutAssertions(node.expression) : node;
    if (!syntax.isPropertyAccessExpression(access)) return undefined;
    const slot = this.slotOf(syntax.withoutAssertions(access.expression));
    return slot && { slot, member: access.name.text, called };
  }

  /** The slot that an expression reads, without reading it. */
  slotOf(node: ts.Expression): Slot | undefined {
    if (syntax.isIdentifier(node))
      return node.text === 'undefined' || functionOfBinding(bindingOf(node)) ? undefined : this.#slots.variable(node);
    if (!syntax.isPropertyAccessExpression(node)) return undefined;
    const object = syntax.withoutAssertions(node.expression);
    if (object.kind === syntax.SyntaxKind.ThisKeyword) return this.#slots.field(node);
    return syntax.isIdentifier(object) ? this.#slots.property(object, node.name.text) : undefined;
  }

  /** Gives a slot a value, or records that a value escaped. */
  assign(target: ts.Expression, src: Operand, site: ts.Node): void {
    const node = syntax.withoutAssertions(target);
    const slot = this.slotOf(node);
    const object = syntax.isPropertyAccessExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
    if (slot && object && syntax.isIdentifier(object) && this.#slots.isSharedBefore(object)) {
      this.#builder.emit({ op: 'escape', src });
      this.#builder.emit({ op: 'write', slot, src: UNKNOWN, site });
      return;
    }
    if (slot) {
      this.#builder.emit({ op: 'write', slot, src, site });
      return;
    }
    if (syntax.isAccess(node)) {
      this.#storeTo(node, site)(src);
      return;
    }
    this.#builder.emit({ op: 'escape', src });
    if (syntax.isArrayLiteralExpression(node))
      for (const element of node.elements)
        this.#assignUnknown(syntax.isSpreadElement(element) ? element.expression : element, site);
    if (syntax.isObjectLiteralExpression(node)) {
      for (const property of node.properties) {
        if (syntax.isShorthandPropertyAssignment(property)) this.#assignUnknown(property.name, site);
        else if (syntax.isPropertyAssignment(property)) this.#assignUnknown(property.initializer, site);
        else if (syntax.isSpreadAssignment(property)) this.#assignUnknown(property.expression, site);
      }
    }
  }

  /** Evaluates the object and key of a property; answers what assigns it. */
  #storeTo(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, site: ts.Node): (src: Operand) => void {
    const filled = filledVariable(node.expression);
    const object = filled ? UNKNOWN : this.lower(node.expression);
    if (syntax.isElementAccessExpression(node)) this.lower(node.argumentExpression);
    return (src) => {
      if (filled) this.#fill(filled, [src], site);
      else this.#builder.emit({ op: 'store', object, name: memberNameOf(node), src, site });
    };
  }

  /** What is put into an object of the function's own is in the variable that has the object. */
  #fill(variable: ts.Identifier, parts: readonly Operand[], site: ts.Node): void {
    const slot = this.slotOf(variable);
    const whole = this.#emit((dst) => ({ op: 'aggregate', dst, parts: [this.lower(variable), ...parts] }));
    if (slot) this.#builder.emit({ op: 'write', slot, src: whole, site });
  }

  #assignUnknown(target: ts.Expression, site: ts.Node): void {
    const inner = syntax.withoutAssertions(target);
    if (syntax.isBinaryExpression(inner)) {
      this.lower(inner.right);
      this.assign(inner.left, UNKNOWN, site);
    } else if (inner.kind !== syntax.SyntaxKind.OmittedExpression) this.assign(inner, UNKNOWN, site);
  }

  /** Gives names the values of promises that are awaited together. */
  bindGathered({ awaiting, call, list, parts }: Gathered): void {
    const values: (readonly [ts.Identifier | undefined, Operand])[] = [];
    const promises = parts.map(({ promise, name }) => {
      const src = this.lower(promise);
      values.push([name, this.#emit((dst) => ({ op: 'fulfilled', dst, src, site: name?.parent ?? promise }))]);
      return src;
    });
    const gathered = this.#gather(call, list, this.#aggregate(promises), true);
    // The list that it is fulfilled with is taken apart, and nothing else has it.
    this.#emit((dst) => ({ op: 'await', dst, src: gathered, site: awaiting }));
    for (const [name, value] of values) {
      if (name) this.bind(name, value, undefined);
      else this.#builder.emit({ op: 'escape', src: value });
    }
  }

  /** Gives the names of a declaration their values. */
  bind(name: ts.BindingName, src: Operand, initializer: ts.Expression | undefined): void {
    if (syntax.isIdentifier(name)) {
      const slot = this.#slots.variable(name);
      if (slot) this.#builder.emit({ op: 'write', slot, src, site: name.parent });
      else this.#builder.emit({ op: 'escape', src });
      return;
    }
    const root = initializer && syntax.withoutAssertions(initializer);
    const made = root && syntax.isAwaitExpression(root) ? syntax.withoutAssertions(root.expression) : root;
    const isFromCall = made !== undefined && syntax.isCallExpression(made);
    const elements = [...name.elements].filter(syntax.isBindingElement).map((element) => {
      const key = element.propertyName ?? element.name;
      const property =
        root && syntax.isIdentifier(root) && syntax.isIdentifier(key) && !element.dotDotDotToken
          ? this.#slots.property(root, key.text)
          : undefined;
      return { element, property, part: this.#builder.temp() };
    });
    const parts = elements.filter(({ property }) => !property);
    this.#builder.emit({
      op: 'split',
      src,
      parts: parts.map(({ element, part }) => ({ dst: part, site: isFromCall ? element : undefined })),
    });
    for (const { element, property, part } of elements) {
      let value = property ? this.#read(property, element) : part;
      const { initializer: fallback } = element;
      if (fallback) {
        const given = value;
        // Which of the two it is, is not known.
        const [one, other] = [this.#builder.block(), this.#builder.block()];
        this.#builder.goto(one);
        this.#builder.goto(other);
        value = this.#joined([one, () => given], [other, () => this.lower(fallback)]);
      }
      this.bind(element.name, value, undefined);
    }
  }

  // ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────

  #emit(make: (dst: Operand) => Parameters<GraphBuilder['emit']>[0]): Operand {
    const dst = this.#builder.temp();
    this.#builder.emit(make(dst));
    return dst;
  }

  #read(slot: Slot, node: ts.Node): Operand {
    this.#onRead(slot, node);
    return this.#emit((dst) => ({ op: 'read', dst, slot }));
  }

  #identifier(node: ts.Identifier): Operand {
    if (node.text === 'undefined') return NULLISH;
    if (node.text === 'arguments' && !bindingOf(node)) this.#readsArguments = true;
    const fn = functionOfBinding(bindingOf(node));
    if (fn) return this.#emit((dst) => ({ op: 'closure', dst, fn, isChained: isRunAtShutdown(fn) }));
    // An object that is used as a whole takes what its properties hold along.
    const properties = this.#slots.propertiesOf(node);
    if (properties.length > 0) return this.#aggregate(properties.map((each) => this.partOf(this.#read(each, node))));
    const slot = this.#slots.variable(node);
    return slot ? this.#read(slot, node) : UNKNOWN;
  }

  /** What is left of a value that becomes a part of another one, or is one. */
  partOf(src: Operand): Operand {
    return this.#emit((dst) => ({ op: 'split', src, parts: [{ dst, site: undefined }] }));
  }

  #propertyAccess(node: ts.PropertyAccessExpression): Operand {
    const slot = this.slotOf(node);
    if (slot) return this.#read(slot, node);
    const object = this.#object(node);
    if (object < 0 && !this.#slots.runsGetter(node)) return UNKNOWN;
    const [name, discarded] = [node.name.text, isUnused(node)];
    const { awaited } = awaitedness(node, this.#builder.isGuarded);
    return this.#emit((dst) => ({ op: 'member', dst, object, name, discarded, awaited, site: node }));
  }

  /** The object of an access; cuts the chain short when `?.` finds nothing. */
  #object(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Operand {
    const inner = syntax.withoutAssertions(node.expression);
    const object = isChainLink(inner) ? this.#lowerNode(inner) : this.lower(inner);
    if (node.questionDotToken && this.#chainExit) this.#cutShort(object, this.slotOf(inner), this.#chainExit);
    return object;
  }

  #cutShort(operand: Operand, slot: Slot | undefined, exit: OpenBlock): void {
    const builder = this.#builder;
    const rest = builder.block();
    const refinement = (sense: boolean): Refinement => refined(operand, slot, 'nullish', sense, !sense);
    builder.goto(exit, operand >= 0 ? refinement(true) : undefined);
    builder.goto(rest, operand >= 0 ? refinement(false) : undefined);
    builder.start(rest);
  }

  #optionalChain(node: ts.Expression, finish: Finish = unchanged): Operand {
    const builder = this.#builder;
    const outer = this.#chainExit;
    const exit = builder.block();
    this.#chainExit = exit;
    const value = this.#lowerNode(node);
    this.#chainExit = outer;
    const end = builder.block();
    const result = builder.temp();
    this.#merge(result, finish(value), end);
    builder.start(exit);
    this.#merge(result, finish(NULLISH), end);
    builder.start(end);
    return result;
  }

  #merge(dst: Operand, src: Operand, end: OpenBlock): void {
    this.#builder.emit({ op: 'merge', dst, src });
    this.#builder.jump(end);
  }

  #elementAccess(node: ts.ElementAccessExpression): Operand {
    const object = this.#object(node);
    this.lower(node.argumentExpression);
    if (object < 0) return UNKNOWN;
    const name = memberNameOf(node);
    return this.#emit((dst) => ({ op: 'member', dst, object, name, discarded: false, awaited: false, site: node }));
  }

  #call(node: ts.CallExpression): Operand {
    const callee = syntax.withoutAssertions(node.expression);
    const gathered = this.#combinator(node, callee);
    if (gathered) return gathered();
    const filled = filledByCall(node);
    if (filled) {
      this.#fill(filled, this.#arguments(node.arguments), node);
      return UNKNOWN;
    }
    let receiver: Operand | undefined;
    let method: string | undefined;
    let receiverSlot: Slot | undefined;
    let fn: ts.Node | undefined;
    if (syntax.isAccess(callee)) {
      method = memberNameOf(callee);
      receiverSlot = this.slotOf(syntax.withoutAssertions(callee.expression));
      this.#noteReceiver(callee.expression, method);
      receiver = this.#object(callee);
      if (syntax.isElementAccessExpression(callee)) this.lower(callee.argumentExpression);
      else if (syntax.isPrivateIdentifier(callee.name)) receiver = UNKNOWN;
    } else if (syntax.isFunctionLike(callee)) fn = callee;
    else if (!syntax.isIdentifier(callee)) this.#builder.emit({ op: 'escape', src: this.lower(callee) });
    // `client.connect?.()`: a method that is declared is there.
    if (node.questionDotToken && this.#chainExit && method === undefined)
      this.#cutShort(UNKNOWN, undefined, this.#chainExit);
    const args = this.#arguments(node.arguments);
    const { awaited, direct } = awaitedness(node, this.#builder.isGuarded);
    return this.#emit((dst) => ({
      op: 'invoke',
      dst,
      site: node,
      receiver,
      method,
      receiverSlot,
      argumentSlots: node.arguments.map((argument) => this.slotOf(syntax.withoutAssertions(argument))),
      args,
      fn,
      awaited,
      direct,
      statement:
        syntax.isExpressionStatement(syntax.parentOf(node)) ||
        (syntax.isAwaitExpression(syntax.parentOf(node)) &&
          syntax.isExpressionStatement(syntax.parentOf(syntax.parentOf(node)))),
      discarded: isDiscarded(node),
      inert: isInert(callee),
      copies: isCopying(node, callee),
    }));
  }

  #combinator(node: ts.CallExpression, callee: ts.Expression): (() => Operand) | undefined {
    if (
      !syntax.isPropertyAccessExpression(callee) ||
      !syntax.isIdentifier(callee.expression) ||
      callee.expression.text !== 'Promise'
    )
      return undefined;
    const how = callee.name.text;
    const [promises] = node.arguments;
    if (!combinators.has(how) || !promises || bindingOf(callee.expression)) return undefined;
    if (how === 'race') return () => this.#race(node, promises);
    const list = syntax.withoutAssertions(promises);
    return how === 'allSettled' &&
      syntax.isAwaitExpression(syntax.parentOf(node)) &&
      isUnused(node) &&
      isWrittenOut(list)
      ? () => this.#settled(list.elements)
      : () => this.#gather(node, promises, this.lower(promises), false, how as Combinator);
  }

  #settled(promises: readonly ts.Expression[]): Operand {
    const parts = promises.map((promise) => this.lower(promise));
    return this.#emit((dst) => ({ op: 'settled', dst, parts }));
  }

  #race(call: ts.CallExpression, promises: ts.Expression): Operand {
    const list = syntax.withoutAssertions(promises);
    if (!isWrittenOut(list)) return this.#gather(call, promises, this.lower(promises), false, 'race');
    const parts = list.elements.map((site) => ({ src: this.lower(site), site: syntax.withoutAssertions(site) }));
    return this.#emit((dst) => ({ op: 'race', dst, parts, discarded: isUnused(call), site: call }));
  }

  #gather(
    call: ts.CallExpression,
    promises: ts.Expression,
    src: Operand,
    isTakenApart: boolean,
    how: Combinator = 'all',
  ): Operand {
    const direct =
      syntax.isAwaitExpression(syntax.parentOf(call)) && this.#areApart(syntax.withoutAssertions(promises));
    return this.#emit((dst) => ({ op: 'gather', dst, src, how, direct, isTakenApart, site: call }));
  }

  /** Whether these are calls of methods on different places, with arguments that call nothing. */
  #areApart(list: ts.Expression): boolean {
    if (!syntax.isArrayLiteralExpression(list)) return false;
    const places = list.elements.map((element) => {
      const call = syntax.withoutAssertions(element);
      const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
      return syntax.isCallExpression(call) &&
        callee &&
        syntax.isPropertyAccessExpression(callee) &&
        call.arguments.every((argument) => isPassive(syntax.withoutAssertions(argument)))
        ? this.slotOf(syntax.withoutAssertions(callee.expression))
        : undefined;
    });
    return !places.includes(undefined) && new Set(places).size === places.length;
  }

  /** A value of which a method is called by the language. */
  lowerReceiver(expression: ts.Expression, method: string): Operand {
    this.#noteReceiver(expression, method);
    return this.lower(expression);
  }

  #noteReceiver(expression: ts.Expression, method: string): void {
    let node = syntax.withoutAssertions(expression);
    let slot = this.slotOf(node);
    // `server.server.createMessage()`: the session may be what the chain begins with.
    while (!slot && syntax.isPropertyAccessExpression(node)) {
      node = syntax.withoutAssertions(node.expression);
      slot = this.slotOf(node);
    }
    if (!slot) return;
    const methods = this.#receivers.get(slot.declaration);
    if (methods) methods.add(method);
    else this.#receivers.set(slot.declaration, new Set([method]));
  }

  #arguments(list: readonly ts.Expression[] | undefined): Operand[] {
    let spread = false;
    return (list ?? []).map((argument) => {
      if (syntax.isSpreadElement(argument)) {
        spread = true;
        return this.#aggregate([this.lower(argument.expression)], true);
      }
      const operand = this.lower(argument);
      // After a spread the parameter of an argument is unknown.
      return spread ? this.#aggregate([operand], true) : operand;
    });
  }

  #new(node: ts.NewExpression): Operand {
    const callee = syntax.withoutAssertions(node.expression);
    if (syntax.isFunctionLike(callee) || callee.kind === syntax.SyntaxKind.ClassExpression) this.lower(callee);
    const args = this.#arguments(node.arguments);
    return this.#emit((dst) => ({ op: 'create', dst, site: node, args, inert: isOfLanguage(node) }));
  }

  #taggedTemplate(node: ts.TaggedTemplateExpression): Operand {
    const { template } = node;
    const spans = template.kind === syntax.SyntaxKind.TemplateExpression ? template.templateSpans : [];
    const args = spans.map((span) => this.lower(span.expression));
    return this.#emit((dst) => ({ ...noArguments, dst, site: node, args }));
  }

  #objectLiteral(node: ts.ObjectLiteralExpression): Operand {
    const parts: Operand[] = [];
    for (const property of node.properties) {
      if (syntax.isShorthandPropertyAssignment(property)) parts.push(this.#identifier(property.name));
      else if (syntax.isPropertyAssignment(property)) {
        if (property.name.kind === syntax.SyntaxKind.ComputedPropertyName) this.lower(property.name.expression);
        parts.push(this.lower(property.initializer));
      } else if (syntax.isSpreadAssignment(property)) parts.push(this.lower(property.expression));
      else parts.push(this.#emit((dst) => ({ op: 'closure', dst, fn: property, isChained: false })));
    }
    return this.#aggregate(parts);
  }

  #aggregate(parts: readonly Operand[], always = false): Operand {
    const live = parts.filter((part) => part >= 0);
    if (live.length === 0 && !always) return PRESENT;
    return this.#emit((dst) => ({ op: 'aggregate', dst, parts: live }));
  }

  #binary(node: ts.BinaryExpression): Operand {
    const operator = node.operatorToken.kind;
    if (syntax.isAssignmentOperator(operator)) return this.#assignment(node, operator);
    if (operator === syntax.SyntaxKind.CommaToken) {
      this.lower(node.left);
      return this.lower(node.right);
    }
    const choice = this.#logical(node);
    if (choice !== undefined) return choice;
    this.lower(node.left);
    this.lower(node.right);
    return PRESENT;
  }

  #logical(node: ts.BinaryExpression, finish: Finish = unchanged): Operand | undefined {
    const { left, right } = node;
    const lowerRight = (): Operand => this.#arm(right, finish);
    switch (node.operatorToken.kind) {
      case syntax.SyntaxKind.AmpersandAmpersandToken:
        return this.#shortCircuit(left, false, lowerRight, finish);
      case syntax.SyntaxKind.BarBarToken:
        return this.#shortCircuit(left, true, lowerRight, finish);
      case syntax.SyntaxKind.QuestionQuestionToken:
        return this.#coalesce(this.lower(left), left, lowerRight, finish);
      default:
        return undefined;
    }
  }

  /** `a && b`, `a || b`: `b` is evaluated when `a` turned out otherwise than `keepWhen`. */
  #shortCircuit(left: ts.Expression, keepWhen: boolean, right: () => Operand, finish: Finish = unchanged): Operand {
    const builder = this.#builder;
    const node = syntax.withoutAssertions(left);
    const slot = this.slotOf(node);
    if (!slot) {
      // The value of a condition that is no place is a session in neither case that matters.
      const rest = builder.block();
      const short = builder.block();
      this.condition(node, keepWhen ? short : rest, keepWhen ? rest : short);
      return this.#joined([short, () => finish(UNKNOWN)], [rest, right]);
    }
    const operand = this.#read(slot, node);
    const rest = builder.block();
    const short = builder.block();
    const refinement = (sense: boolean): Refinement => refined(operand, slot, 'truthy', sense, sense === keepWhen);
    builder.goto(short, refinement(keepWhen), { site: node, outcome: keepWhen });
    builder.goto(rest, refinement(!keepWhen), { site: node, outcome: !keepWhen });
    return this.#joined([short, () => finish(operand)], [rest, right]);
  }

  #coalesce(operand: Operand, left: ts.Expression, right: () => Operand, finish: Finish = unchanged): Operand {
    const builder = this.#builder;
    const slot = this.slotOf(syntax.withoutAssertions(left));
    const rest = builder.block();
    const short = builder.block();
    const refinement = (sense: boolean): Refinement => refined(operand, slot, 'nullish', sense, !sense);
    builder.goto(rest, operand >= 0 ? refinement(true) : undefined, { site: left, outcome: false });
    builder.goto(short, operand >= 0 ? refinement(false) : undefined, { site: left, outcome: true });
    return this.#joined([short, () => finish(operand)], [rest, right]);
  }

  /** What several blocks, of which one runs, come to. */
  #joined(...arms: readonly (readonly [start: OpenBlock, value: () => Operand])[]): Operand {
    const builder = this.#builder;
    const end = builder.block();
    const result = builder.temp();
    for (const [start, value] of arms) {
      builder.start(start);
      this.#merge(result, value(), end);
    }
    builder.start(end);
    return result;
  }

  #arm(expression: ts.Expression, finish: Finish): Operand {
    return finish === unchanged ? this.lower(expression) : this.lowerEach(expression, finish);
  }

  #assignment(node: ts.BinaryExpression, operator: ts.SyntaxKind): Operand {
    const { left, right } = node;
    const isUsed =
      !syntax.isExpressionStatement(syntax.parentOf(node)) && !syntax.isVoidExpression(syntax.parentOf(node));
    const slot = this.slotOf(syntax.withoutAssertions(left));
    if (operator === syntax.SyntaxKind.EqualsToken) {
      const target = syntax.withoutAssertions(left);
      const isProperty = !slot && syntax.isAccess(target);
      if (isProperty) this.#storeTo(target, node)(this.lower(right));
      else this.assign(left, this.lower(right), node);
    } else if (
      operator === syntax.SyntaxKind.QuestionQuestionEqualsToken ||
      operator === syntax.SyntaxKind.BarBarEqualsToken ||
      operator === syntax.SyntaxKind.AmpersandAmpersandEqualsToken
    ) {
      const assignRight = (): Operand => {
        this.assign(left, this.lower(right), node);
        return UNKNOWN;
      };
      if (operator === syntax.SyntaxKind.QuestionQuestionEqualsToken)
        this.#coalesce(this.lower(left), left, assignRight);
      else this.#shortCircuit(left, operator === syntax.SyntaxKind.BarBarEqualsToken, assignRight);
    } else {
      this.lower(right);
      this.#forgetAssigned(left, node);
      return PRESENT;
    }
    return isUsed && slot ? this.#read(slot, node) : UNKNOWN;
  }

  #forgetAssigned(target: ts.Expression, node: ts.Expression): void {
    const isUpdate =
      node.kind !== syntax.SyntaxKind.PrefixUnaryExpression ||
      (node as ts.PrefixUnaryExpression).operator === syntax.SyntaxKind.PlusPlusToken ||
      (node as ts.PrefixUnaryExpression).operator === syntax.SyntaxKind.MinusMinusToken;
    const inner = syntax.withoutAssertions(target);
    const slot = isUpdate ? this.slotOf(inner) : undefined;
    if (slot) this.#builder.emit({ op: 'write', slot, src: PRESENT, site: node });
    else if (isUpdate && syntax.isAccess(inner))
      this.#builder.emit({ op: 'store', object: UNKNOWN, name: memberNameOf(inner), src: PRESENT, site: node });
  }

  #conditional(node: ts.ConditionalExpression, finish: Finish = unchanged): Operand {
    const [yes, no] = [this.#builder.block(), this.#builder.block()];
    this.condition(node.condition, yes, no);
    return this.#joined([yes, () => this.#arm(node.whenTrue, finish)], [no, () => this.#arm(node.whenFalse, finish)]);
  }

  /** JSX and whatever else has expressions inside: what they evaluate to is not followed. */
  #anythingElse(node: ts.Node): Operand {
    syntax.forEachChild(node, (child) => {
      if (syntax.isTypeNode(child)) return;
      if (syntax.isFunctionLike(child)) this.#emit((dst) => ({ op: 'closure', dst, fn: child, isChained: false }));
      else if (syntax.isExpression(child)) this.#builder.emit({ op: 'escape', src: this.lower(child) });
      else this.#anythingElse(child);
    });
    return UNKNOWN;
  }
}

/** What a test of a value itself, and not of a member of it, shows about it. */
function refined(
  operand: Operand,
  slot: Slot | undefined,
  test: 'truthy' | 'nullish',
  sense: boolean,
  keeps: boolean,
): Refinement {
  return { operand, slot, test, member: '', called: false, sense, keeps };
}

/** The name of the member that is accessed; `[]` when it is only known at run time. */
function memberNameOf(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string {
  if (syntax.isPropertyAccessExpression(node)) return node.name.text;
  return syntax.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : '[]';
}

/** Whether an expression's value is, where it chooses this part, the part's. */
function isChoiceOf(node: ts.Node, part: ts.Node): boolean {
  if (node.kind === syntax.SyntaxKind.ConditionalExpression)
    return (node as ts.ConditionalExpression).condition !== part;
  return syntax.isBinaryExpression(node) && node.right === part && syntax.isLogical(node);
}

/** Whether evaluating an expression runs no code of functions. */
function isPassive(node: ts.Node): boolean {
  if (syntax.isCallExpression(node) || node.kind === syntax.SyntaxKind.NewExpression || syntax.isAwaitExpression(node))
    return false;
  if (syntax.isFunctionLike(node)) return true;
  let isSo = true;
  syntax.forEachChild(node, (child) => {
    isSo &&= isPassive(child);
  });
  return isSo;
}

/** Whether a promise is awaited where it comes from, or returned; in an awaited `Promise.all` others run in between. */
function awaitedness(node: ts.Expression, isGuarded: boolean): { awaited: boolean; direct: boolean } {
  let value: ts.Node = node;
  let parent = syntax.parentOf(node);
  for (; isChoiceOf(parent, value); parent = syntax.parentOf(parent)) value = parent;
  if (syntax.isAwaitExpression(parent)) return { awaited: true, direct: true };
  if (parent.kind === syntax.SyntaxKind.ReturnStatement) return { awaited: !isGuarded, direct: false };
  if (syntax.isArrowFunction(parent) && syntax.withoutAssertions(parent.body as ts.Expression) === value)
    return { awaited: true, direct: false };
  return { awaited: false, direct: false };
}

/** `connect();` or `void connect();`: whether nothing looks at what a call returns. */
function isDiscarded(node: ts.CallExpression): boolean {
  const parent = syntax.parentOf(node);
  return syntax.isExpressionStatement(syntax.isVoidExpression(parent) ? syntax.parentOf(parent) : parent);
}

/** A list of which each element is an expression of its own. */
function isWrittenOut(list: ts.Expression): list is ts.ArrayLiteralExpression {
  return syntax.isArrayLiteralExpression(list) && !list.elements.some(syntax.isSpreadElement);
}

/** `a.b;` or `await a.b;`: whether nothing is done with a value, at most it is awaited. */
function isUnused(node: ts.Expression): boolean {
  const parent = syntax.parentOf(node);
  return syntax.isExpressionStatement(syntax.isAwaitExpression(parent) ? syntax.parentOf(parent) : parent);
}

/** Whether a function is given to `then`, `catch` or `finally` of a chain that is awaited as a whole. */
function isChainedCallback(node: ts.Node, isGuarded: boolean): boolean {
  let call = syntax.parentOf(node);
  if (!syntax.isCallExpression(call) || !isChainLinkCall(call) || call.expression === node) return false;
  for (;;) {
    const access = syntax.parentOf(call);
    const next = syntax.isPropertyAccessExpression(access) ? syntax.parentOf(access) : undefined;
    if (!next || !syntax.isCallExpression(next) || !isChainLinkCall(next)) break;
    call = next;
  }
  return syntax.isCallExpression(call) && awaitedness(call, isGuarded).awaited;
}

function isChainLinkCall(call: ts.CallExpression): boolean {
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) && ['then', 'catch', 'finally'].includes(callee.name.text);
}

/** Whether what is called, assertions left out, is a built-in that calls nothing back and keeps nothing: `console.log`. */
export function isInert(callee: ts.Expression): boolean {
  const root = syntax.rootOf(callee);
  if (!syntax.isIdentifier(root)) return false;
  return (inertGlobals.has(root.text) && bindingOf(root) === undefined) || isBuiltIn(callee, inertMembers);
}

/** Whether what is called is one of some functions of built-in objects. */
function isBuiltIn(callee: ts.Expression, members: ReadonlyMap<string, readonly string[]>): boolean {
  if (!syntax.isPropertyAccessExpression(callee) || !syntax.isIdentifier(callee.expression)) return false;
  const { expression: holder, name } = callee;
  return members.get(holder.text)?.includes(name.text) === true && bindingOf(holder) === undefined;
}

/** `Object.entries(tools)`; `Object.assign({}, tools)`, and not what puts them into an object that others have. */
export function isCopying({ arguments: [first] }: ts.CallExpression, callee: ts.Expression): boolean {
  if (!isBuiltIn(callee, copyingMembers)) return false;
  const isAssigned = syntax.isPropertyAccessExpression(callee) && callee.name.text === 'assign';
  return !isAssigned || (first !== undefined && syntax.isObjectLiteralExpression(first));
}

/** `new Map(entries)`: what runs no code but the language's own. */
export function isOfLanguage({ expression, arguments: given }: ts.NewExpression): boolean {
  const callee = syntax.withoutAssertions(expression);
  return syntax.isIdentifier(callee) && isGlobalName(callee) && (given?.every(isPlainValue) ?? true);
}

/** No function, and nothing that may have one that is called. */
export function isPlainValue(argument: ts.Expression): boolean {
  const value = syntax.withoutAssertions(argument);
  return !(syntax.isFunctionLike(value) || syntax.isObjectLiteralExpression(value) || syntax.isSpreadElement(value));
}

function isAccessOrCall(
  node: ts.Node,
): node is ts.PropertyAccessExpression | ts.ElementAccessExpression | ts.CallExpression {
  return syntax.isAccess(node) || syntax.isCallExpression(node);
}

/** A part of an optional chain, or the whole of it: `a?.b.c()`. */
function isChainLink(node: ts.Expression): boolean {
  return isAccessOrCall(node) && (node.questionDotToken !== undefined || isChainLink(node.expression));
}

function isNegation(node: ts.Expression): node is ts.PrefixUnaryExpression {
  return (
    node.kind === syntax.SyntaxKind.PrefixUnaryExpression &&
    (node as ts.PrefixUnaryExpression).operator === syntax.SyntaxKind.ExclamationToken
  );
}

/** What `x == null`, `undefined !== x` and the like compare, or `undefined` for other comparisons. */
function comparedWithNullish(left: ts.Expression, right: ts.Expression): ts.Expression | undefined {
  if (syntax.isNullishLiteral(right)) return left;
  return syntax.isNullishLiteral(left) ? right : undefined;
}
