import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { contactSection, waitlistSection } from '../../contracts/people-words.ts'
import { blogSection } from '../../contracts/post-words.ts'
import { insights } from './insights/feature.ts'
import type { InsightsParts } from './insights/insights-part.ts'
import { media } from './media/feature.ts'
import { newsletter } from './newsletter/feature.ts'
import { noPersonPart, type PersonPart } from './people/person-part.ts'
import type { SiteParts } from './site/site-screen.tsx'
import { trainings } from './trainings/feature.ts'

/** The parts of the admin's app that a feature adds */
type AdminFeature = SiteParts &
  InsightsParts[number] & {
    /** Its screen, and its item in the menu */
    screen?: {
      path: string
      label: string
      icon: LucideIcon
      Screen: ComponentType<{ query: URLSearchParams; features: InsightsParts }>
    }
    person?: PersonPart
  }

const people = { sections: [waitlistSection, contactSection] }
const posts = { sections: [blogSection] }

/** In the order of the menu */
export const features: AdminFeature[] = [trainings, insights, newsletter, media, people, posts]

export const featureScreens = features.flatMap(({ screen = [] }) => screen)
export const personPart = features.find(({ person }) => person)?.person ?? noPersonPart
