import type {
  CallExpression,
  Expression,
  IterationStatement,
  LabeledStatement,
  Node,
  SourceFile,
  Statement,
  TransformationContext,
} from 'typescript';
import ts from 'typescript';
import type { Files } from './compile.ts';
import { packageName, watchedOps } from './session-package.ts';

/** A place in a program that the oracle watches. */
export interface Site {
  readonly id: number;
  /** The absolute name of the program's file. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** `op`: a call of a session's operation. `call`: a call of one of the program's own functions. `new`: a session is made. */
  readonly kind: 'op' | 'call' | 'new';
  /** The operation's or the function's name. */
  readonly name: string;
  /** For `new`: outside of every function. */
  readonly isShared: boolean;
  /** For `call`: nothing is done with what it returns, or it is kept for later. */
  readonly isLeft: boolean;
  /** For `call`: the function is written there, and called nowhere else. */
  readonly isImmediate: boolean;
}

export interface Instrumented {
  /** By absolute file name: the body of a CommonJS module that also sees `$call`, `$quiet` and `$cut`. */
  readonly modules: ReadonlyMap<string, string>;
  /** In the order of their ids. */
  readonly sites: readonly Site[];
  /** Methods that only the class itself calls, though JavaScript would let others. */
  readonly privateMethods: ReadonlySet<string>;
  /** Whether sessions live longer than one call from outside: in module variables, or fields. */
  readonly holdsState: boolean;
  /** What nobody can be certain about: sessions that outlive calls and are connected, stored or given away by any of them, and variables that nested functions assign. */
  readonly isElusive: boolean;
}

/** What is watched in a program, and how. */
export interface Watched {
  /** The modules whose functions are not the program's own. */
  readonly modules: ReadonlySet<string>;
  /** The classes of sessions, and the methods whose calls are watched. */
  readonly classes: ReadonlySet<string>;
  readonly ops: ReadonlySet<string>;
  /** `argument`: the session is told the site in an additional argument. `hook`: `$op` makes the call. */
  readonly style: 'argument' | 'hook';
}

const stubWatched: Watched = {
  modules: new Set([packageName]),
  classes: new Set(['Session']),
  ops: watchedOps,
  style: 'argument',
};

/**
 * Turns a program into JavaScript that reports what it does. The text that is analysed stays as it is: sites are told
 * apart by position, which is handed over at run time.
 */
export function instrument(files: Files, watched = stubWatched): Instrumented {
  const sites: Site[] = [];
  const traits: Traits = { givesAway: false, connects: false, assignsFromInside: false, privateMethods: new Set() };
  const modules = new Map<string, string>();
  for (const [file, text] of files) {
    const { outputText } = ts.transpileModule(text, {
      fileName: file,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.CommonJS,
        newLine: ts.NewLineKind.LineFeed,
      },
      transformers: { before: [(context) => (source) => instrumentFile(source, watched, sites, traits, context)] },
    });
    modules.set(file, outputText);
  }
  const holdsState = sites.some((site) => site.kind === 'new' && site.isShared);
  return {
    modules,
    sites,
    privateMethods: traits.privateMethods,
    holdsState,
    isElusive: traits.assignsFromInside || (holdsState && (traits.givesAway || traits.connects)),
  };
}

/** What is found while a program is instrumented. */
interface Traits {
  givesAway: boolean;
  connects: boolean;
  assignsFromInside: boolean;
  readonly privateMethods: Set<string>;
}

