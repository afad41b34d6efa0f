import { mailSettings } from '../../../../core/contract/mail-settings.ts'
import { defineSetting } from '../../../../core/server/db/settings.ts'

export const { read: readMailSettings, write: writeMailSettings } = defineSetting('mail', mailSettings, {
  leadNotices: 'each',
})
