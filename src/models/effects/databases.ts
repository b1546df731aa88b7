import { type Sink, sinksOf } from './effect.ts';

/**
 * Databases, as far as their functions say what they do. Statements in SQL say it themselves, whoever is given them: pg,
 * mysql2 and better-sqlite3 have no sinks here. Read from mongodb 7.9, mongoose 9.12, redis 6.3, ioredis 6.0, knex 3.3,
 * drizzle-orm 0.45, kysely 0.28, prisma 7.10, sequelize 6.37, typeorm 1.1, @mikro-orm/core 6.6,
 * @supabase/supabase-js 2.109, convex 1.34 and @google-cloud/firestore 8.7.
 */
const mongo = { of: { packages: ['mongodb'], names: ['Collection'] } };
const mongoDb = { of: { packages: ['mongodb'], names: ['Db'] } };
const mongoose = { of: { packages: ['mongoose'], names: ['Model', 'Query'] } };
const redis = {
  of: {
    packages: ['redis', '@redis/client', 'ioredis', '@upstash/redis'],
    names: [
      ...['RedisClientType', 'RedisClient', 'RedisClusterType', 'RedisCluster', 'Redis', 'Cluster', 'Commander'],
      // A transaction: its commands run at the end.
      ...['RedisClientMultiCommandTyped', 'ChainableCommander', 'Pipeline'],
    ],
  },
  label: 'redis',
};
const knexBuilder = { of: { packages: ['knex'], names: ['QueryInterface', 'QueryBuilder'] }, label: 'knex' };
const knexSchema = { of: { packages: ['knex'], names: ['SchemaBuilder'] }, label: 'knex.schema' };
/** The databases that Drizzle makes, and its transactions. */
export const drizzleClasses = ['PgDatabase', 'MySqlDatabase', 'BaseSQLiteDatabase', 'SingleStoreDatabase'];
const drizzle = { of: { packages: ['drizzle-orm'], names: drizzleClasses }, label: 'db' };
const kysely = { of: { packages: ['kysely'], names: ['QueryCreator', 'Kysely'] }, label: 'kysely' };
/** What the generated client's methods return: the client itself lies where the user wants it. */
const prisma = {
  of: { packages: ['@prisma/client'], names: ['PrismaPromise'] },
  by: 'result',
  label: 'prisma',
} as const;
const sequelize = { of: { packages: ['sequelize', 'sequelize-typescript'], names: ['Model'] } };
const typeorm = { of: { packages: ['typeorm'], names: ['Repository', 'EntityManager', 'BaseEntity'] } };
const mikroOrm = { of: { packages: ['@mikro-orm/core'], names: ['EntityManager', 'EntityRepository'] } };
const supabase = { of: { packages: ['@supabase/postgrest-js'], names: ['PostgrestQueryBuilder'] }, label: 'supabase' };
const supabaseFiles = {
  of: { packages: ['@supabase/storage-js'], names: ['StorageFileApi'] },
  label: 'supabase.storage',
};
const convex = {
  of: {
    packages: ['convex'],
    names: ['GenericDatabaseWriter', 'GenericDatabaseWriterWithTable', 'BaseTableWriter'],
  },
  label: 'db',
};
const convexReader = { of: { packages: ['convex'], names: ['GenericDatabaseReader'] }, label: 'db' };
const convexFiles = { of: { packages: ['convex'], names: ['StorageWriter'] }, label: 'storage' };
const firestore = {
  of: {
    packages: ['@google-cloud/firestore', '@firebase/firestore', 'firebase-admin'],
    names: ['DocumentReference', 'CollectionReference', 'Transaction', 'WriteBatch'],
  },
};

