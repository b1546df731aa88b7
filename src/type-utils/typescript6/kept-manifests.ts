import type ts from 'typescript';
import { typescript6 } from './compiler.ts';

/**
 * The `package.json` files that a compiler has read to find out in which format each file is: looked for in all folders above
 * a file, and kept from one program to the next as long as none of them can have changed.
 */
export class KeptManifests {
  #packages: ts.PackageJsonInfoCache | undefined;

  /** Has them all read again. */
  forget(): void {
    this.#packages = undefined;
  }

  /** A host whose programs share them. What modules resolve to is found anew for each program. */
  host(host: ts.CompilerHost, options: ts.CompilerOptions): ts.CompilerHost {
    const typescript = typescript6();
    const canonical = (name: string): string => host.getCanonicalFileName(name);
    const cache = typescript.createModuleResolutionCache(
      host.getCurrentDirectory(),
      canonical,
      options,
      this.#packages,
    );
    this.#packages = cache.getPackageJsonInfoCache();
    return {
      ...host,
      getModuleResolutionCache: () => cache,
      resolveModuleNameLiterals: (literals, importer, redirected, ownOptions, file) => {
        const options = redirected?.commandLine.options ?? ownOptions;
        return literals.map((literal) => {
          const mode = typescript.getModeForUsageLocation(file, literal, options);
          return typescript.resolveModuleName(literal.text, importer, ownOptions, host, cache, redirected, mode);
        });
      },
    };
  }
}
