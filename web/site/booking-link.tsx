import type { Site } from '../../contracts/site.ts'
import { ExternalLink } from '../ui/external-link.tsx'

type BookingLinkProps = {
  site: Site
  className?: string
  children: string
}

/** Every button that books leads to the outside scheduling page, so that it can be counted in one place. */
export function BookingLink({ site, className = 'btn', children }: BookingLinkProps) {
  return (
    <ExternalLink href={site.bookingUrl} className={className}>
      {children}
    </ExternalLink>
  )
}
