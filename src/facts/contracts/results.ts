import { returnedBy } from '../../program/values/nodes.ts';
import { constantInitializerOf, type Compiler, compilerOf, syntax, type ts } from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import type { ToolNames } from './input-events.ts';
import type { Callee } from './handler-inputs.ts';

/** What a handler returns in one place. */
export interface Result {
  readonly node: ts.Expression;
  readonly tools: ToolNames;
}

interface Selection {
  readonly at: (node: ts.Node, tools: ToolNames) => ToolNames;
  readonly calleesOf: (call: ts.CallExpression, tools: ToolNames) => readonly Callee[];
}

const MAX_DEPTH = 4;

/** The expressions that a handler returns, through functions of the program and conditional expressions. */
export class ResultReader {
  readonly #compiler: Compiler;
  readonly #selection: Selection;
  readonly #seen = new Set<ts.Node>();
  readonly #found: Result[] = [];

  constructor({ program }: AgentFacts, selection: Selection) {
    this.#compiler = compilerOf(program);
    this.#selection = selection;
  }

  of(handler: syntax.FunctionLike): readonly Result[] {
    this.#enter(handler, undefined, 0);
    return this.#found;
  }

  #enter(fn: syntax.FunctionLike, tools: ToolNames, depth: number): void {
    if (depth > MAX_DEPTH || syntax.isGenerator(fn)) return;
    for (const expression of returnedBy(fn)) this.#result(expression, tools, depth);
  }

  #result(expression: ts.Expression, around: ToolNames, depth: number): void {
    const node = syntax.withoutAssertions(expression);
    const tools = this.#selection.at(node, around);
    if (syntax.isAwaitExpression(node)) this.#result(node.expression, tools, depth);
    else if (syntax.isConditionalExpression(node)) {
      this.#result(node.whenTrue, tools, depth);
      this.#result(node.whenFalse, tools, depth);
    } else if (syntax.isIdentifier(node)) {
      const initializer = constantInitializerOf(node);
      this.#found.push({ node: initializer ? syntax.withoutAssertions(initializer) : node, tools });
    } else if (syntax.isCallExpression(node)) {
      // A function that is called in several places returns something else for each.
      if (this.#seen.has(node)) return;
      this.#seen.add(node);
      const known = this.#compiler.functionCalledBy(node)?.fn;
      const callees = known ? [{ fn: known, tools }] : this.#selection.calleesOf(node, tools);
      for (const callee of callees) this.#enter(callee.fn, callee.tools, depth + 1);
    } else this.#found.push({ node, tools });
  }
}

/** A property of an object that is written out. Undefined: it has none, unless a spread brings it. */
export function propertyIn(object: ts.ObjectLiteralExpression, name: string): ts.Expression | 'spread' | undefined {
  for (const property of [...object.properties].reverse()) {
    if (syntax.isSpreadAssignment(property)) return 'spread';
    const key = property.name;
    const isKnown = syntax.isIdentifier(key) || syntax.isStringLiteralLike(key);
    if (!isKnown && syntax.isComputedPropertyName(key)) return 'spread';
    if (!isKnown || key.text !== name) continue;
    if (syntax.isPropertyAssignment(property)) return property.initializer;
    if (syntax.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}
