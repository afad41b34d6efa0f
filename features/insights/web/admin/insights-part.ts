import type { ComponentType } from 'react'
import type { Tone } from '../../../../core/web/admin/plots/page-bars.tsx'
import type { Insights } from '../../contract/insights.ts'

/** What other features add to Insights */
export type InsightsParts = {
  insights?: {
    /** A report, whose code is loaded with the plots */
    report?: { name: string; Report: ComponentType<{ insights: Insights }>; load: () => Promise<unknown> }
    /** Names of public pages, by path */
    pageNames?: Record<string, string>
    /** A form among those of sign-ups */
    signUps?: { id: string; name: string; tone: Tone }
  }
}[]
