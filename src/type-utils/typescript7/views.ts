import type ts from 'typescript';
import { memo } from '../../memo.ts';
import type { NativeApi, sync } from './api.ts';

/** How the nodes, types and symbols of one project look to those who know TypeScript 6: each object has one view. */
export class Views {
  readonly enums: Pick<NativeApi['sync'], 'ObjectFlags' | 'SignatureKind' | 'SymbolFlags' | 'TypeFlags'>;
  readonly checker: sync.Checker;
  readonly #nodeOf: (handle: sync.NodeHandle) => ts.Node | undefined;
  readonly #symbolOf = memo((symbol: sync.Symbol) => new SymbolView(symbol, this));
  readonly #typeOf = memo((type: sync.Type) => new TypeView(type, this));
  readonly #signatureOf = memo((signature: sync.Signature) => new SignatureView(signature, this));

  constructor(
    checker: sync.Checker,
    enums: NativeApi['sync'],
    nodeOf: (handle: sync.NodeHandle) => ts.Node | undefined,
  ) {
    this.checker = checker;
    this.enums = enums;
    this.#nodeOf = nodeOf;
  }

  /** Declarations in files that are not in the program any more are left out. */
  nodes(handles: readonly sync.NodeHandle[]): readonly ts.Declaration[] {
    return handles.flatMap((handle) => this.node(handle) ?? []);
  }

  node(handle: sync.NodeHandle): ts.Declaration | undefined {
    return this.#nodeOf(handle) as ts.Declaration | undefined;
  }

  symbol(symbol: sync.Symbol): SymbolView;
  symbol(symbol: sync.Symbol | undefined): SymbolView | undefined;
  symbol(symbol: sync.Symbol | undefined): SymbolView | undefined {
    return symbol && this.#symbolOf(symbol);
  }

  type(type: sync.Type): TypeView;
  type(type: sync.Type | undefined): TypeView | undefined;
  type(type: sync.Type | undefined): TypeView | undefined {
    return type && this.#typeOf(type);
  }

  signature(signature: sync.Signature): SignatureView;
  signature(signature: sync.Signature | undefined): SignatureView | undefined;
  signature(signature: sync.Signature | undefined): SignatureView | undefined {
    return signature && this.#signatureOf(signature);
  }
}

/** Computes a value once. */
class Once<Value> {
  readonly #compute: () => Value;
  #result: { readonly value: Value } | undefined;

  constructor(compute: () => Value) {
    this.#compute = compute;
  }

  get value(): Value {
    return (this.#result ??= { value: this.#compute() }).value;
  }
}

/** A symbol as TypeScript 6 has it. */
export class SymbolView {
  readonly native: sync.Symbol;
  readonly flags: number;
  readonly name: string;
  readonly escapedName: string;
  readonly #declarations: Once<readonly ts.Declaration[] | undefined>;
  readonly #valueDeclaration: Once<ts.Declaration | undefined>;
  readonly #members: Once<ReadonlyMap<string, SymbolView>>;
  readonly #exports: Once<ReadonlyMap<string, SymbolView>>;

  constructor(native: sync.Symbol, views: Views) {
    const { declarations, valueDeclaration } = native;
    this.native = native;
    this.flags = native.flags;
    this.name = native.name;
    this.escapedName = native.escapedName;
    this.#declarations = new Once(() => (declarations.length === 0 ? undefined : views.nodes(declarations)));
    this.#valueDeclaration = new Once(() => valueDeclaration && views.node(valueDeclaration));
    this.#members = new Once(() => viewsIn(native.getMembers(), views));
    this.#exports = new Once(() => viewsIn(native.getExports(), views));
  }

  get declarations(): readonly ts.Declaration[] | undefined {
    return this.#declarations.value;
  }

  get valueDeclaration(): ts.Declaration | undefined {
    return this.#valueDeclaration.value;
  }

  get members(): ReadonlyMap<string, SymbolView> {
    return this.#members.value;
  }

  get exports(): ReadonlyMap<string, SymbolView> {
    return this.#exports.value;
  }
}

function viewsIn(table: ReadonlyMap<string, sync.Symbol>, views: Views): ReadonlyMap<string, SymbolView> {
  return new Map([...table].map(([name, symbol]) => [name, views.symbol(symbol)]));
}

/** A type as TypeScript 6 has it. */
export class TypeView {
  readonly native: sync.Type;
  readonly flags: number;
  readonly #views: Views;
  readonly #symbol: Once<SymbolView | undefined>;
  readonly #aliasSymbol: Once<SymbolView | undefined>;
  readonly #types: Once<readonly TypeView[] | undefined>;
  #members: readonly TypeView[] | undefined;
  readonly #target: Once<TypeView | undefined>;
  readonly #typeParameters: Once<readonly TypeView[] | undefined>;
  readonly #properties: Once<readonly SymbolView[]>;
  readonly #propertiesByName = new Map<string, SymbolView | undefined>();
  readonly #signatures = new Map<sync.SignatureKind, readonly SignatureView[]>();

