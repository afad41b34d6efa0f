import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SiteContent } from '../../../../core/contract/site.ts'
import { placeToaster } from '../../../../core/web/ui/toast.ts'
import type { EntryResponse } from '../../../../features/people/contract/entry-form.ts'
import { PlanOffer } from '../../../../features/people/web/plan-offer.tsx'
import { WaitlistForm } from '../../../../features/people/web/waitlist-form.tsx'
import { sitePaths } from '../../../../features/site/contract/site-paths.ts'

/** A link to the waitlist page. With JavaScript, it opens the form in a dialog instead. */
export function WaitlistDialog({ label, words }: { label: string; words: SiteContent['waitlist'] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  // The form is rendered on the first click, because browsers scan hidden forms for autofill, which forces a layout of
  // the whole page. Closing the dialog keeps the form with everything that was typed.
  const [opened, setOpened] = useState(false)
  const [planUrl, setPlanUrl] = useState<string>()
  const offer = useRef<HTMLParagraphElement>(null)
  const close = () => dialog.current?.close()

  function finish({ planUrl }: EntryResponse) {
    close()
    // Render now, so that the offer to focus exists. Closing the dialog has focused the link that opened it.
    flushSync(() => setPlanUrl(planUrl))
    offer.current?.focus()
  }

  return (
    <>
      <a
        className="btn btn-quiet"
        href={sitePaths.waitlist}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          flushSync(() => setOpened(true))
          dialog.current?.showModal()
          // By default the browser focuses the first control of a dialog, which is the Close button here.
          dialog.current?.querySelector<HTMLElement>('input[name="name"]')?.focus()
          placeToaster()
        }}
      >
        {label}
      </a>
      <dialog className="dialog" aria-labelledby={title} ref={dialog} onClose={placeToaster}>
        <div className="dialog-head">
          <h2 id={title}>{words.title}</h2>
          <button type="button" className="round-button" aria-label="Close" onClick={close}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
        </div>
        <p>{words.lead}</p>
        {opened && <WaitlistForm words={words} onDone={finish} />}
      </dialog>
      {planUrl && <PlanOffer planUrl={planUrl} words={words.plan} ref={offer} />}
    </>
  )
}
