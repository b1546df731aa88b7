import type { ExportRef, Protocol } from '../../models/sessions/protocol.ts';
import { memo } from '../../memo.ts';
import type { ts } from '../../type-utils/index.ts';
import { allCallsIn, bindingOf, calledName, filesReaching, syntax } from '../../type-utils/index.ts';
import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { sessionNamesOf, sessionSourcesOf, type SessionSemantics } from './semantics.ts';

/** Gates in front of the analysis, from the cheapest on: what cannot hold a session costs a look at its text. */
interface Gate {
  readonly sources: readonly ExportRef[];
  readonly text: RegExp;
}

/**
 * Whether a file can hold sessions: its text has a name that touches them, and its imports reach a package that makes
 * them, directly or through other files.
 */
export function mayHoldSessions(file: ts.SourceFile, program: ts.Program, protocols: readonly Protocol[]): boolean {
  const gate = gateOf(protocols);
  return !file.isDeclarationFile && gate.text.test(file.text) && filesOf(program, gate).has(file);
}

const gateOf = memo((protocols: readonly Protocol[]): Gate => {
  const names = sessionNamesOf(protocols);
  const subjects = protocols.flatMap((p) => p.subjects.flatMap((s) => s.names));
  const words = [...new Set([...subjects, ...names.callees, ...names.operations])].map((word) =>
    word.replace(/[$.]/g, '\\$&'),
  );
  return { sources: sessionSourcesOf(protocols), text: new RegExp(`\\b(?:${words.join('|')})\\b`) };
});

const filesOf = memo((program: ts.Program, { sources }: Gate) => filesReaching(program, sources));

/** What the choice of functions depends on. */
type Touching = Pick<SessionSemantics, 'creationAt' | 'mayMakeSession' | 'names' | 'ownedAt'>;

/** The functions, class initializers and the top level of a file in which something happens to a session. */
export function analysedFunctionsOf(file: ts.SourceFile, semantics: Touching): ts.Node[] {
  const relevant = new Set<ts.Node>();
  for (const call of allCallsIn(file))
    if (touchesSessions(call, semantics)) relevant.add(ownerOf(syntax.containerOf(call)));
  return [...relevant]
    .filter((node) => syntax.isFunctionLike(node) || syntax.isSourceFile(node) || syntax.isClassInitializer(node))
    .sort((a, b) => a.pos - b.pos || a.end - b.end);
}

/** An instance field's initializer runs in the constructor, where there is one. */
function ownerOf(container: ts.Node): ts.Node {
  if (!syntax.isPropertyDeclaration(container) || syntax.hasModifier(container, syntax.SyntaxKind.StaticKeyword))
    return container;
  const constructor = container.parent.members.find((member) => syntax.isConstructorDeclaration(member) && member.body);
  return constructor ?? container;
}

function touchesSessions(node: ts.NewExpression | ts.CallExpression, semantics: Touching): boolean {
  const { names } = semantics;
  if (semantics.creationAt(node) !== undefined || node.arguments?.some(mayBeKeptSession)) return true;
  if (syntax.isNewExpression(node)) return semantics.ownedAt(node).length > 0;
  const callee = syntax.withoutAssertions(node.expression);
  if (syntax.isPropertyAccessExpression(callee) && names.operations.has(callee.name.text)) return true;
  const name = calledName(node);
  return (name !== undefined && names.callees.has(name)) || semantics.mayMakeSession(node);
}

/** A field, or a variable of the code around, that may hold a session of its own: what it is passed to acts on that. */
function mayBeKeptSession(argument: ts.Expression): boolean {
  const value = syntax.withoutAssertions(argument);
  if (syntax.isPropertyAccessExpression(value)) return value.expression.kind === syntax.SyntaxKind.ThisKeyword;
  if (!syntax.isIdentifier(value)) return false;
  const binding = bindingOf(value);
  const initializer = binding && syntax.isVariableDeclaration(binding) && binding.initializer;
  if (!initializer) return false;
  if (syntax.containerOf(binding) !== syntax.containerOf(value)) return isMade(initializer);
  // Another name for one.
  return binding.end < value.pos && mayBeKeptSession(initializer);
}

function isMade(initializer: ts.Expression): boolean {
  const value = syntax.withoutAssertions(initializer);
  return syntax.isCallOrNew(value) || syntax.isAwaitExpression(value);
}

/**
 * Whether the code runs once in the life of a process: a file's top level, and functions that only it calls. A session
 * that it leaves open lives as long as the process.
 */
export function runsOncePerProcess(fn: ts.Node): boolean {
  if (syntax.isSourceFile(fn)) return true;
  if (
    !syntax.isFunctionDeclaration(fn) ||
    !fn.name ||
    syntax.hasModifier(fn, syntax.SyntaxKind.ExportKeyword) ||
    !syntax.isSourceFile(fn.parent)
  )
    return false;
  const { name } = fn;
  const uses = nodesIn(fn.getSourceFile(), syntax.isIdentifier, anywhere).filter(
    (node) => node !== name && node.text === name.text && bindingOf(node) === fn,
  );
  const isTopLevelCall = (use: ts.Identifier): boolean =>
    syntax.isCallExpression(use.parent) &&
    use.parent.expression === use &&
    syntax.isSourceFile(syntax.containerOf(use));
  return uses.length > 0 && uses.every(isTopLevelCall);
}
