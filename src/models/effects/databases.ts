import type { Sink } from './effect.ts';

/**
 * Databases, as far as their functions say what they do. Statements in SQL say it themselves, whoever is given them: pg,
 * mysql2 and better-sqlite3 have no sinks here. Read from mongodb 7.9, mongoose 9.12, redis 6.3, ioredis 6.0, knex 3.3,
 * drizzle-orm 0.45, kysely 0.28, prisma 7.10, sequelize 6.37, typeorm 1.1, @supabase/supabase-js 2.109 and
 * @google-cloud/firestore 8.7.
 */
const mongo = { packages: ['mongodb'], names: ['Collection'] } as const;
const mongoDb = { packages: ['mongodb'], names: ['Db'] } as const;
const mongoose = { packages: ['mongoose'], names: ['Model', 'Query'] } as const;
const mongooseDocument = { packages: ['mongoose'], names: ['Document', 'Model'] } as const;
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
} as const;
const knexBuilder = { of: { packages: ['knex'], names: ['QueryInterface', 'QueryBuilder'] }, label: 'knex' } as const;
const knexSchema = { of: { packages: ['knex'], names: ['SchemaBuilder'] }, label: 'knex.schema' } as const;
const drizzle = {
  packages: ['drizzle-orm'],
  names: ['PgDatabase', 'MySqlDatabase', 'BaseSQLiteDatabase', 'SingleStoreDatabase'],
} as const;
const kysely = { of: { packages: ['kysely'], names: ['QueryCreator', 'Kysely'] }, label: 'kysely' } as const;
/** What the generated client's methods return: the client itself lies where the user wants it. */
const prisma = { packages: ['@prisma/client'], names: ['PrismaPromise'] } as const;
const sequelize = { packages: ['sequelize', 'sequelize-typescript'], names: ['Model'] } as const;
const typeorm = { packages: ['typeorm'], names: ['Repository', 'EntityManager', 'BaseEntity'] } as const;
const supabase = { packages: ['@supabase/postgrest-js'], names: ['PostgrestQueryBuilder'] } as const;
const supabaseFiles = {
  of: { packages: ['@supabase/storage-js'], names: ['StorageFileApi'] },
  label: 'supabase.storage',
} as const;
const firestore = {
  packages: ['@google-cloud/firestore', '@firebase/firestore', 'firebase-admin'],
  names: ['DocumentReference', 'CollectionReference', 'Transaction', 'WriteBatch'],
} as const;

