import { sql } from 'drizzle-orm'
import { formatDate } from '../../../core/contract/format-date.ts'
import { paths } from '../../../core/contract/paths.ts'
import { may } from '../../../core/contract/roles.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { type Line, line, type TodayPart, type TodayReader } from '../../manifest/today-section.ts'
import { findLast } from './last-backup.ts'
import { listKept } from './rotate-backups.ts'

/** Days without a backup after which Today says so. A backup is made each night. */
const backupDays = 2
const dayMs = 24 * 60 * 60 * 1000

/** Says that there has been no backup for days. Only owners can do something about it. */
export async function readBackupToday(
  db: Queryable,
  { role, config: { backupsFolder, backupsKeep }, clock: { timeZone } }: TodayReader,
): Promise<TodayPart> {
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
  return { sections: [{ id: 'backup', lines, more: null, moreHref: paths.adminSettingsTab('backup') }] }
}

/** When the first account was made. A site that is younger than a few days needs no backup yet. */
async function findFirstAccount(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select min(created_at)::text as at from users`)
  return rows[0]?.at ?? undefined
}
