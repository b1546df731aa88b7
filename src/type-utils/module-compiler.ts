import { chosenCompiler } from './chosen-compiler.ts';
import { requireModule } from './supported-compiler.ts';

// Apart from the compiler itself, whose types those who use the plugin need not have.

/**
 * Refuses a compiler that has no module for JavaScript.
 *
 * @throws Error that says how to have one
 */
export function requireModuleCompiler(): void {
  requireModule(chosenCompiler);
}