export const databaseSinks = [
  {
    of: mongo,
    methods: [
      ...['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'bulkWrite', 'rename', 'createIndex'],
      ...['findOneAndUpdate', 'findOneAndReplace', 'initializeOrderedBulkOp', 'initializeUnorderedBulkOp'],
    ],
    effect: 'write',
  },
  {
    of: mongo,
    methods: ['deleteOne', 'deleteMany', 'findOneAndDelete', 'drop', 'dropIndex', 'dropIndexes'],
    effect: 'delete',
  },
  { of: mongo, methods: ['find', 'findOne', 'aggregate', 'distinct', 'watch'], effect: 'read-private' },
  { of: mongoDb, methods: ['createCollection', 'renameCollection', 'createIndex'], effect: 'write' },
  { of: mongoDb, methods: ['dropCollection', 'dropDatabase', 'removeUser'], effect: 'delete' },
  {
    of: mongoose,
    methods: [
      ...['create', 'insertMany', 'insertOne', 'bulkWrite', 'bulkSave', 'updateOne', 'updateMany', 'replaceOne'],
      ...['findOneAndUpdate', 'findByIdAndUpdate', 'findOneAndReplace'],
    ],
    effect: 'write',
  },
  {
    of: mongoose,
    methods: ['deleteOne', 'deleteMany', 'findOneAndDelete', 'findByIdAndDelete', 'findByIdAndRemove'],
    effect: 'delete',
  },
  {
    of: mongoose,
    methods: ['find', 'findOne', 'findById', 'aggregate', 'distinct'],
    effect: 'read-private',
  },
  { of: mongooseDocument, methods: ['save'], effect: 'write' },
  { of: { packages: ['mongoose'], names: ['Document'] }, methods: ['deleteOne', 'remove'], effect: 'delete' },
  {
    ...redis,
    methods: [
      ...['set', 'SET', 'setex', 'setEx', 'setnx', 'setNX', 'mset', 'mSet', 'append', 'getset', 'getSet'],
      ...['hset', 'hSet', 'HSET', 'hmset', 'hsetnx', 'hSetNX', 'hincrby', 'hIncrBy', 'incr', 'incrby', 'incrBy'],
      ...['decr', 'decrby', 'decrBy', 'lpush', 'lPush', 'rpush', 'rPush', 'lset', 'lSet', 'sadd', 'sAdd'],
      ...['zadd', 'zAdd', 'xadd', 'xAdd', 'expire', 'pexpire', 'pExpire', 'rename', 'publish', 'setrange'],
    ],
    effect: 'write',
  },
  {
    ...redis,
    methods: [
      ...['del', 'DEL', 'unlink', 'getdel', 'getDel', 'hdel', 'hDel', 'srem', 'sRem', 'zrem', 'zRem', 'lrem', 'lRem'],
      ...['ltrim', 'lTrim', 'lpop', 'lPop', 'rpop', 'rPop', 'spop', 'sPop', 'xdel', 'xDel', 'xtrim', 'xTrim'],
      ...['flushall', 'flushAll', 'FLUSHALL', 'flushdb', 'flushDb', 'FLUSHDB'],
    ],
    effect: 'delete',
  },
  {
    ...redis,
    methods: ['get', 'GET', 'mget', 'mGet', 'hget', 'hGet', 'hgetall', 'hGetAll', 'lrange', 'lRange', 'smembers'],
    effect: 'read-private',
    target: { is: 'cache' },
  },
  {
    ...knexBuilder,
    methods: ['insert', 'upsert', 'update', 'increment', 'decrement', 'batchInsert'],
    effect: 'write',
  },
  { ...knexBuilder, methods: ['del', 'delete', 'truncate'], effect: 'delete' },
  {
    ...knexSchema,
    methods: ['createTable', 'createTableIfNotExists', 'alterTable', 'table', 'renameTable', 'createSchema'],
    effect: 'write',
  },
  {
    ...knexSchema,
    methods: ['dropTable', 'dropTableIfExists', 'dropSchema', 'dropSchemaIfExists', 'dropView'],
    effect: 'delete',
  },
  { of: drizzle, methods: ['insert', 'update'], effect: 'write', label: 'db' },
  { of: drizzle, methods: ['delete'], effect: 'delete', label: 'db' },
  { of: drizzle, methods: ['select', 'selectDistinct'], effect: 'read-private', label: 'db' },
  { ...kysely, methods: ['insertInto', 'replaceInto', 'updateTable', 'mergeInto'], effect: 'write' },
  { ...kysely, methods: ['deleteFrom'], effect: 'delete' },
  { ...kysely, methods: ['selectFrom'], effect: 'read-private' },
  {
    of: prisma,
    by: 'result',
    methods: ['create', 'createMany', 'createManyAndReturn', 'update', 'updateMany', 'updateManyAndReturn', 'upsert'],
    effect: 'write',
    label: 'prisma',
  },
  { of: prisma, by: 'result', methods: ['delete', 'deleteMany'], effect: 'delete', label: 'prisma' },
  {
    of: prisma,
    by: 'result',
    methods: ['findMany', 'findFirst', 'findFirstOrThrow', 'findUnique', 'findUniqueOrThrow', 'aggregate', 'groupBy'],
    effect: 'read-private',
    label: 'prisma',
  },
  {
    of: sequelize,
    methods: ['create', 'bulkCreate', 'update', 'upsert', 'save', 'increment', 'decrement', 'findOrCreate', 'restore'],
    effect: 'write',
  },
  { of: sequelize, methods: ['destroy', 'truncate', 'drop'], effect: 'delete' },
  { of: sequelize, methods: ['findAll', 'findOne', 'findByPk', 'findAndCountAll'], effect: 'read-private' },
  {
    of: typeorm,
    methods: ['save', 'insert', 'update', 'upsert', 'increment', 'decrement', 'restore'],
    effect: 'write',
  },
  { of: typeorm, methods: ['delete', 'remove', 'softDelete', 'softRemove', 'clear'], effect: 'delete' },
  { of: typeorm, methods: ['find', 'findBy', 'findOne', 'findOneBy', 'findAndCount'], effect: 'read-private' },
  { of: supabase, methods: ['insert', 'update', 'upsert'], effect: 'write', label: 'supabase' },
  { of: supabase, methods: ['delete'], effect: 'delete', label: 'supabase' },
  { of: supabase, methods: ['select'], effect: 'read-private', label: 'supabase' },
  { ...supabaseFiles, methods: ['upload', 'update', 'move', 'copy', 'uploadToSignedUrl'], effect: 'write' },
  { ...supabaseFiles, methods: ['remove'], effect: 'delete' },
  { of: firestore, methods: ['set', 'update', 'add', 'create'], effect: 'write' },
  { of: firestore, methods: ['delete'], effect: 'delete' },
] as const satisfies readonly Sink[];
