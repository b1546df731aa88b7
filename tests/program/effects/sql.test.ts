import { describe, expect, it } from 'vitest';
import { HOLE, sqlEffectOf } from '../../../src/program/effects/sql.ts';

describe('sqlEffectOf', () => {
  it.each([
    ['SELECT * FROM a', 'read-private SELECT'],
    ['select a, b from c where d = 1', 'read-private SELECT'],
    ['DELETE FROM a', 'delete DELETE'],
    ['  delete from "a"."b" where c = $1', 'delete DELETE'],
    ['DELETE FROM a x USING b WHERE x.c = b.c', 'delete DELETE'],
    [`DELETE FROM ${HOLE} WHERE a = ${HOLE}`, 'delete DELETE'],
    [`TRUNCATE ${HOLE}`, 'delete TRUNCATE'],
    ['truncate table a cascade', 'delete TRUNCATE'],
    ['DROP TABLE IF EXISTS a', 'delete DROP'],
    ['DROP INDEX a ON b', 'delete DROP'],
    ['INSERT INTO a (b) VALUES (?)', 'write INSERT'],
    ['INSERT OR REPLACE INTO a VALUES (1)', 'write INSERT'],
    [`insert into a ${HOLE}`, 'write INSERT'],
    ['REPLACE INTO a VALUES (1)', 'write REPLACE'],
    ['UPDATE a SET b = 1', 'write UPDATE'],
    ['UPDATE a AS x SET b = 1', 'write UPDATE'],
    [`UPDATE ${HOLE} SET ${HOLE}`, 'write UPDATE'],
    ['CREATE TABLE a (b int)', 'write CREATE'],
    ['CREATE UNIQUE INDEX a ON b (c)', 'write CREATE'],
    ['CREATE OR REPLACE VIEW a AS SELECT 1', 'write CREATE'],
    ['ALTER TABLE a ADD COLUMN b int', 'write ALTER'],
    ['GRANT ALL ON a TO b ', 'write GRANT'],
    ['-- tidy up\n/* all of it */ DELETE FROM a', 'delete DELETE'],
    ['BEGIN; INSERT INTO a VALUES (1); DELETE FROM b; COMMIT', 'delete DELETE'],
    ['WITH old AS (DELETE FROM a RETURNING *) SELECT * FROM old', 'delete DELETE'],
    ['WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a', 'write INSERT'],
    ['WITH RECURSIVE a AS (SELECT 1) SELECT * FROM a', 'read-private SELECT'],
  ])('%s', (text, expected) => {
    const { kind, verb } = sqlEffectOf(text) ?? {};
    expect(`${String(kind)} ${String(verb)}`).toBe(expected);
  });

  it.each([
    '',
    'EXPLAIN DELETE FROM a',
    // What makes sure that something is there is part of every start.
    'CREATE TABLE IF NOT EXISTS a (b int)',
    'CREATE INDEX IF NOT EXISTS a ON b (c)',
    'INSERT OR IGNORE INTO a VALUES (1)',
    'Delete from the list',
    'delete from the big list of items',
    'drop table lamps here',
    'truncate text',
    'Update the row, then set it',
    'update the value set by others earlier',
    'Create table lamps',
    'create index cards for the class',
    'insert into the slot',
    'with love as (ever)',
    'select one of these',
    'deleted from a',
    'SELECTED a FROM b',
  ])('no statement: %s', (text) => {
    expect(sqlEffectOf(text)).toBeUndefined();
  });
});
