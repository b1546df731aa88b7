import type ts from 'typescript';
import { memo } from '../../memo.ts';
import * as syntax from '../syntax.ts';
import type { sync } from './api.ts';
import { awaitedType } from './awaited.ts';
import { CompilerFailure } from './compiler-failure.ts';
import { cheap, dear, middling, type Series } from './read-ahead.ts';
import { isMember } from './similar-nodes.ts';
import type { SignatureView, SymbolView, TypeView, Views } from './views.ts';

type NativeNode = Parameters<sync.Checker['getContextualType']>[0];

/**
 * The checker of a project, with the queries that TypeScript 6 has and that are used here. Each answer is kept, and fetched
 * with others: it costs a round trip to the compiler.
 */
export function checkerView(views: Views) {
  const { checker, enums } = views;
  let any: sync.Type | undefined;
  const anyType = (): sync.Type => (any ??= checker.getAnyType());
  const native = (node: ts.Node): NativeNode => node as unknown as NativeNode;
  const seriesOf = (node: ts.Node): Series<ts.Node> | undefined => views.similarNodes.seriesOf(node);
  const about = <Answer>(answer: (node: ts.Node) => Answer, reach = dear): ((node: ts.Node) => Answer) =>
    views.query(answer, { seriesOf, reach: () => reach });
  const indexInfos = views.query((type: TypeView) =>
    checker.getIndexInfosOfType(type.native).map(({ keyType, valueType, isReadonly }) => ({
      keyType: views.type(keyType),
      type: views.type(valueType),
      isReadonly,
    })),
  );
  const symbolAt = views.query((node: ts.Node) => views.symbol(checker.getSymbolAtLocation(native(node))), {
    seriesOf,
    reach: (node) => (isMember(node) ? dear : cheap),
    answers: (nodes) =>
      unlessRefused(() => checker.getSymbolAtLocation(nodes.map(native)).map((each) => views.symbol(each))),
  });
  const typeAt = views.query((node: ts.Node) => views.type(checker.getTypeAtLocation(native(node)) ?? anyType()), {
    seriesOf,
    reach: (node) => (syntax.isIdentifier(node) && !isMember(node) ? middling : dear),
    answers: (nodes) =>
      unlessRefused(() => checker.getTypeAtLocation(nodes.map(native)).map((each) => views.type(each ?? anyType()))),
  });
  const typeOfSymbol = views.query(
    (symbol: SymbolView) => views.type(checker.getTypeOfSymbol(symbol.native) ?? anyType()),
    {
      reach: () => dear,
      answers: (symbols) =>
        unlessRefused(() =>
          checker.getTypeOfSymbol(symbols.map((symbol) => symbol.native)).map((each) => views.type(each ?? anyType())),
        ),
    },
  );
  return {
    getSymbolAtLocation: symbolAt,
    getShorthandAssignmentValueSymbol: about(
      (node) => views.symbol(checker.getShorthandAssignmentValueSymbol(native(node))),
      cheap,
    ),
    getExportSpecifierLocalTargetSymbol: about(
      (node) => views.symbol(checker.getExportSpecifierLocalTargetSymbol(native(node))),
      cheap,
    ),
    getAliasedSymbol: views.query((symbol: SymbolView) => views.symbol(checker.getAliasedSymbol(symbol.native)), {
      seriesOf: () => views.aliases,
    }),
    getExportsOfModule: views.query((symbol: SymbolView) =>
      checker.getExportsOfModule(symbol.native).map((each) => views.symbol(each)),
    ),
    getTypeAtLocation: typeAt,
    getTypeFromTypeNode: about(
      (node) => views.type(checker.getTypeFromTypeNode(native(node) as never) ?? anyType()),
      cheap,
    ),
    getContextualType: about((node) => views.type(checker.getContextualType(native(node))), middling),
    getResolvedSignature: about((node) => views.signature(checker.getResolvedSignature(native(node)))),
    getSignatureFromDeclaration: about((node) => views.signature(checker.getSignatureFromDeclaration(native(node)))),
    getReturnTypeOfSignature: (signature: SignatureView) => signature.getReturnType(),
    getTypePredicateOfSignature: memo((signature: SignatureView) => {
      const predicate = checker.getTypePredicateOfSignature(signature.native);
      return predicate && { ...predicate, type: views.type(predicate.type) };
    }),
    getTypeOfSymbol: typeOfSymbol,
    getTypeOfSymbolAtLocation: (symbol: SymbolView, node: ts.Node) =>
      views.type(checker.getTypeOfSymbolAtLocation(symbol.native, native(node))),
    getDeclaredTypeOfSymbol: views.query(
      (symbol: SymbolView) => views.type(checker.getDeclaredTypeOfSymbol(symbol.native)),
      { seriesOf: () => views.namesOfTypes },
    ),
    getPropertiesOfType: (type: TypeView) => type.getProperties(),
    getPropertyOfType: (type: TypeView, name: string) => type.getProperty(name),
    getApparentType: views.query((type: TypeView) => views.type(checker.getApparentType(type.native)) ?? type),
    getNonNullableType: views.query((type: TypeView) => views.type(checker.getNonNullableType(type.native)) ?? type),
    getBaseConstraintOfType: views.query((type: TypeView) => views.type(checker.getBaseConstraintOfType(type.native))),
    getBaseTypes: views.query((type: TypeView) =>
      checker.getBaseTypes(type.native as sync.InterfaceType).map((each) => views.type(each)),
    ),
    getTypeArguments: views.query((type: TypeView) =>
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

/** What one request for several things gives; undefined where the compiler refuses it for one of them. */
function unlessRefused<Answer>(request: () => Answer): Answer | undefined {
  try {
    return request();
  } catch (error) {
    if (error instanceof CompilerFailure) throw error;
    return undefined;
  }
}
