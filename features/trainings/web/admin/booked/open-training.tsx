import { useState } from 'react'
import { formatRecent, formatWeekday } from '../../../../../core/contract/format-date.ts'
import { formatPrice } from '../../../../../core/contract/money.ts'
import { rights, whoMay } from '../../../../../core/contract/roles.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { useLoaded } from '../../../../../core/web/admin/load-problem.tsx'
import { countPeople } from '../../../../../core/web/admin/plots/figures.ts'
import { BackLink, InlineLink } from '../../../../../core/web/admin/screen-link.tsx'
import { useSiteToday } from '../../../../../core/web/admin/use-site-today.ts'
import { Button, QuietButton } from '../../../../../core/web/ui/button.tsx'
import { Fact, TextFact } from '../../../../../core/web/ui/fact.tsx'
import { focusOnMount } from '../../../../../core/web/ui/focus-on-mount.ts'
import { mailto } from '../../../../../core/web/ui/mailto.ts'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { tel } from '../../../../../core/web/ui/tel.ts'
import { travelDaysOf } from '../../../../calendar/contract/day-time.ts'
import { FollowUpPanel } from '../../../../follow-up/web/admin/follow-up-panel.tsx'
import { describeTerms, trainingFormatLabels } from '../../../contract/training-fields.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import type { Training } from '../../../contract/trainings.ts'
import { TrainingBadge } from '../badges.tsx'
import { ClientWords, PersonLink } from '../client-parts.tsx'
import { LinkToShare } from '../link-to-share.tsx'
import { trainingQuery } from '../training-queries.ts'
import { describeHours, describeTime, gapsOf, listDays, listTopics, stateOf } from '../training-words.ts'
import { nameOf } from './booked-list.tsx'
import { Checklist } from './checklist.tsx'
import { FactsForm } from './facts-form.tsx'
import { Materials } from './materials.tsx'
import { MoveTraining } from './move-training.tsx'
import { Payment } from './payment.tsx'
import { CancelTraining, ConfirmWish, KeepDay, MarkHeld, trainingTitleId } from './training-actions.tsx'

export function OpenTraining({ id }: { id: number }) {
  // The client may have canceled it or asked for another day in the meantime.
  const query = { ...trainingQuery(id), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'This training couldn’t be opened.',
    waiting: 'Opening the training...',
    head: <h2>Training</h2>,
    hasSkeleton: true,
  })
  return (
    <>
      <p>
        <BackLink href={trainingPaths.adminTab('booked')}>All booked days</BackLink>
      </p>
      {data ? <Loaded training={data} /> : notLoaded}
    </>
  )
}

/** `edit`: the form of the facts; `move`: the form for another day or trainer */
type Mode = 'read' | 'edit' | 'move'

function Loaded({ training }: { training: Training }) {
  const [mode, setMode] = useState<Mode>('read')
  const today = useSiteToday()
  const state = stateOf(training, today)

  function close() {
    setMode('read')
    document.getElementById(trainingTitleId)?.focus()
  }

  return (
    <>
      <h2 id={trainingTitleId} ref={focusOnMount} tabIndex={-1} className="training-title">
        <span>
          {formatWeekday(training.day)}: <bdi>{nameOf(training)}</bdi>
        </span>{' '}
        <TrainingBadge training={training} today={today} />
      </h2>
      {mode !== 'edit' && <Wish training={training} isLive={state === 'upcoming' || state === 'past'} />}
      {mode === 'move' ? (
        <MoveTraining training={training} today={today} onClose={close} />
      ) : mode === 'edit' ? (
        <FactsForm training={training} onClose={close} />
      ) : (
        <Shown training={training} today={today} onMode={setMode} />
      )}
    </>
  )
}

type ShownProps = { training: Training; today: string; onMode: (mode: Mode) => void }

