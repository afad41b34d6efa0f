import { rights } from '../../../core/contract/roles.ts'
import { RequestProblem } from '../../../core/server/errors.ts'
import type { App, RouteDeps } from '../../../core/server/http/app.ts'
import { orNotFound, route } from '../../../core/server/http/route.ts'
import { addSettingsRoutes } from '../../site/server/settings/settings-routes.ts'
import { peoplePaths } from '../contract/people-paths.ts'
import {
  planLinkCreate,
  planRead,
  planSettingsRead,
  planSettingsUpdate,
  planUpdate,
} from '../contract/plan.ts'
import { findPlan, replacePlan } from './plan-answers.ts'
import { createPlanLink, hasWaitlistEntry, readPlanSettings, writePlanSettings } from './plan-links.ts'

const changed =
  'These answers have changed in the meantime. The new ones are shown now. Save again to replace them.'

/** The answers of "Help us plan" in the admin, and the setting of its email */
export function addPlanRoutes(app: App, { db, config }: RouteDeps): void {
  const admin = { audience: 'admin', role: rights.work } as const

  const read = async (entryId: number) => ({ answers: (await findPlan(db, entryId)) ?? null })

  route(app, planRead, { ...admin, scope: 'read-entries' }, async ({ params: { entryId } }) => {
    orNotFound(await hasWaitlistEntry(db, entryId))
    return read(entryId)
  })

  route(app, planUpdate, admin, async ({ params: { entryId }, body, session: { user } }) => {
    const { updatedAt: seen, ...answers } = body
    const result = orNotFound(await replacePlan(db, entryId, answers, { seen, by: user.username }))
    if (result === 'changed') throw new RequestProblem('conflict', { detail: changed })
    return read(entryId)
  })

  route(app, planLinkCreate, admin, async ({ params: { entryId } }) => {
    orNotFound(await hasWaitlistEntry(db, entryId))
    const { token, expiresAt } = await createPlanLink(db, entryId)
    return { url: config.publicUrl + peoplePaths.plan(token), expiresAt: expiresAt.toISOString() }
  })

  addSettingsRoutes(app, db, {
    read: planSettingsRead,
    update: planSettingsUpdate,
    setting: 'plan',
    load: readPlanSettings,
    save: writePlanSettings,
    show: async (settings) => settings,
  })
}
