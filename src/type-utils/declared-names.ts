import type tsModule from 'typescript';
import { isFunctionLike } from './syntax.ts';
import { ts } from './typescript.ts';

/** Names as the sources of a program declare them: a callee `x.name` with another name is none of these. */
export interface DeclaredNames {
  /** Every name under which a function with a body can be reached as a property, and others. */
  readonly bodies: ReadonlySet<string>;
  /** Names declared to return `never`. */
  readonly never: ReadonlySet<string>;
}

const namesOfFile = new WeakMap<tsModule.SourceFile, DeclaredNames>();

/** What all files of a program declare. A file that did not change is not read again for the next program. */
export function declaredNamesIn(program: tsModule.Program): DeclaredNames {
  const bodies = new Set(['default']);
  const never = new Set<string>();
  for (const file of program.getSourceFiles()) {
    let names = namesOfFile.get(file);
    if (!names) namesOfFile.set(file, (names = { bodies: bodiesIn(file), never: neverIn(file) }));
    names.bodies.forEach((name) => bodies.add(name));
    names.never.forEach((name) => never.add(name));
  }
  return { bodies, never };
}

const name = '([\\w$\\u0080-\\uffff]+)';
const declaring = new RegExp(
  [
    // `name(…`, where a member or a function can begin.
    `(?:^|[;{},)/*'"[]|\\b(?:async|function|override|private|protected|public|static)\\b)[ \\t]*\\*?[ \\t]*#?${name}['"]?\\]?\\s*\\??\\s*[(<]`,
    // `name: (…`, `name = async …`, `'name': value => …`
    `(?<![.\\w$])${name}['"]?\\]?\\s*[:=]\\s*(?:[(</]|async\\b|function\\b|[\\w$]+\\s*=>)`,
    `\\b(?:const|readonly)\\s+#?${name}\\s*:`,
    `\\bas\\s+${name}\\s*[,}]`,
  ].join('|'),
  'gm',
);

/** By the text, which takes half as long as a walk over the tree: every place that looks like such a declaration. */
function bodiesIn(file: tsModule.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  if (file.isDeclarationFile) return names;
  for (const [, ...found] of file.text.matchAll(declaring)) for (const each of found) if (each) names.add(each);
  return names;
}

/** By the text first: few files have the word, and few of its places are the type of a function's result. */
function neverIn(file: tsModule.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { index, 0: found } of file.text.matchAll(/(?::|=>)\s*never\b/g)) {
    const name = namedAround(file, index + found.length - 1);
    if (name !== undefined) names.add(name);
  }
  return names;
}

/** The name of the declaration around a position, if it is that of a function that never returns. */
function namedAround(file: tsModule.SourceFile, position: number): string | undefined {
  let innermost: tsModule.Node | undefined;
  const visit = (node: tsModule.Node): void => {
    if (position < node.pos || position >= node.end) return;
    if ('name' in node && node.name) innermost = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  const found =
    innermost && declaresNever(innermost) ? ts.getNameOfDeclaration(innermost as tsModule.Declaration) : undefined;
  return found && ts.isIdentifier(found) ? found.text : undefined;
}

/** Whether a declaration is of a function whose result is declared to be `never`. */
export function declaresNever(declaration: tsModule.Node): boolean {
  if (isFunctionLike(declaration) || ts.isMethodSignature(declaration))
    return declaration.type?.kind === ts.SyntaxKind.NeverKeyword;
  if (
    !ts.isVariableDeclaration(declaration) &&
    !ts.isPropertySignature(declaration) &&
    !ts.isPropertyDeclaration(declaration)
  )
    return false;
  const { type } = declaration;
  return type !== undefined && ts.isFunctionTypeNode(type) && type.type.kind === ts.SyntaxKind.NeverKeyword;
}
