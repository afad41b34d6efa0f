import { ChartColumn } from 'lucide-react'
import { lazyScreen } from '../../core/web/admin/lazy-screen.tsx'
import { insightsPaths } from './contract/insights-paths.ts'

export const insights = {
  screen: {
    path: insightsPaths.adminInsights,
    label: 'Insights',
    icon: ChartColumn,
    place: 'last' as const,
    Screen: lazyScreen(() => import('./web/admin/insights-screen.tsx'), 'InsightsScreen'),
  },
}
