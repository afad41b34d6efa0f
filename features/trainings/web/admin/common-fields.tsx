import type { UseFormRegisterReturn } from 'react-hook-form'
import { currencies, findOtherPrice, formatMoney, readMoney } from '../../../../core/contract/money.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import {
  InputField,
  type InputFieldProps,
  Options,
  SelectField,
  TextField,
} from '../../../../core/web/ui/field.tsx'
import { planTopicLabels, planTopics } from '../../../people/contract/plan.ts'
import { trainingFormatLabels, trainingFormats, trainingLimits } from '../../contract/training-fields.ts'
import { type CommonValues, commonLabels } from './common-values.ts'
import { type PlaceZone, ZoneField } from './zone-field.tsx'

/** Connects a control with the form, as `useRecordForm` does */
export type FieldOf<Name> = (
  name: Name,
) => Pick<InputFieldProps, 'id' | 'label' | 'error'> & UseFormRegisterReturn

type CommonFieldsProps = {
  values: CommonValues
  field: FieldOf<keyof typeof commonLabels>
  placeZone: PlaceZone
  placeHint?: string | undefined
}

type PriceNoteProps = { price: string; amount: number | null; currency: string }

/** Warns if the words of a price name another sum than the amount, because the client reads both. */
export function PriceNote({ price, amount, currency }: PriceNoteProps) {
  const other = findOtherPrice(price, amount)
  return (
    <p className="form-note price-note" role="status">
      {other &&
        amount !== null &&
        `The price says ${other} and the amount is ${formatMoney(amount, currency)}. The client reads both.`}
    </p>
  )
}

/** The controls that the forms of offers and of booked trainings share */
export function CommonFields({ values, field, placeZone, placeHint }: CommonFieldsProps) {
  const { id, label: _label, error: _error, ...topics } = field('topics')
  return (
    <>
      <div className="form-row">
        <InputField type="time" {...field('startsAt')} />
        <InputField type="time" {...field('endsAt')} />
      </div>
      <div className="form-row">
        <SelectField {...field('format')}>
          <Options of={trainingFormats.map((format) => [format, trainingFormatLabels[format]])} />
        </SelectField>
        <InputField inputMode="numeric" autoComplete="off" {...field('headCount')} />
      </div>
      <InputField dir="auto" maxLength={trainingLimits.place} hint={placeHint} {...field('place')} />
      <ZoneField chosen={values.timeZone} ofPlace={placeZone} {...field('timeZone')} />
      <fieldset className="offer-topics" id={id} tabIndex={-1}>
        <legend>{commonLabels.topics}</legend>
        {planTopics.map((topic) => (
          <CheckBox key={topic} value={topic} {...topics}>
            {planTopicLabels[topic]}
          </CheckBox>
        ))}
      </fieldset>
      <div className="form-row">
        <InputField inputMode="decimal" autoComplete="off" {...field('amount')} />
        <InputField
          inputMode="decimal"
          autoComplete="off"
          hint="Due when the day is booked."
          {...field('deposit')}
        />
      </div>
      <div className="form-row">
        <InputField
          dir="auto"
          maxLength={trainingLimits.price}
          hint="In your own words, like “$1,600 plus travel”."
          {...field('price')}
        />
        <SelectField {...field('currency')}>
          <Options of={currencies.map((currency) => [currency, currency])} />
        </SelectField>
      </div>
      <PriceNote price={values.price} amount={readMoney(values.amount)} currency={values.currency} />
      <InputField
        type="url"
        maxLength={2000}
        autoComplete="off"
        hint="A page of your payment service, on which clients can pay."
        {...field('payUrl')}
      />
      <TextField
        dir="auto"
        rows={3}
        maxLength={trainingLimits.prepare}
        hint="What the group should have ready. It’s in the offer and in the reminders."
        {...field('prepare')}
      />
    </>
  )
}
