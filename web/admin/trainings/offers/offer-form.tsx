import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formatWeekday } from '../../../../contracts/format-date.ts'
import { maxOfferedDays, type Offer } from '../../../../contracts/offers.ts'
import type { PlanRequest } from '../../../../contracts/plan.ts'
import type { Trainer } from '../../../../contracts/trainings.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Form } from '../../../ui/form.tsx'
import { keepEnterFromSubmitting } from '../../../ui/keep-enter-from-submitting.ts'
import { useSaveShortcut } from '../../../ui/save-shortcut.ts'
import { useUnsavedQuestion } from '../../use-leave-guard.ts'
import { ByHandHint } from '../sent-by-hand.tsx'
import { listDays } from '../training-words.ts'
import { useTakenDays } from '../use-taken-days.ts'
import { usePlaceZone } from '../zone-field.tsx'
import { DayPicker, firstSunday } from './day-picker.tsx'
import { OfferFields } from './offer-fields.tsx'
import { checkOffer, type OfferField, type OfferValues, offerLabels } from './offer-values.ts'
import { type Refusal, useOfferSave } from './use-offer-save.ts'

type OfferFormProps = {
  entryId: number
  /** The offer that is edited; undefined for a new one */
  offer?: Offer
  initial: OfferValues
  trainers: readonly Trainer[]
  wishes: PlanRequest | null
  today: string
  onSaved: (offer: Offer, isSent: boolean) => void
  /** Buttons beside those of the form */
  children?: ReactNode
}

const idOf = (field: OfferField) => `offer-${field}`

/** The form of an offer: saves it as a draft, or saves and sends it at once. */
export function OfferForm(props: OfferFormProps) {
  const { entryId, offer, initial, trainers, wishes, today, onSaved, children } = props
  const form = useForm<OfferValues>({ defaultValues: initial })
  const { errors, isDirty } = form.formState
  const [start, setStart] = useState(() => firstSunday(today, initial.days, wishes))
  const [problem, setProblem] = useState<string>()
  const summary = useRef<HTMLDivElement>(null)
  const { save, busy } = useOfferSave({
    entryId,
    offer,
    onSaved(saved, isSent) {
      form.reset(form.getValues())
      onSaved(saved, isSent)
    },
    onRefused: showRefusal,
  })
  const values = form.watch()
  const placeZone = usePlaceZone(values, offer)
  const taken = useTakenDays({
    trainerId: values.trainerId,
    start,
    isOwn: ({ offerId }) => offerId !== null && offerId === offer?.id,
  })
  useUnsavedQuestion(isDirty && !busy)
  useSaveShortcut(() => submit(false))

  // The message is above the fields and may be out of view, so it takes the focus.
  useEffect(() => {
    if (problem !== undefined) summary.current?.focus()
  }, [problem])

  function submit(isSent: boolean) {
    if (busy) return
    form.clearErrors()
    setProblem(undefined)
    const { input, mistakes } = checkOffer(form.getValues(), { today, placeZone: placeZone.zone })
    if (input) return save(input, isSent)
    for (const [field, message] of Object.entries(mistakes)) form.setError(field as OfferField, { message })
    setProblem('Please fix the highlighted fields.')
  }

  function showRefusal({ days, isDraftKept, reason }: Refusal) {
    if (days.length > 0)
      form.setError('days', { message: `No longer free: ${listDays(days)}. Choose other days.` })
    // What was typed is on the server now, so leaving loses nothing.
    if (isDraftKept) form.reset(form.getValues(), { keepErrors: true })
    setProblem(
      isDraftKept
        ? `The offer is saved as a draft, but it wasn’t sent. ${reason}`
        : `Not saved. ${reason} What you typed is still here.`,
    )
  }

  const isAgain = offer?.status === 'other-days'
  return (
    <Form className="form offer-form" onSubmit={() => submit(true)} onKeyDown={keepEnterFromSubmitting}>
      {problem !== undefined && (
        <ErrorSummary
          ref={summary}
          message={problem}
          fields={Object.entries(offerLabels).map(([field, label]) => ({
            id: idOf(field as OfferField),
            label,
            error: errors[field as OfferField]?.message,
          }))}
        />
      )}
      <DayPicker
        id={idOf('days')}
        legend="Days"
        hint="Choose one to three days. They’re held for this person until they answer."
        max={maxOfferedDays}
        chosen={values.days}
        today={today}
        wishes={wishes}
        taken={taken}
        start={start}
        error={errors.days?.message}
        onShow={setStart}
        onChange={(days) => {
          form.clearErrors('days')
          form.setValue('days', days, { shouldDirty: true })
        }}
      />
      <OfferFields form={form} trainers={trainers} placeZone={placeZone} idOf={idOf} />
      <EndNote days={values.days} validUntil={values.validUntil} />
      <ByHandHint />
      <div className="settings-save form-actions">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : isAgain ? 'Send again' : 'Send offer'}
        </Button>
        <QuietButton busy={busy} onClick={() => submit(false)}>
          {isAgain ? 'Save without sending' : 'Save draft'}
        </QuietButton>
        {children}
      </div>
    </Form>
  )
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
