import { ChevronDown } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { may, type Role, rights } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { lazyScreen } from '../../../../core/web/admin/lazy-screen.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { type SettingsTabProps, settingsGroups } from '../../../../core/web/admin/settings/settings-tab.ts'
import { AccountTab } from '../../../../features/accounts/web/admin/account-tab.tsx'
import { TeamTab } from '../../../../features/accounts/web/admin/team/team-tab.tsx'
import { TokensTab } from '../../../../features/accounts/web/admin/tokens-tab.tsx'
import { ConnectionsTab } from '../../../../features/connections/web/admin/connections-tab.tsx'
import { featureTabs } from '../../../features.client.ts'
import { AboutTab } from './about-tab.tsx'
import { ActivityTab } from './activity-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { BackupTab } from './backup-tab.tsx'
import { FeatureSwitches } from './feature-switches.tsx'
import { MailTab } from './mail-tab.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { type SettingsPage, settingsPages } from './settings-pages.ts'
import { TopicsTab } from './topics-tab.tsx'

const SecurityTab = lazyScreen(
  () => import('../../../../features/accounts/web/admin/security/security-tab.tsx'),
  'SecurityTab',
)

const contents: Record<string, ComponentType<SettingsTabProps>> = {
  organisation: OrganizationTab,
  topics: TopicsTab,
  account: AccountTab,
  security: SecurityTab,
  tokens: TokensTab,
  team: TeamTab,
  activity: ActivityTab,
  connections: ConnectionsTab,
  mail: MailTab,
  ai: AiTab,
  backup: BackupTab,
  features: FeatureSwitches,
  about: AboutTab,
  ...Object.fromEntries(featureTabs.map(({ id, Content }) => [id, Content])),
}

const whoMaySee: Record<Role, string> = {
  helper: 'Only people who can sign in see this page.',
  editor: 'Only editors and owners see this page.',
  owner: 'Only owners see this page.',
}

type SettingsScreenProps = { tab: string | undefined } & SettingsTabProps

export function SettingsScreen({ tab: wanted, ...props }: SettingsScreenProps) {
  const user = useCurrentUser()
  const visible = settingsPages.filter(({ right }) => may(user, right))
  const open = settingsPages.find(({ id }) => id === wanted) ?? visible[0]
  const Content = open && contents[open.id]
  if (!open || !Content) return null
  const { id, label, right } = open
  return (
    <div className="settings">
      <SettingsNav key={id} pages={visible} open={open} />
      <div className={id === 'activity' ? 'admin-page' : 'admin-page admin-page-narrow'}>
        <h1>{label}</h1>
        {may(user, right) ? <Content {...props} /> : <p>{whoMaySee[rights[right]]}</p>}
      </div>
    </div>
  )
}

/** The pages of Settings by group: beside the open one, or in a narrow window behind a button with its name */
function SettingsNav({ pages: all, open }: { pages: SettingsPage[]; open: SettingsPage }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <nav aria-label="Settings" className="settings-nav">
      <button
        type="button"
        className="btn btn-quiet"
        aria-expanded={isOpen}
        aria-controls="settings-pages"
        onClick={() => setIsOpen(!isOpen)}
      >
        Settings: {open.label} <ChevronDown aria-hidden="true" />
      </button>
      <div id="settings-pages" data-open={isOpen || undefined}>
        {settingsGroups.map((group) => {
          const pages = all.filter((page) => page.group === group)
          const heading = `settings-${group.toLowerCase().replaceAll(' ', '-')}`
          return (
            pages.length > 0 && (
              <section key={group} aria-labelledby={heading}>
                <h2 id={heading}>{group}</h2>
                <ul>
                  {pages.map(({ id, label }) => (
                    <li key={id}>
                      <ScreenLink
                        href={paths.adminSettingsTab(id)}
                        aria-current={id === open.id ? 'page' : undefined}
                      >
                        {label}
                      </ScreenLink>
                    </li>
                  ))}
                </ul>
              </section>
            )
          )
        })}
      </div>
    </nav>
  )
}
