import type { Config } from '../../../core/config.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { enqueue, type Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { openLink, sealLink } from '../../../core/server/mail/encrypted-link.ts'
import { readSiteSettings } from '../../site/server/settings/site-source.ts'
import { readMailing } from './invite-mails.ts'
import { askForLink } from './invites.ts'

/** `sealed`: the address that a visitor typed, encrypted so that the queue holds no plain text */
export const lostLinkJob: Job<{ sealed: string }> = { name: 'lost-link', seconds: 60, keptSeconds: 60 }

/**
 * Records a request for a new link. A job looks up the address, so that the response time does not reveal whether it
 * was invited.
 */
export async function requestLostLink(db: Database, email: string): Promise<void> {
  await enqueue(db, lostLinkJob, { sealed: await sealLink(db, email) })
}

/** The job of `requestLostLink`: notifies the editor if the address was invited. */
export async function sendLostLink(
  deps: { config: Config; db: Database; writeEmail: WriteEmail },
  { sealed }: { sealed: string },
): Promise<void> {
  const { config, db } = deps
  const siteSource = { read: () => readSiteSettings(db, config.site) }
  await askForLink(db, { email: await openLink(db, sealed) }, await readMailing({ ...deps, siteSource }))
}
