import { planMailHooks } from './entries/plan-links.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import { newsletterMailHooks } from './newsletter/mail-hooks.ts'
import { dataLinkMailHooks } from './privacy/data-links.ts'
import { trainingMailHooks } from './trainings/mails/mail-hooks.ts'

/** The hooks of all features by kind of email */
export const mailHooks: MailHooks = {
  ...newsletterMailHooks,
  ...dataLinkMailHooks,
  ...planMailHooks,
  ...trainingMailHooks,
}
