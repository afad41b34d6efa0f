import { ChartColumn } from 'lucide-react'
import { lazyPart } from '../../core/web/ui/lazy-part.ts'
import { insightsPaths } from './contract/insights-paths.ts'

export const insights = {
  screen: {
    path: insightsPaths.adminInsights,
    label: 'Insights',
    icon: ChartColumn,
    Screen: lazyPart(() => import('./web/admin/insights-screen.tsx'), 'InsightsScreen'),
  },
}
