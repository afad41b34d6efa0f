import type { ComponentType } from 'react'
import { isFeatureOn } from '../contracts/feature-switches.ts'
import type { Site } from '../contracts/site.ts'
import { newsletter } from './newsletter/feature.tsx'
import type { Page } from './page.ts'
import { trainings } from './trainings/feature.ts'

/** The parts of the public site that a feature adds */
type PublicFeature = {
  /** Name by which it can be switched off, as in its manifest on the server */
  name: string
  pages: Record<string, Page<never>>
  /** Movable parts of the home page, by section */
  homeParts?: Record<string, ComponentType<{ site: Site }>>
  /** Shown below a post and below the list of posts */
  AfterPosts?: ComponentType<{ site: Site }>
}

const listed = [newsletter, trainings]
export const features: PublicFeature[] = listed

type Merged<Part> = (Part extends unknown ? (one: Part) => void : never) extends (all: infer All) => void
  ? All
  : never

export const featurePages: Merged<(typeof listed)[number]['pages']> = Object.assign(
  {},
  ...features.map(({ pages }) => pages),
)

/** The features that are on */
export const featuresOn = ({ off }: Site) => features.filter(({ name }) => isFeatureOn(off, name))
