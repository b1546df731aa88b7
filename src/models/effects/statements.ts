import { drizzleClasses } from './databases.ts';
import type { ExportRef } from '../sessions/protocol.ts';
import { MODEL_TEXT, type Sink } from './effect.ts';

/**
 * Functions that run a statement in SQL: what it does is read from its text, and where the model writes that, it may do
 * anything. The packages and their methods, beside the databases of `databases.ts`.
 */
const runners: readonly (readonly [
  packages: readonly string[],
  methods: readonly string[],
  names?: readonly string[],
])[] = [
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
    ['all', 'each', 'exec', 'get', 'prepare', 'run'],
  ],
  [
    ['@libsql/client', '@libsql/core'],
    ['execute', 'executeMultiple'],
  ],
  [['@mikro-orm/core'], ['execute'], ['Connection']],
  [['@mikro-orm/knex', '@mikro-orm/sql'], ['execute'], ['SqlEntityManager']],
  [['postgres'], ['unsafe']],
  [['knex'], ['raw']],
  [['drizzle-orm'], ['execute', 'run', 'all', 'get', 'values'], drizzleClasses],
  [['@prisma/client'], ['$queryRawUnsafe', '$executeRawUnsafe']],
  // It has been in each of the three, in this order.
  [['langchain', '@langchain/community', '@langchain/classic'], ['run'], ['SqlDatabase']],
];

const drizzleRaw: ExportRef = { packages: ['drizzle-orm'], names: ['raw'] };

export const statementSinks: readonly Sink[] = [
  ...runners.map(([packages, methods, names = ['*']]) => ({ of: { packages, names }, methods })),
  // A text that becomes a part of a statement as it is: `sql.raw(text)`, a function of a namespace.
  { of: drizzleRaw, label: 'sql' },
].map((sink) => ({ ...sink, effect: 'execute', runs: 'sql', when: { argument: 0, firstWord: [MODEL_TEXT] } }));
