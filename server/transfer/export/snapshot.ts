import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Queryable } from '../../db/connect.ts'
import { openClient } from '../../db/connect.ts'
import { openSnapshot } from '../../db/snapshot.ts'

export type Snapshot = {
  db: Queryable
  /** ISO 8601 */
  madeAt: string
  close(): Promise<void>
}

/** Opens one state of the whole database, so that an export is consistent while people keep editing. */
export async function openExportSnapshot(connectionString: string): Promise<Snapshot> {
  const client = await openClient(connectionString, 'everyday-ai export')
  try {
    const madeAt = await openSnapshot(client)
    return { db: drizzle(oneByOne(client)), madeAt, close: () => client.end().catch(() => {}) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Features run several queries at once, which needs more than one connection; a snapshot has only one. */
function oneByOne(client: pg.Client): pg.Client {
  let last: Promise<unknown> = Promise.resolve()
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'query') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return (...args: Parameters<pg.Client['query']>) => {
        const result = last.then(() => target.query(...args))
        last = Promise.resolve(result).catch(() => {})
        return result
      }
    },
  })
}
