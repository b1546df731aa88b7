import type { Declaration, ObjectContent, Property, ServerShapes, Shape } from '../schema/shape.ts';
import { escapeInvisible } from '../text.ts';
import { docLines, header, named, rootHead, toolLines, valueLines } from './comments.ts';
import type { Language, NamingRules } from './language.ts';
import { declarationsIn, namesOf } from './naming.ts';
import type { NamedTool, Naming } from './naming.ts';
import { broken, fits, lineWidth } from './typescript-layout.ts';
import type { TypeText } from './typescript-layout.ts';

/** Global types that a name should not hide, and those that the file imports. */
const reserved = [
  ...[
    'Array',
    'BigInt',
    'Boolean',
    'Date',
    'Error',
    'Function',
    'Map',
    'Number',
    'Object',
    'Partial',
    'Promise',
    'Readonly',
  ],
  ...['Record', 'RegExp', 'Required', 'Set', 'String', 'Symbol', 'ToolCap', 'ToolContext'],
];

const rules: NamingRules = {
  reserved,
  resultSuffix: 'Result',
  toolNames: (tool) => [`${tool}Handler`, `Can${tool}`],
  serverNames: (server) => [`${server}Caps`, `${server}Handlers`],
  usedBy: ({ content }) => declarationsIn(content).filter((each) => !isLiteral(each)),
};

/** TypeScript in the format of prettier: interfaces and unions, with the capabilities of `@agent-safety/runtime`. */
export const typescript: Language = {
  emit(shapes) {
    const naming = namesOf(shapes, rules);
    const blocks = [
      [`// ${safeLine(header(shapes.name))}`, ...importLines(naming)].join('\n'),
      ...naming.tools.flatMap((tool) => toolBlocks(tool, naming)),
      ...serverBlocks(shapes, naming),
    ];
    return `${blocks.join('\n\n')}\n`;
  },
};

function importLines({ tools }: Naming): readonly string[] {
  return tools.length === 0 ? [] : ['import type { ToolCap, ToolContext } from "@agent-safety/runtime";'];
}

function toolBlocks({ tool, name, declarations }: NamedTool, naming: Naming): readonly string[] {
  const args = typeOf(tool.args, naming);
  const result = tool.result ? typeOf(tool.result, naming) : simple('unknown');
  const literal = stringLiteral(tool.name);
  const handler = `export type ${name}Handler = (args: ${args.text}, context: ToolContext) => Promise<${result.text}>;`;
  const longHandler = [
    `export type ${name}Handler = (`,
    `  args: ${args.text},`,
    '  context: ToolContext,',
    `) => Promise<${result.text}>;`,
  ].join('\n');
  const cap = `export type Can${name} = ToolCap<${literal}, ${args.text}, ${result.text}>;`;
  const longCap = [
    `export type Can${name} = ToolCap<`,
    `  ${literal},`,
    `  ${args.text},`,
    `  ${result.text}`,
    '>;',
  ].join('\n');
  return [
    ...declarations.map((each) => declarationBlock(each, tool.name, naming)),
    `${comment(toolLines(tool), '')}${fits(handler) ? handler : longHandler}`,
    `${comment([`The capability to call ${named(tool.name)}.`], '')}${fits(cap) ? cap : longCap}`,
  ];
}

function serverBlocks(shapes: ServerShapes, { server, tools }: Naming): readonly string[] {
  const caps = { alternatives: tools.map(({ name }) => simple(`Can${name}`)) };
  const type = tools.length === 0 ? simple('never') : unionOf(caps.alternatives);
  const handlers = tools.map(({ tool, name }) => `  ${propertyKey(tool.name)}: ${name}Handler;`);
  return [
    `${comment([`The capabilities of ${named(shapes.name)}: a set of triples.`], '')}${aliasText(`${server}Caps`, type)}`,
    `${comment([`A handler for each tool of ${named(shapes.name)}.`], '')}${interfaceText(`${server}Handlers`, handlers)}`,
  ];
}

function declarationBlock(declaration: Declaration, tool: string, naming: Naming): string {
  const { content } = declaration;
  const name = naming.nameOf(declaration);
  const extra = content.kind === 'enum' ? valueLines(content.values) : [];
  const text = comment(docLines(declaration.doc, rootHead(declaration, name, tool), extra), '');
  switch (content.kind) {
    case 'object':
      return `${text}${interfaceText(name, membersOf(content, naming))}`;
    case 'enum':
      return `${text}${aliasText(name, unionOf(content.values.map(({ value }) => simple(literalOf(value)))))}`;
    case 'union':
      return `${text}${aliasText(name, unionOf(content.variants.flatMap(({ shape }) => alternativesOf(shape, naming))))}`;
    case 'wrapper':
      return `${text}${aliasText(name, typeOf(content.shape, naming))}`;
  }
}

function membersOf({ properties, rest }: ObjectContent, naming: Naming): readonly string[] {
  const members = properties.map((property) => memberOf(property, naming));
  if (!rest) return members;
  // An index signature covers the properties beside it, too.
  const all = rest.kind === 'unknown' ? [simple('unknown')] : indexed(rest, properties, naming);
  return [...members, member('[key: string]', unionOf(all))];
}

function indexed(rest: Shape, properties: readonly Property[], naming: Naming): readonly TypeText[] {
  const all = [rest, ...properties.map(({ shape }) => shape)].flatMap((shape) => alternativesOf(shape, naming));
  if (all.some(({ text }) => text === 'unknown')) return [simple('unknown')];
  const optional = properties.some(({ isRequired }) => !isRequired) ? [simple('undefined')] : [];
  return [...all, ...optional];
}

