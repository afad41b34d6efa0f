import type { Site } from '../../../../core/contract/site.ts'
import { BookingLink } from '../../../../core/web/site/booking-link.tsx'

/** The way to a first talk, at the end of a post or an own page */
export const BookingBox = ({ site, service }: { site: Site; service: string }) => (
  <aside className="post-book">
    <p className="post-book-title">{site.content.blog.bookTitle}</p>
    <BookingLink site={site} service={service}>
      {site.content.blog.book}
    </BookingLink>
  </aside>
)
