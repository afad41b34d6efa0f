import type pg from 'pg'
import { readOwnTables } from '../../../core/server/db/migrate.ts'

export type Table = { name: string; columns: string[] }

/** Lists the tables of this version in a database with their writable columns. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const own = readOwnTables()
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
  )
  return rows
    .filter(({ name }) => own.has(name))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => own.get(name)?.has(column)) }))
}

/** Reads the last values of the sequences of the given tables. */
export async function readSequences(client: pg.Client, tables: Table[]): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select s.sequencename as name, s.last_value as value
     from pg_sequences s
     join pg_depend d on d.objid = format('public.%I', s.sequencename)::regclass
     join pg_class t on t.oid = d.refobjid
     where s.schemaname = 'public' and s.last_value is not null
       and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i') and t.relname = any($1)
     order by 1`,
    [tables.map(({ name }) => name)],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
}
