import { switchWords } from '../../models/agents/purpose.ts';
import { anywhere, nodesIn, textOfKey } from '../../program/values/nodes.ts';
import { syntax, type ts } from '../../type-utils/index.ts';
import type { HeldTool } from '../agents/definitions.ts';
import { wordsOf } from './purpose.ts';

/**
 * Whether an agent has a tool only where a switch of the tool's own name is on: `...(enableShell && { shell })`,
 * `settings.tools.includes('shell') ? { shell } : {}`. Whoever turned it has decided that the agent may use that tool.
 */
export function isSwitchedOn({ agent, given: { name } }: HeldTool): boolean {
  if (name === undefined) return false;
  const fn = syntax.containerOf(agent.node);
  const entries = nodesIn(fn, (node): node is ts.Node => entryNameOf(node) === name, anywhere);
  return entries.length > 0 && entries.every((entry) => isInSwitch(entry, wordsOf(name)));
}

/** `shell` of `{ shell }`, `{ shell: run }` and `tools.shell = run` */
function entryNameOf(node: ts.Node): string | undefined {
  if (syntax.isPropertyAssignment(node)) return textOfKey(node.name);
  if (syntax.isShorthandPropertyAssignment(node)) return node.name.text;
  return syntax.isPlainAssignment(node) && syntax.isPropertyAccessExpression(node.left)
    ? node.left.name.text
    : undefined;
}

function isInSwitch(entry: ts.Node, words: readonly string[]): boolean {
  for (let at = entry; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent) {
    const condition = conditionOf(at);
    if (condition && isNamedFor(condition, words)) return true;
  }
  return false;
}

/** What has to hold so that a node counts. */
function conditionOf(node: ts.Node): ts.Expression | undefined {
  const { parent } = node;
  if (syntax.isConditionalExpression(parent)) return parent.whenTrue === node ? parent.condition : undefined;
  if (syntax.isIfStatement(parent)) return parent.thenStatement === node ? parent.expression : undefined;
  if (!syntax.isBinaryExpression(parent) || parent.right !== node) return undefined;
  return parent.operatorToken.kind === syntax.SyntaxKind.AmpersandAmpersandToken ? parent.left : undefined;
}

/** Whether a name or text in a condition says nothing but what the tool is called: `enableRunCommand` of `runShellCommand`. */
function isNamedFor(condition: ts.Node, words: readonly string[]): boolean {
  const isText = (node: ts.Node): node is ts.Identifier | ts.StringLiteralLike =>
    syntax.isIdentifier(node) || syntax.isStringLiteralLike(node);
  return nodesIn(condition, isText, anywhere).some(({ text }) => {
    const own = wordsOf(text).filter((word) => !switchWords.has(word));
    return own.length > 0 && own.every((word) => words.includes(word));
  });
}
