import { createRequire } from 'node:module';
import type ts from 'typescript';
import { chosenCompiler } from '../chosen-compiler.ts';

/** What a module's specifier leads to. */
export interface ResolvedModule {
  readonly fileName: string;
  readonly isDeclaration: boolean;
}

/**
 * What a specifier that has no declarations leads to from a file, by the options of its program.
 *
 * @param isModern as bundlers resolve, whatever the options say
 */
export function moduleFrom(
  specifier: string,
  file: string,
  options: ts.CompilerOptions,
  isModern = false,
): ResolvedModule | undefined {
  // TypeScript 7 resolves as bundlers and Node do, and publishes no query for it: what has no declarations is JavaScript.
  if (chosenCompiler.isNative) return moduleOfNode(specifier, file);
  const { ModuleKind, ModuleResolutionKind, resolveModuleName, sys } = chosenCompiler.module;
  const modern = { module: ModuleKind.ESNext, moduleResolution: ModuleResolutionKind.Bundler };
  const { resolvedModule: found } = resolveModuleName(
    specifier,
    file,
    isModern ? { ...options, ...modern } : options,
    sys,
  );
  return found && { fileName: found.resolvedFileName, isDeclaration: found.extension.startsWith('.d.') };
}

function moduleOfNode(specifier: string, file: string): ResolvedModule | undefined {
  try {
    return { fileName: createRequire(file).resolve(specifier), isDeclaration: false };
  } catch {
    return undefined;
  }
}
