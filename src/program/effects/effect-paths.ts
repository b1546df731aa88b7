import type { Target } from '../../models/effects/effect.ts';
import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, compilerOf, constantInitializerOf, isInside, syntax } from '../../type-utils/index.ts';
import { DataPaths, type Held, heldBy, namesDeclaredBy } from './data-dependence.ts';
import { type Effect, effectsOf, type Runnable, stepsOf } from './effects.ts';
import { anywhere, contains, nodesIn, textOfKey } from '../values/nodes.ts';
import type { Step } from '../values/runs.ts';
import { isNot, partsOf, testedBy } from '../control/conditions.ts';
import { branchesOf } from '../control/control.ts';

/** Functions whose result is true where a file is there. */
const presenceChecks = new Set(['exists', 'existsSync', 'fileExists', 'pathExists', 'pathExistsSync']);

/** The way to one effect, with what the model gives to each call on it. */
export class EffectWay {
  readonly call: ts.Node;
  readonly functions: readonly ts.Node[];
  /** What runs the functions on the way, the first of which nothing in the program runs. */
  readonly steps: readonly Step[];
  readonly #effect: Effect;
  /** What the model gives to each function on the way; the effect is done in the last. */
  readonly #paths: readonly DataPaths[];

  constructor(effect: Effect, begins: readonly ts.Node[], isFixed: (node: ts.Node) => boolean) {
    this.#effect = effect;
    this.call = effect.call;
    this.functions = effect.frames.map(({ fn }) => fn);
    const paths: DataPaths[] = [];
    for (const [index, { fn, isCallback }] of effect.frames.entries()) {
      const call = effect.path[index - 1];
      const given = paths.at(-1);
      // What is given to a function inside another one, that one's names are still to be seen.
      const received = given && call ? [...given.held, ...receivedBy(fn, call, isCallback, given)] : [];
      paths.push(new DataPaths(fn, given && call ? [] : begins, isFixed, received));
    }
    this.#paths = paths;
    this.steps = effect.frames.map((frame, index) => ({ ...frame, call: effect.path[index - 1] }));
  }

  /** Whether the model sees what is read: it comes back by each function on the way. */
  get isReturned(): boolean {
    const { frames, path } = this.#effect;
    return frames.every(({ fn }, index) => {
      const call = path[index];
      return call !== undefined && new DataPaths(fn, [call]).isReturned;
    });
  }

  /** Whether anything that the call is given depends on what the model says, or what is made of its result: `remove(row).where(id)`. */
  get isGivenAny(): boolean {
    const given = this.#given;
    if (!given) return false;
    const chain = chainFrom(this.call);
    return (
      chain.some((call) => argumentsOf(call).some((argument) => given.dependsOn(argument))) ||
      holdersOf(chain.at(-1) ?? this.call).some((holder) => given.held.has(holder))
    );
  }

  /** Whether what the call is made on depends on what the model says: `row.delete()`. */
  get isOnGiven(): boolean {
    const callee = syntax.isCallOrNew(this.call) ? syntax.withoutAssertions(this.call.expression) : undefined;
    return callee !== undefined && this.#given?.dependsOn(callee) === true;
  }

