import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queryable } from '../../../core/server/db/connect.ts'
import type { SealedColumn } from '../../../core/server/secrets/rotate.ts'
import { openSecret } from '../../../core/server/secrets/seal.ts'
import type { SecretKeyConfig } from '../../../core/server/secrets/secret-key.ts'
import {
  aiValues,
  type ConnectionKind,
  type ConnectionValues,
  mailValues,
  needsSecret,
  speechValues,
  targetOf,
} from '../contract/connections.ts'
import { connections } from '../schema.ts'

export type StoredConnection<Kind extends ConnectionKind> = {
  values: ConnectionValues[Kind]
  /** Undefined if there is none, or if it can't be opened */
  secret: string | undefined
  hasSecret: boolean
  /** False if a password or key is needed first */
  isUsable: boolean
  updatedAt: Date
  updatedBy: number | null
}

export type StoredConnections = { [Kind in ConnectionKind]: StoredConnection<Kind> | undefined }

// Fields that a later version of the app has added are left out.
const schemas = {
  mail: z.object(mailValues.shape),
  ai: z.object(aiValues.shape),
  speech: z.object(speechValues.shape),
} satisfies { [Kind in ConnectionKind]: z.ZodMiniType<ConnectionValues[Kind]> }

/** The connections that were set up in Settings, with their secrets opened */
export async function readStoredConnections(
  db: Queryable,
  config: SecretKeyConfig,
): Promise<StoredConnections> {
  const rows = await db.select().from(connections)
  const open = async <Kind extends ConnectionKind>(kind: Kind) => {
    const row = rows.find((one) => one.kind === kind)
    return row && openConnection(config, kind, row)
  }
  return { mail: await open('mail'), ai: await open('ai'), speech: await open('speech') }
}

type Row = typeof connections.$inferSelect

/** Undefined if the values make no sense to this version of the app, which a later one may have written. */
async function openConnection<Kind extends ConnectionKind>(
  config: SecretKeyConfig,
  kind: Kind,
  { sealedSecret, updatedAt, updatedBy, ...row }: Row,
): Promise<StoredConnection<Kind> | undefined> {
  const values = parseValues(kind, row.values)
  if (!values) return undefined
  const secret =
    sealedSecret === null
      ? undefined
      : // A key file that can't be read must not take down the pages that say whether emails are sent.
        await openSecret(config, placeOf(kind, values), sealedSecret).catch(() => undefined)
  const isUsable = sealedSecret === null ? !needsSecret[kind](values) : secret !== undefined
  return { values, secret, hasSecret: sealedSecret !== null, isUsable, updatedAt, updatedBy }
}

/** Undefined if the values make no sense to this version of the app */
export function parseValues<Kind extends ConnectionKind>(
  kind: Kind,
  values: unknown,
): ConnectionValues[Kind] | undefined {
  const parsed = z.safeParse(schemas[kind], values)
  // TypeScript does not connect the schema of a kind with the values of the same kind.
  return parsed.success ? (parsed.data as ConnectionValues[Kind]) : undefined
}

/**
 * A secret is sealed for its kind and target, so that a row whose host was changed in the database can't send it
 * somewhere else.
 */
export function placeOf<Kind extends ConnectionKind>(kind: Kind, values: ConnectionValues[Kind]) {
  return { purpose: 'connection', row: `${kind} ${targetOf[kind](values)}` } as const
}

/** Where the secrets of connections are sealed, for a rotation of the key */
export const sealedConnections: SealedColumn = {
  name: 'connections.sealed_secret',
  async list(tx) {
    // Locked, so that a secret that is removed at the same moment does not come back.
    const rows = await tx.select().from(connections).for('update')
    return rows.flatMap(({ kind, values: json, sealedSecret: sealed }) => {
      const values = parseValues(kind, json)
      return sealed === null || !values ? [] : [{ id: kind, place: placeOf(kind, values), sealed }]
    })
  },
  replace: (tx, id, sealedSecret) =>
    tx
      .update(connections)
      .set({ sealedSecret })
      .where(eq(connections.kind, sql`${id}`)),
}
