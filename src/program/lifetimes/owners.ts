import type { ts } from '../../type-utils/index.ts';
import {
  bindingNamedBy,
  compilerOf,
  constantValueOf,
  declarationOf,
  isConstant,
  syntax,
  writtenFor,
} from '../../type-utils/index.ts';
import {
  argumentFor,
  assignmentsTo,
  functionsAround,
  isLazyAssignment,
  isReplacement,
  namedDeclarationOf,
  valueOf,
} from '../values/functions.ts';
import { nodesIn } from '../values/nodes.ts';

/**
 * What holds an object between the calls that use it, and so how long it lives: as long as the module, one run of a
 * function, or one instance of a class.
 */
export type Holder =
  | { readonly lives: 'module'; readonly declaration: ts.NamedDeclaration; readonly boundary: undefined }
  | { readonly lives: 'function'; readonly declaration: ts.NamedDeclaration; readonly boundary: ts.Node }
  | ParameterHolder
  | FieldHolder;

export interface ParameterHolder {
  readonly lives: 'parameter';
  readonly declaration: ts.ParameterDeclaration | ts.BindingElement;
  readonly boundary: syntax.FunctionLike;
  readonly parameter: ts.ParameterDeclaration;
  /** The property that is taken out of the argument: `server` in `({ server }) => …`. */
  readonly property: string | undefined;
}

export interface FieldHolder {
  readonly lives: 'instance';
  readonly declaration: ts.NamedDeclaration;
  readonly boundary: ts.ClassLikeDeclaration;
  /** Whose field it is. */
  readonly instance: ts.Expression;
}

/** How far factories and aliases are followed. */
const MAX_STEPS = 8;

/** What holds the value of an expression. Undefined where it is new each time, or comes from where nothing is known of. */
export function holderOf(expression: ts.Expression, program: ts.Program, steps = MAX_STEPS): Holder | undefined {
  if (steps === 0) return undefined;
  const value = valueOf(expression);
  if (syntax.isIdentifier(value)) return holderOfName(value, program, steps);
  if (syntax.isPropertyAccessExpression(value)) return holderOfProperty(value, program, steps);
  if (syntax.isCallExpression(value)) return holderOfResult(value, program, steps);
  if (value.kind === syntax.SyntaxKind.ThisKeyword) return holderOfThis(value);
  // `server ??= createServer()`
  if (syntax.isBinaryExpression(value) && isLazyAssignment(value)) return holderOf(value.left, program, steps - 1);
  return undefined;
}

/** Where an object comes into being for its holder: the expression that makes it, or the declaration it is handed to. */
export function originOfHolder(
  holder: Holder,
  program: ts.Program,
): { readonly node: ts.Node; readonly made: boolean } {
  const { declaration } = holder;
  if (hasInitializer(declaration) && !isNullish(declaration.initializer))
    return { node: valueOf(declaration.initializer), made: holder.lives !== 'parameter' };
  if (syntax.isBindingElement(declaration) && holder.lives !== 'parameter') return { node: declaration, made: true };
  const assigned = fillingsOf(declaration, program).map(({ right }) => valueOf(right));
  const created = assigned.map(constantValueOf).find(syntax.isCallOrNew);
  return { node: created ?? assigned[0] ?? declaration, made: created !== undefined };
}

/** The assignments that give a variable or field a value, other than its declaration and than emptying it. */
export function fillingsOf(declaration: ts.NamedDeclaration, program: ts.Program): readonly ts.BinaryExpression[] {
  return assignmentsTo(declaration, program).filter((each) => isReplacement(each) && !isNullish(each.right));
}

/** The parameter of the constructor that a field is filled from, if it is. */
export function injectedBy(holder: FieldHolder, program: ts.Program): ParameterHolder | undefined {
  const { declaration, boundary } = holder;
  const constructor = boundary.members.find(syntax.isConstructorDeclaration);
  if (!constructor) return undefined;
  if (syntax.isParameter(declaration)) return parameterHolder(declaration, program);
  const assigned = fillingsOf(declaration, program).find(
    (assignment) =>
      functionsAround(assignment, constructor).length === 0 && functionsAround(assignment)[0] === constructor,
  );
  const source = assigned && holderOf(assigned.right, program);
  return source?.lives === 'parameter' && source.boundary === constructor ? source : undefined;
}

