import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import * as syntax from '../syntax.ts';

/** A function with a body and what its text tells of it, or another name that an import or export gives to one. */
export interface IndexedFunction {
  /** Undefined for another name. */
  readonly fn: syntax.FunctionLike | undefined;
  /** What calls can name it by: its own name, and that of the variable or member that holds it. */
  readonly names: readonly string[];
  /** The function that it is written in. */
  readonly outer: syntax.FunctionLike | undefined;
  /** What is called in it, and not in the functions inside it, by the last names of the callees. */
  readonly calls: ReadonlyMap<string, readonly ts.CallExpression[]>;
  /** The names in `calls`, as often as they are called: cheaper to ask, since most functions need no map. */
  readonly calledNames: readonly string[];
  /** Of another name: the name that it stands for. */
  readonly original: string | undefined;
  readonly constructions: readonly ts.NewExpression[];
  /** It has a `throw` or a loop of its own, or a function that is called where it is written. */
  readonly mayStay: boolean;
}

type Call = ts.CallExpression | ts.NewExpression;

/** What code calls and constructs itself, the functions inside it left out. */
interface Run {
  /** The calls of what has a name, and these names, one for one. */
  readonly called: readonly ts.CallExpression[];
  readonly calledNames: readonly string[];
  readonly constructions: readonly ts.NewExpression[];
}

interface FileIndex {
  readonly functions: readonly IndexedFunction[];
  /** Its functions, and the code that is in none. */
  readonly runs: readonly Run[];
  /** Calls of what has no name, in any function: `make()()`. */
  readonly nameless: readonly ts.CallExpression[];
  /** Statements with `try`, in any function. */
  readonly tries: readonly ts.TryStatement[];
  /** What is assigned to, in any function. */
  readonly assigned: readonly ts.Node[];
  /** Properties with what they are given by its name: a variable, or the function that is called. */
  readonly held: readonly GivenName[];
  /** What may be another name of a function: variables, parameters, fields and properties that are given one by its name. */
  readonly given: readonly GivenName[];
}

/** A name, and that of what it is given: `{ work: eraseFolder }`, `{ work: made(eraseFolder) }`, `run = query`. */
export type GivenName = readonly [name: string, given: string];

/** The functions of a source file, by syntax alone: one walk, which the next program with the same file need not repeat. */
export function functionsIn(file: ts.SourceFile): readonly IndexedFunction[] {
  return indexOf(file).functions;
}

/** What the functions of a file call and are called by, by names. */
interface NamesInFile {
  /** The functions that call something of a name themselves. */
  readonly callers: ReadonlyMap<string, readonly IndexedFunction[]>;
  /** Other names that imports and exports give to one. */
  readonly aliases: readonly (readonly [original: string, alias: string])[];
}

/** The functions of some files in one file, by a name that they call. */
export interface Callers {
  readonly file: ts.SourceFile;
  readonly functions: readonly IndexedFunction[];
}

/** Who calls what in a program, by names. */
export interface CallIndex {
  readonly callersOf: (name: string) => readonly Callers[];
  /** A name, and those that imports and exports give to the same. */
  readonly withAliases: (names: Iterable<string>) => ReadonlySet<string>;
}

/** Who calls what in the whole program, by names alone. Of a file that did not change, nothing is looked at again. */
export const callIndexOf = memo((program: ts.Program): CallIndex => {
  const callers = new Map<string, Callers[]>();
  const aliases = new Map<string, string[]>();
  for (const file of program.getSourceFiles()) {
    const found = namesIn(file);
    for (const [name, functions] of found.callers) addTo(callers, name, { file, functions });
    for (const [name, alias] of found.aliases) addTo(aliases, name, alias);
  }
  return {
    callersOf: (name) => callers.get(name) ?? none,
    withAliases: (names) => {
      const all = new Set(names);
      // The set grows while it is gone through.
      for (const name of all) aliases.get(name)?.forEach((alias) => all.add(alias));
      return all;
    },
  };
});

const namesIn = memo((file: ts.SourceFile): NamesInFile => {
  const callers = new Map<string, IndexedFunction[]>();
  const aliases: [string, string][] = [];
  for (const each of functionsIn(file)) {
    if (each.original !== undefined) for (const alias of each.names) aliases.push([each.original, alias]);
    for (const name of new Set(each.calledNames)) addTo(callers, name, each);
  }
  return { callers, aliases };
});

