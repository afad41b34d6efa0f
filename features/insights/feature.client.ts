import { ChartColumn } from 'lucide-react'
import { paths } from '../../core/contract/paths.ts'
import { InsightsScreen } from './web/admin/insights-screen.tsx'

export const insights = {
  screen: { path: paths.adminInsights, label: 'Insights', icon: ChartColumn, Screen: InsightsScreen },
}
