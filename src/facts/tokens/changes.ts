import type { ts } from '../../type-utils/index.ts';
import { bindingOf, calledName, compilerOf, isInside, syntax } from '../../type-utils/index.ts';
import { iterating } from '../../program/values/functions.ts';
import { contains } from '../../program/values/nodes.ts';
import { testedBy } from '../../program/control/conditions.ts';
import { branchesOf, leadsTo } from '../../program/control/control.ts';
import { isAtOrBelow, type Place, placeOf } from './places.ts';

/** Methods of arrays, maps and sets that change what they are called on. */
const mutatingMethods = new Set(
  'add clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(' '),
);
/** Functions of `Object` and `Reflect` that change their first argument. */
const changingFirst = new Set('assign defineProperties defineProperty deleteProperty set setPrototypeOf'.split(' '));

type Conditions = ReturnType<typeof branchesOf>;

/** How many functions deep a change is looked for. */
const MAX_DEPTH = 4;

/**
 * The first thing between two places of a function that changes what a place holds: an assignment to it or to a part of
 * it, under any constant name, `delete`, a method that changes its object, or a function of the program that does so.
 *
 * Knowingly missed: changes by code that runs meanwhile, and by functions of other packages.
 */
export function changeBetween(from: ts.Node, to: ts.Node, place: Place, program: ts.Program): ts.Node | undefined {
  const container = syntax.containerOf(to);
  // A call that is awaited and fails has given nothing.
  const parent = syntax.parentOf(from);
  const begin = syntax.isAwaitExpression(parent) ? parent : from;
  return changesOf(place, container, program).find(
    (change) =>
      change.pos >= from.end &&
      change.end <= to.pos &&
      leadsTo(begin, change, program) === true &&
      leadsTo(change, to, program) === true &&
      !isForOtherCase(change, to, program),
  );
}

/** What a body does to change a place, in the order of the text. */
export function changesOf(place: Place, body: ts.Node, program: ts.Program): readonly ts.Node[] {
  return changesIn(body, place, program, 0);
}

/**
 * Whether a change is made on a condition about something that the path to a place tests again:
 * `if (!isAllowed) args.path = ''; if (isAllowed) await invokeTool(…)`.
 */
function isForOtherCase(change: ts.Node, to: ts.Node, program: ts.Program): boolean {
  const [before, after] = [change, to].map((node) => branchesOf(node, program)) as [Conditions, Conditions];
  const rootsOf = (conditions: Conditions, others: Conditions): readonly ts.Node[] =>
    conditions
      .filter(({ site }) => !others.some((other) => other.site === site))
      .flatMap((condition) => rootsIn(testedBy(condition)));
  const tested = new Set(rootsOf(before, after));
  return rootsOf(after, before).some((root) => tested.has(root));
}

/** The variables of a condition, and those that a constant in it is worked out of. */
function rootsIn(condition: ts.Expression): readonly ts.Node[] {
  const roots = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
    if (binding && !roots.has(binding)) {
      roots.add(binding);
      if (syntax.isVariableDeclaration(binding) && binding.initializer) visit(binding.initializer);
    }
    syntax.forEachChild(node, visit);
  };
  visit(condition);
  // Functions and classes that every guardrail takes say nothing of its subject.
  return [...roots].filter((root) => syntax.isVariableDeclaration(root) || syntax.isParameter(root));
}

