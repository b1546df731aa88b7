import { wordsOf } from '../../models/agents/guard-words.ts';
import { plainReadingWords, readingWords } from '../../models/agents/harmless.ts';
import { verbs } from '../../models/effects/verbs.ts';
import { actingVerbs, makingWords, removingWords, runningWords } from '../../models/agents/purpose.ts';

/** A word of a name: `web_search`, `webSearch`. */
const searching = /(?:^|[_\-./:])(?:search|lookup)(?![a-z])|[a-z](?:Search|Lookup)(?![a-z])/;

/** `humanApproval`, `request_confirmation`: a tool that asks a person. */
const asking =
  /^(?:human|user|manager|request|ask|get|await|wait)(?:[A-Z_-][\w-]*?)?[_-]?(?:[Aa]pproval|[Cc]onfirmation|[Cc]onsent)$/;

const readingName = new RegExp(`^(?:.*(?:__|[./:]))?(?:${readingWords.join('|')})(?![a-z])`);

/** What begins like a word for reading, and changes something: `resolve_ticket`, `check_out`. Not `resolve_ticket_owner`. */
const changing =
  /^(?:resolve[_-]?(?:alert|case|comment|complaint|conflict|conversation|dispute|finding|incident|issue|report|request|task|thread|ticket)s?(?![_-]?(?:by|context|dependenc|from|id|key|link|name|number|owner|param|path|period|ref|ur[il]))|check[_-](?:in|off|out)$)(?![a-z])/i;

/** `GMAIL_` in `GMAIL_FETCH_EMAILS`, as collections of services name their tools. */
const service = /^[A-Z0-9]+_(?=[A-Z0-9_]+$)/;

/** What a second word says of the form in which the answer comes: `get_and_format`. */
const shaping: ReadonlySet<string> = new Set('convert count filter format parse rank render sort transform'.split(' '));

/** How many words the name of a service may have: `google_drive_get_file`. */
const MAX_PREFIX = 2;

const doing: ReadonlySet<string> = new Set([
  ...verbs.flatMap(({ does, words }) => (does === 'nothing' ? [] : words)),
  ...[...makingWords, ...runningWords, ...actingVerbs, 'call', 'execute'],
]);

/** Whether a tool's name says that it reads or asks: it counts where nothing else is known of the tool, and only in its favour. */
export function isReadingName(name: string): boolean {
  const own = service.test(name) ? name.replace(service, '').toLowerCase() : name;
  const isForReading = readingName.test(own) || searching.test(own) || asking.test(own) || isReadingBehindService(own);
  return isForReading && !changing.test(own.replace(/^.*(?:__|[./:])/, '')) && !doesMore(own);
}

/** `search_and_replace`, `get-or-create` */
function doesMore(name: string): boolean {
  const [, joint = '', next = '', ...others] = wordsOf(name);
  return /^(?:and|or|then)$/.test(joint) && doing.has(next) && !(shaping.has(next) && others.length === 0);
}

/** `notion-fetch`, `notion_get_page`: not behind a word that may be what the tool does, as in `purge_list`. */
function isReadingBehindService(name: string): boolean {
  const words = wordsOf(name.replace(/^.*(?:__|[./:])/, ''));
  const at = words.findIndex((word) => plainReadingWords.includes(word));
  return at > 0 && at <= MAX_PREFIX && words.slice(0, at).every(mayBeService);
}

function mayBeService(word: string): boolean {
  return !doing.has(word) && !removingWords.some((beginning) => word.startsWith(beginning));
}
