import { Names, pascalCase, snakeCase } from '../names.ts';
import { withoutNull } from '../schema/shape.ts';
import type {
  Declaration,
  EnumContent,
  ObjectContent,
  Property,
  ServerShapes,
  Shape,
  UnionContent,
  Variant,
} from '../schema/shape.ts';
import { escapeInvisible } from '../text.ts';
import { docLines, header, named, rootHead, toolLines } from './comments.ts';
import { componentsOf } from './components.ts';
import { plainEnumOf, taggedVariantsOf, triedInOrder, usedWithoutLiterals, valuesLine } from './inlined.ts';
import type { Language, NamingRules } from './language.ts';
import { namesOf } from './naming.ts';
import type { NamedTool, Naming } from './naming.ts';
import { attributeWidth, fieldText, lineWidth, structVariants, typeText } from './rust-layout.ts';
import { rustSupport } from './rust-support.ts';

/** Types and traits that the file uses, and those of the prelude. */
const reserved = [
  ...[
    'Arc',
    'AsMut',
    'AsRef',
    'Box',
    'BoxFuture',
    'Clone',
    'Copy',
    'Debug',
    'Default',
    'Deserialize',
    'Drop',
    'Eq',
    'Err',
  ],
  ...['Extend', 'Fn', 'FnMut', 'FnOnce', 'From', 'FromIterator', 'Future', 'Hash', 'HashMap', 'Into', 'IntoIterator'],
  ...[
    'Iterator',
    'McpError',
    'None',
    'Ok',
    'Option',
    'Ord',
    'PartialEq',
    'PartialOrd',
    'Pin',
    'Result',
    'RwLock',
    'Self',
  ],
  ...[
    'Send',
    'Serialize',
    'SharedState',
    'Sized',
    'Some',
    'String',
    'Sync',
    'ToOwned',
    'ToString',
    'TryFrom',
    'TryInto',
  ],
  ...['Unpin', 'Vec'],
];

const keywords = new Set(
  (
    'abstract as async await become box break const continue do dyn else enum extern false final fn for gen if impl in let ' +
    'loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe unsized use ' +
    'virtual where while yield'
  ).split(' '),
);

/** Keywords that have no raw form. */
const withoutRawForm = new Set(['crate', 'self', 'super', 'Self', '_']);

const rules: NamingRules = {
  reserved,
  resultSuffix: 'Success',
  toolNames: (tool) => [`Can${tool}`],
  serverNames: (server) => [`${server}Caps`, `${server}Handlers`],
  usedBy: usedWithoutLiterals,
};

/** Rust 2018 and later, for serde, serde_json, thiserror and tokio, in the format of rustfmt. */
export const rust: Language = {
  emit(shapes) {
    return new RustFile(shapes).text();
  },
};

class RustFile {
  readonly #shapes: ServerShapes;
  readonly #naming: Naming;
  readonly #components: ReadonlyMap<Declaration, number>;
  readonly #methods: ReadonlyMap<string, string>;
  #usesMap = false;
  #usesSerde = false;

  constructor(shapes: ServerShapes) {
    this.#shapes = shapes;
    this.#naming = namesOf(shapes, rules);
    const all = this.#naming.tools.flatMap(({ declarations }) => declarations);
    this.#components = componentsOf(all, heldByValue);
    const names = new Names([]);
    this.#methods = new Map(shapes.tools.map(({ name }) => [name, names.take(snakeCase(name))]));
  }

