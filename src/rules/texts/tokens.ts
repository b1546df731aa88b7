import type { TokenModel } from '../../models/tokens/token-model.ts';
import type { ts } from '../../type-utils/index.ts';
import { calledAt } from '../../type-utils/index.ts';
import { shortText } from './places.ts';

/** What mints a token: `runBeforeTool`. */
export function mintText({ mints: [mint] }: TokenModel): string {
  return mint ? (mint.callee.method ?? mint.callee.names[0] ?? '') : '';
}

/** What a call calls, without its receiver. */
export function calledText(call: ts.Node): string {
  return calledAt(call, shortText(call));
}
