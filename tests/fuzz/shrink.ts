import type { Expression, Identifier, Node, NodeArray, SourceFile, Statement } from 'typescript';
import ts from 'typescript';
import type { Files } from './compile.ts';

interface Edit {
  readonly file: string;
  /** Parts of its text that are replaced, in order. */
  readonly parts: readonly Part[];
}

interface Part {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/**
 * Makes a program smaller while `isInteresting` says yes to it: takes statements away, puts what they hold in their
 * place, keeps one side of what has two, and does without names that stand for others. Never tries more than `attempts`
 * programs.
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
  const tidy = renumbered(new Map([...smallest].map(([name, text]) => [name, printed(name, text)])));
  return (await isInteresting(tidy)) ? tidy : smallest;
}

/** With the indentation that edits have taken away. */
function printed(name: string, text: string): string {
  return ts.createPrinter().printFile(ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true));
}

/** With the numbers of names counted anew, so that small programs that show the same look the same. */
function renumbered(files: Files): Files {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const rename = (name: string, prefix: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    names.set(name, `${prefix}${count}`);
    return `${prefix}${count}`;
  };
  return new Map([...files].map(([file, text]) => [file, text.replace(/\b([a-z]+)\d+\b/g, rename)]));
}

function apply(files: Files, { file, parts }: Edit): Files {
  let text = files.get(file) ?? '';
  for (const { start, end, replacement } of parts.toReversed()) {
    text = text.slice(0, start) + replacement + text.slice(end);
  }
  return new Map(files).set(file, text);
}

/** What could be left out, the most text first. */
function editsOf(files: Files): Edit[] {
  const edits: Edit[] = [];
  for (const [file, text] of files) {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
    visit(source);

    function visit(node: Node): void {
      for (const replacement of replacementsFor(node, source)) {
        edits.push({ file, parts: [{ start: node.getFullStart(), end: node.end, replacement }] });
      }
      const parts = withoutAlias(node, source) ?? withoutParameter(node, source);
      if (parts) edits.push({ file, parts });
      ts.forEachChild(node, visit);
    }
  }
  const gain = ({ parts }: Edit): number =>
    parts.reduce((sum, { start, end, replacement }) => sum + end - start - replacement.length, 0);
  return edits.filter((edit) => gain(edit) > 0).sort((one, other) => gain(other) - gain(one));
}

/** `const a = b;` away, and `b` for `a`. */
function withoutAlias(node: Node, source: SourceFile): Part[] | undefined {
  if (!ts.isVariableStatement(node)) return undefined;
  const [declaration] = node.declarationList.declarations;
  if (!declaration?.initializer || !ts.isIdentifier(declaration.name) || !ts.isIdentifier(declaration.initializer)) {
    return undefined;
  }
  const { text } = declaration.initializer;
  const uses = identifiersIn(source, declaration.name.text).filter((use) => use.parent !== declaration);
  const parts = [{ start: node.getFullStart(), end: node.end, replacement: '' }];
  for (const use of uses) parts.push({ start: use.getStart(source), end: use.end, replacement: text });
  return parts.sort((one, other) => one.start - other.start);
}

/** A parameter away that the function does not use, and what its calls give for it. */
function withoutParameter(node: Node, source: SourceFile): Part[] | undefined {
  if (!ts.isParameter(node) || !ts.isIdentifier(node.name) || identifiersIn(source, node.name.text).length > 1) {
    return undefined;
  }
  const { parent } = node;
  const name = ts.isVariableDeclaration(parent.parent) ? parent.parent.name : parent.name;
  if (!name || !ts.isIdentifier(name)) return undefined;
  const at = parent.parameters.indexOf(node);
  const lists = [parent.parameters, ...identifiersIn(source, name.text).flatMap(callOf)];
  return lists.flatMap((list) => {
    const item = list[at];
    if (!item) return [];
    const next = list[at + 1];
    const start = next || at === 0 ? item.getStart(source) : (list[at - 1]?.end ?? item.pos);
    return [{ start, end: next?.getStart(source) ?? item.end, replacement: '' }];
  });
}

function callOf({ parent }: Identifier): NodeArray<Expression>[] {
  return ts.isCallExpression(parent) ? [parent.arguments] : [];
}

function identifiersIn(source: SourceFile, name: string): Identifier[] {
  const found: Identifier[] = [];
  const visit = (node: Node): void => {
    if (ts.isIdentifier(node) && node.text === name) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
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
  if (ts.isLabeledStatement(node)) return ['', textOf(node.statement)];
  if (ts.isIterationStatement(node, false)) return ['', contents(node.statement)];
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
