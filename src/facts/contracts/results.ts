import { argumentFor, isReplacement, writtenIn } from '../../program/values/functions.ts';
import { returnedBy } from '../../program/values/nodes.ts';
import {
  bindingOf,
  constantInitializerOf,
  type Compiler,
  compilerOf,
  keyOfProperty,
  syntax,
  type ts,
  usesInFile,
  valueOfProperty,
} from '../../type-utils/index.ts';
import type { AgentFacts } from '../agents/agents.ts';
import { keyOf, type ToolNames } from './input-events.ts';
import type { Callee } from './handler-inputs.ts';

/** What a parameter is given, in the call of its function that is meant. */
type ArgumentOf = (name: ts.Identifier) => ts.Expression | undefined;

/** What a handler returns in one place. */
export interface Result {
  readonly node: ts.Expression;
  readonly tools: ToolNames;
  /** What a parameter is given that the result is made of: `data` of `ok(data)`, which returns the result. */
  readonly argumentOf: ArgumentOf;
}

interface Selection {
  readonly at: (node: ts.Node, tools: ToolNames) => ToolNames;
  readonly calleesOf: (call: ts.CallExpression, tools: ToolNames) => readonly Callee[];
}

const MAX_DEPTH = 4;

/** The expressions that a handler returns, through functions of the program and conditional expressions. */
export class ResultReader {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #selection: Selection;
  /** The names of the tools that a call was followed for. */
  readonly #seen = new Map<ts.Node, Set<string>>();
  readonly #found: Result[] = [];

  constructor({ program }: AgentFacts, selection: Selection) {
    this.#program = program;
    this.#compiler = compilerOf(program);
    this.#selection = selection;
  }

  of(handler: syntax.FunctionLike): readonly Result[] {
    this.#enter(handler, undefined, 0, () => undefined);
    return this.#found;
  }

  #enter(fn: syntax.FunctionLike, tools: ToolNames, depth: number, argumentOf: ArgumentOf): void {
    if (depth > MAX_DEPTH || syntax.isGenerator(fn)) return;
    for (const expression of returnedBy(fn)) this.#result(expression, tools, depth, argumentOf);
  }

  #result(expression: ts.Expression, around: ToolNames, depth: number, argumentOf: ArgumentOf): void {
    const node = syntax.withoutAssertions(expression);
    const tools = this.#selection.at(node, around);
    if (syntax.isAwaitExpression(node)) this.#result(node.expression, tools, depth, argumentOf);
    else if (syntax.isConditionalExpression(node)) {
      this.#result(node.whenTrue, tools, depth, argumentOf);
      this.#result(node.whenFalse, tools, depth, argumentOf);
    } else if (syntax.isIdentifier(node)) {
      const initializer = constantInitializerOf(node);
      const written = initializer && syntax.withoutAssertions(initializer);
      // Of another value the type counts that it has there: tests before may have narrowed it.
      const isObject = written !== undefined && syntax.isObjectLiteralExpression(written) && !this.#isFilled(node);
      this.#found.push({ node: isObject ? written : node, tools, argumentOf });
    } else if (syntax.isCallExpression(node)) {
      // A function that is called in several places returns something else for each, and so does a call for several tools.
      const names = keyOf(tools);
      const seen = this.#seen.get(node) ?? new Set();
      if (seen.has(names)) return;
      this.#seen.set(node, seen.add(names));
      const known = this.#compiler.functionCalledBy(node)?.fn;
      const callees = known ? [{ fn: known, tools }] : this.#selection.calleesOf(node, tools);
      for (const callee of callees)
        this.#enter(callee.fn, callee.tools, depth + 1, (name) => {
          const given = argumentNamedBy(name, callee.fn, node);
          return given && syntax.isIdentifier(given) ? (argumentOf(given) ?? given) : given;
        });
    } else this.#found.push({ node, tools, argumentOf });
  }

  /** Whether properties of a variable are assigned where it is seen, or a function is given it first: `result.isError = true`. */
  #isFilled(name: ts.Identifier): boolean {
    const declaration = bindingOf(name);
    if (!declaration || !syntax.isVariableDeclaration(declaration)) return false;
    return usesInFile(declaration, this.#program).some((use) => {
      const whole = syntax.parentOf(use);
      if (syntax.isCallExpression(whole)) return whole.arguments[0] === use;
      const isPart = syntax.isPropertyAccessExpression(whole) || syntax.isElementAccessExpression(whole);
      const assignment = syntax.parentOf(whole);
      return isPart && syntax.isBinaryExpression(assignment) && assignment.left === whole && isReplacement(assignment);
    });
  }
}

/** What a call gives for a parameter of a function, or what the parameter is without it. */
function argumentNamedBy(
  name: ts.Identifier,
  fn: syntax.FunctionLike,
  call: ts.CallExpression,
): ts.Expression | undefined {
  const binding = bindingOf(name);
  const parameter = fn.parameters.find((each) => each === binding);
  if (!parameter || writtenIn(parameter.getSourceFile()).has(parameter)) return undefined;
  const isOpen = call.arguments.some((each) => syntax.isSpreadElement(each));
  const argument = argumentFor(parameter, call) ?? (isOpen ? undefined : parameter.initializer);
  return argument && syntax.withoutAssertions(argument);
}

/** A property of an object that is written out. Undefined: it has none, unless a spread brings it. */
export function propertyIn(object: ts.ObjectLiteralExpression, name: string): ts.Expression | 'spread' | undefined {
  for (const property of [...object.properties].reverse()) {
    if (syntax.isSpreadAssignment(property)) return 'spread';
    if (syntax.isComputedPropertyName(property.name)) return 'spread';
    const value = keyOfProperty(property) === name ? valueOfProperty(property) : undefined;
    if (value) return value;
  }
  return undefined;
}
