import type ts from 'typescript';
import * as syntax from '../syntax.ts';
import { typescript } from '../typescript.ts';
import { isReference, nameOf, partsOf } from './branded.ts';

/** That a function returns, or promises, a type parameter of its own: the argument for it is up to the caller. */
export interface GenericResult {
  /** It returns a list of such values. */
  readonly isList: boolean;
  readonly isPromised: boolean;
  /** A parameter mentions the type parameter as well, so that what comes out may be what went in. */
  readonly isTaken: boolean;
}

/** How deep in a type its parameters are looked for: `Promise<Entry<T>[]>`. */
const MAX_DEPTH = 3;
const lists: ReadonlySet<string | undefined> = new Set(['Array', 'ReadonlyArray']);

/** Which functions leave the type of their result, or what they narrow to, to the caller. */
export class GenericResults {
  readonly #checker: ts.TypeChecker;

  constructor(program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  /** Undefined: the result is no type parameter of the function, or `undefined` beside one. */
  of(call: ts.CallExpression): GenericResult | undefined {
    const declaration = this.#declarationOf(call);
    if (!declaration?.type) return undefined;
    const stated = this.#checker.getTypeFromTypeNode(declaration.type);
    const promised = this.#checker.getPropertyOfType(stated, 'then') ? this.#argumentOf(stated) : undefined;
    const value = singleOf(promised ?? stated);
    const element = value && lists.has(nameOf(value)) ? this.#argumentOf(value) : undefined;
    const free = element ? singleOf(element) : value;
    if (!free?.isTypeParameter() || !isParameterOf(free, declaration)) return undefined;
    return {
      isList: element !== undefined,
      isPromised: promised !== undefined,
      isTaken: isMentionedIn(declaration, free.symbol.name),
    };
  }

  /** Whether a type parameter, of the function or of its class, is in what a call gives by the function's own declaration. */
  isOpen(call: ts.CallExpression): boolean {
    const declaration = this.#declarationOf(call);
    const signature = declaration && this.#checker.getSignatureFromDeclaration(declaration);
    return signature !== undefined && this.#isOpenType(this.#checker.getReturnTypeOfSignature(signature));
  }

  #isOpenType(type: ts.Type, depth = 0): boolean {
    if (type.flags & typescript.TypeFlags.TypeParameter) return true;
    if (depth > MAX_DEPTH) return false;
    const parts = type.isUnionOrIntersection()
      ? type.types
      : isReference(type)
        ? this.#checker.getTypeArguments(type)
        : [];
    return [...parts, ...(type.aliasTypeArguments ?? [])].some((part) => this.#isOpenType(part, depth + 1));
  }

  /** Whether a generic function accepts a value as one of its type parameters that none of its parameters has. */
  isFreePredicate(call: ts.CallExpression): boolean {
    const declaration = this.#declarationOf(call);
    const type = declaration?.type;
    if (!type || !syntax.isTypePredicate(type) || !type.type) return false;
    const accepted = this.#checker.getTypeFromTypeNode(type.type);
    return accepted.isTypeParameter() && !isMentionedIn(declaration, accepted.symbol.name);
  }

  /** Whether a type has the properties of another one in another form: `Partial<T>`. */
  isMapped(node: ts.TypeNode): boolean {
    const type = this.#checker.getTypeFromTypeNode(node);
    const { objectFlags } = type as ts.ObjectType;
    return (type.flags & typescript.TypeFlags.Object) !== 0 && (objectFlags & typescript.ObjectFlags.Mapped) !== 0;
  }

  /** The declaration whose types a call has, where it is written in TypeScript. */
  #declarationOf(call: ts.CallExpression): ts.SignatureDeclaration | undefined {
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    return declaration && !syntax.isJSDocSignature(declaration) ? declaration : undefined;
  }

  /** The first type argument. Of a type parameter the checker makes `Awaited<T>`, which has none. */
  #argumentOf(type: ts.Type): ts.Type | undefined {
    return isReference(type) ? this.#checker.getTypeArguments(type)[0] : undefined;
  }
}

/** What a value of a type is if it is there. Undefined: one of several. */
function singleOf(type: ts.Type): ts.Type | undefined {
  const [only, ...others] = partsOf(type);
  return others.length > 0 ? undefined : only;
}

/** Whether a function, and not the class or interface around it, declares a type parameter. */
function isParameterOf({ symbol }: ts.Type, fn: ts.SignatureDeclaration): boolean {
  return symbol.declarations?.some(({ parent }) => parent === fn) === true;
}

/** Whether a parameter of a function mentions a type. */
function isMentionedIn({ parameters }: ts.SignatureDeclaration, name: string): boolean {
  const isMentioned = new RegExp(`\\b${name}\\b`);
  return parameters.some(({ type }) => isMentioned.test(type?.getText() ?? ''));
}
