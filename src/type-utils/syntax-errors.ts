import type ts from 'typescript';

/** What the compiler cannot parse, and where: an offset in the file's text. */
export interface SyntaxProblem {
  readonly message: string;
  readonly position: number;
}

/** The first syntax error of a file; undefined where there is none. */
export function syntaxErrorOf(file: ts.SourceFile, program: ts.Program): SyntaxProblem | undefined {
  const [first] = program.getSyntacticDiagnostics(file);
  if (!first) return undefined;
  const { messageText, start } = first;
  return { message: typeof messageText === 'string' ? messageText : messageText.messageText, position: start };
}
