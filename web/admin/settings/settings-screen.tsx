import { paths } from '../../../contracts/paths.ts'
import { type SettingsTab, settingsTabs } from '../routes.ts'
import { TabList } from '../tab-list.tsx'
import { AccountTab } from './account-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { BackupTab } from './backup-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

const labels: Record<SettingsTab, string> = {
  organisation: 'Organization',
  account: 'Account',
  topics: 'Topics',
  ai: 'AI',
  mail: 'Email',
  backup: 'Backups',
}

export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  return (
    <>
      <div className="admin-top">
        <TabList
          label="Settings"
          open={tab}
          panel="settings-panel"
          tabs={settingsTabs.map((id) => ({ id, label: labels[id], href: paths.adminSettingsTab(id) }))}
        />
      </div>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`tab-${tab}`}>
        <div className="admin-page admin-page-narrow">
          <h1>{labels[tab]}</h1>
          {tab === 'organisation' && <OrganizationTab />}
          {tab === 'account' && <AccountTab />}
          {tab === 'topics' && <TopicsTab />}
          {tab === 'ai' && <AiTab />}
          {tab === 'mail' && <MailTab />}
          {tab === 'backup' && <BackupTab />}
        </div>
      </div>
    </>
  )
}
