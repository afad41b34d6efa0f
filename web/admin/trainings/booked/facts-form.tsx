import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { invalidEmail, isEmailAddress } from '../../../../contracts/email.ts'
import { planTopicLabels, planTopics } from '../../../../contracts/plan.ts'
import {
  trainingFormatLabels,
  trainingFormats,
  trainingLimits,
} from '../../../../contracts/training-fields.ts'
import { type Training, trainingUpdate } from '../../../../contracts/trainings.ts'
import { explainFailure } from '../../../api-failures.ts'
import { Button, QuietButton } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { InputField, SelectField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { keepEnterFromSubmitting } from '../../../ui/keep-enter-from-submitting.ts'
import { useSaveShortcut } from '../../../ui/save-shortcut.ts'
import { showToast } from '../../../ui/toast.ts'
import { useApiMutation } from '../../use-api-mutation.ts'
import { mayClose, useUnsavedQuestion } from '../../use-leave-guard.ts'
import { noZone } from '../offers/offer-values.ts'
import { usePlaceZone, ZoneField } from '../zone-field.tsx'
import { nameOf } from './booked-list.tsx'
import { useTrainingChange } from './training-actions.tsx'

const labels = {
  startsAt: 'Starts at',
  endsAt: 'Ends at',
  timeZone: 'Time zone',
  format: 'Format',
  headCount: 'Number of people',
  place: 'Place',
  topics: 'Topics',
  contactName: 'Contact',
  contactEmail: 'Email of the contact',
  contactPhone: 'Phone of the contact',
} as const
type Field = keyof typeof labels

const fieldsOf = ({ headCount, ...training }: Training) => ({
  startsAt: training.startsAt,
  endsAt: training.endsAt,
  /** Empty for the zone of the place */
  timeZone: '',
  format: training.format,
  headCount: headCount?.toString() ?? '',
  place: training.place,
  topics: training.topics,
  contactName: training.contactName,
  contactEmail: training.contactEmail,
  contactPhone: training.contactPhone,
})

const idOf = (field: Field) => `training-${field}`

/** The form of a training's facts. A changed time or place is emailed to the client and the trainer. */
export function FactsForm({ training, onClose }: { training: Training; onClose: () => void }) {
  const form = useForm({ defaultValues: fieldsOf(training) })
  const { errors, isDirty } = form.formState
  const placeZone = usePlaceZone({ format: form.watch('format'), place: form.watch('place') }, training)
  const [problem, setProblem] = useState<string>()
  const summary = useRef<HTMLDivElement>(null)
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy } = useApiMutation(trainingUpdate, {
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed)
      showToast({ title: 'Saved', description: nameOf(changed) })
      onClose()
    },
    onError: (error) => setProblem(`Not saved. ${explainFailure(error)} What you typed is still here.`),
  })
  useUnsavedQuestion(isDirty && !busy)
  useSaveShortcut(save)

  // The message is above the fields and may be out of view, so it takes the focus.
  useEffect(() => {
    if (problem !== undefined) summary.current?.focus()
  }, [problem])

  function save() {
    if (busy) return
    form.clearErrors()
    setProblem(undefined)
    const { headCount, ...rest } = form.getValues()
    const body = {
      ...rest,
      timeZone: rest.timeZone || undefined,
      headCount: headCount.trim() === '' ? null : Number(headCount),
      // The newest version that is known: after a conflict, saving again replaces what a colleague saved.
      version: training.version,
    }
    const parsed = z.safeParse(trainingUpdate.body, body)
    const isBackward = rest.endsAt <= rest.startsAt
    const hasNoZone = rest.timeZone === '' && placeZone.zone === null
    const contactEmail = rest.contactEmail.trim()
    const isNoEmail = contactEmail !== '' && !isEmailAddress(contactEmail)
    if (parsed.success && !isBackward && !isNoEmail && !hasNoZone)
      return run({ params: { id: training.id }, body: parsed.data })
    for (const { path, message } of parsed.error?.issues ?? []) form.setError(path[0] as Field, { message })
    if (isBackward) form.setError('endsAt', { message: 'Enter a time after the start.' })
    if (hasNoZone) form.setError('timeZone', { message: noZone })
    if (isNoEmail) form.setError('contactEmail', { message: invalidEmail })
    setProblem('Please fix the highlighted fields.')
  }

  const field = (name: Exclude<Field, 'topics'>) => ({
    id: idOf(name),
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })

  return (
    <Form className="form offer-form" onSubmit={save} onKeyDown={keepEnterFromSubmitting}>
      <p className="form-note">If the time or the place changes, the client and the trainer get an email.</p>
      {problem !== undefined && (
        <ErrorSummary
          ref={summary}
          message={problem}
          fields={Object.entries(labels).map(([name, label]) => ({
            id: idOf(name as Field),
            label,
            error: errors[name as Field]?.message,
          }))}
        />
      )}
      <div className="form-row">
        <InputField type="time" {...field('startsAt')} />
        <InputField type="time" {...field('endsAt')} />
      </div>
      <div className="form-row">
        <SelectField {...field('format')}>
          {trainingFormats.map((format) => (
            <option key={format} value={format}>
              {trainingFormatLabels[format]}
            </option>
          ))}
        </SelectField>
        <InputField inputMode="numeric" autoComplete="off" {...field('headCount')} />
      </div>
      <InputField dir="auto" maxLength={trainingLimits.place} {...field('place')} />
      <ZoneField chosen={form.watch('timeZone')} ofPlace={placeZone} {...field('timeZone')} />
      <fieldset className="offer-topics">
        <legend>{labels.topics}</legend>
        {planTopics.map((topic) => (
          <CheckBox key={topic} value={topic} {...form.register('topics')}>
            {planTopicLabels[topic]}
          </CheckBox>
        ))}
      </fieldset>
      <InputField
        dir="auto"
        maxLength={trainingLimits.contact}
        autoComplete="off"
        {...field('contactName')}
      />
      <div className="form-row">
        <InputField type="email" maxLength={254} autoComplete="off" {...field('contactEmail')} />
        <InputField type="tel" maxLength={50} autoComplete="off" {...field('contactPhone')} />
      </div>
      <div className="settings-save form-actions">
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save details'}
        </Button>
        <QuietButton onClick={() => mayClose(isDirty) && onClose()}>Cancel</QuietButton>
      </div>
    </Form>
  )
}
