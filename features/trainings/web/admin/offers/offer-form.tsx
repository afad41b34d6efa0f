import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDay, formatWeekday } from '../../../../../core/contract/format-date.ts'
import { replaceUrl } from '../../../../../core/web/admin/history.ts'
import { RecordForm, useRecordForm } from '../../../../../core/web/admin/record-form.tsx'
import { useSiteToday } from '../../../../../core/web/admin/use-site-today.ts'
import { explainFailure } from '../../../../../core/web/api-failures.ts'
import type { Mistakes } from '../../../../../core/web/editing/record/read-form.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { keepEnterFromSubmitting } from '../../../../../core/web/ui/keep-enter-from-submitting.ts'
import { lazyPart } from '../../../../../core/web/ui/lazy-part.tsx'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import type { PlanRequest } from '../../../../people/contract/plan.ts'
import { maxOfferedDays, type Offer, type OfferInput } from '../../../contract/offers.ts'
import { trainingPaths } from '../../../contract/training-paths.ts'
import { showCommon } from '../common-values.ts'
import { ByHandHint, useSentToast } from '../sent-by-hand.tsx'
import { offerQuery, showOffer, trainingKeys } from '../training-queries.ts'
import { listDays } from '../training-words.ts'
import { useTakenDays } from '../use-taken-days.ts'
import { usePlaceZone } from '../zone-field.tsx'
import { DayPicker, firstSunday } from './day-picker.tsx'
import { offerTitleId } from './offer-actions.tsx'
import { OfferFields } from './offer-fields.tsx'
import {
  checkOffer,
  type OfferValues,
  offerLabels,
  offerRecord,
  refusedDays,
  type SaveHow,
  saveOffer,
} from './offer-values.ts'

const OfferPreview = lazyPart(() => import('./offer-preview.tsx'), 'OfferPreview')

type OfferFormProps = {
  entryId: number
  /** The offer that is edited; undefined for a new one */
  offer?: Offer
  /** What a new offer starts with */
  guess?: OfferValues
  trainers: readonly Trainer[]
  wishes: PlanRequest | null
  /** True if a day was agreed by phone, so that no offer goes out */
  isBooking?: boolean
  /** Buttons beside those of the form */
  children?: ReactNode
}

