import { eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { withIsoTimes } from '../../../core/server/db/iso-times.ts'
import { displayNameOf } from '../../accounts/server/display-name.ts'
import type { EntryKey } from '../contract/people.ts'
import type { PlanAnswers, PlanRequest } from '../contract/plan.ts'
import { trainingWaitlist } from '../schema/entries.ts'
import { planAnswers } from '../schema/plan.ts'
import { normalizeState, tidy } from './plan-place.ts'

/** The answers of one entry, or undefined if there are none */
export async function findPlan(db: Queryable, entryId: number): Promise<PlanAnswers | undefined> {
  return (await findPlans(db, [entryId])).get(entryId)
}

/** The answers of entries by the id of the entry. Entries without answers are left out. */
export async function findPlans(db: Queryable, entryIds: number[]): Promise<Map<number, PlanAnswers>> {
  if (entryIds.length === 0) return new Map()
  const rows = await db
    .select({ ...getTableColumns(planAnswers), enteredBy: enteredByName })
    .from(planAnswers)
    .where(inArray(planAnswers.entryId, entryIds))
  return new Map(rows.map(({ entryId, ...row }) => [entryId, toPlan(row)]))
}

// The column may be null, unlike most columns with usernames.
const enteredByName = sql<string | null>`${displayNameOf(planAnswers.enteredBy)}`

const toPlan = (row: Omit<typeof planAnswers.$inferSelect, 'entryId'>): PlanAnswers => ({
  ...withIsoTimes(row),
  city: row.city ?? '',
  state: row.state ?? '',
  zip: row.zip ?? '',
  // A check of the table allows no other topics.
  topics: row.topics as PlanAnswers['topics'],
})

/** The entries with the answers of those who were asked */
export async function withPlans<Row extends EntryKey>(db: Queryable, rows: Row[]) {
  const asked = rows.filter(({ form }) => form === 'waitlist').map(({ id }) => id)
  const plans = await findPlans(db, asked)
  return rows.map((row) => ({ ...row, plan: row.form === 'waitlist' ? plans.get(row.id) : undefined }))
}

/** Stores what a person answered. Questions that they left empty keep their earlier answers, which the page hides. */
export async function addToPlan(db: Queryable, entryId: number, answers: PlanRequest): Promise<void> {
  const values = toColumns(answers)
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value)))
  const at = { enteredBy: null, updatedAt: new Date() }
  await db
    .insert(planAnswers)
    .values({ entryId, ...values, ...at })
    .onConflictDoUpdate({ target: planAnswers.entryId, set: { ...filled, ...at } })
}

export function isEmptyPlan(answers: PlanRequest): boolean {
  return !Object.values(toColumns(answers)).some(isFilled)
}

const isFilled = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)

/**
 * Replaces the answers of an entry, for an admin. `seen` is the time of the answers that the admin saw. Returns undefined
 * if there is no such entry, and `changed` if the answers have changed since.
 */
export async function replacePlan(
  db: Queryable,
  entryId: number,
  answers: PlanRequest,
  { seen, by }: { seen: string | null; by: string },
): Promise<'saved' | 'changed' | undefined> {
  return db.transaction(async (tx) => {
    // The lock also orders changes of an entry that has no answers yet.
    const [entry] = await tx
      .select({ id: trainingWaitlist.id })
      .from(trainingWaitlist)
      .where(eq(trainingWaitlist.id, entryId))
      .for('update')
    if (!entry) return undefined
    const current = await findPlan(tx, entryId)
    if ((current?.updatedAt ?? null) !== seen) return 'changed'
    await tx.delete(planAnswers).where(eq(planAnswers.entryId, entryId))
    if (!isEmptyPlan(answers))
      await tx
        .insert(planAnswers)
        // Milliseconds, as in responses
        .values({ entryId, ...toColumns(answers), enteredBy: by, updatedAt: new Date() })
    return 'saved'
  })
}

function toColumns({ city, state, zip, groupSize, topics, months, weekdays, format }: PlanRequest) {
  return {
    city: tidy(city) || null,
    state: normalizeState(state) || null,
    zip: zip || null,
    groupSize,
    topics: [...new Set(topics)],
    months: inOrder(months),
    weekdays: inOrder(weekdays),
    format,
  }
}

const inOrder = (numbers: number[]) => [...new Set(numbers)].sort((a, b) => a - b)
