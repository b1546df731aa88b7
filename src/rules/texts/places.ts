import { dirname } from 'node:path';
import type { LocalDelegation } from '../../facts/delegations/delegations.ts';
import type { RegistryLine } from '../../config/registry/registry.ts';
import type { Policy } from '../../config/policy/policy.ts';
import type { ts } from '../../type-utils/index.ts';
import { isInside, pathFromRoot } from '../../type-utils/index.ts';

/**
 * How a message refers to another place: `line 12`, or `line 12 of src/session.ts` in another file, from the root of the
 * repository: the packages of a workspace often have files of the same name.
 */
export function placeText(node: ts.Node, from: ts.SourceFile): string {
  const file = node.getSourceFile();
  const line = `line ${String(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)}`;
  return file === from ? line : `${line} of ${pathFromRoot(file.fileName, dirname(from.fileName))}`;
}

/** How a message refers to an entry of the policy: `agent-safety.policy.json, line 4`, from the root of the repository. */
export function policyPlaceText({ file }: Policy, line: number): string {
  return `${pathFromRoot(file, dirname(file))}, line ${String(line)}`;
}

/** How a message refers to a line of the tool registry: `agent-safety.registry.json, line 9`, from the root of the repository. */
export function registryPlaceText({ registry: { path }, tool: { line } }: RegistryLine): string {
  return `${pathFromRoot(path, dirname(path))}, line ${String(line)}`;
}

/** A node, where it is written within another one; otherwise that. */
export function placeWithin(node: ts.Node, around: ts.Node): ts.Node {
  return isInside(node, around) ? node : around;
}

/** A node, where it is in the same file as another one; otherwise that. */
export function placeInFile(node: ts.Node, around: ts.Node): ts.Node {
  return node.getSourceFile() === around.getSourceFile() ? node : around;
}

/** A piece of the source in a message: a long one is cut: it is not what the message explains. */
export function shortened(source: string): string {
  const text = source.replace(/\s+/g, ' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** An expression as the source writes it, shortened. */
export function shortText(node: ts.Node): string {
  return shortened(node.getText());
}

/** Where a step is made: the tool that makes it, the other agent where it is written there, or its place in a list. */
export function placeOfStep({ through, to, place }: LocalDelegation): ts.Node {
  if (through) return through.place;
  return isInside(to.node, place) ? to.node : place;
}