const sinks: readonly Sink[] = [
  ...sinksOf(mongo, {
    write: [
      ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'bulkWrite', 'rename', 'createIndex'],
      ...['findOneAndUpdate', 'findOneAndReplace', 'initializeOrderedBulkOp', 'initializeUnorderedBulkOp'],
    ],
    delete: ['deleteOne', 'deleteMany', 'findOneAndDelete', 'drop', 'dropIndex', 'dropIndexes'],
    'read-private': ['find', 'findOne', 'aggregate', 'distinct', 'watch'],
  }),
  ...sinksOf(mongoDb, {
    write: ['createCollection', 'renameCollection', 'createIndex'],
    delete: ['dropCollection', 'dropDatabase', 'removeUser'],
  }),
  ...sinksOf(mongoose, {
    write: [
      ...['create', 'insertMany', 'insertOne', 'bulkWrite', 'bulkSave', 'updateOne', 'updateMany', 'replaceOne'],
      ...['findOneAndUpdate', 'findByIdAndUpdate', 'findOneAndReplace'],
    ],
    delete: ['deleteOne', 'deleteMany', 'findOneAndDelete', 'findByIdAndDelete', 'findByIdAndRemove'],
    'read-private': ['find', 'findOne', 'findById', 'aggregate', 'distinct'],
  }),
  { of: { packages: ['mongoose'], names: ['Document', 'Model'] }, methods: ['save'], effect: 'write' },
  { of: { packages: ['mongoose'], names: ['Document'] }, methods: ['deleteOne', 'remove'], effect: 'delete' },
  ...sinksOf(redis, {
    write: [
      ...['set', 'SET', 'setex', 'setEx', 'setnx', 'setNX', 'mset', 'mSet', 'append', 'getset', 'getSet'],
      ...['hset', 'hSet', 'HSET', 'hmset', 'hsetnx', 'hSetNX', 'hincrby', 'hIncrBy', 'incr', 'incrby', 'incrBy'],
      ...['decr', 'decrby', 'decrBy', 'lpush', 'lPush', 'rpush', 'rPush', 'lset', 'lSet', 'sadd', 'sAdd'],
      ...['zadd', 'zAdd', 'xadd', 'xAdd', 'expire', 'pexpire', 'pExpire', 'rename', 'publish', 'setrange'],
    ],
    delete: [
      ...['del', 'DEL', 'unlink', 'getdel', 'getDel', 'hdel', 'hDel', 'srem', 'sRem', 'zrem', 'zRem', 'lrem', 'lRem'],
      ...['ltrim', 'lTrim', 'lpop', 'lPop', 'rpop', 'rPop', 'spop', 'sPop', 'xdel', 'xDel', 'xtrim', 'xTrim'],
      ...['flushall', 'flushAll', 'FLUSHALL', 'flushdb', 'flushDb', 'FLUSHDB'],
    ],
  }),
  {
    ...redis,
    methods: ['get', 'GET', 'mget', 'mGet', 'hget', 'hGet', 'hgetall', 'hGetAll', 'lrange', 'lRange', 'smembers'],
    effect: 'read-private',
    target: { is: 'cache' },
  },
  ...sinksOf(knexBuilder, {
    write: ['insert', 'upsert', 'update', 'increment', 'decrement', 'batchInsert'],
    delete: ['del', 'delete', 'truncate'],
  }),
  ...sinksOf(knexSchema, {
    write: ['createTable', 'createTableIfNotExists', 'alterTable', 'table', 'renameTable', 'createSchema'],
    delete: ['dropTable', 'dropTableIfExists', 'dropSchema', 'dropSchemaIfExists', 'dropView'],
  }),
  ...sinksOf(drizzle, {
    write: ['insert', 'update'],
    delete: ['delete'],
    'read-private': ['select', 'selectDistinct'],
  }),
  ...sinksOf(kysely, {
    write: ['insertInto', 'replaceInto', 'updateTable', 'mergeInto'],
    delete: ['deleteFrom'],
    'read-private': ['selectFrom'],
  }),
  ...sinksOf(prisma, {
    write: ['create', 'createMany', 'createManyAndReturn', 'update', 'updateMany', 'updateManyAndReturn', 'upsert'],
    delete: ['delete', 'deleteMany'],
    'read-private': [
      ...['findMany', 'findFirst', 'findFirstOrThrow', 'findUnique', 'findUniqueOrThrow', 'aggregate', 'groupBy'],
    ],
  }),
  ...sinksOf(sequelize, {
    write: ['create', 'bulkCreate', 'update', 'upsert', 'save', 'increment', 'decrement', 'findOrCreate', 'restore'],
    delete: ['destroy', 'truncate', 'drop'],
    'read-private': ['findAll', 'findOne', 'findByPk', 'findAndCountAll'],
  }),
  ...sinksOf(typeorm, {
    write: ['save', 'insert', 'update', 'upsert', 'increment', 'decrement', 'restore'],
    delete: ['delete', 'remove', 'softDelete', 'softRemove', 'clear'],
    'read-private': ['find', 'findBy', 'findOne', 'findOneBy', 'findAndCount'],
  }),
  ...sinksOf(mikroOrm, {
    write: ['insert', 'insertMany', 'nativeUpdate', 'persist', 'upsert', 'upsertMany'],
    delete: ['nativeDelete', 'remove'],
    'read-private': ['find', 'findAll', 'findAndCount', 'findByCursor', 'findOne', 'findOneOrFail'],
  }),
  ...sinksOf(supabase, { write: ['insert', 'update', 'upsert'], delete: ['delete'], 'read-private': ['select'] }),
  ...sinksOf(supabaseFiles, { write: ['upload', 'update', 'move', 'copy', 'uploadToSignedUrl'], delete: ['remove'] }),
  ...sinksOf(convex, { write: ['insert', 'patch', 'replace'], delete: ['delete'] }),
  ...sinksOf(convexReader, { 'read-private': ['get', 'query'] }),
  ...sinksOf(convexFiles, { delete: ['delete'] }),
  ...sinksOf(firestore, { write: ['set', 'update', 'add', 'create'], delete: ['delete'] }),
];

/** Methods by which a query finds one row, and changes none. */
export const oneRowMethods: readonly string[] = (
  'executeTakeFirst executeTakeFirstOrThrow findById findByPk findFirst findFirstOrThrow findOne findOneBy findOneByOrFail ' +
  'findOneOrFail findUnique findUniqueOrThrow first get maybeSingle single unique'
).split(' ');

/** The same with those that choose among rows and columns before: `select().from(apps).where(…)`. */
export const queryMethods: readonly string[] = [
  ...oneRowMethods,
  ...'eq from lean limit orderBy query select selectAll selectFrom where withIndex'.split(' '),
];

/** Methods that take all there is away. */
const sweeping = new Set(
  'clear drop dropCollection dropDatabase dropSchema dropSchemaIfExists dropTable dropTableIfExists flushAll FLUSHALL flushall flushDb FLUSHDB flushdb truncate'.split(
    ' ',
  ),
);

/** What adds or updates entries, what takes one away, and what takes all away, each of its own. */
export const databaseSinks: readonly Sink[] = sinks.flatMap((sink): readonly Sink[] => {
  const { effect, methods = [] } = sink;
  if (effect === 'write') return [{ ...sink, store: 'entries' }];
  if (effect !== 'delete') return [sink];
  const [some, all] = [methods.filter((name) => !sweeping.has(name)), methods.filter((name) => sweeping.has(name))];
  return [
    { ...sink, methods: some },
    { ...sink, methods: all, isWhole: true as const },
  ].filter((each) => each.methods.length > 0);
});

/** The packages of these databases. */
export const databasePackages: ReadonlySet<string> = new Set(sinks.flatMap(({ of }) => of.packages));