function holderOfName(name: ts.Identifier, program: ts.Program, steps: number): Holder | undefined {
  const declaration = declarationOf(name, program);
  if (!declaration) return undefined;
  if (syntax.isParameter(declaration)) return parameterHolder(declaration, program);
  if (syntax.isBindingElement(declaration)) return holderOfBinding(declaration, program, steps);
  if (!syntax.isVariableDeclaration(declaration)) return undefined;
  if (!syntax.isVariableStatement(declaration.parent.parent)) return undefined;
  // A constant that is another name for something, or what a factory keeps, lives as long as that does.
  const source = declaration.initializer && isConstant(declaration) && valueOf(declaration.initializer);
  const aliased = source && !syntax.isNewExpression(source) ? holderOf(source, program, steps - 1) : undefined;
  if (aliased) return aliased;
  if (source && syntax.isAccess(source)) return undefined;
  return variableHolder(declaration);
}

function holderOfBinding(element: ts.BindingElement, program: ts.Program, steps: number): Holder | undefined {
  let root: ts.BindingPattern = element.parent;
  while (syntax.isBindingElement(root.parent)) root = root.parent.parent;
  const owner = root.parent;
  const isDirect = root === element.parent && syntax.isObjectBindingPattern(root) && !element.dotDotDotToken;
  if (syntax.isParameter(owner)) {
    const whole = parameterHolder(owner, program);
    return whole && isDirect
      ? { ...whole, declaration: element, property: (element.propertyName ?? element.name).getText() }
      : undefined;
  }
  if (!owner.initializer || !syntax.isVariableStatement(owner.parent.parent)) return undefined;
  const source = valueOf(owner.initializer);
  const isNamed = syntax.isIdentifier(source) || source.kind === syntax.SyntaxKind.ThisKeyword;
  // `const { server } = Registry.instance` is another name for a member only if something keeps its object.
  if (!isNamed && !holderOf(source, program, steps - 1)) return variableHolder(element);
  if (!isDirect) return isNamed ? undefined : variableHolder(element);
  const member = (compilerOf(program).memberTakenBy(element) ?? element) as ts.Declaration;
  return holderOfMember(member, source, program, steps);
}

function holderOfProperty(access: ts.PropertyAccessExpression, program: ts.Program, steps: number): Holder | undefined {
  const declaration = declarationOf(access.name, program);
  return declaration && holderOfMember(declaration, access.expression, program, steps);
}

function holderOfMember(
  declaration: ts.Declaration,
  owner: ts.Expression,
  program: ts.Program,
  steps: number,
): Holder | undefined {
  // Through a namespace import.
  if (syntax.isVariableDeclaration(declaration)) return variableHolder(declaration);
  if (syntax.isGetAccessor(declaration) && declaration.body) {
    const kept = holderOfReturn(declaration, program, steps);
    if (kept?.lives === 'instance') return { ...kept, instance: owner };
    return kept && outlives(kept, declaration) ? kept : undefined;
  }
  const container = classOf(declaration);
  if (container && !declaration.getSourceFile().isDeclarationFile) {
    if (syntax.hasModifier(declaration, syntax.SyntaxKind.StaticKeyword))
      return { lives: 'module', declaration, boundary: undefined };
    return { lives: 'instance', declaration, boundary: container, instance: owner };
  }
  // A property of some object: `mcp.server`, `context.server`. It is there as long as the object is.
  const isReplaced = !declaration.getSourceFile().isDeclarationFile && fillingsOf(declaration, program).length > 0;
  return isReplaced ? undefined : holderOf(owner, program, steps - 1);
}

/** What a call returns, where that outlives the call: a getter's field, a module's singleton, or an argument. */
function holderOfResult(call: ts.CallExpression, program: ts.Program, steps: number): Holder | undefined {
  const callee = valueOf(call.expression);
  const name = syntax.isPropertyAccessExpression(callee) ? callee.name : callee;
  const declaration = declarationOf(name, program);
  const fn = declaration && functionOf(declaration);
  if (!fn || fn.getSourceFile().isDeclarationFile) return undefined;
  const kept = holderOfReturn(fn, program, steps);
  if (!kept) return undefined;
  if (kept.lives === 'parameter') {
    const argument = kept.boundary === fn ? argumentHeldBy(kept, call) : undefined;
    return argument && holderOf(argument, program, steps - 1);
  }
  if (kept.lives === 'instance')
    return syntax.isPropertyAccessExpression(callee) ? { ...kept, instance: callee.expression } : undefined;
  return outlives(kept, fn) ? kept : undefined;
}

