import type { ts } from '../../type-utils/index.ts';
import { bindingOf, compilerOf, declarationOf, isConstant, syntax, usesOf } from '../../type-utils/index.ts';
import { returnsIn } from '../values/functions.ts';
import { HOLE } from './sql.ts';

/** An expression, or a property of its value, of which only the type is known. */
export interface TypedPlace {
  readonly node: ts.Expression;
  readonly property: string | undefined;
  /** One of the elements of `node`. */
  readonly isElement?: true;
  /** Where an address is given: what has the type `any` is not taken for an object there. */
  readonly isAddress?: true;
}

/** A part of what a function is given: one of its parameters, or a property of it. */
export interface ParameterPart {
  readonly fn: syntax.FunctionLike;
  readonly index: number;
  readonly property: string | undefined;
  /** Where the function uses it. */
  readonly place: TypedPlace;
}

/** What a text may be. */
export interface Texts {
  /** With {@link HOLE} for what is not known of them. */
  readonly texts: readonly string[];
  /** What the caller says. */
  readonly parts: readonly ParameterPart[];
  /** What else it may be: the types limit it, if anything does. */
  readonly unknown: readonly TypedPlace[];
}

const NONE: Texts = { texts: [], parts: [], unknown: [] };

/** How many names are followed, one after the other. */
const MAX_DEPTH = 8;

/** The variables whose values are being looked at: what a variable is assigned of itself is nothing new. */
const entered = new Set<ts.NamedDeclaration>();

/** What an expression may be as a text. */
export function textsOf(expression: ts.Expression, program: ts.Program, depth = 0): Texts {
  const node = withoutAwait(expression);
  const branches = branchesOf(node);
  if (branches) return both(branches.map((branch) => textsOf(branch, program, depth)));
  const part = partOf(node);
  if (part) return both([part, defaultOf(part, program)]);
  const pieces = piecesOf(node);
  if (pieces !== undefined) return ofPieces(node, pieces, program, depth);
  if (node.kind === syntax.SyntaxKind.TrueKeyword) return { ...NONE, texts: ['true'] };
  if (depth >= MAX_DEPTH) return unknownAt(node);
  if (syntax.isCallExpression(node)) {
    const callee = node.expression;
    if (syntax.isPropertyAccessExpression(callee) && keepingMethods.has(callee.name.text))
      return textsOf(callee.expression, program, depth);
    return ofResult(node, program, (result) => textsOf(result, program, depth + 1)) ?? unknownAt(node);
  }
  const held = heldIn(node);
  if (held)
    return both([
      propertyTextsOf(held.holder, held.key, program, depth + 1),
      held.default ? textsOf(held.default, program, depth + 1) : NONE,
    ]);
  const values = valuesOf(node, program);
  if (values)
    return insideOf(values.declaration, () => both(values.values.map((value) => textsOf(value, program, depth + 1))));
  return syntax.isPropertyAccessExpression(node)
    ? propertyTextsOf(node.expression, node.name.text, program, depth)
    : unknownAt(node);
}

/** What a property of an expression's value may be as a text. */
export function propertyTextsOf(expression: ts.Expression, property: string, program: ts.Program, depth = 0): Texts {
  const node = withoutAwait(expression);
  if (syntax.isObjectLiteralExpression(node)) return ofObject(node, property, program, depth);
  const branches = branchesOf(node);
  if (branches) return both(branches.map((branch) => propertyTextsOf(branch, property, program, depth)));
  const place = { node, property };
  const part = partOf(node);
  if (part) return part.property === undefined ? both([{ ...part, property, place }]) : unknownAt(node, property);
  // `new Request(url, { method })`
  if (syntax.isNewExpression(node)) {
    const options = node.arguments?.[1];
    return options ? propertyTextsOf(options, property, program, depth) : NONE;
  }
  if (depth >= MAX_DEPTH) return unknownAt(node, property);
  if (syntax.isCallExpression(node))
    return (
      ofResult(node, program, (result) => propertyTextsOf(result, property, program, depth + 1)) ??
      unknownAt(node, property)
    );
  const rest = restOf(node);
  if (rest) {
    if (rest.taken.has(property)) return NONE;
    return rest.parameter
      ? both([{ ...rest.parameter, property, place }])
      : propertyTextsOf(rest.holder, property, program, depth + 1);
  }
  const values = valuesOf(node, program);
  if (!values) return unknownAt(node, property);
  return insideOf(values.declaration, () =>
    both([
      ...values.values.map((value) => propertyTextsOf(value, property, program, depth + 1)),
      ...assignedTo(values.declaration, property, program).map((value) => textsOf(value, program, depth + 1)),
    ]),
  );
}

function insideOf(declaration: ts.NamedDeclaration, read: () => Texts): Texts {
  if (entered.has(declaration)) return NONE;
  entered.add(declaration);
  try {
    return read();
  } finally {
    entered.delete(declaration);
  }
}

