import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { placeToaster } from './toast.ts'

type ModalProps = {
  title: string
  /** Runs on Escape and the close button. Afterwards, the element that had the focus gets it back. */
  onClose: () => void
  wide?: boolean
  /** Gets the focus first instead of the browser's choice. */
  first?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A dialog that is open as long as it is rendered. */
export function Modal({ title, onClose, wide = false, first, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Only showModal() opens a modal dialog, and only close() gives the focus back.
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
        // A file picker inside sends a cancel event, too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
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
