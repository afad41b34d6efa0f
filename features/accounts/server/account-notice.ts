import { sql } from 'drizzle-orm'
import { paths } from '../../contracts/paths.ts'
import { rights } from '../../contracts/roles.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { users } from '../db/schema/accounts.ts'
import { hashToken } from '../http/tokens.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import { mailKind, queueMail } from '../mail/outbox.ts'
import { findOrganization } from '../organization.ts'
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
  const { notifyEmail = config.notifyEmail } = await findOrganization(db)
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
