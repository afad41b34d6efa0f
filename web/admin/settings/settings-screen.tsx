import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { paths } from '../../../contracts/paths.ts'
import { readinessRead } from '../../../contracts/readiness.ts'
import { apiQuery } from '../api.ts'
import { type SettingsTab, settingsTabs } from '../routes.ts'
import { TabList } from '../tab-list.tsx'
import { AccountTab } from './account-tab.tsx'
import { AiTab } from './ai-tab.tsx'
import { BackupTab } from './backup-tab.tsx'
import { MailTab } from './mail-tab.tsx'
import { OrganizationTab } from './organization-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'

const tabs: Record<SettingsTab, { label: string; Content: ComponentType }> = {
  organisation: { label: 'Organization', Content: OrganizationTab },
  account: { label: 'Account', Content: AccountTab },
  topics: { label: 'Topics', Content: TopicsTab },
  ai: { label: 'AI', Content: AiTab },
  mail: { label: 'Email', Content: MailTab },
  backup: { label: 'Backups', Content: BackupTab },
}

export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const { label, Content } = tabs[tab]
  return (
    <>
      <div className="admin-top">
        <TabList
          label="Settings"
          open={tab}
          panel="settings-panel"
          tabs={settingsTabs.map((id) => ({ id, label: tabs[id].label, href: paths.adminSettingsTab(id) }))}
        />
      </div>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`tab-${tab}`}>
        <div className="admin-page admin-page-narrow">
          <h1>{label}</h1>
          <Content />
          <Version />
        </div>
      </div>
    </>
  )
}

const readinessQuery = apiQuery(readinessRead)

/** The version of the software, for questions to the person who runs the server. */
function Version() {
  const { data } = useQuery(readinessQuery)
  return data && <p className="settings-version">Version {data.version}</p>
}
