import { memo } from '../../memo.ts';
import { addTo } from '../../multimap.ts';
import { declarationOf, isReplaced, overridesOf, syntax, typeDeclarationsOf, type ts } from '../../type-utils/index.ts';
import { usesTestRunner } from './test-code.ts';
import { anywhere, nodesIn } from './nodes.ts';

type MemberSignature = ts.MethodSignature | ts.PropertySignature;

/** What an abstract method is in the one class of the program that implements it. */
export function onlyOverrideOf(
  name: ts.Node & { readonly text: string },
  program: ts.Program,
): syntax.FunctionLike | undefined {
  if (!isReplaced(name.text, program)) return undefined;
  const declaration = declarationOf(name, program);
  if (!declaration || !syntax.isMethodDeclaration(declaration) || declaration.body) return undefined;
  const [only, ...others] = overridesOf(declaration, program);
  return others.length === 0 ? only : undefined;
}

/** The member of an interface or type of the program that a name stands for, which says nothing about what it does. */
export function memberSignatureOf(name: ts.Node, program: ts.Program): MemberSignature | undefined {
  const declaration = declarationOf(name, program);
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
  return syntax.isMethodSignature(declaration) || syntax.isPropertySignature(declaration) ? declaration : undefined;
}

/**
 * What the one class of the program that states to implement an interface has for a member of it, those in files of tests
 * left out. Undefined: there are several, or none, or it is not in the class itself.
 *
 * Knowingly missed: classes that name the interface by another name, and objects that fit it.
 */
export const implementationOf = memo(
  (program: ts.Program, { name, parent: owner }: MemberSignature): syntax.FunctionLike | undefined => {
    if (!syntax.isInterfaceDeclaration(owner)) return undefined;
    const [only, ...others] = implementersOf(program, owner);
    const found = only && others.length === 0 ? memberOf(only, name.getText()) : undefined;
    return found && overridesOf(found, program).length === 0 ? found : undefined;
  },
);

/** How many classes may implement an interface for a call of it to be one of each. */
const MAX_IMPLEMENTERS = 8;

/** The members of interfaces of the program that stand for a method of a class, which is one of few that implement them. */
export function signaturesOf(fn: syntax.FunctionLike, program: ts.Program): readonly MemberSignature[] {
  const { parent: owner } = fn;
  if (!syntax.isMethodDeclaration(fn) || !syntax.isClassLike(owner)) return [];
  const name = fn.name.getText();
  return statedBy(owner, program)
    .filter((stated) => implementersOf(program, stated).length <= MAX_IMPLEMENTERS)
    .flatMap(({ members }) =>
      members.filter(
        (member): member is MemberSignature =>
          (syntax.isMethodSignature(member) || syntax.isPropertySignature(member)) && member.name.getText() === name,
      ),
    );
}

/** The interfaces that a class implements, and those that they extend. */
function statedBy(owner: ts.ClassLikeDeclaration, program: ts.Program): readonly ts.InterfaceDeclaration[] {
  const found = new Set<ts.InterfaceDeclaration>();
  const add = (heir: Heir['by']): void => {
    for (const name of inheritedNamesOf(heir))
      for (const declaration of typeDeclarationsOf(name, program))
        if (syntax.isInterfaceDeclaration(declaration) && !found.has(declaration)) {
          found.add(declaration);
          add(declaration);
        }
  };
  add(owner);
  return [...found];
}

const implementersOf = memo(
  (program: ts.Program, owner: ts.InterfaceDeclaration): readonly ts.ClassLikeDeclaration[] => {
    const found: ts.ClassLikeDeclaration[] = [];
    const interfaces = new Set([owner]);
    // The set grows while it is gone through.
    for (const each of interfaces)
      for (const { name, by } of heirsByName(program).get(each.name.text) ?? []) {
        if (!typeDeclarationsOf(name, program).includes(each)) continue;
        if (syntax.isInterfaceDeclaration(by)) interfaces.add(by);
        else if (!usesTestRunner(by.getSourceFile(), program)) found.push(by);
      }
    return found;
  },
);

/** A class that implements an interface, or an interface that extends one. */
interface Heir {
  readonly by: ts.ClassLikeDeclaration | ts.InterfaceDeclaration;
  /** What it implements or extends. */
  readonly name: ts.Identifier;
}

const heirsByName = memo((program: ts.Program): ReadonlyMap<string, readonly Heir[]> => {
  const heirs = new Map<string, Heir[]>();
  for (const file of program.getSourceFiles())
    if (!file.isDeclarationFile) for (const heir of heirsIn(file)) addTo(heirs, heir.name.text, heir);
  return heirs;
});

const heirsIn = memo((file: ts.SourceFile): readonly Heir[] => {
  if (!/\simplements\s|\binterface\s[^{]*\sextends\s/.test(file.text)) return [];
  return nodesIn(file, isClassOrInterface, anywhere).flatMap((by) =>
    inheritedNamesOf(by).map((name): Heir => ({ by, name })),
  );
});

/** What a class implements, or an interface extends. */
function inheritedNamesOf(by: Heir['by']): readonly ts.Identifier[] {
  return (by.heritageClauses ?? [])
    .filter(({ token }) => syntax.isInterfaceDeclaration(by) || token === syntax.SyntaxKind.ImplementsKeyword)
    .flatMap(({ types }) => types)
    .flatMap(({ expression }) => {
      const name = syntax.lastNameOf(expression);
      return name && syntax.isIdentifier(name) ? [name] : [];
    });
}

function isClassOrInterface(node: ts.Node): node is Heir['by'] {
  return syntax.isClassLike(node) || syntax.isInterfaceDeclaration(node);
}

/** A method, or a function that a field holds. */
function memberOf(owner: ts.ClassLikeDeclaration, wanted: string): syntax.FunctionLike | undefined {
  for (const member of owner.members) {
    if (member.name?.getText() !== wanted || syntax.hasModifier(member, syntax.SyntaxKind.StaticKeyword)) continue;
    const held = syntax.isPropertyDeclaration(member) ? member.initializer : undefined;
    const fn = held ? syntax.withoutAssertions(held) : member;
    if (syntax.isFunctionLike(fn) && fn.body) return fn;
  }
  return undefined;
}
