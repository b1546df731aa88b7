import { retrying } from '../../models/contracts/retries.ts';
import { failsInto, leadsTo } from '../../program/control/control.ts';
import { contains, nodesIn } from '../../program/values/nodes.ts';
import { isLazyAssignment, namedDeclarationOf, referenceOf } from '../../program/values/functions.ts';
import {
  bindingNamedBy,
  bindingOf,
  compilerOf,
  isInside,
  matches,
  syntax,
  type ts,
  usesOf,
} from '../../type-utils/index.ts';
import type { Rerun } from './fresh-values.ts';
import { isKeyName } from './keys.ts';
import { plainName } from './named-values.ts';

/** Why a call is made again after it may have been done: a loop, a function that calls itself, what runs a callback again. */
export interface Retry extends Omit<Rerun, 'argumentOf'> {
  readonly node: ts.Node;
}

/** How many functions are gone out of. */
const MAX_DEPTH = 3;

/**
 * What makes a call again with the same arguments after it fails. Undefined where nothing does, or where each time concerns
 * something else: a loop over items, over providers, over the messages of a queue.
 *
 * Knowingly missed: what runs a callback later, such as timers and queues, and retries that the receiver of an error makes.
 *
 * @param isOutward whether the functions that call the one around it count
 * @param fails whether a failure comes out of the call: it does not out of a function that catches it
 */
export function retryOf(
  call: ts.Expression,
  program: ts.Program,
  isOutward = true,
  depth = 0,
  fails = true,
): Retry | undefined {
  const site = siteOf(call);
  const container = syntax.containerOf(call);
  for (let at: ts.Node = call; at !== container; at = at.parent) {
    const { parent } = at;
    if (!syntax.isIterationStatement(parent, false) || parent.statement !== at) continue;
    const found = loopRetry(parent, call, site, program, fails);
    if (found) return found;
  }
  if (!syntax.isFunctionLike(container)) return undefined;
  const recursion = fails ? recursionOf(container, call, site, program) : undefined;
  if (recursion || depth >= MAX_DEPTH) return recursion;
  return retryOfFunction(container, program, isOutward, depth, fails && !isSwallowed(call, container));
}

