/** A type on one line, with what it is made of, for where it does not fit on one. */
export interface TypeText {
  readonly kind: 'simple' | 'reference' | 'array' | 'map' | 'tuple' | 'union';
  readonly text: string;
  readonly parts: readonly TypeText[];
}

/** The width that prettier has by default. */
export const lineWidth = 80;

export function fits(line: string): boolean {
  return line.length <= lineWidth;
}

/**
 * A type that does not fit behind its key or name, broken as prettier breaks it, with the space or line break before it.
 *
 * @param indent of the line that it begins on
 * @param room characters left on that line
 * @param isAlias whether a whole type is declared by it
 */
export function broken(type: TypeText, indent: string, room: number, isAlias = false): string {
  const deeper = `${indent}  `;
  const onNextLine = `\n${deeper}${type.text}`;
  const fitsOnNextLine = deeper.length + type.text.length < lineWidth;
  switch (type.kind) {
    case 'simple':
    case 'reference':
      return isAlias ? onNextLine : ` ${type.text}`;
    case 'union':
      return brokenUnion(type, deeper, fitsOnNextLine ? onNextLine : undefined, isAlias);
    case 'array':
      return brokenArray(type, indent, room, isAlias ? onNextLine : undefined);
    case 'map':
      return isAlias && fitsOnNextLine ? onNextLine : ` ${brokenMap(type, indent)}`;
    case 'tuple':
      return ` ${brokenTuple(type, indent)}`;
  }
}

function brokenUnion(
  { parts, text }: TypeText,
  indent: string,
  onNextLine: string | undefined,
  isAlias: boolean,
): string {
  const [first, second] = parts;
  // An object or a name hugs its `null`.
  if (!isAlias && first && second?.text === 'null' && parts.length === 2) {
    if (first.kind === 'reference') return ` ${text}`;
    if (first.kind === 'map') return ` ${brokenMap(first, indent.slice(2))} | null`;
  }
  return onNextLine ?? parts.map((part) => `\n${indent}| ${itemText(part, `${indent}  `)}`).join('');
}

function brokenArray(type: TypeText, indent: string, room: number, onNextLine: string | undefined): string {
  const [item] = type.parts;
  if (item?.kind === 'map') return ` ${brokenMap(item, indent)}[]`;
  if (item?.kind === 'tuple') return ` ${brokenTuple(item, indent)}[]`;
  return onNextLine ?? ` ${type.text}`;
}

function brokenMap({ parts }: TypeText, indent: string): string {
  const deeper = `${indent}  `;
  const [value] = parts;
  const line = `${deeper}[key: string]: ${value?.text ?? 'unknown'};`;
  if (!value || fits(line)) return `{\n${line}\n${indent}}`;
  const room = lineWidth - `${deeper}[key: string]: `.length;
  return `{\n${deeper}[key: string]:${broken(value, deeper, room)};\n${indent}}`;
}

function brokenTuple({ parts }: TypeText, indent: string): string {
  const deeper = `${indent}  `;
  return `[\n${parts.map((part) => `${deeper}${itemText(part, deeper)},\n`).join('')}${indent}]`;
}

/** An item of a tuple, or a member of a union, on a line of its own. */
function itemText(type: TypeText, indent: string): string {
  if (indent.length + type.text.length < lineWidth) return type.text;
  const { kind, parts } = type;
  const [item] = parts;
  if (kind === 'tuple') return brokenTuple(type, indent);
  if (kind === 'map') return brokenMap(type, indent);
  if (kind === 'array' && (item?.kind === 'tuple' || item?.kind === 'map')) return `${itemText(item, indent)}[]`;
  if (kind !== 'union') return type.text;
  const members = parts.map((part) => `${indent}  | ${itemText(part, `${indent}    `)}\n`);
  return `(\n${members.join('')}${indent})`;
}
