import {
  bindingOf,
  calledName,
  constantInitializerOf,
  isConstant,
  isInside,
  keyOfProperty,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { wordsOf } from '../../models/agents/guard-words.ts';
import { nodesIn } from '../values/nodes.ts';
import { argumentsOf, chainFrom } from './effect-paths.ts';
import type { Effect } from './effects.ts';

/** Verbs of what makes something that is there until it is taken away: `startSession`, and no part of the program. */
const making: ReadonlySet<string> = new Set(['add', 'create', 'insert', 'launch', 'spawn', 'start']);
const programParts =
  /(?:agent|app|client|connection|context|instance|logger|pool|router|server|store|stream|transport)$/i;

/** What is said of a thing that was made, and no operation on it: `/tasks/<id>/details`. */
const ownParts = /\}(?:\/(?:body|content|description|details|fields|labels|metadata|properties|title))?$/;

/**
 * Whether what is taken away is what the same run made before, by the id that it was answered: a session or a tab that is there
 * for the time of the call. `const session = await createSession(url); …; await deleteSession(session.id)`
 */
export function isOfOwnMaking(effect: Effect): boolean {
  return isOfMaking(effect, false);
}

/** Whether what is changed is what the same run has posted before, or what is said of it: `` `${tasks}/${task.id}/details` ``. */
export function isPartOfOwnMaking(effect: Effect): boolean {
  return isOfMaking(effect, true);
}

/** Methods that change what one thing has, and give nobody a right to it. */
const changing = /^(?:append|batchUpdate|insert|move|patch|set|update)/;
const givingRights = /\b(?:acl|collaborators?|invitations?|members?|permissions?|roles?|shar(?:e|ing))\b/i;

/** What names one thing anywhere. */
const idKey = /(?:^id|Id|ID|_id)$/;

/**
 * Whether what a method of a service changes is what the same run has made before, by each id that it is given:
 * `const made = await docs.create({ title }); await docs.batchUpdate({ documentId: made.data.documentId, requests })`
 */
export function isChangeOfOwnMaking({ path, frames, sink }: Effect): boolean {
  const call = path.at(-1);
  const name = sink.split('.').at(-1) ?? '';
  const [given] = call ? argumentsOf(call) : [];
  if (!given || !syntax.isObjectLiteralExpression(given) || !changing.test(name) || givingRights.test(sink))
    return false;
  // A number means something in one repository only.
  if (given.properties.some((property) => keyOfProperty(property)?.endsWith('_number'))) return false;
  const named = given.properties.filter((property) => idKey.test(keyOfProperty(property) ?? ''));
  const ids = named.map((each) => (syntax.isPropertyAssignment(each) ? each.initializer : (each.name ?? each)));
  return ids.length > 0 && ids.every((id) => isOfCreated(id, path, frames, frames.length - 1));
}

/** Whether an id is what a call in the same run has answered that makes something, also where a function is handed it. */
function isOfCreated(id: ts.Node, path: Effect['path'], frames: Effect['frames'], index: number): boolean {
  const fn = frames[index]?.fn;
  const root = fn && syntax.isExpression(id) ? rootOf(id) : undefined;
  if (!fn || !root) return false;
  const binding = bindingOf(root);
  if (binding && syntax.isParameter(binding) && binding.parent === fn) {
    const place = binding.parent.parameters.indexOf(binding);
    const handed = path.slice(index - 1, index).flatMap(argumentsOf)[place];
    return handed !== undefined && isOfCreated(handed, path, frames, index - 1);
  }
  const held = resultHeldBy(root, fn);
  const name = held && calledName(held.call);
  return name !== undefined && makesThing(name);
}

/** Whether a call makes something that is there until it is taken away, by its name. */
function makesThing(name: string): boolean {
  return wordsOf(name).some((word) => making.has(word)) && !programParts.test(name);
}

