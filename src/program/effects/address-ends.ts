import { syntax } from '../../type-utils/index.ts';
import { isFirst } from '../values/budget.ts';
import { type OpaqueResult, optionsOf, type Value } from '../values/values.ts';
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
      case 'made':
        return isFirst(option, seen) && endsInFixedArgument(option, seen);
      case 'unknown': {
        const leaves = option.symbol?.kind === 'text' ? leavesOf(option.symbol.parts) : [];
        const last = leaves.at(-1);
        return last?.kind === 'literal' && /[\\/][^\\/]+$/.test(String(last.value));
      }
      default:
        return false;
    }
  });
}

/** `join(…, 'name')` and `resolve(…, 'name')`, of whatever module. */
function endsInFixedArgument(made: OpaqueResult, seen: Set<object>): boolean {
  const { call } = made;
  if (!syntax.isCallExpression(call)) return false;
  const callee = syntax.withoutAssertions(call.expression);
  const name = syntax.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
  const last = made.argument(call.arguments.length - 1);
  const isPath = name === 'join' || name === 'resolve';
  return isPath && call.arguments.length > 1 && endsInFixedName(last, seen);
}

function isName(text: string): boolean {
  return !/^\.{0,2}$/.test(text.split(/[\\/]/).at(-1) ?? '');
}