  constructor(native: sync.Type, views: Views) {
    this.native = native;
    this.flags = native.flags;
    this.#views = views;
    this.#symbol = new Once(() => views.symbol(native.getSymbol()));
    this.#aliasSymbol = new Once(() => views.symbol(native.getAliasSymbol()));
    this.#types = new Once(() =>
      this.isUnionOrIntersection()
        ? (native as sync.UnionOrIntersectionType).getTypes().map((type) => views.type(type))
        : undefined,
    );
    this.#target = new Once(() =>
      this.#is(views.enums.ObjectFlags.Reference) ? views.type((native as sync.TypeReference).getTarget()) : undefined,
    );
    this.#typeParameters = new Once(() => {
      const declared = this.isClassOrInterface() ? (native as sync.InterfaceType).getTypeParameters() : [];
      return declared.length > 0 ? declared.map((type) => views.type(type)) : undefined;
    });
    this.#properties = new Once(() => views.checker.getPropertiesOfType(native).map((symbol) => views.symbol(symbol)));
  }

  /**
   * A union that the compiler does not have, of views that it has.
   *
   * @param native what it stands for where the compiler has to have a type
   */
  static unionOf(types: readonly TypeView[], native: sync.Type, views: Views): TypeView {
    const union = new TypeView(native, views);
    union.#members = types;
    return union;
  }

  get objectFlags(): number {
    return (this.native as sync.ObjectType).objectFlags;
  }

  get symbol(): SymbolView | undefined {
    return this.#symbol.value;
  }

  get aliasSymbol(): SymbolView | undefined {
    return this.#aliasSymbol.value;
  }

  get types(): readonly TypeView[] | undefined {
    return this.#members ?? this.#types.value;
  }

  get target(): TypeView | undefined {
    return this.#target.value;
  }

  get typeParameters(): readonly TypeView[] | undefined {
    return this.#typeParameters.value;
  }

  get value(): unknown {
    return (this.native as sync.LiteralType).value;
  }

  isUnion(): boolean {
    return (this.flags & this.#views.enums.TypeFlags.Union) !== 0;
  }

  isIntersection(): boolean {
    return (this.flags & this.#views.enums.TypeFlags.Intersection) !== 0;
  }

  isUnionOrIntersection(): boolean {
    return this.isUnion() || this.isIntersection();
  }

  isStringLiteral(): boolean {
    return (this.flags & this.#views.enums.TypeFlags.StringLiteral) !== 0;
  }

  isTypeParameter(): boolean {
    return (this.flags & this.#views.enums.TypeFlags.TypeParameter) !== 0;
  }

  isClass(): boolean {
    return this.#is(this.#views.enums.ObjectFlags.Class);
  }

  isClassOrInterface(): boolean {
    return this.#is(this.#views.enums.ObjectFlags.ClassOrInterface);
  }

  getProperties(): readonly SymbolView[] {
    return this.#properties.value;
  }

  getProperty(name: string): SymbolView | undefined {
    const known = this.#propertiesByName;
    if (!known.has(name)) known.set(name, this.#views.symbol(this.#views.checker.getPropertyOfType(this.native, name)));
    return known.get(name);
  }

  getCallSignatures(): readonly SignatureView[] {
    return this.#signaturesOf(this.#views.enums.SignatureKind.Call);
  }

  getConstructSignatures(): readonly SignatureView[] {
    return this.#signaturesOf(this.#views.enums.SignatureKind.Construct);
  }

  #signaturesOf(kind: sync.SignatureKind): readonly SignatureView[] {
    const known = this.#signatures.get(kind);
    if (known) return known;
    const { checker } = this.#views;
    const found = checker.getSignaturesOfType(this.native, kind).map((each) => this.#views.signature(each));
    this.#signatures.set(kind, found);
    return found;
  }

  #is(flag: number): boolean {
    return (this.flags & this.#views.enums.TypeFlags.Object) !== 0 && (this.objectFlags & flag) !== 0;
  }
}

/** A signature as TypeScript 6 has it. */
export class SignatureView {
  readonly native: sync.Signature;
  readonly #declaration: Once<ts.Declaration | undefined>;
  readonly #parameters: Once<readonly SymbolView[]>;
  readonly #typeParameters: Once<readonly TypeView[] | undefined>;
  readonly #returnType: Once<TypeView | undefined>;

  constructor(native: sync.Signature, views: Views) {
    this.native = native;
    const { declaration } = native;
    this.#declaration = new Once(() => declaration && views.node(declaration));
    this.#parameters = new Once(() => native.getParameters().map((symbol) => views.symbol(symbol)));
    this.#typeParameters = new Once(() => {
      const declared = native.getTypeParameters();
      return declared.length > 0 ? declared.map((type) => views.type(type)) : undefined;
    });
    this.#returnType = new Once(() => views.type(views.checker.getReturnTypeOfSignature(native)));
  }

  get declaration(): ts.Declaration | undefined {
    return this.#declaration.value;
  }

  get parameters(): readonly SymbolView[] {
    return this.#parameters.value;
  }

  getTypeParameters(): readonly TypeView[] | undefined {
    return this.#typeParameters.value;
  }

  getReturnType(): TypeView | undefined {
    return this.#returnType.value;
  }
}
