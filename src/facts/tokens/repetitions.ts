import type { TokenModel } from '../../models/tokens/token-model.ts';
import { cancellingNames } from '../../models/sharing/callbacks.ts';
import { groupedBy } from '../../analysis/grouped.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  calledName,
  constantInitializerOf,
  isExported,
  isInside,
  patternHolderOf,
  syntax,
  scopeOf,
  usesInFile,
} from '../../type-utils/index.ts';
import { comesAfter, isAfter, isLatched, isRunAgain, runsOf } from '../../program/lifetimes/callback-runs.ts';
import { entryPointsOf } from '../../program/lifetimes/entry-points.ts';
import { callSitesOf, functionsAround, namedDeclarationOf, referenceOf } from '../../program/values/functions.ts';
import { anywhere, contains } from '../../program/values/nodes.ts';
import { isWritten, readsFrom } from './places.ts';
import { type Spending, spendingsIn } from './spendings.ts';

/** A token that is spent once more: by a function that runs repeatedly, or after something else has spent it. */
export interface Repetition {
  /**
   * - `repeated`: by code that may run several times. `retried`: in the handler of a rejection of the call that spent it.
   * - `again`: by another call, one of which a function makes that runs at another time.
   */
  readonly kind: 'again' | 'repeated' | 'retried';
  /** The call that spends it once more. */
  readonly node: ts.Node;
  /** What runs the call repeatedly, or the other call. */
  readonly by: ts.Node;
  /** The calls that spend the same token: what is wrong with one of them explains this one too. */
  readonly others: readonly ts.Node[];
}

/** A place at which a token is spent when it is reached: by the call there, or by a function that is run there. */
interface Occasion {
  readonly spending: Spending;
  readonly node: ts.Node;
  /** Another call runs the function, at its own time. */
  readonly isDeferred: boolean;
}

interface Occasions {
  readonly all: readonly Occasion[];
  /** What runs a function around the call repeatedly. */
  readonly repeatedBy: ts.Node | undefined;
}

/** The tokens of a file that functions spend once more. */
export function repetitionsIn(file: ts.SourceFile, program: ts.Program, model: TokenModel): readonly Repetition[] {
  const known = spendingsIn(file, program, model).filter(({ token }) => token.path.every(isOneThing));
  const byRoot = [...groupedBy(known, ({ token }) => token.root).values()];
  const byToken = byRoot.flatMap((each) => [...groupedBy(each, ({ token }) => token.path.join('.')).values()]);
  return byToken.flatMap((spendings) => new RepetitionFinder(spendings, program).found());
}

/** A key that stands for one thing: the elements of a list are moved around. */
function isOneThing(key: string | undefined): boolean {
  return key !== undefined && !/^\d+$/.test(key);
}

/** Looks at all calls of a file that spend one token. */
class RepetitionFinder {
  readonly #spendings: readonly [Spending, ...Spending[]];
  readonly #program: ts.Program;
  /** What declares the variable that the token is read from. */
  readonly #root: ts.Node;
  /** The function that has it. */
  readonly #boundary: ts.Node;

