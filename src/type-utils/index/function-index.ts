import type tsModule from 'typescript';
import {
  forEachChild,
  type FunctionLike,
  isArrowFunction,
  isComputedPropertyName,
  isConstructorDeclaration,
  isExportAssignment,
  isExternalModuleReference,
  isFunctionDeclaration,
  isFunctionExpression,
  isFunctionLike,
  isGetAccessor,
  isIdentifier,
  isNamedImports,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isSetAccessor,
  isStringLiteralLike,
  isVariableDeclaration,
  isVariableDeclarationList,
  NodeFlags,
  parentOf,
  SyntaxKind,
  withoutAssertions,
} from '../syntax.ts';

/** A function with a body and what its text tells of it, or another name that an import or export gives to one. */
export interface IndexedFunction {
  /** Undefined for another name. */
  readonly fn: FunctionLike | undefined;
  /** What calls can name it by: its own name, and that of the variable or member that holds it. */
  readonly names: readonly string[];
  /** The function that it is written in. */
  readonly outer: FunctionLike | undefined;
  /** What is called in it, and not in the functions inside it, by the last names of the callees. */
  readonly calls: ReadonlyMap<string, readonly tsModule.CallExpression[]>;
  /** The names in `calls`, as often as they are called: cheaper to ask, since most functions need no map. */
  readonly calledNames: readonly string[];
  /** Of another name: the name that it stands for. */
  readonly original: string | undefined;
  readonly constructions: readonly tsModule.NewExpression[];
  /** It has a `throw` or a loop of its own, or a function that is called where it is written. */
  readonly mayStay: boolean;
}

type Call = tsModule.CallExpression | tsModule.NewExpression;

/** What code calls and constructs itself, the functions inside it left out. */
interface Run {
  /** The calls of what has a name, and these names, one for one. */
  readonly called: readonly tsModule.CallExpression[];
  readonly calledNames: readonly string[];
  readonly constructions: readonly tsModule.NewExpression[];
}

interface FileIndex {
  readonly functions: readonly IndexedFunction[];
  /** Its functions, and the code that is in none. */
  readonly runs: readonly Run[];
  /** Calls of what has no name, in any function: `make()()`. */
  readonly nameless: readonly tsModule.CallExpression[];
  /** What is assigned to, in any function. */
  readonly assigned: readonly tsModule.Node[];
}

const indexes = new WeakMap<tsModule.SourceFile, FileIndex>();

/** The functions of a source file, by syntax alone: one walk, which the next program with the same file need not repeat. */
export function functionsIn(file: tsModule.SourceFile): readonly IndexedFunction[] {
  return indexOf(file).functions;
}

/** The calls and constructions of a file whose last name is wanted, by syntax alone. */
export function callsIn(file: tsModule.SourceFile, isWanted: (name: string) => boolean): readonly Call[] {
  const found: Call[] = [];
  for (const { called, calledNames, constructions } of indexOf(file).runs) {
    const wanted = called.filter((_, at) => isWanted(calledNames[at] ?? ''));
    // Those of one name stand together.
    if (wanted.length > 1) for (const calls of byName(wanted).values()) found.push(...calls);
    else found.push(...wanted);
    for (const each of constructions) {
      const name = calledName(each);
      if (name !== undefined && isWanted(name)) found.push(each);
    }
  }
  return found;
}

/** All calls and constructions of a file, by syntax alone, in no particular order. */
export function allCallsIn(file: tsModule.SourceFile): readonly Call[] {
  const { runs, nameless } = indexOf(file);
  const found: Call[] = [...nameless];
  for (const { called, constructions } of runs) {
    for (const call of called) found.push(call);
    for (const construction of constructions) found.push(construction);
  }
  return found;
}

function byName(calls: readonly tsModule.CallExpression[]): Map<string, tsModule.CallExpression[]> {
  const named = new Map<string, tsModule.CallExpression[]>();
  for (const call of calls) {
    const name = calledName(call) ?? '';
    const known = named.get(name);
    if (known) known.push(call);
    else named.set(name, [call]);
  }
  return named;
}

/**
 * What the code of a file assigns to, declarations left out: the left sides of assignments, what `for … of` and `for … in`
 * set, and the operands of unary operators other than `!`. By syntax alone, in no particular order.
 */
