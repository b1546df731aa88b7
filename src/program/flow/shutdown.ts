import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import {
  bindingOf,
  callsIn,
  isConstant,
  moduleOfImport,
  namesWithin,
  scopeOf,
  syntax,
} from '../../type-utils/index.ts';

/** The events of Node's `process` that end a program, unless it waits for them. */
const endings: ReadonlySet<string> = new Set(['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGBREAK', 'exit']);
const registering: ReadonlySet<string> = new Set(['on', 'once', 'addListener', 'prependListener']);

/** How many functions deep the callers of a function are looked at. */
const MAX_DEPTH = 3;

/**
 * Whether a function runs only when the process ends: `process.once('SIGTERM', () => void client.close())`, also by its name
 * and from another one. Nothing of the code around it comes after what it does.
 */
export const isRunAtShutdown = memo(
  (fn: ts.Node): boolean => isOfShutdown(fn, MAX_DEPTH) && !waitsForEnding(fn.getSourceFile()),
);

/** `await new Promise((resolve) => process.once('SIGINT', resolve))`: the program goes on after the signal. */
const waitsForEnding = memo((file: ts.SourceFile): boolean =>
  callsIn(file, (name) => registering.has(name)).some((call) => {
    const [, listener] = call.arguments ?? [];
    const fn = syntax.containerOf(call);
    const around = syntax.isSourceFile(fn) ? undefined : syntax.parentOf(fn);
    return (
      listener !== undefined &&
      isListener(listener) &&
      around !== undefined &&
      syntax.isNewExpression(around) &&
      syntax.isIdentifier(around.expression) &&
      around.expression.text === 'Promise'
    );
  }),
);

function isOfShutdown(fn: ts.Node, depth: number): boolean {
  if (isListener(fn)) return true;
  const named = syntax.isFunctionDeclaration(fn) ? fn : syntax.parentOf(fn);
  const isNamed =
    syntax.isFunctionDeclaration(named) || (syntax.isVariableDeclaration(named) && named.initializer === fn);
  if (depth === 0 || !isNamed || !isConstant(named) || !named.name || !syntax.isIdentifier(named.name)) return false;
  const statement = syntax.isFunctionDeclaration(named) ? named : named.parent.parent;
  if (syntax.hasModifier(statement, syntax.SyntaxKind.ExportKeyword)) return false;
  const uses = namesWithin(scopeOf(named), named.name.text).filter(
    (name) => name !== named.name && syntax.isIdentifier(name) && bindingOf(name) === named,
  );
  return uses.length > 0 && uses.every((use) => isListener(use) || isCalledAtShutdown(use, depth));
}

function isListener(node: ts.Node): boolean {
  const call = syntax.parentOf(node);
  if (!syntax.isCallExpression(call) || call.arguments[1] !== node) return false;
  const { expression: callee } = call;
  const [event] = call.arguments;
  return (
    syntax.isPropertyAccessExpression(callee) &&
    registering.has(callee.name.text) &&
    isProcess(callee.expression) &&
    event !== undefined &&
    syntax.isStringLiteralLike(event) &&
    endings.has(event.text)
  );
}

function isProcess(node: ts.Expression): boolean {
  if (!syntax.isIdentifier(node)) return false;
  const binding = bindingOf(node);
  return binding ? moduleOfImport(binding) === 'process' : node.text === 'process';
}

function isCalledAtShutdown(use: ts.Node, depth: number): boolean {
  const call = syntax.parentOf(use);
  if (!syntax.isCallExpression(call) || call.expression !== use) return false;
  const around = syntax.containerOf(call);
  return syntax.isFunctionLike(around) && isOfShutdown(around, depth - 1);
}
