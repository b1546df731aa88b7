import { Refusal } from './together.ts';

/** What has an order in which queries are likely to follow: those of one kind of place, or results of one kind of query. */
export interface Series<Key> {
  /** What comes after a key, nearest first. */
  readonly after: (key: Key) => Iterable<Key>;
}

/** How one kind of query is answered. */
export interface Query<Key extends object, Answer> {
  /** The answer to one, with a request at most. */
  readonly answer: (key: Key) => Answer;
  /** Answers in the order of the keys, where one request can have several; undefined where that is refused. */
  readonly answers?: (keys: readonly Key[]) => readonly Answer[] | undefined;
  readonly seriesOf: (key: Key) => Series<Key> | undefined;
  readonly reach: (key: Key) => Reach;
}

/** A query whose answers are kept. */
export interface KeptQuery<Key extends object, Answer> {
  (key: Key): Answer;
  /** Fetches the answers about several things that are all going to be queried. */
  readonly fetchAll: (keys: readonly Key[]) => void;
}

/** What is needed to fetch several answers at once. */
export interface Fetching {
  /** Whether answers about several things come together; otherwise only those that one request has. */
  readonly isTogether: () => boolean;
  readonly together: <Result>(calls: readonly (() => Result)[]) => readonly (Result | Refusal)[];
  /** Runs what makes new objects of the compiler's: those of one series and query are a series of their own. */
  readonly noting: <Result>(series: WeakKey, run: () => Result) => Result;
}

/**
 * How far a kind of query is read ahead. What an answer takes of the compiler differs much: where a name is declared is
 * found in a table, and the type of an expression may take thousands of others.
 */
export interface Reach {
  /** How many answers are fetched ahead, at least and at most. */
  readonly least: number;
  readonly most: number;
  /** A round trip takes as long as so many answers. */
  readonly trip: number;
}

export const cheap: Reach = { least: 64, most: 1024, trip: 20 };
export const middling: Reach = { least: 12, most: 128, trip: 5 };
export const dear: Reach = { least: 2, most: 64, trip: 2 };

/** How many keys are looked at for those to fetch ahead. */
const LOOKED_AT = 4096;

/**
 * How far a series is read ahead: twice as far as before while what was queried later is worth what was fetched ahead, and
 * half as far while it is not.
 */
class Pace {
  readonly #reach: Reach;
  #ahead = 0;
  #fetched = 0;
  used = 0;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  next(): number {
    const { least, most, trip } = this.#reach;
    const isWorthIt = this.used * trip >= this.#fetched;
    this.#ahead = Math.min(Math.max(isWorthIt ? this.#ahead * 2 : this.#ahead >> 1, least), most);
    return this.#ahead;
  }

  add(fetched: number): void {
    this.#fetched += fetched;
  }
}

interface Entry<Answer> {
  readonly answer: Answer;
  /** Of what was fetched ahead, and not queried yet. */
  pace: Pace | undefined;
}

/**
 * The answers to one kind of query, each fetched once: with those that are likely to be wanted next, since a round trip
 * takes longer than an answer.
 */
export function readAhead<Key extends object, Answer>(
  { answer, answers, seriesOf, reach }: Query<Key, Answer>,
  { isTogether, together, noting }: Fetching,
): KeptQuery<Key, Answer> {
  const entries = new WeakMap<Key, Entry<Answer>>();
  const paces = new WeakMap<Series<Key>, Pace>();
  const withoutSeries = {};

  const paceOf = (series: Series<Key>, key: Key): Pace => {
    const known = paces.get(series);
    if (known) return known;
    const pace = new Pace(reach(key));
    paces.set(series, pace);
    return pace;
  };

  const following = (key: Key, series: Series<Key>, wanted: number): readonly Key[] => {
    const found = new Set<Key>();
    let lookedAt = 0;
    for (const each of wanted > 0 ? series.after(key) : []) {
      if (each !== key && !entries.has(each)) found.add(each);
      if (found.size === wanted || ++lookedAt > LOOKED_AT) break;
    }
    return [...found];
  };

  const all = (keys: readonly Key[]): readonly (Answer | Refusal)[] =>
    (keys.length > 1 ? answers?.(keys) : undefined) ?? together(keys.map((key) => () => answer(key)));

  const fetched = (key: Key): Answer => {
    const series = seriesOf(key);
    const pace = series && paceOf(series, key);
    const ahead = series && pace && (answers !== undefined || isTogether()) ? following(key, series, pace.next()) : [];
    return noting(pace ?? withoutSeries, () => {
      if (ahead.length === 0) return answer(key);
      const [own, ...others] = all([key, ...ahead]);
      others.forEach((each, index) => {
        const at = ahead[index];
        if (at && !(each instanceof Refusal)) entries.set(at, { answer: each, pace });
      });
      pace?.add(ahead.length);
      if (own instanceof Refusal) throw new Error(own.message);
      return own as Answer;
    });
  };

  const fetchAll = (keys: readonly Key[]): void => {
    const wanted = [...new Set(keys)].filter((key) => !entries.has(key));
    if (wanted.length === 0) return;
    const found = noting(withoutSeries, () => all(wanted));
    wanted.forEach((key, index) => {
      const each = found[index];
      if (!(each instanceof Refusal)) entries.set(key, { answer: each as Answer, pace: undefined });
    });
  };

  const get = (key: Key): Answer => {
    const entry = entries.get(key);
    if (!entry) {
      const own = fetched(key);
      entries.set(key, { answer: own, pace: undefined });
      return own;
    }
    if (entry.pace) {
      entry.pace.used++;
      entry.pace = undefined;
    }
    return entry.answer;
  };
  return Object.assign(get, { fetchAll });
}

/** Things in the order in which they came to be known. */
export class Growing<Key extends object> implements Series<Key> {
  readonly #keys: Key[] = [];
  readonly #places = new WeakMap<Key, number>();

  add(key: Key): void {
    this.#places.set(key, this.#keys.length);
    this.#keys.push(key);
  }

  *after(key: Key): Iterable<Key> {
    for (let at = (this.#places.get(key) ?? -1) + 1; at < this.#keys.length; at++) {
      const each = this.#keys[at];
      if (each) yield each;
    }
  }
}
