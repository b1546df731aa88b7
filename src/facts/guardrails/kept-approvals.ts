import { groupedBy } from '../../analysis/grouped.ts';
import type { Runnable } from '../../program/effects/effects.ts';
import { assignmentsTo, functionsAround, referenceOf } from '../../program/values/functions.ts';
import { anywhere, isWrittenText, nodesIn, returnedBy } from '../../program/values/nodes.ts';
import { bindingOf, declarationOf, isInside, syntax, type ts, usesOf } from '../../type-utils/index.ts';
import { memo } from '../../memo.ts';
import { isApprovalResult } from './approval-names.ts';

/**
 * The reads in a function of an approval that another function has kept: `gate.approved`, where a tool that requests it does
 * `gate.approved = decision.approved`, and `consents.has(plan)`, where that does `if (approved) consents.add(plan)`. What the
 * function itself is given or makes is not meant.
 *
 * @param isAnswered whether a node of a function depends on the answer to a request for approval there, or is given it
 */
export function keptApprovalsIn(
  fn: Runnable,
  program: ts.Program,
  isAnswered: (other: syntax.FunctionLike, node: ts.Node) => boolean,
): readonly ts.Node[] {
  const isOfOther = (node: ts.Node, test: (other: syntax.FunctionLike) => boolean): boolean =>
    functionsAround(node).some((other) => other !== fn && test(other));
  const flags = nodesIn(fn, syntax.isIdentifier, anywhere).filter(({ text }) => isApprovalResult(text));
  const ofFlags = flags.map(referenceOf).filter((reference) => {
    const declaration = outerDeclarationOf(reference, fn, program);
    return (
      declaration !== undefined &&
      assignmentsTo(declaration, program).some((each) => isOfOther(each, (other) => isAnswered(other, each)))
    );
  });
  const lookUps = mentionsApproval(fn.getSourceFile()) ? nodesIn(fn, isLookUp, anywhere) : [];
  const ofCollections = lookUps.filter(({ expression: { expression: collection } }) => {
    const declaration = outerDeclarationOf(syntax.withoutAssertions(collection), fn, program);
    return (
      declaration !== undefined &&
      isForApprovals(declaration) &&
      usesOf(declaration, program).some((use) => {
        const addition = additionAt(use);
        return addition && isOfOther(addition, (other) => isAnswered(other, addition));
      })
    );
  });
  // Of what the function is given: `context.state.get(flagOf(node))`.
  const ofKeys = lookUps.filter((look) => {
    const additions = additionsUnder(look, program);
    return additions.length > 0 && additions.every((each) => isOfOther(each, (other) => isAnswered(other, each)));
  });
  return [...ofFlags, ...ofCollections, ...ofKeys];
}

/** What is put into the same place under the key that is looked up, but for what takes the approval back. */
function additionsUnder(
  { expression: { expression: place }, arguments: [key] }: LookUp,
  program: ts.Program,
): readonly ts.CallExpression[] {
  // Few keys are named for an approval.
  const uses = usesOfKey(key, program);
  const holder = uses.length > 0 ? declarationOfPlace(place, program) : undefined;
  if (!holder) return [];
  return uses.flatMap((use) => {
    const addition = additionOf(use);
    const target = addition && syntax.withoutAssertions(addition.expression);
    const isSame =
      target && syntax.isPropertyAccessExpression(target) && declarationOfPlace(target.expression, program) === holder;
    return isSame && addition.arguments[1]?.kind !== syntax.SyntaxKind.FalseKeyword ? [addition] : [];
  });
}

/** What declares `state` of `context.state`. */
function declarationOfPlace(place: ts.Expression, program: ts.Program): ts.Node | undefined {
  const name = syntax.lastNameOf(syntax.withoutAssertions(place));
  return name && declarationOf(name, program);
}

/** Where else the key of an approval is used: a text, a constant or what a function of the program makes, that is named for one. */
function usesOfKey(key: ts.Expression | undefined, program: ts.Program): readonly ts.Node[] {
  const node = key && syntax.withoutAssertions(key);
  if (!node) return [];
  if (syntax.isStringLiteralLike(node))
    return namesApproval(node) ? (textsByValue(node.getSourceFile()).get(node.text) ?? []) : [];
  const name = syntax.isCallExpression(node) ? node.expression : node;
  const declaration = syntax.isIdentifier(name) ? declarationOf(name, program) : undefined;
  const isOwn = declaration && !declaration.getSourceFile().isDeclarationFile;
  if (!isOwn || !(syntax.isVariableDeclaration(declaration) || syntax.isFunctionDeclaration(declaration))) return [];
  return namesApproval(declaration) ? usesOf(declaration, program) : [];
}

