import type pg from 'pg'

/** The database that a restore replaces, which may be empty or of any version */
export type OldDatabase = {
  has(table: string, ...columns: string[]): boolean
  /** Returns no rows if the table lacks one of the columns. */
  read<Row extends pg.QueryResultRow>(text: string, table: string, ...columns: string[]): Promise<Row[]>
}

/** What a feature does when an older backup is restored */
export type RestoreSteps = {
  /** Reads what has ended in the old database. The returned function ends it again in the restored one. */
  keepEnded?(old: OldDatabase): Promise<(client: pg.Client) => Promise<void>>
  /** Stops what must not go on by itself. Does not depend on the old database, which may be lost. */
  stop?(client: pg.Client): Promise<Record<string, number>>
}
