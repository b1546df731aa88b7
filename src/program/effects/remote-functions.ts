import { posix } from 'node:path';
import { referenceFile, registeredFunction, remoteCalls } from '../../models/effects/remote-functions.ts';
import { memo } from '../../memo.ts';
import {
  calledName,
  calleeOriginOf,
  declarationOf,
  initializerOf,
  isCallOn,
  propertyNamed,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { functionGivenAs } from '../values/functions.ts';

/** A function of the program's backend that a call runs by a reference. */
export interface RemoteFunction {
  readonly to: syntax.FunctionLike;
  /** Its parameters are those of the call: the reference takes the place of the context, the first of both. */
  readonly isGivenArguments: boolean;
}

const names: ReadonlySet<string> = new Set(remoteCalls.flatMap((each) => Object.keys(each.names)));
const extensions = ['.ts', '.tsx', '.js', '.jsx'];

/** The function that `ctx.runMutation(internal.tasks.remove, …)` and its like run. Undefined for any other call. */
export function functionRunByReference(call: ts.CallExpression, program: ts.Program): RemoteFunction | undefined {
  const name = calledName(call);
  // Many methods have such a name, and few are given a path.
  if (name === undefined || !names.has(name) || !call.arguments.some((each) => pathIn(each))) return undefined;
  const origin = calleeOriginOf(call, program);
  const model = origin && remoteCalls.find((each) => Object.hasOwn(each.names, name) && isCallOn(origin, each.of));
  const position = model?.names[name];
  const reference = position === undefined ? undefined : call.arguments[position];
  const to = reference && functionReferredTo(reference, program);
  return to && { to, isGivenArguments: position === 0 };
}

/** The names of `internal.tasks.remove`: what they begin with, the module's, and that of what it exports. */
function pathIn(
  reference: ts.Expression,
): { readonly root: ts.Identifier; readonly module: readonly string[]; readonly name: string } | undefined {
  const path: string[] = [];
  let root = syntax.withoutAssertions(reference);
  for (; syntax.isPropertyAccessExpression(root); root = syntax.withoutAssertions(root.expression))
    path.unshift(root.name.text);
  const name = path.pop();
  return name !== undefined && path.length > 0 && syntax.isIdentifier(root) ? { root, module: path, name } : undefined;
}

function functionReferredTo(reference: ts.Expression, program: ts.Program): syntax.FunctionLike | undefined {
  const path = pathIn(reference);
  const declaration = path && declarationOf(path.root, program);
  const [declaring] = declaration?.getSourceFile().fileName.split(/(?:\.d)?\.[cm]?[jt]s$/) ?? [];
  if (!path || !declaring?.endsWith(referenceFile)) return undefined;
  const module = posix.join(declaring.slice(0, -referenceFile.length), ...path.module);
  const file = extensions.map((extension) => program.getSourceFile(module + extension)).find((each) => each);
  const registration = file && exportedValuesIn(file).get(path.name);
  return registration && functionIn(registration, program);
}

/** What the variables hold that a file exports, by the names that it gives them: `export const`, `export { quiet }`. */
const exportedValuesIn = memo((file: ts.SourceFile): ReadonlyMap<string, ts.Expression> => {
  const exported = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (syntax.isVariableStatement(statement) && syntax.hasModifier(statement, syntax.SyntaxKind.ExportKeyword)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (syntax.isIdentifier(name) && initializer) exported.set(name.text, initializer);
    } else if (syntax.isExportDeclaration(statement) && !statement.moduleSpecifier) {
      const { exportClause } = statement;
      for (const { name, propertyName = name } of exportClause && syntax.isNamedExports(exportClause)
        ? exportClause.elements
        : []) {
        const initializer = syntax.isIdentifier(propertyName) ? initializerOf(propertyName) : undefined;
        if (initializer) exported.set(name.text, initializer);
      }
    }
  }
  return exported;
});

/** The function of `mutation({ args: { … }, handler: async (ctx, { id }) => … })`, or of `mutation(async (ctx) => …)`. */
function functionIn(registration: ts.Expression, program: ts.Program): syntax.FunctionLike | undefined {
  const made = syntax.withoutAssertions(registration);
  const [given] = syntax.isCallExpression(made) ? made.arguments : [];
  const options = given && syntax.withoutAssertions(given);
  if (!options || !syntax.isObjectLiteralExpression(options)) return options && functionGivenAs(options, program);
  const property = propertyNamed(options, registeredFunction);
  if (!property) return undefined;
  if (syntax.isMethodDeclaration(property)) return property;
  const value = syntax.isPropertyAssignment(property) ? property.initializer : property.name;
  return value && syntax.isExpression(value) ? functionGivenAs(value, program) : undefined;
}
