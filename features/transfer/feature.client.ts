import { lazy } from 'react'
import type { SettingsTab } from '../../core/web/admin/settings/settings-tab.ts'

const ImportTab = lazy(() =>
  import('./web/admin/import/import-tab.tsx').then((m) => ({ default: m.ImportTab })),
)
const ExportTab = lazy(() => import('./web/admin/export-tab.tsx').then((m) => ({ default: m.ExportTab })))

const settingsTabs: SettingsTab[] = [
  { id: 'import', label: 'Import', Content: ImportTab, right: 'moveSite' },
  { id: 'export', label: 'Export', Content: ExportTab, right: 'moveSite' },
]
export const transfer = { settingsTabs }
