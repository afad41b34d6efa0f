import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rights, whoMay } from '../../../../../core/contract/roles.ts'
import { useCurrentUser, useMay } from '../../../../../core/web/admin/current-user.ts'
import { NotLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { BackLink, ButtonLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useSiteToday } from '../../../../../core/web/admin/use-site-today.ts'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { trainersQuery } from '../../../../calendar/web/admin/calendar-state.ts'
import type { Entry } from '../../../../people/contract/people.ts'
import { peoplePaths } from '../../../../people/contract/people-paths.ts'
import { personQuery } from '../../../../people/web/admin/people-queries.ts'
import type { Offer } from '../../../contract/offers.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { newestOfferQuery, offersOfPerson, wishesQuery } from '../training-queries.ts'
import { AboutPerson } from './about-person.tsx'
import { isOpen } from './offer-actions.tsx'
import { OfferForm } from './offer-form.tsx'
import { type FirstGuess, guessOffer, type ProposedDays } from './offer-values.ts'

type NewOfferProps = { entryId: number; proposed: ProposedDays; isBooking: boolean }

/** The form for a new offer to the person who wrote a waitlist entry, or for a day that was agreed without one */
export function NewOffer({ entryId, proposed, isBooking }: NewOfferProps) {
  const person = useQuery({ ...personQuery({ form: 'waitlist', id: entryId }), staleTime: 0 })
  const trainers = useQuery({ ...trainersQuery, staleTime: 0 })
  // Not from the cache: the form is prefilled once, and an open offer must be noticed before that.
  const offers = useQuery({ ...offersOfPerson(entryId), gcTime: 0, staleTime: 0 })
  const newest = useQuery({ ...newestOfferQuery, gcTime: 0, staleTime: 0 })
  const plan = useQuery({ ...wishesQuery(entryId), staleTime: 0 })
  const [entry, users, all, [last] = []] = [person.data?.entry, trainers.data, offers.data, newest.data]

  if (!entry || !users || !all || !newest.data || !plan.data)
    return (
      <NotLoaded
        queries={[person, trainers, offers, newest, plan]}
        failure="The form couldn’t be opened."
        waiting="Opening the form..."
        head={<h2>New offer</h2>}
        hasSkeleton
      />
    )
  return (
    <Start
      entry={entry}
      trainers={users}
      open={all.find(isOpen)}
      last={last}
      wishes={plan.data.answers}
      proposed={proposed}
      isBooking={isBooking}
    />
  )
}

type StartProps = Omit<FirstGuess, 'userId' | 'today'> &
  Pick<NewOfferProps, 'isBooking'> & { entry: Entry; open: Offer | undefined }

function Start({ entry, trainers, open: openNow, last, wishes, proposed, isBooking }: StartProps) {
  const { id: userId } = useCurrentUser()
  // As it was at first: saving makes an open offer, and the form must stay until it is sent.
  const [open] = useState(openNow)
  const today = useSiteToday()
  const [guess] = useState(() => guessOffer({ wishes, last, trainers, userId, today, proposed }))
  const mayOffer = useMay('manageDays')
  const refusal = mayOffer ? whyNone(entry, open) : whoMay[rights.manageDays]

  return (
    <>
      <p className="form-actions">
        <BackLink href={trainingPaths.adminTab('offers')}>All offers</BackLink>
        <BackLink href={`${peoplePaths.adminPeople}?open=waitlist-${entry.id}`}>
          <bdi>{entry.name}</bdi>
        </BackLink>
      </p>
      <h2 ref={focusOnMount} tabIndex={-1}>
        {isBooking ? 'Book a day for' : 'Offer training days to'} <bdi>{entry.name}</bdi>
      </h2>
      {refusal ? (
        <div className="card empty">
          <p>{refusal}</p>
          {open && <ButtonLink href={trainingPaths.adminOffer(open.id)}>Open the offer</ButtonLink>}
        </div>
      ) : (
        <div className="training-columns">
          <OfferForm
            entryId={entry.id}
            guess={guess}
            trainers={trainers}
            wishes={wishes}
            isBooking={isBooking}
          />
          <AboutPerson entryId={entry.id} wishes={wishes} />
        </div>
      )}
    </>
  )
}

function whyNone(entry: Entry, open: Offer | undefined): string | undefined {
  if (entry.deletedAt) return 'This person was deleted. Restore them first.'
  if (entry.suspectedAt) return 'This entry is in Spam. Move it to People first.'
  return open && 'This person already has an open offer. Change that one, or withdraw it first.'
}
