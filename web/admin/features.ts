import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { insights } from './insights/feature.ts'
import { media } from './media/feature.ts'
import { newsletter } from './newsletter/feature.ts'
import { noPersonPart, type PersonPart } from './people/person-part.ts'
import { transfer } from './settings/import/feature.ts'
import type { SettingsTab } from './settings/settings-tab.ts'
import { trainings } from './trainings/feature.ts'

/** The parts of the admin's app that a feature adds */
type AdminFeature = {
  /** Its screen, and its item in the menu */
  screen?: {
    path: string
    label: string
    icon: LucideIcon
    Screen: ComponentType<{ query: URLSearchParams }>
  }
  person?: PersonPart
  settingsTabs?: SettingsTab[]
}

/** In the order of the menu */
const features: AdminFeature[] = [trainings, insights, newsletter, media, transfer]

export const featureScreens = features.flatMap(({ screen = [] }) => screen)
export const featureTabs = features.flatMap(({ settingsTabs = [] }) => settingsTabs)
export const personPart = features.find(({ person }) => person)?.person ?? noPersonPart