function memberOf({ key, shape, isRequired, doc }: Property, naming: Naming): string {
  const text = comment(docLines(doc), '  ');
  return `${text}${member(`${propertyKey(key)}${isRequired ? '' : '?'}`, typeOf(shape, naming))}`;
}

function member(key: string, type: TypeText): string {
  const line = `  ${key}: ${type.text};`;
  return fits(line) ? line : `  ${key}:${broken(type, '  ', lineWidth - `  ${key}: `.length)};`;
}

function interfaceText(name: string, members: readonly string[]): string {
  return members.length === 0
    ? `export interface ${name} {}`
    : [`export interface ${name} {`, ...members, '}'].join('\n');
}

function aliasText(name: string, type: TypeText): string {
  const line = `export type ${name} = ${type.text};`;
  if (fits(line)) return line;
  return `export type ${name} =${broken(type, '', lineWidth - `export type ${name} = `.length, true)};`;
}

function typeOf(shape: Shape, naming: Naming): TypeText {
  switch (shape.kind) {
    case 'integer':
      return simple('number');
    case 'array':
      return arrayOf(typeOf(shape.items, naming));
    case 'map':
      return mapOf(typeOf(shape.values, naming));
    case 'tuple':
      return tupleOf([
        ...shape.items.map((item, index) => tupleItem(typeOf(item, naming), index < shape.required)),
        ...(shape.rest ? [restItem(arrayOf(typeOf(shape.rest, naming)))] : []),
      ]);
    case 'nullable':
      return unionOf(alternativesOf(shape, naming));
    case 'named':
      return namedType(shape.declaration, naming);
    case 'pending':
      return simple('unknown');
    default:
      return simple(shape.kind);
  }
}

/** A type as the members of the union that it would be part of. */
function alternativesOf(shape: Shape, naming: Naming): readonly TypeText[] {
  return shape.kind === 'nullable' ? [typeOf(shape.of, naming), simple('null')] : [typeOf(shape, naming)];
}

function namedType(declaration: Declaration, naming: Naming): TypeText {
  const { content } = declaration;
  const [only] = content.kind === 'enum' ? content.values : [];
  if (only && isLiteral(declaration)) return simple(literalOf(only.value));
  return { kind: 'reference', text: naming.nameOf(declaration), parts: [] };
}

/** Whether a declaration is written where it is used: a single value. */
function isLiteral({ content, isRoot }: Declaration): boolean {
  return content.kind === 'enum' && content.values.length === 1 && !isRoot;
}

function simple(text: string): TypeText {
  return { kind: 'simple', text, parts: [] };
}

function arrayOf(item: TypeText): TypeText {
  const isUnion = item.kind === 'union';
  return { kind: 'array', text: isUnion ? `(${item.text})[]` : `${item.text}[]`, parts: [item] };
}

function mapOf(value: TypeText): TypeText {
  return { kind: 'map', text: `{ [key: string]: ${value.text} }`, parts: [value] };
}

function tupleOf(items: readonly TypeText[]): TypeText {
  return { kind: 'tuple', text: `[${items.map(({ text }) => text).join(', ')}]`, parts: items };
}

function tupleItem(item: TypeText, isRequired: boolean): TypeText {
  if (isRequired) return item;
  const isUnion = item.kind === 'union';
  return { kind: 'simple', text: isUnion ? `(${item.text})?` : `${item.text}?`, parts: [] };
}

function restItem(array: TypeText): TypeText {
  return { kind: 'simple', text: `...${array.text}`, parts: [] };
}

function unionOf(all: readonly TypeText[]): TypeText {
  const distinct = all.filter(({ text }, index) => all.findIndex((each) => each.text === text) === index);
  const [first] = distinct;
  if (first && distinct.length === 1) return first;
  return { kind: 'union', text: distinct.map(({ text }) => text).join(' | '), parts: distinct };
}

/** Quoted where it is no identifier, or has what is not seen. */
function propertyKey(key: string): string {
  const isName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) && !/[\u{10000}-\u{10FFFF}]/u.test(key);
  return isName && escapeInvisible(key, () => '') === key ? key : stringLiteral(key);
}

function literalOf(value: string | number | boolean): string {
  return typeof value === 'string' ? stringLiteral(value) : String(value).replace('e+', 'e');
}

/** In the quotes that need fewer escapes, double ones by default. */
function stringLiteral(text: string): string {
  const quote = text.split('"').length > text.split("'").length ? "'" : '"';
  const inside = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return `${quote}${escapeInvisible(inside, (hex) => (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`))}${quote}`;
}

/** A JSDoc comment, with the end of its line; nothing without lines. */
function comment(lines: readonly string[], indent: string): string {
  const safe = lines.map(safeLine);
  const [first] = safe;
  if (first === undefined) return '';
  if (safe.length === 1) return `${indent}/** ${first} */\n`;
  const inner = safe.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`);
  return [`${indent}/**`, ...inner, `${indent} */`, ''].join('\n');
}

/** Neither the end of the comment nor a tag, of JSDoc or of the compiler (`@ts-ignore`). */
function safeLine(line: string): string {
  return line.replaceAll('*/', '*\\/').replaceAll(/(^|[^\w])@(?=\w)/g, '$1\\@');
}
