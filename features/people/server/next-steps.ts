import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { ParsedInput } from '../../../core/contract/endpoint.ts'
import type { Queryable } from '../../../core/server/db/connect.ts'
import { oneRow } from '../../../core/server/db/one-row.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import { users } from '../../accounts/schema/accounts.ts'
import { displayNameOf, userName } from '../../accounts/server/display-name.ts'
import type { NextStep, nextStepUpdate, StepOwner } from '../contract/next-steps.ts'
import type { EntryKey, PersonEvent } from '../contract/people.ts'
import { nextSteps } from '../schema/entries.ts'
import { findEntry } from './entries.ts'
import { openStepOf } from './open-step.ts'
import { personEvent } from './person-event.ts'

type StepInput = ParsedInput<typeof nextStepUpdate>['body']

/**
 * Sets the next step with the person who wrote an entry. Returns undefined if there is no such entry. If the open step
 * is not the one that the user saw, the request ends with 409, so that no one's step is lost unseen.
 */
export async function setNextStep(
  db: Queryable,
  key: EntryKey,
  input: StepInput,
): Promise<NextStep | undefined> {
  return db.transaction(async (tx) => {
    const email = await findAddress(tx, key)
    if (email === undefined) return undefined
    await requireOwner(tx, input.ownerId)
    // Steps of one person are changed one after the other, also if there is no row to lock yet.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`next step ${email}`}, 0))`)
    const open = await findOpenStep(tx, email)
    if (open && isSame(open, input)) return open
    if ((open?.id ?? null) !== input.replaces)
      throw new RequestProblem('conflict', { detail: changedByOther })
    const { text, dueOn, ownerId } = input
    await tx.delete(nextSteps).where(isOpenStepOf(email))
    await tx.insert(nextSteps).values({ email, text, dueOn, ownerId })
    return (await findOpenStep(tx, email)) ?? undefined
  })
}

/** Marks a step as done. Returns false if the person has no such step. */
export async function finishNextStep(
  db: Queryable,
  key: EntryKey,
  stepId: number,
  doneBy: string,
): Promise<boolean> {
  const email = await findAddress(db, key)
  if (email === undefined) return false
  const step = and(eq(nextSteps.id, stepId), eq(nextSteps.email, email))
  const { rowCount } = await db
    .update(nextSteps)
    .set({ doneAt: sql`now()`, doneBy })
    .where(and(step, isNull(nextSteps.doneAt)))
  if (rowCount) return true
  // A second click, or a colleague was faster.
  return (await db.$count(nextSteps, step)) > 0
}

/** Removes an open step. One that is gone or done already stays as it is. Returns false if there is no such entry. */
export async function removeNextStep(db: Queryable, key: EntryKey, stepId: number): Promise<boolean> {
  const email = await findAddress(db, key)
  if (email === undefined) return false
  await db.delete(nextSteps).where(and(eq(nextSteps.id, stepId), isOpenStepOf(email)))
  return true
}

async function findOpenStep(db: Queryable, email: string): Promise<NextStep | null> {
  const { rows } = await db.execute<{ step: NextStep | null }>(
    sql`select ${openStepOf(sql`${email}::text`)} as step`,
  )
  return oneRow(rows).step
}

/** The users who can get a step, by name */
export async function listStepOwners(db: Queryable): Promise<StepOwner[]> {
  return db
    .select({ id: users.id, name: userName })
    .from(users)
    .where(isNull(users.disabledAt))
    .orderBy(asc(userName), asc(users.id))
}

const maxFinished = 100

/** Finished steps as events of the person's timeline, newest first */
export async function listFinishedSteps(db: Queryable, email: string): Promise<PersonEvent[]> {
  const rows = await db
    .select({ text: nextSteps.text, doneAt: nextSteps.doneAt, doneBy: displayNameOf(nextSteps.doneBy) })
    .from(nextSteps)
    .where(and(eq(nextSteps.email, email.toLowerCase()), isNotNull(nextSteps.doneAt)))
    .orderBy(desc(nextSteps.id))
    .limit(maxFinished)
  return rows.flatMap((row) => personEvent(row.doneAt, 'step', `${row.doneBy}: “${row.text}”. Done.`))
}

const changedByOther =
  'Someone else changed this next step in the meantime. What they saved is shown now; change it if it isn’t right.'

const isOpenStepOf = (email: string) =>
  and(eq(nextSteps.email, email.toLowerCase()), isNull(nextSteps.doneAt))

const isSame = (open: NextStep, { text, dueOn, ownerId }: StepInput) =>
  open.text === text && open.dueOn === dueOn && (open.owner?.id ?? null) === ownerId

async function findAddress(db: Queryable, key: EntryKey): Promise<string | undefined> {
  return (await findEntry(db, key))?.email.toLowerCase()
}

async function requireOwner(tx: Queryable, ownerId: number | null): Promise<void> {
  if (ownerId === null) return
  if ((await tx.$count(users, and(eq(users.id, ownerId), isNull(users.disabledAt)))) === 0)
    throw new RequestProblem('conflict', {
      detail: 'This colleague can’t sign in anymore. Choose another one.',
    })
}
