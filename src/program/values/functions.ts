import type { ts } from '../../type-utils/index.ts';
import { memo } from '../../memo.ts';
import {
  assignedIn,
  bindingOf,
  compilerOf,
  declarationOf,
  isExported,
  syntax,
  usesOf,
} from '../../type-utils/index.ts';

/** A place in the program that calls a function. */
export interface CallSite {
  readonly call: ts.CallExpression | ts.NewExpression;
  /** `this` in `this.serve(request)`. */
  readonly receiver: ts.Expression | undefined;
}

/** Methods of arrays that call back for each element before they return. */
export const iterating: ReadonlySet<string> = new Set(
  'every filter find findIndex flatMap forEach map reduce reduceRight some'.split(' '),
);

/**
 * The list over the elements of which a variable goes: in `for … of`, or as the first parameter of a callback.
 *
 * @param methods those that call back for each element. `reduce` gives the result so far first.
 */
export function listAround(
  binding: ts.Node | undefined,
  methods: ReadonlySet<string> = iterating,
): ts.Expression | undefined {
  if (!binding) return undefined;
  const { parent } = binding;
  if (syntax.isVariableDeclaration(binding))
    return syntax.isForOfStatement(parent.parent) ? parent.parent.expression : undefined;
  return syntax.isFunctionValue(parent) && parent.parameters[0] === binding
    ? listGoneOverBy(parent, methods)
    : undefined;
}

/** The list that a function is called back for: `interruptions` of `interruptions.forEach((each) => …)`. */
export function listGoneOverBy(fn: ts.Node, methods: ReadonlySet<string> = iterating): ts.Expression | undefined {
  const callee = methodCalledWith(fn);
  return callee && methods.has(callee.name.text) && !isReduction(callee) ? callee.expression : undefined;
}

/** The list itself, as a callback for each element gets it: the last parameter of `(element, index, list) => …`. */
export function listGivenTo(binding: ts.Node | undefined): ts.Expression | undefined {
  const fn = binding?.parent;
  if (!fn || !syntax.isFunctionValue(fn)) return undefined;
  const callee = methodCalledWith(fn);
  if (!callee || !iterating.has(callee.name.text)) return undefined;
  return fn.parameters[isReduction(callee) ? 3 : 2] === binding ? callee.expression : undefined;
}

/** The method that is called with a function as an argument: `list.map` of `list.map(fn)`. */
export function methodCalledWith(fn: ts.Node): ts.PropertyAccessExpression | undefined {
  const call = syntax.parentOf(fn);
  const callee = syntax.isCallExpression(call) ? syntax.withoutAssertions(call.expression) : undefined;
  return callee && syntax.isPropertyAccessExpression(callee) ? callee : undefined;
}

function isReduction({ name }: ts.PropertyAccessExpression): boolean {
  return name.text.startsWith('reduce');
}

/** The function that an expression is, or names. */
export function functionGivenAs(expression: ts.Expression, program: ts.Program): syntax.FunctionLike | undefined {
  const value = syntax.withoutAssertions(expression);
  return syntax.isFunctionValue(value) ? value : compilerOf(program).functionNamedBy(value);
}

/** The functions around a node, innermost first, up to `boundary` or the file. */
export function functionsAround(node: ts.Node, boundary?: ts.Node): readonly syntax.FunctionLike[] {
  const found: syntax.FunctionLike[] = [];
  for (let at = node.parent; at !== boundary && !syntax.isSourceFile(at); at = at.parent)
    if (syntax.isFunctionLike(at)) found.push(at);
  return found;
}

/** The declaration whose name stands for a function: itself, or the variable, field or property that holds it. */
export function namedDeclarationOf(fn: syntax.FunctionLike): ts.NamedDeclaration | undefined {
  if (syntax.isConstructorDeclaration(fn)) return fn.parent;
  if (!syntax.isArrowFunction(fn) && !syntax.isFunctionExpression(fn)) return fn;
  const parent = syntax.parentOf(fn);
  return syntax.isVariableDeclaration(parent) ||
    syntax.isPropertyDeclaration(parent) ||
    syntax.isPropertyAssignment(parent)
    ? parent
    : undefined;
}

/** Where the program calls a function by its name, or on the spot. */
export function callSitesOf(fn: syntax.FunctionLike, program: ts.Program): readonly CallSite[] {
  const declaration = namedDeclarationOf(fn);
  const isCall = syntax.isConstructorDeclaration(fn) ? syntax.isNewExpression : syntax.isCallExpression;
  const references: readonly ts.Node[] = declaration ? usesOf(declaration, program).map(referenceOf) : [fn];
  return references.flatMap((reference) => callSiteAt(reference, isCall));
}

/** Where the program calls a member of an interface. */
export function callsOfMember(signature: ts.TypeElement, program: ts.Program): readonly CallSite[] {
  return usesOf(signature, program).flatMap((use) => callSiteAt(referenceOf(use), syntax.isCallExpression));
}

function callSiteAt(reference: ts.Node, isCall: (node: ts.Node) => node is CallSite['call']): readonly CallSite[] {
  const call = syntax.parentOf(reference);
  if (!isCall(call) || syntax.withoutAssertions(call.expression) !== reference) return [];
  return [{ call, receiver: syntax.isPropertyAccessExpression(reference) ? reference.expression : undefined }];
}

