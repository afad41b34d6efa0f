import { type QueryKey, useQuery } from '@tanstack/react-query'
import { formatShortDay } from '../../../contracts/format-date.ts'
import { showToast } from '../../ui/toast.ts'
import { ReplaceTrainerForm } from '../trainings/replace-trainer-form.tsx'
import { trainersQuery } from '../trainings/training-queries.ts'

/** Gives the days of a line on Today to another trainer. `stale` are the keys of the queries to reload afterward. */
export function TrainerReplacement({ trainerId, stale }: { trainerId: number; stale: QueryKey[] }) {
  const { data: trainers = [] } = useQuery(trainersQuery)
  const others = trainers.filter(({ id, isActive }) => isActive && id !== trainerId)
  if (others.length === 0) return null
  return (
    <ReplaceTrainerForm
      className="today-replacement"
      label="New trainer"
      trainerId={trainerId}
      others={others}
      stale={stale}
      onMoved={({ count, taken }) => {
        const left = taken.length > 0 ? ` Not free there: ${taken.map(formatShortDay).join(', ')}.` : ''
        showToast({
          title: count === 1 ? 'One day moved' : `${count} days moved`,
          description: `The links of clients keep working.${left}`,
        })
      }}
    />
  )
}
