import type { SiteSettings } from '../../../contracts/site.ts'
import type { Queryable } from '../../db/connect.ts'
import type { Feature } from '../../feature.ts'
import { writeCalendar } from '../ics/calendar-file.ts'

/** The calendar of a trainer as iCalendar text. It is the same text as long as nothing changes. */
export async function writeFeed(
  db: Queryable,
  features: readonly Feature[],
  site: SiteSettings,
  trainerId: number,
): Promise<string> {
  const { name, timeZone } = site
  const lists = features.map(({ calendar }) => calendar?.listEvents(db, site, trainerId) ?? [])
  const events = (await Promise.all(lists)).flat()
  return writeCalendar({ name: `Trainings, ${name}`, timeZone, events })
}
