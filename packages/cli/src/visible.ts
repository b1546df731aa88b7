/** Control and format characters, among them escapes of terminals, invisible characters and those that turn the direction of text. */
export const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text of a server as it can be printed: what a reader does not see, or a terminal obeys, is written as its code point
 * (`\u{202e}`). Servers hide instructions to the model in such characters.
 */
export function visible(text: string): string {
  return text.replaceAll(invisible, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same of a text of several lines, which stay lines. */
export function visibleLines(text: string): readonly string[] {
  return text.split(/\r\n|\n/).map((line) => visible(line.replaceAll('\t', '  ')));
}

/** A name in a message. */
export function quoted(name: string): string {
  return `\`${visible(name)}\``;
}

/** Names in a message: the first of them, and how many more there are. */
export function quotedList(names: readonly string[], limit = 10): string {
  const shown = names.slice(0, limit).map(quoted).join(', ');
  return names.length > limit ? `${shown} and ${String(names.length - limit)} more` : shown;
}

/** A name as a word of a command to copy. */
export function shellWord(name: string): string {
  return /^[\w@%+=:,./-]+$/.test(name) ? name : `'${visible(name).replaceAll("'", String.raw`'\''`)}'`;
}
