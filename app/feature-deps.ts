import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Assistant } from './assistant/assistant.ts'
import type { ServiceLimits } from './assistant/service/limits.ts'
import type { Feature, RedirectFinder } from './feature.ts'
import type { Readiness, RouteDeps } from './http/app.ts'
import type { PageCache } from './http/page-cache/page-cache.ts'
import { findGuestStates, inReview } from './invites/guest-states.ts'
import type { LookStyles } from './look/look-styles.ts'
import type { Delivery } from './mail/delivery.ts'
import type { WriteEmail } from './mail/email-templates.ts'
import type { MailHooks } from './mail/mail-hooks.ts'
import type { MailLimits } from './mail/mail-limits.ts'
import type { MediaStore } from './media/store.ts'
import type { Metrics } from './metrics/metrics.ts'
import { deletePreviewLinksOf } from './posts/writing/preview-links.ts'
import type { Renderer } from './site/renderer.ts'
import type { SitePage } from './site-page.ts'
import type { PageViewCounter } from './visits/page-view-counter.ts'

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
  /** Renders a template of web/emails */
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