/** The constant that an expression is a part of, through constants for such parts: `made` of `made.data.id!`. */
function rootOf(expression: ts.Expression): ts.Identifier | undefined {
  const node = syntax.rootOf(expression);
  if (!syntax.isIdentifier(node)) return undefined;
  const initializer = constantInitializerOf(node);
  return initializer && syntax.isPropertyAccessExpression(syntax.withoutAssertions(initializer))
    ? rootOf(initializer)
    : node;
}

function isOfMaking({ path, frames }: Effect, isOnlyPosted: boolean): boolean {
  // `await update(task.id)`, of what requests `${tasks}/${id}`.
  const last = path.slice(-1).flatMap(chainFrom).flatMap(argumentsOf);
  return path.some((call, index) => {
    const fn = frames[index]?.fn;
    const given = chainFrom(call).flatMap(argumentsOf);
    return (
      fn !== undefined &&
      given.some(
        (argument, place) =>
          idsIn(argument).some((id) =>
            isOfMade(id, fn, { given, last: index < path.length - 1 ? last : [], isOnlyPosted }),
          ) && leadsOn(path, frames, index, place),
      )
    );
  });
}

/** Whether what a call is given at a place is what the last one on the way is given first. */
function leadsOn(path: Effect['path'], frames: Effect['frames'], index: number, place: number): boolean {
  const call = path[index];
  if (!call) return false;
  if (index === path.length - 1) return place === 0;
  const next = frames[index + 1]?.fn;
  const behind = path[index + 1];
  if (!next || !syntax.isFunctionLike(next) || !behind || place >= argumentsOf(call).length) return false;
  const parameter = next.parameters[place];
  if (!parameter) return false;
  const names = new Set<ts.Node>([parameter]);
  // `const path = id.replace(…);`
  for (const each of nodesIn(next, syntax.isVariableDeclaration))
    if (each.initializer && isOf(each.initializer, names)) names.add(each);
  return chainFrom(behind).some((each) =>
    argumentsOf(each).some((argument, at) => isOf(argument, names) && leadsOn(path, frames, index + 1, at)),
  );
}

/** Whether an expression is one of some variables, or a text that ends in one. */
function isOf(expression: ts.Node, names: ReadonlySet<ts.Node>): boolean {
  const node = syntax.isExpression(expression) ? syntax.withoutAssertions(expression) : expression;
  if (syntax.isTemplateExpression(node))
    return node.templateSpans.slice(-1).some((span) => isOf(span.expression, names));
  if (syntax.isBinaryExpression(node)) return isOf(node.right, names);
  if (syntax.isObjectLiteralExpression(node))
    return node.properties.some((each) => syntax.isPropertyAssignment(each) && isOf(each.initializer, names));
  if (syntax.isCallExpression(node))
    return syntax.isPropertyAccessExpression(node.expression) && isOf(node.expression.expression, names);
  const binding = syntax.isIdentifier(node) ? bindingOf(node) : undefined;
  return binding !== undefined && names.has(binding);
}

type Id = ts.Identifier | ts.PropertyAccessExpression;

/** The id that an argument is, or has as a property or at the end of an address. */
function idsIn(argument: ts.Node): readonly Id[] {
  const node = syntax.isExpression(argument) ? syntax.withoutAssertions(argument) : argument;
  if (syntax.isTemplateExpression(node))
    return node.templateSpans.slice(-1).flatMap(({ expression }) => idsIn(expression));
  if (syntax.isObjectLiteralExpression(node))
    return node.properties.flatMap((each) => (syntax.isPropertyAssignment(each) ? idsIn(each.initializer) : []));
  return syntax.isIdentifier(node) || syntax.isPropertyAccessExpression(node) ? [node] : [];
}

/** What the call is given that an id is handed to, and what the last call on the way is given where that is another one. */
interface Given {
  readonly given: readonly ts.Node[];
  readonly last: readonly ts.Node[];
  /** Only what was posted counts, and what is said of it below the same address. */
  readonly isOnlyPosted: boolean;
}