/** Whether a failure of a call stays in the function around it: `try { await send(); } catch (error) { return { error }; }` */
function isSwallowed(call: ts.Expression, container: ts.Node): boolean {
  for (let at: ts.Node = call; at !== container; at = at.parent) {
    const { parent } = at;
    if (!syntax.isTryStatement(parent) || parent.tryBlock !== at || !parent.catchClause) continue;
    return !contains(parent.catchClause, syntax.isThrowStatement) && !/\breject\(/.test(parent.catchClause.getText());
  }
  return false;
}

/** Whether a call with the same effect follows where one fails: `catch { await send(); }` */
export function isRepeatedBy(call: ts.Expression, other: ts.Expression, program: ts.Program): boolean {
  if (call === other || syntax.containerOf(call) !== syntax.containerOf(other)) return false;
  return (
    failsInto(siteOf(call), siteOf(other), program) === true && leadsTo(siteOf(call), siteOf(other), program) === false
  );
}

/** What throws where a call fails: the `await` of it. */
function siteOf(call: ts.Expression): ts.Expression {
  const around = syntax.parentOf(call);
  return syntax.isAwaitExpression(around) ? around : call;
}

// ── loops ────────────────────────────────────────────────────────────────────────────────────────────────────────────

function loopRetry(
  loop: ts.IterationStatement,
  call: ts.Expression,
  site: ts.Expression,
  program: ts.Program,
  fails: boolean,
): Retry | undefined {
  const changes = changesIn(loop);
  if (isOfItem(call, loop, changes)) return undefined;
  const isAgainOnFailure = fails && (failsInto(site, site, program) === true || isCaughtInPlace(call, loop));
  const isAgain = leadsTo(site, site, program);
  const isRetry =
    (isAgainOnFailure && (isAgain === false || isLeftOnSuccess(loop, call))) ||
    (isAgain === true && isResultTested(loop, call));
  if (!isRetry) return undefined;
  return {
    node: loop,
    regions: [loop.statement],
    varying: new Set([...changes.counters, ...changes.items, ...changes.others]),
  };
}

interface Changes {
  /** Variables that are counted: `attempt++`. */
  readonly counters: ReadonlySet<ts.Node>;
  /** Those that a loop goes over. */
  readonly items: ReadonlySet<ts.Node>;
  /** Those that are assigned something else. */
  readonly others: ReadonlySet<ts.Node>;
}

function changesIn(loop: ts.IterationStatement): Changes {
  const counters = new Set<ts.Node>();
  const items = new Set<ts.Node>();
  const others = new Set<ts.Node>();
  const add = (target: ts.Expression, to: Set<ts.Node>): void => {
    const node = syntax.withoutAssertions(target);
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (binding) to.add(binding);
  };
  if (syntax.isForInOrOf(loop) && syntax.isVariableDeclarationList(loop.initializer))
    for (const { name } of loop.initializer.declarations) for (const each of bindingsIn(name)) items.add(each);
  const visit = (node: ts.Node): void => {
    if (syntax.isUpdate(node)) add(node.operand, counters);
    else if (syntax.isAssignment(node) && !isFilling(node)) {
      const isCount =
        syntax.withoutAssertions(node.right).kind === syntax.SyntaxKind.NumericLiteral ||
        !syntax.isPlainAssignment(node);
      add(node.left, isCount ? counters : others);
    }
    syntax.forEachChild(node, visit);
  };
  visit(loop);
  return { counters, items, others };
}

/** `key ??= randomUUID()`, `key = key ?? randomUUID()`: the first time only. */
function isFilling(node: ts.BinaryExpression): boolean {
  if (isLazyAssignment(node)) return true;
  const value = syntax.withoutAssertions(node.right);
  if (!syntax.isBinaryExpression(value) || !syntax.isLogical(value)) return false;
  const { kind } = value.operatorToken;
  return kind !== syntax.SyntaxKind.AmpersandAmpersandToken && value.left.getText() === node.left.getText();
}

function bindingsIn(name: ts.BindingName): readonly ts.Node[] {
  if (syntax.isIdentifier(name)) return [name.parent];
  return name.elements.flatMap((element) => (syntax.isBindingElement(element) ? bindingsIn(element.name) : []));
}

/** Whether a call concerns another thing in each iteration: what the loop goes over, or what is taken from a list or a queue. */
function isOfItem(call: ts.Expression, loop: ts.IterationStatement, { counters, items, others }: Changes): boolean {
  const seen = new Set<ts.Node>();
  const isItem = (node: ts.Node): boolean => {
    // The key of an attempt says that it is one.
    if (isKeyProperty(node)) return false;
    if (syntax.isTypeNode(node)) return false;
    if (syntax.isPropertyAccessExpression(node)) return isItem(node.expression);
    if (syntax.isPropertyAssignment(node)) return isItem(node.initializer);
    if (syntax.isElementAccessExpression(node) && isNamedAmong(node.argumentExpression, counters)) return true;
    if (syntax.isIdentifier(node)) {
      const binding = bindingOf(node);
      if (!binding) return false;
      if (items.has(binding) || others.has(binding)) return true;
      if (seen.has(binding) || !isInside(binding, loop.statement)) return false;
      seen.add(binding);
      if (!syntax.isVariableDeclaration(binding) || !binding.initializer) return syntax.isBindingElement(binding);
      return (
        isItem(binding.initializer) || /\b(?:next|shift|pop|dequeue|take|poll)\(/.test(binding.initializer.getText())
      );
    }
    return syntax.forEachChild(node, (child) => isItem(child) || undefined) ?? false;
  };
  return isItem(call);
}

function isNamedAmong(node: ts.Expression, bindings: ReadonlySet<ts.Node>): boolean {
  return contains(node, (each) => {
    const binding = syntax.isIdentifier(each) ? bindingOf(each) : undefined;
    return binding !== undefined && bindings.has(binding);
  });
}

function isKeyProperty(node: ts.Node): boolean {
  const isNamed = syntax.isPropertyAssignment(node) || syntax.isShorthandPropertyAssignment(node);
  if (!isNamed) return false;
  const { name } = node;
  return (syntax.isIdentifier(name) || syntax.isStringLiteralLike(name)) && isKeyName(plainName(name.text));
}

/** `send().catch(() => undefined)` in a loop. */
function isCaughtInPlace(call: ts.Expression, loop: ts.Node): boolean {
  const access = syntax.parentOf(call);
  return (
    syntax.isPropertyAccessExpression(access) &&
    access.expression === call &&
    access.name.text === 'catch' &&
    isInside(access, loop)
  );
}

/** Whether a loop ends once the call has come back: `break`, or a variable in its condition that is set behind the call. */
function isLeftOnSuccess(loop: ts.IterationStatement, call: ts.Expression): boolean {
  const statement = statementIn(call);
  const block = statement?.parent;
  const statements = block && syntax.isSequence(block) ? block.statements : [];
  const behind = statements.filter((each) => each.pos >= (statement?.pos ?? 0));
  if (behind.some((each) => syntax.isBreakStatement(each) || syntax.isReturnStatement(each))) return true;
  const condition = conditionOf(loop);
  const leaves = nodesIn(loop.statement, syntax.isIfStatement).filter(({ thenStatement }) =>
    contains(thenStatement, (node) => syntax.isBreakStatement(node) || syntax.isReturnStatement(node)),
  );
  const tests = [...(condition ? [condition] : []), ...leaves.map(({ expression }) => expression)];
  const tested = new Set(tests.flatMap((test) => nodesIn(test, syntax.isIdentifier).map(({ text }) => text)));
  return behind.some((each) =>
    contains(each, (node) => {
      if (syntax.isVariableDeclaration(node)) return false;
      const target = syntax.isPlainAssignment(node) ? syntax.withoutAssertions(node.left) : undefined;
      return target !== undefined && syntax.isIdentifier(target) && tested.has(target.text);
    }),
  );
}

function conditionOf(loop: ts.IterationStatement): ts.Expression | undefined {
  if (syntax.isForStatement(loop)) return loop.condition;
  return syntax.isWhileStatement(loop) || syntax.isDoStatement(loop) ? loop.expression : undefined;
}

function statementIn(node: ts.Node): ts.Node | undefined {
  let at = node;
  while (!syntax.isStatement(at)) {
    if (syntax.isSourceFile(at) || syntax.isFunctionLike(at)) return undefined;
    at = at.parent;
  }
  return at;
}

/** `if (!result.isError) return result;` */
function isResultTested(loop: ts.IterationStatement, call: ts.Expression): boolean {
  let around = syntax.parentOf(call);
  while (syntax.isAwaitExpression(around)) around = syntax.parentOf(around);
  const target = syntax.isVariableDeclaration(around)
    ? around.name
    : syntax.isPlainAssignment(around)
      ? syntax.withoutAssertions(around.left)
      : undefined;
  if (!target) return false;
  const names = syntax.isIdentifier(target)
    ? [target.text]
    : nodesIn(target, syntax.isIdentifier).map(({ text }) => text);
  const isAbout = (test: ts.Expression): boolean =>
    nodesIn(test, syntax.isIdentifier).some(({ text }) => names.includes(text)) &&
    /\b(?:isError|ok|status|statusCode|success|succeeded|error|errors|failed|retryable|code)\b/.test(test.getText());
  const condition = conditionOf(loop);
  if (condition && isAbout(condition)) return true;
  return nodesIn(loop.statement, syntax.isIfStatement).some(
    (branch) =>
      isAbout(branch.expression) &&
      contains(branch, (node) => syntax.isReturnStatement(node) || syntax.isBreakStatement(node)),
  );
}

// ── functions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A function that calls itself where a call in it fails: `catch { return send(text, attempt + 1); }` */
function recursionOf(
  fn: syntax.FunctionLike,
  call: ts.Expression,
  site: ts.Expression,
  program: ts.Program,
): Retry | undefined {
  const { body } = fn;
  const name = namedDeclarationOf(fn)?.name?.getText();
  if (!body || name === undefined) return undefined;
  const again = nodesIn(body, syntax.isCallExpression, () => true).find(
    (other) =>
      other !== call &&
      syntax.lastNameOf(other.expression)?.text === name &&
      compilerOf(program).functionNamedBy(other.expression) === fn &&
      isBehindFailure(other, call, site, program),
  );
  if (!again) return undefined;
  const varying = fn.parameters.filter(({ name: own }, index) => again.arguments[index]?.getText() !== own.getText());
  // Another thing each time: `sendAll(rest)`.
  const isOther = varying.some(
    (parameter) => !/attempt|retr|tries|left|count|depth|delay|remaining|backoff|n$/i.test(parameter.name.getText()),
  );
  return isOther ? undefined : { node: again, regions: [fn], varying: new Set(varying) };
}

function isBehindFailure(other: ts.Expression, call: ts.Expression, site: ts.Expression, program: ts.Program): boolean {
  if (syntax.containerOf(other) === syntax.containerOf(call))
    return failsInto(site, siteOf(other), program) === true && leadsTo(site, siteOf(other), program) === false;
  // `send().catch(() => send())`
  const access = syntax.parentOf(call);
  const caught =
    syntax.isPropertyAccessExpression(access) && access.name.text === 'catch' ? syntax.parentOf(access) : undefined;
  return caught !== undefined && isInside(other, caught);
}

/** What runs a function again: what it is handed to, or a loop around the call of it. */
function retryOfFunction(
  fn: syntax.FunctionLike,
  program: ts.Program,
  isOutward: boolean,
  depth: number,
  fails: boolean,
): Retry | undefined {
  const around = syntax.parentOf(fn);
  if (syntax.isFunctionValue(fn) && syntax.isCallExpression(around)) {
    const retry = retryOfHanded(around, fn, program, depth, fails);
    if (retry)
      return { node: around, regions: [fn, ...retry.regions], varying: new Set([...retry.varying, ...fn.parameters]) };
    return isRunByLibrary(around) ? retryOf(around, program, isOutward, depth + 1, fails) : undefined;
  }
  const declaration = isOutward ? namedDeclarationOf(fn) : undefined;
  for (const use of declaration ? usesOf(declaration, program) : []) {
    const retry = retryOfUse(use, program, depth, fails);
    if (retry) return { ...retry, regions: [fn, ...retry.regions] };
  }
  return undefined;
}

function retryOfUse(use: ts.Node, program: ts.Program, depth: number, fails: boolean): Retry | undefined {
  const reference = referenceOf(use);
  const around = syntax.parentOf(reference);
  if (!syntax.isCallExpression(around)) return undefined;
  if (syntax.withoutAssertions(around.expression) === reference)
    return retryOf(around, program, true, depth + 1, fails);
  return retryOfHanded(around, reference, program, depth, fails);
}

/** `.then(() => …)`, `items.map(() => …)`: what runs a function where it stands. */
function isRunByLibrary(call: ts.CallExpression): boolean {
  return /^(?:then|finally|race|all|allSettled)$/.test(syntax.lastNameOf(call.expression)?.text ?? '');
}

/** Whether a call runs the function that it is given again after an error. */
function retryOfHanded(
  call: ts.CallExpression,
  handed: ts.Node,
  program: ts.Program,
  depth: number,
  fails: boolean,
): Retry | undefined {
  if (fails && isOfRetryPackage(call, program)) return { node: call, regions: [], varying: new Set() };
  const own = compilerOf(program).functionCalledBy(call)?.fn;
  const index = call.arguments.findIndex((each) => syntax.withoutAssertions(each) === handed);
  const parameter = own?.parameters[index];
  if (!own?.body || !parameter || !syntax.isIdentifier(parameter.name)) return undefined;
  const isIt = (node: ts.Expression): boolean => bindingNamedBy(node) === parameter;
  for (const inner of nodesIn(own.body, syntax.isCallExpression, () => true)) {
    const handedOn = depth < MAX_DEPTH ? inner.arguments.find(isIt) : undefined;
    const retry = isIt(inner.expression)
      ? retryOf(inner, program, false, depth + 1, fails)
      : handedOn && retryOfHanded(inner, syntax.withoutAssertions(handedOn), program, depth + 1, fails);
    if (retry) return { ...retry, regions: [] };
  }
  return undefined;
}

function isOfRetryPackage(call: ts.CallExpression, program: ts.Program): boolean {
  const compiler = compilerOf(program);
  const origin = compiler.calleeOrigin(call) ?? compiler.untypedOriginOf(call.expression);
  if (!origin) return false;
  const all = [origin.origin, ...origin.receiver];
  const isKnown = retrying.some((ref) =>
    all.some((each) => matches(ref.names.includes('*') ? { ...each, name: '*' } : each, ref)),
  );
  return isKnown && !/\bretries\s*:\s*0\b/.test(call.getText());
}
