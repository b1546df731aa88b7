import { syntax } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import { optionsOf, type Value } from '../values/values.ts';
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
        const leaves = option.symbol?.kind === 'text' ? leavesOf(option.symbol.parts) : [];
        const last = leaves.at(-1);
        const text = last?.kind === 'literal' ? String(last.value) : '';
        return /[\\/]/.test(text) && isName(text);
      }
      default:
        return false;
    }
  });
}

/** Whether the last part of a path is the name of a file: not `..`, and not empty. */
function isName(path: string): boolean {
  return !/^\.{0,2}$/.test(path.split(/[\\/]/).at(-1) ?? '');
}
