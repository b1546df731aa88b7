import { MODEL_TEXT, type Sink } from './effect.ts';

/**
 * Functions that run a statement in SQL: what it does is read from its text, and where the model writes that, it may do
 * anything. Read from pg 8.16, mysql2 3.15, better-sqlite3 12.4, sqlite3 5.1, @libsql/client 0.15, postgres 3.4, mssql 12.0,
 * @neondatabase/serverless 1.0 and the databases of `databases.ts`.
 */
const runners: readonly (readonly [packages: readonly string[], methods: readonly string[]])[] = [
  [['pg', '@neondatabase/serverless', '@vercel/postgres', 'mssql', 'typeorm', 'sequelize'], ['query']],
  [
    ['mysql', 'mysql2', 'mariadb'],
    ['query', 'execute'],
  ],
  [
    ['better-sqlite3', 'node:sqlite', 'bun:sqlite'],
    ['prepare', 'exec', 'query'],
  ],
  [
    ['sqlite3', 'sqlite'],
    ['exec', 'prepare'],
  ],
  [
    ['@libsql/client', '@libsql/core'],
    ['execute', 'executeMultiple'],
  ],
  [['postgres'], ['unsafe']],
  [['knex'], ['raw']],
  [['@prisma/client'], ['$queryRawUnsafe', '$executeRawUnsafe']],
];

export const statementSinks: readonly Sink[] = runners.map(([packages, methods]) => {
  return {
    of: { packages, names: ['*'] },
    methods,
    effect: 'execute',
    runs: 'sql',
    when: { argument: 0, firstWord: [MODEL_TEXT] },
  };
});
