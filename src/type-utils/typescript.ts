import type ts from 'typescript';
import { loadCompiler } from './supported-compiler.ts';

/**
 * The compiler, loaded as CommonJS: the parser has loaded it that way already, and importing it as an ES module costs
 * some 200 ms and a second copy of its namespace. Copied, since its own properties are accessors, which cost each time.
 * It has so many that to find one takes longer than to call it: what is asked of every node is a constant, in `syntax.ts`.
 */
export const typescript = { ...(loadCompiler() as typeof ts) };
