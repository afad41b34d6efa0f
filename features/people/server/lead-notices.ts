import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { Config } from '../../../core/config.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import { enqueue, enqueueUnlessWaiting, type Job } from '../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../core/server/mail/email-templates.ts'
import { mailKind, queueMail } from '../../../core/server/mail/outbox.ts'
import { readOffice } from '../../../core/server/organization.ts'
import { readMailSettings } from '../../site/server/settings/mail-settings.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import type { Lead as LeadEmail } from '../emails/people-emails.tsx'
import { leadNotices } from '../schema/entries.ts'

export const leadMail = mailKind('lead', 'New entry', 4, { isNotice: true })

/** The email about an entry, and the address of its sender */
export type Lead = LeadEmail & { email: string }

export const leadNoticesJob: Job = { name: 'lead-notices', seconds: 120, cron: '0 * * * *' }

/** Max entries (submitted forms) per transaction. A digest of more entries becomes several emails. */
const batch = 50
/** Max emails in a window. More entries become a digest. */
const maxPerWindow = 10
const windowMinutes = 10
/** Hour of the daily digest in the site's time zone */
const digestHour = 7

/**
 * Queues a notification for the owner in the transaction that stores an entry. The settings decide whether it is sent
 * at once or in the daily digest. Do not call this for spam.
 */
export async function queueLeadNotice(tx: Queryable, lead: Lead): Promise<void> {
  const answers = lead.answers.filter(([, answer]) => answer !== '')
  await tx.insert(leadNotices).values({ email: lead.email.toLowerCase(), title: lead.title, answers })
  await enqueue(tx, leadNoticesJob, {})
}

/**
 * Queues the notification emails that are due: one per entry, or a digest if more than `maxPerWindow` entries arrive
 * within ten minutes. With the daily setting, all entries since yesterday morning become one digest.
 */
export async function sendLeadNotices({
  db,
  config,
  writeEmail,
}: {
  db: Database
  config: Config
  writeEmail: WriteEmail
}): Promise<void> {
  const { site, notifyEmail: to } = await readOffice(db, config)
  if (!to) {
    await db.delete(leadNotices)
    return
  }
  const { leadNotices: when } = await readMailSettings(db)
  if (when === 'daily' && !(await isDigestDue(db, site.timeZone))) return
  const peopleUrl = config.publicUrl + peoplePaths.adminPeople
  let form: 'each' | 'digest' = when === 'daily' ? 'digest' : 'each'
  for (;;) {
    const written = await db.transaction(async (tx) => {
      // Without this lock, simultaneous jobs would not count each other's emails.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('lead notices', 0))`)
      let most = batch
      if (form === 'each') {
        const { recent, waiting, windowEnds } = await countNotices(tx)
        if (recent + waiting > maxPerWindow) {
          if (windowEnds) {
            await enqueueUnlessWaiting(tx, leadNoticesJob, {}, windowEnds)
            return 0
          }
          // All batches of a flood are digests, even though the first digest already fills the window.
          form = waiting > 1 ? 'digest' : 'each'
        }
        // An entry that arrives now was not counted. Its own job sends its email.
        most = Math.min(batch, waiting)
      }
      const rows = await tx
        .select()
        .from(leadNotices)
        .orderBy(leadNotices.id)
        .limit(most)
        .for('update', { skipLocked: true })
      if (rows.length === 0) return 0
      if (form === 'digest') {
        await queueMail(tx, { kind: leadMail, to, ...(await writeDigest(writeEmail, rows, peopleUrl)) })
      } else
        for (const row of rows) {
          const email = await writeEmail({ template: 'leadNotice', props: { ...row, peopleUrl } })
          await queueMail(tx, { kind: leadMail, to, onceKey: `lead:${row.id}`, ...email, about: [row.email] })
        }
      const ids = rows.map(({ id }) => id)
      await tx.delete(leadNotices).where(inArray(leadNotices.id, ids))
      return rows.length
    })
    if (written < batch) return
  }
}

/**
 * Counts the entries in emails of the last ten minutes, and those without an email. `windowEnds` is ten minutes after
 * the last email; null if there was none in the last ten minutes.
 */
async function countNotices(tx: Queryable) {
  const window = sql`make_interval(mins => ${windowMinutes})`
  const { rows } = await tx.execute<{ recent: number; waiting: number; ends: string | null }>(sql`
    select coalesce(sum(coalesce(jsonb_array_length(parts), 1)), 0)::int as recent,
      (select count(*)::int from lead_notices) as waiting, (max(created_at) + ${window})::text as ends
    from outbox_messages where kind = 'lead' and created_at > now() - ${window}`)
  const { recent = 0, waiting = 0, ends = null } = rows[0] ?? {}
  return { recent, waiting, windowEnds: ends === null ? null : new Date(ends) }
}

/** Writes one email for all entries, split into parts so that each can be removed from it later. */
async function writeDigest(writeEmail: WriteEmail, leads: Lead[], peopleUrl: string) {
  // A random separator, so that no one can type it into a form.
  const mark = randomUUID()
  const email = await writeEmail({ template: 'leadDigest', props: { leads, peopleUrl, mark } })
  const text = email.text.split(mark).map((piece) => piece.trim())
  const html = email.html.split(mark)
  return {
    subject: email.subject,
    text: `${text.join('\n\n\n')}\n`,
    html: html.join(''),
    about: leads.map(({ email }) => email),
    // The frame of the email is before the first mark and after the last one.
    parts: leads.map(({ email }, index) => ({
      email,
      text: text[index + 1] ?? '',
      html: html[index + 1] ?? '',
    })),
  }
}

/** True if a notification has been waiting since before the last 7 AM. */
async function isDigestDue(db: Database, zone: string): Promise<boolean> {
  const local = sql`now() at time zone ${zone}`
  const hours = sql`${digestHour} * interval '1 hour'`
  const lastHour = sql`(date_trunc('day', ${local} - ${hours}) + ${hours}) at time zone ${zone}`
  return (await db.$count(leadNotices, sql`${leadNotices.createdAt} < ${lastHour}`)) > 0
}
