import { returnedBy, textOfKey } from '../../program/values/nodes.ts';
import {
  bindingOf,
  compilerOf,
  constantInitializerOf,
  declarationOf,
  syntax,
  type ts,
  usesInFile,
} from '../../type-utils/index.ts';
import { propertyIn } from './results.ts';

/** A value that a call is given, and the name under which it is: a property, a header, a parameter. */
export interface NamedValue {
  /** In lower case, without `_`, `-` and a leading `x-`. */
  readonly name: string;
  readonly value: ts.Expression;
  /** Of a value in what a function of the program returns. */
  readonly madeBy?: Making | undefined;
}

/** A call of which the result is looked into. */
export interface Making {
  readonly call: ts.CallExpression;
  /** The function that is called, and those that it calls for its result. */
  readonly functions: readonly syntax.FunctionLike[];
}

/** What a call is given by name; open where it may be given more. */
export interface NamedValues {
  readonly values: readonly NamedValue[];
  readonly isOpen: boolean;
}

/** How deep objects are looked into. */
const MAX_DEPTH = 6;

/** Calls and constructions that give what they are given on, in another form. */
const wrapping: ReadonlySet<string> = new Set([
  'stringify',
  'Headers',
  'URLSearchParams',
  'freeze',
  'assign',
  'fromEntries',
]);

/** A name as it is compared with others: `Idempotency-Key`, `idempotency_key` and `idempotencyKey` are one. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^x-/, '')
    .replaceAll(/[^a-z0-9]/g, '');
}

/**
 * The values that a call is given, by the names that they have in its objects or as its parameters.
 *
 * @param argumentOf what a parameter of the function around the call is given, where one call of it is meant
 */
export function namedValuesOf(
  call: ts.CallExpression | ts.NewExpression,
  program: ts.Program,
  argumentOf: (name: ts.Identifier) => ts.Expression | undefined = () => undefined,
): NamedValues {
  const reader = new NamedValueReader(program, argumentOf);
  const parameters = parametersOf(call, program);
  for (const [index, argument] of (call.arguments ?? []).entries()) {
    const node = syntax.withoutAssertions(argument);
    const name = parameters[index] ?? (syntax.isIdentifier(node) ? node.text : undefined);
    if (name !== undefined) reader.values.push({ name: plainName(name), value: node });
    reader.read(node, 0);
  }
  return reader;
}

class NamedValueReader implements NamedValues {
  readonly values: NamedValue[] = [];
  isOpen = false;
  #making: Making | undefined;
  readonly #program: ts.Program;
  readonly #argumentOf: (name: ts.Identifier) => ts.Expression | undefined;

  constructor(program: ts.Program, argumentOf: (name: ts.Identifier) => ts.Expression | undefined) {
    this.#program = program;
    this.#argumentOf = argumentOf;
  }

  read(expression: ts.Expression, depth: number): void {
    const node = syntax.withoutAssertions(expression);
    if (depth > MAX_DEPTH) this.isOpen = true;
    else if (syntax.isObjectLiteralExpression(node)) for (const each of node.properties) this.#property(each, depth);
    else if (syntax.isIdentifier(node)) this.#name(node, depth);
    else if (syntax.isConditionalExpression(node)) {
      this.read(node.whenTrue, depth + 1);
      this.read(node.whenFalse, depth + 1);
    } else if (syntax.isBinaryExpression(node) && syntax.isLogical(node)) {
      this.read(node.left, depth);
      this.read(node.right, depth);
    } else if (syntax.isCallOrNew(node)) this.#made(node, depth);
    else if (syntax.isAccess(node)) this.#part(node, depth);
    else if (syntax.isAwaitExpression(node)) this.#unknown(node);
  }