/** The calls and constructions of a file whose last name is wanted, by syntax alone. */
export function callsIn(file: ts.SourceFile, isWanted: (name: string) => boolean): readonly Call[] {
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
export function allCallsIn(file: ts.SourceFile): readonly Call[] {
  const { runs, nameless } = indexOf(file);
  const found: Call[] = [...nameless];
  for (const { called, constructions } of runs) {
    for (const call of called) found.push(call);
    for (const construction of constructions) found.push(construction);
  }
  return found;
}

function byName(calls: readonly ts.CallExpression[]): Map<string, ts.CallExpression[]> {
  const named = new Map<string, ts.CallExpression[]>();
  for (const call of calls) addTo(named, calledName(call) ?? '', call);
  return named;
}

/**
 * What the code of a file assigns to, declarations left out: the left sides of assignments, what `for … of` and `for … in`
 * set, and the operands of unary operators other than `!`. By syntax alone, in no particular order.
 */
export function assignedIn(file: ts.SourceFile): readonly ts.Node[] {
  return indexOf(file).assigned;
}

/** The `try` statements of a file, by syntax alone. */
export function triesIn(file: ts.SourceFile): readonly ts.TryStatement[] {
  return indexOf(file).tries;
}

/** The properties of a file that are given what has a name of its own, by syntax alone. */
export function heldNamesIn(file: ts.SourceFile): readonly GivenName[] {
  return indexOf(file).held;
}

/**
 * Variables, parameters, fields and properties of a file with the names that they are given as they are, or in the place of
 * something that is missing, by syntax alone: `run = deps.run ?? query`.
 */
export function givenNamesIn(file: ts.SourceFile): readonly GivenName[] {
  return indexOf(file).given;
}

/** Declarations have neither bodies nor calls. */
const indexOf = memo((file: ts.SourceFile): FileIndex =>
  file.isDeclarationFile ? emptyIndex : new Indexer().index(file),
);

/** The last name of a callee: `close` in `this.client.close()`. */
export function calledName(call: Call): string | undefined {
  const callee = syntax.withoutAssertions(call.expression);
  if (syntax.isIdentifier(callee)) return callee.text;
  return syntax.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
}

const none: readonly never[] = [];

/** A function, or the code of a file that is in none, which is filled while it is walked through. */
class OwnCode implements IndexedFunction, Run {
  readonly fn: syntax.FunctionLike | undefined;
  readonly outer: syntax.FunctionLike | undefined;
  readonly names: readonly string[];
  readonly original = undefined;
  mayStay = false;
  // Most functions call nothing, and construct nothing.
  #called: ts.CallExpression[] | undefined;
  #calledNames: string[] | undefined;
  #constructions: ts.NewExpression[] | undefined;
  #byName: IndexedFunction['calls'] | undefined;

  constructor(fn: syntax.FunctionLike | undefined, outer: syntax.FunctionLike | undefined) {
    this.fn = fn;
    this.outer = outer;
    this.names = fn ? namesOf(fn) : none;
  }

  get called(): readonly ts.CallExpression[] {
    return this.#called ?? none;
  }

  get calledNames(): readonly string[] {
    return this.#calledNames ?? none;
  }

  get constructions(): readonly ts.NewExpression[] {
    return this.#constructions ?? none;
  }

  get calls(): IndexedFunction['calls'] {
    return (this.#byName ??= byName(this.called));
  }

  addCall(name: string, call: ts.CallExpression): void {
    (this.#called ??= []).push(call);
    (this.#calledNames ??= []).push(name);
  }

  addConstruction(construction: ts.NewExpression): void {
    (this.#constructions ??= []).push(construction);
  }
}

type ExpressionHolder = ts.PropertyAccessExpression | ts.ExpressionStatement | ts.AwaitExpression;
type Unary = ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;

const noCalls: IndexedFunction['calls'] = new Map();
const emptyIndex: FileIndex = {
  functions: none,
  runs: none,
  nameless: none,
  tries: none,
  assigned: none,
  held: none,
  given: none,
};

class Indexer {
  readonly #functions: IndexedFunction[] = [];
  readonly #runs: Run[] = [];
  readonly #nameless: ts.CallExpression[] = [];
  readonly #tries: ts.TryStatement[] = [];
  readonly #assigned: ts.Node[] = [];
  readonly #held: GivenName[] = [];
  readonly #given: GivenName[] = [];
  #current = new OwnCode(undefined, undefined);

  index(file: ts.SourceFile): FileIndex {
    this.#runs.push(this.#current);
    syntax.forEachChild(file, this.#visit);
    return {
      functions: this.#functions,
      runs: this.#runs,
      nameless: this.#nameless,
      tries: this.#tries,
      assigned: this.#assigned,
      held: this.#held,
      given: this.#given,
    };
  }

  /**
   * The commonest kinds are taken apart here, and first: the compiler's own walk also looks at each of their names, types
   * and tokens, and to look at a node is most of what the walk costs.
   */
  readonly #visit = (node: ts.Node): void => {
    const { kind } = node;
    if (kind <= syntax.SyntaxKind.LastToken || isType(kind)) return;
    switch (kind) {
      case syntax.SyntaxKind.PropertyAccessExpression:
      case syntax.SyntaxKind.ExpressionStatement:
      case syntax.SyntaxKind.AwaitExpression:
      case syntax.SyntaxKind.ParenthesizedExpression:
      case syntax.SyntaxKind.AsExpression:
      case syntax.SyntaxKind.NonNullExpression:
        this.#visit((node as ExpressionHolder).expression);
        return;
      case syntax.SyntaxKind.CallExpression:
        this.#call(node as ts.CallExpression);
        this.#visit((node as ts.CallExpression).expression);
        this.#visitAll((node as ts.CallExpression).arguments);
        return;
      case syntax.SyntaxKind.BinaryExpression:
        this.#binary(node as ts.BinaryExpression);
        return;
      case syntax.SyntaxKind.Block:
        this.#visitAll((node as ts.Block).statements);
        return;
      case syntax.SyntaxKind.VariableStatement:
        this.#visitAll((node as ts.VariableStatement).declarationList.declarations);
        return;
      case syntax.SyntaxKind.VariableDeclarationList:
        this.#visitAll((node as ts.VariableDeclarationList).declarations);
        return;
      case syntax.SyntaxKind.VariableDeclaration:
        this.#taken((node as ts.VariableDeclaration).name);
        this.#gives((node as ts.VariableDeclaration).name, (node as ts.VariableDeclaration).initializer);
        this.#visit((node as ts.VariableDeclaration).name);
        this.#visitMaybe((node as ts.VariableDeclaration).initializer);
        return;
      case syntax.SyntaxKind.PropertyDeclaration:
        this.#gives((node as ts.PropertyDeclaration).name, (node as ts.PropertyDeclaration).initializer);
        break;
      case syntax.SyntaxKind.ShorthandPropertyAssignment:
        this.#gives((node as ts.ShorthandPropertyAssignment).name, (node as ts.ShorthandPropertyAssignment).name);
        break;
      case syntax.SyntaxKind.BindingElement:
        this.#gives((node as ts.BindingElement).name, (node as ts.BindingElement).initializer);
        break;
      case syntax.SyntaxKind.ReturnStatement:
        this.#visitMaybe((node as ts.ReturnStatement).expression);
        return;
      case syntax.SyntaxKind.PropertyAssignment:
        this.#holds(node as ts.PropertyAssignment);
        this.#gives((node as ts.PropertyAssignment).name, (node as ts.PropertyAssignment).initializer);
        this.#visit((node as ts.PropertyAssignment).name);
        this.#visit((node as ts.PropertyAssignment).initializer);
        return;
      case syntax.SyntaxKind.ArrowFunction:
      case syntax.SyntaxKind.FunctionDeclaration:
      case syntax.SyntaxKind.FunctionExpression:
      case syntax.SyntaxKind.MethodDeclaration:
      case syntax.SyntaxKind.Constructor:
      case syntax.SyntaxKind.GetAccessor:
      case syntax.SyntaxKind.SetAccessor:
        this.#function(node as syntax.FunctionLike);
        return;
      case syntax.SyntaxKind.IfStatement:
        this.#visit((node as ts.IfStatement).expression);
        this.#visit((node as ts.IfStatement).thenStatement);
        this.#visitMaybe((node as ts.IfStatement).elseStatement);
        return;
      case syntax.SyntaxKind.ObjectLiteralExpression:
        this.#visitAll((node as ts.ObjectLiteralExpression).properties);
        return;
      case syntax.SyntaxKind.ArrayLiteralExpression:
        this.#visitAll((node as ts.ArrayLiteralExpression).elements);
        return;
      case syntax.SyntaxKind.TemplateExpression:
        for (const { expression } of (node as ts.TemplateExpression).templateSpans) this.#visit(expression);
        return;
      case syntax.SyntaxKind.ConditionalExpression:
        this.#visit((node as ts.ConditionalExpression).condition);
        this.#visit((node as ts.ConditionalExpression).whenTrue);
        this.#visit((node as ts.ConditionalExpression).whenFalse);
        return;
      case syntax.SyntaxKind.NewExpression:
        this.#current.addConstruction(node as ts.NewExpression);
        this.#visit((node as ts.NewExpression).expression);
        this.#visitAll((node as ts.NewExpression).arguments);
        return;
      case syntax.SyntaxKind.ImportDeclaration:
        this.#imports(node as ts.ImportDeclaration);
        return;
      case syntax.SyntaxKind.ImportEqualsDeclaration:
        this.#importEquals(node as ts.ImportEqualsDeclaration);
        return;
      case syntax.SyntaxKind.ExportSpecifier:
        this.#alias((node as ts.ExportSpecifier).name.text, (node as ts.ExportSpecifier).propertyName?.text);
        return;
      case syntax.SyntaxKind.ExportAssignment: {
        const value = syntax.withoutAssertions((node as ts.ExportAssignment).expression);
        if (syntax.isIdentifier(value)) this.#alias('default', value.text);
        break;
      }
      case syntax.SyntaxKind.PrefixUnaryExpression:
      case syntax.SyntaxKind.PostfixUnaryExpression:
        if ((node as Unary).operator !== syntax.SyntaxKind.ExclamationToken)
          this.#assigned.push((node as Unary).operand);
        this.#visit((node as Unary).operand);
        return;
      case syntax.SyntaxKind.ForOfStatement:
      case syntax.SyntaxKind.ForInStatement: {
        const { initializer } = node as ts.ForInOrOfStatement;
        if (!syntax.isVariableDeclarationList(initializer)) this.#assigned.push(initializer);
        break;
      }
      case syntax.SyntaxKind.TryStatement:
        this.#tries.push(node as ts.TryStatement);
        break;
      case syntax.SyntaxKind.ThrowStatement:
      case syntax.SyntaxKind.WhileStatement:
      case syntax.SyntaxKind.DoStatement:
      case syntax.SyntaxKind.ForStatement:
        this.#current.mayStay = true;
        break;
      default:
        break;
    }
    syntax.forEachChild(node, this.#visit);
  };

  #holds({ name, initializer }: ts.PropertyAssignment): void {
    if (!syntax.isIdentifier(name)) return;
    const value = syntax.withoutAssertions(initializer);
    const original = syntax.isIdentifier(value)
      ? value.text
      : syntax.isCallExpression(value)
        ? calledName(value)
        : undefined;
    if (original !== undefined && original !== name.text) this.#held.push([name.text, original]);
  }

  /** `run = query`, `run = deps.run ?? query`, `run = sdk.query` */
  #gives(name: ts.Node | undefined, value: ts.Expression | undefined): void {
    if (!name || !value || !syntax.isMemberName(name)) return;
    const given = syntax.withoutAssertions(value);
    if (syntax.isIdentifier(given)) this.#given.push([name.text, given.text]);
    else if (syntax.isPropertyAccessExpression(given)) this.#given.push([name.text, given.name.text]);
    else if (syntax.isBinaryExpression(given) && syntax.isFallback(given)) this.#gives(name, given.right);
    else if (syntax.isConditionalExpression(given)) {
      this.#gives(name, given.whenTrue);
      this.#gives(name, given.whenFalse);
    }
  }

  #visitMaybe(node: ts.Node | undefined): void {
    if (node) this.#visit(node);
  }

  #visitAll(nodes: readonly ts.Node[] | undefined): void {
    if (nodes) for (const node of nodes) this.#visit(node);
  }

  #function(fn: syntax.FunctionLike): void {
    if (!fn.body) return;
    const around = this.#current;
    const own = new OwnCode(fn, around.fn);
    this.#current = own;
    // Decorators, and a name that is worked out.
    this.#visitAll(fn.modifiers);
    this.#visitMaybe(fn.name);
    for (const { modifiers, name, initializer } of fn.parameters) {
      this.#visitAll(modifiers);
      this.#gives(name, initializer);
      this.#visit(name);
      this.#visitMaybe(initializer);
    }
    this.#visit(fn.body);
    this.#current = around;
    this.#functions.push(own);
    this.#runs.push(own);
  }

  #call(call: ts.CallExpression): void {
    const name = calledName(call);
    if (name !== undefined) {
      this.#current.addCall(name, call);
      return;
    }
    this.#nameless.push(call);
    // `(() => { … })()`
    this.#current.mayStay ||= syntax.isFunctionLike(syntax.withoutAssertions(call.expression));
  }

  #imports({ importClause }: ts.ImportDeclaration): void {
    if (importClause?.name) this.#alias(importClause.name.text, 'default');
    const bindings = importClause?.namedBindings;
    if (bindings && syntax.isNamedImports(bindings))
      for (const { name, propertyName } of bindings.elements) this.#alias(name.text, propertyName?.text);
    // What is called by that name is what the module assigns to `export =`.
    else if (bindings) this.#alias(bindings.name.text, 'default');
  }

  /** `const { shell: run } = tools;` */
  #taken(name: ts.BindingName): void {
    if (!syntax.isObjectBindingPattern(name)) return;
    for (const { name: own, propertyName } of name.elements)
      if (propertyName && syntax.isIdentifier(own) && syntax.isIdentifier(propertyName))
        this.#alias(own.text, propertyName.text);
  }

  /** `import a = require('./a.cjs')`, `import a = Outer.b`. */
  #importEquals({ name, moduleReference }: ts.ImportEqualsDeclaration): void {
    if (syntax.isExternalModuleReference(moduleReference)) this.#alias(name.text, 'default');
    else
      this.#alias(name.text, syntax.isIdentifier(moduleReference) ? moduleReference.text : moduleReference.right.text);
  }

  /** Goes down the left sides without a call for each, as {@link syntax.walk} does. */
  #binary(outermost: ts.BinaryExpression): void {
    let node = outermost;
    for (; ; node = node.left) {
      const { kind } = node.operatorToken;
      if (kind >= syntax.SyntaxKind.FirstAssignment && kind <= syntax.SyntaxKind.LastAssignment) {
        this.#assigned.push(node.left);
        if (kind === syntax.SyntaxKind.EqualsToken) this.#gives(syntax.lastNameOf(node.left), node.right);
        if (kind === syntax.SyntaxKind.EqualsToken && node.flags & syntax.NodeFlags.JavaScriptFile)
          this.#commonJsExport(node);
      }
      if (!syntax.isBinaryExpression(node.left)) break;
    }
    this.#visit(node.left);
    for (; node !== outermost; node = node.parent as ts.BinaryExpression) this.#visit(node.right);
    this.#visit(outermost.right);
  }

  /** `module.exports = a`, `exports.b = a`. */
  #commonJsExport({ left, right }: ts.BinaryExpression): void {
    if (!syntax.isPropertyAccessExpression(left) || !syntax.isIdentifier(right)) return;
    const { expression: holder, name } = left;
    if (syntax.isIdentifier(holder) && holder.text === 'module' && name.text === 'exports')
      this.#alias('default', right.text);
    const exported = syntax.isPropertyAccessExpression(holder) ? holder.name : holder;
    if (syntax.isIdentifier(exported) && exported.text === 'exports') this.#alias(name.text, right.text);
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

