import type ts from 'typescript';

/** What is used of the module `typescript` without a program: kinds, flags, guards, and what a declaration is called. */
export type CompilerModule = Pick<typeof ts, UsedName>;

type UsedName =
  | GuardName
  | 'canHaveDecorators'
  | 'canHaveModifiers'
  | 'escapeLeadingUnderscores'
  | 'forEachChild'
  | 'getCombinedModifierFlags'
  | 'getDecorators'
  | 'getJSDocType'
  | 'getNameOfDeclaration'
  | 'IndexKind'
  | 'InternalSymbolName'
  | 'ModifierFlags'
  | 'NodeFlags'
  | 'ObjectFlags'
  | 'SymbolFlags'
  | 'SyntaxKind'
  | 'TypeFlags'
  | 'TypeFormatFlags';

/** All guards of TypeScript 6; which of them there are is for those who use them. */
type GuardName = Extract<keyof typeof ts, `is${string}`>;
