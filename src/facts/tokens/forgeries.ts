import type { TokenModel } from '../../models/tokens/token-model.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { Brands, calledName, isGlobalName, readTypes, syntax } from '../../type-utils/index.ts';
import { mayMisuseTokens } from './calls.ts';

/** A token that no mint made. */
export interface Forgery {
  /**
   * - `asserted`: by `as`, `<T>` or a type argument. `guessed`: by a type predicate or an assertion function.
   * - `untyped`: `any` where a token is taken. `built`: an object or a copy made on the spot. `silenced`: anything else,
   *   where a comment keeps the checker from objecting.
   */
  readonly kind: 'asserted' | 'built' | 'guessed' | 'silenced' | 'untyped';
  readonly node: ts.Node;
  readonly model: TokenModel;
  /** Of `untyped`: what the checker takes it for. */
  readonly wildcard: 'any' | 'never' | undefined;
  /** The file that declares the type, where that is one that carries the brand, and none of the model. */
  readonly home: ts.SourceFile | undefined;
}

/** Global functions and methods that make an object out of another one. */
const copying = new Set(['structuredClone', 'Object.assign', 'Object.create', 'JSON.parse', 'Proxy']);

/** The types of a token, or of several, in a program. */
const brandsOf = memo((tokens: TokenModel | readonly TokenModel[], program: ts.Program): Brands => {
  const models = [tokens].flat();
  const types = models.flatMap((model) => model.types);
  const marks = models.flatMap(({ brand }) => brand ?? []);
  return new Brands(program, types, marks);
});

/** The places of a file that make a token in another way than by a mint. */
export function forgeriesIn(
  file: ts.SourceFile,
  program: ts.Program,
  models: readonly TokenModel[],
): readonly Forgery[] {
  return models.flatMap((model) => {
    if (!mayMisuseTokens(file, program, [model])) return [];
    return new ForgeryFinder(file, program, model, models).all();
  });
}

class ForgeryFinder {
  readonly #file: ts.SourceFile;
  readonly #program: ts.Program;
  readonly #model: TokenModel;
  readonly #brands: Brands;
  /** Of all tokens: what takes one of several kinds takes nothing but tokens. */
  readonly #allBrands: Brands;
  readonly #silencedLines: ReadonlySet<number> | 'all';
  readonly #found: Forgery[] = [];

  constructor(file: ts.SourceFile, program: ts.Program, model: TokenModel, models: readonly TokenModel[]) {
    this.#file = file;
    this.#program = program;
    this.#model = model;
    this.#brands = brandsOf(model, program);
    this.#allBrands = brandsOf(models, program);
    this.#silencedLines = silencedLinesOf(file);
  }

