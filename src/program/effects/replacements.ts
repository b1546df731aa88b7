import { bindingOf, calledName, syntax, type ts, writtenFor } from '../../type-utils/index.ts';
import { branchesOf } from '../control/control.ts';
import { argumentsOf } from './effect-paths.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';
import type { Effect } from './effects.ts';

/** Names of what runs statements on any table. */
const generic = /^(?:_?(?:db|tx|trx|database|client|conn|connection|transaction|drizzle|kysely|knex|prisma|sql))$/i;

/** Beginnings of names of methods, and of statements, that add rows or put others in the place of some. */
const adding = /^(?:insert|create|upsert|save|set|put|add|replace|bulk|persist|rpush|lpush)/i;

/**
 * Whether rows are taken away to be written again: on the same run of the same function, rows are added to the table from
 * which they are taken, as where a list of links is stored anew.
 *
 * Knowingly missed: a table that two names stand for.
 */
export function isReplaced(effect: Effect, others: readonly Effect[], program: ts.Program): boolean {
  const tables = tablesOf(effect.call);
  if (effect.isWhole === true || tables.length === 0) return false;
  return others.some(
    (other) =>
      other.kind === 'write' &&
      isAdding(other) &&
      tablesOf(other.call).some((table) => tables.includes(table)) &&
      isOfOneRun(effect, other, program),
  );
}

function isAdding({ call, detail }: Effect): boolean {
  return adding.test(detail ?? (syntax.isCallOrNew(call) ? calledName(call) : undefined) ?? '');
}

/** Where the ways to two effects part, neither call stands in a branch that keeps the other from running. */
function isOfOneRun(one: Effect, other: Effect, program: ts.Program): boolean {
  const index = one.path.findIndex((call, at) => call !== other.path[at]);
  const [first, second] = [one.path[index], other.path[index]];
  if (!first || !second || one.frames[index]?.fn !== other.frames[index]?.fn) return false;
  const conditions = branchesOf(second, program);
  return !branchesOf(first, program).some(({ site, outcomes }) =>
    conditions.some((each) => each.site === site && ![...each.outcomes].some((outcome) => outcomes.has(outcome))),
  );
}

/** What names the table that a call changes: `delete from notes`, `db.delete(notes)`, `prisma.note.deleteMany()`, `from('notes').delete()`. */
function tablesOf(call: ts.Node): readonly string[] {
  const [first] = argumentsOf(call);
  const statement = first && textOf(first);
  const named =
    statement &&
    /\b(?:delete\s+from|insert\s+(?:or\s+\w+\s+)?into|replace\s+into)\s+["'`[]?([\w.]+)/i.exec(statement)?.[1];
  if (named) return [named.toLowerCase()];
  const found: string[] = first ? [...tablesOfRow(first)] : [];
  if (first && (syntax.isIdentifier(first) || syntax.isPropertyAccessExpression(first))) found.push(first.getText());
  if (first && syntax.isStringLiteralLike(first)) found.push(first.text);
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  const receiver =
    callee && syntax.isPropertyAccessExpression(callee) ? syntax.withoutAssertions(callee.expression) : undefined;
  if (!receiver) return found;
  const holder = syntax.isPropertyAccessExpression(receiver) ? receiver.name : receiver;
  if (syntax.isIdentifier(holder) && !generic.test(holder.text)) found.push(holder.text);
  if (syntax.isCallExpression(receiver)) {
    const [table] = receiver.arguments;
    if (table && syntax.isStringLiteralLike(table)) found.push(table.text);
  }
  return found;
}

/** Of what a query found, the table: `for (const part of await db.query('parts').collect()) await db.delete(part._id);` */
function tablesOfRow(row: ts.Expression, depth = 3): readonly string[] {
  const root = syntax.rootOf(row);
  const binding = syntax.isIdentifier(root) && depth > 0 ? bindingOf(root) : undefined;
  if (!binding || !syntax.isVariableDeclaration(binding)) return [];
  const loop = binding.parent.parent;
  const source = syntax.isForOfStatement(loop) ? loop.expression : binding.initializer;
  if (!source) return [];
  const found = nodesIn(source, syntax.isCallExpression, anywhere).flatMap((call) => {
    const [table] = calledName(call) === 'query' ? call.arguments : [];
    return table && syntax.isStringLiteralLike(table) ? [table.text] : [];
  });
  return found.length > 0 ? found : tablesOfRow(source, depth - 1);
}

/** A statement: a text, or what has one: `{ sql: 'delete from notes', args }`. */
function textOf(node: ts.Expression): string | undefined {
  if (syntax.isObjectLiteralExpression(node)) {
    const given = writtenFor(node, 'sql');
    return given && textOf(given);
  }
  if (syntax.isStringLiteralLike(node)) return node.text;
  return syntax.isTemplateExpression(node) ? node.getText() : undefined;
}
