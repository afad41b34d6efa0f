import { type ReactNode, useRef } from 'react'
import { Button, QuietButton } from './button.tsx'
import { Modal } from './modal.tsx'

type AskDialogProps = {
  title: string
  /** Labels of the two buttons. */
  yes: string
  no?: string
  /** True if the button for yes has the focus first. */
  startsAtYes?: boolean
  /** For a dialog that stays open until its request has ended: true while that is running. */
  busy?: boolean
  onYes: () => void
  onClose: () => void
  /** Explains the consequences. */
  children: ReactNode
}

/** Asks before something that cannot be undone. */
export function AskDialog({
  title,
  yes,
  no = 'Cancel',
  startsAtYes,
  busy,
  onYes,
  onClose,
  children,
}: AskDialogProps) {
  const yesButton = useRef<HTMLButtonElement>(null)
  function accept() {
    onYes()
    if (busy === undefined) onClose()
  }
  return (
    <Modal title={title} onClose={onClose} {...(startsAtYes && { first: yesButton })}>
      {children}
      <div className="form-actions">
        <Button ref={yesButton} busy={busy} onClick={accept}>
          {yes}
        </Button>
        <QuietButton onClick={onClose}>{no}</QuietButton>
      </div>
    </Modal>
  )
}
