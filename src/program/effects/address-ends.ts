import { isGlobalName, syntax, type ts } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import { isDay, isFreshCall, reshapingMethods } from '../values/fresh-calls.ts';
import { type OpaqueResult, optionsOf, type Value } from '../values/values.ts';
import { isPathCall } from './address-origins.ts';
import { leavesOf } from './texts.ts';

/**
 * Whether a path surely ends in a name that the program chooses: `join(folder, '.state', 'run.json')`. Whatever folder comes
 * before it, no other file is meant.
 */
export function endsInFixedName(value: Value, seen = new Set<object>()): boolean {
  return optionsOf(value).every((option) => {
    switch (option.kind) {
      case 'literal':
        return typeof option.value === 'string' && isName(option.value);
      case 'made': {
        const { call } = option;
        if (!isFirst(option, seen) || !syntax.isCallExpression(call) || !isPathCall(call)) return false;
        const last = call.arguments.length - 1;
        return last > 0 && endsInFixedName(option.argument(last), seen);
      }
      case 'unknown': {
        const [last, before] = option.symbol?.kind === 'text' ? leavesOf(option.symbol.parts).toReversed() : [];
        const text = last?.kind === 'literal' ? String(last.value) : '';
        if (/[\\/]/.test(text)) return isName(text);
        // `${join(folder, '.state', 'run.json')}.tmp`
        return text !== '' && before?.kind === 'made' && endsInFixedName(before, seen);
      }
      default:
        return false;
    }
  });
}

/** What a file is called while it is written, before it gets its own name: `${target}.part`, `${job}.tmp.mp4`. */
const partialName = /\.(?:part|partial|temp|tmp)(?:\.\w+)?$/;

/** Whether a path surely ends in the name of a file that is not whole yet. */
export function endsInPartialName(value: Value, seen = new Set<object>()): boolean {
  const options = optionsOf(value);
  return (
    options.length > 0 &&
    options.every((option) => {
      if (option.kind === 'literal') return typeof option.value === 'string' && partialName.test(option.value);
      if (option.kind === 'made') {
        const { call } = option;
        const isPath = isFirst(option, seen) && syntax.isCallExpression(call) && isPathCall(call);
        return isPath && endsInPartialName(option.argument(call.arguments.length - 1), seen);
      }
      const last =
        option.kind === 'unknown' && option.symbol?.kind === 'text' ? leavesOf(option.symbol.parts).at(-1) : undefined;
      return last?.kind === 'literal' && partialName.test(String(last.value));
    })
  );
}

/**
 * Whether a path, or the key of an object in a store, is surely another one each time: `join(folder, `${randomUUID()}.png`)`.
 * Nothing that is there is meant.
 */
export function isNewEachTime(value: Value, program: ts.Program, seen = new Set<object>()): boolean {
  const next = (inner: Value): boolean => isNewEachTime(inner, program, seen);
  const options = optionsOf(value);
  return (
    options.length > 0 &&
    options.every((option) => {
      if (option.kind === 'made') return isFirst(option, seen) && isMadeAnew(option, program, next);
      if (option.kind === 'list') return option.elements.some((element) => next(element()));
      const symbol = option.kind === 'unknown' ? option.symbol : undefined;
      if (!symbol || !isFirst(symbol, seen)) return false;
      if (symbol.kind === 'text') return leavesOf(symbol.parts).some(next);
      return symbol.kind === 'either' && symbol.values().every(next);
    })
  );
}

function isMadeAnew(made: OpaqueResult, program: ts.Program, next: (inner: Value) => boolean): boolean {
  const { call } = made;
  if (syntax.isNewExpression(call)) {
    const isDate = syntax.isIdentifier(call.expression) && call.expression.text === 'Date';
    return isDate && isGlobalName(call.expression) && (call.arguments ?? []).length === 0;
  }
  if (isFreshCall(call, program)) return true;
  if (isPathCall(call)) return call.arguments.some((_, index) => next(made.argument(index)));
  const callee = syntax.withoutAssertions(call.expression);
  if (!syntax.isPropertyAccessExpression(callee)) return false;
  const { name, expression } = callee;
  return reshapingMethods.has(name.text) && !isDay(name.text, expression) && next(made.receiver());
}

/** Whether the last part of a path is the name of a file: not `..`, and not empty. */
function isName(path: string): boolean {
  return !/^\.{0,2}$/.test(path.split(/[\\/]/).at(-1) ?? '');
}
