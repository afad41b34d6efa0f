import { ChartColumn } from 'lucide-react'
import { paths } from '../../../contracts/paths.ts'
import { InsightsScreen } from './insights-screen.tsx'

export const insights = {
  screen: { path: paths.adminInsights, label: 'Insights', icon: ChartColumn, Screen: InsightsScreen },
}
