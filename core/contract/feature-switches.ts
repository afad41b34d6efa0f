import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const featureSwitch = z.object({
  name: z.string(),
  label: z.string(),
  about: z.string(),
  isOn: z.boolean(),
  /** What waits while the feature is off, such as `2 open offers`; null for a part of the public site */
  open: z.nullable(z.array(z.string())),
})
/** A feature, or a part of the public site, that can be switched off */
export type FeatureSwitch = z.infer<typeof featureSwitch>

/** True for what belongs to no feature, or to one that is not among those that are switched off (`off`) */
export const isFeatureOn = (off: string[], feature: string | undefined): boolean =>
  feature === undefined || !off.includes(feature)

/** True for a link to the page of something that is switched off: its path is its name. */
export const leadsToOff = (off: string[], to: string): boolean => off.some((name) => to === `/${name}`)

export const featureSwitchList = endpoint('GET', '/api/settings/features', {
  summary: 'List the features that can be switched off',
  response: z.array(featureSwitch),
})

export const featureSwitchUpdate = endpoint('PUT', '/api/settings/features/:name', {
  summary: 'Switch a feature on or off',
  description:
    'While a feature is off, its addresses respond 404, and its emails are held. Its data is kept, and so are the links in emails that have been sent.',
  params: z.object({ name: z.string().check(z.maxLength(100)) }),
  body: z.strictObject({ isOn: z.boolean() }),
  response: z.array(featureSwitch),
})
