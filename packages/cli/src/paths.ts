import { relative, sep } from 'node:path';
import type { ts } from 'eslint-plugin-agent-safety/internal/analysis';

/** The path of a file for a reader: from a folder, with `/`. */
export function pathIn(folder: string, { fileName }: Pick<ts.SourceFile, 'fileName'>): string {
  return relative(folder, fileName).split(sep).join('/');
}
