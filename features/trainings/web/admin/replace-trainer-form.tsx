import type { QueryKey } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { SubmitButton } from '../../../../core/web/ui/button.tsx'
import { SelectField } from '../../../../core/web/ui/field.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import type { Trainer } from '../../../calendar/contract/calendar.ts'
import { trainerReplace } from '../../contract/trainings.ts'
import { TrainerOptions } from './offers/offer-fields.tsx'

type ReplaceTrainerFormProps = {
  /** The trainer whose access has ended */
  trainerId: number
  /** Trainers who can take over */
  others: readonly Trainer[]
  label: string
  className: string
  /** Keys of the queries to reload afterward */
  stale: QueryKey[]
  /** Called with the number of days that moved, the days on which the new trainer is not free, and that trainer's name */
  onMoved: (moved: { count: number; taken: string[]; to: string }) => void
  onReloaded?: () => void
}

/** Gives the future days of a trainer whose access has ended to another one */
export function ReplaceTrainerForm({
  trainerId,
  others,
  label,
  className,
  stale,
  onMoved,
  onReloaded,
}: ReplaceTrainerFormProps) {
  const [chosen, setChosen] = useState('')
  const [mistake, setMistake] = useState<string>()
  const { run, busy, problem } = useApiMutation(trainerReplace, {
    alwaysInvalidates: stale,
    onSuccess({ moved, taken }, { body }) {
      const to = others.find(({ id }) => id === body.trainerId)?.name ?? ''
      onMoved({ count: moved, taken, to })
    },
    ...(onReloaded && { onReloaded }),
  })

  function replace() {
    if (chosen === '') return setMistake('Choose who takes over.')
    setMistake(undefined)
    run({ params: { id: trainerId }, body: { trainerId: Number(chosen) } })
  }

  return (
    <Form className={className} onSubmit={replace}>
      <SelectField
        label={label}
        value={chosen}
        error={mistake ?? problem}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">Choose someone</option>
        <TrainerOptions trainers={others} />
      </SelectField>
      <SubmitButton busy={busy} label="Move the days" busyLabel="Moving..." isSmall />
    </Form>
  )
}
