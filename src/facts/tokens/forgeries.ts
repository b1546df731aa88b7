import type { TokenModel } from '../../models/tokens/token-model.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { Brands, GenericResults, HeldBrands, readTypes, syntax } from '../../type-utils/index.ts';
import { mayMisuseTokens } from './calls.ts';
import { fieldsFilledBy } from './filled-fields.ts';
import {
  callOf,
  copiedBy,
  givenIn,
  globalNameOf,
  isAssertion,
  isBuilt,
  isConstType,
  isEmptyHolder,
  isGivenSomewhere,
  isJavaScript,
  isNothing,
  isPlainLiteral,
  silencedLinesOf,
} from './forgery-sites.ts';
import { isParsed } from './made-data.ts';
import { type Making, MadeResults } from './made-results.ts';
import { trustsAnything } from './predicates.ts';
import { unassignedIn } from './unassigned.ts';

/** A token that no mint made. */
export interface Forgery {
  /**
   * - `asserted`: by `as`, `<T>`, a type argument or an overload. `guessed`: by a type predicate or an assertion function.
   * - `untyped`: `any` where a token is taken. `loosened`: a function that takes a token, where anything may be passed.
   * - `built`: an object or a copy made on the spot. `silenced`: anything else, and `omitted`: nothing, where a comment
   *   keeps the checker from objecting. `unassigned`: nothing, where `!` does.
   */
  readonly kind: 'asserted' | 'built' | 'guessed' | 'loosened' | 'omitted' | 'silenced' | 'unassigned' | 'untyped';
  readonly node: ts.Node;
  readonly model: TokenModel;
  /** Of `untyped`: what the checker takes it for. */
  readonly wildcard: 'any' | 'never' | undefined;
  /** The file that declares the type, where that is one that carries the brand, and none of the model. */
  readonly home: ts.SourceFile | undefined;
}

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
  readonly #model: TokenModel;
  readonly #brands: Brands;
  readonly #held: HeldBrands;
  readonly #generic: GenericResults;
  readonly #results: MadeResults;
  /** Of all tokens: what takes one of several kinds takes nothing but tokens. */
  readonly #allBrands: Brands;
  readonly #silencedLines: ReadonlySet<number> | 'all';
  readonly #program: ts.Program;
  readonly #found: Forgery[] = [];

  constructor(file: ts.SourceFile, program: ts.Program, model: TokenModel, models: readonly TokenModel[]) {
    this.#file = file;
    this.#program = program;
    this.#model = model;
    this.#brands = brandsOf(model, program);
    this.#allBrands = brandsOf(models, program);
    this.#held = new HeldBrands(program, this.#brands, this.#allBrands);
    this.#generic = new GenericResults(program);
    this.#results = new MadeResults(program, this.#brands, this.#held, this.#generic);
    this.#silencedLines = silencedLinesOf(file);
  }

  all(): readonly Forgery[] {
    readTypes(() => givenIn(this.#file), this.#program);
    this.#visit(this.#file);
    const isToken = (name: ts.Node): boolean => this.#brands.shareOf(name) === 'all';
    for (const name of unassignedIn(this.#file, this.#program, isToken)) this.#note('unassigned', name, name);
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
    else if (syntax.isClassLike(node)) this.#checkClass(node);
    else if (syntax.isFunctionDeclaration(node) || syntax.isMethodDeclaration(node)) this.#checkOverload(node);
    else if (syntax.isExpression(node)) this.#checkExpression(node);
    syntax.forEachChild(node, this.#visit);
  };

  #note(kind: Forgery['kind'], node: ts.Node, of: ts.Expression | ts.TypeNode): void {
    const wildcard = kind === 'untyped' ? (this.#brands.wildcardIn(of) ?? 'any') : undefined;
    this.#found.push({ kind, node, model: this.#model, wildcard, home: this.#brands.homeOf(of) });
  }

  #isForgedBy({ type, expression }: ts.AsExpression | ts.TypeAssertion): boolean {
    if (isConstType(type)) return false;
    const value = syntax.withoutAssertions(expression);
    // `null as Token | null` is none, and says so.
    if (isNothing(value)) return false;
    if (this.#brands.shareOfTypeNode(type) === 'none') return this.#isHolderForgedBy(value, type);
    return this.#brands.shareOf(value) === 'none' || !this.#brands.isAlready(value, type);
  }

  /** `x as { token: Token }`, `x as Promise<Token>`, `x as () => Token`, of what has none, or may have something else. */
  #isHolderForgedBy(value: ts.Expression, type: ts.TypeNode): boolean {
    if (this.#held.shareOfPromised(type) === 'all')
      return this.#held.shareOfPromised(value) === 'none' || !this.#brands.isAlready(value, type);
    if (this.#held.isMadeBy(type)) return !this.#held.isMadeBy(value);
    return this.#held.isHeldByTypeNode(type) && !isEmptyHolder(value) && !this.#held.isHeldBy(value);
  }

  /** `value is Token`, of a value that is not said to be one, or something else instead. */
  #checkPredicate(node: ts.TypePredicateNode): void {
    const { type, parameterName, parent } = node;
    if (!type || !syntax.isFunctionLike(parent) || !parent.body) return;
    const tested = parent.parameters.find(
      ({ name }) => syntax.isIdentifier(name) && syntax.isIdentifier(parameterName) && name.text === parameterName.text,
    );
    if (!tested) return;
    const share = this.#brands.shareOf(tested);
    const isOfToken = this.#brands.shareOfTypeNode(type) === 'all';
    const isRecord = share === 'none' && this.#held.isHeldByTypeNode(type);
    const isTrusting = isOfToken ? share === 'some' : isRecord;
    const isDecision = (value: ts.Expression): boolean => this.#brands.shareOf(value) === 'some';
    if ((isOfToken && share === 'none') || (isTrusting && trustsAnything(parent.body, tested, isDecision)))
      this.#note('guessed', node, type);
  }

  /** `class Own implements Token`: an instance has the type, and nothing behind it. */
  #checkClass({ heritageClauses }: ts.ClassLikeDeclaration): void {
    for (const { token, types } of heritageClauses ?? [])
      if (token === syntax.SyntaxKind.ImplementsKeyword)
        for (const type of types) if (this.#brands.shareOfTypeNode(type) === 'all') this.#note('built', type, type);
  }

  /** `function read(): Token;` before an implementation that returns anything. */
  #checkOverload(node: ts.FunctionDeclaration | ts.MethodDeclaration): void {
    const { body, name, parent, type } = node;
    if (!body || !name || !type || !this.#held.isAnyResult(type)) return;
    for (const overload of membersOf(parent)) {
      if (overload.kind !== node.kind || overload === node) continue;
      const { body: other, name: its, type: result } = overload as typeof node;
      if (!other && result && its?.getText() === name.getText() && this.#isResultOfToken(result))
        this.#note('asserted', overload, result);
    }
  }

  #isResultOfToken(type: ts.TypeNode): boolean {
    return this.#brands.shareOfTypeNode(type) === 'all' || this.#held.shareOfPromised(type) === 'all';
  }

  #checkExpression(node: ts.Expression): void {
    if (this.#isLoosened(node)) return;
    if (syntax.isCallExpression(node) && this.#isGuessedByCaller(node)) this.#note('guessed', node, node);
    else if (syntax.isCallExpression(node) && this.#isSilenced(node) && this.#held.isLeftOutBy(node))
      this.#note('omitted', node, node);
    else if (syntax.isCallExpression(node) && this.#isInstanceFilledBy(node)) this.#note('built', node, node);
    else if (isGivenSomewhere(node)) this.#checkGiven(node);
  }

  /** `Object.assign(this, JSON.parse(text))`, in a class of which a field is a token that comes from nowhere else. */
  #isInstanceFilledBy(call: ts.CallExpression): boolean {
    return fieldsFilledBy(call, this.#program).some((field) => this.#brands.shareOf(field.name) === 'all');
  }

  /** A function that takes a token, where what calls it passes `any`. */
  #isLoosened(node: ts.Expression): boolean {
    if (syntax.isFunctionValue(node)) {
      if (node.type && this.#held.isAnyResult(node.type) && this.#held.isMadeInContext(node)) {
        this.#note('untyped', node.type, node.type);
        return true;
      }
      const parameter = this.#hasTypes(node) ? node.parameters[this.#held.anyParameterOf(node) ?? -1] : undefined;
      if (parameter?.type) this.#note('untyped', parameter, parameter.type);
      return false;
    }
    const value = isAssertion(node) ? syntax.withoutAssertions(node) : node;
    if (!syntax.isIdentifier(value) && !syntax.isAccess(value)) return false;
    const isLoose = isAssertion(node)
      ? this.#isLooser(node, value)
      : isGivenSomewhere(node) && this.#held.anyParameterOf(node) !== undefined;
    if (isLoose) this.#note('loosened', node, value);
    return isLoose;
  }

  /** `invokeTool as any`, `invokeTool as unknown as (...args: unknown[]) => unknown`. */
  #isLooser(assertion: ts.AsExpression | ts.TypeAssertion, fn: ts.Expression): boolean {
    if (this.#brands.wildcardIn(assertion) === 'any') return this.#held.takesBranded(fn);
    return !isConstType(assertion.type) && this.#held.isLooserThan(assertion.type, fn);
  }

  /** Whether a function states types for its parameters: those that it infers are those of its place. */
  #hasTypes({ parameters }: ts.SignatureDeclaration): boolean {
    return parameters.some(({ type }) => type !== undefined);
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
    if (isCopy && (this.#isOfToken(value) || this.#isCopyOfToken(value))) {
      this.#note('built', node, node);
      return;
    }
    const making = this.#makingOf(value);
    if (making) this.#note(making, node, node);
    else if (this.#isLookalike(value) && this.#isForToken(node)) this.#note('built', node, node);
    else if (this.#brands.wildcardIn(value)) this.#checkWildcard(node, isCopy);
    else if (this.#isSilenced(node) && this.#isForToken(node) && this.#allBrands.shareOf(value) === 'none') {
      if (!this.#brands.isFitting(node)) this.#note('silenced', node, node);
    } else if (this.#held.isOfAnything(node) || this.#held.anyPropertyOf(node) !== undefined)
      this.#note('untyped', node, node);
  }

  /** An instance of a class, or a value of a type, that this file declares with the brand as a key. */
  #isLookalike(value: ts.Expression): boolean {
    const isPossible = this.#model.brand?.names.some((name) => this.#file.text.includes(name)) === true;
    return isPossible && this.#brands.isBrandedAtHome(value);
  }

  /** `any` and `never`. In JavaScript that says nothing: what has no type there is not hidden by anybody. */
  #checkWildcard(node: ts.Expression, isCopy: boolean): void {
    if (!isCopy && isJavaScript(this.#file)) return;
    const isFor = this.#isForToken(node) || this.#held.isHeldByContext(node);
    // Whichever of several records a text has, no token is in it.
    if (isFor || (isParsed(node, this.#program) && this.#held.isHeldBySomeInContext(node)))
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

  /** A copy in a variable without a type, that is to be passed on: `structuredClone({ token })`. */
  #isCopyOfToken(value: ts.Expression): boolean {
    if (!syntax.isVariableDeclaration(syntax.parentOf(value))) return false;
    const isDeep = globalNameOf(value) === 'structuredClone';
    return copiedBy(value).some(
      (copied) => this.#brands.shareOf(copied) === 'all' || (isDeep && this.#held.isHeldBy(copied)),
    );
  }

  /** `cast<Token>(value)`, `read<{ token: Token }>()`, `const token: Token = cast(value)`, `clone(token)`: no mint says what comes out. */
  #makingOf(value: ts.Expression): Making | undefined {
    const call = callOf(value);
    // Of a call that is waited for, the value is looked at.
    if (!call || (call === value && syntax.isAwaitExpression(call.parent) && isGivenSomewhere(call.parent)))
      return undefined;
    return this.#results.of(call, value, this.#isForToken(value));
  }

  /** `isShaped<Token>(value)`: a predicate that accepts a value as whatever the caller says. */
  #isGuessedByCaller(call: ts.CallExpression): boolean {
    const isNamed = call.typeArguments?.some((type) => this.#brands.shareOfTypeNode(type) === 'all') === true;
    return isNamed && this.#generic.isFreePredicate(call);
  }

  #isSilenced(node: ts.Node): boolean {
    if (this.#silencedLines === 'all') return true;
    const { line } = this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file));
    return this.#silencedLines.has(line);
  }
}

/** What stands beside each other in a class or a list of statements. */
function membersOf(parent: ts.Node): readonly ts.Node[] {
  if (syntax.isClassLike(parent)) return parent.members;
  return syntax.isSequence(parent) || syntax.isModuleBlock(parent) ? parent.statements : [];
}
