import { useQueryClient } from '@tanstack/react-query'
import { apiQuery, queryKeyOf } from '../../../../core/web/admin/api.ts'
import { showToast } from '../../../../core/web/ui/toast.ts'
import { calendarRead } from '../../../calendar/contract/calendar.ts'
import { type Event, eventList, eventRead } from '../../contract/events.ts'
import { registrationList } from '../../contract/registrations.ts'

export const eventQuery = (id: number) => apiQuery(eventRead, { params: { id } })
export const registrationsQuery = (id: number) => apiQuery(registrationList, { params: { id } })

/** Id of the headline of an open date. It gets the focus when the clicked button is gone. */
export const eventTitleId = 'event-title'
export const focusTitle = () => document.getElementById(eventTitleId)?.focus()

/** Options for requests that change a date or its registrations */
export function useEventChange({ id, title }: Pick<Event, 'id' | 'title'>) {
  const queries = useQueryClient()
  return {
    // A refusal usually means that people or a colleague have changed it in the meantime.
    alwaysInvalidates: [
      queryKeyOf(eventList),
      queryKeyOf(calendarRead),
      eventQuery(id).queryKey,
      registrationsQuery(id).queryKey,
    ],
    show(changed: Event, said: string, description = title) {
      queries.setQueryData(eventQuery(changed.id).queryKey, changed)
      showToast({ title: said, description })
    },
  }
}
