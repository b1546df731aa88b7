import type ts from 'typescript';
import type { Origin } from './origin.ts';
import { type PackageCache, packageOfFile } from '../package-of.ts';
import { bindingOf, importOf } from '../scopes.ts';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';

const { TypeFlags } = typescript;

type Call = ts.CallExpression | ts.NewExpression;

/** Where the program gives an object: the object, and the call with the place in it that the object is at, if there is one. */
export interface GivenObject {
  readonly object: ts.Node;
  readonly in: { readonly call: Call; readonly argument: number; readonly path: readonly string[] } | undefined;
}

/**
 * Whether the type that an object is expected to have surely lacks a property: of all overloads, and of all members of a
 * union. False where the type is open (`any`, an index signature, a type parameter without bounds), or nothing is expected.
 */
export function lacksOption({ object, in: place }: GivenObject, name: string, program: ts.Program): boolean {
  const checker = program.getTypeChecker();
  const types: (readonly [ts.Type, readonly string[]])[] = [];
  const own = syntax.isObjectLiteralExpression(object) ? checker.getContextualType(object) : undefined;
  if (own) types.push([own, []]);
  const argument = place?.call.arguments?.[place.argument];
  if (place && argument) {
    const expected = checker.getContextualType(argument);
    if (expected) types.push([expected, place.path]);
    // The other overloads: where none fits, the one that the checker took may be any of them.
    for (const signature of signaturesOf(place.call, checker)) {
      const parameter = signature.parameters[place.argument];
      if (parameter) types.push([checker.getTypeOfSymbol(parameter), place.path]);
    }
  }
  return types.length > 0 && types.every(([type, path]) => isLacking(type, path, name, checker));
}

/** Whether an option of an object literal's expected type surely takes a value. */
export function takesOption(
  object: ts.ObjectLiteralExpression,
  name: string,
  value: ts.Expression,
  program: ts.Program,
): boolean {
  const checker = program.getTypeChecker();
  const expected = checker.getContextualType(object);
  const option = expected && checker.getPropertyOfType(checker.getApparentType(expected), name);
  if (!option) return false;
  return checker.isTypeAssignableTo(checker.getTypeAtLocation(value), checker.getTypeOfSymbol(option));
}

/** The package that a call's function or class is imported from, which may only pass on what another one declares. */
export function importedFrom(
  call: Call,
  program: ts.Program,
  packages: PackageCache = new Map(),
): Pick<Origin, 'package' | 'version'> | undefined {
  let root = syntax.withoutAssertions(call.expression);
  while (syntax.isAccess(root)) root = syntax.withoutAssertions(root.expression);
  const importing = syntax.isIdentifier(root) ? importOf(bindingOf(root)) : undefined;
  if (!importing) return undefined;
  const module = program.getTypeChecker().getSymbolAtLocation(importing.moduleSpecifier);
  const file = module?.declarations?.find(syntax.isSourceFile);
  const found = file && packageOfFile(file.fileName, packages);
  return found && { package: found.name, version: found.version };
}

/**
 * Whether what is at a path in a value of some type surely has no property by a name, as the type is declared. False where it
 * may have others: `any`, an index signature, a type parameter, of which a caller may give more than its bounds say.
 */
export function lacksProperty(type: ts.Type, path: readonly string[], name: string, checker: ts.TypeChecker): boolean {
  return !path.includes('*') && isLacking(type, path, name, checker, false);
}

function signaturesOf(call: Call, checker: ts.TypeChecker): readonly ts.Signature[] {
  const type = checker.getTypeAtLocation(call.expression);
  return syntax.isNewExpression(call) ? type.getConstructSignatures() : type.getCallSignatures();
}

function isLacking(
  type: ts.Type,
  [first, ...rest]: readonly string[],
  name: string,
  checker: ts.TypeChecker,
  isBounded = true,
): boolean {
  const parts = objectsIn(type, checker, isBounded);
  return (
    parts.length > 0 &&
    parts.every((part) => {
      if (!isClosed(part, checker, isBounded)) return false;
      const property = checker.getPropertyOfType(part, first ?? name);
      if (!property || first === undefined) return !property;
      return isLacking(checker.getTypeOfSymbol(property), rest, name, checker, isBounded);
    })
  );
}

/** The members of a union, without those that are no objects: `undefined`, texts, flags. Of a type parameter, its bound's. */
function objectsIn(type: ts.Type, checker: ts.TypeChecker, isBounded: boolean): readonly ts.Type[] {
  if (type.isUnion()) return type.types.flatMap((part) => objectsIn(part, checker, isBounded));
  if (type.flags & TypeFlags.Instantiable) {
    const bound = isBounded ? checker.getBaseConstraintOfType(type) : undefined;
    return bound && bound !== type ? objectsIn(bound, checker, isBounded) : [type];
  }
  const isPlain = type.flags & (TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.Void);
  return isPlain || type.flags & (TypeFlags.Undefined | TypeFlags.Null) ? [] : [type];
}

/** Whether an object type lists all that there may be. */
function isClosed(type: ts.Type, checker: ts.TypeChecker, isBounded: boolean): boolean {
  if (type.isIntersection())
    return type.types.every((part) =>
      objectsIn(part, checker, isBounded).every((each) => isClosed(each, checker, isBounded)),
    );
  if (!(type.flags & TypeFlags.Object)) return false;
  return checker.getIndexInfosOfType(type).length === 0 && type.getProperties().length > 0;
}
