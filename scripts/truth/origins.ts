import ts from 'typescript';

/** Where something is declared: the package, and the name that it has there. */
export interface Origin {
  readonly package: string;
  readonly name: string;
}

/** The npm package that a file belongs to, by its path. */
export function packageOfFile(file: string): string | undefined {
  const parts = file.split('/node_modules/');
  return parts.length < 2 ? undefined : /^(@[^/]+\/)?[^/]+/.exec(parts.at(-1) ?? '')?.[0];
}

/** The class or interface of a value, and its base classes. */
export function originsOfType(type: ts.Type, checker: ts.TypeChecker): readonly Origin[] {
  const { symbol } = checker.getNonNullableType(type) as { readonly symbol?: ts.Symbol };
  const own = symbol === undefined ? [] : originsOfSymbol(symbol);
  if (own.length > 0 || !type.isClassOrInterface()) return own;
  return checker.getBaseTypes(type).flatMap((base) => originsOfType(base, checker));
}

/** The class or interface that declares the value of an expression. */
export function originsOf(node: ts.Expression, checker: ts.TypeChecker): readonly Origin[] {
  return originsOfType(checker.getTypeAtLocation(node), checker);
}

/** The function that a call calls, or the class that it makes an instance of. */
export function calleeOrigins(call: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): readonly Origin[] {
  if (!ts.isIdentifier(call.expression) && !ts.isPropertyAccessExpression(call.expression)) return [];
  const symbol = checker.getSymbolAtLocation(call.expression);
  return symbol ? originsOfSymbol(unaliased(symbol, checker)) : [];
}

/** The symbol that an import stands for. */
export function unaliased(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

function originsOfSymbol(symbol: ts.Symbol): readonly Origin[] {
  return (symbol.declarations ?? []).flatMap((declaration) => {
    const name = packageOfFile(declaration.getSourceFile().fileName);
    return name === undefined ? [] : [{ package: name, name: declaredName(declaration) ?? symbol.name }];
  });
}

/** Bundled declarations rename what they export: `declare class Agent$1`. */
function declaredName(declaration: ts.Declaration): string | undefined {
  const { name } = declaration as { readonly name?: ts.Node };
  return name && ts.isIdentifier(name) ? name.text.replace(/\$\d+$/, '') : undefined;
}

/** Whether something is one of these names in one of these packages. */
export function isOneOf(origins: readonly Origin[], packages: readonly string[], names: readonly string[]): boolean {
  return origins.some((origin) => packages.includes(origin.package) && names.includes(origin.name));
}
