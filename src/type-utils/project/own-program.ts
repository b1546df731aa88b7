import type ts from 'typescript';
import { chosenCompiler } from '../chosen-compiler.ts';
import { ProgramView } from '../typescript7/program.ts';

/** Whether a program is of the compiler that the process has: kinds and flags of another have other numbers. */
export function isOfChosenCompiler(program: ts.Program): boolean {
  return chosenCompiler.isNative === (program as unknown) instanceof ProgramView;
}
