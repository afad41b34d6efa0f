import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { placeToaster } from './toast.ts'

type ModalProps = {
  title: string
  /** Called on Escape and on a click on the Close button. Stop rendering the dialog then. */
  onClose: () => void
  wide?: boolean
  /** Element to focus when the dialog opens. By default the browser focuses the first control. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A modal dialog that is open as long as it is rendered. On closing, the browser restores the previous focus. */
export function Modal({ title, onClose, wide = false, first, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // showModal() makes the rest of the page inert, which the `open` attribute does not. close() restores the focus to
  // the element that had it before, which removing the dialog does not. placeToaster() moves toasts into the dialog and
  // back, because the dialog covers them.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    first?.current?.focus()
    placeToaster()
    return () => {
      element?.close()
      placeToaster()
    }
  }, [first])

  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Ignore cancel events that bubble up from a file picker inside the dialog.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={({ target, currentTarget }) => {
        // Chromium closes a dialog on the second Escape in a row, even if the cancel event is prevented. The owner of
        // the dialog decides whether it stays, so it is opened again, with the dialogs inside above it.
        if (target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return
        for (const shown of [currentTarget, ...currentTarget.querySelectorAll('dialog')]) {
          shown.close()
          shown.showModal()
        }
        onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="round-button" aria-label="Close" onClick={onClose}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  )
}
