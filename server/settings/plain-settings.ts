import { aiSettings, defaultAiSettings } from '../../contracts/ai-settings.ts'
import { type MailSettings, mailSettings } from '../../contracts/mail-settings.ts'
import { planSettings } from '../../contracts/plan.ts'
import { defineSetting } from '../db/settings.ts'

/** Settings for every request to AI services. */
export const { read: readAiSettings, write: writeAiSettings } = defineSetting(
  'assistant',
  aiSettings,
  defaultAiSettings,
)

export const { read: readMailSettings, write: writeMailSettings } = defineSetting<MailSettings>(
  'mail',
  mailSettings,
  {
    leadNotices: 'each',
  },
)

export const { read: readPlanSettings, write: writePlanSettings } = defineSetting('plan', planSettings, {
  emailLink: false,
})
