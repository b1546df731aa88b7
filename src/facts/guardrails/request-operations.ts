import {
  addingRoute,
  answeringWords,
  agreementRoute,
  callingWords,
  deletingWords,
  dialledNames,
  editingWords,
  commandNames,
  operatingWords,
  showingWords,
  operationNames,
  operationParts,
  operationRoute,
  ownBackendWords,
  payingHosts,
  payingParts,
  reactionOperations,
  recipientNames,
  rowName,
  sendingWords,
  signs,
  trialSender,
} from '../../models/agents/requests.ts';
import { isLocal, type Start } from '../../program/effects/address-origins.ts';
import { HOLE } from '../../program/effects/sql.ts';
import { leavesOf, textsIn } from '../../program/effects/texts.ts';
import { isFirst } from '../../program/values/budget.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import {
  type ChoiceValue,
  elementsOf,
  everyValueIn,
  type OpaqueResult,
  optionsOf,
  propertyOf,
  statedIn,
  textIn,
  type Value,
} from '../../program/values/values.ts';
import { calledName, syntax } from '../../type-utils/index.ts';
import { wordsOf } from './purpose.ts';

type Known = Exclude<Value, ChoiceValue>;

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
  const operations = address ? operationsIn(address) : [];
  if (operations.some(isDeleting)) return true;
  // `/api/react`, `{ action: 'remove', emoji }`
  if (operations.some((operation) => reactionOperations.includes(operation))) return false;
  return operationBodies(given).some(
    (part) => textsOf(part, operationNames).some(isDeleting) || textsOf(part, ['query']).some(isDeletingMutation),
  );
}

/**
 * Whether a request makes a system or a device do something, by its address or its operation: `/locks/front/unlock`.
 *
 * @param isOwn whether it goes to the program's own backend, of which an address only names what that does with its own data
 */
export function isOperation({ address, given }: Request, isOwn: boolean): boolean {
  return (
    (address !== undefined &&
      !isOwn &&
      (operationsIn(address).some(isOperating) || isRoute(address, agreementRoute))) ||
    operationBodies(given).some((part) => textsOf(part, commandNames).some(isOperating))
  );
}

/** Whether the last parts of an address, of which nothing is known, choose the operation. */
export function isOperationChosen(address: Value): boolean {
  return isRoute(address, operationRoute);
}

/** Whether a request that changes what is at an address only adds something there. */
export function isAddition(address: Value): boolean {
  return isRoute(address, addingRoute);
}

/** Whether an address is of some form, in which `HOLE` stands for what is not known. */
function isRoute(address: Value, route: RegExp): boolean {
  return addressesIn(address).some((text) => route.test(text.replaceAll(HOLE, 'HOLE')));
}

/** The bodies of a request, and what they have for what the operation is given. */
function operationBodies(given: readonly Value[]): readonly Known[] {
  return bodiesIn(given).flatMap((body) => [body, ...partsOf(body, operationParts)]);
}

/** Whether an address is of the program's own backend, by what it begins with: a setting named so, or this machine. */
export function isOwnBackend(start: Start): boolean {
  if (start.kind === 'setting') return wordsOf(start.name).every((word) => ownBackendWords.has(word));
  return start.kind === 'text' && isLocal(start.text);
}

/** `send-email`, `messages`; and not `email-validation`. */
function isSending(words: readonly string[]): boolean {
  const isAnswering = !words.includes('send') && words.some((word) => answeringWords.includes(word));
  return !isAnswering && words.some((word) => sendingWords.includes(word));
}

