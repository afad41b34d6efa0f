import type { MailHooks } from './mail/mail-hooks.ts'
import { newsletterMailHooks } from './newsletter/mail-hooks.ts'
import { dataLinkMailHooks } from './privacy/data-links.ts'

/** The hooks of every feature that follows its emails. */
export const mailHooks: MailHooks = { ...newsletterMailHooks, ...dataLinkMailHooks }
