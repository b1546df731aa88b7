import type ts from 'typescript';
import { declarationOf, usesOf } from '../type-utils/declarations.ts';
import { bindingOf, isConstant } from '../type-utils/scopes.ts';
import * as syntax from '../type-utils/syntax.ts';
import { HOLE } from './sql.ts';

/** A part of what a function is given: one of its parameters, or a property of it. */
export interface ParameterPart {
  readonly fn: syntax.FunctionLike;
  readonly index: number;
  readonly property: string | undefined;
}

/** What a text may be. */
export interface Texts {
  /** With {@link HOLE} for what is not known of them. */
  readonly texts: readonly string[];
  /** What the caller says. */
  readonly parts: readonly ParameterPart[];
}

const NONE: Texts = { texts: [], parts: [] };

/** How many names are followed, one after the other. */
const MAX_DEPTH = 8;

/** What an expression may be as a text. What cannot be told is left out. */
export function textsOf(expression: ts.Expression, program: ts.Program, depth = 0): Texts {
  const node = syntax.withoutAssertions(expression);
  const branches = branchesOf(node);
  if (branches) return both(branches.map((branch) => textsOf(branch, program, depth)));
  const part = partOf(node);
  if (part) return both([part, defaultOf(part, program)]);
  const pieces = piecesOf(node);
  if (pieces !== undefined) return { texts: [pieces], parts: [] };
  if (syntax.isCallExpression(node) && syntax.isPropertyAccessExpression(node.expression)) {
    const { name, expression: receiver } = node.expression;
    return keepingMethods.has(name.text) ? textsOf(receiver, program, depth) : NONE;
  }
  if (node.kind === syntax.SyntaxKind.TrueKeyword) return { texts: ['true'], parts: [] };
  const constant = depth < MAX_DEPTH ? constantOf(node, program) : undefined;
  if (constant) return textsOf(constant.value, program, depth + 1);
  return syntax.isPropertyAccessExpression(node)
    ? propertyTextsOf(node.expression, node.name.text, program, depth)
    : NONE;
}

/** What a property of an expression's value may be as a text. */
export function propertyTextsOf(expression: ts.Expression, property: string, program: ts.Program, depth = 0): Texts {
  const node = syntax.withoutAssertions(expression);
  if (syntax.isObjectLiteralExpression(node)) return ofObject(node, property, program, depth);
  const branches = branchesOf(node);
  if (branches) return both(branches.map((branch) => propertyTextsOf(branch, property, program, depth)));
  const part = partOf(node);
  if (part) return part.property === undefined ? { texts: [], parts: [{ ...part, property }] } : NONE;
  // `new Request(url, { method })`
  if (syntax.isNewExpression(node)) {
    const options = node.arguments?.[1];
    return options ? propertyTextsOf(options, property, program, depth) : NONE;
  }
  const constant = depth < MAX_DEPTH ? constantOf(node, program) : undefined;
  if (!constant) return NONE;
  return both([
    propertyTextsOf(constant.value, property, program, depth + 1),
    ...assignedTo(constant.declaration, property, program).map((value) => textsOf(value, program, depth + 1)),
  ]);
}

/** What is given for a part of a parameter at a call, or what stands for it where nothing is given. */
export function givenTexts(
  { fn, index, property }: ParameterPart,
  { arguments: given = [] }: { readonly arguments?: readonly ts.Expression[] | undefined },
  program: ts.Program,
): Texts {
  if (given.slice(0, index + 1).some(syntax.isSpreadElement)) return NONE;
  const argument = given[index] ?? fn.parameters[index]?.initializer;
  if (!argument) return NONE;
  return property === undefined ? textsOf(argument, program) : propertyTextsOf(argument, property, program);
}

/** Methods of strings that leave the words as they are, or change the case of letters. */
const keepingMethods = new Set(['toString', 'toLowerCase', 'toUpperCase', 'trim', 'trimStart', 'trimEnd']);

/** From the last property to the first: what comes later lies over what came before. */
function ofObject(node: ts.ObjectLiteralExpression, property: string, program: ts.Program, depth: number): Texts {
  const found: Texts[] = [];
  for (const each of [...node.properties].reverse()) {
    if (syntax.isSpreadAssignment(each)) {
      found.push(propertyTextsOf(each.expression, property, program, depth));
      continue;
    }
    const { name } = each;
    if (!(syntax.isIdentifier(name) || syntax.isStringLiteralLike(name)) || name.text !== property) continue;
    if (syntax.isPropertyAssignment(each)) found.push(textsOf(each.initializer, program, depth));
    else if (syntax.isShorthandPropertyAssignment(each)) found.push(textsOf(each.name, program, depth));
    break;
  }
  return both(found);
}

