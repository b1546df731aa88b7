import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import * as syntax from '../syntax.ts';
import { unreadFiles } from '../unread-files.ts';
import type { Series } from './read-ahead.ts';

/** What a node is for the one around it: its kind, that of its parent, and which of its parts it is. */
type Role = string;

const places = ['name', 'expression', 'initializer', 'type', 'propertyName', 'moduleSpecifier', 'body'] as const;

/** Nodes that are likely to be queried alike: those of one role, in a file and in those that pass the same gates. */
export class SimilarNodes {
  #files: readonly ts.SourceFile[] = [];
  #places: ReadonlyMap<ts.SourceFile, number> = new Map();
  readonly #series = new Map<Role, Series<ts.Node>>();

  /** Names the files of which something will be queried. */
  add(files: Iterable<ts.SourceFile>): void {
    this.#files = [...new Set([...this.#files, ...files])].filter(
      ({ isDeclarationFile, fileName }) => !isDeclarationFile && !fileName.includes('/node_modules/'),
    );
    this.#places = new Map(this.#files.map((file, index) => [file, index]));
  }

  seriesOf(node: ts.Node): Series<ts.Node> | undefined {
    if (node.getSourceFile().isDeclarationFile) return declared(node);
    const role = roleOf(node);
    let series = this.#series.get(role);
    if (!series) this.#series.set(role, (series = { after: (from) => this.#after(from, role) }));
    return series;
  }

  *#after(from: ts.Node, role: Role): Iterable<ts.Node> {
    const file = from.getSourceFile();
    for (const node of nodesByRole(file).get(role) ?? []) if (node.pos > from.pos) yield node;
    const place = this.#places.get(file);
    if (place === undefined) return;
    for (const next of [...this.#files.slice(place + 1), ...this.#files.slice(0, place)])
      if (!unreadFiles.has(next)) yield* nodesByRole(next).get(role) ?? [];
  }
}

/** Of a declaration file, which may be large: the names of all that is extended in it. */
function declared(node: ts.Node): Series<ts.Node> | undefined {
  const owner = syntax.isPropertyAccessExpression(node.parent) ? node.parent.parent : node.parent;
  return owner.kind === syntax.SyntaxKind.ExpressionWithTypeArguments ? namesOfBases(node.getSourceFile()) : undefined;
}

const namesOfBases = memo((file: ts.SourceFile): Series<ts.Node> => {
  const names = file.statements.flatMap((statement) =>
    syntax.isClassLike(statement) || syntax.isInterfaceDeclaration(statement)
      ? (statement.heritageClauses ?? []).flatMap(({ types }) =>
          types.flatMap((type) => syntax.lastNameOf(type.expression) ?? []),
        )
      : [],
  );
  return { after: () => names };
});

/** Whether what a node names is found by the type of something else: a member of an object. */
export function isMember(node: ts.Node): boolean {
  const parent = node.parent as ts.Node | undefined;
  return parent !== undefined && syntax.isPropertyAccessExpression(parent) && parent.name === node;
}

function roleOf(node: ts.Node): Role {
  const parent = node.parent as ts.Node | undefined;
  if (!parent) return 'file';
  const parts = parent as unknown as Readonly<Partial<Record<(typeof places)[number], unknown>>>;
  const place = places.find((name) => parts[name] === node) ?? '';
  return `${String(node.kind)} ${String(parent.kind)} ${place} ${nameFor(node, parent)}`;
}

/** The name that tells nodes of one kind apart: of the callee that is given an argument, of the property that has a value. */
function nameFor(node: ts.Node, parent: ts.Node): string {
  if (syntax.isPropertyAccessExpression(parent) && parent.name === node) {
    const isCalled = syntax.isCallOrNew(parent.parent) && parent.parent.expression === parent;
    return isCalled ? parent.name.text : `${textOf(parent.expression)}.`;
  }
  if (syntax.isCallOrNew(parent) && parent.expression !== node)
    return `${textOf(parent.expression)} ${String(parent.arguments?.findIndex((each) => each === node) ?? 0)}`;
  if (syntax.isPropertyAssignment(parent) && parent.initializer === node) return textOf(parent.name);
  return '';
}

function textOf(node: ts.Node): string {
  if (syntax.isPropertyAccessExpression(node)) return node.name.text;
  return syntax.isIdentifier(node) ? node.text : String(node.kind);
}

const nodesByRole = memo((file: ts.SourceFile): ReadonlyMap<Role, readonly ts.Node[]> => {
  const found = new Map<Role, ts.Node[]>([['file', [file]]]);
  syntax.walk(file, (node) => {
    if (node !== file) addTo(found, roleOf(node), node);
    return true;
  });
  return found;
});