/** The form of an offer: saves it as a draft, sends it at once, corrects one that was sent, or books its day. */
export function OfferForm(props: OfferFormProps) {
  const { entryId, offer, trainers, wishes, isBooking = false, children } = props
  const today = useSiteToday()
  const record = useOfferRecord(props, today, () => placeZone.zone)
  const { form, edit, field, busy, check, save } = record
  const [previewed, setPreviewed] = useState<OfferInput>()
  const { saved } = edit.state
  const values = form.watch()
  const placeZone = usePlaceZone(values, saved)
  const [start, setStart] = useState(() => firstSunday(today, values.days, wishes))
  const taken = useTakenDays({
    trainerId: values.trainerId,
    start,
    isOwn: ({ offerId }) => offerId !== null && offerId === saved?.id,
  })
  const isAgain = offer?.status === 'other-days'
  const isSent = offer?.status === 'sent'
  return (
    <>
      <RecordForm
        record={record}
        className="form offer-form"
        onSave={() =>
          isSent && !record.isDirty
            ? showToast({ title: 'Nothing to correct yet', description: 'Change something first.' })
            : save(isBooking ? 'book' : true)
        }
        onShortcut={() => !isSent && save(false)}
        onKeyDown={keepEnterFromSubmitting}
        buttons={
          <>
            <SubmitButton
              busy={busy}
              label={
                isBooking
                  ? 'Book the day'
                  : isSent
                    ? 'Send correction'
                    : isAgain
                      ? 'Send again'
                      : 'Send offer'
              }
              busyLabel="Saving..."
            />
            {isAgain && values.days.length === 1 && (
              <QuietButton busy={busy} onClick={() => save('book')}>
                Book the day
              </QuietButton>
            )}
            {!isSent && (
              <QuietButton busy={busy} onClick={() => save(false)}>
                {isAgain ? 'Save without sending' : 'Save draft'}
              </QuietButton>
            )}
            {!isBooking && <QuietButton onClick={() => setPreviewed(check())}>Preview</QuietButton>}
            {children}
          </>
        }
      >
        <DayPicker
          id={record.idOf('days')}
          legend="Days"
          hint={
            isBooking
              ? 'Choose the day that you agreed on. Only a confirmation is sent.'
              : `Choose one to three days. They’re held for this person until they answer.${isAgain ? ' If you agreed on one by phone, choose it and click “Book the day”.' : ''}`
          }
          max={isBooking ? 1 : maxOfferedDays}
          chosen={values.days}
          today={today}
          wishes={wishes}
          taken={taken}
          start={start}
          error={form.formState.errors.days?.message}
          onShow={setStart}
          onChange={(days) => {
            form.clearErrors('days')
            form.setValue('days', days)
          }}
        />
        <OfferFields
          values={values}
          field={field}
          trainers={trainers}
          placeZone={placeZone}
          isBooking={isBooking}
        />
        {!isBooking && <EndNote days={values.days} validUntil={values.validUntil} />}
        <ByHandHint />
      </RecordForm>
      {previewed && (
        <OfferPreview
          request={{ ...previewed, entryId, id: saved?.id, version: saved?.version }}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </>
  )
}

/** The state of the form. The time zone of the place is looked up while it is typed. */
function useOfferRecord(
  { entryId, offer, guess, trainers, isBooking }: OfferFormProps,
  today: string,
  findPlaceZone: () => string | null | undefined,
) {
  const queries = useQueryClient()
  const announceSent = useSentToast()
  return useRecordForm<OfferValues, Offer | undefined, OfferInput, SaveHow>({
    ...offerRecord(`${isBooking ? 'day for' : 'offer to'} ${entryId}`, today, guess),
    saved: offer,
    id: 'offer',
    labels: offerLabels,
    noun: 'this offer',
    show(name, values) {
      if (name === 'trainerId') return trainers.find(({ id }) => String(id) === values.trainerId)?.name ?? ''
      if (name === 'days') return listDays(values.days)
      return name === 'validUntil' ? formatDay(values.validUntil) : showCommon(name, values)
    },
    read: (values) => checkOffer(values, { today, placeZone: findPlaceZone() }),
    send: (input, sending) => saveOffer(input, { ...sending, entryId }),
    refuse(error, saved) {
      const days = refusedDays(error)
      const mistakes: Mistakes['mistakes'] =
        days.length > 0 ? { days: `No longer free: ${listDays(days)}. Choose other days.` } : {}
      return {
        message:
          !offer && saved
            ? `The offer is saved as a draft, but ${isBooking ? 'the day wasn’t booked' : 'it wasn’t sent'}. ${explainFailure(error)}`
            : `Not saved. ${explainFailure(error)} What you typed is still here.`,
        mistakes,
      }
    },
    alwaysInvalidates: [...trainingKeys, ...(offer ? [offerQuery(offer.id).queryKey] : [])],
    onSaved(saved, how, note = saved.name) {
      showOffer(queries, saved)
      if (how === true) announceSent(saved.name, offer?.status === 'sent' ? 'correction' : 'offer')
      else if (how === 'book') showToast({ title: 'Day booked', description: note })
      else showToast({ title: offer ? 'Saved' : 'Draft saved', description: note })
      replaceUrl(
        how === 'book' && saved.trainingId !== null
          ? trainingPaths.adminTraining(saved.trainingId)
          : trainingPaths.adminOffer(saved.id),
      )
      scrollTo(0, 0)
      document.getElementById(offerTitleId)?.focus()
    },
  })
}

/** Says when the offer ends if that is earlier than the date in the form. */
function EndNote({ days, validUntil }: Pick<OfferValues, 'days' | 'validUntil'>) {
  const last = days.at(-1)
  if (last === undefined || validUntil < last) return null
  return (
    <p className="form-note">
      This offer ends when its last day begins, on {formatWeekday(last)}, even though it would be valid
      longer.
    </p>
  )
}
