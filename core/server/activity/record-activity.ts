import type { SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from '../db/connect.ts'
import { activity } from '../db/schema/activity.ts'

/** A signed-in user, with the number of the API token if a program acts for them */
export type ActingUser = { id: number; tokenId?: number | undefined }
/** Someone who is not signed in and tries to sign in to an account, if there is such an account */
type SignInActor = { account: number | undefined }
export type Actor = ActingUser | SignInActor | 'command' | 'server' | 'visitor'

/** A group of actions, by which the list can be filtered. `order` is its place among the groups. */
type ActivityKind = { name: string; label: string; order: number }

export type Action = {
  kind: ActivityKind
  about: readonly string[]
  details: z.ZodMiniType<Record<string, unknown>>
  describe: Words<never>
}

/** Something that an action can be about. `rows` selects `id` and `name`, because Activity stores only numbers. */
export type ActivitySubject = { label: string; rows?: SQL }

export type ActivityFeature = {
  /** What the feature records */
  actions?: Record<string, Action>
  subjects?: Record<string, ActivitySubject>
  /** Names of its forms in Settings */
  settings?: Record<string, string>
  /** Its sections of the site */
  sections?: { id: string; title: string }[]
}

/** `settings` and `sections`: labels of the forms in Settings and of the sections in Site */
type Words<Details> = (
  details: Details,
  options: {
    timeZone?: string | undefined
    settings: Record<string, string>
    sections: Record<string, string>
  },
) => string

export const exportKind = { name: 'export', label: 'Exports', order: 9 }
export const settingKind = { name: 'setting', label: 'Settings', order: 12 }

export const count = z.int().check(z.nonnegative())
export const time = z.iso.datetime()
export const number = new Intl.NumberFormat('en')

/** An action without details */
export const action = <S extends string = never>(
  kind: ActivityKind,
  text: string,
  about: readonly S[] = [],
) => detailed(kind, {}, () => text, about)

/**
 * An action with details: numbers, times, and words from our own lists. There must be no details for names, addresses,
 * secrets, or texts.
 */
export const detailed = <Shape extends z.core.$ZodLooseShape, S extends string = never>(
  kind: ActivityKind,
  shape: Shape,
  describe: Words<z.output<z.ZodMiniObject<Shape, z.core.$strict>>>,
  about: readonly S[] = [],
) => ({ kind, about, details: z.strictObject(shape), describe })

/** What can be recorded with these actions */
export type ActivityEntry<Actions extends Record<string, Action>> = {
  [A in keyof Actions]: { action: A; by: Actor } & About<Actions[A]['about'][number]> &
    Details<z.output<Actions[A]['details']>>
}[keyof Actions]

/** Required for actions that are about something */
type About<Subject> = [Subject] extends [never] ? { about?: never } : { about: readonly [Subject, number] }
/** Required for actions with details */
type Details<D> = Record<string, never> extends D ? { details?: never } : { details: D }

/**
 * Returns a function that adds a row to the list of activity. Call it in the transaction of the action, so that the row
 * exists if and only if the action does.
 */
export function recorderOf<Actions extends Record<string, Action>>(actions: Actions) {
  return async (tx: Queryable, entry: ActivityEntry<Actions>): Promise<void> => {
    const { kind, details: schema } = actions[entry.action] as Action
    const [subject, subjectId] = entry.about ?? []
    await tx.insert(activity).values({
      kind: kind.name,
      action: entry.action as string,
      ...actorColumns(entry.by),
      subject,
      subjectId,
      // Refuses unknown keys and free text even if a caller avoids the types.
      details: schema.parse(entry.details ?? {}),
    })
  }
}

function actorColumns(by: Actor) {
  if (typeof by === 'string') return { actor: by }
  if ('account' in by) return { actor: 'visitor' as const, userId: by.account }
  return { actor: 'user' as const, userId: by.id, tokenId: by.tokenId }
}

export const coreActions = {
  'activity-exported': action(exportKind, 'Downloaded the list of activity'),
  'setting-changed': detailed(
    settingKind,
    { setting: z.string().check(z.regex(/^[a-z-]{1,40}$/)) },
    ({ setting }, { settings }) => `Changed the settings for ${settings[setting] ?? setting}`,
  ),
  'secret-key-rotated': action(settingKind, 'Sealed all secrets with a new key'),
}
export const recordActivity = recorderOf(coreActions)
