import { useQuery } from '@tanstack/react-query'
import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { NotLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../../core/web/admin/screen-link.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import { trainersQuery } from '../../../../calendar/web/admin/calendar-state.ts'
import type { PlanRequest } from '../../../../people/contract/plan.ts'
import type { Offer } from '../../../contract/offers.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { ClientWords } from '../client-parts.tsx'
import { wishesQuery } from '../training-queries.ts'
import { describeTime, listWords } from '../training-words.ts'
import { AboutPerson } from './about-person.tsx'
import { Withdraw } from './offer-actions.tsx'
import { OfferForm } from './offer-form.tsx'

/** The form of an offer that is open. What the client wrote is beside it if they asked for other days. */
export function EditOffer({ offer }: { offer: Offer }) {
  const trainers = useQuery({ ...trainersQuery, staleTime: 0 })
  const plan = useQuery({ ...wishesQuery(offer.entryId), staleTime: 0 })
  const words = { failure: 'The form couldn’t be opened.', waiting: 'Opening the form...' }
  if (!trainers.data || !plan.data) return <NotLoaded {...words} queries={[trainers, plan]} />
  return <Loaded offer={offer} trainers={trainers.data} wishes={plan.data.answers} />
}

type LoadedProps = { offer: Offer; trainers: readonly Trainer[]; wishes: PlanRequest | null }

function Loaded({ offer, trainers, wishes }: LoadedProps) {
  const isAgain = offer.status === 'other-days'
  return (
    <div className="training-columns">
      {isAgain && (
        <div className="offer-wish">
          <Wish offer={offer} />
        </div>
      )}
      <OfferForm entryId={offer.entryId} offer={offer} trainers={trainers} wishes={wishes}>
        {isAgain ? (
          <Withdraw offer={offer} />
        ) : (
          <ScreenLink className="text-button" href={trainingPaths.adminOffer(offer.id)}>
            Cancel
          </ScreenLink>
        )}
      </OfferForm>
      <AboutPerson entryId={offer.entryId} wishes={wishes} />
    </div>
  )
}

/** Why the client wants other days */
function Wish({ offer }: { offer: Offer }) {
  const { answer, answeredAt, days } = offer
  return (
    <Section id="wish" title="They asked for other days" level={3} className="notice">
      <ClientWords text={answer} none="They didn’t write why." />
      <p className="form-note">
        {answeredAt && `Asked ${describeTime(answeredAt)}. `}Offered before:{' '}
        {listWords(days.map(formatWeekday))}
      </p>
    </Section>
  )
}
