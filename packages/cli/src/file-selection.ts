import { resolve } from 'node:path';
import type { Project } from 'eslint-plugin-agent-safety/analysis';
import type { ts } from 'eslint-plugin-agent-safety/internal/analysis';

/**
 * Picks the files of a project that paths name: files, or folders with all that is in them. Without paths those of the
 * project, and none of other packages in the workspace. Packages that are installed, and declarations, are never among
 * them.
 */
export function filesNamed({ program, isOwn }: Project, paths: readonly string[]): ReadonlySet<ts.SourceFile> {
  const wanted = paths.map((path) => resolve(path));
  const files = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !isInstalled(file));
  return new Set(
    files.filter((file) => (wanted.length === 0 ? isOwn(file) : wanted.some((path) => isUnder(file, path)))),
  );
}

/**
 * The same.
 *
 * @throws Error where a path has no file of the project
 */
export function wantedFiles(project: Project, paths: readonly string[]): ReadonlySet<ts.SourceFile> {
  for (const path of paths)
    if (filesNamed(project, [path]).size === 0)
      throw new Error(
        `No file of the project is ${resolve(path)}, or in it. Add it to the tsconfig.json in ${project.folder}, or name another project with --project.`,
      );
  return filesNamed(project, paths);
}

function isInstalled({ fileName }: ts.SourceFile): boolean {
  return fileName.includes('/node_modules/');
}

function isUnder({ fileName }: ts.SourceFile, path: string): boolean {
  const file = resolve(fileName);
  return file === path || file.startsWith(`${path}/`) || file.startsWith(`${path}\\`);
}
