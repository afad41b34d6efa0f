import type { SettingsTab } from '../../../../core/web/admin/settings/settings-tab.ts'
import { featureTabs } from '../../../features.client.ts'

export type SettingsPage = Omit<SettingsTab, 'Content'>

/** The pages of Settings, in the order of their groups */
export const settingsPages: SettingsPage[] = [
  { id: 'organisation', group: 'Organization', label: 'Organization', right: 'manageSite' },
  { id: 'topics', group: 'Organization', label: 'Topics', right: 'manageSite' },
  { id: 'account', group: 'My account', label: 'Account', right: 'work' },
  { id: 'security', group: 'My account', label: 'Security', right: 'work' },
  { id: 'tokens', group: 'My account', label: 'API tokens', right: 'work' },
  { id: 'team', group: 'Team and activity', label: 'Team', right: 'manageTeam' },
  { id: 'activity', group: 'Team and activity', label: 'Activity', right: 'readActivity' },
  { id: 'mail', group: 'Connections', label: 'Email', right: 'manageSite' },
  { id: 'connections', group: 'Connections', label: 'Connections', right: 'manageSite' },
  { id: 'ai', group: 'Connections', label: 'AI', right: 'manageSite' },
  { id: 'backup', group: 'Data', label: 'Backups', right: 'manageSite' },
  ...featureTabs,
  { id: 'features', group: 'Data', label: 'Features', right: 'manageSite' },
  { id: 'about', group: 'Data', label: 'About', right: 'work' },
]
