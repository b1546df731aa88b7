import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { functionsIn, heldNamesIn } from './function-index.ts';
import { readTrees } from '../prefetch.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

/** Names as the sources of a program declare them: a callee `x.name` with another name is none of these. */
export interface DeclaredNames {
  /** Names under which a function with a body can be reached as a property. */
  readonly bodies: ReadonlySet<string>;
  /** Names that fields of classes may have which hold a function, and more: by the text. */
  readonly fields: ReadonlySet<string>;
  /** Names declared to return `never`. */
  readonly never: ReadonlySet<string>;
}

/** What all files of a program declare. A file that did not change is not read again for the next program. */
export const declaredNamesIn = memo((program: ts.Program): DeclaredNames => {
  const bodies = new Set(['default']);
  const fields = new Set<string>();
  const never = new Set<string>();
  const files = program.getSourceFiles();
  readTrees(
    files.filter((file) => placesOfNever(file).length > 0),
    program,
  );
  for (const file of files) {
    for (const name of namesOfFunctions(file)) bodies.add(name);
    fieldsIn(file).forEach((name) => fields.add(name));
    neverIn(file).forEach((name) => never.add(name));
  }
  // `{ work: eraseFolder }`
  const declared = new Set(bodies);
  for (const file of files)
    for (const [property, value] of heldNamesIn(file)) if (declared.has(value)) bodies.add(property);
  return { bodies, fields, never };
});

const namesOfFunctions = memo(
  (file: ts.SourceFile): ReadonlySet<string> => new Set(functionsIn(file).flatMap(({ names }) => names)),
);

/** `show = (id) => …` in a file with a class. */
const fieldsIn = memo((file: ts.SourceFile): readonly string[] => {
  if (file.isDeclarationFile || !/\bclass\b/.test(file.text)) return [];
  return [
    ...file.text.matchAll(
      /([\w$]+)(?=\s*[?!]?\s*(?::(?:[^=;\n]|=>){0,200})?=\s*(?:async\b\s*)?(?:[(<]|function\b|[\w$]+\s*=>))/g,
    ),
  ].map(([, name = '']) => name);
});

const neverIn = memo((file: ts.SourceFile): ReadonlySet<string> => {
  const names = placesOfNever(file).map((at) => namedAround(file, at));
  return new Set(names.filter((name) => name !== undefined));
});

/** By the text first: few files have the word, and few of its places are the type of a function's result. */
const placesOfNever = memo((file: ts.SourceFile): readonly number[] => {
  const places: number[] = [];
  const { text } = file;
  for (let at = text.indexOf('never'); at >= 0; at = text.indexOf('never', at + 1)) {
    const before = text.slice(Math.max(0, at - 20), at);
    if (/(?:\)\s*:|=>)\s*$/.test(before) && !/\w/.test(text.charAt(at + 5))) places.push(at);
  }
  return places;
});

/** The name of the declaration around a position, if it is that of a function that never returns. */
function namedAround(file: ts.SourceFile, position: number): string | undefined {
  let innermost: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (position < node.pos || position >= node.end) return;
    if ('name' in node && node.name) innermost = node;
    syntax.forEachChild(node, visit);
  };
  visit(file);
  const found =
    innermost && declaresNever(innermost) ? typescript.getNameOfDeclaration(innermost as ts.Declaration) : undefined;
  return found && syntax.isIdentifier(found) ? found.text : undefined;
}

/** Whether a declaration is of a function whose result is declared to be `never`. */
export function declaresNever(declaration: ts.Node): boolean {
  if (syntax.isFunctionLike(declaration) || syntax.isMethodSignature(declaration))
    return declaration.type?.kind === syntax.SyntaxKind.NeverKeyword;
  if (
    !syntax.isVariableDeclaration(declaration) &&
    !syntax.isPropertySignature(declaration) &&
    !syntax.isPropertyDeclaration(declaration)
  )
    return false;
  const { type } = declaration;
  return type !== undefined && syntax.isFunctionTypeNode(type) && type.type.kind === syntax.SyntaxKind.NeverKeyword;
}