/** What a call is given at a position; of `f(...args)` the same position of what the function around is given. */
export function textsGivenAt(
  given: readonly ts.Expression[],
  position: number,
  property: string | undefined,
  program: ts.Program,
): Texts {
  const spread = given.slice(0, position + 1).findIndex(syntax.isSpreadElement);
  const argument = given[spread === -1 ? position : spread];
  if (!argument) return NONE;
  if (syntax.isSpreadElement(argument)) {
    const rest = restParameterAt(argument.expression);
    const place = { node: argument.expression, property, isElement: true } as const;
    if (!rest) return { ...NONE, unknown: [place] };
    return both([{ fn: rest.fn, index: rest.index + position - spread, property, place }]);
  }
  return property === undefined ? textsOf(argument, program) : propertyTextsOf(argument, property, program);
}

/** What is given for a part of a parameter at a call, or what stands for it where nothing is given. */
export function givenTexts(
  { fn, index, property }: Omit<ParameterPart, 'place'>,
  { arguments: given = [] }: { readonly arguments?: readonly ts.Expression[] | undefined },
  program: ts.Program,
): Texts {
  const initial = fn.parameters[index]?.initializer;
  const isGiven = index < given.length || given.some(syntax.isSpreadElement);
  return textsGivenAt(isGiven || !initial ? given : [initial], isGiven || !initial ? index : 0, property, program);
}

/** What is known by its type alone. */
function unknownAt(node: ts.Expression, property?: string): Texts {
  return { ...NONE, unknown: [{ node, property }] };
}

function withoutAwait(expression: ts.Expression): ts.Expression {
  const node = syntax.withoutAssertions(expression);
  return syntax.isAwaitExpression(node) ? withoutAwait(node.expression) : node;
}

/** A text in pieces, of which the first decides: `${method} /repos`. */
function ofPieces(node: ts.Expression, pieces: string, program: ts.Program, depth: number): Texts {
  const first = firstPieceOf(node);
  if (!first || depth >= MAX_DEPTH) return { ...NONE, texts: [pieces], unknown: first ? [placeOf(first)] : [] };
  const { texts, parts, unknown } = textsOf(first, program, depth + 1);
  return { texts: texts.length > 0 ? texts.map((text) => pieces.replace(HOLE, text)) : [pieces], parts, unknown };
}

/** What a text begins with, unless that is written out. */
function firstPieceOf(node: ts.Expression): ts.Expression | undefined {
  if (syntax.isTemplateExpression(node))
    return node.head.text.trim() === '' ? node.templateSpans[0]?.expression : undefined;
  if (!syntax.isBinaryExpression(node)) return undefined;
  const left = syntax.withoutAssertions(node.left);
  return piecesOf(left) === undefined ? left : firstPieceOf(left);
}

function placeOf(node: ts.Expression): TypedPlace {
  return { node, property: undefined };
}

/** What a function of the program returns, with what it is given at a call. */
function ofResult(
  call: ts.CallExpression,
  program: ts.Program,
  textsIn: (result: ts.Expression) => Texts,
): Texts | undefined {
  const fn = compilerOf(program).functionNamedBy(call.expression);
  if (!fn?.body) return undefined;
  const returned = syntax.isBlock(fn.body)
    ? returnsIn(fn.body).flatMap(({ expression }) => expression ?? [])
    : [fn.body];
  const { texts, parts, unknown } = both(returned.map(textsIn));
  const given = parts.map((part) => (part.fn === fn ? givenTexts(part, call, program) : part));
  return both([{ texts, parts: [], unknown }, ...given]);
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

/**
 * The values that a name may stand for: that of a constant, in whatever file, or of a member of an enumeration; of a variable
 * all that are assigned to it.
 */
function valuesOf(
  node: ts.Expression,
  program: ts.Program,
): { readonly declaration: ts.NamedDeclaration; readonly values: readonly ts.Expression[] } | undefined {
  const name = syntax.isPropertyAccessExpression(node) ? node.name : node;
  if (!syntax.isIdentifier(name) || (name === node && !bindingOf(name))) return undefined;
  const declaration = declarationOf(name, program);
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return undefined;
  const isVariable = syntax.isVariableDeclaration(declaration);
  const isHeld =
    isVariable ||
    declaration.kind === syntax.SyntaxKind.EnumMember ||
    (syntax.isPropertyDeclaration(declaration) && syntax.hasModifier(declaration, syntax.SyntaxKind.ReadonlyKeyword)) ||
    syntax.isPropertyAssignment(declaration);
  if (!isHeld) return undefined;
  const { initializer } = declaration as { readonly initializer?: ts.Expression };
  const assigned =
    isVariable && !isConstant(declaration)
      ? usesOf(declaration, program).flatMap((use) => {
          const { parent } = use;
          return syntax.isBinaryExpression(parent) && parent.left === use && isAssignment(parent) ? [parent.right] : [];
        })
      : [];
  const values = [...(initializer ? [initializer] : []), ...assigned];
  return values.length > 0 ? { declaration, values } : undefined;
}

/** What a name was taken out of: `const { method = 'GET' } = options;`. */
function heldIn(
  node: ts.Expression,
): { readonly holder: ts.Expression; readonly key: string; readonly default: ts.Expression | undefined } | undefined {
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || !syntax.isBindingElement(binding) || binding.dotDotDotToken) return undefined;
  const { parent: pattern } = binding;
  const holder = syntax.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined;
  const key = binding.propertyName ?? binding.name;
  return holder && syntax.isObjectBindingPattern(pattern) && syntax.isIdentifier(key) && isConstant(binding)
    ? { holder, key: key.text, default: binding.initializer }
    : undefined;
}

