import type ts from 'typescript';
import { memo } from '../../memo.ts';
import type { NativeApi, sync } from './api.ts';
import { cheap, dear, middling, Growing, type KeptQuery, type Query, readAhead, type Series } from './read-ahead.ts';
import type { CompilerSession } from './session.ts';
import { SimilarNodes } from './similar-nodes.ts';
import type { SourceFiles } from './source-files.ts';
import { Refusal } from './together.ts';

/** What came of one kind of query about one kind of place. */
interface Results {
  readonly symbols: Growing<SymbolView>;
  readonly types: Growing<TypeView>;
  readonly signatures: Growing<SignatureView>;
}

/** What a type refers to. */
interface Links {
  readonly symbol?: SymbolView | undefined;
  readonly aliasSymbol?: SymbolView | undefined;
  readonly types?: readonly TypeView[] | undefined;
  readonly target?: TypeView | undefined;
}

const noLinks: Links = {};

/** How many symbols are looked at for files to fetch together with that of another one. */
const SYMBOLS_LOOKED_AT = 64;

/** How the nodes, types and symbols of one project look to those who know TypeScript 6: each object has one view. */
export class Views {
  readonly enums: Pick<NativeApi['sync'], 'ObjectFlags' | 'SignatureKind' | 'SymbolFlags' | 'TypeFlags'>;
  readonly checker: sync.Checker;
  readonly similarNodes = new SimilarNodes();
  /** Names for what is declared elsewhere, which are followed sooner or later. */
  readonly aliases = new Growing<SymbolView>();
  /** The classes and interfaces that were met. */
  readonly namesOfTypes = new Growing<SymbolView>();
  readonly #files: SourceFiles;
  readonly #session: CompilerSession;
  readonly #symbolOf = memo((symbol: sync.Symbol) => this.#noted(new SymbolView(symbol, this), 'symbols'));
  readonly #typeOf = memo((type: sync.Type) => this.#noted(new TypeView(type, this), 'types'));
  readonly #signatureOf = memo((signature: sync.Signature) =>
    this.#noted(new SignatureView(signature, this), 'signatures'),
  );
  readonly #seriesOf = new WeakMap<object, unknown>();
  readonly #resultsOf = memo((): Results => ({
    symbols: new Growing(),
    types: new Growing(),
    signatures: new Growing(),
  }));
  #results: Results | undefined;

  constructor(checker: sync.Checker, enums: NativeApi['sync'], files: SourceFiles, session: CompilerSession) {
    this.checker = checker;
    this.enums = enums;
    this.#files = files;
    this.#session = session;
  }

  /** A query whose answers are kept, and fetched ahead. */
  query<Key extends object, Answer>(
    answer: (key: Key) => Answer,
    {
      seriesOf = (key) => this.seriesOf(key),
      reach = () => cheap,
      answers,
    }: Partial<Pick<Query<Key, Answer>, 'answers' | 'reach' | 'seriesOf'>> = {},
  ): KeptQuery<Key, Answer> {
    return readAhead(
      { answer, seriesOf, reach, ...(answers && { answers }) },
      {
        isTogether: () => this.#session.sendsTogether,
        together: (calls) => this.#session.together(calls),
        noting: (series, run) => {
          const outer = this.#results;
          this.#results = this.#resultsOf(series);
          try {
            return run();
          } finally {
            this.#results = outer;
          }
        },
      },
    );
  }

  /** The symbols, types or signatures that came of the same query about the same kind of place. */
  seriesOf<Key extends object>(view: Key): Series<Key> | undefined {
    return this.#seriesOf.get(view) as Series<Key> | undefined;
  }

  #noted<View extends SymbolView | TypeView | SignatureView>(view: View, list: keyof Results): View {
    const series = this.#results?.[list] as unknown as Growing<View> | undefined;
    if (series) {
      series.add(view);
      this.#seriesOf.set(view, series);
    }
    const { Alias, Class, Interface } = this.enums.SymbolFlags;
    if (view instanceof SymbolView && view.flags & Alias) this.aliases.add(view);
    if (view instanceof SymbolView && view.flags & (Class | Interface)) this.namesOfTypes.add(view);
    return view;
  }

  /** The declarations of a symbol. Those in files that are not in the program any more are left out. */
  declarationsOf(symbol: SymbolView): readonly ts.Declaration[] {
    this.#readFilesOf(symbol);
    return symbol.native.declarations.flatMap((handle) => this.node(handle) ?? []);
  }

  /** Fetches the files that declare a symbol, with those of symbols that are likely to be looked at next. */
  #readFilesOf(symbol: SymbolView): void {
    const unreadOf = ({ native }: SymbolView): readonly ts.SourceFile[] =>
      native.declarations.flatMap((handle) => this.#files.unreadAt(handle) ?? []);
    const own = unreadOf(symbol);
    if (own.length === 0) return;
    const next: ts.SourceFile[] = [];
    let lookedAt = 0;
    for (const each of this.#session.sendsTogether ? (this.seriesOf(symbol)?.after(symbol) ?? []) : []) {
      if (++lookedAt > SYMBOLS_LOOKED_AT) break;
      next.push(...unreadOf(each));
    }
    this.#files.readTrees([...own, ...next]);
  }

  node(handle: sync.NodeHandle): ts.Declaration | undefined {
    return this.#files.nodeAt(handle) as ts.Declaration | undefined;
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

  // ── parts of symbols, types and signatures ─────────────────────────────────────────────────────────────────────

  readonly members = this.query((symbol: SymbolView) => viewsIn(symbol.native.getMembers(), this));
  readonly exports = this.query((symbol: SymbolView) => viewsIn(symbol.native.getExports(), this));
  /** What is looked at of nearly every type: fetched together, since each is found without a computation. */
  readonly linksOf = this.query(
    (type: TypeView): Links =>
      this.#session.sendsTogether ? (this.#links([type])[0] ?? noLinks) : new LinksOneByOne(type, this),
    {
      seriesOf: (type) => (this.#session.sendsTogether ? this.seriesOf(type) : undefined),
      answers: (types) => this.#links(types),
    },
  );
  readonly parametersOfType = this.query((type: TypeView) => {
    const declared = type.isClassOrInterface() ? (type.native as sync.InterfaceType).getTypeParameters() : [];
    return declared.length > 0 ? declared.map((each) => this.type(each)) : undefined;
  });
  readonly properties = this.query(
    (type: TypeView) => this.checker.getPropertiesOfType(type.native).map((symbol) => this.symbol(symbol)),
    { reach: () => middling },
  );
  readonly propertyNamed = memo((_views: Views, name: string) =>
    this.query((type: TypeView) => this.symbol(this.checker.getPropertyOfType(type.native, name)), {
      reach: () => middling,
    }),
  );
  readonly callSignatures = this.query((type: TypeView) => this.#signatures(type, this.enums.SignatureKind.Call), {
    reach: () => dear,
  });
  readonly constructSignatures = this.query((type: TypeView) =>
    this.#signatures(type, this.enums.SignatureKind.Construct),
  );
  readonly parameters = this.query((signature: SignatureView) =>
    signature.native.getParameters().map((symbol) => this.symbol(symbol)),
  );
  readonly parametersOfSignature = this.query((signature: SignatureView) => {
    const declared = signature.native.getTypeParameters();
    return declared.length > 0 ? declared.map((type) => this.type(type)) : undefined;
  });
  readonly returnType = this.query(
    (signature: SignatureView) => this.type(this.checker.getReturnTypeOfSignature(signature.native)),
    { reach: () => dear },
  );

  #links(types: readonly TypeView[]): readonly Links[] {
    const found = this.#session.together<Links>(
      types.flatMap((type) => {
        const links = new LinksOneByOne(type, this);
        return [
          () => ({ symbol: links.symbol }),
          () => ({ aliasSymbol: links.aliasSymbol }),
          () => ({ types: links.types }),
          () => ({ target: links.target }),
        ];
      }),
    );
    return types.map((_, index) => {
      const links = found.slice(index * 4, index * 4 + 4);
      const refused = links.find((link) => link instanceof Refusal);
      if (refused) throw new Error(refused.message);
      return Object.assign({}, ...links) as Links;
    });
  }

  #signatures(type: TypeView, kind: sync.SignatureKind): readonly SignatureView[] {
    return this.checker.getSignaturesOfType(type.native, kind).map((each) => this.signature(each));
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

