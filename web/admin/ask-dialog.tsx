import type { ReactNode } from 'react'
import { Button, QuietButton } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'

type AskDialogProps = {
  title: string
  /** Labels of the two buttons. */
  yes: string
  no?: string
  /** True while the confirmed request is running. */
  busy?: boolean
  onYes: () => void
  onNo: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function AskDialog({ title, yes, no = 'Cancel', busy, onYes, onNo, children }: AskDialogProps) {
  return (
    <Modal title={title} onClose={onNo}>
      {children}
      <p className="form-actions">
        <Button busy={busy} onClick={onYes}>
          {yes}
        </Button>
        <QuietButton onClick={onNo}>{no}</QuietButton>
      </p>
    </Modal>
  )
}