/** Whether a holder outlives a call of a function: a variable of the module, or of a function around it. */
function outlives(holder: Holder, fn: syntax.FunctionLike): boolean {
  return holder.lives === 'module' || holder.boundary !== fn;
}

/**
 * The holder that every `return` of a function names, or what is put into it: `this.server = server; return server;`. Undefined
 * as soon as one returns something else.
 */
function holderOfReturn(fn: syntax.FunctionLike, program: ts.Program, steps: number): Holder | undefined {
  const returned = returnsOf(fn).map((value) => holderOf(value, program, steps - 1));
  const kept = returned.find((holder) => holder !== undefined && outlives(holder, fn)) ?? returned[0];
  if (!kept) return undefined;
  const filled: readonly (ts.Node | undefined)[] = fillingsOf(kept.declaration, program).map(({ right }) =>
    bindingNamedBy(valueOf(right)),
  );
  const isKept = (holder: Holder | undefined): boolean =>
    holder?.declaration === kept.declaration || (holder !== undefined && filled.includes(holder.declaration));
  return returned.every(isKept) ? kept : undefined;
}

/** The argument that a call gives for a parameter, or the property of it that the parameter takes out. */
export function argumentHeldBy(
  { parameter, property }: Pick<ParameterHolder, 'parameter' | 'property'>,
  call: ts.CallExpression | ts.NewExpression,
): ts.Expression | undefined {
  const argument = argumentFor(parameter, call);
  return property === undefined || !argument ? argument : propertyIn(argument, property);
}

/** What an object literal gives a property. */
export function propertyIn(object: ts.Expression, name: string): ts.Expression | undefined {
  return writtenFor(valueOf(object), name);
}

export function returnsOf(fn: syntax.FunctionLike): readonly ts.Expression[] {
  if (!fn.body) return [];
  if (!syntax.isBlock(fn.body)) return [fn.body];
  return nodesIn(fn.body, syntax.isReturnStatement).flatMap(({ expression }) =>
    expression && !isNullish(expression) ? [expression] : [],
  );
}

function holderOfThis(node: ts.Expression): FieldHolder | undefined {
  const owner = syntax.classOfThis(node);
  return owner ? { lives: 'instance', declaration: owner, boundary: owner, instance: node } : undefined;
}

function parameterHolder(declaration: ts.ParameterDeclaration, program: ts.Program): ParameterHolder | undefined {
  const owner = declaration.parent;
  if (!syntax.isFunctionLike(owner) || declaration.dotDotDotToken || fillingsOf(declaration, program).length > 0)
    return undefined;
  return {
    lives: 'parameter',
    declaration,
    boundary: owner,
    parameter: declaration,
    property: undefined,
  };
}

function variableHolder(declaration: ts.VariableDeclaration | ts.BindingElement): Holder {
  for (let node: ts.Node = declaration; !syntax.isSourceFile(node); node = node.parent)
    if (syntax.isFunctionLike(node) || syntax.isClassStaticBlockDeclaration(node))
      return { lives: 'function', declaration, boundary: node };
  return { lives: 'module', declaration, boundary: undefined };
}

/** The class whose instances have a member: also of `this.x = …` in a JavaScript constructor. */
function classOf(declaration: ts.Declaration): ts.ClassLikeDeclaration | undefined {
  const { parent } = declaration;
  if (syntax.isPropertyDeclaration(declaration)) return declaration.parent;
  if (syntax.isParameter(declaration)) return syntax.isClassLike(parent.parent) ? parent.parent : undefined;
  if (!syntax.isPropertyAccessExpression(declaration) && !syntax.isBinaryExpression(declaration)) return undefined;
  return syntax.classOfThis(declaration);
}

function functionOf(declaration: ts.Declaration): syntax.FunctionLike | undefined {
  if (syntax.isFunctionLike(declaration)) return declaration;
  if (!hasInitializer(declaration)) return undefined;
  const value = syntax.withoutAssertions(declaration.initializer);
  return syntax.isFunctionLike(value) && namedDeclarationOf(value) === declaration ? value : undefined;
}

/** Whether a variable, field or property is given a value where it is declared. */
export function hasInitializer(node: ts.Node): node is ts.Declaration & { readonly initializer: ts.Expression } {
  return (
    (syntax.isVariableDeclaration(node) || syntax.isPropertyDeclaration(node) || syntax.isPropertyAssignment(node)) &&
    node.initializer !== undefined
  );
}

function isNullish(expression: ts.Expression): boolean {
  return syntax.isNullishLiteral(valueOf(expression));
}
