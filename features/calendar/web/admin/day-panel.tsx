import { useRef, useState } from 'react'
import { countDays, describeDays } from '../../../../core/contract/calendar-days.ts'
import { formatWeekday } from '../../../../core/contract/format-date.ts'
import { InlineLink } from '../../../../core/web/admin/screen-link.tsx'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useUnsavedQuestion } from '../../../../core/web/admin/use-leave-guard.ts'
import { SubmitButton, TextButton } from '../../../../core/web/ui/button.tsx'
import { Form } from '../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../core/web/ui/notice.tsx'
import { Section } from '../../../../core/web/ui/section.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import {
  type BusyDay,
  blockedDaysCreate,
  blockedDaysDelete,
  blockMessages,
  dayStateLabels,
  type PromisedDay,
  type SavedBlock,
} from '../../contract/calendar.ts'
import { ReasonField } from './block-form.tsx'
import { calendarKeys, isChangeable, type Range, type TrainerChoice } from './calendar-state.ts'
import { readTrainer, TrainerField } from './trainer-field.tsx'

type DayPanelProps = {
  /** The chosen days; undefined if there are none */
  range: Range | undefined
  days: BusyDay[]
  today: string
  choice: TrainerChoice
}

const headlineId = 'chosen-days'

export function DayPanel({ range, days, today, choice }: DayPanelProps) {
  if (!range)
    return (
      <div className="day-panel">
        <h3>Choose a day</h3>
        <p>
          {choice.changeable.length > 0 ? 'See what’s planned, or block the day.' : 'See what’s planned.'} For
          several days, choose the first one, then{' '}
          <span className="day-mouse">hold Shift and click the last one.</span>
          <span className="day-touch">the last one.</span>
        </p>
        <p className="field-hint day-keys">
          By keyboard: arrow keys move, <kbd>Enter</kbd> chooses, <kbd>Shift</kbd> with an arrow key chooses
          several days, <kbd>Page Up</kbd> and <kbd>Page Down</kbd> change the month.
        </p>
      </div>
    )
  const inRange = days.filter(({ day }) => day >= range.from && day <= range.to)
  const title = describeDays({ firstDay: range.from, lastDay: range.to, weekdays: [] })
  const count = countDays(range.from, range.to)
  return (
    <Section id={headlineId} title={title} level={3} takesFocus className="day-panel">
      <p className="sr-only" role="status">
        {title} chosen
      </p>
      {inRange.length === 0 ? (
        <p>{count === 1 ? 'This day is free.' : 'These days are free.'}</p>
      ) : (
        <BusyList days={inRange} range={range} choice={choice} />
      )}
      {range.to < today ? (
        <p className="field-hint">{blockMessages.over}</p>
      ) : (
        choice.changeable.length > 0 && <BlockThese range={range} count={count} choice={choice} />
      )}
    </Section>
  )
}

function BusyList({ days, range, choice }: { days: BusyDay[]; range: Range; choice: TrainerChoice }) {
  const names = new Map(choice.chosen ? [] : choice.trainers.map(({ id, name }) => [id, name]))
  const blocks = new Map(days.flatMap((day) => day.blocks).map((block) => [block.id, block]))
  const isOneDay = range.from === range.to
  return (
    <ul className="busy-list">
      {days.map(({ day, trainerId, promise }) =>
        promise === null ? null : (
          <li key={`${day} ${trainerId}`}>
            <p>
              <span className={`badge badge-${promise.state}`}>{dayStateLabels[promise.state]}</span>{' '}
              {promise.what && <span className="tag">{promise.what}</span>}{' '}
              {!isOneDay && `${formatWeekday(day)} `}
              {names.get(trainerId)}
            </p>
            <PromiseLink promise={promise} choice={choice} />
          </li>
        ),
      )}
      {[...blocks.values()].map((block) => (
        <BlockItem
          key={block.id}
          block={block}
          range={range}
          trainer={names.get(block.trainerId)}
          mayChange={isChangeable(choice, block.trainerId)}
        />
      ))}
    </ul>
  )
}

type PromiseLinkProps = { promise: PromisedDay; choice: TrainerChoice }

/** Links a held or booked day to what it is promised for. */
export function PromiseLink({ promise, choice: { hrefOf } }: PromiseLinkProps) {
  const { name, company } = promise
  const who = [name, company].filter((text) => text !== '').join(', ') || 'A person whose data was deleted'
  const href = promise.href ?? hrefOf(promise)
  return <p dir="auto">{href ? <InlineLink href={href}>{who}</InlineLink> : who}</p>
}

type BlockItemProps = { block: SavedBlock; range: Range; trainer: string | undefined; mayChange: boolean }

function BlockItem({ block, range, trainer, mayChange }: BlockItemProps) {
  const { id, reason, firstDay, lastDay } = block
  const { run, busy, problem } = useApiMutation(blockedDaysDelete, {
    invalidates: calendarKeys,
    onSuccess: () => showToast({ title: 'Unblocked' }),
    // The item is gone, together with the button.
    onReloaded: () => document.getElementById(headlineId)?.focus(),
  })
  const isOneDay = range.from === range.to
  const isLonger = firstDay !== lastDay
  return (
    <li aria-busy={busy}>
      <p>
        <span className="badge badge-blocked">{dayStateLabels.blocked}</span> {trainer}
      </p>
      {reason && <p dir="auto">{reason}</p>}
      {(isLonger || !isOneDay) && <p className="field-hint">{describeDays(block)}</p>}
      {problem && <Notice tone="problem">{problem}</Notice>}
      {mayChange && (
        <p className="form-actions">
          {isOneDay && (
            <TextButton
              busy={busy}
              onClick={() => run({ params: { id }, ...(isLonger && { query: { day: range.from } }) })}
            >
              Unblock this day<span className="sr-only"> {reason}</span>
            </TextButton>
          )}
          {(isLonger || !isOneDay) && (
            <TextButton busy={busy} onClick={() => run({ params: { id } })}>
              {isLonger ? 'Unblock all its days' : 'Unblock'}
              <span className="sr-only"> {reason}</span>
            </TextButton>
          )}
        </p>
      )}
    </li>
  )
}

function BlockThese({ range, count, choice }: { range: Range; count: number; choice: TrainerChoice }) {
  const form = useRef<HTMLFormElement>(null)
  const [isDirty, setDirty] = useState(false)
  const { run, busy, problem } = useApiMutation(blockedDaysCreate, {
    invalidates: calendarKeys,
    onSuccess() {
      form.current?.reset()
      setDirty(false)
      showToast({ title: count === 1 ? 'Day blocked' : `${count} days blocked` })
    },
  })
  useUnsavedQuestion(isDirty && !busy)
  return (
    <Form
      ref={form}
      onInput={() => setDirty(true)}
      aria-label="Block these days"
      onSubmit={(typed) =>
        run({
          body: {
            trainerId: readTrainer(typed, choice),
            firstDay: range.from,
            lastDay: range.to,
            weekdays: [],
            reason: String(typed.get('reason')),
          },
        })
      }
    >
      {problem && <Notice tone="problem">{problem}</Notice>}
      <TrainerField choice={choice} />
      <ReasonField />
      <SubmitButton
        busy={busy}
        label={count === 1 ? 'Block this day' : `Block these ${count} days`}
        busyLabel="Blocking..."
      />
    </Form>
  )
}
