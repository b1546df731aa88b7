import { loadCompiler } from './supported-compiler.ts';

/** The compiler of this process. Which one it is is settled when this is first loaded. */
export const chosenCompiler = loadCompiler();
