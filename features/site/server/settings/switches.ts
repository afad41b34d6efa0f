import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  type FeatureSwitch,
  featureSwitchList,
  featureSwitchUpdate,
} from '../../../../core/contract/feature-switches.ts'
import { rights } from '../../../../core/contract/roles.ts'
import {
  type ActingUser,
  detailed,
  recorderOf,
  settingKind,
} from '../../../../core/server/activity/record-activity.ts'
import type { Database } from '../../../../core/server/db/connect.ts'
import { featuresOff, readOff } from '../../../../core/server/db/features-off.ts'
import { outboxMessages } from '../../../../core/server/db/schema/mail.ts'
import { writeSetting } from '../../../../core/server/db/settings.ts'
import type { App, RouteDeps } from '../../../../core/server/http/app.ts'
import { siteTag } from '../../../../core/server/http/page-cache/site-tag.ts'
import { orNotFound, route } from '../../../../core/server/http/route.ts'
import { removeJobs, scheduleJobs } from '../../../../core/server/jobs/queue.ts'
import { holdMails } from '../../../../core/server/mail/unsent-mails.ts'
import type { Feature } from '../../../manifest/feature.ts'

export const switchActions = {
  'feature-switched': detailed(
    settingKind,
    { feature: z.string().check(z.regex(/^[a-z]{1,40}$/)), isOn: z.boolean() },
    ({ feature, isOn }) => `Switched ${isOn ? 'on' : 'off'}: ${feature}`,
  ),
}
const recordActivity = recorderOf(switchActions)

/** What can be switched off: features, with what would wait, and parts of the public site. */
async function listSwitches(db: Database, features: Feature[]): Promise<FeatureSwitch[]> {
  const off = await readOff(db)
  const parts = features.flatMap(({ siteParts = [] }) => siteParts)
  const switches = await Promise.all(
    features
      .flatMap(({ optional = [] }) => optional)
      .map(async ({ name, label, about, countOpen }) => {
        const open = Object.entries(await countOpen(db)).filter(([, count]) => count > 0)
        return { name, label, about, open: open.map(inWords) }
      }),
  )
  return [...switches, ...parts.map((part) => ({ ...part, open: null }))].map((one) => ({
    ...one,
    isOn: !off.includes(one.name),
  }))
}

const inWords = ([one, count]: [string, number]) => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * Switches a feature or a part of the site on or off for every instance. While it is off, its emails are held and nothing of it is due. When
 * it is on again, that waits until a person resumes it, as after a restore.
 * @throws RequestProblem if no feature that can be switched off has the name
 */
function switchFeature(
  db: Database,
  features: Feature[],
  { name, isOn }: { name: string; isOn: boolean },
  by: ActingUser,
): Promise<void> {
  const isNamed = (one: { name: string }) => one.name === name
  const part = features.flatMap(({ siteParts = [] }) => siteParts).find(isNamed)
  const feature: Pick<Feature, 'jobs' | 'mailKinds' | 'restore'> | undefined = part
    ? {}
    : features.find(({ optional }) => optional && isNamed(optional))
  const { jobs = [], mailKinds = [], restore } = orNotFound(feature)
  const plans = jobs.map(({ job }) => job)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${featuresOff}, 0))`)
    const off = await readOff(tx)
    if (off.includes(name) === !isOn) return
    await writeSetting(tx, featuresOff, isOn ? off.filter((one) => one !== name) : [...off, name])
    await removeJobs(tx, plans)
    if (isOn) await scheduleJobs(tx, plans)
    else await restore?.stop?.(tx)
    const kinds = mailKinds.map((kind) => kind.name)
    await holdMails(tx, inArray(outboxMessages.kind, kinds))
    await recordActivity(tx, { action: 'feature-switched', by, details: { feature: name, isOn } })
    await tx.execute(sql`select pg_notify('page_cache', ${siteTag})`)
  })
}

export function addSwitchRoutes(app: App, { db, features }: RouteDeps & { features: Feature[] }): void {
  const owner = { audience: 'admin', role: rights.manageSite } as const
  route(app, featureSwitchList, owner, () => listSwitches(db, features))
  route(app, featureSwitchUpdate, owner, async ({ params, body, session: { user } }) => {
    await switchFeature(db, features, { ...params, ...body }, user)
    return listSwitches(db, features)
  })
}
