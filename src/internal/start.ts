/**
 * What the command needs before it loads the analysis, and with it a compiler. Like `analysis.ts` beside it, this is for
 * the package `agent-safety` of the same version, and no part of the plugin's public interface.
 */
export { nearestOf } from '../config/nearest.ts';
export { useCompilerOf } from '../type-utils/supported-compiler.ts';
