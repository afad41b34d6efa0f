import { InputField, Options, SelectField, TextField } from '../../../../../core/web/ui/field.tsx'
import type { Trainer } from '../../../../calendar/contract/calendar.ts'
import { trainingLimits } from '../../../contract/training-fields.ts'
import { CommonFields, type FieldOf } from '../common-fields.tsx'
import type { PlaceZone } from '../zone-field.tsx'
import type { OfferValues } from './offer-values.ts'

type OfferFieldsProps = {
  values: OfferValues
  field: FieldOf<Exclude<keyof OfferValues, 'days' | 'savedZone'>>
  trainers: readonly Trainer[]
  placeZone: PlaceZone
  isBooking: boolean
}

/** Everything about an offer except its days */
export function OfferFields({ values, field, trainers, placeZone, isBooking }: OfferFieldsProps) {
  const isOnline = values.format === 'online'
  return (
    <>
      <TrainerField chosenId={values.trainerId} trainers={trainers} {...field('trainerId')} />
      <CommonFields
        values={values}
        field={field}
        placeZone={placeZone}
        placeHint={isOnline ? 'Leave blank, or enter the link for the video call.' : undefined}
      />
      <div className="form-row">
        {!isBooking && <InputField type="date" hint="The last day to accept." {...field('validUntil')} />}
        <InputField
          inputMode="numeric"
          autoComplete="off"
          hint="Days before the training. Blank: until the day before."
          {...field('cancelDays')}
        />
      </div>
      <TextField
        dir="auto"
        rows={3}
        maxLength={trainingLimits.terms}
        hint="What applies if they cancel, and how to pay. They accept it with the offer."
        {...field('terms')}
      />
      {!isBooking && (
        <TextField
          dir="auto"
          rows={3}
          maxLength={trainingLimits.message}
          hint="A few words at the top of the offer. Leave blank for none."
          {...field('message')}
        />
      )}
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
  const optionsOf = (some: readonly Trainer[]) => <Options of={some.map(({ id, name }) => [id, name])} />
  if (own.length === 0 || others.length === 0) return optionsOf(trainers)
  return (
    <>
      <optgroup label="Trainers">{optionsOf(own)}</optgroup>
      <optgroup label="Others">{optionsOf(others)}</optgroup>
    </>
  )
}