  /** `options.body`, where what stands for `options` is written out. */
  #part(access: ts.PropertyAccessExpression | ts.ElementAccessExpression, depth: number): void {
    const owner = syntax.withoutAssertions(access.expression);
    const object = syntax.isIdentifier(owner) ? this.#valueOf(owner) : undefined;
    const name = syntax.lastNameOf(access)?.text;
    const isWritten = object && syntax.isObjectLiteralExpression(object) && name !== undefined;
    const part = isWritten ? propertyIn(object, name) : undefined;
    if (part && part !== 'spread') this.read(part, depth + 1);
    else this.#unknown(access);
  }

  #valueOf(node: ts.Identifier): ts.Expression | undefined {
    const value = constantInitializerOf(node) ?? this.#argumentOf(node);
    return value && syntax.withoutAssertions(value);
  }

  #name(node: ts.Identifier, depth: number): void {
    this.#later(node, depth);
    const written = this.#valueOf(node);
    const isFollowed =
      written &&
      (syntax.isObjectLiteralExpression(written) || syntax.isIdentifier(written) || syntax.isCallOrNew(written));
    if (isFollowed) this.read(written, depth + 1);
    else this.#unknown(node);
  }

  /** What is put into an object later: `headers.set('Idempotency-Key', key)`, `options.key = key`. */
  #later(node: ts.Identifier, depth: number): void {
    const binding = bindingOf(node);
    if (!binding || !syntax.isVariableDeclaration(binding)) return;
    for (const use of usesInFile(binding, this.#program)) {
      const access = use.parent;
      if (!syntax.isAccess(access) || access.expression !== use) continue;
      const { parent } = access;
      const name = syntax.lastNameOf(access)?.text;
      if (syntax.isPlainAssignment(parent) && parent.left === access && name !== undefined)
        this.#add(name, parent.right, depth);
      const [key, value] = syntax.isCallExpression(parent) && parent.expression === access ? parent.arguments : [];
      const isPut = name === 'set' || name === 'append';
      if (isPut && key && value && syntax.isStringLiteralLike(key)) this.#add(key.text, value, depth);
    }
  }

  #add(name: string, given: ts.Expression, depth: number): void {
    const value = syntax.withoutAssertions(given);
    this.values.push({ name: plainName(name), value, madeBy: this.#making });
    this.read(value, depth + 1);
  }

  #property(property: ts.ObjectLiteralElementLike, depth: number): void {
    if (syntax.isSpreadAssignment(property)) {
      this.read(property.expression, depth + 1);
      return;
    }
    const value = syntax.isPropertyAssignment(property)
      ? syntax.withoutAssertions(property.initializer)
      : syntax.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    if (!value) return;
    const { name } = property;
    const text = textOfKey(name);
    if (text !== undefined) this.#add(text, value, depth);
    else {
      this.isOpen = true;
      this.read(value, depth + 1);
    }
  }

  #made(node: ts.CallExpression | ts.NewExpression, depth: number): void {
    const name = syntax.lastNameOf(node.expression)?.text ?? '';
    if (wrapping.has(name)) {
      for (const argument of node.arguments ?? []) this.read(argument, depth + 1);
      return;
    }
    const made = syntax.isCallExpression(node) ? this.#objectsMadeBy(node) : undefined;
    if (made) this.#readMade(made, depth);
    else this.#unknown(node);
  }

  /** The function of the program that a call runs, and the objects that it writes out for its result. */
  #objectsMadeBy(call: ts.CallExpression): MadeObjects | undefined {
    const fn = compilerOf(this.#program).functionCalledBy(call)?.fn;
    const returned = fn ? returnedBy(fn).map((each) => syntax.withoutAssertions(each)) : [];
    const objects = returned.filter(syntax.isObjectLiteralExpression);
    return fn && objects.length > 0 && objects.length === returned.length ? { call, fn, objects } : undefined;
  }

  #readMade({ call, fn, objects }: MadeObjects, depth: number): void {
    const around = this.#making;
    this.#making = { call: around?.call ?? call, functions: [...(around?.functions ?? []), fn] };
    for (const object of objects) this.read(object, depth + 1);
    this.#making = around;
  }

  #unknown(node: ts.Expression): void {
    if (!compilerOf(this.#program).isPrimitive(node)) this.isOpen = true;
  }
}

/** What a function that is called writes out for its result. */
interface MadeObjects {
  readonly call: ts.CallExpression;
  readonly fn: syntax.FunctionLike;
  readonly objects: readonly ts.ObjectLiteralExpression[];
}

/** The names of the parameters of what a call runs, as it is declared in the program. */
function parametersOf(
  call: ts.CallExpression | ts.NewExpression,
  program: ts.Program,
): readonly (string | undefined)[] {
  const name = syntax.lastNameOf(call.expression);
  const declaration = name && declarationOf(name, program);
  const value =
    declaration && syntax.isPropertySignature(declaration) && declaration.type ? declaration.type : declaration;
  if (!value || !('parameters' in value)) return [];
  const { parameters } = value as ts.SignatureDeclaration;
  return parameters.map((each) => (syntax.isIdentifier(each.name) ? each.name.text : undefined));
}
