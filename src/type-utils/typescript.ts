import { chosenCompiler } from './chosen-compiler.ts';
import type { CompilerModule } from './compiler-module.ts';
import { moduleOf } from './typescript7/module.ts';

/**
 * The compiler that the process uses, of version 6 or 7. That of version 6 is loaded as CommonJS: the parser has loaded it
 * that way already, and importing it as an ES module costs some 200 ms and a second copy of its namespace. Copied, since its
 * own properties are accessors, which cost each time. It has so many that to find one takes longer than to call it: what is
 * asked of every node is a constant, in `syntax.ts`.
 */
export const typescript: CompilerModule = chosenCompiler.isNative
  ? moduleOf(chosenCompiler.api)
  : { ...chosenCompiler.module };

/** Whether the compiler is a module in this process, as typescript-eslint needs it, and no program of its own. */
export const isCompilerModule = !chosenCompiler.isNative;
