import type ts from 'typescript';
import { memo } from '../../memo.ts';
import { functionsIn } from './function-index.ts';
import * as syntax from '../syntax.ts';

type ClassName = string;

/** The classes of a program with a base class, as their texts say. */
interface Hierarchy {
  /** The functions that are members of such classes, by their names. */
  readonly members: ReadonlyMap<string, readonly syntax.FunctionLike[]>;
  readonly basesOf: ReadonlyMap<ClassName, readonly ClassName[]>;
}

/**
 * The members of subclasses that replace a method, each with a body, as far as classes extend others by their names. Found
 * by syntax alone.
 */
export function overridesOf(method: syntax.FunctionLike, program: ts.Program): readonly syntax.FunctionLike[] {
  const owner = syntax.isClassLike(method.parent) ? method.parent.name?.text : undefined;
  const name = method.name && syntax.isIdentifier(method.name) ? method.name.text : undefined;
  if (owner === undefined || name === undefined) return [];
  const { members, basesOf } = hierarchyOf(program);
  return (members.get(name) ?? []).filter((member) => member !== method && extendsNamed(member, owner, basesOf));
}

/** Whether a subclass has a member of this name that is a function: a call by another name runs what its type declares. */
export function isReplaced(name: string, program: ts.Program): boolean {
  return hierarchyOf(program).members.has(name);
}

/** Whether a class of the program extends one of this name. */
export function isExtended(owner: string, program: ts.Program): boolean {
  return [...hierarchyOf(program).basesOf.values()].some((bases) => bases.includes(owner));
}

/**
 * Which classes of a program extend which, and with which members, as a text: where two programs have the same, the same
 * methods are replaced in both.
 */
export const hierarchyTextOf = memo((program: ts.Program): string =>
  program.getSourceFiles().filter(mayExtend).map(hierarchyTextIn).join(),
);

const hierarchyTextIn = memo((file: ts.SourceFile): string => {
  const extensions = extensionsIn(file).map(({ owner, base }) => `${owner} ${base}`);
  const members = inheritingMembersIn(file).map(({ name, fn }) => {
    const owner = ownerOf(fn);
    const base = owner && syntax.superclassOf(owner);
    return `${owner?.name?.text ?? ''} ${(base && syntax.lastNameOf(base)?.text) ?? ''} ${name}`;
  });
  return [...extensions, ...members].join();
});

const hierarchyOf = memo((program: ts.Program): Hierarchy => {
  const files = program.getSourceFiles().filter(mayExtend);
  const members = new Map<string, syntax.FunctionLike[]>();
  const basesOf = new Map<ClassName, ClassName[]>();
  for (const file of files) {
    for (const { name, fn } of inheritingMembersIn(file)) members.set(name, [...(members.get(name) ?? []), fn]);
    for (const { owner, base } of extensionsIn(file)) basesOf.set(owner, [...(basesOf.get(owner) ?? []), base]);
  }
  return { members, basesOf };
});

const mayExtend = memo((file: ts.SourceFile) => !file.isDeclarationFile && file.text.includes(' extends '));

const inheritingMembersIn = memo((file: ts.SourceFile) =>
  functionsIn(file).flatMap(({ fn, names }) =>
    fn && ownerOf(fn) ? names.map((name): { readonly name: string; readonly fn: typeof fn } => ({ name, fn })) : [],
  ),
);

/** The classes of a file that extend another one, and which: also those without a function of their own. */
const extensionsIn = memo((file: ts.SourceFile) =>
  [...file.text.matchAll(/\bclass\s+([\w$]+)[^{]*?\bextends\s+(?:[\w$]+\.)*([\w$]+)/g)].map(
    ([, owner = '', base = '']): { readonly owner: ClassName; readonly base: ClassName } => ({ owner, base }),
  ),
);

/** The class with a base class that a function is a member of: as a method, or as what a field holds. */
function ownerOf(fn: syntax.FunctionLike): ts.ClassLikeDeclaration | undefined {
  const holder = syntax.isPropertyDeclaration(fn.parent) ? fn.parent.parent : fn.parent;
  return syntax.isClassLike(holder) && syntax.superclassOf(holder) ? holder : undefined;
}

function extendsNamed(member: syntax.FunctionLike, wanted: ClassName, basesOf: Hierarchy['basesOf']): boolean {
  const owner = ownerOf(member);
  const base = owner && syntax.superclassOf(owner);
  const first = base && syntax.lastNameOf(base)?.text;
  const bases = new Set(first === undefined ? [] : [first]);
  // The set grows while it is gone through.
  for (const each of bases) for (const next of basesOf.get(each) ?? []) bases.add(next);
  return bases.has(wanted);
}
