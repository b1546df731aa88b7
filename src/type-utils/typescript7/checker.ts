import type ts from 'typescript';
import type { sync } from './api.ts';
import { awaitedType } from './awaited.ts';
import type { TypeView } from './views.ts';
import { type SignatureView, type SymbolView, type Views } from './views.ts';

/** Keeps the answers to one query by the object that they are about: each costs a round trip to the compiler. */
function kept<Key extends WeakKey, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = results.get(key);
    if (known) return known.value;
    const value = compute(key);
    results.set(key, { value });
    return value;
  };
}

type NativeNode = Parameters<sync.Checker['getContextualType']>[0];

/** The checker of a project, with the queries that TypeScript 6 has and that are used here. */
export function checkerView(views: Views) {
  const { checker, enums } = views;
  const native = (node: ts.Node): NativeNode => node as unknown as NativeNode;
  const awaited = kept((type: TypeView): TypeView | undefined => awaitedType(type, views));
  const indexInfos = kept((type: TypeView) =>
    checker.getIndexInfosOfType(type.native).map(({ keyType, valueType, isReadonly }) => ({
      keyType: views.type(keyType),
      type: views.type(valueType),
      isReadonly,
    })),
  );
  return {
    getSymbolAtLocation: kept((node: ts.Node) => views.symbol(checker.getSymbolAtLocation(native(node)))),
    getShorthandAssignmentValueSymbol: kept((node: ts.Node) =>
      views.symbol(checker.getShorthandAssignmentValueSymbol(native(node))),
    ),
    getExportSpecifierLocalTargetSymbol: kept((node: ts.Node) =>
      views.symbol(checker.getExportSpecifierLocalTargetSymbol(native(node))),
    ),
    getAliasedSymbol: kept((symbol: SymbolView) => views.symbol(checker.getAliasedSymbol(symbol.native))),
    getExportsOfModule: kept((symbol: SymbolView) =>
      checker.getExportsOfModule(symbol.native).map((each) => views.symbol(each)),
    ),
    getTypeAtLocation: kept((node: ts.Node) =>
      views.type(checker.getTypeAtLocation(native(node)) ?? checker.getAnyType()),
    ),
    getTypeFromTypeNode: kept((node: ts.Node) =>
      views.type(checker.getTypeFromTypeNode(native(node) as never) ?? checker.getAnyType()),
    ),
    getContextualType: kept((node: ts.Node) => views.type(checker.getContextualType(native(node)))),
    getResolvedSignature: kept((node: ts.Node) => views.signature(checker.getResolvedSignature(native(node)))),
    getSignatureFromDeclaration: kept((node: ts.Node) =>
      views.signature(checker.getSignatureFromDeclaration(native(node))),
    ),
    getReturnTypeOfSignature: (signature: SignatureView) => signature.getReturnType(),
    getTypePredicateOfSignature: kept((signature: SignatureView) => {
      const predicate = checker.getTypePredicateOfSignature(signature.native);
      return predicate && { ...predicate, type: views.type(predicate.type) };
    }),
    getTypeOfSymbol: kept((symbol: SymbolView) =>
      views.type(checker.getTypeOfSymbol(symbol.native) ?? checker.getAnyType()),
    ),
    getTypeOfSymbolAtLocation: (symbol: SymbolView, node: ts.Node) =>
      views.type(checker.getTypeOfSymbolAtLocation(symbol.native, native(node))),
    getDeclaredTypeOfSymbol: kept((symbol: SymbolView) => views.type(checker.getDeclaredTypeOfSymbol(symbol.native))),
    getPropertiesOfType: (type: TypeView) => type.getProperties(),
    getPropertyOfType: (type: TypeView, name: string) => type.getProperty(name),
    getApparentType: kept((type: TypeView) => views.type(checker.getApparentType(type.native)) ?? type),
    getNonNullableType: kept((type: TypeView) => views.type(checker.getNonNullableType(type.native)) ?? type),
    getBaseConstraintOfType: kept((type: TypeView) => views.type(checker.getBaseConstraintOfType(type.native))),
    getBaseTypes: kept((type: TypeView) =>
      checker.getBaseTypes(type.native as sync.InterfaceType).map((each) => views.type(each)),
    ),
    getTypeArguments: kept((type: TypeView) =>
      checker.getTypeArguments(type.native as sync.TypeReference).map((each) => views.type(each)),
    ),
    getIndexInfosOfType: indexInfos,
    /** Index signatures by texts: all that is queried here. */
    getIndexInfoOfType: (type: TypeView) =>
      indexInfos(type).find(({ keyType }) => (keyType.flags & enums.TypeFlags.String) !== 0),
    getAwaitedType: awaited,
    isTypeAssignableTo: (source: TypeView, target: TypeView) =>
      source === target || checker.isTypeAssignableTo(source.native, target.native),
    isOptionalParameter: ({ questionToken, initializer }: ts.ParameterDeclaration) =>
      questionToken !== undefined || initializer !== undefined,
    typeToString: (type: TypeView, node?: ts.Node, flags?: number) =>
      checker.typeToString(type.native, node && native(node), flags),
  };
}
