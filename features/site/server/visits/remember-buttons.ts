import { eq, sql } from 'drizzle-orm'
import type { SiteContent } from '../../../../core/contract/site.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { nameItemButtons } from '../../contract/clicks.ts'
import { countedButtons } from '../../schema/visits.ts'

/** Keeps the names of the buttons of services and apps, so that their clicks stay readable after they are removed. */
export async function rememberButtons(
  tx: Queryable,
  content: Partial<Pick<SiteContent, 'services' | 'apps'>>,
): Promise<void> {
  const rows = nameItemButtons(content).map(([service, name]) => ({ service, name }))
  if (rows.length === 0) return
  await tx
    .insert(countedButtons)
    .values(rows)
    .onConflictDoUpdate({ target: countedButtons.service, set: { name: sql`excluded.name` } })
}

/** Buttons that the site has, or had once, by the value of `service` */
export async function listFormerButtons(db: Queryable): Promise<Map<string, string>> {
  const rows = await db.select().from(countedButtons)
  return new Map(rows.map(({ service, name }) => [service, name]))
}

export async function isFormerButton(db: Queryable, service: string): Promise<boolean> {
  return (await db.$count(countedButtons, eq(countedButtons.service, service))) > 0
}