type Rest = { readonly taken: ReadonlySet<string> } & (
  | { readonly parameter: ParameterPart; readonly holder?: undefined }
  | { readonly parameter?: undefined; readonly holder: ts.Expression }
);

/** What is left of an object: `const { timeout, ...rest } = options;`, or of a parameter. */
function restOf(node: ts.Expression): Rest | undefined {
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || !syntax.isBindingElement(binding) || !binding.dotDotDotToken) return undefined;
  const { parent: pattern } = binding;
  if (!syntax.isObjectBindingPattern(pattern)) return undefined;
  const keys = pattern.elements.map(({ name, propertyName }) => propertyName ?? name);
  const taken = new Set(keys.flatMap((key) => (syntax.isIdentifier(key) ? [key.text] : [])));
  const owner = pattern.parent;
  if (syntax.isParameter(owner)) {
    const parameter = parameterPart(owner, undefined, node);
    return parameter && { taken, parameter };
  }
  return syntax.isVariableDeclaration(owner) && owner.initializer ? { taken, holder: owner.initializer } : undefined;
}

/** The parameter `...args` that a name stands for. */
function restParameterAt(
  expression: ts.Expression,
): { readonly fn: syntax.FunctionLike; readonly index: number } | undefined {
  const node = syntax.withoutAssertions(expression);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding || !syntax.isParameter(binding) || !binding.dotDotDotToken) return undefined;
  const fn = binding.parent;
  return syntax.isFunctionLike(fn) ? { fn, index: fn.parameters.indexOf(binding) } : undefined;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return (
    kind === syntax.SyntaxKind.EqualsToken ||
    kind === syntax.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === syntax.SyntaxKind.BarBarEqualsToken
  );
}

/** `options.method = 'POST'` */
function assignedTo(declaration: ts.NamedDeclaration, property: string, program: ts.Program): readonly ts.Expression[] {
  return usesOf(declaration, program).flatMap((use) => {
    const access = use.parent;
    if (!syntax.isPropertyAccessExpression(access) || access.name.text !== property) return [];
    const { parent } = access;
    const isAssigned = syntax.isBinaryExpression(parent) && parent.left === access && isAssignment(parent);
    return isAssigned ? [parent.right] : [];
  });
}

/** Where either of two expressions may be the value. */
function branchesOf(node: ts.Expression): readonly ts.Expression[] | undefined {
  if (syntax.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse];
  if (!syntax.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  // `...(body && { method: 'POST' })`: the left side is the value only where it is none.
  if (kind === syntax.SyntaxKind.AmpersandAmpersandToken) return [node.right];
  const isEither = kind === syntax.SyntaxKind.QuestionQuestionToken || kind === syntax.SyntaxKind.BarBarToken;
  return isEither ? [node.left, node.right] : undefined;
}

/** `method`, `options.method`, and `method` of `({ method })`. */
function partOf(node: ts.Expression): ParameterPart | undefined {
  if (syntax.isPropertyAccessExpression(node)) {
    const whole = partOf(node.expression);
    return whole && whole.property === undefined
      ? { ...whole, property: node.name.text, place: placeOf(node) }
      : undefined;
  }
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  if (!binding) return undefined;
  if (syntax.isParameter(binding)) return parameterPart(binding, undefined, node);
  if (!syntax.isBindingElement(binding) || binding.dotDotDotToken) return undefined;
  const holder = binding.parent.parent;
  const key = binding.propertyName ?? binding.name;
  return syntax.isParameter(holder) && syntax.isObjectBindingPattern(binding.parent) && syntax.isIdentifier(key)
    ? parameterPart(holder, key.text, node)
    : undefined;
}

function parameterPart(
  parameter: ts.ParameterDeclaration,
  property: string | undefined,
  node: ts.Expression,
): ParameterPart | undefined {
  const fn = parameter.parent;
  if (!syntax.isFunctionLike(fn) || parameter.dotDotDotToken) return undefined;
  return { fn, index: fn.parameters.indexOf(parameter), property, place: placeOf(node) };
}

/** `({ method = 'GET' })`: the default where the caller passes nothing, which is unknown here. */
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
    unknown: all.flatMap((each) => ('texts' in each ? each.unknown : [])),
  };
}
