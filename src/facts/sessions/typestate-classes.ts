import type { Op, Protocol } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { compilerOf, genericClassesIn, syntax } from '../../type-utils/index.ts';

/** A method that a class has in some states, and the states that it leads from and to, as far as it says so. */
interface Method {
  readonly name: string;
  readonly isTransition: boolean;
  readonly isBound: boolean;
  readonly isStatic: boolean;
}

/**
 * Some protocols, and one for each class of the program whose type says in which state an object is:
 * `close(this: Door<'open'>): Door<'closed'>`. Such a method consumes the object that it is called on and returns the next
 * one. The same array for the same program and protocols.
 *
 * Told apart from builders that return a changed copy: a transition says in which state it may be called, or its state is
 * a literal and it returns a promise, or `this`.
 */
export const withTypestateClasses = memo((program: ts.Program, protocols: readonly Protocol[]): readonly Protocol[] => {
  const own = program.getSourceFiles().flatMap((file) => {
    const classes = handlesIn(file);
    const ownPackage = classes.length > 0 ? (compilerOf(program).packageOf(file) ?? '') : '';
    return classes.map((each) => protocolOf(each, file, ownPackage));
  });
  return own.length === 0 ? protocols : [...protocols, ...own];
});

/** Those with a method that leads from one state to another. */
function handlesIn(file: ts.SourceFile): readonly ts.ClassDeclaration[] {
  return genericClassesIn(file).filter((owner) =>
    methodsOf(owner, file).some(({ isTransition, isStatic }) => isTransition && !isStatic),
  );
}

function protocolOf(owner: ts.ClassLikeDeclaration, file: ts.SourceFile, ownPackage: string): Protocol {
  const name = owner.name?.text ?? '';
  const subject = { packages: [ownPackage], names: [name] };
  const methods = methodsOf(owner, file);
  const own = methods.filter(({ isStatic }) => !isStatic);
  const transitions = own.filter(({ isTransition }) => isTransition);
  const named = new Set(own.filter(({ isTransition, isBound }) => isTransition || isBound).map((each) => each.name));
  return {
    id: `typestate.${file.fileName}#${name}`,
    noun: 'handle',
    subjects: [subject],
    states: {
      live: { phase: 'open', text: 'live' },
      consumed: { phase: 'consumed', text: 'consumed' },
    },
    construct: 'live',
    factories: methods
      .filter(({ isTransition }) => isTransition)
      .map((method) => ({ callee: { ...subject, method: method.name }, state: 'live' })),
    emerges: 'live',
    ops: Object.fromEntries(
      [...named].map((each): [string, Op] => [
        each,
        transitions.some((method) => method.name === each)
          ? { role: 'use', from: ['live'], moves: { live: 'consumed' } }
          : { role: 'use', from: ['live'] },
      ]),
    ),
    neutral: own.map((method) => method.name).filter((each) => !named.has(each)),
    sealed: true,
    source: file.fileName,
  };
}

/** Texts are read with their file: no node has a parent yet where the compiler has not bound the program. */
function methodsOf(owner: ts.ClassLikeDeclaration, file: ts.SourceFile): readonly Method[] {
  const [parameter, ...others] = owner.typeParameters ?? [];
  if (!owner.name || !parameter || others.length > 0) return [];
  const stateOf = (type: ts.TypeNode | undefined): ts.TypeNode | undefined => stateIn(type, owner, parameter, file);
  return owner.members.flatMap((member): readonly Method[] => {
    if (!syntax.isMethodDeclaration(member) || !syntax.isIdentifier(member.name) || member.typeParameters) return [];
    const bound = stateOf(thisTypeOf(member));
    const isStatic = syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword);
    const { type: result, isPromise } = withoutPromise(member.type, file);
    const next = stateOf(result);
    const isConsuming = next && (bound ?? (syntax.isLiteralTypeNode(next) && (isPromise || returnsItself(member))));
    const isOther = next !== undefined && next.getText(file) !== bound?.getText(file);
    const isTransition = isOther && (isStatic || Boolean(isConsuming));
    return [{ name: member.name.text, isTransition, isBound: bound !== undefined, isStatic }];
  });
}

function thisTypeOf({ parameters: [first] }: ts.MethodDeclaration): ts.TypeNode | undefined {
  return first && syntax.isIdentifier(first.name) && first.name.text === 'this' ? first.type : undefined;
}

/** `'open'` in `Door<'open'>`; undefined where the state is the class's own parameter. */
function stateIn(
  type: ts.TypeNode | undefined,
  { name }: ts.ClassLikeDeclaration,
  parameter: ts.TypeParameterDeclaration,
  file: ts.SourceFile,
): ts.TypeNode | undefined {
  if (!type || !syntax.isTypeReferenceNode(type) || type.typeName.getText(file) !== name?.text) return undefined;
  const [state, ...others] = type.typeArguments ?? [];
  return others.length === 0 && state?.getText(file) !== parameter.name.text ? state : undefined;
}

function withoutPromise(
  type: ts.TypeNode | undefined,
  file: ts.SourceFile,
): { type: ts.TypeNode | undefined; isPromise: boolean } {
  if (type && syntax.isTypeReferenceNode(type) && type.typeName.getText(file) === 'Promise')
    return { type: type.typeArguments?.[0], isPromise: true };
  return { type, isPromise: false };
}

/** `return this as unknown as Door<'open'>`: the object is the same, and goes by another type from there on. */
function returnsItself({ body }: ts.MethodDeclaration): boolean {
  return (
    body?.statements.some(
      (statement) =>
        syntax.isReturnStatement(statement) &&
        statement.expression !== undefined &&
        syntax.withoutAssertions(statement.expression).kind === syntax.SyntaxKind.ThisKeyword,
    ) ?? false
  );
}