export function assignedIn(file: tsModule.SourceFile): readonly tsModule.Node[] {
  return indexOf(file).assigned;
}

function indexOf(file: tsModule.SourceFile): FileIndex {
  // Declarations have neither bodies nor calls.
  if (file.isDeclarationFile) return emptyIndex;
  let index = indexes.get(file);
  if (!index) indexes.set(file, (index = new Indexer().index(file)));
  return index;
}

/** The last name of a callee: `close` in `this.client.close()`. */
export function calledName(call: Call): string | undefined {
  const callee = withoutAssertions(call.expression);
  if (isIdentifier(callee)) return callee.text;
  return isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

const none: readonly never[] = [];

/** A function, or the code of a file that is in none, which is filled while it is walked through. */
class OwnCode implements IndexedFunction, Run {
  readonly fn: FunctionLike | undefined;
  readonly outer: FunctionLike | undefined;
  readonly names: readonly string[];
  readonly original = undefined;
  mayStay = false;
  // Most functions call nothing, and construct nothing.
  #called: tsModule.CallExpression[] | undefined;
  #calledNames: string[] | undefined;
  #constructions: tsModule.NewExpression[] | undefined;
  #byName: IndexedFunction['calls'] | undefined;

  constructor(fn: FunctionLike | undefined, outer: FunctionLike | undefined) {
    this.fn = fn;
    this.outer = outer;
    this.names = fn ? namesOf(fn) : none;
  }

  get called(): readonly tsModule.CallExpression[] {
    return this.#called ?? none;
  }

  get calledNames(): readonly string[] {
    return this.#calledNames ?? none;
  }

  get constructions(): readonly tsModule.NewExpression[] {
    return this.#constructions ?? none;
  }

  get calls(): IndexedFunction['calls'] {
    return (this.#byName ??= byName(this.called));
  }

  addCall(name: string, call: tsModule.CallExpression): void {
    (this.#called ??= []).push(call);
    (this.#calledNames ??= []).push(name);
  }

  addConstruction(construction: tsModule.NewExpression): void {
    (this.#constructions ??= []).push(construction);
  }
}

type ExpressionHolder = tsModule.PropertyAccessExpression | tsModule.ExpressionStatement | tsModule.AwaitExpression;
type Unary = tsModule.PrefixUnaryExpression | tsModule.PostfixUnaryExpression;

const noCalls: IndexedFunction['calls'] = new Map();
const emptyIndex: FileIndex = { functions: none, runs: none, nameless: none, assigned: none };

class Indexer {
  readonly #functions: IndexedFunction[] = [];
  readonly #runs: Run[] = [];
  readonly #nameless: tsModule.CallExpression[] = [];
  readonly #assigned: tsModule.Node[] = [];
  #current = new OwnCode(undefined, undefined);

  index(file: tsModule.SourceFile): FileIndex {
    this.#runs.push(this.#current);
    forEachChild(file, this.#visit);
    return { functions: this.#functions, runs: this.#runs, nameless: this.#nameless, assigned: this.#assigned };
  }

  /**
   * The commonest kinds are taken apart here, and first: the compiler's own walk also looks at each of their names, types
   * and tokens, and to look at a node is most of what the walk costs.
   */
  readonly #visit = (node: tsModule.Node): void => {
    const { kind } = node;
    if (kind <= SyntaxKind.LastToken || isType(kind)) return;
    switch (kind) {
      case SyntaxKind.PropertyAccessExpression:
      case SyntaxKind.ExpressionStatement:
      case SyntaxKind.AwaitExpression:
      case SyntaxKind.ParenthesizedExpression:
      case SyntaxKind.AsExpression:
      case SyntaxKind.NonNullExpression:
        this.#visit((node as ExpressionHolder).expression);
        return;
      case SyntaxKind.CallExpression:
        this.#call(node as tsModule.CallExpression);
        this.#visit((node as tsModule.CallExpression).expression);
        this.#visitAll((node as tsModule.CallExpression).arguments);
        return;
      case SyntaxKind.BinaryExpression:
        this.#binary(node as tsModule.BinaryExpression);
        return;
      case SyntaxKind.Block:
        this.#visitAll((node as tsModule.Block).statements);
        return;
      case SyntaxKind.VariableStatement:
        this.#visitAll((node as tsModule.VariableStatement).declarationList.declarations);
        return;
      case SyntaxKind.VariableDeclarationList:
        this.#visitAll((node as tsModule.VariableDeclarationList).declarations);
        return;
      case SyntaxKind.VariableDeclaration:
        this.#visit((node as tsModule.VariableDeclaration).name);
        this.#visitMaybe((node as tsModule.VariableDeclaration).initializer);
        return;
      case SyntaxKind.ReturnStatement:
        this.#visitMaybe((node as tsModule.ReturnStatement).expression);
        return;
      case SyntaxKind.PropertyAssignment:
        this.#visit((node as tsModule.PropertyAssignment).name);
        this.#visit((node as tsModule.PropertyAssignment).initializer);
        return;
      case SyntaxKind.ArrowFunction:
      case SyntaxKind.FunctionDeclaration:
      case SyntaxKind.FunctionExpression:
      case SyntaxKind.MethodDeclaration:
      case SyntaxKind.Constructor:
      case SyntaxKind.GetAccessor:
      case SyntaxKind.SetAccessor:
        this.#function(node as FunctionLike);
        return;
      case SyntaxKind.IfStatement:
        this.#visit((node as tsModule.IfStatement).expression);
        this.#visit((node as tsModule.IfStatement).thenStatement);
        this.#visitMaybe((node as tsModule.IfStatement).elseStatement);
        return;
      case SyntaxKind.ObjectLiteralExpression:
        this.#visitAll((node as tsModule.ObjectLiteralExpression).properties);
        return;
      case SyntaxKind.ArrayLiteralExpression:
        this.#visitAll((node as tsModule.ArrayLiteralExpression).elements);
        return;
      case SyntaxKind.TemplateExpression:
        for (const { expression } of (node as tsModule.TemplateExpression).templateSpans) this.#visit(expression);
        return;
      case SyntaxKind.ConditionalExpression:
        this.#visit((node as tsModule.ConditionalExpression).condition);
        this.#visit((node as tsModule.ConditionalExpression).whenTrue);
        this.#visit((node as tsModule.ConditionalExpression).whenFalse);
        return;
      case SyntaxKind.NewExpression:
        this.#current.addConstruction(node as tsModule.NewExpression);
        this.#visit((node as tsModule.NewExpression).expression);
        this.#visitAll((node as tsModule.NewExpression).arguments);
        return;
      case SyntaxKind.ImportDeclaration:
        this.#imports(node as tsModule.ImportDeclaration);
        return;
      case SyntaxKind.ImportEqualsDeclaration:
        this.#importEquals(node as tsModule.ImportEqualsDeclaration);
        return;
      case SyntaxKind.ExportSpecifier:
        this.#alias(
          (node as tsModule.ExportSpecifier).name.text,
          (node as tsModule.ExportSpecifier).propertyName?.text,
        );
        return;
      case SyntaxKind.ExportAssignment: {
        const value = withoutAssertions((node as tsModule.ExportAssignment).expression);
        if (isIdentifier(value)) this.#alias('default', value.text);
        break;
      }
      case SyntaxKind.PrefixUnaryExpression:
      case SyntaxKind.PostfixUnaryExpression:
        if ((node as Unary).operator !== SyntaxKind.ExclamationToken) this.#assigned.push((node as Unary).operand);
        this.#visit((node as Unary).operand);
        return;
      case SyntaxKind.ForOfStatement:
      case SyntaxKind.ForInStatement: {
        const { initializer } = node as tsModule.ForInOrOfStatement;
        if (!isVariableDeclarationList(initializer)) this.#assigned.push(initializer);
        break;
      }
      case SyntaxKind.ThrowStatement:
      case SyntaxKind.WhileStatement:
      case SyntaxKind.DoStatement:
      case SyntaxKind.ForStatement:
        this.#current.mayStay = true;
        break;
      default:
        break;
    }
    forEachChild(node, this.#visit);
  };

  #visitMaybe(node: tsModule.Node | undefined): void {
    if (node) this.#visit(node);
  }

  #visitAll(nodes: readonly tsModule.Node[] | undefined): void {
    if (nodes) for (const node of nodes) this.#visit(node);
  }

  #function(fn: FunctionLike): void {
    if (!fn.body) return;
    const around = this.#current;
    const own = new OwnCode(fn, around.fn);
    this.#current = own;
    // Decorators, and a name that is worked out.
    this.#visitAll(fn.modifiers);
    this.#visitMaybe(fn.name);
    for (const { modifiers, name, initializer } of fn.parameters) {
      this.#visitAll(modifiers);
      this.#visit(name);
      this.#visitMaybe(initializer);
    }
    this.#visit(fn.body);
    this.#current = around;
    this.#functions.push(own);
    this.#runs.push(own);
  }

  #call(call: tsModule.CallExpression): void {
    const name = calledName(call);
    if (name !== undefined) {
      this.#current.addCall(name, call);
      return;
    }
    this.#nameless.push(call);
    // `(() => { … })()`
    this.#current.mayStay ||= isFunctionLike(withoutAssertions(call.expression));
  }

  #imports({ importClause }: tsModule.ImportDeclaration): void {
    if (importClause?.name) this.#alias(importClause.name.text, 'default');
    const bindings = importClause?.namedBindings;
    if (bindings && isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements) this.#alias(name.text, propertyName?.text);
    // What is called by that name is what the module assigns to `export =`.
    else if (bindings) this.#alias(bindings.name.text, 'default');
  }

  /** `import a = require('./a.cjs')`, `import a = Outer.b`. */
  #importEquals({ name, moduleReference }: tsModule.ImportEqualsDeclaration): void {
    if (isExternalModuleReference(moduleReference)) this.#alias(name.text, 'default');
    else this.#alias(name.text, isIdentifier(moduleReference) ? moduleReference.text : moduleReference.right.text);
  }

  #binary(node: tsModule.BinaryExpression): void {
    const { kind } = node.operatorToken;
    if (kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment) {
      this.#assigned.push(node.left);
      if (kind === SyntaxKind.EqualsToken && node.flags & NodeFlags.JavaScriptFile) this.#commonJsExport(node);
    }
    this.#visit(node.left);
    this.#visit(node.right);
  }

  /** `module.exports = a`, `exports.b = a`. */
  #commonJsExport({ left, right }: tsModule.BinaryExpression): void {
    if (!isPropertyAccessExpression(left) || !isIdentifier(right)) return;
    const { expression: holder, name } = left;
    if (isIdentifier(holder) && holder.text === 'module' && name.text === 'exports') this.#alias('default', right.text);
    const exported = isPropertyAccessExpression(holder) ? holder.name : holder;
    if (isIdentifier(exported) && exported.text === 'exports') this.#alias(name.text, right.text);
  }

  #alias(name: string, original: string | undefined): void {
    if (original === undefined || original === name) return;
    this.#functions.push({
      fn: undefined,
      names: [name],
      outer: undefined,
      original,
      calls: noCalls,
      calledNames: none,
      constructions: none,
      mayStay: false,
    });
  }
}

