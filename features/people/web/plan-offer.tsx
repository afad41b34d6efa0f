import type { Ref } from 'react'
import { planOffer } from '../words/plan.ts'

/** Quietly offers further questions after someone has joined the waitlist: they are done already. Focusable, because it may appear without a page load. */
export function PlanOffer({ planUrl, ref }: { planUrl: string; ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p className="plan-offer" tabIndex={-1} ref={ref}>
      {planOffer.lead}{' '}
      <a className="inline-link" href={planUrl}>
        {planOffer.link}
      </a>
    </p>
  )
}
