/**
 * True if a version of the app that does not know a migration can keep using the database after it. Such a migration only
 * adds tables, and columns that may be left out. Whatever is not known to be harmless counts as not additive.
 */
export function isAdditive(statements: string[]): boolean {
  const added: Added = { tables: new Set(), columns: new Map() }
  return statements.map(normalize).every((statement) => statement === '' || adds(statement, added))
}

/** The tables that a migration creates */
export function listCreatedTables(statements: string[]): string[] {
  return statements.flatMap((statement) => createdTable.exec(normalize(statement))?.[1] ?? [])
}

/** Tables and columns that earlier statements of the same migration added. The keys of columns are "table.column". */
type Added = { tables: Set<string>; columns: Map<string, string> }

// Statements as drizzle-kit writes them
const type =
  '(?:text|integer|bigint|smallint|real|double precision|boolean|uuid|jsonb|bytea|date|timestamp with time zone)(?:\\[\\])?'
const literal = String.raw`(?:-?[\d.]+|true|false|now\(\)|gen_random_uuid\(\)|'[^']*'(?:::[a-z[\]]+)?)`
const createdTable = /^CREATE TABLE "(\w+)" \((.*)\)$/
const addedColumn = new RegExp(
  String.raw`^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" ${type}( DEFAULT ${literal})?( NOT NULL)?$`,
)
const addedKey =
  /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" FOREIGN KEY \("(\w+)"\) REFERENCES "public"\."\w+"\("\w+"\) ON DELETE (cascade|set null) ON UPDATE no action$/
const addedValues =
  /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" CHECK \("(\w+)"\."(\w+)" in \('[^']*'(?:, '[^']*')*\)\)$/
const addedConstraint = /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?!FOREIGN)/
const addedIndex = /^CREATE (UNIQUE )?INDEX "\w+" ON "(\w+)" USING \w+ \((.+)\)$/
const filledTable = /^INSERT INTO "(\w+)" /
const filledColumn = /^UPDATE "(\w+)" SET "(\w+)" = [^,]+$/

/** Notes what a statement adds. Returns false if it does anything else, or may forbid what an earlier version does. */
function adds(statement: string, added: Added): boolean {
  if (/;|\/\*/.test(statement)) return false
  return (
    addsTable(statement, added) ||
    addsColumn(statement, added) ||
    addsKey(statement, added) ||
    addsConstraint(statement, added) ||
    addsIndex(statement, added) ||
    fillsColumn(statement, added) ||
    fillsTable(statement, added)
  )
}

function addsTable(statement: string, { tables, columns }: Added): boolean {
  const [, table, body = ''] = createdTable.exec(statement) ?? []
  if (!table || /\bREFERENCES\b/i.test(body)) return false
  tables.add(table)
  for (const [, column = '', definition = ''] of body.matchAll(/"(\w+)" ([^,]+)/g))
    columns.set(`${table}.${column}`, definition)
  return true
}

function addsColumn(statement: string, { columns }: Added): boolean {
  const [, table, column, hasDefault = '', isRequired] = addedColumn.exec(statement) ?? []
  if (!table || (isRequired && !hasDefault)) return false
  columns.set(`${table}.${column}`, hasDefault + (isRequired ?? ''))
  return true
}

/**
 * An earlier version deletes rows that rows of a new table refer to. These must then go, too, or forget them. Rows of an
 * old table must only forget: they would be lost without a word. A default value may refer to nothing.
 */
function addsKey(statement: string, { tables, columns }: Added): boolean {
  const [, table = '', column, onDelete] = addedKey.exec(statement) ?? []
  const definition = columns.get(`${table}.${column}`)
  if (definition === undefined) return false
  const canForget = onDelete === 'set null' && !/NOT NULL|DEFAULT/i.test(definition)
  return canForget || (onDelete === 'cascade' && tables.has(table))
}

function addsConstraint(statement: string, { tables, columns }: Added): boolean {
  const [, table = ''] = addedConstraint.exec(statement) ?? []
  if (tables.has(table)) return true
  // An earlier version leaves a new column alone, so the column gets its default, which rows of today already have.
  const [, altered, checked, column] = addedValues.exec(statement) ?? []
  return checked !== undefined && altered === checked && columns.has(`${checked}.${column}`)
}

/** An index of an old column may refuse a value: two equal ones, or a long one. */
function addsIndex(statement: string, { tables, columns }: Added): boolean {
  const [, isUnique, table = '', list = ''] = addedIndex.exec(statement) ?? []
  if (tables.has(table)) return true
  const names = list.split(',').map((part) => /^"(\w+)"( DESC)?( NULLS LAST)?$/.exec(part)?.[1])
  return !isUnique && names.every((name) => name !== undefined && columns.has(`${table}.${name}`))
}

function fillsColumn(statement: string, { columns }: Added): boolean {
  const [, table, column] = filledColumn.exec(statement) ?? []
  return columns.has(`${table}.${column}`)
}

const fillsTable = (statement: string, { tables }: Added) =>
  tables.has(filledTable.exec(statement)?.[1] ?? '')

/** One statement on one line, without comments and without its semicolon */
function normalize(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')
}