/** The constant that a name stands for, in whatever file, or the member of an enumeration. */
function constantOf(
  node: ts.Expression,
  program: ts.Program,
): { readonly declaration: ts.NamedDeclaration; readonly value: ts.Expression } | undefined {
  const name = syntax.isPropertyAccessExpression(node) ? node.name : node;
  if (!syntax.isIdentifier(name) || (name === node && !bindingOf(name))) return undefined;
  const declaration = declarationOf(name, program);
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
  const isHeld =
    (syntax.isVariableDeclaration(declaration) && isConstant(declaration)) ||
    declaration.kind === syntax.SyntaxKind.EnumMember ||
    (syntax.isPropertyDeclaration(declaration) && syntax.hasModifier(declaration, syntax.SyntaxKind.ReadonlyKeyword)) ||
    syntax.isPropertyAssignment(declaration);
  const { initializer } = declaration as { readonly initializer?: ts.Expression };
  return isHeld && initializer ? { declaration, value: initializer } : undefined;
}

/** `options.method = 'POST'` */
function assignedTo(declaration: ts.NamedDeclaration, property: string, program: ts.Program): readonly ts.Expression[] {
  return usesOf(declaration, program).flatMap((use) => {
    const access = use.parent;
    if (!syntax.isPropertyAccessExpression(access) || access.name.text !== property) return [];
    const { parent } = access;
    const isAssigned =
      syntax.isBinaryExpression(parent) &&
      parent.left === access &&
      parent.operatorToken.kind === syntax.SyntaxKind.EqualsToken;
    return isAssigned ? [parent.right] : [];
  });
}

/** Where either of two expressions may be the value. */
function branchesOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (syntax.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (!syntax.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const isEither = kind === syntax.SyntaxKind.QuestionQuestionToken || kind === syntax.SyntaxKind.BarBarToken;
  return isEither ? [node.left, node.right] : undefined;
}

/** `method`, `options.method`, and `method` of `({ method })`. */
function partOf(node: ts.Expression): ParameterPart | undefined {
  if (syntax.isPropertyAccessExpression(node)) {
    const whole = partOf(node.expression);
    return whole && whole.property === undefined ? { ...whole, property: node.name.text } : undefined;
  }
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding) return undefined;
  if (syntax.isParameter(binding)) return parameterPart(binding, undefined);
  if (!syntax.isBindingElement(binding) || binding.dotDotDotToken) return undefined;
  const holder = binding.parent.parent;
  const key = binding.propertyName ?? binding.name;
  return syntax.isParameter(holder) && syntax.isObjectBindingPattern(binding.parent) && syntax.isIdentifier(key)
    ? parameterPart(holder, key.text)
    : undefined;
}

function parameterPart(parameter: ts.ParameterDeclaration, property: string | undefined): ParameterPart | undefined {
  const fn = parameter.parent;
  if (!syntax.isFunctionLike(fn) || parameter.dotDotDotToken) return undefined;
  return { fn, index: fn.parameters.indexOf(parameter), property };
}

/** `({ method = 'GET' })`: what stands there where the caller says nothing, which cannot be told from here. */
function defaultOf({ fn, index, property }: ParameterPart, program: ts.Program): Texts {
  const pattern = fn.parameters[index]?.name;
  if (property === undefined || !pattern || !syntax.isObjectBindingPattern(pattern)) return NONE;
  const element = pattern.elements.find(({ name, propertyName }) => {
    const key = propertyName ?? name;
    return syntax.isIdentifier(key) && key.text === property;
  });
  return element?.initializer ? textsOf(element.initializer, program) : NONE;
}

/** A text that is put together from others, by syntax alone. */
function piecesOf(node: ts.Expression): string | undefined {
  if (syntax.isStringLiteralLike(node)) return node.text;
  if (syntax.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');
  if (syntax.isTaggedTemplateExpression(node)) return piecesOf(node.template);
  if (!syntax.isBinaryExpression(node) || node.operatorToken.kind !== syntax.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [node.left, node.right].map((side) => piecesOf(syntax.withoutAssertions(side)));
  return left === undefined && right === undefined ? undefined : (left ?? HOLE) + (right ?? HOLE);
}

function both(all: readonly (Texts | ParameterPart)[]): Texts {
  return {
    texts: all.flatMap((each) => ('texts' in each ? each.texts : [])),
    parts: all.flatMap((each) => ('texts' in each ? each.parts : [each])),
  };
}
