import type ts from 'typescript';
import { memo } from '../../memo.ts';
import * as syntax from '../syntax.ts';
import { unreadFiles } from '../unread-files.ts';

/**
 * The classes at the top of a file that are generic and whose name, with type arguments, is written as a type there. By the
 * text first where the compiler has not been queried of the file: few have such a class.
 */
export const genericClassesIn = memo((file: ts.SourceFile): readonly ts.ClassDeclaration[] => {
  if (file.isDeclarationFile) return [];
  const { text } = file;
  const isType = (name: string): boolean => text.includes(`: ${name}<`) || text.includes(`Promise<${name}<`);
  const isUnread = unreadFiles.has(file);
  if (isUnread && ![...text.matchAll(/\bclass\s+([\w$]+)\s*</g)].some(([, name = '']) => isType(name))) return [];
  return file.statements.filter(
    (each): each is ts.ClassDeclaration =>
      syntax.isClassDeclaration(each) && each.typeParameters !== undefined && isType(each.name?.text ?? ''),
  );
});
