import type { ReactNode } from 'react'
import { Button, QuietButton } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

type AskDialogProps = {
  title: string
  /** Labels of the two buttons. */
  yes: string
  no?: string
  /** For a dialog that stays open until its request has ended: true while that is running. */
  busy?: boolean
  onYes: () => void
  onClose: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function AskDialog({ title, yes, no = 'Cancel', busy, onYes, onClose, children }: AskDialogProps) {
  return (
    <Modal title={title} onClose={onClose}>
      {children}
      <p className="form-actions">
        <Button
          busy={busy}
          onClick={() => {
            if (busy === undefined) onClose()
            onYes()
          }}
        >
          {yes}
        </Button>
        <QuietButton onClick={onClose}>{no}</QuietButton>
      </p>
    </Modal>
  )
}
