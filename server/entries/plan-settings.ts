import { type PlanSettings, planSettings } from '../../contracts/plan.ts'
import { type ActingUser, recordActivity } from '../activity/record-activity.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const key = 'plan'

export async function readPlanSettings(db: Queryable): Promise<PlanSettings> {
  return (await readSetting(db, key, planSettings)) ?? { emailLink: false }
}

export function savePlanSettings(db: Queryable, by: ActingUser, value: PlanSettings): Promise<void> {
  return db.transaction(async (tx) => {
    await writeSetting(tx, key, value)
    await recordActivity(tx, { action: 'setting-changed', by, details: { setting: 'plan' } })
  })
}
