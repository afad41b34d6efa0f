import pg from 'pg'

/** Returns a function that fills a database with many rows, and then analyzes it as autovacuum does in production. */
export const fillWith =
  (fill: (client: pg.Client, rows: number) => Promise<unknown>) =>
  async (connectionString: string, rows: number): Promise<void> => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      await fill(client, rows)
      await client.query('vacuum analyze')
    } finally {
      await client.end()
    }
  }
