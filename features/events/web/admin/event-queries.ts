import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { calendarRead } from '../../../calendar/contract/calendar.ts'
import { type Event, eventList, eventRead } from '../../contract/events.ts'
import { registrationList } from '../../contract/registrations.ts'

export const eventQuery = (id: number) => apiQuery(eventRead, { params: { id } })
export const registrationsQuery = (id: number) => apiQuery(registrationList, { params: { id } })

/**
 * Keys of everything that a change of a date or its registrations may change. It is also loaded after a refusal, which
 * usually means that people or a colleague have changed it in the meantime.
 */
export const eventKeys = (id: number) => [
  queryKeyOf(eventList),
  queryKeyOf(calendarRead),
  eventQuery(id).queryKey,
  registrationsQuery(id).queryKey,
]

/** Id of the headline of an open date. It gets the focus when the clicked button is gone. */
export const eventTitleId = 'event-title'
export const focusTitle = () => document.getElementById(eventTitleId)?.focus()

/** Returns a function that shows a changed date, and says what has happened to it. */
export function useShowEvent() {
  const queries = useQueryClient()
  return (changed: Event, said: string, description = changed.title) => {
    queries.setQueryData(eventQuery(changed.id).queryKey, changed)
    showToast({ title: said, description })
  }
}