  all(): readonly Forgery[] {
    readTypes(() => givenIn(this.#file), this.#program);
    this.#visit(this.#file);
    return this.#found;
  }

  readonly #visit = (node: ts.Node): void => {
    if (isAssertion(node) && this.#isForgedBy(node)) {
      this.#note('asserted', node, node.type);
      // `x as unknown as Token` is one.
      syntax.forEachChild(syntax.withoutAssertions(node), this.#visit);
      return;
    }
    if (syntax.isTypePredicate(node)) this.#checkPredicate(node);
    else if (syntax.isExpression(node) && isGivenSomewhere(node)) this.#checkGiven(node);
    syntax.forEachChild(node, this.#visit);
  };

  #note(kind: Forgery['kind'], node: ts.Node, of: ts.Expression | ts.TypeNode): void {
    const wildcard = kind === 'untyped' ? this.#brands.wildcardIn(of) : undefined;
    this.#found.push({ kind, node, model: this.#model, wildcard, home: this.#brands.homeOf(of) });
  }

  #isForgedBy({ type, expression }: ts.AsExpression | ts.TypeAssertion): boolean {
    if (isConstType(type) || this.#brands.shareOfTypeNode(type) === 'none') return false;
    const value = syntax.withoutAssertions(expression);
    // `null as Token | null` is none, and says so.
    if (isNothing(value)) return false;
    return this.#brands.shareOf(value) === 'none' || !this.#brands.isAlready(value, type);
  }

  /** `value is Token`, of a value that is not said to be one, or something else instead. */
  #checkPredicate(node: ts.TypePredicateNode): void {
    const { type, parameterName, parent } = node;
    if (!type || this.#brands.shareOfTypeNode(type) !== 'all' || !syntax.isFunctionLike(parent) || !parent.body) return;
    const asked = parent.parameters.find(
      ({ name }) => syntax.isIdentifier(name) && syntax.isIdentifier(parameterName) && name.text === parameterName.text,
    );
    if (asked && this.#brands.shareOf(asked) === 'none') this.#note('guessed', node, type);
  }

  /** What is passed, assigned or returned where a token is taken. */
  #checkGiven(node: ts.Expression): void {
    if (isAssertion(node)) {
      if (this.#brands.wildcardIn(node) && this.#isForToken(node)) this.#note('untyped', node, node);
      return;
    }
    const value = syntax.withoutAssertions(node);
    if (isPlainLiteral(value)) return;
    const isCopy = isBuilt(value);
    if (isCopy && this.#isOfToken(value)) this.#note('built', node, node);
    else if (this.#isToldByCaller(value)) this.#note('asserted', node, node);
    else if (this.#brands.wildcardIn(value)) this.#checkWildcard(node, isCopy);
    else if (this.#isSilenced(node) && this.#isForToken(node) && this.#allBrands.shareOf(value) === 'none')
      if (!this.#brands.isFitting(node)) this.#note('silenced', node, node);
  }

  /** `any` and `never`. In JavaScript that says nothing: what has no type there is not hidden by anybody. */
  #checkWildcard(node: ts.Expression, isCopy: boolean): void {
    if ((isCopy || !isJavaScript(this.#file)) && this.#isForToken(node))
      this.#note(isCopy ? 'built' : 'untyped', node, node);
  }

  /** Whether the place that an expression stands in takes tokens, this one among them, and nothing else. */
  #isForToken(node: ts.Expression): boolean {
    return this.#brands.shareOfContext(node) !== 'none' && this.#allBrands.shareOfContext(node) === 'all';
  }

  /** An object literal or a copy that the checker takes for a token: `{ ...token }`. */
  #isOfToken(value: ts.Expression): boolean {
    return this.#brands.shareOfContext(value) !== 'none' && this.#brands.shareOf(value) !== 'none';
  }

  /** `cast<Token>(value)`: the type argument alone says what comes out, and no mint does. */
  #isToldByCaller(value: ts.Expression): boolean {
    if (!syntax.isCallExpression(value) || !value.typeArguments) return false;
    if (!value.typeArguments.some((type) => this.#brands.shareOfTypeNode(type) === 'all')) return false;
    return this.#brands.shareOf(value) === 'all' && this.#brands.isFreeResult(value);
  }

  #isSilenced(node: ts.Node): boolean {
    if (this.#silencedLines === 'all') return true;
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    return this.#silencedLines.has(line);
  }
}

function isAssertion(node: ts.Node): node is ts.AsExpression | ts.TypeAssertion {
  return syntax.isAsExpression(node) || syntax.isTypeAssertionExpression(node);
}

/** The expressions whose types are looked at: what is given somewhere. */
function givenIn(file: ts.SourceFile): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (syntax.isExpression(node) && isGivenSomewhere(node)) {
      const value = isAssertion(node) ? node : syntax.withoutAssertions(node);
      if (!isPlainLiteral(value)) found.push(value);
    }
    syntax.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether an expression stands where a value is handed on: as an argument, in a variable with a type, as a result. */
function isGivenSomewhere(node: ts.Expression): boolean {
  const { parent } = node;
  if (syntax.isCallOrNew(parent)) return parent.expression !== node;
  if (syntax.isVariableDeclaration(parent) || syntax.isPropertyDeclaration(parent))
    return parent.initializer === node && (parent.type !== undefined || isTypedCall(node));
  if (syntax.isParameter(parent) || syntax.isPropertyAssignment(parent)) return parent.initializer === node;
  if (syntax.isBinaryExpression(parent))
    return parent.right === node && parent.operatorToken.kind === syntax.SyntaxKind.EqualsToken;
  if (syntax.isShorthandPropertyAssignment(parent)) return parent.name === node;
  if (syntax.isArrowFunction(parent)) return parent.body === node;
  if (syntax.isAwaitExpression(parent)) return isTypedCall(node);
  return syntax.isReturnStatement(parent) || syntax.isArrayLiteralExpression(parent);
}

function isTypedCall(node: ts.Expression): boolean {
  return syntax.isCallExpression(node) && node.typeArguments !== undefined;
}

/** What can be no token, and what the checker objects to where one is taken. */
function isPlainLiteral(node: ts.Expression): boolean {
  return (
    syntax.isStringLiteralLike(node) ||
    syntax.isNumericLiteral(node) ||
    syntax.isTemplateExpression(node) ||
    syntax.isFunctionLike(node) ||
    isNothing(node)
  );
}

function isNothing(node: ts.Expression): boolean {
  return node.kind === syntax.SyntaxKind.NullKeyword || (syntax.isIdentifier(node) && node.text === 'undefined');
}

/** `{ … }`, `JSON.parse(…)`, `structuredClone(…)`: an object that is made here. */
function isBuilt(node: ts.Expression): boolean {
  if (syntax.isObjectLiteralExpression(node)) return true;
  if (!syntax.isCallOrNew(node)) return false;
  const callee = syntax.withoutAssertions(node.expression);
  const holder = syntax.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (!syntax.isIdentifier(holder) || !isGlobalName(holder)) return false;
  const name = calledName(node) ?? '';
  return copying.has(holder === callee ? name : `${holder.text}.${name}`);
}

function isJavaScript({ fileName }: ts.SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(fileName);
}

function isConstType(type: ts.TypeNode): boolean {
  return type.getText() === 'const';
}

/** The lines, from 0, that a comment keeps the checker from objecting to. */
function silencedLinesOf(file: ts.SourceFile): ReadonlySet<number> | 'all' {
  const { text } = file;
  if (/^\s*\/\/\s*@ts-nocheck/m.test(text)) return 'all';
  const lines = new Set<number>();
  for (const { index } of text.matchAll(/@ts-(?:ignore|expect-error)/g))
    lines.add(file.getLineAndCharacterOfPosition(index).line + 1);
  return lines;
}
