import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDay } from '../../../contracts/format-date.ts'
import { trainerList, trainerReplace } from '../../../contracts/trainings.ts'
import { SmallButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery } from '../api.ts'
import { useApiMutation } from '../use-api-mutation.ts'

type TrainerReplacementProps = {
  trainerId: number
  /** Keys of the queries to reload afterward */
  stale: unknown[][]
}

/** Gives the future days of a trainer whose access has ended to another one */
export function TrainerReplacement({ trainerId, stale }: TrainerReplacementProps) {
  const { data: trainers = [] } = useQuery(apiQuery(trainerList))
  const [chosen, setChosen] = useState<number>()
  const others = trainers.filter(({ id, isActive }) => isActive && id !== trainerId)
  const { run, busy, problem } = useApiMutation(trainerReplace, {
    alwaysInvalidates: stale,
    onSuccess({ moved, taken }) {
      const left = taken.length > 0 ? ` Not free there: ${taken.map(formatShortDay).join(', ')}.` : ''
      showToast({
        title: moved === 1 ? 'One day moved' : `${moved} days moved`,
        description: `The links of clients keep working.${left}`,
      })
    },
  })
  const to = chosen ?? others[0]?.id
  if (to === undefined) return null
  return (
    <Form
      className="today-replacement"
      onSubmit={() => run({ params: { id: trainerId }, body: { trainerId: to } })}
    >
      <SelectField
        label="New trainer"
        value={to}
        error={problem}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      >
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SmallButton type="submit" busy={busy}>
        {busy ? 'Moving...' : 'Move the days'}
      </SmallButton>
    </Form>
  )
}