/** What a type refers to, found when it is looked at. */
class LinksOneByOne implements Links {
  readonly #symbol: Once<SymbolView | undefined>;
  readonly #aliasSymbol: Once<SymbolView | undefined>;
  readonly #types: Once<readonly TypeView[] | undefined>;
  readonly #target: Once<TypeView | undefined>;

  constructor(type: TypeView, views: Views) {
    const { native } = type;
    this.#symbol = new Once(() => views.symbol(native.getSymbol()));
    this.#aliasSymbol = new Once(() => views.symbol(native.getAliasSymbol()));
    this.#types = new Once(() =>
      type.isUnionOrIntersection()
        ? (native as sync.UnionOrIntersectionType).getTypes().map((part) => views.type(part))
        : undefined,
    );
    this.#target = new Once(() =>
      type.isReference() ? views.type((native as sync.TypeReference).getTarget()) : undefined,
    );
  }

  get symbol(): SymbolView | undefined {
    return this.#symbol.value;
  }

  get aliasSymbol(): SymbolView | undefined {
    return this.#aliasSymbol.value;
  }

  get types(): readonly TypeView[] | undefined {
    return this.#types.value;
  }

  get target(): TypeView | undefined {
    return this.#target.value;
  }
}

/** A symbol as TypeScript 6 has it. */
export class SymbolView {
  readonly native: sync.Symbol;
  readonly flags: number;
  readonly name: string;
  readonly escapedName: string;
  readonly #views: Views;
  readonly #declarations: Once<readonly ts.Declaration[] | undefined>;
  readonly #valueDeclaration: Once<ts.Declaration | undefined>;

