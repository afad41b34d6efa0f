import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { paths } from '../../contracts/paths.ts'
import type { Config } from '../config.ts'
import type { Database, Queryable } from '../db/connect.ts'
import { leadNotices } from '../db/schema/entries.ts'
import { enqueue, enqueueUnlessWaiting } from '../jobs/queue.ts'
import type { WriteEmail } from '../mail/email-templates.ts'
import { queueMail } from '../mail/outbox.ts'
import { readMailSettings } from '../settings/mail-settings.ts'
import { findOrganization } from '../settings/organization.ts'

export type Lead = {
  /** Of the person who wrote. */
  email: string
  /** What happened: `Ann joined the training waitlist`. */
  title: string
  /** What was filled in, label and answer; empty ones are left out. */
  answers: [label: string, answer: string][]
}

/** A batch is one transaction; a digest of more entries than this comes in several mails. */
const batch = 50
/** A flood of entries must not become a flood of emails, so more than this many in a window become a digest. */
const maxPerWindow = 10
const windowMinutes = 10
/** The hour of the daily notice, in the site's time zone. */
const digestHour = 7

/**
 * Tells the owner of a new entry, in the transaction that keeps it: at once or in the daily notice, as Settings, Mail
 * says. Never call it for an entry that looks like a machine's.
 */
export async function queueLeadNotice(tx: Queryable, lead: Lead): Promise<void> {
  const answers = lead.answers.filter(([, answer]) => answer !== '')
  await tx.insert(leadNotices).values({ email: lead.email.toLowerCase(), title: lead.title, answers })
  await enqueue(tx, 'lead-notices', {})
}

/** Nobody is told any more of somebody who was deleted; `email` in lower case. */
export async function dropNotices(tx: Queryable, email: string): Promise<void> {
  await tx.delete(leadNotices).where(eq(leadNotices.email, email))
}

/**
 * Writes the notifications that are due. One email each, unless more than `maxPerWindow` entries come within ten
 * minutes: then the rest wait and come as one digest. In the daily setting, all since yesterday morning in one digest.
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
  const organization = await findOrganization(db)
  const to = organization.notifyEmail ?? config.notifyEmail
  if (!to) {
    await db.delete(leadNotices)
    return
  }
  const { leadNotices: when } = await readMailSettings(db)
  const zone = organization.timeZone ?? config.site.timeZone
  if (when === 'daily' && !(await isDigestDue(db, zone))) return
  const peopleUrl = config.publicUrl + paths.adminPeople
  let form: 'each' | 'digest' = when === 'daily' ? 'digest' : 'each'
  for (;;) {
    const written = await db.transaction(async (tx) => {
      // Two jobs at once would each count only what the other one has not written yet.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('lead notices', 0))`)
      if (form === 'each') {
        const { recent, waiting, windowEnds } = await countNotices(tx)
        if (recent + waiting > maxPerWindow) {
          if (windowEnds) {
            await enqueueUnlessWaiting(tx, 'lead-notices', {}, windowEnds)
            return 0
          }
          // All batches of a flood are digests, although the first one fills the window.
          form = waiting > 1 ? 'digest' : 'each'
        }
      }
      const rows = await tx
        .select()
        .from(leadNotices)
        .orderBy(leadNotices.id)
        .limit(batch)
        .for('update', { skipLocked: true })
      if (rows.length === 0) return 0
      if (form === 'digest') {
        await queueMail(tx, { kind: 'lead', to, ...(await writeDigest(writeEmail, rows, peopleUrl)) })
      } else
        for (const row of rows) {
          const email = await writeEmail({ template: 'leadNotice', props: { ...row, peopleUrl } })
          await queueMail(tx, { kind: 'lead', to, onceKey: `lead:${row.id}`, ...email, about: [row.email] })
        }
      await tx.delete(leadNotices).where(
        inArray(
          leadNotices.id,
          rows.map((row) => row.id),
        ),
      )
      return rows.length
    })
    if (written < batch) return
  }
}

type NoticeCounts = {
  /** Entries that the owner was told of within the last ten minutes. */
  recent: number
  /** Entries that the owner has not been told of. */
  waiting: number
  /** When ten minutes have passed since the last email; null where they have passed already. */
  windowEnds: Date | null
}

async function countNotices(tx: Queryable): Promise<NoticeCounts> {
  const window = sql`make_interval(mins => ${windowMinutes})`
  const { rows } = await tx.execute<{ recent: number; waiting: number; ends: string | null }>(sql`
    select coalesce(sum(coalesce(jsonb_array_length(parts), 1)), 0)::int as recent,
      (select count(*)::int from lead_notices) as waiting, (max(created_at) + ${window})::text as ends
    from outbox_messages where kind = 'lead' and created_at > now() - ${window}`)
  const { recent = 0, waiting = 0, ends = null } = rows[0] ?? {}
  return { recent, waiting, windowEnds: ends === null ? null : new Date(ends) }
}

/** One mail for all of them, cut up so that each can be taken out of it later. */
async function writeDigest(writeEmail: WriteEmail, leads: Lead[], peopleUrl: string) {
  // Nobody can type it into a form.
  const mark = randomUUID()
  const email = await writeEmail({ template: 'leadDigest', props: { leads, peopleUrl, mark } })
  const text = email.text.split(mark).map((piece) => piece.trim())
  const html = email.html.split(mark)
  return {
    subject: email.subject,
    text: `${text.join('\n\n\n')}\n`,
    html: html.join(''),
    about: leads.map(({ email }) => email),
    // Before the first mark and after the last one stands the frame.
    parts: leads.map(({ email }, index) => ({
      email,
      text: text[index + 1] ?? '',
      html: html[index + 1] ?? '',
    })),
  }
}

/** Whether something has waited since before the last 7 o'clock. */
async function isDigestDue(db: Database, zone: string): Promise<boolean> {
  const local = sql`now() at time zone ${zone}`
  const hours = sql`${digestHour} * interval '1 hour'`
  const lastHour = sql`(date_trunc('day', ${local} - ${hours}) + ${hours}) at time zone ${zone}`
  const [row] = await db
    .select({ id: leadNotices.id })
    .from(leadNotices)
    .where(sql`${leadNotices.createdAt} < ${lastHour}`)
    .limit(1)
  return row !== undefined
}
