import type { Guard, Place } from '../../models/agents/agent-sdk.ts';
import { type ObjectValue, optionsOf, type Value } from '../../program/values/values.ts';
import { isInside, keyOfProperty, lacksOption, syntax, type ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { withPart } from './elements.ts';
import { keyText, quoteOf, replaced } from './layout.ts';

/**
 * What a guard is set to so that it decides, as its remedy writes it: `true`, `'always'`. Undefined where that is no value
 * that fits everywhere, such as a function.
 */
export function settingOf({ remedy }: Pick<Guard, 'remedy'>, file: ts.SourceFile): string | undefined {
  const [, value] = /^\w+: (?:\{ \{\{tool\}\}: )?(true|false|'\w[\w-]*'|\['\w+'\])(?: \})?$/.exec(remedy) ?? [];
  return value?.replaceAll("'", quoteOf(file));
}

/** Puts a value in the place of a literal, where that is written in the call or object that it is for. */
export function withLiteral(node: ts.Node, text: string, around: ts.Node): readonly TextEdit[] | undefined {
  return isInside(node, around) && isLiteral(node) ? [replaced(node, text)] : undefined;
}

function isLiteral(node: ts.Node): boolean {
  const { TrueKeyword, FalseKeyword, NullKeyword } = syntax.SyntaxKind;
  return (
    syntax.isLiteralExpression(node) || [TrueKeyword, FalseKeyword, NullKeyword].some((kind) => kind === node.kind)
  );
}

/** The path of an option in what is given for it: for a guard that goes by the names of tools, that of the tool's entry. */
export function pathFor({ at, shape }: Guard, tool: string | undefined): readonly string[] | undefined {
  const { path = [] } = at;
  if (shape !== 'by tool') return path;
  return tool === undefined ? undefined : [...path, tool];
}

/**
 * Sets an option of a call, or of an object that stands for one: what is there already is replaced, and the objects that are
 * missing on the path are written. Undefined where the object is not written out in this file.
 */
export function withOption(
  owner: Value,
  { argument }: Pick<Place, 'argument'>,
  path: readonly string[],
  text: string,
  file: ts.SourceFile,
  program: ts.Program,
): readonly TextEdit[] | undefined {
  const object = objectIn(givenAt(owner, argument), file);
  const [name] = path;
  if (!object || name === undefined || lacksOption({ object, in: undefined }, name, program)) return undefined;
  return setIn(object, path, text, file);
}

function givenAt(owner: Value, argument: Place['argument']): Value | undefined {
  if (owner.kind === 'object') return argument === 0 ? owner : undefined;
  return owner.kind === 'made' && argument !== 'receiver' ? owner.argument(argument) : undefined;
}

/** The object that a value is written as in a file, where it is that one alone. */
function objectIn(value: Value | undefined, file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  const [option, ...others] = value ? optionsOf(value) : [];
  return option?.kind === 'object' && others.length === 0 ? literalOf(option, file) : undefined;
}

function literalOf({ node }: ObjectValue, file: ts.SourceFile): ts.ObjectLiteralExpression | undefined {
  return syntax.isObjectLiteralExpression(node) && node.getSourceFile() === file ? node : undefined;
}

function setIn(
  object: ts.ObjectLiteralExpression,
  path: readonly string[],
  text: string,
  file: ts.SourceFile,
): readonly TextEdit[] | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  const index = object.properties.findIndex((property) => keyOfProperty(property) === name);
  const property = object.properties[index];
  if (!property) return withPart(object, entryText(path, text, file));
  // What is spread in behind it may replace it.
  if (object.properties.slice(index).some(syntax.isSpreadAssignment)) return undefined;
  if (rest.length === 0)
    return syntax.isPropertyAssignment(property)
      ? [replaced(property.initializer, text)]
      : [replaced(property, `${keyText(name, file)}: ${text}`)];
  const inner = syntax.isPropertyAssignment(property) ? syntax.withoutAssertions(property.initializer) : undefined;
  return inner && syntax.isObjectLiteralExpression(inner) ? setIn(inner, rest, text, file) : undefined;
}

/** `interruptOn: { erase: true }` */
export function entryText([key = '', ...rest]: readonly string[], text: string, file: ts.SourceFile): string {
  return `${keyText(key, file)}: ${rest.length === 0 ? text : `{ ${entryText(rest, text, file)} }`}`;
}

/** The name of a property, of anything that is one. */
export function keyIn(node: ts.Node): string | undefined {
  return syntax.isObjectLiteralExpression(node.parent) ? keyOfProperty(node as ts.ObjectLiteralElementLike) : undefined;
}

/** Whether a value is written as the option that a guard is, or as an entry of one that goes by the names of tools. */
export function isEntryOf(value: ts.Node, { at, shape }: Guard): boolean {
  const property = syntax.parentOf(value);
  if (!syntax.isPropertyAssignment(property)) return false;
  return (keyOfProperty(property) === at.path?.at(-1)) === (shape !== 'by tool');
}

/** Gives a property another name; undefined where the object has one of that name. */
export function renamed(property: ts.Node, name: string): readonly TextEdit[] | undefined {
  const object = property.parent;
  if (!syntax.isObjectLiteralExpression(object) || object.properties.some((each) => keyOfProperty(each) === name))
    return undefined;
  const file = property.getSourceFile();
  const key = keyText(name, file);
  if (syntax.isShorthandPropertyAssignment(property)) return [replaced(property, `${key}: ${property.name.text}`)];
  if (!syntax.isPropertyAssignment(property) && !syntax.isMethodDeclaration(property)) return undefined;
  return keyOfProperty(property) === undefined ? undefined : [replaced(property.name, key)];
}