  constructor(native: sync.Symbol, views: Views) {
    const { declarations, valueDeclaration } = native;
    this.native = native;
    this.flags = native.flags;
    this.name = native.name;
    this.escapedName = native.escapedName;
    this.#views = views;
    this.#declarations = new Once(() => (declarations.length === 0 ? undefined : views.declarationsOf(this)));
    this.#valueDeclaration = new Once(() => {
      if (valueDeclaration) views.declarationsOf(this);
      return valueDeclaration && views.node(valueDeclaration);
    });
  }

  get declarations(): readonly ts.Declaration[] | undefined {
    return this.#declarations.value;
  }

  get valueDeclaration(): ts.Declaration | undefined {
    return this.#valueDeclaration.value;
  }

  get members(): ReadonlyMap<string, SymbolView> {
    return this.#views.members(this);
  }

  get exports(): ReadonlyMap<string, SymbolView> {
    return this.#views.exports(this);
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
  #members: readonly TypeView[] | undefined;

  constructor(native: sync.Type, views: Views) {
    this.native = native;
    this.flags = native.flags;
    this.#views = views;
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
    return this.#views.linksOf(this).symbol;
  }

  get aliasSymbol(): SymbolView | undefined {
    return this.#views.linksOf(this).aliasSymbol;
  }

  get types(): readonly TypeView[] | undefined {
    return this.#members ?? this.#views.linksOf(this).types;
  }

  get target(): TypeView | undefined {
    return this.#views.linksOf(this).target;
  }

  get typeParameters(): readonly TypeView[] | undefined {
    return this.#views.parametersOfType(this);
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

  isReference(): boolean {
    return this.#is(this.#views.enums.ObjectFlags.Reference);
  }

  getProperties(): readonly SymbolView[] {
    return this.#views.properties(this);
  }

  getProperty(name: string): SymbolView | undefined {
    return this.#views.propertyNamed(this.#views, name)(this);
  }

  getCallSignatures(): readonly SignatureView[] {
    return this.#views.callSignatures(this);
  }

  getConstructSignatures(): readonly SignatureView[] {
    return this.#views.constructSignatures(this);
  }

  #is(flag: number): boolean {
    return (this.flags & this.#views.enums.TypeFlags.Object) !== 0 && (this.objectFlags & flag) !== 0;
  }
}

/** A signature as TypeScript 6 has it. */
export class SignatureView {
  readonly native: sync.Signature;
  readonly #views: Views;
  readonly #declaration: Once<ts.Declaration | undefined>;

  constructor(native: sync.Signature, views: Views) {
    this.native = native;
    this.#views = views;
    const { declaration } = native;
    this.#declaration = new Once(() => declaration && views.node(declaration));
  }

  get declaration(): ts.Declaration | undefined {
    return this.#declaration.value;
  }

  get parameters(): readonly SymbolView[] {
    return this.#views.parameters(this);
  }

  getTypeParameters(): readonly TypeView[] | undefined {
    return this.#views.parametersOfSignature(this);
  }

  getReturnType(): TypeView | undefined {
    return this.#views.returnType(this);
  }
}
