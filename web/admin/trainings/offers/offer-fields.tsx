import type { UseFormReturn } from 'react-hook-form'
import { planTopicLabels, planTopics } from '../../../../contracts/plan.ts'
import {
  trainingFormatLabels,
  trainingFormats,
  trainingLimits,
} from '../../../../contracts/training-fields.ts'
import type { Trainer } from '../../../../contracts/trainings.ts'
import { CheckBox } from '../../../ui/check-box.tsx'
import { InputField, SelectField, TextField } from '../../../ui/field.tsx'
import { type PlaceZone, ZoneField } from '../zone-field.tsx'
import { type OfferField, type OfferValues, offerLabels } from './offer-values.ts'

type OfferFieldsProps = {
  form: UseFormReturn<OfferValues>
  trainers: readonly Trainer[]
  placeZone: PlaceZone
  idOf: (field: OfferField) => string
}

/** Everything about an offer except its days */
export function OfferFields({ form, trainers, placeZone, idOf }: OfferFieldsProps) {
  const { errors } = form.formState
  const field = (name: Exclude<OfferField, 'days' | 'topics'>) => ({
    id: idOf(name),
    label: offerLabels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  const isOnline = form.watch('format') === 'online'
  return (
    <>
      <TrainerField chosenId={form.watch('trainerId')} trainers={trainers} {...field('trainerId')} />
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
      <InputField
        dir="auto"
        maxLength={trainingLimits.place}
        hint={isOnline ? 'Leave blank, or enter the link for the video call.' : undefined}
        {...field('place')}
      />
      <ZoneField chosen={form.watch('timeZone')} ofPlace={placeZone} {...field('timeZone')} />
      <fieldset className="offer-topics" id={idOf('topics')} tabIndex={-1}>
        <legend>{offerLabels.topics}</legend>
        {planTopics.map((topic) => (
          <CheckBox key={topic} value={topic} {...form.register('topics')}>
            {planTopicLabels[topic]}
          </CheckBox>
        ))}
      </fieldset>
      <div className="form-row">
        <InputField
          dir="auto"
          maxLength={trainingLimits.price}
          hint="In your own words, like “$1,600 plus travel”."
          {...field('price')}
        />
        <InputField type="date" hint="The last day to accept." {...field('validUntil')} />
      </div>
      <TextField
        dir="auto"
        rows={3}
        maxLength={trainingLimits.prepare}
        hint="What the group should have ready. It’s in the offer and in the reminders."
        {...field('prepare')}
      />
      <TextField
        dir="auto"
        rows={3}
        maxLength={trainingLimits.message}
        hint="A few words at the top of the offer. Leave blank for none."
        {...field('message')}
      />
    </>
  )
}

type TrainerFieldProps = Parameters<typeof SelectField>[0] & {
  chosenId: string
  trainers: readonly Trainer[]
}

/** Chooses the trainer. In an office with one user there is nothing to choose. */
function TrainerField({ chosenId, trainers, ...field }: TrainerFieldProps) {
  const chosen = trainers.find(({ id }) => String(id) === chosenId)
  const active = trainers.filter(({ isActive }) => isActive)
  if (active.length === 1 && chosen?.isActive) return null
  const isNew = chosen?.isActive && chosen.trainerSince === null
  return (
    <SelectField
      {...field}
      hint={
        isNew ? 'They don’t give trainings yet. With this offer, they’re listed as a trainer.' : undefined
      }
    >
      {(chosen === undefined || !chosen.isActive) && (
        <option value={chosen ? String(chosen.id) : ''} disabled>
          {chosen ? `${chosen.name} (access ended)` : 'Choose a trainer'}
        </option>
      )}
      <TrainerOptions trainers={active} />
    </SelectField>
  )
}

/** Options of a select: users who give trainings, then all others */
export function TrainerOptions({ trainers }: { trainers: readonly Trainer[] }) {
  const others = trainers.filter(({ trainerSince }) => trainerSince === null)
  const own = trainers.filter(({ trainerSince }) => trainerSince !== null)
  const optionOf = ({ id, name }: Trainer) => (
    <option key={id} value={id}>
      {name}
    </option>
  )
  if (own.length === 0 || others.length === 0) return trainers.map(optionOf)
  return (
    <>
      <optgroup label="Trainers">{own.map(optionOf)}</optgroup>
      <optgroup label="Others">{others.map(optionOf)}</optgroup>
    </>
  )
}
