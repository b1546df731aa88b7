import type ts from 'typescript';
import type { TokenModel } from '../models/tokens/token-model.ts';
import { calledAt } from '../facts/session-names.ts';

/** What mints a token: `runBeforeTool`. */
export function mintText({ mints: [mint] }: TokenModel): string {
  return mint ? (mint.callee.method ?? mint.callee.names[0] ?? '') : '';
}

/** An expression as the source writes it; a long one is cut, for the message is about something else. */
export function shortText(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** What a call calls, without its receiver. */
export function calledText(call: ts.Node): string {
  return calledAt(call, shortText(call));
}
