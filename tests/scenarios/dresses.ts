import type tsModule from 'typescript';
import ts from 'typescript';

/**
 * Text to put around the body of every function of a case. None of them changes what the function does, so none may
 * change what the analysis says. All stay on the line, as what is expected stands at the end of lines.
 */
export const dresses: Readonly<Record<string, readonly [before: string, after: string]>> = {
  block: ['{', '}'],
  labelled: ['dress: {', '}'],
  finally: ['try {', '} finally { void 0; }'],
  rethrow: ['try {', '} catch (dress) { throw dress; }'],
  once: ['do {', '} while (false);'],
  endless: ['for (;;) {', 'break; }'],
  chosen: ['switch (Math.random()) { default: {', '} }'],
  aside: ['{ if (Math.random() > 2) void 0;', '}'],
};

/** Puts a dress around the bodies of the functions in a file. */
export function dressed(name: string, text: string, [before, after]: readonly [string, string]): string {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true);
  const insertions: [position: number, text: string][] = [];
  const visit = (node: tsModule.Node): void => {
    const isBody = ts.isBlock(node) && ts.isFunctionLike(node.parent) && !ts.isConstructorDeclaration(node.parent);
    if (isBody && node.statements.length > 0) {
      insertions.push([node.getStart(file) + 1, before], [node.end - 1, after]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return insertions
    .sort(([a], [b]) => b - a)
    .reduce((result, [position, inserted]) => result.slice(0, position) + inserted + result.slice(position), text);
}