  text(): string {
    const { tools } = this.#naming;
    const blocks = [...tools.flatMap((tool) => this.#toolBlocks(tool)), this.#handlers(), this.#caps()];
    const imports = [
      ...(this.#usesSerde ? ['use serde::{Deserialize, Serialize};'] : []),
      ...(this.#usesMap ? ['use std::collections::HashMap;'] : []),
      ...rustSupport.imports,
    ];
    const head = [`// ${header(this.#shapes.name)}`, '', ...imports].join('\n');
    return `${[head, ...rustSupport.blocks, ...blocks].join('\n\n')}\n`;
  }

  #toolBlocks({ tool, name, declarations }: NamedTool): readonly string[] {
    const method = this.#method(tool.name, ['&self', `args: ${this.#typeOf(tool.args)}`], "'_", tool.result);
    return [
      ...declarations.map((declaration) => this.#declaration(declaration, tool.name)),
      [...comment([`The capability to call ${named(tool.name)}.`], ''), `pub trait Can${name} {`, method, '}'].join(
        '\n',
      ),
    ];
  }

  #method(tool: string, parameters: readonly string[], lifetime: string, result: Shape | undefined): string {
    const name = identifier(this.#methods.get(tool) ?? snakeCase(tool));
    const success = result ? this.#typeOf(result) : 'serde_json::Value';
    const returned = `BoxFuture<${lifetime}, Result<${success}, McpError>>`;
    const line = `    fn ${name}(${parameters.join(', ')}) -> ${returned};`;
    if (line.length <= lineWidth) return line;
    return [`    fn ${name}(`, ...parameters.map((each) => `        ${each},`), `    ) -> ${returned};`].join('\n');
  }

  #handlers(): string {
    const methods = this.#naming.tools.map(({ tool }) => {
      const parameters = [`args: ${this.#typeOf(tool.args)}`, 'state: SharedState<Self::State>'];
      const method = this.#method(tool.name, parameters, "'static", tool.result);
      return ['', ...comment(toolLines(tool), '    '), method].join('\n');
    });
    return [
      ...comment(
        [`A handler for each tool of ${named(this.#shapes.name)}. The state is the server's, and no argument.`],
        '',
      ),
      `pub trait ${this.#naming.server}Handlers {`,
      '    /// What the handlers share.',
      "    type State: Send + Sync + 'static;",
      ...methods,
      '}',
    ].join('\n');
  }

  #caps(): string {
    const { server, tools } = this.#naming;
    const name = `${server}Caps`;
    const traits = tools.map((tool) => `Can${tool.name}`);
    const doc = comment([`The capabilities of ${named(this.#shapes.name)}: all of its tools.`], '');
    const bounds = traits.join(' + ');
    if (traits.length === 0) return [...doc, `pub trait ${name} {}`, '', `impl<T> ${name} for T {}`].join('\n');
    const line = `pub trait ${name}: ${bounds} {}`;
    const blanket = `impl<T: ${bounds}> ${name} for T {}`;
    const where = (self: string) => ['where', ...traits.map((each) => `    ${self}: ${each},`), '{', '}'];
    return [
      ...doc,
      ...(line.length <= lineWidth ? [line] : [`pub trait ${name}`, ...where('Self')]),
      '',
      ...(blanket.length <= lineWidth ? [blanket] : [`impl<T> ${name} for T`, ...where('T')]),
    ].join('\n');
  }

