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
import { focusTitle, useEventChange } from './event-queries.ts'
import { nextMonthDay } from './event-words.ts'

/** The actions for a date in the list and on its own screen, and the dialog that asks before something is lost */
export function useEventMenu(event: Event) {
  const { id, status, isOver, day } = event
  const [asked, setAsked] = useState<AskProps['about']>()
  const mayRun = useMay('manageDays')
  const today = useSiteToday()
  const { alwaysInvalidates, show } = useEventChange(event)
  const publishing = useApiMutation(eventPublish, {
    failure: 'Couldn’t publish the date',
    alwaysInvalidates,
    onSuccess: (changed) => show(changed, 'Published'),
    onReloaded: focusTitle,
  })
  const copying = useApiMutation(eventCopy, {
    failure: 'Couldn’t copy the date',
    alwaysInvalidates,
    onSuccess(copied) {
      show(copied, `Copied to ${formatWeekday(copied.day)}`, 'It’s a draft. Check it, then publish it.')
      void navigate(eventPaths.adminEdit(copied.id))
    },
  })
  const copy = () => copying.run({ params: { id }, body: { day: nextMonthDay(day, today) } })
  const isDraft = status === 'draft'
  const isPublic = status === 'published'
  const can: [boolean, string, MenuItem['icon'], () => unknown][] = [
    [isPublic, 'Check in', ListChecks, () => navigate(eventPaths.adminDoor(id))],
    [isDraft && mayRun, 'Publish', Send, () => publishing.run({ params: { id } })],
    [status !== 'canceled' && mayRun, 'Edit', Pencil, () => navigate(eventPaths.adminEdit(id))],
    [mayRun, 'Again next month', CalendarPlus, copy],
    [isPublic && !isOver && mayRun, 'Cancel the date...', CalendarX, () => setAsked('cancel')],
    [isDraft && mayRun, 'Delete the draft...', Trash2, () => setAsked('delete')],
  ]
  const items: MenuItem[] = can.filter(([may]) => may).map(([, label, icon, run]) => ({ label, icon, run }))
  return {
    items,
    dialog: asked && <AskFirst event={event} about={asked} onClose={() => setAsked(undefined)} />,
  }
}

type AskProps = { event: Event; about: 'cancel' | 'delete'; onClose: () => void }

/** Asks before everyone is told that a date is canceled, or before a draft is gone. */
function AskFirst({ event, about, onClose }: AskProps) {
  const { id, title, taken, waiting } = event
  const [reason, setReason] = useState('')
  const { alwaysInvalidates, show } = useEventChange(event)
  const canceling = useApiMutation(eventCancel, {
    failure: 'Couldn’t cancel the date',
    alwaysInvalidates,
    onSuccess(changed) {
      show(changed, 'Date canceled')
      onClose()
    },
    onReloaded: focusTitle,
  })
  const deleting = useApiMutation(eventDelete, {
    failure: 'Couldn’t delete the draft',
    invalidates: [queryKeyOf(eventList)],
    onSuccess() {
      onClose()
      showToast({ title: 'Draft deleted', description: title })
      void navigate(eventPaths.admin)
    },
  })
  const ask = { no: 'Keep it', busy: canceling.busy || deleting.busy, onClose }
  if (about === 'delete')
    return (
      <AskDialog
        {...ask}
        title="Delete this draft?"
        yes="Delete the draft"
        onYes={() => deleting.run({ params: { id } })}
      >
        <p>“{title}” was never on the site. This can’t be undone.</p>
      </AskDialog>
    )
  return (
    <AskDialog
      {...ask}
      title="Cancel this date?"
      yes="Cancel the date"
      onYes={() => canceling.run({ params: { id }, body: { reason } })}
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
