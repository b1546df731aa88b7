import type { TestCaseError } from '@typescript-eslint/rule-tester';

/** What a case expects to be reported. Where, its code says: `«client.callTool(call)»`. */
export interface Finding<MessageId extends string> {
  readonly messageId: MessageId;
  /** What fills the message's placeholders. */
  readonly data: Readonly<Record<string, string>>;
  /** Where the code has no marks: a part of it that occurs once, with them. */
  readonly at?: string;
  /** The suggestion that inserts what the code has between `⟨` and `⟩`. */
  readonly suggestion?: { readonly messageId: MessageId; readonly data: Readonly<Record<string, string>> };
}

/** The code of a case without its marks. */
export function codeOf(marked: string): string {
  return marked.replace(/⟨[^⟩]*⟩|[«»]/g, '');
}

/** One error for each marked place. */
export function errorsIn<MessageId extends string>(
  marked: string,
  { messageId, data, suggestion, at }: Finding<MessageId>,
): TestCaseError<MessageId>[] {
  const unmarked = marked.replace(/⟨[^⟩]*⟩/g, '');
  const text = at === undefined ? unmarked : unmarked.replace(codeOf(at), () => at);
  const suggestions = suggestion ? [{ ...suggestion, output: marked.replace(/[⟨⟩«»]/g, '') }] : undefined;
  return [...text.matchAll(/«([^»]*)»/g)].map((match) => {
    const start = placeAt(text, match.index);
    const end = placeAt(text, match.index + match[0].length - 1);
    return {
      messageId,
      data,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      suggestions,
    };
  });
}

function placeAt(marked: string, position: number): { line: number; column: number } {
  const lines = marked.slice(0, position).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.replace(/[«»]/g, '').length ?? 0) + 1 };
}
