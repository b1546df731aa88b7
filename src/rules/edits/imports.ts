import { syntax, type ts } from '../../type-utils/index.ts';
import type { TextEdit } from '../rule.ts';
import { inserted } from './layout.ts';

/** Imports a name beside the others of its module. Undefined where nothing is imported by name from there. */
export function withImport(file: ts.SourceFile, module: string, name: string): readonly TextEdit[] | undefined {
  for (const statement of file.statements) {
    if (!syntax.isImportDeclaration(statement) || !syntax.isStringLiteral(statement.moduleSpecifier)) continue;
    const { importClause, moduleSpecifier } = statement;
    const bindings = importClause?.namedBindings;
    if (moduleSpecifier.text !== module || !bindings || !syntax.isNamedImports(bindings)) continue;
    if (/^import\s+type\b/.test(statement.getText())) continue;
    const found = bindings.elements.find((element) => (element.propertyName ?? element.name).text === name);
    // Under another name, it would have to be written by that one.
    if (found) return found.propertyName || found.isTypeOnly ? undefined : [];
    const last = bindings.elements.at(-1);
    return last && [inserted(last.end, `, ${name}`)];
  }
  return undefined;
}
