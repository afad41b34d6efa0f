import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatShortDay } from '../../../contracts/format-date.ts'
import { trainerList, trainerReplace } from '../../../contracts/trainings.ts'
import { SmallButton } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery } from '../api.ts'
import { TrainerOptions } from '../trainings/offers/offer-fields.tsx'
import { useApiMutation } from '../use-api-mutation.ts'

type TrainerReplacementProps = {
  trainerId: number
  /** Keys of the queries to reload afterward */
  stale: unknown[][]
}

/** Gives the future days of a trainer whose access has ended to another one */
export function TrainerReplacement({ trainerId, stale }: TrainerReplacementProps) {
  const { data: trainers = [] } = useQuery(apiQuery(trainerList))
  const [chosen, setChosen] = useState('')
  const [mistake, setMistake] = useState<string>()
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
  if (others.length === 0) return null

  function replace() {
    if (chosen === '') return setMistake('Choose who takes over.')
    setMistake(undefined)
    run({ params: { id: trainerId }, body: { trainerId: Number(chosen) } })
  }

  return (
    <Form className="today-replacement" onSubmit={replace}>
      <SelectField
        label="New trainer"
        value={chosen}
        error={mistake ?? problem}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">Choose someone</option>
        <TrainerOptions trainers={others} />
      </SelectField>
      <SmallButton type="submit" busy={busy}>
        {busy ? 'Moving...' : 'Move the days'}
      </SmallButton>
    </Form>
  )
}
