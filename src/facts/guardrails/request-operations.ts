import {
  deletingWords,
  editingWords,
  operationNames,
  operationParts,
  recipientNames,
  rowName,
  sendingWords,
} from '../../models/agents/requests.ts';
import { HOLE } from '../../program/effects/sql.ts';
import { leavesOf, textsIn } from '../../program/effects/texts.ts';
import { isFirst } from '../../program/values/budget.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import {
  type ChoiceValue,
  elementsOf,
  type OpaqueResult,
  optionsOf,
  propertyAt,
  type Value,
} from '../../program/values/values.ts';
import { calledName, syntax } from '../../type-utils/index.ts';
import { wordsOf } from './purpose.ts';

/** What a request is given. */
interface Request {
  readonly address: Value | undefined;
  /** All arguments of the call, of which one is the body or has it. */
  readonly given: readonly Value[];
}

/** Options of a request that hold its body. */
const bodyOptions = ['body', 'data', 'json', 'form'];

/** Functions that write a body down. */
const encoders = new Set(['stringify', 'URLSearchParams']);

/** Whether a request that sends something takes something away there: by its address, its operation or its mutation. */
export function isRemoval({ address, given }: Request): boolean {
  if (address && operationsIn(address).some(isDeleting)) return true;
  return bodiesIn(given).some((body) =>
    [body, ...operationParts.map((name) => propertyAt(body, [name]))].some(
      (part) =>
        operationNames.some((name) => textsIn(propertyAt(part, [name])).texts.some(isDeleting)) ||
        textsIn(propertyAt(part, ['query'])).texts.some(isDeletingMutation),
    ),
  );
}

/** Whom a request reaches that sends a message, by its body. */
export function recipientsOf({ address, given }: Request): readonly Value[] {
  const isSending =
    address !== undefined &&
    operationsIn(address).some((operation) => wordsOf(operation).some((word) => sendingWords.includes(word)));
  if (!isSending) return [];
  return bodiesIn(given).flatMap((body) =>
    body.kind === 'object' ? recipientNames.flatMap((name) => body.properties.get(name)?.() ?? []) : [],
  );
}

/** What names the rows that a request changes, by its body: the `id` of it, or of the entries of a list in it. */
export function rowsIn(given: readonly Value[]): readonly Value[] {
  return bodiesIn(given).flatMap((body) => [body, ...partsOf(body)].flatMap(namesOfRows));
}

function partsOf(body: Value): readonly Value[] {
  if (body.kind !== 'object') return body.kind === 'list' ? elementsOf(body).elements : [];
  return [...body.properties.values()].flatMap((part) =>
    optionsOf(part()).flatMap((option) => (option.kind === 'list' ? elementsOf(option).elements : [option])),
  );
}

function namesOfRows(value: Value): readonly Value[] {
  return optionsOf(value).flatMap((option) => {
    if (option.kind === 'made') return makesRows(option) ? [option.receiver()] : [];
    if (option.kind !== 'object') return [];
    return [...option.properties].flatMap(([name, part]) => (rowName.test(name) ? [part()] : []));
  });
}

/** `records.map((each) => ({ id: each.id, fields: each.fields }))` */
function makesRows({ call, argument }: OpaqueResult): boolean {
  if (calledName(call) !== 'map') return false;
  return optionsOf(argument(0)).some(
    (callback) =>
      callback.kind === 'function' &&
      returnedBy(callback.fn).some((result) => {
        const row = syntax.withoutAssertions(result);
        return (
          syntax.isObjectLiteralExpression(row) &&
          row.properties.some(({ name }) => name && rowName.test(name.getText()))
        );
      }),
  );
}

/** The last parts of an address that its author writes: `chat.postMessage` of `https://slack.com/api/chat.postMessage?pretty=1`. */
function operationsIn(address: Value, seen = new Set<object>()): readonly string[] {
  return optionsOf(address).flatMap((option) => {
    const symbol = option.kind === 'unknown' ? option.symbol : undefined;
    if (symbol?.kind === 'either')
      return isFirst(symbol, seen) ? symbol.values().flatMap((each) => operationsIn(each, seen)) : [];
    const leaves = symbol?.kind === 'text' ? leavesOf(symbol.parts) : [option];
    const text = leaves.map((leaf) => (leaf.kind === 'literal' ? String(leaf.value) : HOLE)).join('');
    const [path = ''] = text.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/);
    const parts = path.split('/');
    return parts.findLast((part) => part !== '' && !part.includes(HOLE)) ?? [];
  });
}

/** `delete_project`, `tools/delete`, `chat.delete`. */
function isDeleting(operation: string): boolean {
  return (
    /^[\w.:/-]+$/.test(operation) &&
    operation.split(/[./:]/).some((part) => {
      const [first = '', ...others] = wordsOf(part);
      return deletingWords.includes(first) && !others.some((word) => editingWords.includes(word));
    })
  );
}

/** `mutation ($id: ID!) { deleteIssue(id: $id) { ok } }` */
function isDeletingMutation(query: string): boolean {
  const field = /^\s*mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(query)?.[1];
  return field !== undefined && isDeleting(field);
}

function bodiesIn(given: readonly Value[]): readonly Exclude<Value, ChoiceValue>[] {
  return given.flatMap((value) =>
    [value, ...bodyOptions.map((name) => propertyAt(value, [name]))].flatMap((body) =>
      optionsOf(body).flatMap((each) =>
        each.kind === 'made' && encoders.has(calledName(each.call) ?? '') ? optionsOf(each.argument(0)) : [each],
      ),
    ),
  );
}
