import { useQuery } from '@tanstack/react-query'
import { addDays } from '../../../../core/contract/calendar-days.ts'
import { apiQuery } from '../../../../core/web/admin/api.ts'
import { type BusyDay, calendarRead } from '../../../calendar/contract/calendar.ts'
import { shownDays, type TakenDays, type TakenState } from './offers/day-picker.tsx'

type Options = {
  /** Empty until a trainer is chosen */
  trainerId: string
  /** The first day that is shown */
  start: string
  /** True for a day that the open offer or training has itself, which is no obstacle */
  isOwn: (promise: NonNullable<BusyDay['promise']>) => boolean
}

/**
 * The shown days of a trainer that are not free. Undefined while they aren't known: then every day can be chosen, and
 * the server refuses those that are taken.
 */
export function useTakenDays({ trainerId, start, isOwn }: Options): TakenDays | undefined {
  const { data } = useQuery({
    ...apiQuery(calendarRead, {
      query: { from: start, to: addDays(start, shownDays - 1), trainers: trainerId },
    }),
    enabled: trainerId !== '',
    staleTime: 0,
  })
  return data && trainerId !== '' ? new Map(data.days.flatMap((day) => stateOf(day, isOwn))) : undefined
}

function stateOf({ day, promise, blocks }: BusyDay, isOwn: Options['isOwn']): [string, TakenState][] {
  if (promise) return isOwn(promise) ? [] : [[day, promise.state]]
  return blocks.length > 0 ? [[day, 'blocked']] : []
}