function isType(kind: tsModule.SyntaxKind): boolean {
  return (
    (kind >= SyntaxKind.FirstTypeNode && kind <= SyntaxKind.LastTypeNode) ||
    kind === SyntaxKind.InterfaceDeclaration ||
    kind === SyntaxKind.TypeAliasDeclaration
  );
}

function namesOf(fn: FunctionLike): string[] {
  const names: string[] = [];
  const add = (name: tsModule.Node | undefined): void => {
    if (name && (isIdentifier(name) || isPrivateIdentifier(name) || isStringLiteralLike(name))) names.push(name.text);
    else if (name && isComputedPropertyName(name)) add(name.expression);
  };
  if (isConstructorDeclaration(fn) || isGetAccessor(fn) || isSetAccessor(fn)) return names;
  add(fn.name);
  if (isFunctionDeclaration(fn) && fn.modifiers?.some(({ kind }) => kind === SyntaxKind.DefaultKeyword))
    names.push('default');
  if (isArrowFunction(fn) || isFunctionExpression(fn)) {
    const holder = parentOf(fn);
    if (isVariableDeclaration(holder) || isPropertyDeclaration(holder) || isPropertyAssignment(holder))
      add(holder.name);
    else if (isExportAssignment(holder)) names.push('default');
  }
  return names;
}
