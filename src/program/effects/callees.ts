import type { Compiler, ts } from '../../type-utils/index.ts';
import {
  assignedIn,
  bindingNamedBy,
  bindingOf,
  compilerOf,
  declarationOf,
  declaredNamesIn,
  isExtended,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';
import { memo } from '../../memo.ts';
import { MAX_SIZE } from '../values/budget.ts';
import { type Evaluator, plainEvaluatorOf } from '../values/evaluator.ts';
import { referenceOf, writtenIn } from '../values/functions.ts';
import { tableReadAt } from '../values/table-reads.ts';
import { isOfLoopAround } from './callbacks.ts';
import type { Discriminant } from './discriminants.ts';
import { functionsIn, functionsInAll } from './held-functions.ts';
import { implementationOf, memberSignatureOf, onlyOverrideOf } from '../values/implementations.ts';
import { firstWordOf, textsIn } from './texts.ts';

/** A function of the program that a call may run. */
export interface Callee {
  readonly to: syntax.FunctionLike;
  readonly under: readonly Discriminant[];
}

/** Finds the functions and classes of the program that a callee may be. */
export class CalleeFinder {
  readonly #program: ts.Program;
  readonly #compiler: Compiler;
  readonly #evaluator: Evaluator;

  constructor(program: ts.Program) {
    this.#program = program;
    this.#compiler = compilerOf(program);
    this.#evaluator = plainEvaluatorOf(program);
  }

  /** The function that is handed on by its name. */
  functionHandedBy(reference: ts.Expression, { text }: syntax.ReferenceName): syntax.FunctionLike | undefined {
    return this.#names.has(text) ? this.#compiler.functionNamedBy(reference) : undefined;
  }

  /** The functions of the program that a callee may be, each under what is known of when it is that one. */
  functionsCalledBy(callee: ts.Expression): readonly Callee[] {
    return this.#entriesCalledBy(callee) ?? this.#functionsNamedBy(callee).map((to) => ({ to, under: [] }));
  }

  /**
   * The functions of a table, each under its key, where that is written or what the function around is given by a call. Where
   * a loop around the function goes over the keys, those that they name.
   */
  #entriesCalledBy(callee: ts.Expression): readonly Callee[] | undefined {
    const { key: by, entries = [], hasOther } = tableReadAt(callee, this.#evaluator) ?? {};
    if (!by || hasOther || entries.length > MAX_SIZE) return undefined;
    const texts = textsIn(this.#evaluator.valueOf(by));
    if (!isOfRun(by, callee)) {
      const isListed = texts.texts.length > 0 && texts.parts.length + texts.unknown.length === 0 && !texts.mayBeOther;
      if (!isListed || !isKeyOfLoopAround(by, callee)) return undefined;
      const own = entries.filter(({ key }) => key === undefined || texts.texts.includes(key));
      return own.flatMap(({ value }) => functionsIn(value).map((to) => ({ to, under: [] })));
    }
    const callees = entries.flatMap(({ key, value }) => {
      const word = firstWordOf(key ?? '');
      const under = word === undefined ? [] : [{ texts, words: [word], isExcluded: false }];
      return functionsIn(value).map((to) => ({ to, under }));
    });
    const isKnown = callees.length > 0 && texts.unknown.length === 0 && entries.every(({ key }) => key !== undefined);
    return isKnown ? callees : undefined;
  }

  /** The functions of the program that a callee may be. */
  #functionsNamedBy(callee: ts.Expression): readonly syntax.FunctionLike[] {
    const name = syntax.lastNameOf(callee);
    if (!name) return this.#functionsAt(callee);
    const isOwn = this.#names.has(name.text);
    const fn = isOwn ? this.#compiler.functionNamedBy(callee) : undefined;
    if (fn) return [fn];
    const overriding = onlyOverrideOf(name, this.#program);
    if (overriding) return [overriding];
    // `actions['purge'](path)`
    if (syntax.isElementAccessExpression(callee)) return this.#functionsAt(callee);
    const declared = isOwn ? memberSignatureOf(name, this.#program) : undefined;
    if (declared) {
      const given = this.#functionsGiven(callee);
      const stated = given.length === 0 ? implementationOf(this.#program, declared) : undefined;
      return stated ? [stated] : given;
    }
    if (isOwn && this.#isHeldByProperty(callee, name)) return this.#functionsAt(callee);
    const holder = syntax.isIdentifier(callee) ? bindingOf(callee) : undefined;
    // What a loop around the function goes over is another one each time: the runs of the loop have it.
    const isHeld =
      holder !== undefined &&
      !syntax.isParameter(holder) &&
      !syntax.isFunctionLike(holder) &&
      !isOfLoopAround(callee, holder);
    const isOfThis =
      syntax.isPropertyAccessExpression(callee) && callee.expression.kind === syntax.SyntaxKind.ThisKeyword;
    return isHeld || isOfThis ? this.#functionsAt(callee) : [];
  }

  /** `store.remove` of `const store = { remove }` and of `class Store { remove = removeFile }`, unless something replaces it. */
  #isHeldByProperty(callee: ts.Expression, name: ts.Node): boolean {
    const declaration = syntax.isPropertyAccessExpression(callee) ? declarationOf(name, this.#program) : undefined;
    return (
      declaration !== undefined &&
      !declaration.getSourceFile().isDeclarationFile &&
      (syntax.isPropertyAssignment(declaration) ||
        syntax.isShorthandPropertyAssignment(declaration) ||
        (syntax.isPropertyDeclaration(declaration) && declaration.initializer !== undefined)) &&
      !mayBeReplaced(declaration, this.#program)
    );
  }

  /** The functions of `this.store.remove`, where all that this may be is known, and the same in each call. */
  #functionsGiven(callee: ts.Expression): readonly syntax.FunctionLike[] {
    const root = syntax.rootOf(callee);
    const holder = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
    const isOne = holder && syntax.isVariableDeclaration(holder) && holder.initializer !== undefined;
    if (holder && !(isOne && syntax.isSourceFile(syntax.containerOf(holder)))) return [];
    return functionsInAll(this.#evaluator.valuesOf(callee));
  }

  /** The functions that a reference may stand for where it is not one by its own declaration. */
  #functionsAt(reference: ts.Expression): readonly syntax.FunctionLike[] {
    const name = syntax.lastNameOf(reference);
    if (syntax.isIdentifier(reference) && !bindingOf(reference)) return [];
    const declaration = name && declarationOf(name, this.#program);
    // Of `{ purge }` the checker has the property by that name.
    if (declaration && syntax.isFunctionLike(declaration)) return declaration.body ? [declaration] : [];
    // `constructor(private readonly remove: (path: string) => void)`
    if (declaration && syntax.isParameter(declaration) && syntax.isPropertyAccessExpression(reference))
      return functionsInAll(this.#evaluator.valuesOf(reference));
    const field = declaration && syntax.isPropertyDeclaration(declaration) ? declaration.initializer : undefined;
    return [...new Set(functionsIn(this.#evaluator.valueOf(field ?? reference)))];
  }

  /** The class of the program that a construction names. */
  classesNamedBy(callee: ts.Expression): readonly ts.ClassLikeDeclaration[] {
    const name = syntax.lastNameOf(callee);
    const declaration = name && declarationOf(name, this.#program);
    if (!declaration || declaration.getSourceFile().isDeclarationFile) return [];
    return syntax.isClassLike(declaration) ? [declaration] : [];
  }

  /** What functions of the program are called by. */
  get #names(): ReadonlySet<string> {
    return declaredNamesIn(this.#program).bodies;
  }
}

/** Whether a property or field is assigned elsewhere, or a class that extends its class may have another one. */
const mayBeReplaced = memo((declaration: ts.NamedDeclaration, program: ts.Program): boolean => {
  const owner = declaration.parent;
  if (syntax.isClassLike(owner) && (!owner.name || isExtended(owner.name.text, program))) return true;
  return usesOf(declaration, program).some((use) => assignedIn(use.getSourceFile()).includes(referenceOf(use)));
});

function isKeyOfLoopAround(key: ts.Expression, callee: ts.Node): boolean {
  const binding = bindingNamedBy(syntax.rootOf(key));
  return binding !== undefined && isOfLoopAround(callee, binding);
}

/** Whether a key is the same throughout one run of the function that uses it: no run of one around it, and no assignment, gives another. */
function isOfRun(key: ts.Expression, callee: ts.Node): boolean {
  const binding = bindingNamedBy(syntax.rootOf(key));
  if (!binding) return true;
  const owner = syntax.containerOf(binding);
  const isOwn = syntax.isSourceFile(owner) || owner === syntax.containerOf(callee);
  return isOwn && !isOfLoopAround(callee, binding) && !writtenIn(key.getSourceFile()).has(binding);
}
