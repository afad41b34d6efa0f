import type { ComponentType } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { may, type Right, type Role, rights } from '../../../contracts/roles.ts'
import { useCurrentUser } from '../current-user.ts'
import { type SettingsTab, settingsTabs } from '../routes.ts'
import { Tabs } from '../tab-list.tsx'
import { AboutTab } from './about-tab.tsx'
import { AccountTab } from './account-tab.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { BackupTab } from './backup-tab.tsx'
import { ConnectionsTab } from './connections/connections-tab.tsx'
import { ExportTab } from './export-tab.tsx'
import { ImportTab } from './import/import-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { SecurityTab } from './security/security-tab.tsx'
import type { SettingsTabProps } from './settings-tab.ts'
import { TeamTab } from './team/team-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

/** `right`: needed for everything on the tab */
const tabs: Record<SettingsTab, { label: string; Content: ComponentType<SettingsTabProps>; right: Right }> = {
  organisation: { label: 'Organization', Content: OrganizationTab, right: 'manageSite' },
  account: { label: 'Account', Content: AccountTab, right: 'work' },
  security: { label: 'Security', Content: SecurityTab, right: 'work' },
  team: { label: 'Team', Content: TeamTab, right: 'manageTeam' },
  topics: { label: 'Topics', Content: TopicsTab, right: 'manageSite' },
  ai: { label: 'AI', Content: AiTab, right: 'manageSite' },
  mail: { label: 'Email', Content: MailTab, right: 'manageSite' },
  connections: { label: 'Connections', Content: ConnectionsTab, right: 'manageSite' },
  tokens: { label: 'API tokens', Content: TokensTab, right: 'work' },
  backup: { label: 'Backups', Content: BackupTab, right: 'manageSite' },
  import: { label: 'Import', Content: ImportTab, right: 'moveSite' },
  export: { label: 'Export', Content: ExportTab, right: 'moveSite' },
  activity: { label: 'Activity', Content: ActivityTab, right: 'readActivity' },
  about: { label: 'About', Content: AboutTab, right: 'work' },
}

const whoMaySee: Record<Role, string> = {
  helper: 'Only people who can sign in see this page.',
  editor: 'Only editors and owners see this page.',
  owner: 'Only owners see this page.',
}

type SettingsScreenProps = { tab: SettingsTab | undefined } & SettingsTabProps

export function SettingsScreen({ tab: wanted, ...props }: SettingsScreenProps) {
  const user = useCurrentUser()
  const visible = settingsTabs.filter((id) => may(user, tabs[id].right))
  const tab = wanted ?? visible[0] ?? 'account'
  const { label, Content, right } = tabs[tab]
  return (
    <Tabs
      label="Settings"
      open={tab}
      tabs={visible.map((id) => ({ id, label: tabs[id].label, href: paths.adminSettingsTab(id) }))}
    >
      <div className="admin-page admin-page-narrow">
        <h1>{label}</h1>
        {may(user, right) ? <Content {...props} /> : <p>{whoMaySee[rights[right]]}</p>}
      </div>
    </Tabs>
  )
}
