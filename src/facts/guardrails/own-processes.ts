import { childProcess } from '../../models/effects/node.ts';
import { argumentsOf } from '../../program/effects/effect-paths.ts';
import type { Effect } from '../../program/effects/effects.ts';
import {
  bindingOf,
  calledName,
  constantInitializerOf,
  matches,
  originsAt,
  patternHolderOf,
  syntax,
  type ts,
} from '../../type-utils/index.ts';
import { isCall } from '../agents/matcher.ts';

/** `process.kill(child.pid)`, also by functions that hand it on, and by a program: what the program has started itself. */
export function isOwnProcess({ call, path, frames }: Effect, program: ts.Program): boolean {
  if (endsOwnProcess(call, program)) return true;
  const [given] = isCall(call) && calledName(call) === 'kill' ? (call.arguments ?? []) : [];
  let value = given && syntax.isPrefixUnaryExpression(given) ? given.operand : given;
  for (let at = frames.length - 1; value && at >= 0; at--) {
    const made = syntax.isIdentifier(value) ? (constantInitializerOf(value) ?? value) : value;
    const own = syntax.withoutAssertions(made);
    if (syntax.isPropertyAccessExpression(own)) return own.name.text === 'pid' && !isOfParameter(own, frames[0]?.fn);
    const binding = syntax.isIdentifier(own) ? bindingOf(own) : undefined;
    const fn = frames[at]?.fn;
    const caller = path[at - 1];
    const index = fn && !syntax.isClassLike(fn) ? fn.parameters.findIndex((each) => each === binding) : -1;
    value = caller && index >= 0 ? argumentsOf(caller)[index] : undefined;
  }
  return false;
}

/** `input.pid` of what a handler is given. */
function isOfParameter(access: ts.Expression, handler: ts.Node | undefined): boolean {
  const root = syntax.rootOf(access);
  const binding = syntax.isIdentifier(root) ? bindingOf(root) : undefined;
  const holder = binding && patternHolderOf(binding);
  return holder !== undefined && syntax.isParameter(holder) && holder.parent === handler;
}

/** ``exec(`taskkill /pid ${child.pid}`)``, `execFile('kill', [String(child.pid)])`, of a child process. */
function endsOwnProcess(call: ts.Node, program: ts.Program): boolean {
  const [line, words] = isCall(call) ? (call.arguments ?? []) : [];
  const isOfChild = (part: ts.Expression): boolean => {
    const pid = withoutText(part);
    return (
      syntax.isPropertyAccessExpression(pid) &&
      pid.name.text === 'pid' &&
      originsAt(pid.expression, program).some((origin) => matches(origin, childProcess))
    );
  };
  if (line && syntax.isTemplateExpression(line)) {
    const texts = [line.head, ...line.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
    const known = texts.join(' ').trim().split(/\s+/);
    return isKill(known) && line.templateSpans.every(({ expression }) => isOfChild(expression));
  }
  const given = words && syntax.isArrayLiteralExpression(words) ? words.elements : [];
  const known = [line, ...given].flatMap((each) => (each && syntax.isStringLiteralLike(each) ? [each.text] : []));
  const open = given.filter((each) => !syntax.isStringLiteralLike(each));
  return isKill(known) && open.length > 0 && open.every(isOfChild);
}

/** `taskkill /pid … /T /F`, `kill -9 …`, and nothing else. */
function isKill([program = '', ...options]: readonly string[]): boolean {
  const isPlain = /^(?:-(?:9|15|INT|KILL|TERM|SIG[A-Z]+)|\/[A-Za-z]+)$/;
  return (program === 'kill' || program === 'taskkill') && options.every((option) => isPlain.test(option));
}

/** `child.pid` of `String(child.pid)`. */
function withoutText(node: ts.Expression): ts.Expression {
  const value = syntax.withoutAssertions(node);
  const [given] = syntax.isCallExpression(value) && value.expression.getText() === 'String' ? value.arguments : [];
  return given ? syntax.withoutAssertions(given) : value;
}
