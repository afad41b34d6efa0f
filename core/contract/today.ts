import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { settingsForm, withVersion } from './settings-version.ts'

/** Lines of a section that are shown; more of them are a link */
export const todayLines = 10

/** The list under which it is kept when a user last marked what is new as seen */
export const newsList = 'today'

/** Lines, sections, and Today have what features add, too (`TodayFeature` in features/manifest/today-section.ts). */
const lineShape = {
  /** Unique within its section */
  key: z.string(),
  text: z.string(),
  note: z.string(),
  href: z.string(),
  /** True if it should have been done before today */
  isLate: z.boolean(),
  /** True if it goes away once the user has marked what is new as seen */
  isNews: z.boolean(),
  /** A link to an action on another screen: a short text, more words after it for screen readers, and the URL */
  action: z.nullable(z.object({ text: z.string(), about: z.string(), href: z.string() })),
}
const todayLine = z.looseObject(lineShape)
export type TodayLine = z.infer<typeof todayLine>

/** A line with what a feature adds to it */
export const todayLineWith = <Shape extends z.core.$ZodShape>(added: Shape) =>
  z.object({ ...lineShape, ...added })

const sectionOf = <Line extends z.ZodMiniType>(id: z.ZodMiniType<string>, line: Line) =>
  z.object({
    id,
    lines: z.array(line),
    /** Number of further lines, such as `23` or `90+`; null if there are none */
    more: z.nullable(z.string()),
    /** Where all lines are */
    moreHref: z.string(),
  })
const todaySection = sectionOf(z.string(), todayLine)
export type TodaySectionLines = z.infer<typeof todaySection>

const today = z.looseObject({
  /** The calendar day in the site's time zone */
  day: z.string(),
  /** Sections with at least one line */
  sections: z.array(todaySection),
})
export type Today = z.infer<typeof today>

export const todayRead = endpoint('GET', '/api/today', {
  summary: 'List what needs attention today',
  response: today,
})

/** Describes Today with the ids of sections and what features add to it and to its lines. */
export const describeToday = (
  id: z.ZodMiniType<string>,
  line: z.core.$ZodShape,
  added: z.core.$ZodShape,
) => ({
  ...todayRead,
  response: z.object({ ...today.shape, sections: z.array(sectionOf(id, todayLineWith(line))), ...added }),
})

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
