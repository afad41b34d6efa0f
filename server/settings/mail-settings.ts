import { type MailSettings, mailSettings } from '../../contracts/mail-settings.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const mailKey = 'mail'

export async function readMailSettings(db: Queryable): Promise<MailSettings> {
  return (await readSetting(db, mailKey, mailSettings)) ?? { leadNotices: 'each' }
}

export const writeMailSettings = (tx: Queryable, value: MailSettings) => writeSetting(tx, mailKey, value)
