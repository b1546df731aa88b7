import type ts from 'typescript';
import type { CompilerModule } from '../compiler-module.ts';
import type { KindNumbers, NativeApi } from './api.ts';
import { guardsOf } from './guards.ts';

/**
 * What is used of the module `typescript` itself, of TypeScript 7: kinds, flags and guards as they are published, and what
 * is published under other names or not at all. Kinds have other numbers than those of TypeScript 6.
 */
export function moduleOf({ ast, sync }: NativeApi): CompilerModule {
  const { ModifierFlags } = ast;
  const SyntaxKind: KindNumbers = ast.SyntaxKind;
  const guards = ast as unknown as typeof ts;
  const modifierFlags = new Map<number, number>([
    [SyntaxKind.PrivateKeyword, ModifierFlags.Private],
    [SyntaxKind.ProtectedKeyword, ModifierFlags.Protected],
    [SyntaxKind.PublicKeyword, ModifierFlags.Public],
    [SyntaxKind.StaticKeyword, ModifierFlags.Static],
    [SyntaxKind.ReadonlyKeyword, ModifierFlags.Readonly],
    [SyntaxKind.ExportKeyword, ModifierFlags.Export],
    [SyntaxKind.DefaultKeyword, ModifierFlags.Default],
    [SyntaxKind.AbstractKeyword, ModifierFlags.Abstract],
    [SyntaxKind.AsyncKeyword, ModifierFlags.Async],
    [SyntaxKind.ConstKeyword, ModifierFlags.Const],
    [SyntaxKind.DeclareKeyword, ModifierFlags.Ambient],
  ]);
  const ownFlags = (node: ts.Node): number =>
    modifiersOf(node).reduce((flags, { kind }) => flags | (modifierFlags.get(kind) ?? 0), 0);
  const { isBindingElement, isDecorator, isVariableDeclaration } = guards;

  const own = {
    SymbolFlags: sync.SymbolFlags,
    TypeFlags: sync.TypeFlags,
    ObjectFlags: sync.ObjectFlags,
    TypeFormatFlags: sync.NodeBuilderFlags,
    IndexKind: { String: 0, Number: 1 },
    forEachChild: <T>(node: ts.Node, visit: (child: ts.Node) => T | undefined): T | undefined =>
      node.forEachChild(visit),
    canHaveModifiers: (node: ts.Node): node is ts.HasModifiers => modifiersOf(node).length > 0,
    canHaveDecorators: (node: ts.Node): node is ts.HasDecorators => modifiersOf(node).length > 0,
    getDecorators: (node: ts.Node): readonly ts.Decorator[] => modifiersOf(node).filter(isDecorator),
    /** The modifiers of a variable are those of its statement. */
    getCombinedModifierFlags: (declaration: ts.Node): number => {
      let node = declaration;
      while (isBindingElement(node)) node = node.parent.parent;
      return ownFlags(isVariableDeclaration(node) ? node.parent.parent : node);
    },
    getNameOfDeclaration: (declaration: ts.Node): ts.Node | undefined => nameOf(declaration, guards),
    isExternalModule: (file: ts.SourceFile): boolean =>
      (file as { readonly externalModuleIndicator?: unknown }).externalModuleIndicator !== undefined,
    isTypeOnlyImportDeclaration: (clause: ts.Node): boolean =>
      (clause as { readonly phaseModifier?: number }).phaseModifier === SyntaxKind.TypeKeyword,
    /** Types in comments are part of the tree: `declaration.type` has them. */
    getJSDocType: (): undefined => undefined,
  } satisfies Partial<Record<keyof CompilerModule, unknown>>;
  return { ...ast, ...guardsOf(ast), ...own } as unknown as CompilerModule;
}

function modifiersOf(node: ts.Node): readonly ts.ModifierLike[] {
  return (node as { readonly modifiers?: readonly ts.ModifierLike[] }).modifiers ?? [];
}

/** The name that something is declared with: of `this.server = …`, in JavaScript, `server`. */
function nameOf(node: ts.Node, guards: typeof ts): ts.Node | undefined {
  if (guards.isBinaryExpression(node)) return nameOf(node.left, guards);
  if (guards.isElementAccessExpression(node)) return node.argumentExpression;
  if (guards.isExportAssignment(node)) return guards.isIdentifier(node.expression) ? node.expression : undefined;
  return (node as ts.NamedDeclaration).name;
}
