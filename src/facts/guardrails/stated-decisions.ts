import { deliberateWords } from '../../models/agents/purpose.ts';
import { syntax, type ts } from '../../type-utils/index.ts';

const deliberate = new RegExp(`\\b(?:${deliberateWords.join('|')})`, 'i');

/** `inside the sandbox`, `in a container`: of what a whole function or file is for. */
const confined =
  /\b(?:in|inside|within)\s+(?:(?:a|an|its|each|every|the|this)\s+)?(?:[\w-]+\s+)?(?:container|microvm|pod|sandbox)\b/i;

/**
 * Whether a comment says of a setting that it is on purpose: above its property or its statement, or behind it on the same
 * line; or of the function or file that it is in, that it runs in a sandbox.
 */
export function isStatedOnPurpose(setting: ts.Node): boolean {
  for (let at = setting; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent) {
    const isPlace = syntax.isPropertyAssignment(at) || syntax.isStatement(at);
    if (isPlace && [commentsBefore(at), commentBehind(at)].some((text) => deliberate.test(text) && !isPending(text)))
      return true;
  }
  const file = setting.getSourceFile();
  const [first = file] = file.statements;
  return [statementAround(setting), first].some((at) => {
    const text = syntax.isSourceFile(at) ? '' : commentsBefore(at);
    return confined.test(text) && !isPending(text);
  });
}

/** The statement of a file that something is in. */
function statementAround(node: ts.Node): ts.Node {
  let at = node;
  while (!syntax.isSourceFile(at) && !syntax.isSourceFile(at.parent)) at = at.parent;
  return at;
}

/** `TODO: no bypass in production`, `not sandboxed yet`: a reason to change the setting. */
function isPending(text: string): boolean {
  return /\b(?:todo|fixme|xxx)\b|\b(?:never|not|outside|without)\s+(?:\w+\s+){0,2}(?:container|isolated|sandbox|trusted)/i.test(
    text,
  );
}

/** Without what stands behind the one before, on its line. */
function commentsBefore(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const before = text.slice(node.pos, node.getStart());
  return node.pos === 0 ? before : before.slice(Math.max(before.indexOf('\n'), 0));
}

function commentBehind(node: ts.Node): string {
  const { text } = node.getSourceFile();
  const [line = ''] = text.slice(node.end).split('\n', 1);
  return /^[\s,;]*(\/[/*].*)/.exec(line)?.[1] ?? '';
}