/** Whether an id is a property of what a call before has made: `session.id`, or `tabId` of `const { tabId } = await made.json()`. */
function isOfMade(id: Id, fn: ts.Node, given: Given): boolean {
  const holder = syntax.isPropertyAccessExpression(id) ? syntax.withoutAssertions(id.expression) : id;
  const made = syntax.isIdentifier(holder) ? resultHeldBy(holder, fn) : undefined;
  if (!made || (holder === id && !made.isTakenApart)) return false;
  const { call } = made;
  const callee = syntax.withoutAssertions(call.expression);
  if (!syntax.isPropertyAccessExpression(callee) || callee.name.text !== 'json') return isMaking(call, id, given);
  const response = syntax.withoutAssertions(callee.expression);
  const answered = syntax.isIdentifier(response) ? resultHeldBy(response, fn) : undefined;
  return answered !== undefined && isMaking(answered.call, id, given);
}

/** `id`, and `sessionId` of a session: not the id of something else that it has. */
function isIdOf(id: Id, made: string): boolean {
  const name = syntax.isPropertyAccessExpression(id) ? id.name.text : id.text;
  const [, noun = ''] = /^_?(?:(\w*?)_?(?:[Ii]d|ID)|uuid)$/.exec(name) ?? [undefined, '?'];
  return made.toLowerCase().includes(noun.toLowerCase());
}

/** The call whose result a constant of a function has, or a part of it. */
function resultHeldBy(
  name: ts.Identifier,
  fn: ts.Node,
): { readonly call: ts.CallExpression; readonly isTakenApart: boolean } | undefined {
  const binding = bindingOf(name);
  if (!binding || !isInside(binding, fn) || syntax.isParameter(binding) || !isConstant(binding)) return undefined;
  const isTakenApart = syntax.isBindingElement(binding);
  const declaration = isTakenApart ? binding.parent.parent : binding;
  if (!syntax.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  let value = syntax.withoutAssertions(declaration.initializer);
  while (syntax.isAwaitExpression(value)) value = syntax.withoutAssertions(value.expression);
  return syntax.isCallExpression(value) ? { call: value, isTakenApart } : undefined;
}

/** `createSession(url)`; of a request, where the thing is below the address that it was posted to: `` `${tabs}/${id}` ``. */
function isMaking(call: ts.CallExpression, id: Id, { given, last, isOnlyPosted }: Given): boolean {
  const name = calledName(call) ?? '';
  const isPosted = name === 'post' || call.arguments.some(isPost);
  if (!isPosted) return !isOnlyPosted && makesThing(name) && isIdOf(id, name);
  return call.arguments.filter(isText).some((address) => {
    const before = withoutQuotes(address);
    const below = [
      ...given.map(withoutQuotes).filter((text) => text.startsWith(`${before}/\${${id.getText()}}`)),
      ...last.map(withoutQuotes).filter((text) => isOneBelow(text, before)),
    ];
    return below.some((text) => !isOnlyPosted || ownParts.test(text)) && isIdOf(id, before);
  });
}

/** `` `${tasks}/${id}/details` `` below `` `${tasks}` ``, with nothing else that is not written. */
function isOneBelow(address: string, before: string): boolean {
  return address.startsWith(`${before}/\${`) && !address.slice(before.length + 3).includes('${');
}

/** `'POST'`, `{ method: 'POST', body }` */
function isPost(argument: ts.Expression): boolean {
  return /^['"`]POST['"`]$|method:\s*['"`]POST['"`]/.test(argument.getText());
}

function isText(node: ts.Node): boolean {
  return syntax.isStringLiteralLike(node) || syntax.isTemplateExpression(node);
}

function withoutQuotes(text: ts.Node): string {
  return text.getText().replace(/^['"`]|['"`]$/g, '');
}
