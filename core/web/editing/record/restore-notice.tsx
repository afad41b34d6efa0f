import { formatRecent } from '../../../contract/format-date.ts'
import { Button, SmallButton } from '../../ui/button.tsx'
import type { RecordEdit } from './record-edit.ts'

type RestoreNoticeProps<Values extends object, Saved> = {
  edit: RecordEdit<Values, Saved>
  /** What is unsaved */
  what?: 'changes' | 'text'
  /** Called after the user restored or discarded a copy */
  onDone?: () => void
}

/** Offers to restore the unsaved values that this browser kept because the server did not get them, one copy after the other. */
export function RestoreNotice<Values extends object, Saved>({
  edit,
  what = 'changes',
  onDone,
}: RestoreNoticeProps<Values, Saved>) {
  const [copy] = edit.state.found
  if (!copy) return null
  const { title } = copy.values
  const settle = (decide: () => void) => {
    decide()
    onDone?.()
  }
  return (
    <div className="notice admin-notice" role="status">
      <p>
        You have unsaved {what} from {formatRecent(copy.keptAt)}
        {what === 'changes' && ' on this device.'}
        {what === 'text' && typeof title === 'string' && title !== '' && (
          <>
            : <strong>{title}</strong>
          </>
        )}
      </p>
      <div className="form-actions">
        <Button className="btn btn-small" onClick={() => settle(() => edit.restore(copy))}>
          Restore
        </Button>
        <SmallButton onClick={() => settle(() => edit.discard(copy))}>Discard</SmallButton>
      </div>
    </div>
  )
}
