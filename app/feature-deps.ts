import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Readiness, RouteDeps } from '../core/server/http/app.ts'
import type { PageCache } from '../core/server/http/page-cache/page-cache.ts'
import type { Delivery } from '../core/server/mail/delivery.ts'
import type { WriteEmail } from '../core/server/mail/email-templates.ts'
import type { MailHooks } from '../core/server/mail/mail-hooks.ts'
import type { MailLimits } from '../core/server/mail/mail-limits.ts'
import type { Assistant } from '../features/assistant/server/assistant.ts'
import type { ServiceLimits } from '../features/assistant/server/service/limits.ts'
import { findGuestStates, inReview } from '../features/guests/server/guest-states.ts'
import type { Feature, RedirectFinder } from '../features/manifest/feature.ts'
import type { SitePage } from '../features/manifest/site-page.ts'
import type { MediaStore } from '../features/media/server/store.ts'
import { deletePreviewLinksOf } from '../features/posts/server/writing/preview-links.ts'
import type { Renderer } from '../features/site/server/files/renderer.ts'
import type { LookStyles } from '../features/site/server/look/look-styles.ts'
import type { PageViewCounter } from '../features/site/server/visits/page-view-counter.ts'
import type { Metrics } from './metrics/metrics.ts'

/** Parts of features that those below them need */
export const passedDown = { findGuestStates, inReview, deletePreviewLinksOf }
type PassedDown = RouteDeps & typeof passedDown

/** The app passes these to the routes of every feature. */
export type FeatureDeps = PassedDown & {
  features: Feature[]
  sitePages: SitePage[]
  pool: pg.Pool
  pageCache: PageCache
  renderer: Renderer
  /** Renders an email template */
  writeEmail: WriteEmail
  lookStyles: LookStyles
  redirects: RedirectFinder | undefined
  media: MediaStore
  tally: PageViewCounter
  log: FastifyBaseLogger
  readiness: Readiness
  /** Explains to the operator why the database cannot save, or undefined if it can */
  databaseTrouble: () => string | undefined
  serviceLimits: ServiceLimits
  mailLimits: MailLimits
  mailHooks: MailHooks
  metrics: Metrics | undefined
  assistant: Assistant
}

/** The app passes these to every job. */
export type JobDeps = Pick<
  FeatureDeps,
  'features' | 'sitePages' | 'config' | 'db' | 'media' | 'connections' | 'writeEmail'
> & {
  /** For jobs that need their own connection */
  connectionString: string
  delivery: Delivery
  log: { error(fields: object, message: string): void }
  /** Aborted when the process has to stop. Jobs must not begin anything new then. */
  signal: AbortSignal
}
