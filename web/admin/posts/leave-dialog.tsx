import { useSyncExternalStore } from 'react'
import { Modal } from '../../ui/modal.tsx'

type LeaveDialogProps = {
  /** This device has a copy of the text. */
  isBackedUp: boolean
  onStay: () => void
  onLeave: () => void
  onSave: () => void
}

export function LeaveDialog({ isBackedUp, onStay, onLeave, onSave }: LeaveDialogProps) {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  return (
    <Modal title="You have unsaved changes" onClose={onStay}>
      <p>
        {!isOnline && 'You’re offline, so we can’t save right now. '}
        {isBackedUp
          ? 'If you leave now, your text stays on this device, and we’ll offer to restore it when you come back.'
          : 'This computer is out of storage, so your changes will be lost if you leave now.'}
      </p>
      <div className="form-actions">
        {isOnline && (
          <button type="button" className="btn" onClick={onSave}>
            Save and leave
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onLeave}>
          Leave without saving
        </button>
        <button type="button" className={isOnline ? 'btn btn-quiet' : 'btn'} onClick={onStay}>
          Stay
        </button>
      </div>
    </Modal>
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
