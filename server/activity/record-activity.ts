import type { z } from 'zod/mini'
import { type ActivityAction, activityCatalog } from '../../contracts/activity-catalog.ts'
import type { Queryable } from '../db/connect.ts'
import { activity } from '../db/schema/activity.ts'

/** A signed-in user, with the number of the API token if a program acts for them */
export type ActingUser = { id: number; tokenId?: number | undefined }
/** Someone who is not signed in and tries to sign in to an account, if there is such an account */
type SignInActor = { account: number | undefined }
export type Actor = ActingUser | SignInActor | 'command' | 'server' | 'visitor'

type EntryOf<A extends ActivityAction> = { action: A; by: Actor } & About<
  (typeof activityCatalog)[A]['about'][number]
> &
  Details<z.output<(typeof activityCatalog)[A]['details']>>

export type ActivityEntry = { [A in ActivityAction]: EntryOf<A> }[ActivityAction]

/** Required for actions that are about something */
type About<Subject> = [Subject] extends [never] ? { about?: never } : { about: readonly [Subject, number] }
/** Required for actions with details */
type Details<D> = Record<string, never> extends D ? { details?: never } : { details: D }

/**
 * Adds a row to the list of activity. Call it in the transaction of the action, so that the row exists if and only if
 * the action does.
 */
export async function recordActivity(tx: Queryable, entry: ActivityEntry): Promise<void> {
  const { kind, details: schema } = activityCatalog[entry.action]
  const [subject, subjectId] = entry.about ?? []
  await tx.insert(activity).values({
    kind,
    action: entry.action,
    ...actorColumns(entry.by),
    subject,
    subjectId,
    // Refuses unknown keys and free text even if a caller avoids the types.
    details: schema.parse(entry.details ?? {}),
  })
}

function actorColumns(by: Actor) {
  if (typeof by === 'string') return { actor: by }
  if ('account' in by) return { actor: 'visitor' as const, userId: by.account }
  return { actor: 'user' as const, userId: by.id, tokenId: by.tokenId }
}
