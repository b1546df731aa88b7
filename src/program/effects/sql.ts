/** What a text in SQL does, by the strongest of its statements. */
export interface SqlEffect {
  readonly kind: 'read-private' | 'write' | 'delete';
  /** The word that says so, in capitals. */
  readonly verb: string;
}

/** What stands for a part of a text that is not known. */
export const HOLE = '\uE000';

const strength = { 'read-private': 0, write: 1, delete: 2 } as const;

/** A name of a table, quoted or not, with its schema. It may be a hole, or have some. */
const name = String.raw`(?:[\w$.@:?#\uE000-]+|"[^"]+"|\[[^\]]+\]|${'`[^`]+`'})(?:\.(?:[\w$\uE000]+|"[^"]+"|\[[^\]]+\]|${'`[^`]+`'}))*`;
const object = String.raw`(?:temp(?:orary)?|unique|materialized|unlogged|virtual|or\s+replace|global|local|external|foreign|fulltext)`;
const thing = 'table|database|schema|index|view|function|procedure|trigger|sequence|type|role|user|extension|policy';

/** Each begins where a statement does, and asks for enough of it that a sentence in English is not taken for one. */
const statements: readonly (readonly [SqlEffect['kind'], RegExp])[] = [
  [
    'delete',
    new RegExp(
      String.raw`^delete\s+from\s+(?:only\s+)?${name}(?:\s+(?:as\s+)?\w+)?\s*(?:$|where|using|returning|limit|order|output|\uE000)`,
      'i',
    ),
  ],
  ['delete', new RegExp(String.raw`^truncate\s+table\s+(?:only\s+)?${name}`, 'i')],
  ['delete', new RegExp(String.raw`^TRUNCATE\s+(?:ONLY\s+)?${name}\s*(?:$|[;,]|CASCADE|RESTRICT|RESTART|CONTINUE)`)],
  [
    'delete',
    new RegExp(
      String.raw`^drop\s+(?:materialized\s+)?(?:${thing})\s+(?:concurrently\s+)?(?:if\s+exists\s+)?${name}\s*(?:$|[;,(]|cascade|restrict|on\s|\uE000)`,
      'i',
    ),
  ],
  [
    'write',
    // `INSERT OR IGNORE` and `CREATE … IF NOT EXISTS` make sure that something is there.
    new RegExp(
      String.raw`^insert\s+(?:or\s+(?!ignore)\w+\s+|overwrite\s+)*into\s+(?:table\s+)?${name}\s*(?:$|\(|values|select|default|set|as\s|on\s|\uE000)`,
      'i',
    ),
  ],
  ['write', new RegExp(String.raw`^(?:replace|upsert|merge)\s+into\s+${name}`, 'i')],
  [
    'write',
    new RegExp(
      String.raw`^update\s+(?:or\s+\w+\s+|only\s+)?${name}(?:\s+(?:as\s+)?\w+)?\s+set\s+(?:${name}\s*[=+-]|[(\uE000])`,
      'i',
    ),
  ],
  [
    'write',
    new RegExp(
      String.raw`^create\s+(?:${object}\s+)*(?:${thing})\s+(?:concurrently\s+)?(?!if\s+not\s+exists)${name}\s*(?:$|[;(]|as\s|on\s|using\s|with\s|returns\s|before\s|after\s|\uE000)`,
      'i',
    ),
  ],
  [
    'write',
    new RegExp(
      String.raw`^alter\s+(?:${thing})\s+(?:if\s+exists\s+)?(?:only\s+)?${name}\s+(?:add|drop|alter|modify|rename|change|set|owner|enable|disable|attach|detach|with)\b`,
      'i',
    ),
  ],
  ['write', /^(?:GRANT|REVOKE)\s[^;]*\s(?:TO|FROM)\s/],
  ['write', new RegExp(String.raw`^COPY\s+${name}\s*(?:\([^)]*\)\s*)?FROM\s`)],
  ['read-private', /^(?:select\s[^;]*\sfrom\s|SELECT\s)/],
];

/** Statements that change something, after the common tables of a `WITH`, or in them. */
const inner = new RegExp(String.raw`\b(?:(delete)\s+from|(insert)\s+into|(update)\s+${name}\s+set)\s`, 'i');

/** What a text does as SQL, with {@link HOLE} for what is not known of it. Undefined where it is none. */
export function sqlEffectOf(text: string): SqlEffect | undefined {
  let strongest: SqlEffect | undefined;
  for (const statement of text.split(';')) {
    const found = effectOfStatement(withoutComments(statement));
    if (found && (!strongest || strength[found.kind] > strength[strongest.kind])) strongest = found;
  }
  return strongest;
}

const idleWords = new Set(
  'ANALYZE BEGIN COMMIT DESCRIBE END EXPLAIN LISTEN PRAGMA RELEASE ROLLBACK SAVEPOINT SELECT SET SHOW START USE VALUES'.split(
    ' ',
  ),
);

/** Whether a text in SQL only reads, sets up the connection, or makes sure that something is there. */
export function isIdleStatement(text: string): boolean {
  const statements = text
    .split(';')
    .map(withoutComments)
    .filter((each) => each !== '');
  const [verb] = statements.map((each) => sqlEffectOf(each)?.kind).filter((kind) => kind !== 'read-private' && kind);
  if (verb !== undefined) return false;
  return statements.every(
    (each) =>
      idleWords.has(/^\w+/.exec(each)?.[0].toUpperCase() ?? '') ||
      /^(?:create\s[^;]*\sif\s+not\s+exists|insert\s+or\s+ignore|with)\s/i.test(each),
  );
}

function effectOfStatement(statement: string): SqlEffect | undefined {
  const [verb = ''] = /^\w+/.exec(statement) ?? [];
  if (/^with$/i.test(verb)) return effectOfWith(statement);
  // `Delete from` is how a sentence begins.
  if (verb !== verb.toUpperCase() && verb !== verb.toLowerCase()) return undefined;
  for (const [kind, pattern] of statements) if (pattern.test(statement)) return { kind, verb: verb.toUpperCase() };
  return undefined;
}

function effectOfWith(statement: string): SqlEffect | undefined {
  if (
    !/^with\s+(?:recursive\s+)?[\w"$\uE000]+\s*(?:\([^)]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:select|insert|update|delete|values|with|\uE000)/i.test(
      statement,
    )
  )
    return undefined;
  const [, isDelete, isInsert, isUpdate] = inner.exec(statement) ?? [];
  const verb = isDelete ?? isInsert ?? isUpdate ?? 'SELECT';
  const kind = isDelete ? 'delete' : (isInsert ?? isUpdate) ? 'write' : 'read-private';
  return { kind, verb: verb.toUpperCase() };
}

function withoutComments(statement: string): string {
  return statement.replace(/^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)+/, '');
}
