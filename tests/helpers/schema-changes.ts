import type pg from 'pg'

type Part = { table: string; text: string }
type Column = Part & { name: string; isRequired: boolean; hasDefault: boolean }
/** `columns` lacks those that are only part of an expression. */
type Index = Part & { isUnique: boolean; isOfColumns: boolean; columns: string[] }
type Constraint = Part & { kind: string; onDelete: string; columns: string[] }
type Schema = { columns: Column[]; indexes: Index[]; constraints: Constraint[]; triggers: Part[] }

/** Runs the statements of a migration and lists what keeps a version that does not know it from using the database. */
export async function findHarm(client: pg.Client, statements: string[]): Promise<string[]> {
  const before = await readSchema(client)
  for (const statement of statements) await client.query(statement)
  const after = await readSchema(client)
  const parts = (schema: Schema) => Object.values(schema).flat()
  const known = new Set(parts(before).map(({ text }) => text))
  const left = new Set(parts(after).map(({ text }) => text))
  const oldTables = new Set(before.columns.map(({ table }) => table))
  const isNew = ({ text }: Part) => !known.has(text)
  const isOld = ({ table }: Part) => oldTables.has(table)
  const added = new Map(
    after.columns.filter(isNew).map((column) => [`${column.table}.${column.name}`, column]),
  )
  const areNew = ({ table, columns }: { table: string; columns: string[] }) =>
    columns.length > 0 && columns.every((name) => added.has(`${table}.${name}`))

  /** The previous version deletes rows that others refer to. Those must go, too, or forget them. */
  const keepsRows = (key: Constraint) => {
    const canForget = key.columns.every((name) => {
      const column = added.get(`${key.table}.${name}`)
      return column && !column.isRequired && !column.hasDefault
    })
    return !(key.onDelete === 'n' && canForget) && !(key.onDelete === 'c' && !isOld(key))
  }
  const restricts = (constraint: Constraint) =>
    constraint.kind === 'f'
      ? keepsRows(constraint)
      : isOld(constraint) && !(constraint.kind === 'c' && areNew(constraint))

  const harmful = [
    ...after.columns.filter((column) => isOld(column) && column.isRequired && !column.hasDefault),
    ...after.indexes.filter(
      (index) => isOld(index) && (index.isUnique || !index.isOfColumns || !areNew(index)),
    ),
    ...after.constraints.filter(restricts),
    ...after.triggers.filter(isOld),
  ]
  return [
    ...[...known].filter((text) => !left.has(text)),
    ...harmful.filter(isNew).map(({ text }) => text),
    ...statements.filter((statement) => changesRows(statement, oldTables, added)),
  ]
}

/** True if a statement changes more of an old table than one new column */
function changesRows(statement: string, oldTables: Set<string>, added: Map<string, Column>): boolean {
  const plain = statement.replaceAll(/^\s*--.*$/gm, '').trim()
  const [, table = ''] = /^(?:UPDATE|INSERT INTO|DELETE FROM|TRUNCATE)\s+"?(\w+)/i.exec(plain) ?? []
  const [, column] = /^UPDATE "\w+" SET "(\w+)" = [^,]+$/.exec(plain) ?? []
  return oldTables.has(table) && !added.has(`${table}.${column}`)
}

async function readSchema(client: pg.Client): Promise<Schema> {
  const read = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows
  const namesOf = (table: string, keys: string) =>
    `array(select attname::text from pg_attribute where attrelid = ${table} and attnum = any(${keys})) as columns`
  return {
    columns: await read<Column>(
      `select relname as table, attname as name, attnotnull as "isRequired", atthasdef as "hasDefault",
         concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid)) as text
       from pg_class join pg_attribute on attrelid = pg_class.oid
       left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`,
    ),
    indexes: await read<Index>(
      `select relname as table, indisunique as "isUnique", indexprs is null and indpred is null as "isOfColumns",
         ${namesOf('indrelid', 'indkey::int[]')}, pg_get_indexdef(indexrelid) as text
       from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace`,
    ),
    constraints: await read<Constraint>(
      `select relname as table, contype::text as kind, confdeltype::text as "onDelete",
         ${namesOf('conrelid', 'conkey')}, concat_ws(' ', relname, conname, pg_get_constraintdef(pg_constraint.oid)) as text
       from pg_constraint join pg_class on pg_class.oid = conrelid
       -- NOT NULL is part of the columns.
       where connamespace = 'public'::regnamespace and contype <> 'n'`,
    ),
    triggers: await read<Part>(
      `select relname as table, pg_get_triggerdef(pg_trigger.oid) as text
       from pg_trigger join pg_class on pg_class.oid = tgrelid
       where relnamespace = 'public'::regnamespace and not tgisinternal`,
    ),
  }
}
