import ts from 'typescript';
import type { Edit } from './operators/operator.ts';

/** All nodes of a tree that have a kind, in the order of the text. */
export function* nodesOf<T extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is T): Generator<T> {
  if (is(root)) yield root;
  const children: ts.Node[] = [];
  ts.forEachChild(root, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child, is);
}

/** The nearest node around a node that has a kind, without the node itself. */
export function around<T extends ts.Node>(node: ts.Node, is: (node: ts.Node) => node is T): T | undefined {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent as ts.Node | undefined) {
    if (is(at)) return at;
  }
  return undefined;
}

/** A statement in a block, a module or a `case`, where others can be put before and behind it. */
export interface ListedStatement {
  readonly statement: ts.Statement;
  readonly list: readonly ts.Statement[];
  readonly index: number;
}

/** The innermost statement around a node that stands in a list of statements, inside of the node's own function. */
export function statementAround(node: ts.Node): ListedStatement | undefined {
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)) {
      const list: readonly ts.Statement[] = parent.statements;
      const index = list.indexOf(at as ts.Statement);
      return index < 0 ? undefined : { statement: at as ts.Statement, list, index };
    }
    if (ts.isFunctionLike(parent)) return undefined;
  }
  return undefined;
}

/** The function that runs a node, or the file. */
export function functionAround(node: ts.Node): ts.SignatureDeclaration | ts.SourceFile {
  return around(node, ts.isFunctionLike) ?? node.getSourceFile();
}

/** Whether `await` can stand where the node does. */
export function canAwait(node: ts.Node): boolean {
  const owner = functionAround(node);
  if (ts.isSourceFile(owner)) return ts.isExternalModule(owner);
  return (
    ts.canHaveModifiers(owner) && (ts.getModifiers(owner) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
  );
}

/** The place behind a `#!` line and directives, where an import can be put. */
export function topOf(file: ts.SourceFile): number {
  const directive = file.statements.findLast((statement) => isDirective(statement));
  if (directive) return directive.end;
  return /^#!.*\n/.exec(file.text)?.[0].length ?? 0;
}

function isDirective(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) &&
    ts.isStringLiteral(statement.expression) &&
    statement.expression.text.startsWith('use ')
  );
}

/** A property of an object literal by its name, whatever its form. */
export function propertyOf(object: ts.ObjectLiteralExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return object.properties.find((property) => property.name !== undefined && nameOf(property.name) === name);
}

/** The text of a name of a property, where it is not computed. */
export function nameOf(name: ts.PropertyName | ts.BindingName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;
}

/** The value of a property, where it is written there. */
export function valueOf(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  const property = propertyOf(object, name);
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

export function insertAt(offset: number, text: string): Edit {
  return { start: offset, end: offset, text };
}

export function replace(node: ts.Node, text: string): Edit {
  return { start: node.getStart(), end: node.end, text };
}

/** Takes a node out with the white space before it. */
export function remove(node: ts.Node): Edit {
  return {
    start:
      node.getFullStart() +
      (ts.getLeadingCommentRanges(node.getSourceFile().text, node.getFullStart())
        ? node.getStart() - node.getFullStart()
        : 0),
    end: node.end,
    text: '',
  };
}

/** Puts a property at the beginning of an object literal. */
export function addProperty(object: ts.ObjectLiteralExpression, text: string): Edit {
  return insertAt(object.getStart() + 1, ` ${text}${object.properties.length > 0 ? ',' : ' '}`);
}

/** Takes a property out of its object, with its comma. */
export function removeProperty(property: ts.ObjectLiteralElementLike): Edit {
  const { text } = property.getSourceFile();
  const comma = /^\s*,/.exec(text.slice(property.end));
  return { start: property.getStart(), end: property.end + (comma?.[0].length ?? 0), text: '' };
}

/** The text with all edits, which may not overlap. Of two at one place the earlier in the list comes first. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = inOrder(edits);
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of ordered) {
    if (start < at) throw new Error(`Two edits overlap at ${String(start)}.`);
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/** The offset in the original of an offset in the text with the edits; in inserted text that of the insertion. */
export function originalOffset(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const { start, end, text } of inOrder(edits)) {
    if (offset < start + shift) break;
    if (offset < start + shift + text.length) return start;
    shift += text.length - (end - start);
  }
  return offset - shift;
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end);
}
