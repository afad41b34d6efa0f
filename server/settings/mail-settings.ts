import { type MailSettings, mailSettings } from '../../contracts/mail-settings.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const mailKey = 'mail'

export async function readMailSettings(db: Queryable): Promise<MailSettings> {
  return (await readSetting(db, mailKey, mailSettings)) ?? { leadNotices: 'each' }
}

export function saveMailSettings(db: Queryable, by: ActingUser, value: MailSettings): Promise<void> {
  return db.transaction(async (tx) => {
    await writeSetting(tx, mailKey, value)
    await recordActivity(tx, { action: 'setting-changed', by, details: { setting: 'mail' } })
  })
}
