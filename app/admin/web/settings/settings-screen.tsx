import { paths } from '../../../../core/contract/paths.ts'
import { may, type Role, rights } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { lazyScreen } from '../../../../core/web/admin/lazy-screen.tsx'
import type { SettingsTab, SettingsTabProps } from '../../../../core/web/admin/settings/settings-tab.ts'
import { Tabs } from '../../../../core/web/admin/tab-list.tsx'
import { AccountTab } from '../../../../features/accounts/web/admin/account-tab.tsx'
import { TeamTab } from '../../../../features/accounts/web/admin/team/team-tab.tsx'
import { TokensTab } from '../../../../features/accounts/web/admin/tokens-tab.tsx'
import { ConnectionsTab } from '../../../../features/connections/web/admin/connections-tab.tsx'
import { featureTabs } from '../../../features.client.ts'
import { AboutTab } from './about-tab.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { BackupTab } from './backup-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

const SecurityTab = lazyScreen(
  () => import('../../../../features/accounts/web/admin/security/security-tab.tsx'),
  'SecurityTab',
)

const tabs: SettingsTab[] = [
  { id: 'organisation', label: 'Organization', Content: OrganizationTab, right: 'manageSite' },
  { id: 'account', label: 'Account', Content: AccountTab, right: 'work' },
  { id: 'security', label: 'Security', Content: SecurityTab, right: 'work' },
  { id: 'team', label: 'Team', Content: TeamTab, right: 'manageTeam' },
  { id: 'topics', label: 'Topics', Content: TopicsTab, right: 'manageSite' },
  { id: 'ai', label: 'AI', Content: AiTab, right: 'manageSite' },
  { id: 'mail', label: 'Email', Content: MailTab, right: 'manageSite' },
  { id: 'connections', label: 'Connections', Content: ConnectionsTab, right: 'manageSite' },
  { id: 'tokens', label: 'API tokens', Content: TokensTab, right: 'work' },
  { id: 'backup', label: 'Backups', Content: BackupTab, right: 'manageSite' },
  ...featureTabs,
  { id: 'activity', label: 'Activity', Content: ActivityTab, right: 'readActivity' },
  { id: 'about', label: 'About', Content: AboutTab, right: 'work' },
]

const whoMaySee: Record<Role, string> = {
  helper: 'Only people who can sign in see this page.',
  editor: 'Only editors and owners see this page.',
  owner: 'Only owners see this page.',
}

type SettingsScreenProps = { tab: string | undefined } & SettingsTabProps

export function SettingsScreen({ tab: wanted, ...props }: SettingsScreenProps) {
  const user = useCurrentUser()
  const visible = tabs.filter(({ right }) => may(user, right))
  const open = tabs.find(({ id }) => id === wanted) ?? visible[0]
  if (!open) return null
  const { id, label, Content, right } = open
  return (
    <Tabs
      label="Settings"
      open={id}
      tabs={visible.map((tab) => ({ ...tab, href: paths.adminSettingsTab(tab.id) }))}
    >
      <div className="admin-page admin-page-narrow">
        <h1>{label}</h1>
        {may(user, right) ? <Content {...props} /> : <p>{whoMaySee[rights[right]]}</p>}
      </div>
    </Tabs>
  )
}
