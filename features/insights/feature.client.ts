import { ChartColumn } from 'lucide-react'
import { insightsPaths } from './contract/insights-paths.ts'
import { InsightsScreen } from './web/admin/insights-screen.tsx'

export const insights = {
  screen: { path: insightsPaths.adminInsights, label: 'Insights', icon: ChartColumn, Screen: InsightsScreen },
}
