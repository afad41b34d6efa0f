import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Config } from '../../../core/config.ts'
import type { ActingUser } from '../../../core/server/activity/record-activity.ts'
import { detailed, recorderOf, settingKind } from '../../../core/server/activity/record-activity.ts'
import type { Database, Queryable } from '../../../core/server/db/connect.ts'
import type { MailHooks } from '../../../core/server/mail/mail-hooks.ts'
import { retryWaitingMails } from '../../../core/server/mail/outbox.ts'
import { readOrganization, writeOrganization } from '../../../core/server/organization.ts'
import { sealSecret } from '../../../core/server/secrets/seal.ts'
import { users } from '../../accounts/schema/accounts.ts'
import {
  type ConnectionKind,
  type ConnectionValues,
  connectionKinds,
  targetOf,
} from '../contract/connections.ts'
import { connections } from '../schema.ts'
import { connectionsTag } from './connection-source.ts'
import { parseValues, placeOf } from './stored-connections.ts'

const labels = { mail: 'email', ai: 'AI', speech: 'speech to text' }

const ofConnection = (words: string) =>
  detailed(
    settingKind,
    { connection: z.enum(connectionKinds) },
    ({ connection }) => `${words} ${labels[connection]}`,
  )

export const connectionActions = {
  'connection-changed': ofConnection('Changed the connection to'),
  'connection-removed': ofConnection('Disconnected'),
}
const recordActivity = recorderOf(connectionActions)

type Deps = { db: Database; config: Config; mailHooks: MailHooks }

/** `secret`: undefined keeps the stored one, null removes it. */
export type ConnectionChange<Kind extends ConnectionKind> = {
  values: ConnectionValues[Kind]
  secret?: string | null | undefined
}

/** Saves a connection and makes every instance use it at once. */
export async function saveConnection<Kind extends ConnectionKind>(
  { db, config, mailHooks }: Deps,
  by: ActingUser,
  kind: Kind,
  { values, secret }: ConnectionChange<Kind>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const sealedSecret =
      typeof secret === 'string'
        ? await sealSecret(tx, config, placeOf(kind, values), secret)
        : secret === null
          ? null
          : await keepSecret(tx, kind, values)
    const isFirst = (await tx.$count(connections, eq(connections.kind, kind))) === 0
    const row = { values, sealedSecret, updatedAt: sql`now()`, updatedBy: by.id }
    await tx
      .insert(connections)
      .values({ kind, ...row })
      .onConflictDoUpdate({ target: connections.kind, set: row })
    await recordActivity(tx, { action: 'connection-changed', by, details: { connection: kind } })
    if (kind === 'mail') {
      await retryWaitingMails(tx, mailHooks)
      if (isFirst && !config.notifyEmail) await setNotifyEmail(tx, by.id)
    }
    await tellInstances(tx, kind)
  })
}

/** Notifications go to the user who connects email, unless there is an address for them. */
async function setNotifyEmail(tx: Queryable, userId: number): Promise<void> {
  const organization = await readOrganization(tx)
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (organization.notifyEmail === '' && user?.email)
    await writeOrganization(tx, { ...organization, notifyEmail: user.email })
}

/** The stored secret as it is sealed, if it is for the same target; otherwise null */
async function keepSecret<Kind extends ConnectionKind>(
  tx: Queryable,
  kind: Kind,
  values: ConnectionValues[Kind],
): Promise<string | null> {
  const [row] = await tx.select().from(connections).where(eq(connections.kind, kind)).for('update')
  const stored = row && parseValues(kind, row.values)
  return stored && targetOf[kind](stored) === targetOf[kind](values) ? row.sealedSecret : null
}

/** Deletes a connection with its secret. Does nothing if there is none. */
export async function removeConnection(db: Database, by: ActingUser, kind: ConnectionKind): Promise<void> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.delete(connections).where(eq(connections.kind, kind))
    if (rowCount === 0) return
    await recordActivity(tx, { action: 'connection-removed', by, details: { connection: kind } })
    await tellInstances(tx, kind)
  })
}

/** Some pages say whether emails are sent right away, so they are rendered again. */
async function tellInstances(tx: Queryable, kind: ConnectionKind): Promise<void> {
  const tags = kind === 'mail' ? `${connectionsTag} site` : connectionsTag
  await tx.execute(sql`select pg_notify('page_cache', ${tags})`)
}
