import { Modal } from '../modal.tsx'

type LeaveDialogProps = { onStay: () => void; onLeave: () => void; onSave: () => void }

export function LeaveDialog({ onStay, onLeave, onSave }: LeaveDialogProps) {
  return (
    <Modal title="You have unsaved changes" onClose={onStay}>
      <p>
        If you leave now, your text stays on this computer, and we’ll offer to restore it when you come back.
      </p>
      <div className="form-actions">
        <button type="button" className="btn" onClick={onSave}>
          Save and leave
        </button>
        <button type="button" className="btn btn-quiet" onClick={onLeave}>
          Leave without saving
        </button>
        <button type="button" className="btn btn-quiet" onClick={onStay}>
          Stay
        </button>
      </div>
    </Modal>
  )
}
