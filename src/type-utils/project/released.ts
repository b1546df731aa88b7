import type ts from 'typescript';

const released = new WeakSet<ts.Program>();

/** Marks a program that the compiler has let go of: nothing more can be learned of it. */
export function releaseProgram(program: ts.Program): void {
  released.add(program);
}

export function isReleased(program: ts.Program): boolean {
  return released.has(program);
}