function Shown({ training, today, onMode }: ShownProps) {
  const state = stateOf(training, today)
  const isLive = state === 'upcoming' || state === 'past'
  const mayChange = useMay('manageDays')
  const gaps = gapsOf(training, today)
  return (
    <>
      {isLive && !training.trainerIsActive && (
        <p className="notice">
          <bdi>{training.trainerName}</bdi>’s access has ended, so this day needs another trainer.
        </p>
      )}
      {state === 'canceled' && <Canceled training={training} />}
      {gaps && <p className="training-missing">{gaps}</p>}
      {mayChange ? (
        <div className="form-actions">
          {/* On the day itself it may have been held already. */}
          {isLive && training.day <= today && <MarkHeld training={training} isHeld />}
          {isLive && (
            <>
              {training.entryId !== null && (
                <Button className="btn btn-quiet" onClick={() => onMode('move')}>
                  {training.trainerIsActive ? 'Move to another day' : 'Choose another trainer'}
                </Button>
              )}
              <QuietButton onClick={() => onMode('edit')}>Edit details</QuietButton>
              <CancelTraining training={training} />
            </>
          )}
          {state === 'held' && <MarkHeld training={training} isHeld={false} />}
        </div>
      ) : (
        <p className="form-note">{whoMay[rights.manageDays]}</p>
      )}
      <div className="training-columns">
        <div className="training-main">
          <TrainingFacts training={training} />
          <Payment training={training} today={today} />
          <Materials training={training} isLocked={state === 'canceled' || !mayChange} />
          {state === 'held' && <FollowUpPanel uid={training.uid} canEdit={mayChange} canAdd />}
          {training.link !== null && isLive && (
            <LinkToShare label={`Link for ${nameOf(training)}`} link={training.link} />
          )}
        </div>
        <Checklist training={training} isLocked={state === 'canceled' || !mayChange} />
      </div>
    </>
  )
}

function Wish({ training, isLive }: { training: Training; isLive: boolean }) {
  const { otherDayWish, otherDayAskedAt, wishedDay, wishedUntil } = training
  const mayChange = useMay('manageDays')
  if (otherDayAskedAt === null || !isLive) return null
  return (
    <Section id="other-day" title="They asked for another day" level={3} className="notice">
      <ClientWords text={otherDayWish} none="They didn’t write why." />
      <p className="form-note">
        Asked {describeTime(otherDayAskedAt)}. Until you move, keep, or cancel the day, it stays booked.
        {wishedUntil && ` We hold the day that they chose until ${formatRecent(wishedUntil)}.`}
      </p>
      {mayChange && (
        <p className="form-actions">
          {wishedDay && <ConfirmWish training={training} day={wishedDay} />}
          <KeepDay training={training} />
        </p>
      )}
    </Section>
  )
}

const cancelers = { client: 'Canceled by the client', us: 'Canceled by us', server: 'Canceled' } as const

function Canceled({ training: { canceledAt, canceledBy, cancelReason } }: { training: Training }) {
  return (
    <section className="notice" aria-labelledby="canceled">
      <h3 id="canceled">
        {canceledBy ? cancelers[canceledBy] : 'Canceled'}
        {canceledAt && ` ${describeTime(canceledAt)}`}
      </h3>
      {canceledBy === 'server' && <p>The person was deleted, so their training was canceled.</p>}
      <ClientWords text={cancelReason} />
    </section>
  )
}

function TrainingFacts({ training }: { training: Training }) {
  const { offerId, trainerName, format, place, topics, headCount } = training
  const { contactName, contactEmail, contactPhone, payUrl, helper, prepare, bookedAt, heldAt } = training
  return (
    <dl className="training-facts">
      <Fact name="Time">{describeHours(training)}</Fact>
      <Fact name="Person">
        <PersonLink {...training} name={nameOf(training)} />
      </Fact>
      <TextFact name="Trainer" text={trainerName} />
      <TextFact name="Travel" text={listDays(travelDaysOf(training))} />
      <Fact name="Format">{trainingFormatLabels[format]}</Fact>
      <TextFact name="Place" text={place || 'Not known yet'} />
      <Fact name="Group">{headCount === null ? 'Not known yet' : countPeople(headCount)}</Fact>
      {topics.length > 0 && <Fact name="Topics">{listTopics(topics)}</Fact>}
      <Fact name="Contact" className="training-contact">
        <bdi>{contactName || 'Not known yet'}</bdi>
        {contactEmail && (
          <a className="inline-link" href={mailto(contactEmail)}>
            {contactEmail}
          </a>
        )}
        {contactPhone && (
          <a className="inline-link" href={tel(contactPhone)}>
            {contactPhone}
          </a>
        )}
      </Fact>
      <TextFact name="Price" text={formatPrice(training)} className="training-text" />
      <TextFact name="Pay at" text={payUrl} />
      <TextFact name="Terms" text={describeTerms(training)} className="training-text" />
      <TextFact name="Also there" text={helper} />
      <TextFact name="To prepare" text={prepare} className="training-text" />
      <Fact name="Booked">
        {formatRecent(bookedAt)}
        {offerId !== null && (
          <>
            {', '}
            <InlineLink href={trainingPaths.adminOffer(offerId)}>open the offer</InlineLink>
          </>
        )}
      </Fact>
      {heldAt && <Fact name="Marked as held">{formatRecent(heldAt)}</Fact>}
    </dl>
  )
}