  /**
   * Whether a call on the way stands in a branch on what the model says. To leave where the input is wrong is no choice, and
   * neither is a part of the input that is there: `if (patch.tags) …`.
   */
  isChosenIn(program: ts.Program): boolean {
    return this.#testsIn(program).some(
      ({ test, call, given }) => isHeldBy(test, call) && given.dependsOn(test) && !testsPresence(test, program),
    );
  }

  /**
   * Whether what the model says is checked on the way by more than whether it is there: `isSafe(text)`, `text.startsWith(…)`;
   * also by a call before that is given the same as the next one, `const check = validate(text); if (!check.ok) …`.
   */
  isCheckedIn(program: ts.Program): boolean {
    return this.#testsIn(program).some(({ test, call: next, given }) => {
      const inTest = nodesIn(test, syntax.isCallExpression, anywhere);
      return (
        inTest.some((call) => given.dependsOn(call)) ||
        heldCallsIn(test).some((call) => sharedArguments(call, next).some((argument) => given.dependsOn(argument)))
      );
    });
  }

  /**
   * Whether a function of the program that may throw is given what the model says, in one of those on the way:
   * `assertSafe(text)`.
   *
   * @param isSame whether it has to be the very argument of the call on the way
   */
  isAssertedIn(program: ts.Program, isSame = false): boolean {
    return this.#effect.frames.some(({ fn }, index) => {
      const given = this.#paths[index];
      const next = this.#effect.path[index];
      return stepsOf(fn, program).some(
        ({ call, to }) =>
          given !== undefined &&
          call !== next &&
          (isSame && next ? sharedArguments(call, next) : argumentsOf(call)).some((argument) =>
            given.dependsOn(argument),
          ) &&
          contains(to, syntax.isThrowStatement),
      );
    });
  }

  /**
   * Whether a function that does nothing but throw is given before what something depends on at the call, and compares it:
   * `assertMayPost(target);`
   */
  isRefusedIn(program: ts.Program, reached: readonly ts.Expression[]): boolean {
    return this.#effect.frames.some(({ fn }, index) => {
      const given = this.#paths[index];
      const next = this.#effect.path[index];
      if (!given || !next) return false;
      return stepsOf(fn, program).some(({ call, to }) => {
        if (call.pos >= next.pos || !isStatement(call) || !isRefusal(to, program)) return false;
        const compared = next === this.call ? argumentsOf(call) : sharedArguments(call, next);
        return compared.some(
          (argument) => given.dependsOn(argument) && (next !== this.call || comesTo(fn, argument, reached)),
        );
      });
    });
  }

  /** Whether a call on the way is made only where something is not there yet: `if (existsSync(path)) return;` */
  isForNewIn(program: ts.Program): boolean {
    return this.#effect.path.some((call) =>
      branchesOf(call, program).some((condition) =>
        partsOf(condition).some(({ part, value }) => value === false && isPresenceCheck(part)),
      ),
    );
  }

  #testsIn(
    program: ts.Program,
  ): readonly { readonly test: ts.Expression; readonly call: ts.Node; readonly given: DataPaths }[] {
    return this.#effect.path.flatMap((call, index) => {
      const given = this.#paths[index];
      return given ? branchesOf(call, program).map((condition) => ({ test: testedBy(condition), call, given })) : [];
    });
  }

  isGivenAt(target: Target): boolean {
    return this.valuesAt(target).some((value) => this.isGivenIn(value));
  }

  /** Whether an expression at the call depends on what the model says. */
  isGivenIn(value: ts.Node): boolean {
    return this.#given?.dependsOn(value) === true;
  }

  get #given(): DataPaths | undefined {
    return this.#paths.at(-1);
  }

  /** What says at the call who is reached or what is read. */
  valuesAt(target: Target): readonly ts.Expression[] {
    if (!('argument' in target)) return [];
    const { properties } = target;
    const callee = syntax.isCallOrNew(this.call) ? syntax.withoutAssertions(this.call.expression) : undefined;
    const receiver = callee && syntax.isPropertyAccessExpression(callee) ? callee.expression : undefined;
    const argument = target.argument === 'receiver' ? receiver : argumentsOf(this.call)[target.argument];
    if (!argument || !properties) return argument ? [argument] : [];
    return propertiesIn(argument, properties);
  }
}

/** What an object has under some names, by what is written there: all of it, where that does not show its properties. */
function propertiesIn(object: ts.Expression, names: readonly string[]): readonly ts.Expression[] {
  const node = syntax.withoutAssertions(object);
  if (!syntax.isObjectLiteralExpression(node)) return [node];
  return node.properties.flatMap((property): readonly ts.Expression[] => {
    if (syntax.isSpreadAssignment(property))
      return spreadIn(property.expression).flatMap((each) => propertiesIn(each, names));
    const key = textOfKey(property.name);
    if (key === undefined || !names.includes(key)) return [];
    if (syntax.isShorthandPropertyAssignment(property)) return [property.name];
    return syntax.isPropertyAssignment(property) ? [property.initializer] : [];
  });
}

/** `...(thread ? { thread } : {})`, `...(thread && { thread })` */
function spreadIn(expression: ts.Expression): readonly ts.Expression[] {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(spreadIn);
  const isChosen =
    syntax.isBinaryExpression(node) && node.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken;
  return isChosen ? spreadIn(node.right) : [node];
}

/** What a call, a construction or a tagged template is given. */
export function argumentsOf(call: ts.Node): readonly ts.Expression[] {
  if (syntax.isCallOrNew(call)) return call.arguments ?? [];
  return syntax.isTaggedTemplateExpression(call) ? [call.template] : [];
}

/** `existsSync(path)`, `await pathExists(path)` */
function isPresenceCheck(node: ts.Expression): boolean {
  const call = syntax.isAwaitExpression(node) ? syntax.withoutAssertions(node.expression) : node;
  return syntax.isCallExpression(call) && presenceChecks.has(calledName(call) ?? '');
}

/** `patch.tags`, `text !== undefined`, `ids.length > 0`: whether a condition tests whether something is there, and no more. */
function testsPresence(condition: ts.Expression, program: ts.Program): boolean {
  const node = syntax.withoutAssertions(condition);
  if (isNot(node)) return testsPresence(node.operand, program);
  if (syntax.isBinaryExpression(node)) {
    if (syntax.isLogical(node)) return testsPresence(node.left, program) && testsPresence(node.right, program);
    const other = node.right.getText();
    return /^(?:undefined|null|0|''|"")$/.test(other) && testsPresence(node.left, program);
  }
  return (syntax.isIdentifier(node) || syntax.isAccess(node)) && !compilerOf(program).mayBeBoolean(node);
}