function instrumentFile(
  source: SourceFile,
  watched: Watched,
  sites: Site[],
  traits: Traits,
  context: TransformationContext,
): SourceFile {
  const { factory } = ts;
  const foreign = new Set<string>();
  const methods = new Set<string>();
  const declaredIn = new Map<string, Node>();
  let loops = 0;

  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!watched.modules.has(statement.moduleSpecifier.text) || !bindings || !ts.isNamedImports(bindings)) continue;
    for (const element of bindings.elements) foreign.add(element.name.text);
  }
  collectNames(source);

  return ts.visitEachChild(source, visit, context);

  function visit(node: Node): Node {
    if (ts.isCallExpression(node)) return visitCall(node);
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && watched.classes.has(node.expression.text)) {
      const site = number(addSite(node, 'new', node.expression.text));
      const made = visitChildren(node);
      if (watched.style === 'hook') return runtimeCall('$new', site, made);
      return factory.updateNewExpression(made, made.expression, made.typeArguments, [site]);
    }
    if (ts.isIterationStatement(node, true)) return visitLoop(node);
    if (ts.isAwaitExpression(node)) return factory.updateAwaitExpression(node, awaited(visitChildren(node).expression));
    if (ts.isReturnStatement(node) && node.expression && isInAsyncFunction(node)) {
      const { expression } = visitChildren(node);
      return factory.updateReturnStatement(node, expression && awaited(expression));
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const declaring = declaredIn.get(node.left.getText(source));
      if (declaring && declaring !== functionAround(node)) traits.assignsFromInside = true;
    }
    if (ts.isObjectLiteralExpression(node)) traits.givesAway = true;
    if (ts.isArrayLiteralExpression(node) && !isDestructured(node)) {
      if (node.elements.some((element) => ts.isIdentifier(element) || ts.isPropertyAccessExpression(element)))
        traits.givesAway = true;
      return runtimeCall('$release', visitChildren(node));
    }
    return visitChildren(node);
  }

  /** What is awaited is waited for. */
  function awaited(promise: Expression): Expression {
    return runtimeCall('$await', promise);
  }

  function visitChildren<T extends Node>(node: T): T {
    return ts.visitEachChild(node, visit, context);
  }

  function collectNames(node: Node): void {
    if (ts.isMethodDeclaration(node)) {
      const name = node.name.getText(source);
      methods.add(name);
      if (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) traits.privateMethods.add(name);
    }
    if (ts.isVariableDeclaration(node)) declaredIn.set(node.name.getText(source), functionAround(node));
    ts.forEachChild(node, collectNames);
  }

  function addSite(node: Node, kind: Site['kind'], name: string): number {
    const id = sites.length;
    sites.push({
      id,
      file: source.fileName,
      start: node.getStart(source),
      end: node.end,
      kind,
      name,
      isShared: !isInFunction(node),
      isLeft: isLeft(node),
      isImmediate: ts.isCallExpression(node) && ts.isFunctionLike(calleeOf(node)),
    });
    return id;
  }

  function visitCall(node: CallExpression): Node {
    const callee = calleeOf(node);
    if (ts.isPropertyAccessExpression(callee)) {
      const name = callee.name.text;
      if (watched.ops.has(name)) {
        if (name === 'connect') traits.connects = true;
        const site = number(addSite(node, 'op', name));
        const call = visitChildren(node);
        if (watched.style === 'hook' && ts.isPropertyAccessExpression(call.expression)) {
          const session = call.expression.expression;
          return runtimeCall('$op', site, session, factory.createStringLiteral(name), ...call.arguments);
        }
        const parts = [call.expression, call.typeArguments, [...call.arguments, site]] as const;
        return ts.isCallChain(call)
          ? factory.updateCallChain(call, parts[0], call.questionDotToken, parts[1], parts[2])
          : factory.updateCallExpression(call, ...parts);
      }
      if (methods.has(name)) {
        const site = addSite(node, 'call', name);
        const call = visitChildren(node);
        return runtimeCall('$call', number(site), forwarder(call.expression), ...call.arguments);
      }
    }
    const isOwn = ts.isIdentifier(callee)
      ? !foreign.has(callee.text)
      : ts.isArrowFunction(callee) || ts.isFunctionExpression(callee);
    if (isOwn) {
      const site = addSite(node, 'call', ts.isIdentifier(callee) ? callee.text : 'function');
      const call = visitChildren(node);
      return runtimeCall('$call', number(site), call.expression, ...call.arguments);
    }
    if (ts.isIdentifier(callee) && givingAway.has(callee.text)) traits.givesAway = true;
    const call = visitChildren(node);
    if (ts.isPropertyAccessExpression(call.expression)) {
      const { expression: receiver, name } = call.expression;
      const method = factory.createStringLiteral(name.text);
      if (ts.isIdentifier(receiver) && receiver.text === 'Promise')
        return runtimeCall('$gather', method, ...call.arguments);
      if (chaining.has(name.text)) return runtimeCall('$chain', receiver, method, ...call.arguments);
    }
    return runtimeCall('$quiet', call);
  }

  /** `(...$a) => callee(...$a)`: keeps the receiver of a method. */
  function forwarder(callee: Expression): Expression {
    const parameter = factory.createParameterDeclaration(
      undefined,
      factory.createToken(ts.SyntaxKind.DotDotDotToken),
      '$a',
    );
    const body = factory.createCallExpression(callee, undefined, [
      factory.createSpreadElement(factory.createIdentifier('$a')),
    ]);
    return factory.createArrowFunction(undefined, undefined, [parameter], undefined, undefined, body);
  }

  /** Counts the iterations since the loop was entered, and lets the run-time end the execution after some. */
  function visitLoop(node: IterationStatement | LabeledStatement): Node {
    const counter = `$n${loops++}`;
    const check = factory.createExpressionStatement(
      runtimeCall('$cut', factory.createPrefixIncrement(factory.createIdentifier(counter))),
    );
    const declaration = factory.createVariableStatement(
      undefined,
      factory.createVariableDeclarationList(
        [factory.createVariableDeclaration(counter, undefined, undefined, number(0))],
        ts.NodeFlags.Let,
      ),
    );
    // A labelled loop is visited as one: `continue label` needs the label right in front of the loop.
    const visited = ts.isLabeledStatement(node)
      ? factory.updateLabeledStatement(node, node.label, visitChildren(node.statement))
      : visitChildren(node);
    return factory.createBlock([declaration, withCheck(visited, check)], true);
  }

  function withCheck(loop: Statement, check: Statement): Statement {
    if (ts.isLabeledStatement(loop)) {
      return factory.updateLabeledStatement(loop, loop.label, withCheck(loop.statement, check));
    }
    const body = factory.createBlock([check, (loop as IterationStatement).statement], true);
    if (ts.isWhileStatement(loop)) return factory.updateWhileStatement(loop, loop.expression, body);
    if (ts.isDoStatement(loop)) return factory.updateDoStatement(loop, body, loop.expression);
    if (ts.isForOfStatement(loop)) {
      return factory.updateForOfStatement(loop, loop.awaitModifier, loop.initializer, loop.expression, body);
    }
    if (ts.isForStatement(loop)) {
      return factory.updateForStatement(loop, loop.initializer, loop.condition, loop.incrementor, body);
    }
    return loop;
  }

  function runtimeCall(name: string, ...parameters: Expression[]): Expression {
    return factory.createCallExpression(factory.createIdentifier(name), undefined, parameters);
  }

  function number(value: number): Expression {
    return factory.createNumericLiteral(value);
  }
}

const chaining = new Set(['then', 'catch', 'finally']);

const givingAway = new Set(['lend', 'pick', 'later']);

/** What is called, without parentheses. */
function calleeOf(node: CallExpression): Expression {
  let callee: Expression = node.expression;
  while (ts.isParenthesizedExpression(callee)) callee = callee.expression;
  return callee;
}

/** The function that the node is in, or the file. */
function functionAround(node: Node): Node {
  let at = node.parent;
  while (!ts.isFunctionLike(at) && !ts.isSourceFile(at)) at = at.parent;
  return at;
}

function isInAsyncFunction(node: Node): boolean {
  const at = functionAround(node);
  return (
    ts.canHaveModifiers(at) && ts.getModifiers(at)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}

/** One of the sides of `[a, b] = [b, a]`. */
function isDestructured({ parent }: Node): boolean {
  return ts.isBinaryExpression(parent) && ts.isArrayLiteralExpression(parent.left);
}

/** Whether the value is dropped, or kept in a variable. */
function isLeft({ parent }: Node): boolean {
  return ts.isExpressionStatement(parent) || ts.isVoidExpression(parent) || ts.isVariableDeclaration(parent);
}

function isInFunction(node: Node): boolean {
  for (let at = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at)) return true;
  }
  return false;
}
