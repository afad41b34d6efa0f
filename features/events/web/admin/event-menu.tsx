import { CalendarPlus, CalendarX, ListChecks, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatWeekday } from '../../../../core/contract/format-date.ts'
import { queryKeyOf } from '../../../../core/web/admin/api.ts'
import { useMay } from '../../../../core/web/admin/current-user.ts'
import { navigate } from '../../../../core/web/admin/history.ts'
import { useApiMutation } from '../../../../core/web/admin/use-api-mutation.ts'
import { useSiteToday } from '../../../../core/web/admin/use-site-today.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { TextField } from '../../../../core/web/ui/field.tsx'
import { showToast } from '../../../../core/web/ui/toast.ts'
import type { MenuItem } from '../../../posts/web/editor/tool-menu.tsx'
import { eventPaths } from '../../contract/event-paths.ts'
import {
  type Event,
  eventCancel,
  eventCopy,
  eventDelete,
  eventLimits,
  eventList,
  eventPublish,
} from '../../contract/events.ts'
import { eventKeys, focusTitle, useShowEvent } from './event-queries.ts'
import { nextMonthDay } from './event-words.ts'

/** The actions for a date in the list and on its own screen, and the dialog that asks before something is lost */
export function useEventMenu(event: Event) {
  const { id, title, status, isOver, day } = event
  const params = { id }
  const [asked, setAsked] = useState<'cancel' | 'delete'>()
  const mayRun = useMay('manageDays')
  const today = useSiteToday()
  const show = useShowEvent()
  const close = () => setAsked(undefined)
  const change = (failure: string, said: string) => ({
    failure,
    alwaysInvalidates: eventKeys(id),
    onSuccess(changed: Event) {
      show(changed, said)
      close()
    },
    onReloaded: focusTitle,
  })
  const publishing = useApiMutation(eventPublish, change('Couldn’t publish the date', 'Published'))
  const canceling = useApiMutation(eventCancel, change('Couldn’t cancel the date', 'Date canceled'))
  const deleting = useApiMutation(eventDelete, {
    failure: 'Couldn’t delete the draft',
    invalidates: [queryKeyOf(eventList)],
    onSuccess() {
      close()
      showToast({ title: 'Draft deleted', description: title })
      void navigate(eventPaths.admin)
    },
  })
  const copying = useApiMutation(eventCopy, {
    failure: 'Couldn’t copy the date',
    alwaysInvalidates: eventKeys(id),
    onSuccess(copied) {
      show(copied, `Copied to ${formatWeekday(copied.day)}`, 'It’s a draft. Check it, then publish it.')
      void navigate(eventPaths.adminEdit(copied.id))
    },
  })
  const copy = () => copying.run({ params, body: { day: nextMonthDay(day, today) } })
  const isDraft = status === 'draft'
  const isPublic = status === 'published'
  const can: [boolean, string, MenuItem['icon'], () => unknown][] = [
    [isPublic, 'Check in', ListChecks, () => navigate(eventPaths.adminDoor(id))],
    [isDraft && mayRun, 'Publish', Send, () => publishing.run({ params })],
    [status !== 'canceled' && mayRun, 'Edit', Pencil, () => navigate(eventPaths.adminEdit(id))],
    [mayRun, 'Again next month', CalendarPlus, copy],
    [isPublic && !isOver && mayRun, 'Cancel the date...', CalendarX, () => setAsked('cancel')],
    [isDraft && mayRun, 'Delete the draft...', Trash2, () => setAsked('delete')],
  ]
  const items: MenuItem[] = can.filter(([may]) => may).map(([, label, icon, run]) => ({ label, icon, run }))
  const dialog =
    asked === 'delete' ? (
      <AskDialog
        title="Delete this draft?"
        yes="Delete the draft"
        no="Keep it"
        busy={deleting.busy}
        onYes={() => deleting.run({ params })}
        onClose={close}
      >
        <p>“{title}” was never on the site. This can’t be undone.</p>
      </AskDialog>
    ) : asked === 'cancel' ? (
      <CancelDialog
        event={event}
        busy={canceling.busy}
        onYes={(reason) => canceling.run({ params, body: { reason } })}
        onClose={close}
      />
    ) : null
  return { items, dialog }
}

type CancelDialogProps = { event: Event; busy: boolean; onYes: (reason: string) => void; onClose: () => void }

/** Asks before everyone is told that a date is canceled. */
function CancelDialog({ event: { taken, waiting }, onYes, ...ask }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <AskDialog
      title="Cancel this date?"
      yes="Cancel the date"
      no="Keep it"
      onYes={() => onYes(reason)}
      {...ask}
    >
      <p>
        {taken + waiting > 0 && 'Everyone who is registered or waits gets an email. '}
        The page of the date says that it was canceled. This can’t be undone.
      </p>
      <TextField
        label="Reason"
        hint="People read it on the page and in the email. Leave blank for none."
        dir="auto"
        rows={3}
        maxLength={eventLimits.reason}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </AskDialog>
  )
}
