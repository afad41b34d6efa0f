import { expect } from 'vitest'
import type { TestServer } from './launch-server.ts'

/** Waits until no job with this name is waiting or running. */
export async function finishJobs(server: TestServer, name: string): Promise<void> {
  const open = () =>
    server.query(`select state from pgboss.job where name = $1 and state in ('created', 'active', 'retry')`, [
      name,
    ])
  await expect.poll(open, { timeout: 10_000 }).toEqual([])
}
