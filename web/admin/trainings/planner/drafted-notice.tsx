import type { Ref } from 'react'
import type { ResponseBody } from '../../../../contracts/endpoint.ts'
import type { plannerOffersCreate } from '../../../../contracts/planner.ts'
import { Notice } from '../../../ui/notice.tsx'
import { count } from '../../insights/figures.ts'
import { ScreenLink } from '../../screen-link.tsx'
import { offersUrl } from '../offers/offer-list.tsx'

export type Drafted = ResponseBody<typeof plannerOffersCreate>

/** Result of drafting: a link to the drafts, and the people who got no offer, with the reason */
export function DraftedNotice({
  drafted: { drafted, refused },
  ref,
}: {
  drafted: Drafted
  ref: Ref<HTMLDivElement>
}) {
  return (
    <Notice tone={drafted.length > 0 ? 'success' : 'problem'} ref={ref}>
      <p>
        <strong>
          {drafted.length > 0 ? `Drafted ${count(drafted.length, 'offer')}.` : 'No offer was drafted.'}
        </strong>{' '}
        {drafted.length > 0 && (
          <>
            Their days are held, and nothing is sent yet. Hours and price are those of your last offer, so
            check them first.{' '}
            <ScreenLink className="inline-link" href={offersUrl({ status: 'draft' })}>
              See the drafts
            </ScreenLink>
          </>
        )}
      </p>
      {refused.length > 0 && (
        <ul className="dash-list">
          {refused.map(({ entryId, name, reason }) => (
            <li key={entryId}>
              <bdi>{name || 'Someone'}</bdi>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
