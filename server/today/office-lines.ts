import { and, eq, lt, sql } from 'drizzle-orm'
import { formatDate } from '../../contracts/format-date.ts'
import { paths } from '../../contracts/paths.ts'
import { may, type Role } from '../../contracts/roles.ts'
import { findLast } from '../backups/last-backup.ts'
import { listKept } from '../backups/rotate-backups.ts'
import type { Config } from '../config.ts'
import { countUpTo } from '../db/capped-count.ts'
import type { Queryable } from '../db/connect.ts'
import { outboxMessages } from '../db/schema/mail.ts'
import { heldUntil } from '../mail/outbox.ts'
import { isVisibleTo } from '../mail/outbox-list.ts'
import { type Line, line, type Section, type TodayClock } from './today-section.ts'

const maxMails = 100
/** Days without a backup after which Today says so. A backup is made each night. */
const backupDays = 2
const dayMs = 24 * 60 * 60 * 1000

/** Emails that failed, and without a mail server those that wait to be sent by hand */
export async function listMails(
  db: Queryable,
  role: Role,
  { sendsByHand }: { sendsByHand: boolean },
): Promise<Section> {
  const count = (condition: ReturnType<typeof and>) =>
    countUpTo(db, outboxMessages, and(condition, isVisibleTo(role)), maxMails)
  const [failed, waiting] = await Promise.all([
    count(eq(outboxMessages.status, 'failed')),
    sendsByHand
      ? count(and(eq(outboxMessages.status, 'queued'), lt(outboxMessages.nextAttemptAt, heldUntil)))
      : 0,
  ])
  const emails = (found: number) =>
    found === 1 ? 'One email' : `${found < maxMails ? found : '100 or more'} emails`
  const lines = [
    failed > 0 &&
      line({
        key: 'failed',
        text: `${emails(failed)} couldn’t be sent`,
        note: 'The Outbox says why, and sends again.',
        href: `${paths.adminOutbox}?status=failed`,
        isLate: true,
      }),
    waiting > 0 &&
      line({
        key: 'waiting',
        text: `${emails(waiting)} for you to send`,
        note: 'Email isn’t set up, so you send them with your own email app.',
        href: `${paths.adminOutbox}?status=queued`,
      }),
  ]
  return { id: 'mails', lines: lines.filter((one) => one !== false), more: null, moreHref: paths.adminOutbox }
}

/** Says that there has been no backup for days. Only owners can do something about it. */
export async function listBackupProblem(
  db: Queryable,
  role: Role,
  { backupsFolder, backupsKeep }: Config,
  { timeZone }: TodayClock,
): Promise<Section> {
  const lines: Line[] = []
  if (may({ role }, 'manageSite') && backupsKeep > 0) {
    const last = await findLast(db)
    const [newest] = await listKept(backupsFolder).catch(() => [])
    const finished = last?.problem === null ? last.finishedAt : null
    const madeAt = [newest?.madeAt, finished]
      .filter((time) => time != null)
      .sort()
      .at(-1)
    const since = madeAt ?? (await findFirstAccount(db))
    if (since !== undefined && Date.parse(since) < Date.now() - backupDays * dayMs)
      lines.push(
        line({
          key: 'backup',
          text: madeAt
            ? `The last backup was made ${formatDate(madeAt, { timeZone })}`
            : 'No backup has been made yet',
          note: last?.problem ?? 'One should be made each night. Make one now, and see whether it works.',
          href: paths.adminSettingsTab('backup'),
          isLate: true,
        }),
      )
  }
  return { id: 'backup', lines, more: null, moreHref: paths.adminSettingsTab('backup') }
}

/** When the first account was made. A site that is younger than a few days needs no backup yet. */
async function findFirstAccount(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(created_at)::text as at from users`)
  return rows[0]?.at ?? undefined
}
