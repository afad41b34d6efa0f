import type { Site } from '../../../core/contract/site.ts'
import { CountedLink } from '../../../core/web/site/counted-link.tsx'
import { appUrl } from '../../../features/site/contract/site-content/placeholders.ts'
import type { App } from '../../../features/site/contract/site-content/sections.ts'
import { resolveLink } from './site-links.ts'

/** The button that opens an app. An app without an address has none. */
export function AppButton({ site, app, className }: { site: Site; app: App; className: string }) {
  const href = resolveLink(site, appUrl(site, app))
  return (
    href && (
      <CountedLink className={className} href={href} service={app.id}>
        {app.button}
      </CountedLink>
    )
  )
}
