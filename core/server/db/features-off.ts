import * as z from 'zod/mini'
import type { Queryable } from './connect.ts'
import { readSetting } from './settings.ts'

/** Key of the setting with the names of the features that are switched off */
export const featuresOff = 'features_off'

/** The names of the features that are switched off */
export const readOff = async (db: Queryable): Promise<string[]> =>
  (await readSetting(db, featuresOff, z.array(z.string()))) ?? []
