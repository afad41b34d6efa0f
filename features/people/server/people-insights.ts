import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { type DayRange, type SignUpForm, within } from '../../manifest/insights-part.ts'
import { entryForms } from '../contract/people.ts'
import { planTopics } from '../contract/plan.ts'
import { trainingWaitlist } from '../schema/entries.ts'
import { planAnswers } from '../schema/plan.ts'
import { entryTables } from './entry-tables.ts'

/** Counts what people on the waitlist answered to "Help us plan", without spam. */
export async function countPlans(db: Queryable, range: DayRange) {
  // Each row counts equal values of one of the three columns; the other two are null.
  const { rows } = await db.execute<{
    people: number
    answered: boolean | null
    topics: string[] | null
    months: number[] | null
  }>(
    sql`select count(*)::int as people, entry_id is not null as answered, topics, months
      from ${trainingWaitlist} left join ${planAnswers} on entry_id = id
      where suspected_at is null and ${within(sql`created_at`, range)}
      group by grouping sets (entry_id is not null, topics, months)`,
  )
  const count = (isCounted: (row: (typeof rows)[number]) => boolean | undefined) =>
    rows.filter(isCounted).reduce((sum, { people }) => sum + people, 0)
  return {
    joined: count(({ answered }) => answered !== null),
    answered: count(({ answered }) => answered === true),
    topics: planTopics.map((topic) => ({ topic, people: count(({ topics }) => topics?.includes(topic)) })),
    months: Array.from({ length: 12 }, (_, index) => count(({ months }) => months?.includes(index + 1))),
  }
}

/** All submitted forms except spam */
export const peopleSignUps: SignUpForm[] = entryForms.map((form) => ({
  form,
  label: { waitlist: 'Waitlist', contact: 'Contact' }[form],
  table: entryTables[form],
  at: sql`created_at`,
  isCounted: sql`suspected_at is null`,
}))
