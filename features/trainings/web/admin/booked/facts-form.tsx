import { RecordForm, useRecordForm } from '../../../../../core/web/admin/record-form.tsx'
import { mayClose } from '../../../../../core/web/admin/use-leave-guard.ts'
import { explainFailure } from '../../../../../core/web/api-failures.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { keepEnterFromSubmitting } from '../../../../../core/web/ui/keep-enter-from-submitting.ts'
import { showToast } from '../../../../../core/web/ui/toast.ts'
import { trainingLimits } from '../../../contract/training-fields.ts'
import type { Training } from '../../../contract/trainings.ts'
import { CommonFields } from '../common-fields.tsx'
import { checkZone, commonLabels, showCommon } from '../common-values.ts'
import { usePlaceZone } from '../zone-field.tsx'
import { nameOf } from './booked-list.tsx'
import { factsRecord, readFacts, saveFacts } from './facts-values.ts'
import { useTrainingChange } from './training-actions.tsx'

const labels = {
  ...commonLabels,
  contactName: 'Contact',
  contactEmail: 'Email of the contact',
  contactPhone: 'Phone of the contact',
  helper: 'Second trainer or helper',
  travelBefore: 'Days of travel before',
  travelAfter: 'Days of travel after',
  invoiceNumber: 'Invoice number',
} as const

/** The form of a training's facts. What the client knows is emailed to them and the trainer when it changes. */
export function FactsForm({ training, onClose }: { training: Training; onClose: () => void }) {
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const record = useRecordForm({
    ...factsRecord,
    saved: training,
    id: 'training',
    labels,
    noun: 'this training',
    show: showCommon,
    read: (values) => checkZone(readFacts(values), values, placeZone.zone),
    send: (facts, { version }) => saveFacts(training.id, facts, version),
    refuse: (error) => ({
      message: `Not saved. ${explainFailure(error)} What you typed is still here.`,
      mistakes: {},
    }),
    alwaysInvalidates,
    onSaved(changed, _, note = nameOf(changed)) {
      show(changed)
      showToast({ title: 'Saved', description: note })
      onClose()
    },
  })
  const { field, busy, isDirty, edit } = record
  const values = record.form.watch()
  const placeZone = usePlaceZone(values, edit.state.saved)

  function cancel() {
    if (!mayClose(isDirty)) return
    edit.forget()
    onClose()
  }

  return (
    <RecordForm
      record={record}
      className="form offer-form"
      note="If the time, the place, the price, or what to prepare changes, the client and the trainer get an email."
      onSave={() => record.save(undefined)}
      onKeyDown={keepEnterFromSubmitting}
      buttons={
        <>
          <SubmitButton busy={busy} label="Save details" busyLabel="Saving..." />
          <QuietButton onClick={cancel}>Cancel</QuietButton>
        </>
      }
    >
      <CommonFields values={values} field={field} placeZone={placeZone} />
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
      <InputField
        dir="auto"
        maxLength={trainingLimits.contact}
        autoComplete="off"
        hint="The client reads this name."
        {...field('helper')}
      />
      <div className="form-row">
        {(['travelBefore', 'travelAfter'] as const).map((name) => (
          <InputField
            key={name}
            type="number"
            min={0}
            max={trainingLimits.travelDays}
            hint="Taken in the trainer’s calendar."
            {...field(name)}
          />
        ))}
      </div>
      <InputField
        dir="auto"
        maxLength={trainingLimits.invoiceNumber}
        autoComplete="off"
        {...field('invoiceNumber')}
      />
    </RecordForm>
  )
}
