import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { runtimeMcpClient, runtimeMcpServerSession } from '../../src/models/sessions/agent-safety-mcp.ts';
import { builtInTokens } from '../../src/models/tokens/index.ts';
import type { CalleeRef, Protocol } from '../../src/models/sessions/protocol.ts';
import { sharingDeclarations } from '../parsed-declarations.ts';

const root = join(import.meta.dirname, '../..');
const runtime = join(root, 'packages/runtime/src');
const entries = ['index.ts', 'mcp/index.ts'].map((name) => join(runtime, name));
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};
const program = ts.createProgram(entries, options, sharingDeclarations(ts.createCompilerHost(options)));
const checker = program.getTypeChecker();

function exported(name: string): ts.Symbol | undefined {
  const symbols = entries.flatMap((path) => {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    return module ? checker.getExportsOfModule(module) : [];
  });
  const symbol = symbols.find((each) => each.name === name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The methods of what a type alias with a state stands for, in any of its states. */
function methodsOf(alias: string): ReadonlySet<string> {
  const symbol = exported(alias);
  const operations = symbol && checker.getTypeOfSymbol(symbol);
  const methods = new Set<string>();
  const visit = (type: ts.Type, seen: Set<ts.Type>): void => {
    if (seen.has(type)) return;
    seen.add(type);
    for (const property of checker.getPropertiesOfType(type)) {
      const signatures = checker.getTypeOfSymbol(property).getCallSignatures();
      // `McpClient.over` is no method of a handle.
      if (signatures.length > 0 && type !== operations) methods.add(property.name);
      for (const signature of signatures) for (const next of handlesIn(signature.getReturnType())) visit(next, seen);
    }
  };
  const handlesIn = (type: ts.Type): ts.Type[] => {
    const awaited = checker.getAwaitedType(type) ?? type;
    const parts = checker.isTupleType(awaited) ? checker.getTypeArguments(awaited as ts.TypeReference) : [awaited];
    return parts.filter((part) => part.aliasSymbol?.name === alias);
  };
  if (operations) visit(operations, new Set());
  return methods;
}

function has({ names, method }: CalleeRef): boolean {
  return names.every((name) => {
    const symbol = exported(name);
    if (!symbol) return false;
    if (method === undefined) return true;
    const types = [checker.getTypeOfSymbol(symbol), checker.getDeclaredTypeOfSymbol(symbol)];
    return methodsOf(name).has(method) || types.some((type) => type.getProperty(method) !== undefined);
  });
}

describe.each<[string, Protocol]>([
  ['McpClient', runtimeMcpClient],
  ['McpServerSession', runtimeMcpServerSession],
])('the handles of %s', (name, protocol) => {
  it('have the methods that the model describes, and no others', () => {
    expect([...methodsOf(name)].sort()).toEqual(Object.keys(protocol.ops).sort());
  });

  it('come from where the model says', () => {
    expect(protocol.factories?.map(({ callee }) => callee).filter((callee) => !has(callee))).toEqual([]);
  });
});

describe.each(builtInTokens.map((model) => [model.id, model] as const))('%s', (_id, model) => {
  it('has the types and calls that the model names', () => {
    const { types, brand, mints, spends, owners = [] } = model;
    const callees = [...mints, ...spends, ...owners].map(({ callee }) => callee);
    expect([...types, ...(brand ? [brand] : []), ...callees].filter((ref) => !has(ref))).toEqual([]);
  });

  it('is JSON', () => {
    expect(JSON.parse(JSON.stringify(model))).toEqual(model);
  });
});
