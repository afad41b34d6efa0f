import type { ReactNode } from 'react'
import { paths } from '../../contract/paths.ts'
import { ExternalLink } from '../ui/external-link.tsx'

type CountedLinkProps = {
  href: string
  /** Name under which the clicks are counted (features/site/contract/clicks.ts) */
  service: string
  className: string
  children: ReactNode
}

/**
 * A link to the booking page, the community, or an app. Clicks are counted by the browser's `ping`, or by
 * app/pages/web/count-clicks.ts once that script has loaded.
 */
export function CountedLink({ service, ...rest }: CountedLinkProps) {
  return <ExternalLink {...rest} ping={paths.api.calendarClick(service)} />
}
