import type pg from 'pg'

/** The sequences of rows that calendars know, after a restore */
export function sequencesOf(...tables: string[]) {
  const all = tables.map((table) => `select sequence from public.${table}`).join(' union all ')
  const lastSequence = `select coalesce(max(sequence), 0) as last from (${all}) as all_sequences`
  return {
    /** Query for the highest one */
    lastSequence,
    /**
     * Raises the sequence of every row above whatever people may have been told since the backup, so that no new email
     * has the Message-ID of an earlier one, and no calendar ignores a change as outdated (RFC 5546, 2.1.4). The seconds
     * since 2026 are far above any count of changes. They also grow from one restore to the next, if the replaced
     * database (`lastBefore`) is not known.
     */
    async raiseSequences(client: Pick<pg.Client, 'query'>, lastBefore: number): Promise<void> {
      const { rows } = await client.query<{ next: number }>(
        `select greatest(last, $1, extract(epoch from clock_timestamp() - '2026-01-01 00:00Z'))::int + 1 as next
         from (${lastSequence}) as found`,
        [lastBefore],
      )
      for (const table of tables) await client.query(`update ${table} set sequence = $1`, [rows[0]?.next])
    },
  }
}
