import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { declarationOf } from '../references.ts';
import { assignedIn, callsIn } from './function-index.ts';
import { bindingOf } from '../scopes.ts';
import * as syntax from '../syntax.ts';

type Changes = ReadonlyMap<ts.Node, readonly ts.Identifier[]>;

/**
 * Where other files than its own add to a list that a property of a variable holds, or assign such a property: `agent` in
 * `agent.handoffs.push(…)` and `agent.handoffs = […]`, where `agent` is imported by its name.
 */
export function changesElsewhere(declaration: ts.Node, program: ts.Program): readonly ts.Identifier[] {
  return changesIn(program).get(declaration) ?? [];
}

const changesIn = memo((program: ts.Program): Changes => {
  const changes = new Map<ts.Node, ts.Identifier[]>();
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue;
    for (const name of changedNamesIn(file)) {
      const declaration = declarationOf(name, program);
      if (declaration) changes.set(declaration, [...(changes.get(declaration) ?? []), name]);
    }
  }
  return changes;
});

/** By syntax alone, so that the next program with the same file need not repeat it. */
const changedNamesIn = memo((file: ts.SourceFile): readonly ts.Identifier[] => {
  const added = callsIn(file, (name) => name === 'push' || name === 'unshift').flatMap(({ expression }) => {
    const method = syntax.withoutAssertions(expression);
    return syntax.isPropertyAccessExpression(method) ? [method.expression] : [];
  });
  return [...added, ...assignedIn(file)].flatMap(importedOwnerOf);
});

/** `agent` in `agent.handoffs`, where it is imported. */
function importedOwnerOf(changed: ts.Node): readonly ts.Identifier[] {
  const property = syntax.isExpression(changed) ? syntax.withoutAssertions(changed) : changed;
  if (!syntax.isAccess(property)) return [];
  const owner = syntax.withoutAssertions(property.expression);
  const binding = syntax.isIdentifier(owner) ? bindingOf(owner) : undefined;
  const isImported = binding && (syntax.isImportSpecifier(binding) || syntax.isImportClause(binding));
  return isImported && syntax.isIdentifier(owner) ? [owner] : [];
}
