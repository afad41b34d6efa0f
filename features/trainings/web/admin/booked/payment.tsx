import { useState } from 'react'
import { formatDay } from '../../../../../core/contract/format-date.ts'
import { formatMoney } from '../../../../../core/contract/money.ts'
import { useMay } from '../../../../../core/web/admin/current-user.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { Fact, TextFact } from '../../../../../core/web/ui/fact.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Section } from '../../../../../core/web/ui/section.tsx'
import { type Training, trainingPaid } from '../../../contract/trainings.ts'
import { useTrainingChange } from './training-actions.tsx'

type Part = 'deposit' | 'whole'
type PartRow = [part: Part, name: string, hundredths: number, paidOn: string | null]

/** What the training costs, and what of it is paid */
export function Payment({ training, today }: { training: Training; today: string }) {
  const { amount, deposit, currency, invoiceNumber, depositPaidOn, paidOn } = training
  const mayChange = useMay('manageDays')
  const [on, setOn] = useState(today)
  const { alwaysInvalidates, show } = useTrainingChange(training)
  const { run, busy } = useApiMutation(trainingPaid, {
    failure: 'Couldn’t note the payment',
    alwaysInvalidates,
    onSuccess: (changed, { body }) =>
      show(changed, body.paidOn ? 'Payment noted' : 'No longer marked as paid'),
  })
  if (amount === null) return null
  const mark = (part: Part, day: string | null) => () =>
    run({ params: { id: training.id }, body: { part, paidOn: day } })
  const canMark = mayChange && on !== '' && on <= today
  const parts: PartRow[] = [
    ...(deposit === null ? [] : [['deposit', 'Deposit', deposit, depositPaidOn] satisfies PartRow]),
    ['whole', 'Whole price', amount, paidOn],
  ]
  return (
    <Section id="payment" title="Payment" level={3}>
      <dl className="training-facts">
        {parts.map(([part, name, hundredths, paid]) => (
          <Fact key={part} name={name}>
            {formatMoney(hundredths, currency)}
            {paid ? `, paid on ${formatDay(paid)} ` : ', not paid '}
            {mayChange && paid !== null && (
              <TextButton busy={busy} onClick={mark(part, null)}>
                Mark as not paid<span className="sr-only"> ({name})</span>
              </TextButton>
            )}
          </Fact>
        ))}
        <TextFact name="Invoice" text={invoiceNumber} />
      </dl>
      {mayChange && paidOn === null && (
        <div className="form-actions payment-day">
          <InputField
            label="Paid on"
            type="date"
            max={today}
            value={on}
            onChange={(event) => setOn(event.currentTarget.value)}
          />
          {deposit !== null && depositPaidOn === null && (
            <QuietButton busy={busy} disabled={!canMark} onClick={mark('deposit', on)}>
              Deposit paid
            </QuietButton>
          )}
          <QuietButton busy={busy} disabled={!canMark} onClick={mark('whole', on)}>
            Paid in full
          </QuietButton>
        </div>
      )}
    </Section>
  )
}
