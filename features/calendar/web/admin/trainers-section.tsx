import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { type Trainer, trainerUpdate } from '../../contract/calendar.ts'
import { calendarKeys, trainersQuery } from './calendar-state.ts'

/** Sets who of the team gives trainings. */
export function TrainersSection({ trainers }: { trainers: Trainer[] }) {
  const queries = useQueryClient()
  const { run, busy, problem } = useApiMutation(trainerUpdate, {
    invalidates: calendarKeys,
    onSuccess(response, { body }) {
      queries.setQueryData(trainersQuery.queryKey, response)
      showToast({ title: body.isTrainer ? 'Added to the trainers' : 'Removed from the trainers' })
    },
  })
  return (
    <Section id="trainers" title="Who gives trainings">
      {problem && <Notice tone="problem">{problem}</Notice>}
      <ul className="trainer-list">
        {trainers.map(({ id, name, trainerSince, isActive }) => (
          <li key={id}>
            {isActive ? (
              <CheckBox
                checked={trainerSince !== null}
                aria-disabled={busy || undefined}
                onChange={({ currentTarget }) =>
                  run({ params: { id }, body: { isTrainer: currentTarget.checked } })
                }
              >
                <span dir="auto">{name}</span>
              </CheckBox>
            ) : (
              <p>
                <span dir="auto">{name}</span>: access has ended, but there are still days ahead.
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="field-hint">
        Editors and owners can edit every calendar, helpers only their own. Days that are held or booked stay
        if you uncheck someone.
      </p>
    </Section>
  )
}
