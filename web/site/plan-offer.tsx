import type { Ref } from 'react'
import { planOffer } from '../../content/plan.ts'

/** Offers further questions after someone has joined the waitlist. Focusable, because it may appear without a page load. */
export function PlanOffer({ planUrl, ref }: { planUrl: string; ref?: Ref<HTMLDivElement> }) {
  return (
    <div className="plan-offer" tabIndex={-1} ref={ref}>
      <p>{planOffer.lead}</p>
      <p>
        <a className="btn btn-quiet btn-small" href={planUrl}>
          {planOffer.link}
        </a>
      </p>
    </div>
  )
}
