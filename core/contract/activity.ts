import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery, rowId } from './paging.ts'

/**
 * `user`: someone who was signed in, or a program with their API token. `command`: a command on the server. `server`:
 * the server by itself. `visitor`: someone who was not signed in.
 */
export const activityActors = ['user', 'command', 'server', 'visitor'] as const

const named = z.object({
  id: z.number(),
  /** Null if the account or the post is gone */ name: z.nullable(z.string()),
})

/** Describes the list with the kinds of actions that can be filtered, which only the server knows. Rows may have others. */
export function describeActivity(kind: z.ZodMiniType<string>) {
  const filter = z.object({
    user: z.optional(rowId),
    kind: z.optional(kind),
    /** First and last day, in the time zone of the organization */
    from: z.optional(z.iso.date()),
    to: z.optional(z.iso.date()),
  })
  const line = z.object({
    id: z.number(),
    at: z.string(),
    kind: z.string(),
    action: z.string(),
    /** The action and its details, in words */
    text: z.string(),
    actor: z.enum(activityActors),
    user: z.nullable(named),
    /** The API token that the user's program came with */
    token: z.nullable(named),
    about: z.nullable(z.extend(named, { subject: z.string() })),
  })
  return {
    activityList: endpoint('GET', '/api/settings/activity', {
      summary: 'List what was done, newest first',
      query: z.extend(filter, pageQuery.shape),
      response: z.array(line),
    }),
    /** Query of the CSV file. `bom=1` adds a byte order mark, which Excel needs. */
    activityExportQuery: z.extend(filter, { bom: z.optional(z.literal('1')) }),
  }
}

export const { activityList } = describeActivity(z.string())
export type ActivityLine = z.infer<typeof activityList.response>[number]
export type ActivityQuery = z.infer<typeof activityList.query>

/** Says who did it. */
export function nameActor({ actor, user }: Pick<ActivityLine, 'actor' | 'user'>): string {
  const account = user && (user.name ?? `User ${user.id}`)
  switch (actor) {
    case 'user':
      return account ?? 'Unknown user'
    case 'visitor':
      return account ? `Not signed in (account ${account})` : 'Not signed in'
    case 'command':
      return 'A command on the server'
    case 'server':
      return 'The server'
  }
}

export const activityUserList = endpoint('GET', '/api/settings/activity/users', {
  summary: 'List the names of all users, for the filter of the list',
  response: z.array(z.object({ id: z.number(), name: z.string() })),
})