/** Whether all that is done with a function is to call it in its own file, by its name. */
export function isOnlyCalled(fn: syntax.FunctionLike, program: ts.Program): boolean {
  const declaration = namedDeclarationOf(fn);
  if (!declaration || syntax.isClassElement(declaration) || syntax.isPropertyAssignment(declaration)) return false;
  return (
    !isExported(declaration, program) &&
    usesOf(declaration, program).every((use) => {
      const user = syntax.parentOf(use);
      return syntax.isCallExpression(user) && syntax.withoutAssertions(user.expression) === use;
    })
  );
}

/** Where the program makes instances of a class. */
export function constructionsOf(owner: ts.ClassLikeDeclaration, program: ts.Program): readonly ts.NewExpression[] {
  return usesOf(owner, program).flatMap((use) => {
    const callee = referenceOf(use);
    return syntax.isNewExpression(callee.parent) && callee.parent.expression === callee ? [callee.parent] : [];
  });
}

/** The classes of the program that extend a class, or one that does. */
export const subclassesOf = memo(
  (program: ts.Program, owner: ts.ClassLikeDeclaration): readonly ts.ClassLikeDeclaration[] => {
    const found = new Set<ts.ClassLikeDeclaration>([owner]);
    for (const each of found)
      for (const use of usesOf(each, program)) {
        const base = referenceOf(use);
        const heir = base.parent.parent.parent;
        if (syntax.isClassLike(heir) && syntax.superclassOf(heir) === base) found.add(heir);
      }
    found.delete(owner);
    return [...found];
  },
);

/** The constructor that runs where a class says nothing of its own: that of the nearest base which has one. */
export function inheritedConstructorOf(
  owner: ts.ClassLikeDeclaration,
  program: ts.Program,
): ts.ConstructorDeclaration | undefined {
  const seen = new Set<ts.Node>([owner]);
  for (let base = extendedBy(owner, program); base && !seen.has(base); base = extendedBy(base, program)) {
    const found = base.members.find(syntax.isConstructorDeclaration);
    if (found) return found;
    seen.add(base);
  }
  return undefined;
}

/** The class of the program that a class extends. */
function extendedBy(owner: ts.ClassLikeDeclaration, program: ts.Program): ts.ClassLikeDeclaration | undefined {
  const name = syntax.superclassOf(owner);
  const base = name && syntax.isIdentifier(name) ? declarationOf(name, program) : undefined;
  return base && syntax.isClassLike(base) ? base : undefined;
}

/** `super(…)`, as a statement of a constructor. */
export function superCallIn({ body }: ts.ConstructorDeclaration): ts.CallExpression | undefined {
  for (const statement of body?.statements ?? []) {
    const call = syntax.isExpressionStatement(statement) ? statement.expression : undefined;
    if (call && syntax.isCallExpression(call) && call.expression.kind === syntax.SyntaxKind.SuperKeyword) return call;
  }
  return undefined;
}

/** The whole expression that a name is the last part of: `this.serve` for `serve`. */
export function referenceOf(name: ts.Node): ts.Node {
  return syntax.isMemberOfAccess(name) ? name.parent : name;
}

/** The assignments to a variable or field, each of the whole: `x = y`, `x ??= y`, `x += y`. */
export function assignmentsTo(declaration: ts.NamedDeclaration, program: ts.Program): readonly ts.BinaryExpression[] {
  return usesOf(declaration, program).flatMap((use) => {
    const target = referenceOf(use);
    const parent = syntax.parentOf(target);
    return syntax.isAssignment(parent) && syntax.withoutAssertions(parent.left) === target ? [parent] : [];
  });
}

/** The argument that a call of a function gives for its parameter. Undefined: it gives none, or a spread may bring it. */
export function argumentFor(
  parameter: ts.ParameterDeclaration,
  call: ts.CallExpression | ts.NewExpression,
): ts.Expression | undefined {
  if (parameter.dotDotDotToken) return undefined;
  const index = parameter.parent.parameters.filter(({ name }) => name.getText() !== 'this').indexOf(parameter);
  const given = call.arguments?.slice(0, index + 1) ?? [];
  return given.some(syntax.isSpreadElement) ? undefined : given[index];
}

/** The variables of a file that are written again: `x = y`, `i++`, `[a, b] = pair`, `for (a of all)`. */
export const writtenIn = memo(
  (file: ts.SourceFile): ReadonlySet<ts.Node> =>
    new Set([...namesWrittenIn(file)].flatMap((name) => (syntax.isIdentifier(name) ? (bindingOf(name) ?? []) : []))),
);

/** The names by which variables of a file are written again. */
export const namesWrittenIn = memo((file: ts.SourceFile): ReadonlySet<ts.Node> => {
  const found = new Set<ts.Node>();
  const visit = (target: ts.Node): void => {
    if (syntax.isIdentifier(target) && bindingOf(target)) found.add(target);
    else if (!syntax.isAccess(target)) syntax.forEachChild(target, visit);
  };
  for (const target of assignedIn(file)) visit(target);
  return found;
});

/** `x = y`, `x ??= y` and `x ||= y`: the right side may be all of the value. */
export function isReplacement(node: ts.BinaryExpression): boolean {
  return node.operatorToken.kind === syntax.SyntaxKind.EqualsToken || isLazyAssignment(node);
}

/** `x ??= y` and `x ||= y`. */
export function isLazyAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === syntax.SyntaxKind.QuestionQuestionEqualsToken || kind === syntax.SyntaxKind.BarBarEqualsToken;
}

/** An expression without assertions and `await`. */
export function valueOf(expression: ts.Expression): ts.Expression {
  let value = syntax.withoutAssertions(expression);
  while (syntax.isAwaitExpression(value)) value = syntax.withoutAssertions(value.expression);
  return value;
}
