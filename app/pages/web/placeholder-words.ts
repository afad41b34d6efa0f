import type { LinkKind } from '../../../core/contract/site.ts'

const names: Record<LinkKind, string> = {
  contactEmail: 'the contact email',
  bookingUrl: 'the booking buttons',
  communityUrl: 'the community buttons',
  appUrls: 'app buttons',
}

/** Says in a sentence which addresses on the public pages still lead nowhere. */
export function describePlaceholders(kinds: LinkKind[]): string {
  const list = new Intl.ListFormat('en').format(kinds.map((kind) => names[kind]))
  return `Some buttons on your site don’t lead anywhere yet: ${list}.`
}
