import { mailSettings } from '../../contracts/mail-settings.ts'
import { defineSetting } from '../db/settings.ts'

export const { read: readMailSettings, write: writeMailSettings } = defineSetting('mail', mailSettings, {
  leadNotices: 'each',
})