  constructor(spendings: readonly [Spending, ...Spending[]], program: ts.Program) {
    this.#spendings = spendings;
    this.#program = program;
    this.#root = spendings[0].token.root;
    const holder = patternHolderOf(this.#root);
    this.#boundary = syntax.isParameter(holder) ? scopeOf(holder) : syntax.containerOf(holder);
  }

  found(): readonly Repetition[] {
    if (this.#isRenewedInside()) return [];
    const occasions = this.#spendings.map((spending) => this.#occasionsOf(spending));
    const single = this.#spendings.flatMap((spending, index) => this.#alone(spending, occasions[index]) ?? []);
    if (single.length > 0 || isWritten(this.#spendings[0].token)) return single;
    const pair = this.#together(occasions.flatMap(({ all }) => all));
    return pair ? [pair] : [];
  }

  /** Whether a function inside gives the variable another token. */
  #isRenewedInside(): boolean {
    return assignedIn(this.#root.getSourceFile()).some(
      (target) => readsFrom(target, this.#root) && syntax.containerOf(target) !== this.#boundary,
    );
  }

  /** The call itself runs repeatedly, or after a failure of another one. */
  #alone(spending: Spending, occasions: Occasions | undefined): Repetition | undefined {
    const { call: node } = spending;
    const failed = this.#failedBefore(spending, occasions?.all ?? []);
    if (failed) return { kind: 'retried', node, by: failed, others: [] };
    const by = occasions?.repeatedBy;
    return by && { kind: 'repeated', node, by, others: [by] };
  }

  /** Two occasions, of which one comes after the other one. */
  #together(occasions: readonly Occasion[]): Repetition | undefined {
    const able = occasions.filter(
      ({ node, spending }) => !isLatched(node, this.#program) && !isLatched(spending.call, this.#program),
    );
    for (const later of able)
      for (const earlier of able)
        if (isAfter(later.node, earlier.node, this.#program) && !this.#mayBeCancelled(earlier, later))
          return this.#ofPair(earlier, later);
    return undefined;
  }

  #ofPair(earlier: Occasion, later: Occasion): Repetition {
    const others = this.#spendings.map(({ call }) => call);
    const isSame = earlier.spending === later.spending;
    // What runs later is the one that finds the token spent.
    const [last, first] = earlier.isDeferred && !later.isDeferred ? [earlier, later] : [later, earlier];
    const node = last.isDeferred ? last.spending.call : last.node;
    return { kind: isSame ? 'repeated' : 'again', node, by: first.node, others: [...others, last.node, first.node] };
  }

  /** Whether what was to run later may have been stopped before: by a function for that, or by who has the result. */
  #mayBeCancelled(earlier: Occasion, later: Occasion): boolean {
    if (!earlier.isDeferred || later.isDeferred) return false;
    const parent = syntax.parentOf(earlier.node);
    const isKept =
      syntax.isCallOrNew(earlier.node) &&
      (syntax.isVariableDeclaration(parent) || syntax.isAssignment(parent) || syntax.isPropertyAssignment(parent));
    return isKept || contains(this.#boundary, isCancelling, anywhere);
  }

  /** Where the token is spent in the function that has it, and in those inside. */
  #occasionsOf(spending: Spending): Occasions {
    const { call, isBound } = spending;
    const all: Occasion[] = isBound ? [] : [{ spending, node: call, isDeferred: false }];
    let repeatedBy = this.#isInLoop(spending) ? call : spending.repeatedBy;
    const run = (value: ts.Node, inner: Occasion | undefined): void => {
      for (const { node, how } of runsOf(value, this.#program)) {
        const isRecursive = node !== value && syntax.isFunctionLike(value) && isInside(node, value);
        const isAgain = isRecursive
          ? inner !== undefined && comesAfter(inner.node, node, this.#program)
          : how === 'repeatedly' || this.#isRunAgain(node);
        if (isAgain) repeatedBy ??= node;
        if (!isRecursive) all.push({ spending, node, isDeferred: inner?.isDeferred === true || how !== 'called' });
      }
    };
    if (isBound) run(call, undefined);
    const seen = new Set<ts.Node>();
    for (const occasion of all) {
      const fn = syntax.containerOf(occasion.node);
      if (fn === this.#boundary || seen.has(fn) || !isInside(fn, this.#boundary)) continue;
      seen.add(fn);
      if (isLatched(occasion.node, this.#program, fn) || contains(fn, isCancelling)) continue;
      run(fn, occasion);
      if (this.#isRunByOthers(fn)) repeatedBy ??= fn;
    }
    return { all, repeatedBy };
  }

  #isRunAgain(node: ts.Node): boolean {
    const isAgain = isInside(node, this.#boundary) && isRunAgain(node, this.#root, this.#program);
    return isAgain && !isLatched(node, this.#program);
  }

  /** Whether a call is in a loop around which the token was made. */
  #isInLoop({ call, token, isBound }: Spending): boolean {
    return !isBound && !isWritten(token) && this.#isRunAgain(call);
  }

  /** Whether requests run a function, or, of a module's own token, whoever imports it. */
  #isRunByOthers(fn: ts.Node): boolean {
    if (!syntax.isFunctionLike(fn)) return false;
    if (entryPointsOf(this.#program, [])(fn)?.bySignature === false) return true;
    const declaration = namedDeclarationOf(fn);
    const isOfModule = syntax.containerOf(fn) === this.#boundary && syntax.isSourceFile(this.#boundary);
    if (!declaration || !isOfModule || !isMade(this.#root)) return false;
    return isExported(declaration, this.#program) && callSitesOf(fn, this.#program).length !== 1;
  }

  /** The call that has spent the token where a handler of its rejection spends it, or runs what does. */
  #failedBefore(spending: Spending, occasions: readonly Occasion[]): ts.Node | undefined {
    const own = occasions.map(({ node }) => node);
    const others = this.#spendings.flatMap(({ call }) => (call === spending.call ? [] : call));
    for (const rejected of own.flatMap((node) => this.#rejectedBefore(node))) {
      const first = [...others, ...own].find((call) => isInside(call, rejected));
      if (first) return first;
    }
    return undefined;
  }

  /** The promises whose rejection the functions around a node handle, where they are written or by their names. */
  #rejectedBefore(node: ts.Node): readonly ts.Expression[] {
    return functionsAround(node, this.#boundary).flatMap((fn) => {
      const declaration = namedDeclarationOf(fn);
      const names = declaration ? usesInFile(declaration, this.#program).map(referenceOf) : [];
      return [fn, ...names].flatMap((handler) => rejectedBefore(handler) ?? []);
    });
  }
}

/** Whether a constant is what a call gives, and not only said to be a token. */
function isMade(root: ts.Node): boolean {
  let value = syntax.isVariableDeclaration(root) ? root.initializer : undefined;
  if (value && syntax.isAwaitExpression(value)) value = value.expression;
  return value !== undefined && syntax.isCallOrNew(value);
}

/** The promise whose rejection a function handles. */
function rejectedBefore(fn: ts.Node): ts.Expression | undefined {
  const call = syntax.parentOf(fn);
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  if (!callee || !syntax.isCallExpression(call) || !syntax.isPropertyAccessExpression(callee)) return undefined;
  const index = call.arguments.findIndex((argument) => syntax.withoutAssertions(argument) === fn);
  const isHandler = callee.name.text === 'catch' ? index === 0 : callee.name.text === 'then' && index === 1;
  if (!isHandler) return undefined;
  const { expression: promise } = callee;
  const made = syntax.isIdentifier(promise) ? constantInitializerOf(promise) : undefined;
  return made ?? promise;
}

function isCancelling(node: ts.Node): boolean {
  return syntax.isCallExpression(node) && cancellingNames.has(calledName(node) ?? '');
}
