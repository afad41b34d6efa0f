import type { Site } from '../../contract/site.ts'
import { CountedLink } from './counted-link.tsx'

type BookingLinkProps = {
  site: Site
  service: string
  className?: string
  children: string
}

/** A button that opens the external booking page in a new tab and is counted as a click */
export function BookingLink({ site, service, className = 'btn', children }: BookingLinkProps) {
  return (
    <CountedLink href={site.bookingUrl} service={service} className={className}>
      {children}
    </CountedLink>
  )
}
