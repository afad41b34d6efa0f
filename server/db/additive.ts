/**
 * True if a version of the app that does not know a migration can keep using the database after it: the migration only adds
 * tables, columns that may be left out, and indexes that forbid nothing.
 */
export function isAdditive(statements: string[]): boolean {
  const added: Added = { tables: new Set(), columns: new Set() }
  return statements.map(normalize).every((statement) => statement === '' || adds(statement, added))
}

/** The tables that a migration creates */
export function listCreatedTables(statements: string[]): string[] {
  return statements.flatMap((statement) => createdTable.exec(normalize(statement))?.[1] ?? [])
}

/** What the same migration has added before. A column is written as "table.column". */
type Added = { tables: Set<string>; columns: Set<string> }

const createdTable = /^CREATE TABLE "(\w+)" \(/
const addedColumn = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" (.*)$/
const addedKey =
  /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" FOREIGN KEY \("(\w+)"\) REFERENCES "public"\."(\w+)"\("\w+"\) ON DELETE (.+?) ON UPDATE/
const addedConstraint = /^ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+" (?!FOREIGN)/
const addedIndex = /^CREATE (UNIQUE )?INDEX "\w+" ON "(\w+)" /
const filledColumn = /^UPDATE "(\w+)" SET "(\w+)" = [^,]+$/

/** Notes what a statement adds. Returns false if it does anything else, or may forbid what an earlier version does. */
function adds(statement: string, { tables, columns }: Added): boolean {
  if (statement.includes(';')) return false
  const [, created] = createdTable.exec(statement) ?? []
  if (created) {
    tables.add(created)
    return !/\bREFERENCES\b/i.test(statement)
  }
  const [, table = '', column = '', definition = ''] = addedColumn.exec(statement) ?? []
  if (table) {
    columns.add(`${table}.${column}`)
    const isOptional = /\bDEFAULT\b/.test(definition) || !/\bNOT NULL\b/.test(definition)
    return isOptional && !/\b(UNIQUE|PRIMARY|CHECK|REFERENCES|GENERATED)\b/.test(definition)
  }
  const [, from = '', by = '', to = '', onDelete = ''] = addedKey.exec(statement) ?? []
  // An earlier version does not know the rows that refer to a row that it deletes.
  if (from)
    return (
      (tables.has(from) || columns.has(`${from}.${by}`)) &&
      (tables.has(to) || /cascade|set null/.test(onDelete))
    )
  const [, constrained] = addedConstraint.exec(statement) ?? []
  if (constrained) return tables.has(constrained)
  const [, unique, indexed = ''] = addedIndex.exec(statement) ?? []
  if (indexed) return !unique || tables.has(indexed)
  const [, filled, filledBy] = filledColumn.exec(statement) ?? []
  return filled !== undefined && (tables.has(filled) || columns.has(`${filled}.${filledBy}`))
}

/** One statement on one line, without comments and without its semicolon */
function normalize(statement: string): string {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/;$/, '')
}
