import { deliberateWords } from '../../models/agents/purpose.ts';
import { syntax, type ts } from '../../type-utils/index.ts';

const deliberate = new RegExp(`\\b(?:${deliberateWords.join('|')})`, 'i');

/** Words by which a list of tools, or a comment on it, says that these run without a question. */
const unasked = /\b(?:auto|pre)[ _-]?(?:allow|approv|execut)|\balways[ _-]?allow|\bskips?\b.{0,20}\bcanUseTool\b/i;

/** Words by which it says that they do not, or that others are meant as well. */
const asked =
  /\b(?:but|cannot|confirm(?:s|ed)?|decides?|even|except|forbid(?:s|den)?|in place|instead|must|never|not?|nothing|off|only|others?|reads|unlike|unless)\b|\bask(?:s|ed|ing)?\b(?!\s+nothing)|\b(?:deny|block|disabl)|(?:Block|Deny)|n['’]t\b/i;

/** What comments are tested by. */
type Words = Pick<RegExp, 'test'>;

/** Words of a comment above a block that refers to a setting in it. */
const topics = /approv|autonom|bypass|confirm|container|permission|sandbox|trust|unattended/i;

/**
 * Whether a comment says of a setting that it is on purpose: above its property or its statement, or behind it on the same
 * line; above a block around it, if it names permissions or the like.
 */
export function isStatedOnPurpose(setting: ts.Node, words: Words = deliberate): boolean {
  let isAround = false;
  for (let at = setting; !syntax.isSourceFile(at) && !syntax.isFunctionLike(at); at = at.parent) {
    const isWhole = syntax.isStatement(at);
    if ((at === setting || syntax.isPropertyAssignment(at) || isWhole) && isSaidAt(at, isAround, words)) return true;
    // `if (isUnattended) mode = 'bypass';`
    isAround ||= isWhole && !(syntax.isIfStatement(at.parent) && !syntax.isBlock(at));
  }
  return false;
}

/** Whether an entry of a list is said to run without a question: by a comment on the list, or by its name. */
export function isStatedAsUnasked(entry: ts.Node): boolean {
  const list = syntax.isArrayLiteralExpression(entry.parent) ? entry.parent : undefined;
  const holder = list && syntax.isNewExpression(list.parent) ? list.parent.parent : list?.parent;
  if (!holder || !syntax.isVariableDeclaration(holder)) return false;
  return isSaidUnasked(holder.name.getText()) || isStatedOnPurpose(entry, { test: isSaidUnasked });
}

function isSaidUnasked(text: string): boolean {
  return unasked.test(text) && !asked.test(text);
}

/** Whether the folders next to a file say that its code runs in a container: `container/agent-runner/src/index.ts`. */
export function isOfContainer({ fileName }: ts.SourceFile): boolean {
  return /[\\/]container[\\/](?:[^\\/]+[\\/]){0,3}[^\\/]+$/.test(fileName);
}

/** The same of what a function always answers: also above the function, or above what has it as a value. */
export function isAnswerOnPurpose(answer: ts.Node): boolean {
  const fn = syntax.containerOf(answer);
  return isStatedOnPurpose(answer) || isSaidAt(fn) || isStatedOnPurpose(fn.parent);
}

function isSaidAt(place: ts.Node, isAround = false, words: Words = deliberate): boolean {
  return [commentsBefore(place), commentBehind(place)].some(
    (text) => words.test(text) && !isPending(text) && (!isAround || topics.test(text)),
  );
}

/** `TODO: no bypass in production`, `not sandboxed yet`: a reason to change the setting. */
function isPending(text: string): boolean {
  return /\b(?:todo|fixme|xxx)\b|(?:\b(?:never|not|outside|without)|n['’]t)\s+(?:\w+\s+){0,3}(?:container|isolated|sandbox|trusted)/i.test(
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
