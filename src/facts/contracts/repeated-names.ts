import { readingWords } from '../../models/agents/harmless.ts';
import {
  besidePayments,
  enteredThings,
  idempotentWords,
  lookingWords,
  makingPayment,
  makingVerbs,
  namedThings,
  payingNouns,
  payingVerbs,
  payments,
  sendingVerbs,
} from '../../models/contracts/repeats.ts';
import { tamingWords } from '../../models/agents/purpose.ts';
import { singularWordsOf, wordsOf } from '../guardrails/purpose.ts';

/** What is done twice where it is done again: a payment, a message, one more thing. */
export type Repeated = 'creation' | 'message' | 'payment';

/** How many words may stand before the verb: the name of a service, `slack_post_message`. */
const MAX_PREFIX = 2;

const reading: ReadonlySet<string> = new Set(readingWords);
const idempotent: ReadonlySet<string> = new Set(idempotentWords);
const looking: ReadonlySet<string> = new Set([...lookingWords, ...tamingWords]);
const named: ReadonlySet<string> = new Set(namedThings);
const paid: ReadonlySet<string> = new Set(payments);

/** Words between a verb and its object. */
const filling = /^(?:a|an|the|one|new|some|this|that|your|their|out)$/;

/** Verbs that are payments by what is behind them, or by an amount: not `transfer_file`, `book_title` or `order_list`. */
const openVerbs = /^(?:transfer|deposit|credit|debit|tip|wire|checkout|withdraw)$/;
const boughtVerbs = /^(?:order|book|reserve|rent)$/;
const descriptive = /^(?:title|author|number|id|ids|item)$/;

/**
 * What a name says that doing again does twice: of a tool or a method, by its first verb and what is behind it. Undefined
 * where it says nothing of it, or that it reads, sets, or makes what has a name of its own.
 *
 * @param hasAmount whether an amount is given with it, by which a noun is a verb: `transfer`
 */
export function repeatedByName(name: string, hasAmount = false): Repeated | undefined {
  const words = wordsOf(name.replace(/^.*(?:__|[./:])/, ''));
  const at = words.findIndex((word, index) => index <= MAX_PREFIX && isVerb(word, index === 0));
  const [verb, ...behind] = at < 0 ? [] : words.slice(at);
  return verb === undefined ? undefined : repeatedByVerb(verb, behind, hasAmount);
}

/** The same of the first verb of a sentence: `Charges an account`. */
export function repeatedBySentence(sentence: string, hasAmount = false): Repeated | undefined {
  const [first = '', ...behind] = (/^\s*(?:[A-Za-z]+ly\s+)?([A-Za-z]+(?:[\s\w'’-]{0,60}))/.exec(sentence)?.[1] ?? '')
    .toLowerCase()
    .split(/\s+/);
  const verb = [first, first.replace(/s$/, ''), first.replace(/es$/, '')].find((each) => isVerb(each, true));
  if (verb === undefined) return undefined;
  return repeatedByVerb(
    verb,
    behind.filter((word) => word !== '' && !filling.test(word)),
    hasAmount,
  );
}

/** Whether a name says that doing the same again changes nothing more: `set_title`, `upsert_row`, `delete_file`. */
export function isIdempotentName(name: string): boolean {
  return wordsOf(name.replace(/^.*(?:__|[./:])/, '')).some((word) => idempotent.has(word) || reading.has(word));
}

/** Behind the name of a service only what is a verb and nothing else counts: `slack_post_message`, not `acme_order_list`. */
function isVerb(word: string, isFirst: boolean): boolean {
  if (reading.has(word) || idempotent.has(word) || sendingVerbs.includes(word) || makingVerbs.includes(word))
    return true;
  return makingPayment.includes(word) || (payingVerbs.includes(word) && (isFirst || !payingNouns.includes(word)));
}

function repeatedByVerb(verb: string, behind: readonly string[], hasAmount: boolean): Repeated | undefined {
  const isPaying = payingVerbs.includes(verb);
  const isOfPayment = paid.has(behind.find((each) => !filling.test(each)) ?? '');
  const isBeside = singularWordsOf(behind.at(-1) ?? '').some((word) => besidePayments.includes(word));
  const isMakingPayment = makingPayment.includes(verb) && isOfPayment && !isBeside && !isPurchaseOrder(behind);
  if (reading.has(verb) || (idempotent.has(verb) && !isMakingPayment)) return undefined;
  // `create_or_update_row`
  if (!isPaying && behind.some((each) => idempotent.has(each))) return undefined;
  if (isPaying) return isMoney(verb, behind, hasAmount) ? 'payment' : undefined;
  if (behind.some((each) => looking.has(each) && !/^(?:to|for|by)$/.test(each))) return undefined;
  if (isMakingPayment) return 'payment';
  if (sendingVerbs.includes(verb)) return 'message';
  return makingVerbs.includes(verb) && !behind.some((each) => named.has(each)) ? 'creation' : undefined;
}

/** `transfer_to_billing` is no payment, and neither is `transfer_file`, or `book_title`. */
function isMoney(verb: string, behind: readonly string[], hasAmount: boolean): boolean {
  const [next = ''] = behind;
  if (/^(?:book|purchase|reserve)$/.test(verb) && enteredThings.includes(next)) return false;
  if (looking.has(next)) return hasAmount && next === 'to';
  if (hasAmount || behind.some((each) => paid.has(each))) return true;
  if (openVerbs.test(verb)) return false;
  if (boughtVerbs.test(verb)) return next !== '' && !descriptive.test(next);
  return next !== '' || !payingNouns.includes(verb);
}

/** The document, which nobody pays: `create_purchase_order`. */
function isPurchaseOrder(words: readonly string[]): boolean {
  const at = words.indexOf('purchase');
  return at >= 0 && /^orders?$/.test(words[at + 1] ?? '');
}
