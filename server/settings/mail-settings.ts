import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type MailSettings, mailSettings } from '../../contracts/mail-settings.ts'
import type { Queryable } from '../db/connect.ts'
import { settings } from '../db/schema/settings.ts'

const mailKey = 'mail'

export async function readMailSettings(db: Queryable): Promise<MailSettings> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, mailKey))
  return row ? z.parse(mailSettings, row.value) : { leadNotices: 'each' }
}

export async function saveMailSettings(db: Queryable, value: MailSettings): Promise<void> {
  await db
    .insert(settings)
    .values({ key: mailKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } })
}