const textsByValue = memo((file: ts.SourceFile): ReadonlyMap<string, readonly ts.Node[]> =>
  groupedBy(nodesIn(file, syntax.isStringLiteralLike, anywhere), ({ text }) => text),
);

/** `context.state.set(flagOf(node), true)` of the name of the function, or of the key itself. */
function additionOf(use: ts.Node): ts.CallExpression | undefined {
  const around = syntax.parentOf(use);
  const key = syntax.isCallExpression(around) && around.expression === use ? around : use;
  const call = syntax.parentOf(key);
  if (!syntax.isCallExpression(call) || call.arguments[0] !== key) return undefined;
  const callee = syntax.withoutAssertions(call.expression);
  return syntax.isPropertyAccessExpression(callee) && callee.name.text === 'set' ? call : undefined;
}

/** `consents`, and a field of `class Consent`: not what is remembered of anything else. */
function isForApprovals({ name, parent }: ts.NamedDeclaration): boolean {
  const owner = syntax.isClassLike(parent) ? parent.name?.text : undefined;
  return /approv|confirm|consent|grant|permi|allowed|authori/i.test(`${name?.getText() ?? ''} ${owner ?? ''}`);
}

/** Whether a key is named for an approval, by what declares it or by its texts: `` `approved:${node}` ``. */
function namesApproval(node: ts.Node): boolean {
  const made =
    syntax.isVariableDeclaration(node) && node.initializer ? syntax.withoutAssertions(node.initializer) : node;
  const parts = syntax.isFunctionLike(made) ? returnedBy(made) : [made];
  const texts = parts.flatMap((part) => nodesIn(part, isWrittenText, anywhere)).map(({ text }) => text);
  const name =
    syntax.isVariableDeclaration(node) || syntax.isFunctionDeclaration(node) ? node.name?.getText() : undefined;
  return [...texts, ...(name === undefined ? [] : [name])].some(
    (text) => /approv|confirm|consent|granted|permitted/i.test(text) && !/skip|without|auto|always|never/i.test(text),
  );
}

/** The declaration, outside of a function, of what a name or a property stands for. */
function outerDeclarationOf(reference: ts.Node, fn: Runnable, program: ts.Program): ts.NamedDeclaration | undefined {
  const root = syntax.isExpression(reference) ? syntax.rootOf(reference) : reference;
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  if (binding && isInside(binding, fn)) return undefined;
  const name = syntax.isPropertyAccessExpression(reference) ? reference.name : reference;
  const declaration = syntax.isMemberName(name) ? declarationOf(name, program) : undefined;
  const isOutside = declaration && !isInside(declaration, fn) && !declaration.getSourceFile().isDeclarationFile;
  return isOutside ? declaration : undefined;
}

type LookUp = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** `given.has(plan)`, `given.delete(plan)`, `approvals.get(id)` */
function isLookUp(node: ts.Node): node is LookUp {
  if (!syntax.isCallExpression(node)) return false;
  const callee = syntax.withoutAssertions(node.expression);
  return syntax.isPropertyAccessExpression(callee) && /^(?:delete|get|has)$/.test(callee.name.text);
}

/** `given.add(plan)` of the name of the collection. */
function additionAt(use: ts.Node): ts.Node | undefined {
  const access = syntax.parentOf(referenceOf(use));
  const isAddition = syntax.isPropertyAccessExpression(access) && /^(?:add|set)$/.test(access.name.text);
  const call = isAddition ? syntax.parentOf(access) : undefined;
  return call && syntax.isCallExpression(call) && call.expression === access ? call : undefined;
}

/** Whether a file may have to do with questions to a person, by its text: not worth a query to the checker otherwise. */
const mentionsApproval = memo((file: ts.SourceFile) =>
  /approv|confirm|consent|interrupt|elicit|permission|prompt|question/i.test(file.text),
);
