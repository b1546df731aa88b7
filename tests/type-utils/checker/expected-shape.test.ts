import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { compilerOf } from '../../../src/type-utils/index.ts';
import { nodesIn, programOf } from '../in-memory-program.ts';

/** The kinds of values that a place takes in which `value` stands. */
function kindsAt(code: string, extra: ts.CompilerOptions = {}): readonly string[] {
  const source = `interface Note { title: string; about?: string }
declare function save(note: Note): void; declare function patch(note: Partial<Note>): void; declare function find(note?: Partial<Note>): void; declare const value: any;
${code}`;
  const { program, file } = programOf({ 'main.ts': source }, extra);
  const place = nodesIn(file('main.ts'), ts.isIdentifier).findLast((name) => name.text === 'value');
  return [...((place && compilerOf(program).expectedShapeOf(place)?.kinds) ?? [])].sort();
}

describe('what the place of an optional property takes', () => {
  it.each([{}, { exactOptionalPropertyTypes: true }])('is `undefined` as well, with %j', (extra) => {
    expect(kindsAt("save({ title: '', about: value });", extra)).toEqual(['string', 'undefined']);
    expect(kindsAt('patch({ title: value });', extra)).toEqual(['string', 'undefined']);
    expect(kindsAt('find({ title: value });', extra)).toEqual(['string', 'undefined']);
    expect(kindsAt('save({ title: value });', extra)).toEqual(['string']);
  });
});
