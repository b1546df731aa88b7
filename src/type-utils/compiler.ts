import type tsModule from 'typescript';
import { originOfCallee, originsOfType, type CalleeOrigin, type Origin } from './origin.ts';
import { hasModifier, isFunctionLike, withoutAssertions, type FunctionLike } from './syntax.ts';
import { ts } from './typescript.ts';

/** A function with a body that a call runs. */
export interface ResolvedFunction {
  readonly fn: FunctionLike;
  /** Called on `this` or `super`, so that it sees the caller's fields. */
  readonly sharesThis: boolean;
}

const compilers = new WeakMap<tsModule.Program, Compiler>();

/** The answers of the type checker, asked lazily and remembered for a program. The checker itself stays behind this door. */
export function compilerOf(program: tsModule.Program): Compiler {
  let compiler = compilers.get(program);
  if (!compiler) compilers.set(program, (compiler = new Compiler(program)));
  return compiler;
}

export class Compiler {
  readonly #program: tsModule.Program;
  #checkerInUse: tsModule.TypeChecker | undefined;
  #extended: ReadonlySet<string> | undefined;

  constructor(program: tsModule.Program) {
    this.#program = program;
  }

  /** Created when the first question comes: that alone takes the better part of a second in a large program. */
  get #checker(): tsModule.TypeChecker {
    return (this.#checkerInUse ??= this.#program.getTypeChecker());
  }

  /** Binds all files: until then the nodes of a file that no parser has touched do not know their parents. */
  bind(): void {
    this.#checkerInUse ??= this.#program.getTypeChecker();
  }

  /** The classes, interfaces and aliases that an expression's type comes from, nearest first. */
  originsOf(expression: tsModule.Node): readonly Origin[] {
    return originsOfType(this.#checker.getTypeAtLocation(expression), this.#checker);
  }

  /** What a call or `new` is of. */
  calleeOrigin(call: tsModule.CallExpression | tsModule.NewExpression): CalleeOrigin | undefined {
    return originOfCallee(call, this.#checker);
  }

  /** The names of the members, `constructor` included, that a class of the program and its bases in the program declare. */
  ownMembersOf(expression: tsModule.Node): readonly string[] {
    const names: string[] = [];
    let type: tsModule.Type | undefined = this.#instanceType(expression);
    while (type) {
      // A type without a name has no symbol, whatever the declaration says.
      const symbol = type.symbol as tsModule.Symbol | undefined;
      const declaration: tsModule.Declaration | undefined = symbol?.valueDeclaration;
      if (!declaration || !ts.isClassLike(declaration) || declaration.getSourceFile().isDeclarationFile) break;
      for (const member of declaration.members) {
        if (ts.isConstructorDeclaration(member)) names.push('constructor');
        else if (member.name && ts.isIdentifier(member.name)) names.push(member.name.text);
      }
      [type] = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    }
    return names;
  }

  /** Whether a value is an instance of one class, and not of an intersection with others, as a mixin makes it. */
  isPlainInstance(expression: tsModule.Node): boolean {
    return !this.#instanceType(expression).isIntersection();
  }

  #instanceType(expression: tsModule.Node): tsModule.Type {
    return this.#checker.getNonNullableType(this.#checker.getTypeAtLocation(expression));
  }

  /** The function that a call runs, when its body is in the program and no subclass can have replaced it. */
  functionCalledBy(call: tsModule.CallExpression): ResolvedFunction | undefined {
    const callee = withoutAssertions(call.expression);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (!ts.isIdentifier(name) && !ts.isPrivateIdentifier(name)) return undefined;
    const declaration = this.#valueOf(name);
    const fn = declaration && functionIn(declaration);
    if (!fn?.body) return undefined;
    if (ts.isMethodDeclaration(fn) && this.#isVirtual(fn)) return undefined;
    const receiver = ts.isPropertyAccessExpression(callee) ? callee.expression.kind : undefined;
    return { fn, sharesThis: receiver === ts.SyntaxKind.ThisKeyword || receiver === ts.SyntaxKind.SuperKeyword };
  }

  /** Whether the callee is declared to return `never`, as TypeScript's own flow analysis demands it. */
  neverReturns(call: tsModule.CallExpression): boolean {
    const callee = withoutAssertions(call.expression);
    const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
    if (!ts.isIdentifier(name)) return false;
    const symbol = this.#symbolOf(name);
    return symbol?.declarations?.some(declaresNever) ?? false;
  }

  /** Whether the cases of a `switch` without `default` cover everything its discriminant can be. */
  isExhaustive(node: tsModule.SwitchStatement): boolean {
    const checker = this.#checker;
    const type = checker.getTypeAtLocation(node.expression);
    const parts = type.isUnion() ? type.types : [type];
    const isUnit = (part: tsModule.Type): boolean => (part.flags & ts.TypeFlags.Unit) !== 0;
    if (!parts.every(isUnit)) return false;
    const cases = node.caseBlock.clauses
      .filter(ts.isCaseClause)
      .map((clause) => checker.getTypeAtLocation(clause.expression));
    return parts.every((part) => cases.some((covered) => isUnit(covered) && checker.isTypeAssignableTo(part, covered)));
  }

  #symbolOf(name: tsModule.Node): tsModule.Symbol | undefined {
    const symbol = this.#checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #valueOf(name: tsModule.Node): tsModule.Declaration | undefined {
    const symbol = this.#symbolOf(name);
    const bodies = symbol?.declarations?.filter((d) => !isFunctionLike(d) || d.body);
    return bodies?.length === 1 ? bodies[0] : symbol?.valueDeclaration;
  }

  #isVirtual(method: tsModule.MethodDeclaration): boolean {
    if (!ts.isClassLike(method.parent)) return false;
    if (
      ts.isPrivateIdentifier(method.name) ||
      hasModifier(method, ts.SyntaxKind.PrivateKeyword) ||
      hasModifier(method, ts.SyntaxKind.StaticKeyword)
    )
      return false;
    const name = method.parent.name?.text;
    return name !== undefined && this.#extendedNames.has(name);
  }

  /** The names after `extends` anywhere in the program's own sources: a cheap way to know which classes have no subclass. */
  get #extendedNames(): ReadonlySet<string> {
    if (this.#extended) return this.#extended;
    const names = new Set<string>();
    for (const file of this.#program.getSourceFiles()) {
      if (file.isDeclarationFile) continue;
      for (const [, name = ''] of file.text.matchAll(/\bextends\s+(?:[\w$]+\.)*([\w$]+)/g)) names.add(name);
    }
    return (this.#extended = names);
  }
}

function functionIn(declaration: tsModule.Declaration): FunctionLike | undefined {
  if (declaration.getSourceFile().isDeclarationFile) return undefined;
  if (isFunctionLike(declaration))
    return ts.isGetAccessor(declaration) || ts.isSetAccessor(declaration) ? undefined : declaration;
  const isConstant =
    (ts.isVariableDeclaration(declaration) &&
      ts.isVariableDeclarationList(declaration.parent) &&
      (declaration.parent.flags & ts.NodeFlags.Const) !== 0) ||
    (ts.isPropertyDeclaration(declaration) && hasModifier(declaration, ts.SyntaxKind.ReadonlyKeyword)) ||
    ts.isPropertyAssignment(declaration);
  if (!isConstant || !declaration.initializer) return undefined;
  const value = withoutAssertions(declaration.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function declaresNever(declaration: tsModule.Declaration): boolean {
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
