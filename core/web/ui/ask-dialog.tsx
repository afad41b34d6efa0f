import { type ReactNode, useRef } from 'react'
import { Button, QuietButton } from './button.tsx'
import { Modal } from './modal.tsx'

type AskDialogProps = {
  title: string
  /** `yes` and `no` are the labels of the two buttons. */
  yes: string
  no?: string
  /** True to focus the `yes` button first */
  startsAtYes?: boolean
  /** For dialogs that stay open until a request ends: true while it is running. Undefined: `yes` closes the dialog. */
  busy?: boolean
  onYes: () => void
  onClose: () => void
  /** Text that explains the consequences */
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. */
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
