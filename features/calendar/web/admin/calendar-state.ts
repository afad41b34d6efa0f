import { addDays, addMonths, listDays, sundayOf } from '../../../../core/contract/calendar-days.ts'
import { readRowId } from '../../../../core/contract/paging.ts'
import { may, type Role } from '../../../../core/contract/roles.ts'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import {
  calendarAhead,
  calendarFileList,
  calendarRead,
  type PromisedDay,
  type Trainer,
  trainerList,
} from '../../contract/calendar.ts'

/** The state in the URL. Without a trainer, the calendar shows everyone who gives trainings. */
export type CalendarState = {
  url: string
  view: 'month' | 'list'
  trainer: number | undefined
  /** Such as 2026-11; the current month if it is undefined */
  month: string | undefined
}

export function readCalendarState(url: string, query: URLSearchParams): CalendarState {
  const month = query.get('month') ?? ''
  return {
    url,
    view: query.get('view') === 'list' ? 'list' : 'month',
    trainer: readRowId(query.get('trainer')),
    month: /^2[01]\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined,
  }
}

export function calendarUrl({ url, view, trainer, month }: CalendarState): string {
  const query = new URLSearchParams({
    ...(trainer !== undefined && { trainer: String(trainer) }),
    ...(month !== undefined && { month }),
    ...(view === 'list' && { view }),
  })
  return query.size === 0 ? url : `${url}&${query}`
}

/** The weeks that have days of a month, from Sunday to Saturday */
export function weeksOf(month: string): string[][] {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const days = listDays(sundayOf(`${month}-01`), addDays(sundayOf(last), 6))
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The first and last day of a selection, whichever was chosen first */
export type Range = { from: string; to: string }
export type Selection = { anchor: string; end: string }

export function rangeOf({ anchor, end }: Selection): Range {
  return anchor < end ? { from: anchor, to: end } : { from: end, to: anchor }
}

export const trainersQuery = apiQuery(trainerList)

export function monthQuery(month: string, trainer: number | undefined) {
  const weeks = weeksOf(month)
  const [from = '', to = ''] = [weeks[0]?.[0], weeks.at(-1)?.[6]]
  return apiQuery(calendarRead, { query: { from, to, ...trainersOf(trainer) } })
}

export const trainersOf = (trainer: number | undefined) =>
  trainer === undefined ? {} : { trainers: String(trainer) }

/** Queries that are stale once blocked days have changed */
export const calendarKeys = [
  queryKeyOf(calendarRead),
  queryKeyOf(calendarAhead),
  queryKeyOf(calendarFileList),
]

/** Trainers of whom the calendar shows something */
export type TrainerChoice = {
  trainers: Trainer[]
  /** A single trainer is always chosen. */
  chosen: Trainer | undefined
  /** Trainers among those shown whose days the user may change */
  changeable: Trainer[]
  /** Where a held or booked day leads */
  hrefOf: (promise: PromisedDay) => string | undefined
}

export function chooseTrainer(
  all: Trainer[],
  id: number | undefined,
  user: { id: number; role: Role },
): Omit<TrainerChoice, 'hrefOf'> {
  const trainers = all.filter(({ trainerSince }) => trainerSince !== null)
  const chosen =
    trainers.find((trainer) => trainer.id === id) ?? (trainers.length === 1 ? trainers[0] : undefined)
  const changeable = (chosen ? [chosen] : trainers).filter(
    (trainer) => may(user, 'manageDays') || trainer.id === user.id,
  )
  return { trainers, chosen, changeable }
}

export const isChangeable = ({ changeable }: TrainerChoice, trainerId: number) =>
  changeable.some(({ id }) => id === trainerId)
