/** One part of a generated project: what its files are named after. */
export interface Feature {
  readonly index: number;
  /** `InvoiceReview`, for types. */
  readonly type: string;
  /** `invoiceReview`, for values. */
  readonly value: string;
  /** `invoice-review`, for files and tools. */
  readonly path: string;
  readonly fields: readonly string[];
  /** The feature before this one, which files of this one import. */
  readonly neighbour: Feature | undefined;
  /** The last feature before this one that has an MCP client. */
  readonly source: Feature | undefined;
  readonly pick: <T>(items: readonly T[]) => T;
}

const nouns = [
  'invoice',
  'ticket',
  'branch',
  'report',
  'order',
  'meeting',
  'forecast',
  'customer',
  'shipment',
  'draft',
];
const verbs = ['review', 'search', 'import', 'export', 'audit', 'planning', 'routing', 'sync', 'archive', 'summary'];
const fields = ['owner', 'region', 'amount', 'status', 'label', 'score', 'source', 'target', 'notes', 'priority'];

/** One feature in so many has a call that is wrong. */
const FAULT_EVERY = 10;

/** Whether the feature's client has a call that was made wrong on purpose. */
export function isFaulty({ index }: Feature): boolean {
  return index % FAULT_EVERY === 0;
}

export function featureOf(
  index: number,
  { neighbour, source }: Pick<Feature, 'neighbour' | 'source'>,
  random: () => number,
): Feature {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const noun = pick(nouns);
  const verb = pick(verbs);
  const number = String(index);
  const start = Math.floor(random() * fields.length);
  return {
    index,
    type: `${capital(noun)}${capital(verb)}${number}`,
    value: `${noun}${capital(verb)}${number}`,
    path: `${noun}-${verb}-${number}`,
    fields: Array.from({ length: 4 }, (_, n) => fields[(start + n) % fields.length] ?? 'label'),
    neighbour,
    source,
    pick,
  };
}

/** A small generator of numbers from 0 to 1 (mulberry32): the same project on every machine. */
export function generatorOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
