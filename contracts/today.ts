import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { entryForms } from './people.ts'
import { settingsForm, withVersion } from './settings-version.ts'

/** Lines of a section that are shown; more of them are a link */
export const todayLines = 10

/** Counting new entries stops here. */
export const maxNewEntries = 100

/** Parts of Today, in their order on the screen */
export const todayTitles = {
  steps: 'Next steps',
  entries: 'Waiting for an answer',
  'other-days': 'Asked for other days',
  expiring: 'Offers about to lapse',
  drafts: 'Offers you haven’t sent',
  freed: 'Days that are free again',
  trainings: 'Trainings in the next two weeks',
  past: 'Trainings to mark as held',
  trainers: 'Days that need another trainer',
  mails: 'Emails',
  backup: 'Backup',
}
export type TodaySection = keyof typeof todayTitles
export const todaySections = Object.keys(todayTitles) as [TodaySection, ...TodaySection[]]

const todayLine = z.object({
  /** Unique within its section */
  key: z.string(),
  text: z.string(),
  note: z.string(),
  href: z.string(),
  /** True if it should have been done before today */
  isLate: z.boolean(),
  /** The next step that the line is about */
  step: z.nullable(z.object({ form: z.enum(entryForms), id: z.number(), step: z.number() })),
  /** A link to an action on another screen: a short text, more words after it for screen readers, and the URL */
  action: z.nullable(z.object({ text: z.string(), about: z.string(), href: z.string() })),
  /** The trainer whose days need another one */
  trainerId: z.nullable(z.number()),
})
export type TodayLine = z.infer<typeof todayLine>

const todaySection = z.object({
  id: z.enum(todaySections),
  lines: z.array(todayLine),
  /** Number of further lines, such as `23` or `90+`; null if there are none */
  more: z.nullable(z.string()),
  /** Where all lines are */
  moreHref: z.string(),
})
export type TodaySectionLines = z.infer<typeof todaySection>

const today = z.object({
  /** The calendar day in the site's time zone */
  day: z.string(),
  /** Sections with at least one line */
  sections: z.array(todaySection),
  /** Number of entries with the status New, also those that no line is about; at most `maxNewEntries` */
  newEntries: z.number(),
  /**
   * After a restore: emails, reminders, and deadlines of trainings wait until someone has looked at all live offers.
   * Null if they do not wait.
   */
  paused: z.nullable(
    z.object({
      since: z.string(),
      offers: z.array(todayLine),
      /** Upcoming trainings, whose reminders wait, too */
      trainings: z.number(),
    }),
  ),
})
export type Today = z.infer<typeof today>

export const todayRead = {
  method: 'GET',
  path: '/api/today',
  summary: 'List what needs attention today',
  response: today,
} satisfies Endpoint

const todaySettings = z.strictObject({
  /** True to send the lines of Today to the office each Monday at 7 AM */
  isMailed: z.boolean(),
})
export type TodaySettings = z.infer<typeof todaySettings>

const todaySettingsResponse = withVersion({
  settings: todaySettings,
  /** Recipient; null if there is none */
  notifyEmail: z.nullable(z.string()),
})
export type TodaySettingsResponse = z.infer<typeof todaySettingsResponse>

export const { read: todaySettingsRead, update: todaySettingsUpdate } = settingsForm('/api/settings/today', {
  read: 'Read whether the lines of Today are emailed each Monday',
  update: 'Set whether the lines of Today are emailed each Monday',
  values: todaySettings.shape,
  response: todaySettingsResponse,
})
