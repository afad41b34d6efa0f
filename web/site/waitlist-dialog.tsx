import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { waitlistForm } from '../../content/waitlist.ts'
import { paths } from '../../contracts/paths.ts'
import { placeToaster } from '../ui/toast.ts'
import { WaitlistForm } from './waitlist-form.tsx'

/** A link to the waitlist's page that opens its form in a dialog where script runs. */
export function WaitlistDialog({ label }: { label: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // A form that no one sees would be laid out with everything around it: browsers look through the forms of a page
  // for what they can fill in. It stays once it is there, with what was typed.
  const [wanted, setWanted] = useState(false)
  const close = () => dialog.current?.close()
  return (
    <>
      <a
        className="btn btn-quiet"
        href={paths.waitlist}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          flushSync(() => setWanted(true))
          dialog.current?.showModal()
          // A dialog opens with the focus on its first control, which is the button that closes it.
          dialog.current?.querySelector<HTMLElement>('input[name="name"]')?.focus()
          placeToaster()
        }}
      >
        {label}
      </a>
      <dialog className="dialog" aria-labelledby={title} ref={dialog} onClose={placeToaster}>
        <div className="dialog-head">
          <h2 id={title}>{waitlistForm.title}</h2>
          <button type="button" className="round-button" aria-label="Close" onClick={close}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        </div>
        <p>{waitlistForm.lead}</p>
        {wanted && <WaitlistForm onJoined={close} />}
      </dialog>
    </>
  )
}
