import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { compilerOf, declarationOf, syntax } from '../../type-utils/index.ts';
import { isUntypedParameter } from '../values/bindings.ts';
import { anywhere, nodesIn } from '../values/nodes.ts';

/** How many names are looked through to find what `promisify` was given. */
const MAX_DEPTH = 8;

/** A program's own sources that mention `promisify`: without, there is no question to the checker. */
const promisifyingFiles = memo((program: ts.Program): readonly ts.SourceFile[] =>
  program.getSourceFiles().filter((file) => !file.isDeclarationFile && hasText(file, 'promisify')),
);

const hasPromisified = (program: ts.Program): boolean => promisifyingFiles(program).length > 0;

/** A name that holds the result of a call, or what another name holds. */
interface Holder {
  readonly name: string;
  /** Absent: it holds the result of a call that is given a name. */
  readonly source?: string;
}

const holdersIn = memo((file: ts.SourceFile): readonly Holder[] =>
  nodesIn(file, isHolder, anywhere).flatMap((node): Holder[] => {
    const { name } = node;
    if (!syntax.isIdentifier(name) && !syntax.isPrivateIdentifier(name)) return [];
    if (syntax.isShorthandPropertyAssignment(node)) return [{ name: name.text, source: name.text }];
    const value = node.initializer && syntax.withoutAssertions(node.initializer);
    const given = value && syntax.isCallExpression(value) ? value.arguments[0] : undefined;
    if (given) return syntax.isFunctionLike(given) ? [] : [{ name: name.text }];
    const source = value && syntax.lastNameOf(value)?.text;
    return source === undefined ? [] : [{ name: name.text, source }];
  }),
);

/**
 * The names under which the program's own sources may hold what `promisify` makes: a member of another name is none of it.
 * Of other files only those are read whose text has one of the names.
 */
const holdingNames = memo((program: ts.Program): ReadonlySet<string> => {
  const names = new Set(promisifyingFiles(program).flatMap(holdersIn).flatMap(holdsResult));
  const own = program.getSourceFiles().filter(({ isDeclarationFile }) => !isDeclarationFile);
  for (let size = -1; size !== names.size;) {
    size = names.size;
    const known = [...names];
    for (const file of own.filter((each) => known.some((name) => hasText(each, name))))
      for (const { name, source } of holdersIn(file)) if (source !== undefined && names.has(source)) names.add(name);
  }
  return names;
});

/** Kept by the file, which the next program may have as well: in a large one, searching all texts takes longer than the rest. */
const hasText = memo(({ text }: ts.SourceFile, name: string) => text.includes(name));

function holdsResult({ name, source }: Holder): readonly string[] {
  return source === undefined ? [name] : [];
}

/** Whether a member of this name may hold what `promisify` makes. */
export function mayHoldPromisified(name: string, program: ts.Program): boolean {
  return hasPromisified(program) && holdingNames(program).has(name);
}

/**
 * Of `promisify(exec)` of `node:util`, and of a variable, field, property or parameter that holds it, the expression `exec`.
 */
export function promisifiedBy(reference: ts.Expression, program: ts.Program, depth = 0): ts.Expression | undefined {
  if (depth > MAX_DEPTH || !hasPromisified(program)) return undefined;
  const node = syntax.withoutAssertions(reference);
  if (!syntax.isCallExpression(node)) {
    const name = syntax.lastNameOf(node);
    if (name && syntax.isPropertyAccessExpression(node) && !mayHoldPromisified(name.text, program)) return undefined;
    const held = name && heldBy(declarationOf(name, program), program);
    return held && promisifiedBy(held, program, depth + 1);
  }
  const [original] = node.arguments;
  const maker = compilerOf(program).calleeOrigin(node)?.origin;
  if (!original || maker?.package !== 'node:util' || maker.name !== 'promisify') return undefined;
  return promisifiedBy(original, program, depth + 1) ?? unbound(original);
}

/** `exec` of `exec.bind(child)`. */
function unbound(reference: ts.Expression): ts.Expression {
  const node = syntax.withoutAssertions(reference);
  const callee = syntax.isCallExpression(node) ? syntax.withoutAssertions(node.expression) : undefined;
  return callee && syntax.isPropertyAccessExpression(callee) && callee.name.text === 'bind' ? callee.expression : node;
}

/** What a declaration holds by its initializer. */
function heldBy(declaration: ts.Node | undefined, program: ts.Program): ts.Expression | undefined {
  if (declaration && syntax.isBindingElement(declaration))
    return isUntypedParameter(declaration)
      ? undefined
      : heldBy(compilerOf(program).memberTakenBy(declaration), program);
  const holder = declaration && isHolder(declaration) && !syntax.isShorthandPropertyAssignment(declaration);
  return holder && !declaration.getSourceFile().isDeclarationFile ? declaration.initializer : undefined;
}

function isHolder(
  node: ts.Node,
): node is
  | ts.ParameterDeclaration
  | ts.PropertyAssignment
  | ts.PropertyDeclaration
  | ts.ShorthandPropertyAssignment
  | ts.VariableDeclaration {
  return (
    syntax.isVariableDeclaration(node) ||
    syntax.isPropertyDeclaration(node) ||
    syntax.isPropertyAssignment(node) ||
    syntax.isShorthandPropertyAssignment(node) ||
    syntax.isParameter(node)
  );
}
