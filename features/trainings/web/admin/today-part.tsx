import { type QueryKey, useQuery } from '@tanstack/react-query'
import { formatDateTime, formatShortDay } from '../../../../core/contract/format-date.ts'
import { rights, whoMay } from '../../../../core/contract/roles.ts'
import { todayRead } from '../../../../core/contract/today.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { Line } from '../../../../core/web/admin/today-line.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { ErrorText } from '../../../../core/web/ui/field.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { trainersQuery } from '../../../calendar/web/admin/calendar-state.ts'
import { trainingPaths } from '../../contract/training-paths.ts'
import { trainingsPause, trainingsResume } from '../../contract/trainings.ts'
import { ReplaceTrainerForm } from './replace-trainer-form.tsx'

/** Shown after a restore, and after trainings were off, until someone has looked at all live offers */
export function PauseNotice({ value, onGone }: { value: unknown; onGone: () => void }) {
  const { since, offers, trainings } = trainingsPause.parse(value)
  const mayResume = useMay('manageDays')
  const { run, busy, problem } = useApiMutation(trainingsResume, {
    alwaysInvalidates: [queryKeyOf(todayRead)],
    onReloaded: onGone,
  })
  return (
    <section className="card today-pause" aria-labelledby="today-pause">
      <h2 id="today-pause">Emails about trainings are waiting</h2>
      <p>
        They have waited since {formatDateTime(since)}, when a backup was restored or trainings were switched
        off. After a restore, answers and changes from after the backup may be missing here. Until you resume,
        no email about offers and trainings is sent, and no offer lapses. Check these first:
      </p>
      {offers.length > 0 ? (
        <ul>
          {offers.map((line) => (
            <li key={line.key}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      ) : (
        <p>No offer is open.</p>
      )}
      {trainings > 0 && (
        <p>
          <InlineLink href={trainingPaths.adminTab('booked')}>
            {trainings === 1 ? 'One training is coming up' : `${trainings} trainings are coming up`}
          </InlineLink>
        </p>
      )}
      <ErrorText role="alert">{problem}</ErrorText>
      {mayResume ? (
        <p>
          <Button busy={busy} onClick={() => run({})}>
            Everything looks right, resume
          </Button>
        </p>
      ) : (
        <p className="form-note">{whoMay[rights.manageDays]}</p>
      )}
    </section>
  )
}

/** Gives the days of a line on Today to another trainer. `stale` are the keys of the queries to reload afterward. */
export function TrainerReplacement({ value, stale }: { value: unknown; stale: QueryKey[] }) {
  const trainerId = Number(value)
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
