import type ts from 'typescript';
import { chosenCompiler } from '../chosen-compiler.ts';

/**
 * All of TypeScript 6, for what runs only where that is the compiler.
 *
 * @throws Error where it is not
 */
export function typescript6(): typeof ts {
  if (chosenCompiler.isNative) throw new Error('The compiler is TypeScript 7, which has no module for JavaScript.');
  return chosenCompiler.module;
}
