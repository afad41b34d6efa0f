import { type Today, todaySections } from '../../contracts/today.ts'
import type { Queryable } from '../db/connect.ts'
import type { Feature } from '../feature.ts'
import type { TodayPart, TodayReader } from '../today-section.ts'
import { listMails } from './mail-lines.ts'

/** Reads what each feature says: the sections that have lines and that the role may see, in their order, and more. */
export async function readToday(
  db: Queryable,
  features: Feature[],
  reader: TodayReader,
): Promise<Omit<Today, 'day'> & TodayPart> {
  const [mails, ...parts] = await Promise.all([
    listMails(db, reader),
    ...features.map(({ today }) => today?.(db, reader)),
  ])
  const sections = [mails, ...parts.flatMap((part) => part?.sections ?? [])]
    .filter(({ lines }) => lines.length > 0)
    .sort((a, b) => todaySections.indexOf(a.id) - todaySections.indexOf(b.id))
  return Object.assign({ newEntries: 0, paused: null }, ...parts, { sections })
}
