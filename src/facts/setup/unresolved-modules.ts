import type { AgentSdk } from '../../models/agents/agent-sdk.ts';
import type { Protocol } from '../../models/sessions/protocol.ts';
import { modelledPackages } from '../../models/packages.ts';
import { memo } from '../../memo.ts';
import {
  importsOfPackage,
  missingOwnModulesIn,
  packageOfSpecifier,
  type ts,
  unresolvedImportsOf,
} from '../../type-utils/index.ts';
import { isWithoutAgents, packagesOf } from './unresolved-sdks.ts';

/** A module that is imported and does not resolve, or a package of which none of the imports does. */
export interface UnresolvedModule {
  /** The package's name, or a path. */
  readonly name: string;
  /** Its first import, in the order of the files' paths. */
  readonly specifier: ts.StringLiteralLike;
  /** How many files import it. */
  readonly files: number;
}

/** Modules of the project itself that do not resolve where agent SDKs are used: nothing that comes from there is checked. */
export interface MissingOwnModules {
  /** Files by their paths and aliases, or packages of the workspace. */
  readonly kind: 'file' | 'package';
  /** The first import of one, in the order of the files' paths. */
  readonly specifier: ts.StringLiteralLike;
  /** How many modules these are. */
  readonly modules: number;
  /** How many files import them. */
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
    return specifier ? [{ name, specifier, files: filesOf(specifiers) }] : [];
  });
}

/**
 * What does not resolve of the project itself in the files that import an agent SDK: what a framework or a generator has yet
 * to write, a package of the workspace that is not built, an alias that leads nowhere. One for files, one for packages, from
 * the program, and so the same whichever files are linted.
 *
 * @param sdks the built-in ones and those of the user's settings
 */
export function missingOwnModulesOf(
  program: ts.Program,
  sdks: readonly AgentSdk[],
  protocols: readonly Protocol[],
): readonly MissingOwnModules[] {
  return missingIn(program, packagesOf(sdks, protocols).join(' '));
}

const missingIn = memo((program: ts.Program, packages: string): readonly MissingOwnModules[] => {
  const importers = new Set(packages.split(' ').flatMap((name) => filesWithAgents(name, program)));
  const missing = missingOwnModulesIn(importers, program).filter(
    ({ specifier }) => !Object.hasOwn(modelledPackages, packageOfSpecifier(specifier.text)),
  );
  return (['file', 'package'] as const).flatMap((kind) => {
    const specifiers = missing.filter(({ is }) => is === kind).map(({ specifier }) => specifier);
    const [specifier] = specifiers;
    const names = specifiers.map(({ text }) => (kind === 'file' ? text : packageOfSpecifier(text)));
    return specifier ? [{ kind, specifier, modules: new Set(names).size, files: filesOf(specifiers) }] : [];
  });
});

/** The files that import of an SDK what takes tools or sessions. */
function filesWithAgents(name: string, program: ts.Program): readonly ts.SourceFile[] {
  return importsOfPackage(program, name)
    .filter(({ file, names }) => names?.length !== 0 && !isWithoutAgents(file, name, names, true))
    .map(({ file }) => file);
}

function filesOf(specifiers: readonly ts.StringLiteralLike[]): number {
  return new Set(specifiers.map((each) => each.getSourceFile())).size;
}
