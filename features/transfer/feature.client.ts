import type { SettingsTab } from '../../core/web/admin/settings/settings-tab.ts'
import { lazyPart } from '../../core/web/ui/lazy-part.ts'

const ImportTab = lazyPart(() => import('./web/admin/import/import-tab.tsx'), 'ImportTab')
const ExportTab = lazyPart(() => import('./web/admin/export-tab.tsx'), 'ExportTab')

const settingsTabs: SettingsTab[] = [
  { id: 'import', label: 'Import', Content: ImportTab, right: 'moveSite' },
  { id: 'export', label: 'Export', Content: ExportTab, right: 'moveSite' },
]
export const transfer = { settingsTabs }
