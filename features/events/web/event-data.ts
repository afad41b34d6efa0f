import { isoWithOffset } from '../../../core/contract/format-date.ts'
import { onOneLine } from '../../../core/contract/on-one-line.ts'
import type { Site } from '../../../core/contract/site.ts'
import { organizationData } from '../../../core/web/site/organization-data.ts'
import { eventPaths } from '../contract/event-paths.ts'
import { eventKindLabels } from '../contract/events.ts'
import type { ShownEvent } from '../contract/shown-event.ts'

/**
 * https://schema.org/Event with what Google needs
 * (https://developers.google.com/search/docs/appearance/structured-data/event). No performer, because none is known.
 */
export function describeEvent(event: ShownEvent, site: Site): object {
  const { slug, title, day, startsAt, endsAt, timeZone, format, place, state, socialPicture, summary } = event
  const whole = (path: string) => new URL(path, site.publicUrl).href
  const url = whole(eventPaths.event(slug))
  const isOnline = format === 'online'
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: title,
    startDate: isoWithOffset(`${day}T${startsAt}`, { timeZone }),
    endDate: isoWithOffset(`${day}T${endsAt}`, { timeZone }),
    eventStatus: `https://schema.org/Event${state === 'canceled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${isOnline ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: isOnline
      ? { '@type': 'VirtualLocation', url }
      : {
          '@type': 'Place',
          name: onOneLine(place).split(',')[0],
          address: { '@type': 'PostalAddress', streetAddress: onOneLine(place) },
        },
    description: summary || `${eventKindLabels[event.kind]}: ${title}`,
    image: whole(socialPicture?.src ?? eventPaths.picture(slug)),
    url,
    offers: describeOffer(event, url),
    organizer: organizationData(site),
  }
}

/** A price that is in words only is left out. */
function describeOffer({ amount, currency, price, state, publishedAt }: ShownEvent, url: string) {
  const isKnown = amount !== null || price === ''
  return {
    '@type': 'Offer',
    url,
    availability: `https://schema.org/${state === 'open' ? 'InStock' : 'SoldOut'}`,
    validFrom: publishedAt,
    ...(isKnown && { price: ((amount ?? 0) / 100).toFixed(2), priceCurrency: currency }),
  }
}
