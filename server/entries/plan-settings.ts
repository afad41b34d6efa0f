import { type PlanSettings, planSettings } from '../../contracts/plan.ts'
import type { Queryable } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

const key = 'plan'

export async function readPlanSettings(db: Queryable): Promise<PlanSettings> {
  return (await readSetting(db, key, planSettings)) ?? { emailLink: false }
}

export const writePlanSettings = (tx: Queryable, value: PlanSettings) => writeSetting(tx, key, value)