  #declaration(declaration: Declaration, tool: string): string {
    const { content, doc } = declaration;
    const name = this.#naming.nameOf(declaration);
    const extra = content.kind === 'wrapper' ? valuesLine(content.shape) : [];
    const lines = comment(docLines(doc, rootHead(declaration, name, tool), extra), '');
    switch (content.kind) {
      case 'object':
        return [...lines, ...this.#struct(name, declaration, content)].join('\n');
      case 'enum':
        return [...lines, ...this.#enum(name, content)].join('\n');
      case 'union':
        return [...lines, ...this.#union(name, declaration, content)].join('\n');
      case 'wrapper': {
        const type = this.#typeOf(content.shape);
        if (!content.isRecursive) return [...lines, `pub type ${name} = ${typeText(type, '')};`].join('\n');
        return [
          ...lines,
          this.#derive(),
          '#[serde(transparent)]',
          `pub struct ${name}(pub ${typeText(type, '')});`,
        ].join('\n');
      }
    }
  }

  #derive(traits = ''): string {
    this.#usesSerde = true;
    return `#[derive(Debug, Clone, ${traits}PartialEq, Deserialize, Serialize)]`;
  }

  #struct(name: string, declaration: Declaration, content: ObjectContent): readonly string[] {
    const fields = this.#fields(content.properties, content.rest, declaration, '    ', 'pub ');
    const attributes = [this.#derive(), ...(content.isClosed ? ['#[serde(deny_unknown_fields)]'] : [])];
    if (fields.length === 0) return [...attributes, `pub struct ${name} {}`];
    return [...attributes, `pub struct ${name} {`, ...fields, '}'];
  }

  #fields(
    properties: readonly Property[],
    rest: Shape | undefined,
    owner: Declaration,
    indent: string,
    visibility: string,
  ): readonly string[] {
    const names = new Names([]);
    const fields = properties.flatMap((property) => this.#field(property, names, owner, indent, visibility));
    if (!rest) return fields;
    this.#usesMap = true;
    const type = `HashMap<String, ${this.#typeOf(rest)}>`;
    return [
      ...fields,
      `${indent}/// Other properties.`,
      `${indent}#[serde(flatten)]`,
      fieldText(`${visibility}${identifier(names.take('additional'))}`, type, indent),
    ];
  }

  #field(property: Property, names: Names, owner: Declaration, indent: string, visibility: string): readonly string[] {
    const { key, shape, isRequired, doc } = property;
    const name = names.take(snakeCase(key));
    const isOption = !isRequired || shape.kind === 'nullable';
    const type = this.#typeOf(withoutNull(shape), owner);
    const attributes = [
      ...(serdeNameOf(name) === key ? [] : serdeRename(key, indent)),
      ...(isRequired ? [] : [`${indent}#[serde(skip_serializing_if = "Option::is_none")]`]),
      // Without it, serde takes a property that is not there as null.
      ...(isRequired && isOption ? [`${indent}#[serde(deserialize_with = "Option::deserialize")]`] : []),
    ];
    return [
      ...comment(docLines(doc, undefined, valuesLine(shape)), indent),
      ...attributes,
      fieldText(`${visibility}${identifier(name)}`, isOption ? `Option<${type}>` : type, indent),
    ];
  }

  #enum(name: string, { values }: EnumContent): readonly string[] {
    const names = new Names([]);
    const variants = values.flatMap(({ value, doc }) => {
      const text = String(value);
      const variant = names.take(variantName(text));
      const rename = variant === text ? [] : serdeRename(text, '    ');
      return [...comment(docLines(doc), '    '), ...rename, `    ${variant},`];
    });
    return [this.#derive('Copy, Eq, Hash, '), `pub enum ${name} {`, ...variants, '}'];
  }

  #union(name: string, declaration: Declaration, content: UnionContent): readonly string[] {
    if (content.tag !== undefined) return this.#taggedUnion(name, content.tag, declaration, content);
    const names = new Names([]);
    const variants = triedInOrder(content).flatMap((variant) => this.#variant(variant, name, names, declaration));
    return [this.#derive(), '#[serde(untagged)]', `pub enum ${name} {`, ...variants, '}'];
  }

  #variant({ shape, doc }: Variant, union: string, names: Names, owner: Declaration): readonly string[] {
    const lines = comment(docLines(doc, undefined, valuesLine(shape)), '    ');
    if (shape.kind === 'null') return [...lines, `    ${names.take('Null')},`];
    const name = names.take(variantName(this.#variantHint(shape, union)));
    const type = this.#typeOf(shape, owner);
    const line = `    ${name}(${typeText(type, '    ')}),`;
    return [...lines, ...(line.length <= lineWidth ? [line] : [`    ${name}(`, `        ${type},`, '    ),'])];
  }

  #variantHint(shape: Shape, union: string): string {
    if (shape.kind !== 'named') return shape.kind === 'unknown' ? 'Any' : shape.kind;
    const name = plainEnumOf(shape.declaration) ?? this.#naming.nameOf(shape.declaration);
    return name.startsWith(union) && name.length > union.length ? name.slice(union.length) : name;
  }

  #taggedUnion(name: string, tag: string, owner: Declaration, content: UnionContent): readonly string[] {
    const tagged = taggedVariantsOf(content);
    const isClosed = tagged.every(({ object }) => object.isClosed);
    const names = new Names([]);
    const variants = tagged.map(({ declaration, tagValue, properties, object }) => {
      const variant = names.take(variantName(tagValue));
      const fields = this.#fields(properties, object.rest, owner, '        ', '');
      const rename = variant === tagValue ? [] : serdeRename(tagValue, '    ');
      return { name: variant, head: [...comment(docLines(declaration.doc), '    '), ...rename], fields };
    });
    const attributes = [
      `#[serde(tag = ${stringLiteral(tag)})]`,
      ...(isClosed ? ['#[serde(deny_unknown_fields)]'] : []),
    ];
    return [this.#derive(), ...attributes, `pub enum ${name} {`, ...structVariants(variants), '}'];
  }

  /** @param owner the declaration that holds it by value: what it holds in a circle is boxed */
  #typeOf(shape: Shape, owner?: Declaration): string {
    switch (shape.kind) {
      case 'string':
        return 'String';
      case 'integer':
        return 'i64';
      case 'number':
        return 'f64';
      case 'boolean':
        return 'bool';
      case 'null':
        return '()';
      case 'unknown':
      case 'pending':
        return 'serde_json::Value';
      case 'array':
        return `Vec<${this.#typeOf(shape.items)}>`;
      case 'map':
        this.#usesMap = true;
        return `HashMap<String, ${this.#typeOf(shape.values)}>`;
      case 'nullable':
        return `Option<${this.#typeOf(shape.of, owner)}>`;
      case 'tuple':
        return isFixed(shape)
          ? `(${shape.items.map((item) => this.#typeOf(item, owner)).join(', ')}${shape.items.length === 1 ? ',' : ''})`
          : 'Vec<serde_json::Value>';
      case 'named':
        return this.#namedType(shape.declaration, owner);
    }
  }

