import type ts from 'typescript';
import { memo } from '../../memo.ts';
import type { sync } from './api.ts';
import { awaitedType } from './awaited.ts';
import type { SignatureView, SymbolView, TypeView, Views } from './views.ts';

type NativeNode = Parameters<sync.Checker['getContextualType']>[0];

/**
 * The checker of a project, with the queries that TypeScript 6 has and that are used here. Each answer is kept: it costs a
 * round trip to the compiler.
 */
export function checkerView(views: Views) {
  const { checker, enums } = views;
  const native = (node: ts.Node): NativeNode => node as unknown as NativeNode;
  const indexInfos = memo((type: TypeView) =>
    checker.getIndexInfosOfType(type.native).map(({ keyType, valueType, isReadonly }) => ({
      keyType: views.type(keyType),
      type: views.type(valueType),
      isReadonly,
    })),
  );
  return {
    getSymbolAtLocation: memo((node: ts.Node) => views.symbol(checker.getSymbolAtLocation(native(node)))),
    getShorthandAssignmentValueSymbol: memo((node: ts.Node) =>
      views.symbol(checker.getShorthandAssignmentValueSymbol(native(node))),
    ),
    getExportSpecifierLocalTargetSymbol: memo((node: ts.Node) =>
      views.symbol(checker.getExportSpecifierLocalTargetSymbol(native(node))),
    ),
    getAliasedSymbol: memo((symbol: SymbolView) => views.symbol(checker.getAliasedSymbol(symbol.native))),
    getExportsOfModule: memo((symbol: SymbolView) =>
      checker.getExportsOfModule(symbol.native).map((each) => views.symbol(each)),
    ),
    getTypeAtLocation: memo((node: ts.Node) =>
      views.type(checker.getTypeAtLocation(native(node)) ?? checker.getAnyType()),
    ),
    getTypeFromTypeNode: memo((node: ts.Node) =>
      views.type(checker.getTypeFromTypeNode(native(node) as never) ?? checker.getAnyType()),
    ),
    getContextualType: memo((node: ts.Node) => views.type(checker.getContextualType(native(node)))),
    getResolvedSignature: memo((node: ts.Node) => views.signature(checker.getResolvedSignature(native(node)))),
    getSignatureFromDeclaration: memo((node: ts.Node) =>
      views.signature(checker.getSignatureFromDeclaration(native(node))),
    ),
    getReturnTypeOfSignature: (signature: SignatureView) => signature.getReturnType(),
    getTypePredicateOfSignature: memo((signature: SignatureView) => {
      const predicate = checker.getTypePredicateOfSignature(signature.native);
      return predicate && { ...predicate, type: views.type(predicate.type) };
    }),
    getTypeOfSymbol: memo((symbol: SymbolView) =>
      views.type(checker.getTypeOfSymbol(symbol.native) ?? checker.getAnyType()),
    ),
    getTypeOfSymbolAtLocation: (symbol: SymbolView, node: ts.Node) =>
      views.type(checker.getTypeOfSymbolAtLocation(symbol.native, native(node))),
    getDeclaredTypeOfSymbol: memo((symbol: SymbolView) => views.type(checker.getDeclaredTypeOfSymbol(symbol.native))),
    getPropertiesOfType: (type: TypeView) => type.getProperties(),
    getPropertyOfType: (type: TypeView, name: string) => type.getProperty(name),
    getApparentType: memo((type: TypeView) => views.type(checker.getApparentType(type.native)) ?? type),
    getNonNullableType: memo((type: TypeView) => views.type(checker.getNonNullableType(type.native)) ?? type),
    getBaseConstraintOfType: memo((type: TypeView) => views.type(checker.getBaseConstraintOfType(type.native))),
    getBaseTypes: memo((type: TypeView) =>
      checker.getBaseTypes(type.native as sync.InterfaceType).map((each) => views.type(each)),
    ),
    getTypeArguments: memo((type: TypeView) =>
      checker.getTypeArguments(type.native as sync.TypeReference).map((each) => views.type(each)),
    ),
    getIndexInfosOfType: indexInfos,
    /** Index signatures by texts: all that is queried here. */
    getIndexInfoOfType: (type: TypeView) =>
      indexInfos(type).find(({ keyType }) => (keyType.flags & enums.TypeFlags.String) !== 0),
    getAwaitedType: memo((type: TypeView): TypeView | undefined => awaitedType(type, views)),
    isTypeAssignableTo: (source: TypeView, target: TypeView) =>
      source === target || checker.isTypeAssignableTo(source.native, target.native),
    isOptionalParameter: ({ questionToken, initializer }: ts.ParameterDeclaration) =>
      questionToken !== undefined || initializer !== undefined,
    typeToString: (type: TypeView, node?: ts.Node, flags?: number) =>
      checker.typeToString(type.native, node && native(node), flags),
  };
}
