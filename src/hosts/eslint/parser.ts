import { resolve } from 'node:path';
import type { Linter } from 'eslint';
import { commentsIn, syntaxErrorOf, type ts } from '../../type-utils/index.ts';
import { locationOf, pointOf } from './locations.ts';
import { projects } from './linted-file.ts';
import { NotInProjectError } from './opened-projects.ts';

/** What the parser takes as `languageOptions.parserOptions`. */
interface ParserOptions {
  /** The path of the file, as ESLint passes it. */
  readonly filePath?: string;
  /** The path of a `tsconfig.json`, from the working directory; otherwise the nearest one that has the file. */
  readonly project?: string;
}

/** An error that ESLint shows in the file, at its place. */
class ParsingError extends Error {
  readonly lineNumber: number;
  readonly column: number;

  constructor(message: string, { line, column }: { readonly line: number; readonly column: number }) {
    super(message);
    this.name = 'ParsingError';
    this.lineNumber = line;
    this.column = column + 1;
  }
}

/**
 * A parser for ESLint that gives types with any compiler that is supported, and no tree: the rules of this plugin read that
 * of the compiler. Of a file ESLint gets the comments, with which rules are switched off in it; rules of others find nothing
 * there.
 */
export const parser: Linter.Parser = {
  meta: { name: 'agent-safety/parser' },
  parseForESLint: (code: string, { filePath = '', project }: ParserOptions = {}) => {
    const { program, file } = inProject(resolve(filePath), code, project && resolve(project));
    const wrong = syntaxErrorOf(file, program);
    if (wrong) throw new ParsingError(wrong.message, pointOf(wrong.position, file));
    const services = { program, esTreeNodeToTSNodeMap: { get: () => file } };
    return { ast: treeOf(file, code), services, visitorKeys: { Program: [] } };
  },
};

function inProject(fileName: string, code: string, config: string | undefined): ReturnType<typeof projects.find> {
  try {
    return projects.find(fileName, code, config);
  } catch (error) {
    if (error instanceof NotInProjectError) throw new ParsingError(error.message, { line: 1, column: 0 });
    throw error;
  }
}

function treeOf(file: ts.SourceFile, text: string) {
  const comments = commentsIn(file).map(({ start, end, isBlock }) => ({
    type: isBlock ? 'Block' : 'Line',
    value: text.slice(start + 2, isBlock ? end - 2 : end),
    range: [start, end],
    loc: locationOf(start, end, file),
  }));
  return {
    type: 'Program',
    sourceType: 'module',
    body: [],
    tokens: [],
    comments,
    range: [0, text.length],
    loc: locationOf(0, text.length, file),
  };
}
