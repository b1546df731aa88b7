import type { ts } from '../../../type-utils/index.ts';
import { syntax } from '../../../type-utils/index.ts';
import { isLazyAssignment } from '../../../program/values/functions.ts';
import type { Change } from './changes.ts';
import type { ContentReader } from './content-reader.ts';
import { choice, type Content, type Layer, literal, type ObjectContent, unknown } from './contents.ts';
import { isCopy, type Reading } from './readings.ts';
import { changesUntil } from './timing.ts';

const nothing: ReadonlySet<string> = new Set();

/** What a variable holds when a call, or a `return`, reads it: with all that is done until then to what it is declared with. */
export function contentUntil(reader: ts.Node, content: Content, contents: ContentReader, program: ts.Program): Content {
  const { at } = content;
  if (!at) return content;
  let current: Content = content;
  for (const change of changesUntil(reader, at, program)) current = contentAfter(current, change, at, contents);
  return current;
}

function contentAfter(content: Content, { node, path }: Change, at: Reading, contents: ContentReader): Content {
  const [key, ...deeper] = path.slice(at.path.length);
  // Which property is deleted may decide whether anything is: one that is `undefined` is left out anyway.
  const isSomeDeletion = syntax.isDeleteExpression(node) && key === undefined;
  if (path.length <= at.path.length || isSomeDeletion) return unknown(content.node);
  // It is another name of what is compared itself.
  if (content.kind === 'read' && !isCopy(content.reading)) return content;
  const object = objectOf(content);
  const value = object && key !== undefined && deeper.length === 0 ? assigned(object, key, node, contents) : undefined;
  if (!object || !value || key === undefined) return { ...content, isModified: true };
  return { ...object, layers: [...object.layers, { key, content: value }] };
}

function objectOf(content: Content): ObjectContent | undefined {
  if (content.kind !== 'read') return content.kind === 'object' ? content : undefined;
  const { node } = content;
  const layers: readonly Layer[] = [{ spread: { ...content, at: undefined }, without: nothing }];
  return { kind: 'object', layers, node, at: content.at };
}

/** What a property has after an assignment. Undefined: that is not known. */
function assigned(object: ObjectContent, key: string, node: ts.Node, contents: ContentReader): Content | undefined {
  if (syntax.isDeleteExpression(node)) return literal(undefined, node.expression);
  if (!syntax.isAssignment(node) || !syntax.isAccess(node.left)) return undefined;
  const { left, right, operatorToken } = node;
  const given = contents.read(right);
  if (operatorToken.kind === syntax.SyntaxKind.EqualsToken) return given;
  const before = contents.entryOf(object, key, left);
  if (isLazyAssignment(node)) return choice([before, given], right);
  const operation = operatorToken.getText();
  return { kind: 'result', operation, inputs: [before, given], altered: [before], node: right };
}
