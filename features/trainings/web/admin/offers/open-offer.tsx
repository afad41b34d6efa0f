import { formatDay, formatRecent } from '../../../../../core/contract/format-date.ts'
import { formatPrice } from '../../../../../core/contract/money.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { countPeople } from '../../../../../core/web/admin/plots/figures.ts'
import { BackLink } from '../../../../../core/web/admin/screen-link.tsx'
import { Fact, TextFact } from '../../../../../core/web/ui/fact.tsx'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { describeEnd } from '../../../contract/offer-end.ts'
import type { Offer } from '../../../contract/offers.ts'
import { describeTerms, trainingFormatLabels } from '../../../contract/training-fields.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { OfferBadge } from '../badges.tsx'
import { ClientWords, PersonLink } from '../client-parts.tsx'
import { PriceNote } from '../common-fields.tsx'
import { LinkToShare } from '../link-to-share.tsx'
import { ByHandNotice } from '../sent-by-hand.tsx'
import { offerQuery } from '../training-queries.ts'
import { describeDay, describeTime, listTopics } from '../training-words.ts'
import { EditOffer } from './edit-offer.tsx'
import { OfferActions, offerTitleId } from './offer-actions.tsx'

/** One offer: its facts and the client's answer, with what can be done next; or its form */
export function OpenOffer({ id, isEditing }: { id: number; isEditing: boolean }) {
  // The client may have answered in the meantime.
  const query = { ...offerQuery(id), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'This offer couldn’t be opened.',
    waiting: 'Opening the offer...',
    head: <h2>Offer</h2>,
    hasSkeleton: true,
  })
  const mayChange = useMay('manageDays')
  return (
    <>
      <p>
        <BackLink href={trainingPaths.adminTab('offers')}>All offers</BackLink>
      </p>
      {!data && notLoaded}
      {data && (
        <>
          <h2 id={offerTitleId} ref={focusOnMount} tabIndex={-1} className="training-title">
            <span>
              Offer to <bdi>{data.name}</bdi>
            </span>{' '}
            <OfferBadge offer={data} />
          </h2>
          {mayChange &&
          (data.status === 'other-days' ||
            (isEditing && (data.status === 'draft' || data.status === 'sent'))) ? (
            <EditOffer offer={data} />
          ) : (
            <Shown offer={data} />
          )}
        </>
      )}
    </>
  )
}

function Shown({ offer }: { offer: Offer }) {
  return (
    <>
      <p className="training-state">{explainState(offer)}</p>
      {offer.status === 'sent' && <ByHandNotice />}
      {offer.status === 'draft' && <PriceNote {...offer} />}
      <OfferActions offer={offer} />
      <ClientWords text={offer.answer} />
      <OfferDays offer={offer} />
      <OfferFacts offer={offer} />
      {offer.link !== null && offer.status === 'sent' && (
        <LinkToShare label={`Link for ${offer.name}`} link={offer.link} />
      )}
    </>
  )
}

function explainState(offer: Offer): string {
  const { status, answeredAt, answeredByAdmin, endedAt } = offer
  const at = (time: string | null) => (time ? describeTime(time) : '')
  const noted = answeredByAdmin ? ' An admin recorded the answer.' : ''
  switch (status) {
    case 'draft':
      return 'Not sent yet, but its days are already held.'
    case 'sent':
      return `Waiting for an answer. The days are held ${describeEnd(offer)}.`
    case 'accepted':
      return `Accepted ${at(answeredAt)}.${noted} The day is booked.`
    case 'other-days':
      return `They asked for other days ${at(answeredAt)}.${noted} No days are held now.`
    case 'declined':
      return `Declined ${at(answeredAt)}.${noted} The days are free again.`
    case 'lapsed':
      return `No one answered in time. It ended ${at(endedAt)}, and the days are free again.`
    case 'withdrawn':
      return `Withdrawn ${at(endedAt)}. The days are free again.`
  }
}

function OfferDays({ offer }: { offer: Offer }) {
  const isPartlyHeld = offer.heldDays.length < offer.days.length
  return (
    <Section id="offered-days" title="Days" level={3} className="training-main">
      <ul className="offered-days">
        {offer.days.map((day) => (
          <li key={day}>
            <strong>{describeDay(day, offer)}</strong>
            {isPartlyHeld && offer.heldDays.includes(day) && <span className="tag">Held</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function OfferFacts({ offer }: { offer: Offer }) {
  const { email, trainerName, format, place, topics, headCount, payUrl } = offer
  const { prepare, message, validUntil, sentAt } = offer
  return (
    <dl className="training-facts">
      <Fact name="Person">
        <PersonLink {...offer} />
      </Fact>
      <Fact name="Email">{email}</Fact>
      <TextFact name="Trainer" text={trainerName} />
      <Fact name="Format">{trainingFormatLabels[format]}</Fact>
      <TextFact name="Place" text={place} />
      {topics.length > 0 && <Fact name="Topics">{listTopics(topics)}</Fact>}
      {headCount !== null && <Fact name="Group">{countPeople(headCount)}</Fact>}
      <TextFact name="Price" text={formatPrice(offer)} className="training-text" />
      <TextFact name="Pay at" text={payUrl} />
      <TextFact name="To prepare" text={prepare} className="training-text" />
      <TextFact name="Terms" text={describeTerms(offer)} className="training-text" />
      <TextFact name="Message" text={message} className="training-text" />
      <Fact name="Valid until">{formatDay(validUntil)}</Fact>
      {sentAt && <Fact name="Sent">{formatRecent(sentAt)}</Fact>}
    </dl>
  )
}
