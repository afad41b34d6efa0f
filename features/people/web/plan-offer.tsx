import type { Ref } from 'react'
import type { SiteContent } from '../../../core/contract/site.ts'

type PlanOfferProps = {
  planUrl: string
  words: SiteContent['waitlist']['plan']
  ref?: Ref<HTMLParagraphElement>
}

/** Quietly offers further questions after someone has joined the waitlist: they are done already. Focusable, because it may appear without a page load. */
export function PlanOffer({ planUrl, words, ref }: PlanOfferProps) {
  return (
    <p className="plan-offer" tabIndex={-1} ref={ref}>
      {words.lead}{' '}
      <a className="inline-link" href={planUrl}>
        {words.link}
      </a>
    </p>
  )
}
