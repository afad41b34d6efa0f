import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { contactSection, waitlistSection } from '../../contracts/people-words.ts'
import { blogSection } from '../../contracts/post-words.ts'
import { useFeaturesOff } from './features-off.ts'
import { insights } from './insights/feature.ts'
import { media } from './media/feature.ts'
import { newsletter } from './newsletter/feature.ts'
import { noPersonPart, type PersonPart } from './people/person-part.ts'
import type { SiteParts } from './site/site-screen.tsx'
import { trainings } from './trainings/feature.ts'

/** The parts of the admin's app that a feature adds */
type AdminFeature = SiteParts & {
  /** Name by which it can be switched off, as in its manifest on the server */
  name?: string
  /** Its screen, and its item in the menu */
  screen?: {
    path: string
    label: string
    icon: LucideIcon
    Screen: ComponentType<{ query: URLSearchParams }>
  }
  person?: PersonPart
}

const people = { sections: [waitlistSection, contactSection] }
const posts = { sections: [blogSection] }

/** In the order of the menu */
const features: AdminFeature[] = [trainings, insights, newsletter, media, people, posts]

/** The parts of the features that are on */
export function useFeatures() {
  const off = useFeaturesOff()
  const on = features.filter(({ name }) => name === undefined || !off.includes(name))
  return {
    features: on,
    screens: on.flatMap(({ screen = [] }) => screen),
    personPart: on.find(({ person }) => person)?.person ?? noPersonPart,
  }
}
