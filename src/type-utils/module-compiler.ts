import { chosenCompiler } from './chosen-compiler.ts';
import { requireModule } from './supported-compiler.ts';

/**
 * Refuses a compiler that has no module for JavaScript.
 *
 * @throws Error that says how to have one
 */
export function requireModuleCompiler(): void {
  requireModule(chosenCompiler);
}
