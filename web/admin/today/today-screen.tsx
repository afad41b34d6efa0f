import { type QueryKey, useQuery } from '@tanstack/react-query'
import { formatDateTime, formatShortDay, formatWeekday } from '../../../contracts/format-date.ts'
import { nextStepDone } from '../../../contracts/next-steps.ts'
import { paths } from '../../../contracts/paths.ts'
import { rights, whoMay } from '../../../contracts/roles.ts'
import {
  maxNewEntries,
  type Today,
  type TodayLine,
  type TodaySectionLines,
  todayRead,
  todayTitles,
} from '../../../contracts/today.ts'
import { trainingPaths, trainingsResume } from '../../../contracts/trainings.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.ts'
import { apiQuery, queryKeyOf } from '../api.ts'
import { trainersQuery } from '../calendar/calendar-state.ts'
import { useMay } from '../current-user.ts'
import { useFocusAfterRemoval } from '../focus-after-removal.ts'
import { useStepsLeft } from '../get-started/use-get-started.ts'
import { useLoaded } from '../load-problem.tsx'
import { allLists, personQuery } from '../people/people-queries.ts'
import { InlineLink, ScreenLink } from '../screen-link.tsx'
import { ReplaceTrainerForm } from '../trainings/replace-trainer-form.tsx'
import { useApiMutation } from '../use-api-mutation.ts'

const todayKey = queryKeyOf(todayRead)

/** Tasks that need attention today: lines by section, each a link to the place where it is done */
export function TodayScreen() {
  // Always reloaded, because most lines disappear by what is done on other screens.
  const query = { ...apiQuery(todayRead), staleTime: 0 }
  const { data, notLoaded } = useLoaded(query, {
    failure: 'Today couldn’t be loaded.',
    waiting: 'Loading today...',
  })
  const { rows, headline, focusAfter } = useFocusAfterRemoval<HTMLDivElement>(data)
  const stepsLeft = useStepsLeft()
  return (
    <div className="admin-page admin-page-narrow today">
      <div className="list-head">
        <h1 ref={headline} tabIndex={-1}>
          Today
        </h1>
        {data && <p className="count">{formatWeekday(data.day)}</p>}
      </div>
      {notLoaded}
      {data?.paused && <PauseNotice paused={data.paused} onResumed={() => headline.current?.focus()} />}
      {stepsLeft > 0 && (
        <p>
          Your site isn’t quite yours yet.{' '}
          <InlineLink href={paths.adminGetStarted}>
            {stepsLeft === 1 ? 'One step is left' : `${stepsLeft} steps are left`}
          </InlineLink>
        </p>
      )}
      <div ref={rows} className="today-sections">
        {data?.sections.map((section) => (
          <Section key={section.id} section={section} onRemove={focusAfter} />
        ))}
      </div>
      {data && data.sections.length === 0 && !data.paused && <NothingDue newEntries={data.newEntries} />}
    </div>
  )
}

type SectionProps = {
  section: TodaySectionLines
  /** Called with the pressed button before its line disappears, and with undefined if it stays */
  onRemove: (pressed: Element | undefined) => void
}

function Section({ section: { id, lines, more, moreHref }, onRemove }: SectionProps) {
  return (
    <section aria-labelledby={`today-${id}`}>
      <h2 id={`today-${id}`}>{todayTitles[id]}</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <Line line={line} />
            {line.action && <Action {...line.action} />}
            {line.step && <DoneButton line={line} step={line.step} onRemove={onRemove} />}
            {line.trainerId !== null && <TrainerReplacement trainerId={line.trainerId} stale={[todayKey]} />}
          </li>
        ))}
      </ul>
      {more !== null && (
        <p>
          <InlineLink href={moreHref}>And {more} more</InlineLink>
        </p>
      )}
    </section>
  )
}

const Line = ({ line: { text, note, href, isLate } }: { line: TodayLine }) => (
  <div>
    <ScreenLink href={href} dir="auto">
      {text}
    </ScreenLink>
    <p className={isLate ? 'due-now' : undefined} dir="auto">
      {note}
    </p>
  </div>
)

const Action = ({ text, about, href }: NonNullable<TodayLine['action']>) => (
  <ScreenLink className="btn btn-quiet btn-small" href={href}>
    {text}
    <span className="sr-only"> {about}</span>
  </ScreenLink>
)

type DoneButtonProps = { line: TodayLine; step: NonNullable<TodayLine['step']> } & Pick<
  SectionProps,
  'onRemove'
>

function DoneButton({ line, step: { form, id, step }, onRemove }: DoneButtonProps) {
  const params = { form, id }
  const { run, busy } = useApiMutation(nextStepDone, {
    failure: 'Not marked as done',
    alwaysInvalidates: [todayKey, allLists.queryKey, personQuery(params).queryKey],
    onError: () => onRemove(undefined),
  })
  return (
    <SmallButton
      busy={busy}
      data-removes=""
      aria-label={`Done: ${line.text}`}
      onClick={(event) => {
        onRemove(event.currentTarget)
        run({ params, body: { step } })
      }}
    >
      Done
    </SmallButton>
  )
}

type PauseNoticeProps = { paused: NonNullable<Today['paused']>; onResumed: () => void }

/** Shown after a restore, until someone has looked at all live offers */
function PauseNotice({ paused: { since, offers, trainings }, onResumed }: PauseNoticeProps) {
  const mayResume = useMay('manageDays')
  const { run, busy, problem } = useApiMutation(trainingsResume, {
    alwaysInvalidates: [todayKey],
    onReloaded: onResumed,
  })
  return (
    <section className="card today-pause" aria-labelledby="today-pause">
      <h2 id="today-pause">Emails about trainings are waiting</h2>
      <p>
        A backup was restored on {formatDateTime(since)}. Answers and changes from after the backup may be
        missing here. Until you resume, no email about offers and trainings is sent, and no offer lapses.
        Check these first:
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

function NothingDue({ newEntries }: { newEntries: number }) {
  const mayPlan = useMay('manageDays')
  return (
    <div className="card empty">
      <h2>{describeNew(newEntries)}</h2>
      <p>Nothing is due, and no one has been waiting for two days. A good day to go on with one of these:</p>
      <ul className="today-ways">
        {newEntries > 0 && (
          <li>
            <InlineLink href={`${paths.adminPeople}?status=new`}>Answer new people</InlineLink>
          </li>
        )}
        <li>
          <InlineLink href={paths.admin}>Write a post</InlineLink>
        </li>
        <li>
          <InlineLink href={`${paths.adminPeople}?step=none`}>Plan a next step with someone</InlineLink>
        </li>
        {mayPlan && (
          <li>
            <InlineLink href={trainingPaths.admin}>Find days for trainings</InlineLink>
          </li>
        )}
      </ul>
    </div>
  )
}

function describeNew(entries: number): string {
  if (entries === 0) return 'Nothing is waiting for you'
  if (entries === 1) return 'One entry is new'
  return `${entries}${entries === maxNewEntries ? '+' : ''} entries are new`
}

/** Gives the days of a line on Today to another trainer. `stale` are the keys of the queries to reload afterward. */
function TrainerReplacement({ trainerId, stale }: { trainerId: number; stale: QueryKey[] }) {
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
