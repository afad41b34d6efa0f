import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import type { Trainer } from '../../../../contracts/calendar.ts'
import { formatWeekday } from '../../../../contracts/format-date.ts'
import { trainersQuery } from '../../calendar/calendar-state.ts'
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
      {ended.map((trainer) => (
        <Replace
          key={trainer.id}
          trainer={trainer}
          others={active}
          onMoved={setMoved}
          onReloaded={() => result.current?.focus()}
        />
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

type ReplaceProps = {
  trainer: Trainer
  others: Trainer[]
  onMoved: (moved: { from: string; to: string; count: number; taken: string[] }) => void
  onReloaded: () => void
}

function Replace({ trainer: { id, name }, others, onMoved, onReloaded }: ReplaceProps) {
  const titleId = useId()
  return (
    <section className="notice ended-trainer" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <bdi>{name}</bdi> can’t give trainings any more
      </h3>
      <p>Their access has ended, but they still have days that are held or booked.</p>
      <ReplaceTrainerForm
        className="ended-trainer-form"
        label="Give their days to"
        trainerId={id}
        others={others}
        stale={trainingKeys}
        onMoved={(moved) => onMoved({ ...moved, from: name })}
        onReloaded={onReloaded}
      />
    </section>
  )
}
