import { readingWords } from '../../models/agents/harmless.ts';
import {
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
import { wordsOf } from '../guardrails/purpose.ts';

/** What is done twice where it is done again: a payment, a message, one more thing. */
export type Repeated = 'creation' | 'message' | 'payment';

/** How many words may stand before the verb: the name of a service, `slack_post_message`. */
const MAX_PREFIX = 2;

const reading: ReadonlySet<string> = new Set(readingWords);
const idempotent: ReadonlySet<string> = new Set(idempotentWords);
const looking: ReadonlySet<string> = new Set([...lookingWords, ...tamingWords]);
const named: ReadonlySet<string> = new Set(namedThings);
const paid: ReadonlySet<string> = new Set(payments);

/**
 * What a name says that doing again does twice: of a tool or a method, by its first verb and what is behind it. Undefined
 * where it says nothing of it, or that it reads, sets, or makes what has a name of its own.
 *
 * @param hasAmount whether an amount is given with it, by which a noun is a verb: `transfer`
 */
export function repeatedByName(name: string, hasAmount = false): Repeated | undefined {
  const words = wordsOf(name.replace(/^.*(?:__|[./:])/, ''));
  for (const [index, word] of words.slice(0, MAX_PREFIX + 1).entries()) {
    const behind = words.slice(index + 1);
    if (reading.has(word) || idempotent.has(word)) return undefined;
    const found = repeatedByWords(word, behind, index === 0, hasAmount);
    if (found !== 'unsaid') return found;
  }
  return undefined;
}

/** The same of the first verb of a sentence: `Charges an account`. */
export function repeatedBySentence(sentence: string, hasAmount = false): Repeated | undefined {
  const [first = '', ...behind] = (/^\s*(?:[A-Za-z]+ly\s+)?([A-Za-z]+(?:[\s\w'’-]{0,60}))/.exec(sentence)?.[1] ?? '')
    .toLowerCase()
    .split(/\s+/);
  const verb = [first, first.replace(/s$/, ''), first.replace(/es$/, '')].find(
    (each) =>
      payingVerbs.includes(each) ||
      sendingVerbs.includes(each) ||
      makingPayment.includes(each) ||
      makingVerbs.includes(each),
  );
  if (verb === undefined || reading.has(verb) || idempotent.has(verb)) return undefined;
  const found = repeatedByWords(
    verb,
    behind.filter((word) => !/^(?:a|an|the|one|new|some|this|that|your|their|out)$/.test(word)),
    true,
    hasAmount,
  );
  return found === 'unsaid' ? undefined : found;
}

function repeatedByWords(
  word: string,
  behind: readonly string[],
  isFirst: boolean,
  hasAmount: boolean,
): Repeated | 'unsaid' | undefined {
  const [next = ''] = behind;
  if (behind.some((each) => idempotent.has(each) && each !== 'cancel') && !payingVerbs.includes(word)) return undefined;
  if (payingVerbs.includes(word)) {
    if (looking.has(next) || !isFirst) return isFirst ? undefined : 'unsaid';
    if (!payingNouns.includes(word) || hasAmount || behind.length > 0)
      return isMoney(word, behind, hasAmount) ? 'payment' : undefined;
    return undefined;
  }
  if (makingPayment.includes(word) && paid.has(behind.find((each) => !/^(?:a|an|the|new)$/.test(each)) ?? ''))
    return behind.some((each) => looking.has(each)) ? undefined : 'payment';
  if (behind.some((each) => looking.has(each) && each !== 'to' && each !== 'for' && each !== 'by')) return undefined;
  if (sendingVerbs.includes(word)) return isFirst || behind.length > 0 ? 'message' : 'unsaid';
  if (makingVerbs.includes(word))
    return named.has(behind.at(-1) ?? '') || behind.some((each) => named.has(each))
      ? undefined
      : isFirst || behind.length > 0
        ? 'creation'
        : 'unsaid';
  return 'unsaid';
}

/** `transfer_to_billing` is no payment, and neither is `transfer_file`, or `book_title`. */
function isMoney(word: string, behind: readonly string[], hasAmount: boolean): boolean {
  if (hasAmount || behind.some((each) => paid.has(each))) return true;
  return ![
    'transfer',
    'deposit',
    'credit',
    'debit',
    'tip',
    'wire',
    'order',
    'book',
    'reserve',
    'rent',
    'checkout',
    'withdraw',
  ].includes(word)
    ? true
    : ['order', 'book', 'reserve', 'rent'].includes(word) &&
        !/^(?:title|author|number|id|ids|item)$/.test(behind[0] ?? '');
}
