import { modelledPackages } from '../../models/packages.ts';
import { packageOfSpecifier, type ts, unresolvedImportsOf } from '../../type-utils/index.ts';

/** A module that is imported and does not resolve, or a package of which none of the imports does. */
export interface UnresolvedModule {
  /** The package's name, or a path. */
  readonly name: string;
  /** Its first import, in the order of the files' paths. */
  readonly specifier: ts.StringLiteralLike;
  /** How many files import it. */
  readonly files: number;
}

/**
 * The modules that no model describes and that do not resolve: what a tool calls of them is unknown. Modelled SDKs have
 * reasons of their own ({@link unresolvedSdksOf}).
 */
export function unresolvedModulesOf(program: ts.Program): readonly UnresolvedModule[] {
  const imports = new Map<string, ts.StringLiteralLike[]>();
  for (const specifier of unresolvedImportsOf(program)) {
    const { text } = specifier;
    const name = /^[./]/.test(text) ? text : packageOfSpecifier(text);
    if (!Object.hasOwn(modelledPackages, name)) imports.set(name, [...(imports.get(name) ?? []), specifier]);
  }
  return [...imports].flatMap(([name, specifiers]) => {
    const [specifier] = specifiers;
    const files = new Set(specifiers.map((each) => each.getSourceFile())).size;
    return specifier ? [{ name, specifier, files }] : [];
  });
}