/** The changes of a place that a body makes when it runs, in the order of the text. */
function changesIn(
  body: ts.Node,
  place: Place,
  program: ts.Program,
  depth: number,
  known = new Map<ts.Node, boolean>(),
): readonly ts.Node[] {
  const found: ts.Node[] = [];
  /** A part of the place, or all of it. What changes beside it, or somewhere in what holds it, may be another part. */
  const isAffected = (expression: ts.Expression): boolean => {
    const target = placeOf(expression);
    return target !== undefined && isAtOrBelow(target, place);
  };
  /** A variable that is assigned anew, or a property of what it holds. */
  const isChanged = (target: ts.Expression): boolean => {
    const node = syntax.withoutAssertions(target);
    if (syntax.isIdentifier(node)) return bindingOf(node) === place.root;
    if (!syntax.isAccess(node)) return false;
    const part = placeOf(node);
    // `job.args = …` replaces all that is below it.
    return part !== undefined && (isAtOrBelow(part, place) || isAtOrBelow(place, part));
  };
  const visit = (node: ts.Node): void => {
    if (node !== body && syntax.isFunctionLike(node) && !isRunInPlace(node)) return;
    if (syntax.isAssignment(node) && isChanged(node.left)) found.push(node);
    else if (syntax.isDeleteExpression(node) && isChanged(node.expression)) found.push(node);
    else if (
      (syntax.isPostfixUnaryExpression(node) || syntax.isPrefixUnaryExpression(node)) &&
      isIncrement(node) &&
      isChanged(node.operand)
    )
      found.push(node);
    else if (syntax.isCallExpression(node) && isChangedBy(node)) found.push(node);
    syntax.forEachChild(node, visit);
  };
  const isChangedBy = (call: ts.CallExpression): boolean => {
    const callee = syntax.withoutAssertions(call.expression);
    const name = calledName(call) ?? '';
    const [first] = call.arguments;
    if (syntax.isPropertyAccessExpression(callee)) {
      const { expression: receiver } = callee;
      if (mutatingMethods.has(name) && isAffected(receiver)) return true;
      const isBuiltIn = syntax.isIdentifier(receiver) && (receiver.text === 'Object' || receiver.text === 'Reflect');
      if (isBuiltIn) return changingFirst.has(name) && first !== undefined && isAffected(first);
    }
    return depth < MAX_DEPTH && isChangedInside(call);
  };
  const isChangedInside = (call: ts.CallExpression): boolean => {
    const fn = compilerOf(program).functionCalledBy(call)?.fn;
    if (!fn?.body) return false;
    const given = call.arguments.flatMap((argument, index) => {
      const target = placeOf(argument);
      const parameter = fn.parameters[index];
      const isGiven = target && (isAtOrBelow(target, place) || isAtOrBelow(place, target));
      return isGiven && parameter && !isReassigned(parameter, fn) ? [{ parameter, target }] : [];
    });
    const inner = given.map(({ parameter, target }): Place => {
      // Of what is given only a part may be what is asked about.
      return { root: parameter, path: place.path.slice(target.path.length) };
    });
    if (inner.some((each) => changesIn(fn, each, program, depth + 1).length > 0)) return true;
    // A closure sees the variable itself.
    return isInside(fn, syntax.containerOf(place.root)) && isChangedByClosure(fn);
  };
  /** Asked once for each function: those of a file may all call each other. */
  const isChangedByClosure = (fn: ts.Node): boolean => {
    let isChanged = known.get(fn);
    if (isChanged === undefined) {
      known.set(fn, false);
      known.set(fn, (isChanged = changesIn(fn, place, program, depth + 1, known).length > 0));
    }
    return isChanged;
  };
  visit(body);
  return found;
}

/** A parameter that is assigned anew stands for something else from then on: for a copy, as a rule. */
function isReassigned(parameter: ts.ParameterDeclaration, fn: ts.Node): boolean {
  return contains(
    fn,
    (node) => syntax.isAssignment(node) && syntax.isIdentifier(node.left) && bindingOf(node.left) === parameter,
  );
}

function isRunInPlace(fn: ts.Node): boolean {
  const parent = syntax.parentOf(fn);
  if (!syntax.isCallExpression(parent)) return false;
  const callee = syntax.withoutAssertions(parent.expression);
  return callee === fn || (syntax.isPropertyAccessExpression(callee) && iterating.has(callee.name.text));
}

function isIncrement({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean {
  return operator === syntax.SyntaxKind.PlusPlusToken || operator === syntax.SyntaxKind.MinusMinusToken;
}
