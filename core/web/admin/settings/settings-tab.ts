import type { ComponentType } from 'react'
import type { Right } from '../../../contract/roles.ts'

export type SettingsTabProps = {
  /** The username and the site's name, which a new password must not contain */
  names: readonly string[]
  /** The query of the URL, which holds the filters of a tab */
  query: URLSearchParams
}

/** The groups of settings, in their order */
export const settingsGroups = [
  'Organization',
  'My account',
  'Team and activity',
  'Connections',
  'Data',
] as const

export type SettingsTab = {
  id: string
  group: (typeof settingsGroups)[number]
  label: string
  /** Needed for everything on the tab */
  right: Right
  Content: ComponentType<SettingsTabProps>
}
