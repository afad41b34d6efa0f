import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import type { SettingsTab } from '../../core/web/admin/settings/settings-tab.ts'

const ImportTab = lazyScreen(() => import('./web/admin/import/import-tab.tsx'), 'ImportTab')
const ExportTab = lazyScreen(() => import('./web/admin/export-tab.tsx'), 'ExportTab')

const settingsTabs: SettingsTab[] = [
  { id: 'import', group: 'Data', label: 'Import', Content: ImportTab, right: 'moveSite' },
  { id: 'export', group: 'Data', label: 'Export', Content: ExportTab, right: 'moveSite' },
]
export const transfer = { settingsTabs }
