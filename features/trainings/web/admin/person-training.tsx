import { CalendarPlus } from 'lucide-react'
import { formatShortDay, formatWeekday } from '../../../../core/contract/format-date.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { LoadProblem } from '../../../../core/web/admin/load-problem.tsx'
import { ButtonLink, ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import { call } from '../../../../core/web/api.ts'
import { QuietButton } from '../../../../core/web/ui/button.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import type { Entry, PersonEvent } from '../../../people/contract/people.ts'
import { allLists } from '../../../people/web/admin/people-queries.ts'
import { type Offer, type OfferStatus, offerEntryCreate } from '../../contract/offers.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import type { Training } from '../../contract/trainings.ts'
import { OfferBadge, TrainingBadge } from './badges.tsx'
import { ClientWords } from './client-parts.tsx'
import { isOpen } from './offers/offer-actions.tsx'
import { describeMoment, offersUrl } from './offers/offer-list.tsx'
import { describeWish, gapsOf, listDays } from './training-words.ts'
import { isLive, useTrainingsOf } from './use-status-lock.ts'

/** Where a person is between their first entry and a booked day, and the next action */
export function PersonTraining({ entry, events }: { entry: Entry; events: PersonEvent[] }) {
  const entryId =
    entry.form === 'waitlist' ? entry.id : events.find((event) => event.entry?.form === 'waitlist')?.entry?.id
  const isHidden = entry.deletedAt !== null || entry.suspectedAt !== null
  return (
    <Section id="person-training" title="Training" level={3} className="person-training">
      {entryId !== undefined ? (
        <OfPerson entryId={entryId} isHidden={isHidden} />
      ) : (
        !isHidden && <OfferToContact contactId={entry.id} />
      )}
    </Section>
  )
}

/** Someone who used the contact form comes to the waitlist with their first offer. */
function OfferToContact({ contactId }: { contactId: number }) {
  const mayOffer = useMay('manageDays')
  const { run, busy } = useApiMutation(
    async (pathOf: (entryId: number) => string) =>
      pathOf((await call(offerEntryCreate, { body: { contactId } })).entryId),
    {
      failure: 'Couldn’t open the form',
      invalidates: [allLists.queryKey],
      onSuccess: (path) => void navigate(path),
    },
  )
  if (!mayOffer) return <p className="form-note">No offer yet.</p>
  return (
    <>
      <div className="form-actions">
        <QuietButton busy={busy} onClick={() => run(trainingPaths.adminNewOffer)}>
          <CalendarPlus aria-hidden="true" /> Offer training days
        </QuietButton>
        <QuietButton busy={busy} onClick={() => run(trainingPaths.adminBookDay)}>
          Book a day
        </QuietButton>
      </div>
      <p className="form-note">This puts them on the waitlist, too.</p>
    </>
  )
}

function OfPerson({ entryId, isHidden }: { entryId: number; isHidden: boolean }) {
  const { offers, trainings } = useTrainingsOf(entryId)
  const today = useSiteToday()
  const mayOffer = useMay('manageDays')
  const failed = [offers, trainings].find(({ error, data }) => error && !data)
  if (failed)
    return (
      <LoadProblem
        what="Offers and trainings couldn’t be loaded."
        error={failed.error}
        onRetry={() => Promise.all([offers.refetch(), trainings.refetch()])}
      />
    )
  if (!offers.data || !trainings.data) return <p className="form-note">Loading offers...</p>

  const live = trainings.data.filter((training) => isLive(training))
  const open = offers.data.find(isOpen)
  const earlierOffers = offers.data.filter((offer) => !isOpen(offer) && offer.trainingId === null)
  const earlier = trainings.data.filter((training) => !isLive(training))
  return (
    <>
      {live.map((training) => (
        <NextTraining key={training.id} training={training} today={today} />
      ))}
      {open && <OpenOffer offer={open} />}
      {mayOffer && !open && !isHidden && (
        <p className="form-actions">
          <ButtonLink href={trainingPaths.adminNewOffer(entryId)}>
            <CalendarPlus aria-hidden="true" />
            {live.length === 0 ? 'Offer training days' : 'Offer another day'}
          </ButtonLink>
          <ScreenLink className="btn btn-quiet btn-small" href={trainingPaths.adminBookDay(entryId)}>
            {live.length === 0 ? 'Book a day' : 'Book another day'}
          </ScreenLink>
        </p>
      )}
      {!mayOffer && offers.data.length + trainings.data.length === 0 && (
        <p className="form-note">No offer yet.</p>
      )}
      {earlier.length + earlierOffers.length > 0 && (
        <ul className="person-earlier">
          {earlier.map((training) => (
            <li key={`training-${training.id}`}>
              <ScreenLink className="text-button" href={trainingPaths.adminTraining(training.id)}>
                {formatWeekday(training.day)}
              </ScreenLink>
              <TrainingBadge training={training} today={today} />
            </li>
          ))}
          {earlierOffers.map((offer) => (
            <li key={`offer-${offer.id}`}>
              <ScreenLink className="text-button" href={trainingPaths.adminOffer(offer.id)}>
                Offer of {offer.days[0] && formatShortDay(offer.days[0])}
              </ScreenLink>
              <OfferBadge offer={offer} />
            </li>
          ))}
          {offers.data.length > 1 && (
            <li>
              <ScreenLink className="text-button" href={offersUrl({ entry: String(entryId) })}>
                All offers to them
              </ScreenLink>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

const nextSteps: Partial<Record<OfferStatus, string>> = {
  draft: 'Send the offer',
  'other-days': 'Offer other days',
}

function OpenOffer({ offer }: { offer: Offer }) {
  const mayOffer = useMay('manageDays')
  const { status } = offer
  return (
    <div className="person-next">
      <p>
        <OfferBadge offer={offer} /> <strong>{listDays(offer.days)}</strong>
      </p>
      {status === 'other-days' && <ClientWords text={offer.answer} />}
      <p className="form-note">{describeMoment(offer)}</p>
      <p>
        <ScreenLink className="btn btn-quiet btn-small" href={trainingPaths.adminOffer(offer.id)}>
          {(mayOffer && nextSteps[status]) || 'Open the offer'}
        </ScreenLink>
      </p>
    </div>
  )
}

function NextTraining({ training, today }: { training: Training; today: string }) {
  const gaps = gapsOf(training, today)
  return (
    <div className="person-next">
      <p>
        <TrainingBadge training={training} today={today} /> <strong>{formatWeekday(training.day)}</strong>
      </p>
      {training.otherDayAskedAt && <p className="training-wish">{describeWish(training)}</p>}
      {gaps && <p className="training-missing">{gaps}</p>}
      <p>
        <ScreenLink className="btn btn-quiet btn-small" href={trainingPaths.adminTraining(training.id)}>
          Open the training
        </ScreenLink>
      </p>
    </div>
  )
}
