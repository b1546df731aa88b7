// How rustfmt breaks what is long, with its default options.

export const lineWidth = 100;

/** Characters of the argument of an attribute on one line. */
export const attributeWidth = 70;

/** Characters between the brackets of a tuple on one line. */
const tupleWidth = 60;

/** Characters between the braces of a variant on one line. */
const variantWidth = 35;

/** A field of a struct. */
export function fieldText(name: string, type: string, indent: string): string {
  const text = typeText(type, indent);
  const line = `${indent}${name}: ${text},`;
  if (text.includes('\n') || line.length <= lineWidth) return line;
  return `${indent}${name}:\n${indent}    ${type},`;
}

/** A type, with an item a line in tuples that are long. */
export function typeText(type: string, indent: string): string {
  const start = type.indexOf('(');
  if (start < 0) return type;
  const end = closingOf(type, start);
  const inner = type.slice(start + 1, end);
  const deeper = `${indent}    `;
  const lines = itemsOf(inner).map((item) => `${deeper}${typeText(item, deeper)},\n`);
  const broken = inner.length > tupleWidth ? `\n${lines.join('')}${indent}` : inner;
  return `${type.slice(0, start)}(${broken})${typeText(type.slice(end + 1), indent)}`;
}

function closingOf(type: string, start: number): number {
  let depth = 0;
  for (let index = start; index < type.length; index++) {
    if (type[index] === '(') depth++;
    if (type[index] === ')' && --depth === 0) return index;
  }
  return type.length;
}

/** What commas separate that stand in no bracket. */
function itemsOf(text: string): readonly string[] {
  const items: string[] = [];
  let [depth, from] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const character = text[index];
    if (character === '(' || character === '<') depth++;
    if (character === ')' || character === '>') depth--;
    if ((character !== ',' || depth > 0) && character !== undefined) continue;
    const item = text.slice(from, index).trim();
    if (item !== '') items.push(item);
    from = index + 1;
  }
  return items;
}

/** A variant with named fields: what stands above it, and its fields with what stands above them. */
interface StructVariant {
  readonly name: string;
  readonly head: readonly string[];
  readonly fields: readonly string[];
}

/** The lines of variants: each on one where it fits, unless some take one line in all and others do not. */
export function structVariants(variants: readonly StructVariant[]): readonly string[] {
  const short = variants.map(onOneLine);
  const isOneLine = variants.map(({ head }, index) => head.length === 0 && short[index] !== undefined);
  const areMixed = isOneLine.includes(true) && isOneLine.includes(false);
  return variants.flatMap(({ name, head, fields }, index) => {
    const line = areMixed && fields.length > 0 ? undefined : short[index];
    return line === undefined ? [...head, `    ${name} {`, ...fields, '    },'] : [...head, line];
  });
}

function onOneLine({ name, fields }: StructVariant): string | undefined {
  if (fields.length === 0) return `    ${name} {},`;
  // Neither a comment nor an attribute stands above a field.
  if (!fields.every((line) => /^ {8}(?:r#)?\w+: [^\n]+,$/.test(line))) return undefined;
  const body = fields
    .map((field) => field.trim())
    .join(' ')
    .slice(0, -1);
  return body.length <= variantWidth ? `    ${name} { ${body} },` : undefined;
}
