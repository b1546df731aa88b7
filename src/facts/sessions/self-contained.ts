import { isCopying, isInert, isOfLanguage, isPlainValue } from '../../program/flow/expressions.ts';
import { syntax, type Compiler, type ts } from '../../type-utils/index.ts';

/** What is known of calls elsewhere. */
interface KnownCalls {
  /** Whether a call of what is not followed calls nothing back. */
  readonly isTotal: (call: ts.CallExpression) => boolean;
  /** Whether `new` makes a session, which calls nothing back. */
  readonly isSession: (made: ts.NewExpression) => boolean;
  readonly functionCalledBy: (call: ts.CallExpression) => syntax.FunctionLike | undefined;
}

/**
 * Whether no other code gets to run before a function comes back: it waits for nothing, and calls nothing but functions of
 * the program of which the same is true, and what is known to call nothing back. By its text: most such functions are short,
 * and the graph of their flow is needed for nothing else.
 */
export class SelfContained {
  readonly #compiler: Compiler;
  readonly #calls: KnownCalls;
  readonly #known = new Map<syntax.FunctionLike, boolean>();

  constructor(compiler: Compiler, calls: KnownCalls) {
    this.#compiler = compiler;
    this.#calls = calls;
  }

  has(fn: syntax.FunctionLike): boolean {
    const known = this.#known.get(fn);
    if (known !== undefined) return known;
    // What calls itself in the end is not.
    this.#known.set(fn, false);
    const isAtOnce = fn.body !== undefined && !syntax.isAsync(fn) && !syntax.isGenerator(fn);
    const answer = isAtOnce && ![...fn.parameters, fn.body].some((part) => this.#runsOthers(part));
    this.#known.set(fn, answer);
    return answer;
  }

  #runsOthers(node: ts.Node): boolean {
    if (syntax.isFunctionLike(node) || syntax.isTypeNode(node)) return false;
    if (!this.#isQuiet(node)) return true;
    return syntax.forEachChild(node, (child) => this.#runsOthers(child) || undefined) ?? false;
  }

  /** Whether what a node does beside its parts runs no other code. */
  #isQuiet(node: ts.Node): boolean {
    if (syntax.isCallExpression(node)) return this.#isQuietCall(node);
    if (syntax.isNewExpression(node)) return this.#calls.isSession(node) || isOfLanguage(node);
    if (syntax.isVariableDeclarationList(node)) return !syntax.isUsing(node);
    return node.kind !== syntax.SyntaxKind.TaggedTemplateExpression && !syntax.isClassLike(node);
  }

  #isQuietCall(call: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(call.expression);
    if (isInert(callee) || isCopying(call, callee) || this.#calls.isTotal(call) || this.#isOfText(call)) return true;
    const fn = syntax.isFunctionLike(callee) ? callee : this.#calls.functionCalledBy(call);
    return fn !== undefined && this.has(fn);
  }

  /** Whether a call runs no code but the language's own: `name.trim()`. */
  #isOfText({ arguments: given, expression }: ts.CallExpression): boolean {
    const callee = syntax.withoutAssertions(expression);
    return (
      given.every(isPlainValue) &&
      syntax.isPropertyAccessExpression(callee) &&
      this.#compiler.isPrimitive(callee.expression)
    );
  }
}
