import type { ReactNode } from 'react'
import type { ClickService } from '../../contracts/clicks.ts'
import { paths } from '../../contracts/paths.ts'
import { ExternalLink } from '../ui/external-link.tsx'

type CountedLinkProps = {
  href: string
  /** The button's name among the counted clicks. */
  service: ClickService
  className: string
  children: ReactNode
}

/**
 * A link to the booking page, the community or an app. The browser itself tells that it was followed; where
 * there is script, web/count-clicks.ts does.
 */
export function CountedLink({ service, ...rest }: CountedLinkProps) {
  return <ExternalLink {...rest} ping={paths.api.calendarClick(service)} />
}
