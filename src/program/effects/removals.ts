import type { GuardCondition } from '../../analysis/control.ts';
import type { Target } from '../../models/effects/effect.ts';
import {
  bindingOf,
  calledName,
  compilerOf,
  constantInitializerOf,
  isInside,
  patternHolderOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { branchesOf, conditionsOf, failsInto, isReachedWithout } from '../control/control.ts';
import { writtenIn } from '../values/functions.ts';
import { anywhere, contains, nodesIn } from '../values/nodes.ts';
import { DataPaths } from './data-dependence.ts';
import { argumentsOf, chainFrom } from './effect-paths.ts';
import { type Effect, effectsOf } from './effects.ts';
import { isExclusive } from './exclusive-writes.ts';

/**
 * Whether a file or folder is taken away of which nothing is lost: it was written to another place before, as in a move, or
 * the same function made it: a folder, or a file that it takes away again in a `catch` clause.
 */
export function isWithoutLoss({ call, frames, target }: Effect, program: ts.Program): boolean {
  const fn = frames.at(-1)?.fn;
  const removed = pathAt(call, target);
  if (!fn || !removed || !syntax.isFunctionLike(fn)) return false;
  const writes = effectsOf(fn, program).filter(
    ({ kind, path, call: write }) => kind === 'write' && path.length === 1 && write.end <= call.pos,
  );
  const text = removed.getText();
  const clause = clauseAround(call, fn);
  const isMade = writes.some(
    ({ call: write, store }) =>
      argumentsOf(write)[0]?.getText() === text && (clause ? !isInside(write, clause) : store === 'folder'),
  );
  if (isMade || clause) return isMade;
  const binding = syntax.isIdentifier(removed) ? bindingOf(removed) : undefined;
  const given = binding && new DataPaths(fn, [binding]);
  const copies = writes.flatMap((write) => {
    const place = pathAt(write.call, write.target);
    const isElsewhere = place !== undefined && place.getText() !== text;
    const isCopy = isElsewhere && argumentsOf(write.call).some((argument) => given?.dependsOn(argument) === true);
    return isCopy ? [write.call] : [];
  });
  return copies.length > 0 && runsBefore(copies, call, program);
}

/**
 * Whether one of some calls runs before another one in whatever way that is come to: `if (keep) await cp(from, to);` need not.
 * A loop is taken to do for one element what it does for all.
 */
function runsBefore(calls: readonly ts.Node[], call: ts.Node, program: ts.Program): boolean {
  const known = branchesOf(call, program);
  const isSure = calls.some((each) => {
    const loop = loopAround(each, call);
    const conditions = branchesOf(each, program).filter(({ site }) => !loop || !isInside(site as ts.Node, loop));
    return areMetBy(conditions, known);
  });
  return isSure || !isReachedWithout(calls, call, program);
}

/** Whether a file is taken away to be written anew, in whatever way the function goes on: `rmSync(link); symlinkSync(to, link)`. */
export function isWrittenAnew({ call, frames, target }: Effect, program: ts.Program): boolean {
  const fn = frames.at(-1)?.fn;
  const removed = pathAt(call, target);
  if (!fn || !removed || !syntax.isFunctionLike(fn)) return false;
  const conditions = conditionsOf(call, program) ?? [];
  return effectsOf(fn, program).some(
    (other) =>
      other.kind === 'write' &&
      (other.store === 'file' || other.store === 'link') &&
      other.path.length === 1 &&
      other.call.pos >= call.end &&
      pathAt(other.call, other.target)?.getText() === removed.getText() &&
      areMetBy(unlessFailed(call, other.call, program), conditions),
  );
}

/**
 * The conditions of another call behind a call, without those in what catches the failure of the first: they are none where it
 * did not fail.
 */
function unlessFailed(call: ts.Node, other: ts.Node, program: ts.Program): readonly GuardCondition[] | undefined {
  const conditions = conditionsOf(other, program);
  let at = call;
  while (!syntax.isFunctionLike(at.parent) && !(syntax.isTryStatement(at.parent) && at.parent.tryBlock === at)) {
    if (syntax.isSourceFile(at.parent)) return conditions;
    at = at.parent;
  }
  const clause = syntax.isTryStatement(at.parent) ? at.parent.catchClause : undefined;
  if (!clause) return conditions;
  // What catches the failure runs where nothing was taken away.
  return isInside(other, clause) ? undefined : conditions?.filter(({ site }) => !isInside(site as ts.Node, clause));
}

/** Whether conditions are met where others are; not where they are not known. */
function areMetBy(conditions: readonly GuardCondition[] | undefined, others: readonly GuardCondition[]): boolean {
  return (
    conditions?.every(({ site, outcomes }) =>
      others.some(
        (each) => isSameTest(each.site, site) && [...each.outcomes].every((outcome) => outcomes.has(outcome)),
      ),
    ) === true
  );
}

/** `if (all) write(to, all); if (all) rm(from);` */
function isSameTest(site: unknown, other: unknown): boolean {
  if (site === other) return true;
  const [node, test] = [site, other] as readonly ts.Node[];
  if (!node || !test || !syntax.isIdentifier(node) || !syntax.isIdentifier(test)) return false;
  const binding = bindingOf(node);
  return binding !== undefined && binding === bindingOf(test) && !writtenIn(node.getSourceFile()).has(binding);
}

/**
 * Whether a file or folder is taken away that the same function made a moment before, and only if it was not there: the lock
 * of `open(lock, 'wx')`, or of `mkdir(lock)`. Where it was there, no way may lead to its removal.
 */
export function isOfOwnLock({ call, frames, target }: Effect, program: ts.Program): boolean {
  const fn = frames.at(-1)?.fn;
  const removed = pathAt(call, target);
  if (!fn || !removed) return false;
  const compiler = compilerOf(program);
  return nodesIn(fn, syntax.isCallExpression, anywhere).some((made) => {
    const [path, ...options] = made.arguments;
    if (made.end > call.pos || path?.getText() !== removed.getText()) return false;
    if (syntax.containerOf(made) !== syntax.containerOf(call)) return false;
    const name = calledName(made) ?? '';
    const isMade = /^mkdir(?:Sync)?$/.test(name)
      ? !options.some((option) => option.getText().includes('recursive'))
      : opening.test(name) && isExclusive(made);
    if (!isMade || !fileSystems.has(compiler.calleeOrigin(made)?.origin.package ?? '')) return false;
    const site = name.endsWith('Sync') ? made : made.parent;
    if (site !== made && !syntax.isAwaitExpression(site)) return false;
    return failsInto(site, call, program) === false || isRepeatedUntilMade(site);
  });
}

/** `while (!handle) { try { handle = await open(lock, 'wx'); } catch { … } }` */
function isRepeatedUntilMade(site: ts.Node): boolean {
  const { parent } = site;
  if (!syntax.isPlainAssignment(parent) || parent.right !== site) return false;
  let at: ts.Node = parent;
  while (!syntax.isWhileStatement(at)) {
    if (syntax.isFunctionLike(at) || syntax.isSourceFile(at)) return false;
    at = at.parent;
  }
  return at.expression.getText() === `!${parent.left.getText()}` && !contains(at.statement, syntax.isBreakStatement);
}

/**
 * Whether something is taken away that the same run made before, as what came after it failed: in a `catch` clause, by the id
 * that the call returned which made it. `const row = await insertRow(…); try { … } catch { await remove(row.id); }`
 */
export function isTakenBack({ path, frames }: Effect): boolean {
  return path.some((call, index) => {
    const fn = frames[index]?.fn;
    const clause = fn && clauseAround(call, fn);
    if (!clause) return false;
    const makers = nodesIn(fn, syntax.isCallExpression, anywhere).filter(
      (each) => each.end <= clause.pos && isMaking(calledName(each) ?? ''),
    );
    if (makers.length === 0) return false;
    const made = new DataPaths(fn, makers);
    const isOfMade = (argument: ts.Node): boolean => nodesIn(argument, isId, anywhere).some((id) => made.dependsOn(id));
    return chainFrom(call).some((each) => argumentsOf(each).some(isOfMade));
  });
}

/** Whether something is taken away in a `catch` clause further down: what had been made, as what came after it failed. */
export function isCleanedUp({ path, frames }: Effect): boolean {
  return path.some((call, index) => {
    const fn = index > 0 ? frames[index]?.fn : undefined;
    return fn !== undefined && clauseAround(call, fn) !== undefined;
  });
}

/**
 * Whether the program forgets what is no longer there in another system, as that answered: the address of a push message,
 * `catch (error) { if (error.statusCode === 410) await remove(subscription.id); }`.
 */
export function isOfGone({ path, frames, call: removal }: Effect): boolean {
  const last = frames.at(-1)?.fn;
  return path.some((call, index) => {
    const fn = frames[index]?.fn;
    const clause = fn && clauseAround(call, fn);
    if (!clause || !last) return false;
    let isGone = false;
    for (let at = call; at !== clause; at = at.parent) {
      const { parent } = at;
      isGone ||= syntax.isIfStatement(parent) && at === parent.thenStatement && isTestForGone(parent.expression);
    }
    if (!isGone) return false;
    // What is forgotten is what the request was about that failed.
    const requests = nodesIn(clause.parent.tryBlock, syntax.isAwaitExpression).flatMap(({ expression }) => {
      const request = syntax.withoutAssertions(expression);
      return syntax.isCallExpression(request) ? request.arguments : [];
    });
    const forgotten = chainFrom(call)
      .flatMap(argumentsOf)
      .flatMap((argument) => nodesIn(argument, syntax.isIdentifier))
      .flatMap((name) => (syntax.isMemberOfAccess(name) ? [] : (bindingOf(name) ?? [])));
    const isRequested = (binding: ts.Node): boolean => {
      const paths = new DataPaths(fn, [binding]);
      return requests.some((request) => paths.dependsOn(request));
    };
    if (forgotten.length === 0 || !forgotten.every(isRequested)) return false;
    if (last === fn || !syntax.isFunctionLike(last)) return last === fn;
    // `async function remove(id) { … }` removes by what it is given.
    const given = new DataPaths(last, last.parameters);
    return chainFrom(removal).some((each) => argumentsOf(each).some((argument) => given.dependsOn(argument)));
  });
}

/** `status === 404`, `error.statusCode === 404 || error.statusCode === 410` */
function isTestForGone(condition: ts.Expression): boolean {
  const test = syntax.withoutAssertions(condition);
  if (!syntax.isBinaryExpression(test)) return false;
  const sides = [test.left, test.right];
  if (test.operatorToken.kind === syntax.SyntaxKind.BarBarToken) return sides.every(isTestForGone);
  if (test.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken) return sides.some(isTestForGone);
  if (syntax.equalityOf(test) !== true) return false;
  const isCode = (side: ts.Expression): boolean => syntax.isNumericLiteral(side) && goneCodes.has(side.text);
  return sides.some(isCode) && sides.some((side) => !isCode(side) && /status|code/i.test(side.getText()));
}

/** What a server answers where something is not found, and where it is gone for good. */
const goneCodes: ReadonlySet<string> = new Set(['404', '410']);

/** `insertRow`, `create`, and not what makes a part of the program: `createClient`. */
function isMaking(name: string): boolean {
  return /^(?:add|create|insert)(?![a-z])/.test(name) && !programParts.test(name);
}

const programParts =
  /(?:agent|app|client|connection|context|instance|logger|pool|router|server|session|store|stream|transport)$/i;

/** `row.id`, `rowId`, `data.uuid` */
function isId(node: ts.Node): node is ts.Identifier | ts.PropertyAccessExpression {
  const name = syntax.isPropertyAccessExpression(node) ? node.name.text : syntax.isIdentifier(node) ? node.text : '';
  return /^_?(?:id|uuid|key|slug)$|(?:Id|_id|ID|Key|Rowid)$/.test(name);
}

const opening = /^(?:open|writeFile)(?:Sync)?$/;
const fileSystems: ReadonlySet<string> = new Set(['node:fs', 'node:fs/promises', 'fs-extra', 'graceful-fs']);

function pathAt(call: ts.Node, target: Target | undefined): ts.Expression | undefined {
  const index = target?.is === 'path' ? target.argument : undefined;
  return typeof index === 'number' ? argumentsOf(call)[index] : undefined;
}

/** The outermost loop around a node without another one. */
function loopAround(node: ts.Node, other: ts.Node): ts.Node | undefined {
  let loop: ts.Node | undefined;
  for (let at = node; !isInside(other, at); at = at.parent) if (syntax.isIterationStatement(at, false)) loop = at;
  return loop;
}

function clauseAround(node: ts.Node, fn: ts.Node): ts.CatchClause | undefined {
  for (let at = node; at !== fn; at = at.parent) if (syntax.isCatchClause(at)) return at;
  return undefined;
}

/** `for (const old of files.sort().slice(0, -10)) await unlink(old);`: whether a function keeps the newest of what it lists. */
export function rotates(fn: ts.Node, call: ts.Node): boolean {
  if (!contains(fn, isSorting, anywhere)) return false;
  const isPart = (node: ts.Node): boolean => {
    const named = syntax.withoutAssertions(node as ts.Expression);
    const list = (syntax.isIdentifier(named) ? constantInitializerOf(named) : undefined) ?? named;
    const [from, to] = syntax.isCallExpression(list) && calledName(list) === 'slice' ? list.arguments : [];
    return from !== undefined && (to !== undefined || from.getText() !== '0');
  };
  for (let at = call; at !== fn && !syntax.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (syntax.isForInOrOf(parent) && isPart(parent.expression)) return true;
    if (!syntax.isFunctionValue(at) || !syntax.isCallExpression(parent)) continue;
    if (syntax.isPropertyAccessExpression(parent.expression) && isPart(parent.expression.expression)) return true;
  }
  return false;
}

function isSorting(node: ts.Node): boolean {
  return syntax.isCallExpression(node) && /^(?:sort|toSorted)$/.test(calledName(node) ?? '');
}

/** Whether a function lists files or folders: `await readdir(folder)`. */
export function listsFiles(fn: ts.Node): boolean {
  return contains(
    fn,
    (node) =>
      syntax.isCallExpression(node) && /^(?:readdir|readdirSync|opendir|glob|globSync)$/.test(calledName(node) ?? ''),
    anywhere,
  );
}

/**
 * `.delete().in('id', oldest.map((row) => row.id))`: whether the rows that are taken away are those that the same function found
 * to be too many.
 */
export function takesExcess(fn: ts.Node, call: ts.Node): boolean {
  const isLimit = (node: ts.Node): boolean =>
    syntax.isCallExpression(node) && /^(?:limit|offset|range|slice)$/.test(calledName(node) ?? '');
  const isFound = (node: ts.Node): boolean => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    const holder = binding && patternHolderOf(binding);
    const initializer = holder && syntax.isVariableDeclaration(holder) ? holder.initializer : undefined;
    return initializer !== undefined && isInside(initializer, fn) && contains(initializer, syntax.isAwaitExpression);
  };
  const isSaid = chainFrom(call).some((link) => argumentsOf(link).some((each) => contains(each, isFound, anywhere)));
  return isSaid && contains(fn, isLimit, anywhere);
}
