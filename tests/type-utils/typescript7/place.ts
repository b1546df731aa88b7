import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

/** A folder in which the compiler is TypeScript 7: for `useCompilerOf`. */
export function placeOfTypescript7(): string {
  const place = path.join(root, '.tmp/typescript7');
  linkTypescript7(place);
  return place;
}

/** Installs TypeScript 7 in a folder, as its only compiler. */
export function linkTypescript7(folder: string): void {
  const installed = path.join(folder, 'node_modules');
  mkdirSync(installed, { recursive: true });
  try {
    symlinkSync(path.join(root, 'node_modules/typescript7'), path.join(installed, 'typescript'), 'dir');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
