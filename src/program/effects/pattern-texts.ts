/** Of how many texts a pattern may be before it counts as one of any. */
const MAX_TEXTS = 64;

/**
 * The texts that a regular expression matches from their first to their last character, where these are a few that it writes
 * out: `git status` and `git log` of `/^git (?:status|log)$/`. Undefined: there are others, or that is not known. Of a
 * pattern that ignores case, the texts as they are written.
 *
 * @param literal as it stands in the code, with its slashes and flags
 */
export function textsOfPattern(literal: string): readonly string[] | undefined {
  const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(literal) ?? [];
  // With `m` a line of the text is enough; with `g` and `y` it depends on the match before.
  if (source === undefined || /[gmy]/.test(flags)) return undefined;
  const reader = new PatternReader(source);
  const texts = reader.alternatives(() => reader.anchored());
  return reader.isAtEnd ? texts : undefined;
}

/** Reads a pattern that has only literal characters, groups, alternatives and what may be missing. */
class PatternReader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length;
  }

  alternatives(branch: () => readonly string[] | undefined): readonly string[] | undefined {
    const found: string[] = [];
    do {
      const texts = branch();
      if (!texts || found.length + texts.length > MAX_TEXTS) return undefined;
      found.push(...texts);
    } while (this.#take('|'));
    return found;
  }

  anchored(): readonly string[] | undefined {
    const texts = this.#take('^') ? this.#sequence() : undefined;
    return this.#take('$') ? texts : undefined;
  }

  #sequence(): readonly string[] | undefined {
    let texts: readonly string[] = [''];
    while (!this.isAtEnd && !'|)$'.includes(this.#next)) {
      const part = this.#part();
      if (!part || texts.length * part.length > MAX_TEXTS) return undefined;
      texts = texts.flatMap((text) => part.map((end) => text + end));
    }
    return texts;
  }

  #part(): readonly string[] | undefined {
    const texts = this.#take('(') ? this.#group() : this.#character();
    if (!texts || '*+{'.includes(this.#next)) return undefined;
    if (!this.#take('?')) return texts;
    return this.#take('?') ? undefined : ['', ...texts];
  }

  #group(): readonly string[] | undefined {
    if (this.#take('?') && !this.#take(':')) return undefined;
    const texts = this.alternatives(() => this.#sequence());
    return this.#take(')') ? texts : undefined;
  }

  #character(): readonly string[] | undefined {
    const character = this.#next;
    this.#at++;
    if (character !== '\\') return /[\^$.*+?()[\]{}|]/.test(character) ? undefined : [character];
    const escaped = this.#next;
    this.#at++;
    return /[^\w]/.test(escaped) ? [escaped] : undefined;
  }

  get #next(): string {
    return this.#source.charAt(this.#at) || '\0';
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false;
    this.#at++;
    return true;
  }
}
