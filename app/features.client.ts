import type { QueryKey } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import { isFeatureOn } from '../core/contract/feature-switches.ts'
import type { Right } from '../core/contract/roles.ts'
import { useFeaturesOff } from '../core/web/admin/features-off.ts'
import type { SettingsTab } from '../core/web/admin/settings/settings-tab.ts'
import { accounts } from '../features/accounts/feature.client.ts'
import { events } from '../features/events/feature.client.ts'
import { insights } from '../features/insights/feature.client.ts'
import type { InsightsParts } from '../features/insights/web/admin/insights-part.ts'
import { media } from '../features/media/feature.client.ts'
import { newsletter } from '../features/newsletter/feature.client.ts'
import { contactSection, planSection, waitlistSection } from '../features/people/contract/people-words.ts'
import type { PersonPart } from '../features/people/web/admin/person-part.ts'
import { blogSection } from '../features/posts/contract/post-words.ts'
import type { PostAction } from '../features/posts/web/admin/post-tools.ts'
import { changesPublicPosts } from '../features/posts/web/admin/refresh-posts.ts'
import type { SiteParts } from '../features/site/web/admin/site-screen.tsx'
import { trainings } from '../features/trainings/feature.client.ts'
import { transfer } from '../features/transfer/feature.client.ts'

/** Where the item of a feature's screen is in the menu */
export type MenuPlace = 'after people' | 'in writing' | 'last'

/** The parts of the admin's app that a feature adds */
type AdminFeature = SiteParts &
  InsightsParts[number] & {
    /** Name by which it can be switched off, as in its manifest on the server */
    name?: string
    /** Its screen, and its item in the menu */
    screen?: {
      path: string
      label: string
      icon: LucideIcon
      place: MenuPlace
      /** The right that the screen needs */
      right?: Right
      Screen: ComponentType<{ query: URLSearchParams; features: InsightsParts }>
    }
    /** Its part of a person's panel, loaded once */
    loadPerson?: () => Promise<PersonPart>
    today?: TodayPart
    postAction?: PostAction
    /** Beginnings of the addresses of write requests that can change the counts in the menu */
    newsPaths?: string[]
    settingsTabs?: SettingsTab[]
  }

type Notice = ComponentType<{ value: unknown; onGone: () => void }>

/** Its parts of Today: notices and buttons of lines, by the name of their field, and a link to more */
export type TodayPart = {
  notices: Record<string, Notice>
  /** The same for what is not work that waits */
  questions?: Record<string, Notice>
  lineActions: Record<string, ComponentType<{ value: unknown; stale: QueryKey[] }>>
  way?: { right: Right; href: string; label: string }
}

const people = { sections: [waitlistSection, planSection, contactSection] }
const posts = { sections: [blogSection] }

/** In the order of the menu */
const features: AdminFeature[] = [
  accounts,
  trainings,
  events,
  insights,
  newsletter,
  media,
  transfer,
  people,
  posts,
]

export const featureTabs = features.flatMap(({ settingsTabs = [] }) => settingsTabs)

/** The parts of the features that are on */
export function useFeatures() {
  const off = useFeaturesOff()
  const on = features.filter(({ name }) => isFeatureOn(off, name))
  return {
    features: on,
    screens: on.flatMap(({ screen = [] }) => screen),
    postActions: on.flatMap(({ postAction = [] }) => postAction),
    todayParts: on.flatMap(({ today = [] }) => today),
    loadPerson: on.find(({ loadPerson }) => loadPerson)?.loadPerson,
  }
}

const pathsWithNews = [
  ...features.flatMap(({ newsPaths = [] }) => newsPaths),
  '/api/author/',
  '/api/people',
  '/api/outbox',
  // First steps
  '/api/settings/organisation',
  '/api/settings/connections',
  '/api/site/sections',
  '/api/team',
  '/api/settings/samples',
]

// Publishing a guest's draft changes the status of the invitation.
export const canChangeNews = (path: string) =>
  changesPublicPosts(path) || pathsWithNews.some((start) => path.startsWith(start))
