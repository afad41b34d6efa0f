import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatWeekday } from '../../../../../core/contract/format-date.ts'
import { trainersQuery } from '../../../../calendar/web/admin/calendar-state.ts'
import { ReplaceTrainerForm } from '../replace-trainer-form.tsx'
import { trainingKeys } from '../training-queries.ts'
import { listWords } from '../training-words.ts'

/** Trainers whose access has ended although they still have days, each with a form that gives their days to another */
export function EndedTrainers() {
  const { data } = useQuery({ ...trainersQuery, staleTime: 0 })
  /** Trainers with nothing left disappear from the list, but the result of moving their days must stay. */
  const [moved, setMoved] = useState<{ from: string; to: string; count: number; taken: string[] }>()
  const result = useRef<HTMLDivElement>(null)
  const ended = data?.filter(({ isActive }) => !isActive) ?? []
  const active = data?.filter(({ isActive }) => isActive) ?? []
  return (
    <>
      {ended.map(({ id, name }) => (
        <section key={id} className="notice ended-trainer" aria-labelledby={`ended-trainer-${id}`}>
          <h3 id={`ended-trainer-${id}`}>
            <bdi>{name}</bdi> can’t give trainings any more
          </h3>
          <p>Their access has ended, but they still have days that are held or booked.</p>
          <ReplaceTrainerForm
            className="ended-trainer-form"
            label="Give their days to"
            trainerId={id}
            others={active}
            stale={trainingKeys}
            onMoved={(moved) => setMoved({ ...moved, from: name })}
            onReloaded={() => result.current?.focus()}
          />
        </section>
      ))}
      {moved && (
        <div className="notice" role="status" tabIndex={-1} ref={result}>
          <p>
            {moved.count === 1 ? '1 day' : `${moved.count} days`} of <bdi>{moved.from}</bdi>{' '}
            {moved.count === 1 ? 'is' : 'are'} now with <bdi>{moved.to}</bdi>. Links of clients keep working.
          </p>
          {moved.taken.length > 0 && (
            <p>
              Not moved, because <bdi>{moved.to}</bdi> isn’t free: {listWords(moved.taken.map(formatWeekday))}
              . Give these to someone else, or move them to another day.
            </p>
          )}
        </div>
      )}
    </>
  )
}
