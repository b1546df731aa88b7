/**
 * The only entrance to the compiler: outside of this folder nothing imports `typescript`, not even as a type. Syntax
 * needs a parsed file alone; everything of `checker/` is a query to the type checker.
 */
export type { default as ts } from 'typescript';
export * as syntax from './syntax.ts';
export { Brands } from './checker/branded.ts';
export { GenericResults } from './checker/generic-results.ts';
export type { GenericResult } from './checker/generic-results.ts';
export { HeldBrands } from './checker/held-brands.ts';
export { importedFrom, lacksOption, takesOption } from './checker/declared-options.ts';
export type { GivenObject } from './checker/declared-options.ts';
export { anyShape, unionOfShapes } from './checker/data-shapes.ts';
export type { DataKind, DataProperty, DataShape, SchemaShapes } from './checker/data-shapes.ts';
export { isCallOf, isCallOn, lastNamesOf, matches } from './checker/origin.ts';
export type { CalleeOrigin, Origin } from './checker/origin.ts';
export {
  calleeOriginOf,
  omitsOption,
  literalTextOf,
  originsAt,
  originsOfReturn,
  promisedOrigins,
} from './checker/origins-at.ts';
export { isPlatformGlobal } from './checker/platform-globals.ts';
export { compilerOf } from './checker/queries.ts';
export type { Compiler, ResolvedFunction } from './checker/queries.ts';
export { disposalOf, fittingArguments, hasMember, mayBeMissing } from './checker/session-members.ts';
export { isOfSomeType, typeOrValueSpecifiersSchema } from './checker/type-specifiers.ts';
export type { TypeOrValueSpecifier } from './checker/type-specifiers.ts';
export { commentsIn } from './comments.ts';
export { givesAnything } from './checker/untyped-results.ts';
export { SOME_VALUE } from './checker/untyped-origin.ts';
export { calledAt, enclosingLoopOf, isInUpdateOf, subjectAt } from './expression-names.ts';
export { gatheredBy, promisesOf } from './gathered.ts';
export type { Gathered } from './gathered.ts';
export { changedSince, snapshotOf } from './index/changed-files.ts';
export type { Snapshot } from './index/changed-files.ts';
export { KeptByFile } from './index/kept-by-file.ts';
export { changesElsewhere } from './index/changes-elsewhere.ts';
export { declaredNamesIn } from './index/declared-names.ts';
export { hierarchyTextOf, isExtended, isReplaced, overridesOf } from './index/overrides.ts';
export {
  allCallsIn,
  triesIn,
  assignedIn,
  calledName,
  callIndexOf,
  callsIn,
  functionsIn,
  givenNamesIn,
} from './index/function-index.ts';
export type { Callers, CallIndex, GivenName, IndexedFunction } from './index/function-index.ts';
export { genericClassesIn } from './index/generic-classes.ts';
export {
  filesAbove,
  filesNaming,
  filesReaching,
  hasModuleAsObject,
  importersOf,
  mentions,
} from './index/import-graph.ts';
export { namesThatMayNotReturn } from './index/never-returning.ts';
export { readTypes } from './prefetch.ts';
export { packageOfSpecifier } from './package-of.ts';
export { importsOfPackage, missedRangeAt, missingOwnModulesIn, unresolvedImportsOf } from './index/sdk-imports.ts';
export type { Resolution } from './index/sdk-imports.ts';
export { keyOfProperty, propertyNamed, valueOfProperty, writtenFor } from './object-literals.ts';
export { isLibraryFile } from './project/library-files.ts';
export { filesOnDisk } from './project/project-files.ts';
export type { ProjectFiles } from './project/project-files.ts';
export type { LiveProject } from './project/live-project.ts';
export { isOfChosenCompiler } from './project/own-program.ts';
export { configsAbove, openLiveProject, openProject, projectConfigAt } from './project/project.ts';
export type { Project } from './project/opened-project.ts';
export { pathFromRoot } from './project/repository-root.ts';
export { isRootFile } from './project/root-files.ts';
export { transpiled } from './project/transpiled.ts';
export { CompilerFailure } from './typescript7/compiler-failure.ts';
export {
  declarationOf,
  decoratorsOf,
  exportedValues,
  isDefaultExport,
  isExported,
  isInside,
  isNamedOutside,
  namesWithin,
  typeDeclarationsOf,
  usesInFile,
  usesOf,
} from './references.ts';
export {
  bindingNamedBy,
  bindingOf,
  calledBinding,
  constantInitializerOf,
  constantValueOf,
  isSameReference,
  functionOfBinding,
  initializerOf,
  isConstant,
  isGlobalName,
  moduleOfImport,
  patternHolderOf,
  scopeOf,
} from './scopes.ts';
export { syntaxErrorOf } from './syntax-errors.ts';
export { isCompilerModule } from './typescript.ts';
export { isVersionIn } from './versions.ts';
