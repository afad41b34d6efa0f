import { useState } from 'react'
import { may, rights, whoMay } from '../../../../core/contract/roles.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { replaceUrl } from '../../../../core/web/admin/history.ts'
import { SelectFilter } from '../../../../core/web/admin/lists/filters.tsx'
import { useLoaded } from '../../../../core/web/admin/load-problem.tsx'
import { ScreenLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { focusOnMount } from '../../../../core/web/ui/focus-on-mount.ts'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { type Trainer, trainerUpdate } from '../../contract/calendar.ts'
import {
  type CalendarState,
  calendarKeys,
  calendarUrl,
  chooseTrainer,
  readCalendarState,
  type TrainerChoice,
  trainersQuery,
} from './calendar-state.ts'
import { FeedSection } from './feed-section.tsx'
import { FilesSection } from './files-section.tsx'
import { ListView } from './list-view.tsx'
import { MonthView } from './month-view.tsx'
import { TrainersSection } from './trainers-section.tsx'

type CalendarTabProps = { query: URLSearchParams; url: string } & Pick<TrainerChoice, 'hrefOf'>

/** Days of trainers: free, blocked, held, and booked, as a month or as a list */
export function CalendarTab({ query, url, hrefOf }: CalendarTabProps) {
  const { data, notLoaded } = useLoaded(trainersQuery, {
    failure: 'The trainers couldn’t be loaded.',
    waiting: 'Loading the calendar...',
  })
  const user = useCurrentUser()
  const [hasStarted, setHasStarted] = useState(false)
  if (!data) return notLoaded
  const state = readCalendarState(url, query)
  const choice = { ...chooseTrainer(data, state.trainer, user), hrefOf }
  const mayChoose = may(user, 'manageDays')
  return (
    <div className="calendar">
      {choice.trainers.length === 0 ? (
        <NoTrainer mayStart={mayChoose} onStarted={() => setHasStarted(true)} />
      ) : (
        <>
          <CalendarHead state={state} choice={choice} takesFocus={hasStarted} />
          {state.view === 'month' ? (
            <MonthView key={choice.chosen?.id} state={state} choice={choice} />
          ) : (
            <ListView key={choice.chosen?.id} choice={choice} />
          )}
          {choice.changeable.length > 0 && <FilesSection choice={choice} />}
          {choice.trainers.some(({ id }) => id === user.id) && <FeedSection />}
        </>
      )}
      {mayChoose && <TrainersSection trainers={data} />}
    </div>
  )
}

type CalendarHeadProps = {
  state: CalendarState
  choice: TrainerChoice
  /** True if it replaces the button that was clicked */
  takesFocus: boolean
}

function CalendarHead({ state, choice: { trainers, chosen }, takesFocus }: CalendarHeadProps) {
  return (
    <div className="calendar-head">
      <h2 tabIndex={-1} ref={takesFocus ? focusOnMount : undefined}>
        Calendar
      </h2>
      {trainers.length > 1 && (
        <SelectFilter
          label="Trainer"
          all="All trainers"
          value={String(chosen?.id ?? '')}
          options={trainers.map((trainer) => [String(trainer.id), nameOf(trainer)])}
          onChoose={(id) =>
            replaceUrl(calendarUrl({ ...state, trainer: id === '' ? undefined : Number(id) }))
          }
        />
      )}
      <ul className="calendar-views" aria-label="Show as">
        {(['month', 'list'] as const).map((view) => (
          <li key={view}>
            <ScreenLink
              className="chip"
              href={calendarUrl({ ...state, view })}
              aria-current={view === state.view ? 'true' : undefined}
            >
              {view === 'month' ? 'Month' : 'List'}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = ({ name, isActive }: Trainer) => (isActive ? name : `${name} (access ended)`)

function NoTrainer({ mayStart, onStarted }: { mayStart: boolean; onStarted: () => void }) {
  const { id } = useCurrentUser()
  const { run, busy, problem } = useApiMutation(trainerUpdate, {
    invalidates: [trainersQuery.queryKey, ...calendarKeys],
    onSuccess: onStarted,
  })
  return (
    <div className="card empty">
      <h2>Start with who gives trainings</h2>
      <p>
        Every trainer has a calendar. It keeps you from offering a day on which they are away or already
        promised to someone.
      </p>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {mayStart ? (
        <>
          <Button busy={busy} onClick={() => run({ params: { id }, body: { isTrainer: true } })}>
            I give trainings
          </Button>
          <p className="form-note">Does someone else give them? Choose them below.</p>
        </>
      ) : (
        <p className="form-note">{whoMay[rights.manageDays]}</p>
      )}
    </div>
  )
}
