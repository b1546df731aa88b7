import { syntax, type ts, writtenFor } from '../../type-utils/index.ts';
import { argumentsOf } from './effect-paths.ts';

/** Flags that make a file, and fail where there is one: `'wx'`, `'ax+'`. */
const exclusiveFlags = /^(?:wx|xw|ax|xa)\+?$/;
const exclusiveModes: ReadonlySet<string> = new Set(['COPYFILE_EXCL', 'O_EXCL']);

/** Whether a call that makes a file fails where there is one, by the flags or options that are written behind its path. */
export function isExclusive(call: ts.Node): boolean {
  return argumentsOf(call)
    .slice(1)
    .map((argument) => syntax.withoutAssertions(argument))
    .some((given, index) => (index === 0 && isFlag(given)) || hasMode(given) || isOption(given));
}

/** `open(path, 'wx')` */
function isFlag(given: ts.Node | undefined): boolean {
  return given !== undefined && syntax.isStringLiteralLike(given) && exclusiveFlags.test(given.text);
}

/** `constants.COPYFILE_EXCL`, `O_CREAT | O_EXCL` */
function hasMode(given: ts.Expression): boolean {
  if (!syntax.isBinaryExpression(given)) return exclusiveModes.has(syntax.lastNameOf(given)?.text ?? '');
  const isEither = given.operatorToken.kind === syntax.SyntaxKind.BarToken;
  return isEither && [given.left, given.right].some((each) => hasMode(syntax.withoutAssertions(each)));
}

/** `{ flag: 'wx' }`, and `{ force: false, errorOnExist: true }` of `cp` */
function isOption(given: ts.Expression): boolean {
  const kindOf = (key: string): ts.SyntaxKind | undefined => writtenFor(given, key)?.kind;
  const isFailing =
    kindOf('force') === syntax.SyntaxKind.FalseKeyword && kindOf('errorOnExist') === syntax.SyntaxKind.TrueKeyword;
  return isFailing || isFlag(writtenFor(given, 'flag'));
}
