import type { ReactNode } from 'react'
import { Modal } from '../ui/modal.tsx'

type AskDialogProps = {
  title: string
  /** What the button that does it says. */
  yes: string
  no?: string
  onYes: () => void
  onNo: () => void
  /** What will happen. */
  children: ReactNode
}

/** Asks before something that cannot be taken back. */
export function AskDialog({ title, yes, no = 'Cancel', onYes, onNo, children }: AskDialogProps) {
  return (
    <Modal title={title} onClose={onNo}>
      {children}
      <p className="form-actions">
        <button type="button" className="btn" onClick={onYes}>
          {yes}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onNo}>
          {no}
        </button>
      </p>
    </Modal>
  )
}
