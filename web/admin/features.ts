import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { insights } from './insights/feature.ts'
import type { InsightsParts } from './insights/insights-part.ts'
import { media } from './media/feature.ts'
import { newsletter } from './newsletter/feature.ts'
import { noPersonPart, type PersonPart } from './people/person-part.ts'
import { trainings } from './trainings/feature.ts'

/** The parts of the admin's app that a feature adds */
type AdminFeature = InsightsParts[number] & {
  /** Its screen, and its item in the menu */
  screen?: {
    path: string
    label: string
    icon: LucideIcon
    Screen: ComponentType<{ query: URLSearchParams; features: InsightsParts }>
  }
  person?: PersonPart
}

/** In the order of the menu */
export const features: AdminFeature[] = [trainings, insights, newsletter, media]

export const featureScreens = features.flatMap(({ screen = [] }) => screen)
export const personPart = features.find(({ person }) => person)?.person ?? noPersonPart
