import { useEffect, useId, useRef, useState } from 'react'
import { paths } from '../../../../core/contract/paths.ts'
import { revokeQuestion } from '../../contract/invites.ts'

/**
 * Asks for confirmation before an invitation is revoked. Without JavaScript, the page after the click asks
 * (authors-tab.tsx).
 */
export function RevokeDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [asked, setAsked] = useState({ id: '', name: '' })

  // The forms are server-rendered HTML outside this island, so React does not handle their events.
  useEffect(() => {
    const ask = (event: SubmitEvent) => {
      const { submitter, target } = event
      if (!(target instanceof HTMLFormElement) || target.dataset.asksRevoke === undefined) return
      if (!(submitter instanceof HTMLButtonElement) || submitter.value !== 'revoke') return
      event.preventDefault()
      setAsked({ id: String(new FormData(target).get('id')), name: target.dataset.asksRevoke })
      dialog.current?.showModal()
    }
    document.addEventListener('submit', ask)
    return () => document.removeEventListener('submit', ask)
  }, [])

  return (
    <dialog className="dialog" aria-labelledby={title} ref={dialog}>
      <h2 id={title}>Cancel the invitation?</h2>
      <p dir="auto">{revokeQuestion(asked.name)}</p>
      <form method="post" action={paths.adminSimpleAuthors} className="form-actions">
        <RevokeFields id={asked.id} />
        <button type="button" className="btn btn-quiet" onClick={() => dialog.current?.close()}>
          Keep it
        </button>
      </form>
    </dialog>
  )
}

/** Fields and button that revoke an invitation. `sure` tells the server that the user has confirmed. */
export function RevokeFields({ id }: { id: number | string }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="sure" value="yes" />
      <button type="submit" name="action" value="revoke" className="btn">
        Cancel invitation
      </button>
    </>
  )
}