/** A call, and those that are made on its result in one expression: `db.delete(rows)`, then `.where(…)`. */
export function chainFrom(call: ts.Node): readonly ts.Node[] {
  const chain: ts.Node[] = [call];
  for (let at = call; ;) {
    const access = syntax.parentOf(at);
    const next =
      syntax.isPropertyAccessExpression(access) && access.expression === at ? syntax.parentOf(access) : access;
    if (!syntax.isCallExpression(next) || syntax.withoutAssertions(next.expression) !== access) return chain;
    chain.push(next);
    at = next;
  }
}

/** The variable that holds the result of a call: a statement that is prepared here and run with its values later. */
function holdersOf(call: ts.Node): readonly ts.Node[] {
  let at = syntax.parentOf(call);
  while (syntax.isAwaitExpression(at)) at = syntax.parentOf(at);
  return syntax.isVariableDeclaration(at) ? namesDeclaredBy(at) : [];
}

/** Whether a call stands in the branch of a condition, and not behind it. */
function isHeldBy(test: ts.Expression, call: ts.Node): boolean {
  let at: ts.Node = test;
  while (syntax.isExpression(at.parent) && !syntax.isFunctionLike(at.parent)) at = at.parent;
  return isInside(call, at.parent);
}

/** What the parameters of a function hold of it that a call gives them. */
function receivedBy(fn: ts.Node, call: ts.Node, isCallback: boolean, given: DataPaths): readonly Held[] {
  const maker = syntax.isClassLike(fn) ? fn.members.find(syntax.isConstructorDeclaration) : fn;
  if (!maker || !syntax.isFunctionLike(maker) || !syntax.isCallOrNew(call)) return [];
  const { parameters } = maker;
  const whole = (parameter: ts.ParameterDeclaration): readonly Held[] =>
    namesDeclaredBy(parameter).map((name) => [name, 'every']);
  if (isCallback) return given.dependsOn(call) ? parameters.flatMap(whole) : [];
  const values = call.arguments ?? [];
  const spread = values.findIndex(syntax.isSpreadElement);
  return parameters.flatMap((parameter, index) => {
    const value = values[index];
    if (parameter.dotDotDotToken === undefined && (spread < 0 || index < spread))
      return value ? heldBy(parameter, given.fieldsOf(value)) : [];
    const own = values.slice(Math.min(index, spread >= 0 ? spread : index));
    return own.some((each) => given.dependsOn(each)) ? whole(parameter) : [];
  });
}

/** The calls whose results a test looks at that are held in constants: `const check = validate(text); if (!check.ok) …`. */
function heldCallsIn(test: ts.Expression): readonly ts.CallExpression[] {
  return nodesIn(test, syntax.isIdentifier, anywhere)
    .filter((name) => !syntax.isMemberOfAccess(name))
    .flatMap((name) => constantInitializerOf(name) ?? [])
    .flatMap((held) => nodesIn(held, syntax.isCallExpression, anywhere));
}

/** What a call is given that another one is given as well, as it is written. */
function sharedArguments(call: ts.Node, other: ts.Node): readonly ts.Expression[] {
  const texts = new Set(argumentsOf(other).map((argument) => argument.getText()));
  return argumentsOf(call).filter((argument) => texts.has(argument.getText()));
}

/** `check(target);`, `await check(target);` */
function isStatement(call: ts.Node): boolean {
  const { parent } = call;
  return syntax.isExpressionStatement(syntax.isAwaitExpression(parent) ? parent.parent : parent);
}

/** Whether a function does nothing but throw where what it is given is not what it has to be; to be there is not enough. */
function isRefusal(fn: Runnable, program: ts.Program): boolean {
  if (syntax.isClassLike(fn) || !fn.body || effectsOf(fn, program).length > 0) return false;
  const isCompared = (node: ts.Node): boolean => {
    const { parent } = node;
    if (node === fn || syntax.isSourceFile(node)) return false;
    const isBranch = syntax.isIfStatement(parent) && parent.expression !== node;
    return (isBranch && !testsPresence(parent.expression, program)) || isCompared(parent);
  };
  return nodesIn(fn.body, syntax.isThrowStatement).some(isCompared);
}

/** Whether some of what an argument names comes to expressions of the same function. */
function comesTo(fn: Runnable, argument: ts.Expression, reached: readonly ts.Expression[]): boolean {
  if (reached.some((each) => each.getText() === argument.getText())) return true;
  if (syntax.isAccess(argument)) return false;
  const names = nodesIn(argument, syntax.isIdentifier, anywhere).filter((name) => !syntax.isMemberOfAccess(name));
  const paths = new DataPaths(
    fn,
    names.flatMap((name) => bindingOf(name) ?? []),
  );
  return reached.some((each) => paths.dependsOn(each));
}
