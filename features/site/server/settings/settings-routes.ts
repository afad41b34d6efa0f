import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Endpoint, ParsedInput, ResponseBody } from '../../../../core/contract/endpoint.ts'
import { type Role, rights } from '../../../../core/contract/roles.ts'
import { recordActivity } from '../../../../core/server/activity/record-activity.ts'
import type { Queryable } from '../../../../core/server/db/connect.ts'
import { RequestProblem } from '../../../../core/server/errors.ts'
import type { App } from '../../../../core/server/http/app.ts'
import type { Session } from '../../../../core/server/http/guards/session.ts'
import { route } from '../../../../core/server/http/route.ts'

type SettingsForm<Read extends Endpoint, Update extends Endpoint, Value> = {
  read: Read
  update: Update
  /** Its name in Activity (`settings` in the manifest) */
  setting: string
  /** The role that reading needs; by default the role that changing needs */
  reader?: Role
  load: (db: Queryable) => Promise<Value>
  save: (tx: Queryable, body: Omit<ParsedInput<Update>['body'], 'version'>) => Promise<unknown>
  show: (value: Value) => Promise<Omit<ResponseBody<Read>, 'version'>>
}

/**
 * Adds the routes of a settings form. If someone else has changed the settings since the form was opened, saving it
 * responds 409 with the current ones.
 */
export function addSettingsRoutes<Read extends Endpoint, Update extends Endpoint, Value>(
  app: App,
  db: Queryable,
  { read, update, setting, reader = rights.manageSite, load, save, show }: SettingsForm<Read, Update, Value>,
): void {
  const respond = async () => {
    const value = await load(db)
    return { ...(await show(value)), version: versionOf(value) }
  }

  async function change({ body: { version, ...body }, session }: { body: Versioned; session: Session }) {
    const isStale = await db.transaction(async (tx) => {
      // Not a lock of the row, because there may be none yet.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`setting ${setting}`}, 0))`)
      if (version !== undefined && version !== versionOf(await load(tx))) return true
      await save(tx, body as Parameters<typeof save>[1])
      await recordActivity(tx, { action: 'setting-changed', by: session.user, details: { setting } })
      return false
    })
    const current = await respond()
    if (isStale) throw new RequestProblem('conflict', { extensions: { current } })
    return current
  }

  // The casts are safe: `show` and `save` have the types of the endpoints.
  route(app, read as Endpoint, { audience: 'admin', role: reader }, respond as never)
  route(app, update as Endpoint, { audience: 'admin', role: rights.manageSite }, change as never)
}

type Versioned = { version?: string }

/** Stands for what a settings form shows: it differs if the values differ. */
const versionOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url')
