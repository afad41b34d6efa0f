import { sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import { paths } from '../../../core/contract/paths.ts'
import { rights } from '../../../core/contract/roles.ts'
import type { Database } from '../../../core/server/db/connect.ts'
import { hashToken } from '../../../core/server/http/tokens.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { mailKind, queueMail } from '../../../core/server/mail/outbox.ts'
import { findNotifyEmail } from '../../../core/server/organization.ts'
import { users } from '../schema/accounts.ts'
import { guessWindowSeconds } from './guess-limit.ts'

export const securityMail = mailKind('security', 'Security', 14, { role: rights.manageTeam })

/**
 * Job: emails the owner, at most once a day for each account, that someone keeps guessing its password. The job is also
 * queued for unknown usernames, so that the response time of a sign-in does not reveal which users exist.
 */
export async function sendAccountNotice(
  { config, db, writeEmail }: { config: Config; db: Database; writeEmail: WriteEmail },
  { account }: { account: string },
): Promise<void> {
  const notifyEmail = await findNotifyEmail(db, config)
  const all = await db
    .select({ id: users.id, username: users.username, folded: sql<string>`lower(${users.username})` })
    .from(users)
  const user = all.find(({ folded }) => hashToken(folded) === account)
  if (!user || !notifyEmail) return
  const props = {
    username: user.username,
    minutes: guessWindowSeconds / 60,
    url: new URL(paths.adminSettingsTab('account'), config.publicUrl).href,
  }
  const email = await writeEmail({ template: 'accountLocked', props })
  const day = new Date().toISOString().slice(0, 10)
  const onceKey = `account-notice:${user.id}:${day}`
  await queueMail(db, { kind: securityMail, to: notifyEmail, ...email, onceKey })
}
