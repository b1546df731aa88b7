import type ts from 'typescript';
import { constituentsOf } from './constituents.ts';
import type * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

const { TypeFlags } = typescript;

const mayBeNothing = TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Any | TypeFlags.Unknown;

/** What a call gives, and who declares what is called. */
export interface CallResult {
  /** The package of the declaration, or of the specifier where nothing is declared; empty for the program's own. */
  readonly package: string | undefined;
  /** The callee is part of the language, of the browser or of Node, typed or not. */
  readonly isPlatform: boolean;
  /** `unresolved`: what comes from an import or a global without declarations. */
  readonly gives: 'promise' | 'nothing' | 'anything' | 'unresolved' | 'value';
}

export function givenBy(type: ts.Type, checker: ts.TypeChecker): CallResult['gives'] {
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return 'anything';
  if (type.flags & (TypeFlags.Void | TypeFlags.Undefined)) return 'nothing';
  // A workflow has a `then` as well, which takes its next step.
  if (checker.getPropertyOfType(type, 'then') && checker.getAwaitedType(type)) return 'promise';
  return checker.getPropertyOfType(type, '__@asyncIterator') ? 'promise' : 'value';
}

/** Whether a function may give `undefined` by its type, or its promise may. */
export function mayGiveNothing(fn: syntax.FunctionLike, checker: ts.TypeChecker): boolean {
  const type = checker.getSignatureFromDeclaration(fn)?.getReturnType();
  if (!type) return true;
  const given = constituentsOf(checker.getAwaitedType(type) ?? type, checker);
  return given.some(({ flags }) => (flags & mayBeNothing) !== 0);
}
