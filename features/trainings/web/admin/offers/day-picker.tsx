import { X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { addDays, listDays, sundayOf } from '../../../../../core/contract/calendar-days.ts'
import {
  formatDay,
  formatShortDay,
  formatShortMonth,
  formatWeekday,
} from '../../../../../core/contract/format-date.ts'
import { SmallButton, TextButton } from '../../../../../core/web/ui/button.tsx'
import { ErrorText, InputField } from '../../../../../core/web/ui/field.tsx'
import { dayStateLabels } from '../../../../calendar/contract/calendar.ts'
import { DaysGrid } from '../../../../calendar/web/admin/days-grid.tsx'
import { type PlanRequest, suitsPerson } from '../../../../people/contract/plan.ts'

const weeks = 5
export const shownDays = weeks * 7
/** Weeks within which the first day that works for the person is looked for */
const weeksAhead = 60

export type TakenState = keyof typeof dayStateLabels
export type TakenDays = ReadonlyMap<string, TakenState>

type DayPickerProps = {
  id: string
  legend: string
  hint: string
  /** Max number of days. If it is 1, choosing another day replaces the chosen one. */
  max: number
  chosen: string[]
  today: string
  wishes: PlanRequest | null
  /** Days of the trainer that are not free; undefined while they aren't known, and then every day can be chosen */
  taken: TakenDays | undefined
  /** Called with the weeks that are shown, to load the days of the trainer */
  onShow: (start: string) => void
  /** The first Sunday that is shown */
  start: string
  error: string | undefined
  onChange: (days: string[]) => void
}

/** Chooses one or more days, in a grid of weeks or by typing dates. Long, because both share what is chosen and shown. */
export function DayPicker(props: DayPickerProps) {
  const { id, legend, hint, max, chosen, today, wishes, taken, start, error, onChange, onShow } = props
  const [focused, setFocused] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const isFull = max > 1 && chosen.length >= max
  const end = addDays(start, shownDays - 1)
  const isShown = (day: string | undefined) => day !== undefined && day >= start && day <= end
  const firstFuture = today < start ? start : addDays(today, 1)
  const stop = [focused, chosen.find(isShown), firstFuture].find(isShown) ?? start

  function toggle(day: string) {
    const isChosen = chosen.includes(day)
    const others = max === 1 ? [] : chosen.filter((other) => other !== day)
    const next = isChosen ? others : [...others, day].sort()
    setFocused(day)
    setAnnouncement(
      `${formatWeekday(day)} ${isChosen ? 'removed' : 'added'}. ${countChosen(next.length, max)}`,
    )
    onChange(next)
  }

  function moveTo(day: string) {
    if (day < sundayOf(today)) return
    setFocused(day)
    if (isShown(day)) return
    show(addDays(sundayOf(day), day > end ? -7 * (weeks - 1) : 0))
  }

  function show(next: string) {
    const first = sundayOf(today)
    onShow(next < first ? first : next)
  }

  return (
    <fieldset
      className="day-picker"
      id={id}
      tabIndex={-1}
      aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
    >
      <legend>{legend}</legend>
      <p className="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
      <WeeksHead start={start} today={today} onShow={show} />
      <DaysGrid
        className="day-grid"
        aria-label={legend}
        weeks={listWeeks(start)}
        stop={stop}
        pageTo={(direction) => addDays(stop, direction * shownDays)}
        onMove={moveTo}
      >
        {(day, tabIndex) => (
          <td key={day}>
            <Day
              day={day}
              tabIndex={tabIndex}
              hasMonth={day === start || day.endsWith('-01')}
              state={day <= today ? 'past' : taken && (taken.get(day) ?? 'free')}
              isMatch={matches(day, wishes)}
              isChosen={chosen.includes(day)}
              isFull={isFull}
              onToggle={() => toggle(day)}
            />
          </td>
        )}
      </DaysGrid>
      <Legend hasWishes={wishes !== null} isKnown={taken !== undefined} />
      <TypedDay today={today} taken={taken} chosen={chosen} isFull={isFull} onAdd={toggle} />
      <ChosenDays
        list={list}
        days={chosen}
        max={max}
        onRemove={(day) => {
          toggle(day)
          list.current?.focus()
        }}
      />
      <ErrorText id={`${id}-error`} role="alert">
        {error}
      </ErrorText>
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </fieldset>
  )
}

const listWeeks = (start: string) =>
  Array.from({ length: weeks }, (_, week) => listDays(addDays(start, week * 7), addDays(start, week * 7 + 6)))

function WeeksHead({ start, today, onShow }: Pick<DayPickerProps, 'start' | 'today' | 'onShow'>) {
  return (
    <div className="day-picker-weeks">
      <SmallButton disabled={start <= sundayOf(today)} onClick={() => onShow(addDays(start, -shownDays))}>
        Earlier<span className="sr-only"> weeks</span>
      </SmallButton>
      <strong aria-live="polite">
        {formatShortDay(start)} to {formatDay(addDays(start, shownDays - 1))}
      </strong>
      <SmallButton onClick={() => onShow(addDays(start, shownDays))}>
        Later<span className="sr-only"> weeks</span>
      </SmallButton>
    </div>
  )
}

type DayProps = {
  day: string
  tabIndex: 0 | -1
  hasMonth: boolean
  /** Undefined if it is not known, because the calendar couldn't be loaded */
  state: TakenState | 'free' | 'past' | undefined
  isMatch: boolean
  isChosen: boolean
  isFull: boolean
  onToggle: () => void
}

function Day({ day, tabIndex, hasMonth, state, isMatch, isChosen, isFull, onToggle }: DayProps) {
  const isOver = state !== undefined && state !== 'free'
  const canToggle = isChosen || !(isOver || isFull)
  const label = [formatWeekday(day), state, isMatch && canToggle && 'works for them'].filter(Boolean)
  return (
    <button
      type="button"
      className="day"
      data-day={day}
      tabIndex={tabIndex}
      data-state={state}
      data-match={(isMatch && !isOver) || undefined}
      aria-label={label.join(', ')}
      aria-pressed={isChosen}
      aria-disabled={canToggle ? undefined : true}
      title={isOver && state !== 'past' ? `${formatShortDay(day)}: ${state}` : undefined}
      onClick={() => canToggle && onToggle()}
    >
      <span>
        {hasMonth && <small>{formatShortMonth(day.slice(0, 7))} </small>}
        {Number(day.slice(8))}
      </span>
    </button>
  )
}

const countChosen = (count: number, max: number) => `${count} of ${max} ${max === 1 ? 'day' : 'days'} chosen.`

/** True if the person answered when they could come, and this day fits */
const matches = (day: string, wishes: PlanRequest | null) => wishes !== null && suitsPerson(wishes, day)

/** The first Sunday to show: the week of the first chosen day, or of the first day that works for the person */
export function firstSunday(today: string, chosen: readonly string[], wishes: PlanRequest | null): string {
  const tomorrow = addDays(today, 1)
  const ahead = Array.from({ length: weeksAhead * 7 }, (_, index) => addDays(tomorrow, index))
  const firstMatch = ahead.find((day) => matches(day, wishes))
  return sundayOf(chosen[0] ?? firstMatch ?? tomorrow)
}

function Legend({ hasWishes, isKnown }: { hasWishes: boolean; isKnown: boolean }) {
  return (
    <ul className="day-legend" aria-label="What the days look like">
      {hasWishes && (
        <li>
          <span className="day-sample" data-match="" /> Works for them
        </li>
      )}
      {isKnown &&
        Object.entries(dayStateLabels).map(([state, label]) => (
          <li key={state}>
            <span className="day-sample" data-state={state} /> {label}
          </li>
        ))}
    </ul>
  )
}

type TypedDayProps = Pick<DayPickerProps, 'today' | 'taken' | 'chosen'> & {
  isFull: boolean
  onAdd: (day: string) => void
}

/** A date field beside the grid, for days that are far away, and for anyone who prefers typing */
function TypedDay({ today, taken, chosen, isFull, onAdd }: TypedDayProps) {
  const id = useId()
  const [day, setDay] = useState('')
  const [mistake, setMistake] = useState<string>()

  function add() {
    const refusal = refuse()
    setMistake(refusal)
    document.getElementById(id)?.focus()
    if (refusal !== undefined) return
    onAdd(day)
    setDay('')
  }

  function refuse(): string | undefined {
    if (day === '') return 'Enter a date.'
    if (day <= today) return 'Choose a day in the future.'
    if (chosen.includes(day)) return 'That day is already chosen.'
    if (isFull) return 'You’ve chosen enough days. Remove one first.'
    const state = taken?.get(day)
    return state && `That day isn’t free: ${state === 'blocked' ? 'the trainer is away' : `it’s ${state}`}.`
  }

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // Enter would send the offer.
    event.preventDefault()
    add()
  }

  return (
    <div className="typed-day">
      <InputField
        id={id}
        type="date"
        label="Or type a date"
        min={addDays(today, 1)}
        value={day}
        error={mistake}
        onChange={(event) => setDay(event.currentTarget.value)}
        onKeyDown={addOnEnter}
      />
      <SmallButton onClick={add}>Add this day</SmallButton>
    </div>
  )
}

type ChosenDaysProps = {
  list: RefObject<HTMLUListElement | null>
  days: string[]
  max: number
  onRemove: (day: string) => void
}

function ChosenDays({ list, days, max, onRemove }: ChosenDaysProps) {
  return (
    <ul className="chosen-days" ref={list} tabIndex={-1} aria-label={countChosen(days.length, max)}>
      {days.length === 0 && <li className="form-note">No day chosen yet.</li>}
      {days.map((day) => (
        <li key={day}>
          <strong>{formatWeekday(day)}</strong>
          <TextButton onClick={() => onRemove(day)}>
            <X aria-hidden="true" /> Remove<span className="sr-only"> {formatWeekday(day)}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  )
}