function isType(kind: ts.SyntaxKind): boolean {
  return (
    (kind >= syntax.SyntaxKind.FirstTypeNode && kind <= syntax.SyntaxKind.LastTypeNode) ||
    kind === syntax.SyntaxKind.InterfaceDeclaration ||
    kind === syntax.SyntaxKind.TypeAliasDeclaration
  );
}

function namesOf(fn: syntax.FunctionLike): string[] {
  const names: string[] = [];
  const add = (name: ts.Node | undefined): void => {
    if (name && (syntax.isMemberName(name) || syntax.isStringLiteralLike(name))) names.push(name.text);
    else if (name && syntax.isComputedPropertyName(name)) add(name.expression);
  };
  if (syntax.isConstructorDeclaration(fn) || syntax.isGetAccessor(fn) || syntax.isSetAccessor(fn)) return names;
  add(fn.name);
  if (syntax.isFunctionDeclaration(fn) && fn.modifiers?.some(({ kind }) => kind === syntax.SyntaxKind.DefaultKeyword))
    names.push('default');
  if (syntax.isFunctionValue(fn)) {
    const holder = syntax.parentOf(fn);
    if (
      syntax.isVariableDeclaration(holder) ||
      syntax.isPropertyDeclaration(holder) ||
      syntax.isPropertyAssignment(holder)
    )
      add(holder.name);
    else if (syntax.isExportAssignment(holder)) names.push('default');
  }
  return names;
}
