import type { Node, SourceFile, Statement } from 'typescript';
import { ts } from '../../src/type-utils/typescript.ts';
import type { Files } from './compile.ts';

interface Edit {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Makes a program smaller while `isInteresting` says yes to it: takes statements away, puts what they hold in their
 * place, and keeps one side of what has two. Never tries more than `attempts` programs.
 */
export async function shrink(
  files: Files,
  isInteresting: (files: Files) => Promise<boolean>,
  attempts = 400,
): Promise<Files> {
  let smallest = files;
  let left = attempts;
  // What failed is tried again only once something else has changed.
  for (let progress = true; progress && left > 0;) {
    progress = false;
    let skip = 0;
    for (let edits = editsOf(smallest); skip < edits.length && left > 0;) {
      const edit = edits[skip];
      if (!edit) break;
      left--;
      const candidate = apply(smallest, edit);
      if (await isInteresting(candidate)) {
        smallest = candidate;
        edits = editsOf(smallest);
        progress = true;
      } else {
        skip++;
      }
    }
  }
  const tidy = new Map([...smallest].map(([name, text]) => [name, printed(name, text)]));
  return (await isInteresting(tidy)) ? tidy : smallest;
}

/** With the indentation that edits have taken away. */
function printed(name: string, text: string): string {
  return ts.createPrinter().printFile(ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true));
}

function apply(files: Files, { file, start, end, replacement }: Edit): Files {
  const text = files.get(file) ?? '';
  return new Map(files).set(file, text.slice(0, start) + replacement + text.slice(end));
}

/** What could be left out, the most text first. */
function editsOf(files: Files): Edit[] {
  const edits: Edit[] = [];
  for (const [file, text] of files) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    visit(source);

    function visit(node: Node): void {
      for (const replacement of replacementsFor(node, source)) {
        edits.push({ file, start: node.getFullStart(), end: node.end, replacement });
      }
      ts.forEachChild(node, visit);
    }
  }
  const gain = (edit: Edit): number => edit.end - edit.start - edit.replacement.length;
  return edits.filter((edit) => gain(edit) > 0).sort((one, other) => gain(other) - gain(one));
}

function replacementsFor(node: Node, source: SourceFile): string[] {
  const textOf = (part: Node): string => part.getFullText(source);
  const contents = (part: Statement | undefined): string =>
    part === undefined ? '' : ts.isBlock(part) ? part.statements.map(textOf).join('') : textOf(part);

  if (ts.isIfStatement(node)) {
    const withoutElse = node.elseStatement && textOf(node).slice(0, node.thenStatement.end - node.getFullStart());
    return ['', contents(node.thenStatement), contents(node.elseStatement), withoutElse ?? ''];
  }
  if (ts.isTryStatement(node)) {
    const { tryBlock, catchClause, finallyBlock } = node;
    const tried = `\ntry ${tryBlock.getText(source)}`;
    return [
      '',
      contents(tryBlock),
      contents(tryBlock) + contents(finallyBlock),
      contents(catchClause?.block),
      ...(catchClause && finallyBlock
        ? [`${tried} ${catchClause.getText(source)}`, `${tried} finally ${finallyBlock.getText(source)}`]
        : []),
    ];
  }
  if (ts.isIterationStatement(node, true)) return ['', contents(node.statement)];
  if (ts.isSwitchStatement(node)) {
    return ['', ...node.caseBlock.clauses.map((clause) => clause.statements.map(contents).join(''))];
  }
  if (ts.isCaseOrDefaultClause(node) || ts.isClassElement(node)) return [''];
  if (ts.isBlock(node))
    return ts.isBlock(node.parent) || ts.isCaseOrDefaultClause(node.parent) ? ['', contents(node)] : [];
  if (ts.isImportSpecifier(node)) return [];
  if (ts.isStatement(node)) return [''];
  if (ts.isBinaryExpression(node)) return [textOf(node.left), textOf(node.right)];
  if (ts.isConditionalExpression(node)) return [textOf(node.whenTrue), textOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node)) return [textOf(node.expression)];
  if (ts.isPrefixUnaryExpression(node)) return [textOf(node.operand)];
  if (ts.isVoidExpression(node)) return [textOf(node.expression)];
  if (ts.isCallExpression(node)) {
    const { expression } = node;
    // Without `Promise.all` around it, an array of promises is no program that anybody writes.
    const results = node.arguments.filter((argument) => !ts.isArrayLiteralExpression(argument)).map(textOf);
    // `promise.then(f)` to `promise`, and `(async () => { … })()` to a condition or a call in it.
    if (ts.isPropertyAccessExpression(expression) && ts.isCallExpression(expression.expression)) {
      results.push(textOf(expression.expression));
    }
    return results;
  }
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.length < 2 ? [] : node.elements.map((element) => ` [${element.getText(source)}]`);
  }
  return [];
}