/** Whether a request moves money: `https://api.stripe.com/v1/refunds`. */
export function isPayment({ address }: Request): boolean {
  return (
    address !== undefined &&
    addressesIn(address).some((text) => {
      // Behind an identifier it is what is there that changes.
      const [, host = '', operation = ''] =
        /^https:\/\/([\w.-]+)\/(?:[^?#]*\/)?([^/?#]+)\/?(?:[?#]|$)/.exec(text) ?? [];
      return payingHosts.includes(host) && payingParts.includes(operation);
    })
  );
}

/**
 * Whom a request reaches that sends a message, by its body: as its address says, or as the body is that of a mail.
 *
 * @param inputs the properties that a tool's input has, where that may be the body or be spread into it
 */
export function recipientsOf({ address, given }: Request, inputs: ReadonlySet<string>): readonly Value[] {
  const operations = address ? operationsIn(address).map((operation) => wordsOf(operation)) : [];
  const words = operations.flat();
  const isSent = words.some((word) => sendingWords.includes(word));
  const isAnswered = operations.every((each) => !isSending(each));
  const dialled = words.some((word) => callingWords.includes(word)) ? dialledNames : [];
  return bodiesIn(given).flatMap((body): readonly Value[] => {
    const others = body.kind === 'object' ? (body.others ?? []) : [];
    const wholes = [body, ...others].filter((each) => isWhole(each, inputs));
    const parts = [body, ...others].flatMap((each) => everyValueIn(each));
    const names = new Set([...parts.flatMap(namesIn), ...(wholes.length > 0 ? inputs : [])]);
    const isMail =
      address !== undefined &&
      !words.some((word) => drafting.has(word)) &&
      mailNames.every((name) => names.has(name)) &&
      mailTexts.some((name) => names.has(name));
    const isMessage = isSent && (!isAnswered || mailTexts.some((name) => names.has(name)));
    const named = [...(isMessage || isMail ? recipientNames : []), ...dialled];
    const stated = parts.flatMap((part) => partsOf(part, named));
    if (stated.length > 0) return stated;
    const handedOn = named.filter((name) => inputs.has(name));
    return wholes.flatMap((whole) => handedOn.map((name) => propertyOf(whole, name)));
  });
}

/** What a mail has, and what its text may be called. */
const mailNames = ['to', 'subject'];
const mailTexts = ['body', 'text', 'html', 'content', 'message'];

/** Words of an address where nothing is sent yet. */
const drafting: ReadonlySet<string> = new Set('draft drafts find list preview query render search validate'.split(' '));

/** Whether a value may be all that a function is given, and not one of its properties. */
function isWhole(value: Value, properties: ReadonlySet<string>): boolean {
  const symbol = value.kind === 'unknown' ? value.symbol : undefined;
  return symbol?.kind === 'parameter' && !symbol.path.some((name) => properties.has(name));
}

/** Whether a message says little or to nobody, whomever it names: a reaction, or one that reaches its sender alone. */
export function reachesLittle(given: readonly Value[]): boolean {
  const parts = bodiesIn(given);
  const isAlways = (name: string, test: (text: string) => boolean): boolean => {
    const stated = parts.flatMap((body) => partsOf(body, [name]));
    return stated.length > 0 && stated.every((part) => test(textIn(part) ?? ''));
  };
  return isAlways('from', (sender) => trialSender.test(sender)) || isAlways('type', (type) => signs.includes(type));
}

/** What names the rows that a request changes, by its body: the `id` of it, or of the entries of a list in it. */
export function rowsIn(given: readonly Value[]): readonly Value[] {
  const bodies = bodiesIn(given);
  return [...bodies, ...bodies.flatMap(entriesOf)].flatMap((part) => {
    if (part.kind === 'made') return makesRows(part) ? optionsOf(part.receiver()) : [];
    const names = namesIn(part).filter((name) => rowName.test(name));
    return partsOf(part, names);
  });
}

/** The properties of a body, and the entries of lists among them; the entries of a body that is a list. */
function entriesOf(body: Known): readonly Known[] {
  if (body.kind === 'list') return elementsOf(body).elements.flatMap(optionsOf);
  return partsOf(body, namesIn(body)).flatMap((part) => (part.kind === 'list' ? entriesOf(part) : [part]));
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
function operationsIn(address: Value): readonly string[] {
  return addressesIn(address).flatMap((text) => operationOf(text) ?? []);
}

function operationOf(address: string): string | undefined {
  const [path = ''] = address.replace(/^\w+:\/\/[^/]*/, '').split(/[?#]/);
  return path.split('/').findLast((part) => part !== '' && !part.includes(HOLE));
}

/** The texts that an address may be, with a hole for what is not known of them. */
function addressesIn(address: Value, seen = new Set<object>()): readonly string[] {
  return optionsOf(address).flatMap((option) => {
    const symbol = option.kind === 'unknown' ? option.symbol : undefined;
    if (symbol?.kind === 'either')
      return isFirst(symbol, seen) ? symbol.values().flatMap((each) => addressesIn(each, seen)) : [];
    const leaves = symbol?.kind === 'text' ? leavesOf(symbol.parts) : [option];
    return [leaves.map((leaf) => (leaf.kind === 'literal' ? String(leaf.value) : HOLE)).join('')];
  });
}

/** `delete_project`, `tools/delete`, `chat.delete`. */
function isDeleting(operation: string): boolean {
  return isNamedBy(operation, deletingWords, editingWords);
}

/** `unlock`, `unlock_door`, `door/unlock`. */
function isOperating(operation: string): boolean {
  return isNamedBy(operation, operatingWords, showingWords);
}

/** Whether a part of an operation begins with one of some words, and has none behind it that takes the meaning from it. */
function isNamedBy(operation: string, verbs: readonly string[], unless: readonly string[]): boolean {
  return (
    /^[\w.:/-]+$/.test(operation) &&
    operation.split(/[./:]/).some((part) => {
      const [first = '', ...others] = wordsOf(part);
      return verbs.includes(first) && !others.some((word) => unless.includes(word));
    })
  );
}

/** `mutation ($id: ID!) { deleteIssue(id: $id) { ok } }` */
function isDeletingMutation(query: string): boolean {
  const field = /^\s*mutation\b[^{]*\{\s*(?:\w+\s*:\s*)?(\w+)/.exec(query)?.[1];
  return field !== undefined && isDeleting(field);
}

/** The arguments of a call, and what they have for a body, as it is before it is written down. */
function bodiesIn(given: readonly Value[]): readonly Known[] {
  return given
    .flatMap(optionsOf)
    .flatMap((value) => [value, ...partsOf(value, bodyOptions)].flatMap((body) => encodedIn(body)));
}

/** What a body is before it is written down: `JSON.stringify(body)`, `new URLSearchParams(body).toString()`. */
function encodedIn(body: Known): readonly Known[] {
  if (body.kind !== 'made') return [body];
  const name = calledName(body.call) ?? '';
  if (name === 'toString') return optionsOf(body.receiver()).flatMap(encodedIn);
  return encoders.has(name) ? optionsOf(body.argument(0)) : [body];
}

/** What an object has at some names, as far as that is known. */
function partsOf(value: Known, names: readonly string[]): readonly Known[] {
  return names.flatMap((name) => statedIn(value, name));
}

function textsOf(value: Known, names: readonly string[]): readonly string[] {
  return partsOf(value, names).flatMap((part) => textsIn(part).texts);
}

function namesIn(value: Known): readonly string[] {
  return value.kind === 'object' ? [...value.properties.keys()] : [];
}
