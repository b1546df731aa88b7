/** Characters of a name that is made of another. */
const longestName = 48;

/**
 * The words of a name, in ASCII letters and digits. Accents are dropped; other letters are written as their code point, so
 * that names which look the same stay different, and no identifier has a letter that looks like another.
 */
function wordsOf(name: string): readonly string[] {
  const ascii = Array.from(name.slice(0, longestName * 2), asciiOf).join('');
  const words = ascii
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  const kept: string[] = [];
  for (const word of words) {
    const left = longestName - kept.join('').length;
    if (left <= 0) break;
    kept.push(word.slice(0, left));
  }
  return kept;
}

function asciiOf(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const plain = character.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  if (/^[A-Za-z0-9]+$/.test(plain)) return plain;
  return /[\p{L}\p{N}]/u.test(character) ? ` u${character.codePointAt(0)?.toString(16).padStart(4, '0') ?? ''} ` : ' ';
}

/** `ReadFile`. A name without letters or digits is `Unnamed`. */
export function pascalCase(name: string): string {
  const words = wordsOf(name).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`);
  return startingWithLetter(words.join(''), 'N') || 'Unnamed';
}

/** `read_file`. */
export function snakeCase(name: string): string {
  const words = wordsOf(name).map((word) => word.toLowerCase());
  return startingWithLetter(words.join('_'), 'n') || 'unnamed';
}

function startingWithLetter(name: string, letter: string): string {
  return /^\d/.test(name) ? `${letter}${name}` : name;
}

/** `ReadFile2`, `ReadFile2_3`: a name with a number that stays apart from its own digits. */
export function numbered(name: string, number: number): string {
  return `${name}${/\d$/.test(name) ? '_' : ''}${String(number)}`;
}

/** Names of one scope: each is given out once. */
export class Names {
  readonly #taken: Set<string>;
  readonly #fold: (name: string) => string;

  /** @param options `ignoreCase` where names that differ in case alone are the same */
  constructor(taken: Iterable<string>, options: { readonly ignoreCase?: boolean } = {}) {
    this.#fold = options.ignoreCase === true ? (name) => name.toLowerCase() : (name) => name;
    this.#taken = new Set([...taken].map(this.#fold));
  }

  has(name: string): boolean {
    return this.#taken.has(this.#fold(name));
  }

  /** The first of these that is free, or the last with a number. */
  take(...candidates: readonly [string, ...string[]]): string {
    const last = candidates.at(-1) ?? candidates[0];
    let name = candidates.find((candidate) => !this.has(candidate));
    for (let number = 2; name === undefined; number++) {
      const candidate = numbered(last, number);
      if (!this.has(candidate)) name = candidate;
    }
    this.#taken.add(this.#fold(name));
    return name;
  }
}
