import { anywhere, nodesIn } from '../../program/values/nodes.ts';
import { isInside, syntax, type ts } from '../../type-utils/index.ts';
import type { Call } from '../agents/matcher.ts';

/** What a decision has to be about: the tool's name and what it is given. */
export interface Subject {
  /** What declares the names in them, and what these come from. */
  readonly declarations: ReadonlySet<ts.Node>;
  /** The tool's name, where it is a text. */
  readonly name: string | undefined;
  /** What declares the names that say which tool it is. */
  readonly chosenBy: ReadonlySet<ts.Node>;
  /** What the tool is looked up by and called on: whether it is there is no decision. */
  readonly receivers: ReadonlySet<ts.Node>;
  /** A caller is looked at: a question to a person has to be about the subject there. */
  readonly isFar?: boolean;
  /** Which calls only run the agent that asks. */
  readonly isRun?: (call: Call) => boolean;
}

/** A decision about whatever some parameters or variables stand for. */
export function subjectIn(variables: readonly ts.Node[]): Subject {
  const isDeclaration = (node: ts.Node): node is ts.BindingElement | ts.ParameterDeclaration | ts.VariableDeclaration =>
    syntax.isParameter(node) || syntax.isBindingElement(node) || syntax.isVariableDeclaration(node);
  const declarations = new Set<ts.Node>(variables.flatMap((each) => nodesIn(each, isDeclaration, anywhere)));
  return { declarations, name: undefined, chosenBy: new Set(), receivers: new Set() };
}

/** A subject at a call of a function: what the function takes from the code around it is the same there. */
export function withCaptured(about: Subject, subject: Subject, fn: syntax.FunctionLike): Subject {
  const captured = (nodes: ReadonlySet<ts.Node>): readonly ts.Node[] =>
    [...nodes].filter((each) => isLocal(each) && !isInside(each, fn));
  return {
    ...about,
    declarations: new Set([...about.declarations, ...captured(subject.declarations)]),
    chosenBy: new Set([...about.chosenBy, ...captured(subject.chosenBy)]),
  };
}

/** A variable or parameter of a function, and none of a module. */
function isLocal(declaration: ts.Node): boolean {
  return (
    (syntax.isVariableDeclaration(declaration) ||
      syntax.isBindingElement(declaration) ||
      syntax.isParameter(declaration)) &&
    !syntax.isSourceFile(syntax.containerOf(declaration))
  );
}
