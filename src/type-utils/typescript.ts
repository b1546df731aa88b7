import { createRequire } from 'node:module';
import type tsModule from 'typescript';

/**
 * The compiler, loaded as CommonJS: the parser has loaded it that way already, and importing it as an ES module costs
 * some 200 ms and a second copy of its namespace. Copied, since its own properties are accessors, which cost each time.
 */
export const ts = { ...(createRequire(import.meta.url)('typescript') as typeof tsModule) };
