import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Config } from '../../../../core/config.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { type ConnectionSource, sendsByHand } from '../../../../core/server/connected-services.ts'
import type { Database } from '../../../../core/server/db/connect.ts'
import { readOff } from '../../../../core/server/db/features-off.ts'
import { writeSetting } from '../../../../core/server/db/settings.ts'
import type { Job } from '../../../../core/server/jobs/queue.ts'
import type { WriteEmail } from '../../../../core/server/mail/email-templates.ts'
import { mailKindsOf } from '../../../../core/server/mail/mail-hooks.ts'
import { mailKind, queueMail } from '../../../../core/server/mail/outbox.ts'
import { readOffice } from '../../../../core/server/organization.ts'
import { type Feature, isOn } from '../../../../features/manifest/feature.ts'
import type { Section } from '../../../../features/manifest/today-section.ts'
import { findLastMonday } from './last-monday.ts'
import { mergeToday, newsSection, readToday } from './read-today.ts'
import { findTodaySettings, type StoredTodaySettings, todaySettingsKey } from './today-settings.ts'

export const mondayMail = mailKind('today', 'Monday email', 9, { isNotice: true })

/** Often enough for time zones that are a part of an hour off */
export const mondayEmailJob: Job = { name: 'monday-email', seconds: 120, cron: '*/15 * * * *' }

export type MondayDeps = {
  db: Database
  config: Config
  connections: ConnectionSource
  writeEmail: WriteEmail
  features: Feature[]
}

/**
 * Queues the Monday email: once a week, on Monday from 7 AM in the site's time zone. A Monday on which nothing needs
 * attention at that time, or on which the site was off all day, has none.
 */
export async function sendMondayEmail(
  { db, config, connections, writeEmail, features }: MondayDeps,
  now = new Date(),
): Promise<void> {
  const { site, notifyEmail: to } = await readOffice(db, config)
  const { timeZone } = site
  const monday = findLastMonday(now, timeZone)
  if (!monday.isToday || !to) return
  const isDue = (settings: StoredTodaySettings | undefined) =>
    settings?.isMailed === true && settings.week !== monday.day
  if (!isDue(await findTodaySettings(db))) return
  const today = await readToday(db, features.filter(isOn(await readOff(db))), {
    config,
    clock: { today: monday.day, timeZone },
    userId: null,
    role: 'owner',
    mailKinds: mailKindsOf(features),
    sendsByHand: await sendsByHand(connections),
    since: sql`now()`,
  })
  const sections = today.sections.filter(({ id }) => id !== newsSection)
  const email = await writeMondayEmail(writeEmail, mergeToday(features).titles, sections, config.publicUrl)
  await db.transaction(async (tx) => {
    // The lock makes simultaneous jobs take turns, and the noted week makes all but the first one stop.
    const settings = await findTodaySettings(tx, { lock: 'update' })
    if (!settings || !isDue(settings)) return
    await writeSetting(tx, todaySettingsKey, { ...settings, week: monday.day })
    if (sections.length === 0) return
    // The key also holds if the clock was set back, so that the noted week is another one.
    await queueMail(tx, { kind: mondayMail, to, onceKey: `today:${monday.day}`, ...email })
  })
}

/** Writes the email, split into parts so that the line about each person can be removed from it later. */
async function writeMondayEmail(
  writeEmail: WriteEmail,
  titles: Record<string, string>,
  sections: Section[],
  publicUrl: string,
) {
  // A random separator, so that no one can type it into a form.
  const mark = randomUUID()
  const props = {
    sections: sections.map(({ id, lines, more }) => ({
      title: titles[id] ?? id,
      lines: lines.map(({ text, note, href }) => ({ text, note, url: publicUrl + href })),
      more,
    })),
    todayUrl: publicUrl + paths.adminToday,
    mark,
  }
  const email = await writeEmail({ template: 'mondayEmail', props })
  const text = email.text.split(mark).map((piece) => piece.trim())
  const html = email.html.split(mark)
  // Between the lines of two sections is a piece with the next title.
  const people = sections.flatMap(({ lines }) => [[], ...lines.map(({ emails }) => emails)])
  const parts = people.flatMap((emails, index) =>
    emails.map((email) => ({ email, text: text[index] ?? '', html: html[index] ?? '' })),
  )
  return {
    subject: email.subject,
    text: `${text.filter((piece) => piece !== '').join('\n\n')}\n`,
    html: html.join(''),
    about: parts.map(({ email }) => email),
    parts,
  }
}