  #namedType(declaration: Declaration, owner: Declaration | undefined): string {
    const plain = plainEnumOf(declaration);
    if (plain) return this.#typeOf({ kind: plain });
    const name = this.#naming.nameOf(declaration);
    const component = owner && this.#components.get(owner);
    return component !== undefined && component === this.#components.get(declaration) ? `Box<${name}>` : name;
  }
}

/** Items of a tuple that serde reads. */
const mostFixedItems = 12;

function isFixed({ items, required, rest }: Extract<Shape, { kind: 'tuple' }>): boolean {
  return rest === undefined && items.length > 0 && items.length <= mostFixedItems && required === items.length;
}

/** The declarations that a value of one contains without a pointer between. */
function heldByValue({ content }: Declaration): readonly Declaration[] {
  const shapes =
    content.kind === 'object'
      ? content.properties.map(({ shape }) => shape)
      : content.kind === 'union'
        ? content.tag === undefined
          ? content.variants.map(({ shape }) => shape)
          : taggedVariantsOf(content).flatMap(({ properties }) => properties.map(({ shape }) => shape))
        : content.kind === 'wrapper'
          ? [content.shape]
          : [];
  return shapes.flatMap(directlyIn);
}

function directlyIn(shape: Shape): readonly Declaration[] {
  if (shape.kind === 'named') return [shape.declaration];
  if (shape.kind === 'nullable') return directlyIn(shape.of);
  return shape.kind === 'tuple' && isFixed(shape) ? shape.items.flatMap(directlyIn) : [];
}

function identifier(name: string): string {
  if (withoutRawForm.has(name)) return `${name}_`;
  return keywords.has(name) ? `r#${name}` : name;
}

/** The name that serde gives a field or a variant. */
function serdeNameOf(name: string): string {
  return withoutRawForm.has(name) ? `${name}_` : name;
}

function variantName(text: string): string {
  return serdeNameOf(pascalCase(text));
}

function serdeRename(name: string, indent: string): readonly string[] {
  const argument = `rename = ${stringLiteral(name)}`;
  if (argument.length <= attributeWidth) return [`${indent}#[serde(${argument})]`];
  return [`${indent}#[serde(`, `${indent}    ${argument}`, `${indent})]`];
}

function stringLiteral(text: string): string {
  const inside = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escapeInvisible(inside, (hex) => `\\u{${hex}}`)}"`;
}

function comment(lines: readonly string[], indent: string): readonly string[] {
  return lines.map((line) => (line === '' ? `${indent}///` : `${indent}/// ${safeLine(line)}`));
}

/** Neither HTML nor a link, which rustdoc passes on, nor a code block, which `cargo test` runs. */
function safeLine(line: string): string {
  return line
    .replaceAll(/[\\<[]/g, '\\$&')
    .replaceAll(/`{3,}|~{3,}/g, (fence) => Array.from(fence, (mark) => `\\${mark}`).join(''));
}
