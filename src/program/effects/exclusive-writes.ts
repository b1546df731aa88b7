import type { ts } from '../../type-utils/index.ts';
import { argumentsOf } from './effect-paths.ts';

/** Flags that make a file, and fail where there is one: `'wx'`, `'ax+'`, `O_CREAT | O_EXCL`, `COPYFILE_EXCL`. */
const exclusive = /\b(?:COPYFILE_EXCL|O_EXCL)\b|['"`](?:wx|xw|ax|xa)\+?['"`]/;

/** `{ force: false, errorOnExist: true }` of `cp` */
const failing = [/\bforce:\s*false\b/, /\berrorOnExist:\s*true\b/];

/** Whether a call that makes a file fails where there is one, by the flags or options behind its path. */
export function isExclusive(call: ts.Node): boolean {
  const given = argumentsOf(call)
    .slice(1)
    .map((argument) => argument.getText())
    .join();
  return exclusive.test(given) || failing.every((pattern) => pattern.test(given));
}
